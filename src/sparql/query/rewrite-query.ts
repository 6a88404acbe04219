/**
 * A query as it will be run: as its caller wrote it, but for what is inserted to bound its rows and to count them, and for
 * what the engine reads otherwise than SPARQL says (docs/analytics.md). Nothing is written anew: what the engine is asked
 * is the caller's text (D36, D37).
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

/** A query that is ready for the engine. */
export interface RewrittenQuery {
  readonly kind: QueryKind;
  readonly text: string;
  /**
   * Asks the engine which graphs the query names with FROM (`?default`) and FROM NAMED (`?named`), as absolute IRIs;
   * undefined without such.
   */
  readonly datasetQuery: string | undefined;
  /** Whether it looks into named graphs. */
  readonly named: boolean;
  /** The predicate of statements that CONSTRUCT makes beside its own, one for each solution. */
  readonly marker?: Iri;
  /** Has a solution only if the query has more of them than it may. */
  readonly overflow?: string;
  /** A place of the text, by line and column, in words: where it is in what the caller wrote. */
  place(line: number, column: number): string;
}

/** The query will not be run; the message is for the caller. */
export class QueryError extends Error {
  override readonly name: string = 'QueryError';
}

/** It does not parse: what was met, and where. */
export class ParseError extends QueryError {
  override readonly name: string = 'ParseError';
}

/** Where the engine's stack still reaches, with room. Real queries stay below ten. */
const MAX_DEPTH = 100;
/** So many operators of one chain: each is an expression in the next one, for the engine too. */
const LONGEST_CHAIN = 200;

/** Of our own making, and known to nobody outside. */
const MARKER = iri(`internal:${randomUUID()}`);
const COUNTER = `?more_${randomUUID().replaceAll('-', '')}`;

/** What the engine can count to: it has no more solutions than that. */
const MOST_SOLUTIONS = 2 ** 32 - 1;

export interface PlanOptions {
  /** For queries that do not declare them themselves. */
  readonly prefixes: Prefixes;
  readonly maxRows: number;
}

/** @throws QueryError for what is no SPARQL query, an update, a SERVICE, or too much of anything. */
export function rewriteQuery(query: string, { prefixes, maxRows }: PlanOptions): RewrittenQuery {
  const tokens = read(query);
  const top = tokens.filter(({ depth }) => depth === 0);
  const form = afterPrologue(top);
  if (form === undefined) throw new QueryError('the query is empty');
  const kind = kindOf(form, query);
  const is = (word: string) => (token: Token) => token.type === 'word' && token.text === word;
  if (tokens.some(is('SERVICE'))) throw new QueryError('SERVICE is not allowed: this node asks no other endpoint');

  const prologue = missingPrefixes(tokens, prefixes);
  const chains = leftAssociativeBrackets(tokens);
  if (chains.length > 2 * LONGEST_CHAIN) checkChains(chains);
  const reading = [insertion(0, prologue), ...escapes(tokens), ...chains, ...fillEmptyLists(tokens)];
  const limits = slices(tokens);
  const edits = [...reading, ...limits.edits];
  const rest = { kind, named: tokens.some(is('GRAPH')), datasetQuery: datasetQuery(query, prologue, top, form) };
  const plan = (more: readonly Edit[], others: Pick<RewrittenQuery, 'marker' | 'overflow'> = {}): RewrittenQuery => {
    const all = [...edits, ...more];
    const text = edited(query, all);
    const place = (line: number, column: number): string =>
      describePosition(query, originalOffset(offsetOf(text, line, column), all));
    return { ...rest, ...others, text, place };
  };

  const body = top.find(({ text, start }) => text === '{' && start > form.start);
  const grouped = kind === 'SELECT' ? [] : groupBySubquery(tokens, top, kind);
  if (kind === 'ASK' || (kind === 'DESCRIBE' && body === undefined)) return plan(grouped);
  const bound = limits.bound(maxRows + 1);
  if (kind === 'SELECT') return plan([bound]);
  if (kind === 'CONSTRUCT') {
    return plan([bound, ...grouped, template(query, reading, top, form)], { marker: MARKER });
  }
  if (limits.limit <= maxRows) return plan([bound, ...grouped]);
  const beginning = top.find(({ text, start }) => start > form.start && ['FROM', 'WHERE', '{'].includes(text));
  const header = {
    at: form.start,
    length: (beginning?.start ?? form.end) - form.start,
    text: `SELECT (1 AS ${COUNTER}) `,
  };
  // The names in the header go with it.
  const kept = reading.filter(({ at }) => at <= header.at || at >= header.at + header.length);
  const slice = limits.instead(`OFFSET ${String(Math.min(limits.offset + maxRows, MOST_SOLUTIONS))} LIMIT 1`);
  return plan([bound, ...grouped], { overflow: edited(query, [...kept, ...slice, header]) });
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

/** Declarations of the prefixes that the query uses without its own: its own come behind them, and count. */
function missingPrefixes(tokens: readonly Token[], prefixes: Prefixes): string {
  const used = new Set(
    tokens.filter(({ type }) => type === 'name').map(({ text }) => text.slice(0, text.indexOf(':'))),
  );
  return Object.entries(prefixes)
    .filter(([prefix]) => used.has(prefix))
    .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}> `)
    .join('');
}

/** The engine reads character escapes in texts and IRIs only; elsewhere they are read here (section 19.2). */
function escapes(tokens: readonly Token[]): Edit[] {
  return tokens
    .filter(({ type, text }) => ['name', 'variable', 'blank'].includes(type) && /\\[uU]/.test(text))
    .map((token) => ({ at: token.start, length: token.end - token.start, text: withoutEscapes(token) }));
}

function checkChains(chains: readonly Edit[]): void {
  const opened = new Map<number, number>();
  for (const { at, text } of chains) if (text === '(') opened.set(at, (opened.get(at) ?? 0) + 1);
  if (Math.max(...opened.values()) > LONGEST_CHAIN) {
    throw new QueryError(`more than ${String(LONGEST_CHAIN)} operators follow each other`);
  }
}

/** LIMIT and OFFSET: those of the whole query, and numbers that are too large for the engine. */
function slices(tokens: readonly Token[]): {
  readonly limit: number;
  readonly offset: number;
  readonly edits: readonly Edit[];
  bound(rows: number): Edit;
  instead(text: string): Edit[];
} {
  const own: { readonly word: Token; readonly number: Token }[] = [];
  const edits: Edit[] = [];
  let values: Token | undefined;
  for (const [index, word] of tokens.entries()) {
    if (word.type !== 'word') continue;
    if (word.depth === 0 && word.text === 'VALUES') values = word;
    const number = tokens[index + 1];
    if ((word.text !== 'LIMIT' && word.text !== 'OFFSET') || number?.type !== 'number') continue;
    if (word.depth === 0) own.push({ word, number });
    if (Number(number.text) > MOST_SOLUTIONS) edits.push(replacement(number, String(MOST_SOLUTIONS)));
  }
  const end = values?.start ?? tokens.at(-1)?.end ?? 0;
  const numberOf = (name: string): Token | undefined => own.find(({ word }) => word.text === name)?.number;
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
      ...own.map(({ word, number }) => ({ at: word.start, length: number.end - word.start, text: ' ' })),
      ...edits.filter(({ at }) => !own.some(({ number }) => number.start === at)),
      insertion(end, ` ${text} `),
    ],
  };
}

const replacement = ({ start, end }: Token, text: string): Edit => ({ at: start, length: end - start, text });

/**
 * Has CONSTRUCT make a statement for each solution: the engine gives each statement once, so that solutions cannot be
 * counted by what they make. A blank node of the template is another one in each solution.
 */
function template(query: string, edits: readonly Edit[], top: readonly Token[], form: Token): Edit {
  const mark = `[] <${MARKER}> <${MARKER}> .`;
  const index = top.indexOf(form);
  const next = top[index + 1];
  if (next?.text === '{') return insertion(next.end, ` ${mark} `);
  // The short form: the pattern is the template. A comment at its end ends with its line.
  const open = top.find(({ text, start }) => text === '{' && start > form.start);
  const close = top.find(({ text, start }) => text === '}' && start > form.start);
  if (open === undefined || close === undefined) return insertion(form.end, '');
  return insertion(form.end, ` { ${mark} ${edited(query, edits, open.end, close.start)}\n} `);
}

/** The engine resolves the names itself, as it would in the query: with its prologue. */
function datasetQuery(query: string, prologue: string, top: readonly Token[], form: Token): string | undefined {
  const rows: string[] = [];
  for (const [index, token] of top.entries()) {
    if (token.type !== 'word' || token.text !== 'FROM') continue;
    const isNamed = top[index + 1]?.type === 'word' && top[index + 1]?.text === 'NAMED';
    const graph = top[index + (isNamed ? 2 : 1)];
    if (graph?.type !== 'iri' && graph?.type !== 'name') {
      throw new ParseError(`a graph is missing after FROM at ${describePosition(query, token.start)}`);
    }
    rows.push(isNamed ? `(UNDEF ${withoutEscapes(graph)})` : `(${withoutEscapes(graph)} UNDEF)`);
  }
  if (rows.length === 0) return undefined;
  const declared = top.filter(({ start }) => start < form.start);
  const declarations = declared.map((token) => withoutEscapes(token)).join(' ');
  return `${prologue}${declarations} SELECT ?default ?named { VALUES (?default ?named) { ${rows.join(' ')} } }`;
}
