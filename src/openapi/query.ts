/**
 * Query parameters, each declared once: from its declaration come its name in the white list, its value with its type, and
 * its description.
 */
import type { Clock } from '../clock.js';
import {
  assertPast,
  invalidQuery,
  MAX_LIMIT,
  type PageRequest,
  type QueryParameters,
  type TimeParameter,
} from '../http/query-parameters.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { count as countSchema, parameterRefs, queryTime } from './parameters.js';
import type { JsonValue, Parameter, Reference, Schema } from './types.js';

export interface QueryParameter<Value> {
  /** All names that are read. */
  readonly names: readonly string[];
  /** @throws ServiceError `invalid-query` */
  readonly read: (query: QueryParameters) => Value;
  readonly described: readonly (Parameter | Reference)[];
}

/** The query of an operation: a parameter for each member of the handler's input. */
export type QueryDeclaration = Readonly<Record<string, QueryParameter<unknown>>>;

/** The parsed query of a handler. */
export type QueryValues<Declaration extends QueryDeclaration> = {
  readonly [Name in keyof Declaration]: Declaration[Name] extends QueryParameter<infer Value> ? Value : never;
};

/** The values of a query; of none without a declaration. @throws ServiceError `invalid-query` for the first invalid one. */
export function readQuery<Declaration extends QueryDeclaration>(
  declaration: Declaration | undefined,
  query: QueryParameters,
): QueryValues<Declaration>;
export function readQuery(declaration: QueryDeclaration = {}, query: QueryParameters): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const name in declaration) values[name] = declaration[name]?.read(query);
  return values;
}

/** The name of a parameter, or several: the first one is described. */
type Names = string | readonly [string, ...string[]];

interface ParameterDescription {
  readonly description: string;
  readonly example?: JsonValue;
}

const namesOf = (names: Names): readonly [string, ...string[]] => (typeof names === 'string' ? [names] : names);

function declared<Value>(
  names: Names,
  read: (query: QueryParameters, names: readonly [string, ...string[]]) => Value,
  { description, example }: ParameterDescription,
  schema: Schema,
  more: Partial<Parameter> = {},
): QueryParameter<Value> {
  const all = namesOf(names);
  const described = {
    name: all[0],
    in: 'query' as const,
    description,
    schema,
    ...(example !== undefined && { example }),
  };
  return { names: all, read: (query) => read(query, all), described: [{ ...described, ...more }] };
}

/** A text; undefined if absent. */
export const text = (
  names: Names,
  { schema = { type: 'string' }, ...about }: ParameterDescription & { readonly schema?: Schema },
): QueryParameter<string | undefined> => declared(names, (query, all) => query.text(...all), about, schema);

/** A parameter that must be given. @param message of the error. */
export const required = <Value>(
  { names, read, described }: QueryParameter<Value | undefined>,
  message = 'is missing',
): QueryParameter<Value> => ({
  names,
  read: (query) => {
    const value = read(query);
    if (value !== undefined) return value;
    throw invalidQuery(names[0] ?? '', message);
  },
  described: described.map((parameter) => ('$ref' in parameter ? parameter : { ...parameter, required: true })),
});

/** A text that must be given, without blanks around it. @param missing the error without one. */
export const filledText = (
  name: string,
  { maxLength, missing, ...about }: ParameterDescription & { readonly maxLength: number; readonly missing: string },
): QueryParameter<string> =>
  mapped(required(text(name, { ...about, schema: { type: 'string', minLength: 1, maxLength } }), missing), (value) => {
    const trimmed = value.trim();
    if (trimmed === '') throw invalidQuery(name, missing);
    if (trimmed.length > maxLength) throw invalidQuery(name, `must have at most ${maxLength} characters`);
    return trimmed;
  });

/** All values of a parameter that must be given once: for a handler that first checks the permission. */
export const every = (
  name: string,
  { schema = { type: 'string' }, ...about }: ParameterDescription & { readonly schema?: Schema },
): QueryParameter<readonly string[]> => declared(name, (query) => query.all(name), about, schema, { required: true });

/** @param wanted the required form, for the error. */
export const iri = (name: string, about: ParameterDescription, wanted = 'an IRI'): QueryParameter<Iri | undefined> =>
  declared(
    name,
    (query) => {
      const value = query.text(name);
      if (value === undefined || isIri(value)) return value;
      throw invalidQuery(name, `must be ${wanted}`);
    },
    about,
    { type: 'string', format: 'uri' },
  );

/** A time in the compact or the extended form (D10). */
export const time = (names: Names, about: ParameterDescription): QueryParameter<TimeParameter | undefined> =>
  declared(names, (query, all) => query.time(...all), about, queryTime);

export const flag = (name: string, about: ParameterDescription): QueryParameter<boolean> =>
  declared(name, (query) => query.boolean(name), about, { type: 'boolean', default: false });

interface Bounds {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** A whole number; undefined where none is given. */
export const optionalInteger = (
  name: string,
  { minimum = 0, maximum = countSchema.maximum, ...about }: ParameterDescription & Bounds,
): QueryParameter<number | undefined> =>
  declared(
    name,
    (query) => {
      if (query.text(name) === undefined) return undefined;
      const value = query.integer(name, minimum);
      if (value >= minimum && value <= maximum) return value;
      throw invalidQuery(name, `must be a whole number from ${minimum} to ${maximum}`);
    },
    about,
    { type: 'integer', minimum, maximum },
  );

/** A whole number. */
export const integer = (
  name: string,
  { fallback, ...about }: ParameterDescription & Bounds & { readonly fallback: number },
): QueryParameter<number> => {
  const { names, read, described } = optionalInteger(name, about);
  return { names, read: (query) => read(query) ?? fallback, described: withDefault(described, fallback) };
};

/** Descriptions with the value for none. */
const withDefault = (
  described: QueryParameter<unknown>['described'],
  fallback: JsonValue,
): readonly (Parameter | Reference)[] =>
  described.map((parameter) =>
    '$ref' in parameter ? parameter : { ...parameter, schema: { ...parameter.schema, default: fallback } },
  );

/** One of several values; undefined where none is given. */
export const optionalChoice = <const Value extends string>(
  name: string,
  values: readonly Value[],
  about: ParameterDescription,
): QueryParameter<Value | undefined> =>
  declared(
    name,
    (query) => {
      const given = query.text(name);
      const value = values.find((one) => one === given);
      if (given === undefined || value !== undefined) return value;
      throw invalidQuery(name, `must be one of ${values.join(', ')}`);
    },
    about,
    { type: 'string', enum: values },
  );

/** One of several values; the first one where none is given. */
export const choice = <const Value extends string>(
  name: string,
  values: readonly [Value, ...Value[]],
  about: ParameterDescription,
): QueryParameter<Value> => {
  const [fallback] = values;
  const { names, read, described } = optionalChoice(name, values, about);
  return { names, read: (query) => read(query) ?? fallback, described: withDefault(described, fallback) };
};

/** A name or an IRI, approximately. */
const NAME = '^[A-Za-z][^\\s<>"{}|\\\\^`,]*$';

/**
 * Comma-separated values.
 *
 * @param values the allowed ones; names and IRIs without it.
 * @param isGivenOnce a repeated parameter is an error (V29).
 */
export const list = (
  names: Names,
  {
    values,
    isGivenOnce = false,
    ...about
  }: ParameterDescription & { readonly values?: readonly string[]; readonly isGivenOnce?: boolean },
): QueryParameter<readonly string[]> =>
  declared(
    names,
    (query, all) => (isGivenOnce ? query.listOnce(...all) : query.list(...all)),
    about,
    { type: 'array', items: { type: 'string', ...(values ? { enum: values } : { pattern: NAME }) } },
    { style: 'form', explode: false },
  );

/**
 * Comma-separated names, each with a value.
 *
 * @param values all accepted names.
 * @param known the names that the error lists.
 * @param parse undefined for a name without a value.
 */
export const names = <Value>(
  name: string,
  {
    known,
    parse,
    ...about
  }: ParameterDescription & {
    readonly values?: readonly string[];
    readonly known: readonly string[];
    readonly parse: (text: string) => Value | undefined;
  },
): QueryParameter<readonly Value[]> =>
  mapped(list(name, about), (texts) =>
    texts.map((text) => {
      const value = parse(text);
      if (value !== undefined) return value;
      throw invalidQuery(name, `must be one or several of ${known.join(', ')}, not ${JSON.stringify(text)}`);
    }),
  );

/** A parameter with additional parsing of its value. @param read may throw ServiceError `invalid-query`. */
export const mapped = <Value, Result>(
  { read, ...others }: QueryParameter<Value>,
  map: (value: Value) => Result,
): QueryParameter<Result> => ({ ...others, read: (query) => map(read(query)) });

/** `at`: a time that is not in the future. */
export const pastTime = (clock: Clock, description: string): QueryParameter<TimeParameter | undefined> =>
  mapped(time('at', { description }), (at) => {
    if (at !== undefined) assertPast('at', at, clock);
    return at;
  });

interface PageDeclaration {
  /** The items of a page that names no limit. */
  readonly fallback: number;
  /** A larger limit is an error; without it, a limit above the maximum of a page means that maximum. */
  readonly maximum?: number;
  /** A larger `skip` is an error. */
  readonly maximumSkip?: number;
  /** The purpose, and the alternatives. */
  readonly beyond?: string;
  /** Pages have numbers alone, and no places. */
  readonly isNumbered?: boolean;
  /** A page leads to the next one alone. */
  readonly isForward?: boolean;
}

/** The page of a list (D69). */
export function page({
  fallback,
  maximum,
  maximumSkip = Infinity,
  beyond = '',
  isNumbered = false,
  isForward = false,
}: PageDeclaration): QueryParameter<PageRequest> {
  const most = maximum ?? MAX_LIMIT;
  const places = isNumbered ? [] : isForward ? (['after'] as const) : (['after', 'before'] as const);
  const limit: Parameter = {
    name: 'limit',
    in: 'query',
    description:
      maximum === undefined ? 'The maximum number of items; at most 1,000 on a page.' : 'The maximum number of items.',
    schema: { ...countSchema, ...(maximum !== undefined && { maximum: most }), default: fallback },
  };
  return {
    names: ['limit', 'skip', ...places],
    read: (query) => {
      const asked = query.page(fallback, maximum);
      if (asked.offset > maximumSkip) throw invalidQuery('skip', `must be at most ${maximumSkip}${beyond}`);
      return asked;
    },
    described: [limit, ...parameterRefs('skip', ...places)],
  };
}
