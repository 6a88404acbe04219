/**
 * A query as it will be run: read, found to be one that may be run, bounded, and written again from its syntax tree,
 * so that nothing reaches the engine that was not understood here (D36, D37).
 */
import { randomUUID } from 'node:crypto';
import { type AskQuery, type ConstructQuery, type DescribeQuery, Parser, type SelectQuery } from 'sparqljs';
import { type Prefixes } from '../rdf/prefixes.js';
import { factory, type Iri, isIri, namedNode } from '../rdf/terms.js';
import { sparqlText } from '../store/sparql.js';
import type { NamedDataset } from './messages.js';

/** The parser's declarations leave out that these may have a limit too. */
type Bounds = Pick<SelectQuery, 'limit' | 'offset'>;
type BoundedQuery = SelectQuery | (ConstructQuery & Bounds) | (DescribeQuery & Bounds);
type ReadQuery = AskQuery | BoundedQuery;

/** A query that is ready for the engine. */
export interface Plan {
  readonly kind: ReadQuery['queryType'];
  readonly text: string;
  /** From FROM and FROM NAMED; the text has none of it. */
  readonly dataset: NamedDataset | undefined;
  /** Whether it looks into named graphs. */
  readonly named: boolean;
  /** The predicate of statements that CONSTRUCT makes beside its own, one for each solution. */
  readonly marker?: Iri;
  /** Has a solution only if the query has more of them than it may. */
  readonly overflow?: string;
}

/** The query will not be run; the message is for the caller. */
export class QueryRefusal extends Error {
  override readonly name = 'QueryRefusal';
}

/** The parser takes time that grows with the cube of this. Real queries stay below ten. */
const DEEPEST = 100;

/** Of our own making, and known to nobody outside. */
const MARKER = namedNode(`internal:${randomUUID()}`);

export interface PlanOptions {
  /** For queries that do not declare them themselves. */
  readonly prefixes: Prefixes;
  readonly base: Iri;
  readonly maxRows: number;
}

/** @throws QueryRefusal for what is no SPARQL query, an update, a SERVICE, or too much of anything. */
export function planQuery(text: string, { prefixes, base, maxRows }: PlanOptions): Plan {
  const parsed = parse(text, prefixes, base);
  const dataset = parsed.from && {
    defaultGraphs: parsed.from.default.map(({ value }) => value).filter(isIri),
    namedGraphs: parsed.from.named.map(({ value }) => value).filter(isIri),
  };
  const tree: ReadQuery = { ...parsed, prefixes: {} };
  delete tree.from;
  const found = patternsOf(tree);
  if (found.has('service')) throw new QueryRefusal('SERVICE is not allowed: this node asks no other endpoint');
  const rest = { dataset, named: found.has('graph') };
  switch (tree.queryType) {
    case 'ASK':
      return { kind: 'ASK', text: written(tree), ...rest };
    case 'SELECT':
      return { kind: 'SELECT', text: written(bounded(tree, maxRows)), ...rest };
    case 'CONSTRUCT': {
      // The engine gives each statement once, so that solutions cannot be counted by what they make. A blank node of the
      // template is another one in each solution.
      const mark = { subject: factory.blankNode('solution'), predicate: MARKER, object: MARKER };
      const template = [...(tree.template ?? []), mark];
      const text = written(bounded({ ...tree, template }, maxRows));
      return { kind: 'CONSTRUCT', text, marker: MARKER.value, ...rest };
    }
    case 'DESCRIBE': {
      if (tree.where === undefined || tree.where.length === 0)
        return { kind: 'DESCRIBE', text: written(tree), ...rest };
      const { limit = Infinity, offset = 0, where } = tree;
      const more: SelectQuery = {
        type: 'query',
        queryType: 'SELECT',
        variables: [{ expression: factory.literal('1'), variable: factory.variable('more') }],
        where,
        prefixes: {},
        offset: offset + maxRows,
        limit: 1,
      };
      const overflow = limit > maxRows ? { overflow: written(more) } : {};
      return { kind: 'DESCRIBE', text: written(bounded(tree, maxRows)), ...overflow, ...rest };
    }
  }
}

/** One more than may be told, so that it shows when there are more. */
function bounded<Query extends BoundedQuery>(query: Query, maxRows: number): Query {
  return { ...query, limit: Math.min(query.limit ?? Infinity, maxRows + 1) };
}

function written(tree: ReadQuery): string {
  try {
    return sparqlText(tree);
  } catch (cause) {
    if (cause instanceof TypeError) throw new QueryRefusal(`the query cannot be run: ${cause.message}`, { cause });
    throw cause;
  }
}

function parse(text: string, prefixes: Prefixes, base: Iri): ReadQuery {
  if (depth(text) > DEEPEST) throw new QueryRefusal(`the query is nested more than ${String(DEEPEST)} levels deep`);
  try {
    const parsed = new Parser({ prefixes: { ...prefixes }, baseIRI: `${base}/`, factory }).parse(text);
    // The parser takes a text with nothing but a prologue for an update without operations.
    if (!('type' in parsed)) throw new QueryRefusal('the query is empty');
    if (parsed.type === 'query') return parsed;
  } catch (error) {
    if (error instanceof QueryRefusal || !(error instanceof Error)) throw error;
    if (error instanceof RangeError) throw new QueryRefusal('the query is too long, or a text in it', { cause: error });
    throw new QueryRefusal(`the query does not parse: ${placeOf(error, text)}`, { cause: error });
  }
  throw new QueryRefusal('this is an update; only queries are answered here: change data through the API');
}

/** How deep brackets stand in each other, more or less: those in texts and comments count too. */
function depth(text: string): number {
  let now = 0;
  let most = 0;
  for (const character of text) {
    if (character === '(' || character === '{' || character === '[') most = Math.max(most, (now += 1));
    else if (character === ')' || character === '}' || character === ']') now = Math.max(0, now - 1);
  }
  return most;
}

/** The kinds of patterns anywhere in a tree. */
function patternsOf(tree: unknown, found = new Set<unknown>()): ReadonlySet<unknown> {
  if (typeof tree !== 'object' || tree === null) return found;
  if ('type' in tree) found.add(tree.type);
  for (const branch of Object.values(tree)) patternsOf(branch, found);
  return found;
}

interface ParserHash {
  readonly token?: string;
  readonly text?: string;
  readonly loc?: { readonly last_line: number; readonly last_column: number };
  readonly expected?: readonly string[];
}

/** What the parser says, in short, and where. */
function placeOf(error: Error, text: string): string {
  const hash = 'hash' in error ? (error.hash as ParserHash | undefined) : undefined;
  if (hash?.loc !== undefined) {
    const { last_line: line, last_column: column } = hash.loc;
    const met = hash.token === 'EOF' ? 'it ends' : `unexpected ${JSON.stringify(hash.text ?? hash.token)}`;
    const { expected = [] } = hash;
    const wanted = expected.length > 0 && expected.length <= 8 ? ` (expected ${expected.join(', ')})` : '';
    return `${met} after line ${String(line)}, column ${String(column)}${wanted}`;
  }
  const prefix = /^Unknown prefix: (.*)$/.exec(error.message)?.[1];
  const at = prefix === undefined ? -1 : text.indexOf(`${prefix}:`);
  if (prefix === undefined || at === -1) return error.message;
  const before = text.slice(0, at).split('\n');
  return `unknown prefix ${prefix}: after line ${String(before.length)}, column ${String(before.at(-1)?.length ?? 0)}`;
}
