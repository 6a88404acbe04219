/** The variables of a query that can be parameters of a saved question (K67), without DOM. */
import type { QuestionAnswer } from '../../src/console/responses.js';

type Parameter = QuestionAnswer['parameters'][number];

/** A variable, or the two variables of a period, with what the reader makes of it. */
export interface VariableChoice {
  readonly name: string;
  /** The variables `<name>From` and `<name>To` belong together. */
  readonly isPeriod: boolean;
  /** Empty: it is no parameter. */
  readonly kind: '' | Parameter['kind'];
  readonly label: string;
  readonly required: boolean;
}

/** The kinds that a parameter may have without a list of values. */
export const variableKinds = [
  'text',
  'number',
  'moment',
  'partner',
  'object',
  'milestone',
  'class',
] as const satisfies readonly Parameter['kind'][];

/** More fields are too many for a dialog, and as many as a question may have. */
const MAX_VARIABLES = 20;

/** Comments, strings and IRIs, in which nothing is a variable. */
const OTHERS = /"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|<[^<>"{}|^`\\\s]*>|#[^\n]*/g;
const VARIABLE = /[?$]([A-Za-z][A-Za-z0-9_]{0,39})(?![A-Za-z0-9_])/g;

/** The variables of a query, each once; the node checks what the reader makes of them. */
export function variablesOfQuery(query: string): readonly VariableChoice[] {
  const plain = query.replace(OTHERS, ' ');
  const names = [...new Set(Array.from(plain.matchAll(VARIABLE), ([, name = '']) => name))];
  const periods = names
    .filter((name) => name.endsWith('From') && names.includes(`${name.slice(0, -4)}To`))
    .map((name) => name.slice(0, -4))
    .filter((name) => name !== '');
  const parts = new Set(periods.flatMap((name) => [`${name}From`, `${name}To`]));
  const choice = (name: string, isPeriod: boolean): VariableChoice => ({
    ...{ name, isPeriod, label: '', required: true },
    kind: isPeriod ? 'period' : '',
  });
  return [
    ...periods.map((name) => choice(name, true)),
    ...names.filter((name) => !parts.has(name)).map((name) => choice(name, false)),
  ].slice(0, MAX_VARIABLES);
}

/** The parameters of a question, of what the reader has chosen. */
export const parametersOf = (choices: readonly VariableChoice[]): readonly Parameter[] =>
  choices.flatMap(({ name, kind, label, required }) =>
    kind === '' ? [] : [{ name, kind, label: label.trim() === '' ? name : label.trim(), required, default: null }],
  );
