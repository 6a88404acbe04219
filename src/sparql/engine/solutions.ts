/**
 * Solutions in an engine's answer (SPARQL 1.1 Query Results JSON Format). The whole answer is checked before any of it
 * is used.
 */
import { EngineError, jsonOf } from './engine-client.js';

export type Cell =
  | { readonly type: 'uri' | 'bnode'; readonly value: string }
  | { readonly type: 'literal'; readonly value: string; readonly language?: string; readonly datatype?: string };

export interface Solutions {
  readonly variables: readonly string[];
  readonly rows: readonly ReadonlyMap<string, Cell>[];
  /** The answer to ASK. */
  readonly truth?: boolean;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const invalid = (what: string): EngineError => new EngineError('invalid-answer', `the answer is not a result: ${what}`);

/** @throws EngineError `invalid-answer` */
export function readSolutions(body: Buffer): Solutions {
  const answer = jsonOf(body);
  if (!isObject(answer)) throw invalid('no object');
  if (typeof answer['boolean'] === 'boolean') return { variables: [], rows: [], truth: answer['boolean'] };
  const { head, results } = answer;
  const variables = isObject(head) && Array.isArray(head['vars']) ? head['vars'] : undefined;
  const bindings = isObject(results) && Array.isArray(results['bindings']) ? results['bindings'] : undefined;
  if (variables === undefined || bindings === undefined || !variables.every((name) => typeof name === 'string')) {
    throw invalid('no variables or no bindings');
  }
  return { variables, rows: bindings.map(readRow) };
}

function readRow(binding: unknown): ReadonlyMap<string, Cell> {
  if (!isObject(binding)) throw invalid('a binding is not an object');
  return new Map(Object.entries(binding).map(([name, cell]) => [name, readCell(cell)]));
}

function readCell(cell: unknown): Cell {
  if (!isObject(cell) || typeof cell['value'] !== 'string') throw invalid('a term has no value');
  const { type, value, datatype } = cell;
  const language = cell['xml:lang'];
  switch (type) {
    case 'uri':
    case 'bnode':
      return { type, value };
    case 'literal':
    case 'typed-literal':
      return {
        type: 'literal',
        value,
        ...(typeof language === 'string' && { language }),
        ...(typeof datatype === 'string' && { datatype }),
      };
    default:
      throw invalid('a term of no known kind');
  }
}
