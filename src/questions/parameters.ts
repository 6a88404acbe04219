/** Values of parameters as RDF terms (K66): from here on none of them is text of a query. */
import { invalidQuery, parseTime } from '../http/query-parameters.js';
import { milestoneCodes } from '../model/words/milestone-words.js';
import { factory, type Iri, isIri, type Literal, type NamedNode, node } from '../rdf/terms.js';
import { xsd } from '../rdf/vocabulary.js';
import { periodOf } from './periods.js';
import type { Question, QuestionParameter } from './question.js';

/** The terms of variables. */
export type Bindings = ReadonlyMap<string, NamedNode | Literal>;

/** What names without a namespace stand for. */
export interface ParameterContext {
  readonly now: Date;
  readonly cargo: string;
  /** The object of this node with an id. */
  readonly object: (id: string) => Iri | undefined;
}

const MAX_TEXT = 2_000;
const NUMBER = /^[+-]?(?:\d{1,30}(?:\.\d{1,30})?|\.\d{1,30})$/;
const CLASS = /^[A-Z][A-Za-z0-9]{0,99}$/;

type Parameter = QuestionParameter<unknown>;
type Read = (text: string, parameter: Parameter, context: ParameterContext) => Bindings;

const dateTime = (time: Date): Literal => factory.literal(time.toISOString(), xsd.dateTime);

/** @throws ServiceError `invalid-query` that names the parameter. */
const one =
  (
    read: (text: string, parameter: Parameter, context: ParameterContext) => NamedNode | Literal | undefined,
    wanted: string,
  ): Read =>
  (text, parameter, context) => {
    const term = read(text, parameter, context);
    if (term === undefined)
      throw invalidQuery(parameter.name, `must be ${wanted}, not ${JSON.stringify(text.slice(0, 80))}`);
    return new Map([[parameter.name, term]]);
  };

const iriOr =
  (other: (text: string, context: ParameterContext) => Iri | undefined) =>
  (text: string, _parameter: Parameter, context: ParameterContext): NamedNode | undefined => {
    const found = text.includes(':') && isIri(text) ? text : other(text, context);
    return found && node(found);
  };

function classNamed(text: string, { cargo }: ParameterContext): Iri | undefined {
  const type = cargo + text;
  return CLASS.test(text) && isIri(type) ? type : undefined;
}

const readers: Readonly<Record<Parameter['kind'], Read>> = {
  period: (text, { name }, { now }) => {
    const period = periodOf(text, now);
    if (period === undefined)
      throw invalidQuery(name, 'must be a year, a month, a day, two days with a slash, or the last days (P30D)');
    return new Map([
      [`${name}From`, dateTime(period.from)],
      [`${name}To`, dateTime(period.to)],
    ]);
  },
  moment: one((text) => {
    const time = parseTime(text);
    // The end of its second, as everywhere (D10).
    return time && dateTime(time.until);
  }, 'a time such as 2026-11-22T14:05:00Z'),
  partner: one(
    iriOr(() => undefined),
    'the address of a partner',
  ),
  object: one(
    iriOr((text, { object }) => object(text)),
    'the address or id of an object',
  ),
  class: one(iriOr(classNamed), 'the name of a class, or its IRI'),
  milestone: one(
    (text) => (milestoneCodes.some((code) => code === text) ? factory.literal(text) : undefined),
    `one of ${milestoneCodes.join(', ')}`,
  ),
  number: one((text) => (NUMBER.test(text) ? factory.literal(text, xsd.decimal) : undefined), 'a number such as 8.5'),
  text: one((text) => (text.isWellFormed() ? factory.literal(text) : undefined), 'text in Unicode'),
  choice: one(
    (text, { options = [] }) => (options.some(({ value }) => value === text) ? factory.literal(text) : undefined),
    'one of its values',
  ),
};

/**
 * The terms of a question's variables. A parameter that is not given has its default; one without a default leaves its
 * variable free.
 *
 * @param valueOf the text of a parameter; undefined if it is not given.
 * @throws ServiceError `invalid-query` that names a missing or malformed parameter.
 */
export function bindingsOf(
  { parameters }: Pick<Question<unknown>, 'parameters'>,
  valueOf: (name: string) => string | undefined,
  context: ParameterContext,
): Bindings {
  const bindings = new Map<string, NamedNode | Literal>();
  for (const parameter of parameters) {
    const given = valueOf(parameter.name)?.trim();
    const text = given === undefined || given === '' ? parameter.default : given;
    if (text === null) {
      if (parameter.required) throw invalidQuery(parameter.name, 'is missing');
      continue;
    }
    if (text.length > MAX_TEXT) throw invalidQuery(parameter.name, `must have at most ${MAX_TEXT} characters`);
    for (const [name, term] of readers[parameter.kind](text, parameter, context)) bindings.set(name, term);
  }
  return bindings;
}

/** The names of a parameter's variables. */
export const variablesOf = ({ name, kind }: Parameter): readonly string[] =>
  kind === 'period' ? [`${name}From`, `${name}To`] : [name];

/** A value of each parameter, with which a query is checked. */
export function sampleBindings(
  { parameters }: Pick<Question<unknown>, 'parameters'>,
  context: ParameterContext,
): Bindings {
  const samples: Readonly<Record<Parameter['kind'], string>> = {
    ...{
      period: '2026-11',
      moment: '2026-11-22T14:05:00Z',
      milestone: 'DLV',
      number: '1',
      text: 'text',
      class: 'Piece',
    },
    ...{
      partner: 'https://partner.example/logistics-objects/p',
      object: 'https://partner.example/logistics-objects/o',
    },
    choice: '',
  };
  return new Map(
    parameters.flatMap((parameter) => {
      const text = parameter.kind === 'choice' ? (parameter.options?.[0]?.value ?? '') : samples[parameter.kind];
      return [...readers[parameter.kind](text, parameter, context)];
    }),
  );
}
