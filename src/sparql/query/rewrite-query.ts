/**
 * Rewrites a query for the engine: the caller's text, with insertions that limit and count its rows, and edits where the
 * engine deviates from SPARQL (docs/analytics.md). The query is never generated anew from a parsed form (D36, D37).
 */
import { randomUUID } from 'node:crypto';
import type { Prefixes } from '../../rdf/prefixes.js';
import { type Iri, iri } from '../../rdf/terms.js';
import { leftAssociativeBrackets } from './left-associativity.js';
import { fillEmptyLists } from './empty-lists.js';
import { type Edit, edited, insertion, describePosition, originalOffset, offsetOf } from './text-edits.js';
import { groupBySubquery } from './group-by.js';
import { updateWords } from './keywords.js';
import { NestingError, scan, ScanError, type Token, withoutEscapes } from './tokenizer.js';

export type QueryKind = 'SELECT' | 'ASK' | 'CONSTRUCT' | 'DESCRIBE';

/** A query in the form that the engine runs. */
export interface RewrittenQuery {
  readonly kind: QueryKind;
  readonly text: string;
  /**
   * A query for the graphs that this one names with FROM (`?default`) and FROM NAMED (`?named`), as absolute IRIs;
   * undefined without these clauses.
   */
  readonly datasetQuery: string | undefined;
  /** Whether it uses named graphs. */
  readonly named: boolean;
  /** The predicate of additional statements that CONSTRUCT creates, one for each solution. */
  readonly marker?: Iri;
  /** A query that has a solution only if this one has more solutions than allowed. */
  readonly overflow?: string;
  /** The position of a line and column of the rewritten text, expressed in the caller's text and in words. */
  locate(line: number, column: number): string;
}

/** The query is rejected; the message is for the caller. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError';
}

/** The query does not parse. */
export class ParseError extends QueryError {
  override readonly name: string = 'ParseError';
}

/** Safely within the engine's stack. Real queries need fewer than ten levels. */
const MAX_DEPTH = 100;
/** Operators in one chain: each operator nests the expression one level deeper. */
const MAX_CHAIN_LENGTH = 200;

/** Random, so that no query and no data can contain it. */
const MARKER = iri(`internal:${randomUUID()}`);
const COUNTER = `?more_${randomUUID().replaceAll('-', '')}`;

/** The maximum of the engine's counters. */
const MAX_SOLUTIONS = 2 ** 32 - 1;

export interface RewriteOptions {
  /** Used by queries that do not declare them. */
  readonly prefixes: Prefixes;
  readonly maxRows: number;
  /** Leaves out FROM and FROM NAMED: the dataset is given in another way. */
  readonly withoutDataset?: boolean;
}

/** @throws QueryError for a text that is not a SPARQL query, an update, SERVICE, and exceeded limits. */
export function rewriteQuery(
  query: string,
  { prefixes, maxRows, withoutDataset = false }: RewriteOptions,
): RewrittenQuery {
  const tokens = read(query);
  const top = tokens.filter(({ depth }) => depth === 0);
  const form = afterPrologue(top);
  if (form === undefined) throw new QueryError('the query is empty');
  const kind = kindOf(form, query);
  const is = (word: string) => (token: Token) => token.type === 'word' && token.text === word;
  if (tokens.some(is('SERVICE'))) throw new QueryError('SERVICE is not allowed: this node asks no other endpoint');

  const prologue = missingPrefixes(tokens, prefixes);
  const chains = leftAssociativeBrackets(tokens);
  if (chains.length > 2 * MAX_CHAIN_LENGTH) checkChains(chains);
  const clauses = datasetClauses(query, top);
  const left = withoutDataset ? clauses.map(removal) : [];
  const removed = (edit: Edit): boolean => left.some(({ at, length }) => edit.at >= at && edit.at < at + length);
  const reading = [
    insertion(0, prologue),
    ...escapes(tokens).filter((edit) => !removed(edit)),
    ...chains,
    ...fillEmptyLists(tokens),
    ...left,
  ];
  const limits = slices(tokens);
  const edits = [...reading, ...limits.edits];
  const rest = { kind, named: tokens.some(isGraph), datasetQuery: datasetQuery(clauses, prologue, top, form) };
  const rewritten = (
    more: readonly Edit[],
    others: Pick<RewrittenQuery, 'marker' | 'overflow'> = {},
  ): RewrittenQuery => {
    const all = [...edits, ...more];
    const text = edited(query, all);
    const locate = (line: number, column: number): string =>
      describePosition(query, originalOffset(offsetOf(text, line, column), all));
    return { ...rest, ...others, text, locate };
  };

  const body = top.find(({ text, start }) => text === '{' && start > form.start);
  const grouped = kind === 'SELECT' ? [] : groupBySubquery(tokens, top, kind);
  if (kind === 'ASK' || (kind === 'DESCRIBE' && body === undefined)) return rewritten(grouped);
  const bound = limits.bound(maxRows + 1);
  if (kind === 'SELECT') return rewritten([bound]);
  if (kind === 'CONSTRUCT') {
    return rewritten([bound, ...grouped, template(query, reading, top, form)], { marker: MARKER });
  }
  if (limits.limit <= maxRows) return rewritten([bound, ...grouped]);
  const beginning = top.find(({ text, start }) => start > form.start && ['FROM', 'WHERE', '{'].includes(text));
  const header = {
    at: form.start,
    length: (beginning?.start ?? form.end) - form.start,
    text: `SELECT (1 AS ${COUNTER}) `,
  };
  // Edits within the header are dropped together with the header.
  const retained = reading.filter(({ at }) => at <= header.at || at >= header.at + header.length);
  const slice = limits.instead(`OFFSET ${String(Math.min(limits.offset + maxRows, MAX_SOLUTIONS))} LIMIT 1`);
  return rewritten([bound, ...grouped], { overflow: edited(query, [...retained, ...slice, header]) });
}

const isGraph = ({ type, text }: Token): boolean => type === 'word' && text === 'GRAPH';

/** Whether a text reads named graphs, if it is a query. */
export function mentionsGraph(text: string): boolean {
  try {
    return scan(text, MAX_DEPTH).some(isGraph);
  } catch (error) {
    // The worker explains the error.
    if (error instanceof ScanError || error instanceof NestingError || error instanceof RangeError) return false;
    throw error;
  }
}

function read(query: string): Token[] {
  try {
    const tokens = scan(query, MAX_DEPTH);
    tokens.forEach(withoutEscapes);
    return tokens;
  } catch (error) {
    if (error instanceof RangeError) throw new QueryError('the query is too long, or a name in it', { cause: error });
    if (error instanceof NestingError) throw new QueryError(error.message, { cause: error });
    if (!(error instanceof ScanError)) throw error;
    throw new ParseError(`${error.message} at ${describePosition(query, error.at)}`, { cause: error });
  }
}

function afterPrologue(top: readonly Token[]): Token | undefined {
  let at = 0;
  for (;;) {
    const word = top[at];
    if (word?.type === 'word' && word.text === 'BASE') at += 2;
    else if (word?.type === 'word' && word.text === 'PREFIX') at += 3;
    else return word;
  }
}

function kindOf({ type, text, start }: Token, query: string): QueryKind {
  if (type === 'word') {
    if (text === 'SELECT' || text === 'ASK' || text === 'CONSTRUCT' || text === 'DESCRIBE') return text;
    if (updateWords.has(text)) {
      throw new QueryError('this is an update; only queries are answered here: change data through the API');
    }
  }
  throw new ParseError(`a query begins with SELECT, ASK, CONSTRUCT or DESCRIBE, at ${describePosition(query, start)}`);
}

/**
 * Declarations of the default prefixes that the query uses. They come first, so that the query's own declarations
 * override them.
 */
function missingPrefixes(tokens: readonly Token[], prefixes: Prefixes): string {
  const used = new Set(
    tokens.filter(({ type }) => type === 'name').map(({ text }) => text.slice(0, text.indexOf(':'))),
  );
  return Object.entries(prefixes)
    .filter(([prefix]) => used.has(prefix))
    .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}> `)
    .join('');
}

/** Resolves character escapes outside of strings and IRIs, which the engine does not do (section 19.2). */
function escapes(tokens: readonly Token[]): Edit[] {
  return tokens
    .filter(({ type, text }) => ['name', 'variable', 'blank'].includes(type) && /\\[uU]/.test(text))
    .map((token) => ({ at: token.start, length: token.end - token.start, text: withoutEscapes(token) }));
}

function checkChains(chains: readonly Edit[]): void {
  const opened = new Map<number, number>();
  for (const { at, text } of chains) if (text === '(') opened.set(at, (opened.get(at) ?? 0) + 1);
  if (Math.max(...opened.values()) > MAX_CHAIN_LENGTH) {
    throw new QueryError(`more than ${String(MAX_CHAIN_LENGTH)} operators are in one chain`);
  }
}

/** LIMIT and OFFSET of the outermost query, and numbers that are too large for the engine. */
function slices(tokens: readonly Token[]): {
  readonly limit: number;
  readonly offset: number;
  readonly edits: readonly Edit[];
  bound(rows: number): Edit;
  instead(text: string): Edit[];
} {
  const outermost: { readonly word: Token; readonly number: Token }[] = [];
  const edits: Edit[] = [];
  let values: Token | undefined;
  for (const [index, word] of tokens.entries()) {
    if (word.type !== 'word') continue;
    if (word.depth === 0 && word.text === 'VALUES') values = word;
    const number = tokens[index + 1];
    if ((word.text !== 'LIMIT' && word.text !== 'OFFSET') || number?.type !== 'number') continue;
    if (word.depth === 0) outermost.push({ word, number });
    if (Number(number.text) > MAX_SOLUTIONS) edits.push(replacement(number, String(MAX_SOLUTIONS)));
  }
  const end = values?.start ?? tokens.at(-1)?.end ?? 0;
  const numberOf = (name: string): Token | undefined => outermost.find(({ word }) => word.text === name)?.number;
  const limit = Number(numberOf('LIMIT')?.text ?? Infinity);
  return {
    limit,
    offset: Number(numberOf('OFFSET')?.text ?? 0),
    edits: edits.filter(({ at }) => at !== numberOf('LIMIT')?.start),
    bound: (rows) => {
      const number = numberOf('LIMIT');
      if (number === undefined) return insertion(end, ` LIMIT ${String(rows)} `);
      return replacement(number, limit > rows ? String(rows) : number.text);
    },
    instead: (text) => [
      ...outermost.map(({ word, number }) => ({ at: word.start, length: number.end - word.start, text: ' ' })),
      ...edits.filter(({ at }) => !outermost.some(({ number }) => number.start === at)),
      insertion(end, ` ${text} `),
    ],
  };
}

const replacement = ({ start, end }: Token, text: string): Edit => ({ at: start, length: end - start, text });

/**
 * Adds a statement with a blank node to the template of CONSTRUCT, to count solutions: the engine returns equal
 * statements once, but a new blank node for each solution.
 */
function template(query: string, edits: readonly Edit[], top: readonly Token[], form: Token): Edit {
  const mark = `[] <${MARKER}> <${MARKER}> .`;
  const index = top.indexOf(form);
  const next = top[index + 1];
  if (next?.text === '{') return insertion(next.end, ` ${mark} `);
  // The short form: the pattern is the template. A comment at its end stops at the end of its line.
  const open = top.find(({ text, start }) => text === '{' && start > form.start);
  const close = top.find(({ text, start }) => text === '}' && start > form.start);
  if (open === undefined || close === undefined) return insertion(form.end, '');
  return insertion(form.end, ` { ${mark} ${edited(query, edits, open.end, close.start)}\n} `);
}

/** FROM or FROM NAMED with its graph. */
interface DatasetClause {
  readonly from: Token;
  readonly isNamed: boolean;
  readonly graph: Token;
}

function datasetClauses(query: string, top: readonly Token[]): DatasetClause[] {
  const clauses: DatasetClause[] = [];
  for (const [index, from] of top.entries()) {
    if (from.type !== 'word' || from.text !== 'FROM') continue;
    const isNamed = top[index + 1]?.type === 'word' && top[index + 1]?.text === 'NAMED';
    const graph = top[index + (isNamed ? 2 : 1)];
    if (graph?.type !== 'iri' && graph?.type !== 'name') {
      throw new ParseError(`a graph is missing after FROM at ${describePosition(query, from.start)}`);
    }
    clauses.push({ from, isNamed, graph });
  }
  return clauses;
}

const removal = ({ from, graph }: DatasetClause): Edit => ({
  at: from.start,
  length: graph.end - from.start,
  text: ' ',
});

/** Includes the prologue of the query, so that the engine resolves names in the same way. */
function datasetQuery(
  clauses: readonly DatasetClause[],
  prologue: string,
  top: readonly Token[],
  form: Token,
): string | undefined {
  const rows = clauses.map(({ isNamed, graph }) =>
    isNamed ? `(UNDEF ${withoutEscapes(graph)})` : `(${withoutEscapes(graph)} UNDEF)`,
  );
  if (rows.length === 0) return undefined;
  const declared = top.filter(({ start }) => start < form.start);
  const declarations = declared.map((token) => withoutEscapes(token)).join(' ');
  return `${prologue}${declarations} SELECT ?default ?named { VALUES (?default ?named) { ${rows.join(' ')} } }`;
}
