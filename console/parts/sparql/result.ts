/** The node's answer to a query: solutions, a truth value or statements; as columns and rows. */
import { ask, type Answer } from '../../core/index.js';
import { parseNTriples } from '../statements.js';
import { formOf, type Question } from './question.js';
import type { Cell, Result } from './rows.js';

/** The formats that a table is parsed from: solutions as JSON, statements as N-Triples. */
export const TABLE_TYPES = 'application/sparql-results+json, application/n-triples';

interface JsonTerm {
  readonly type: string;
  readonly value: string;
  readonly datatype?: string;
  readonly 'xml:lang'?: string;
}

interface JsonResults {
  readonly head: { readonly vars?: readonly string[] };
  readonly boolean?: boolean;
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] };
}

function cellOf(term: JsonTerm | undefined): Cell {
  if (term === undefined) return undefined;
  const { type, value, datatype, 'xml:lang': language } = term;
  if (type === 'bnode') return { type: 'uri', value: `_:${value}` };
  if (type === 'uri') return { type: 'uri', value };
  return {
    type: 'literal',
    value,
    ...(datatype !== undefined && { datatype }),
    ...(language !== undefined && { language }),
  };
}

/** Blank nodes of N-Triples as URIs, which the statement parser accepts. */
const blankAsUri = (line: string): string => line.replace(/^_:(\S+)/, '<_:$1>').replace(/ _:(\S+) \.$/, ' <_:$1> .');

function statements(text: string): Pick<Result, 'columns' | 'rows'> {
  const parsed = parseNTriples(text.split('\n').map(blankAsUri).join('\n'));
  return {
    columns: ['subject', 'property', 'value'],
    rows: parsed.map(({ s, p, o }) => [{ type: 'uri', value: s }, { type: 'uri', value: p }, o]),
  };
}

function resultOf({ text, headers }: Answer, milliseconds: number): Result {
  const common = {
    isTruncated: headers.get('truncated') === 'true',
    behind: Number(headers.get('dataset-behind') ?? 0),
    milliseconds,
    holds: false,
  };
  if (headers.get('content-type')?.startsWith('application/n-triples') === true)
    return { ...common, kind: 'statements', ...statements(text) };
  // The node writes SPARQL 1.1 Query Results JSON.
  const { head, boolean, results } = JSON.parse(text) as JsonResults;
  if (boolean !== undefined) return { ...common, kind: 'boolean', columns: [], rows: [], holds: boolean };
  const columns = head.vars ?? [];
  const rows = (results?.bindings ?? []).map((binding) => columns.map((name) => cellOf(binding[name])));
  return { ...common, kind: 'solutions', columns, rows };
}

/**
 * Requests one of the node's formats. @throws Failure; AbortError if the request was aborted, upon which the node stops
 * the query.
 */
export function askAs(question: Question, accept: string, signal?: AbortSignal): Promise<Answer> {
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  return ask('/sparql', { method: 'POST', headers, accept, body: formOf(question), signal });
}

/** Requests a table. @throws as askAs. */
export async function askQuestion(question: Question, signal?: AbortSignal): Promise<Result> {
  const begin = performance.now();
  const answer = await askAs(question, TABLE_TYPES, signal);
  return resultOf(answer, performance.now() - begin);
}
