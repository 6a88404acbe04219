/** Error messages for queries that do not parse: the error and its position (D37). */
import { Parser } from '../../bundled/sparqljs.js';
import type { Prefixes } from '../../rdf/prefixes.js';
import { factory, type Iri } from '../../rdf/terms.js';
import { nestingOf } from './nesting.js';
import { type ParseError, type RewrittenQuery, QueryError } from './rewrite-query.js';

/** Limits for the second parser: its time grows with the cube of a query's depth, its stack with the length. */
const MAX_LENGTH = 20_000;
const MAX_DEPTH = 100;

/**
 * Explains a syntax error with a second parser, used for its message only, after the query was rejected. It names the
 * unexpected token and the expected ones; the engine's positions are up to a keyword's length too far.
 *
 * @param fallback the error of the engine, for queries that the second parser accepts.
 */
export function explain(query: string, prefixes: Prefixes, base: Iri, fallback: ParseError): QueryError {
  // The second parser does not support escapes in names.
  const isBeyond = query.length > MAX_LENGTH || nestingOf(query) > MAX_DEPTH || /\\[uU]/.test(query);
  const message = isBeyond ? undefined : sparqljsMessage(query, prefixes, base);
  return new QueryError(`the query does not parse: ${message ?? fallback.message}`, { cause: fallback });
}

/**
 * The engine's message about a query that it cannot parse, with the position in the caller's text; undefined for other
 * errors.
 */
export function engineMessage(message: string, query: RewrittenQuery): string | undefined {
  const found = /^error at (\d+):(\d+): expected (.*)$/s.exec(message);
  if (found === null) return undefined;
  const [, line = '', column = '', expected = ''] = found;
  // Semantic errors appear as a sentence among the expected tokens.
  const sentence =
    /(?:^|one of |, )((?:The|Duplicated|SELECT|Prefix|IRI|Invalid|An?) [A-Za-z*?_ ]+? [A-Za-z*?_ ]+)(?:,|$)/.exec(
      expected,
    );
  return `${sentence?.[1] ?? 'something unexpected'} before ${query.locate(Number(line), Number(column))}`;
}

interface ParserHash {
  readonly token?: string;
  readonly text?: string;
  readonly loc?: { readonly last_line: number; readonly last_column: number };
  readonly expected?: readonly string[];
}

function sparqljsMessage(query: string, prefixes: Prefixes, base: Iri): string | undefined {
  try {
    new Parser({ prefixes: { ...prefixes }, baseIRI: `${base}/`, factory }).parse(query);
    return undefined;
  } catch (error) {
    // Other errors are faults of the parser, not of the query.
    if (!(error instanceof Error) || error.constructor !== Error) return undefined;
    return placed(error, query);
  }
}

function placed(error: Error, query: string): string {
  const hash = 'hash' in error ? (error.hash as ParserHash | undefined) : undefined;
  if (hash?.loc !== undefined) {
    const { last_line: line, last_column: column } = hash.loc;
    const found = hash.token === 'EOF' ? 'it ends' : `unexpected ${JSON.stringify(hash.text ?? hash.token)}`;
    const { expected = [] } = hash;
    const hint = expected.length > 0 && expected.length <= 8 ? ` (expected ${expected.join(', ')})` : '';
    return `${found} after line ${String(line)}, column ${String(column)}${hint}`;
  }
  const prefix = /^Unknown prefix: (.*)$/.exec(error.message)?.[1];
  const at = prefix === undefined ? -1 : query.indexOf(`${prefix}:`);
  if (prefix === undefined || at === -1) return error.message;
  const before = query.slice(0, at).split('\n');
  return `unknown prefix ${prefix}: after line ${String(before.length)}, column ${String(before.at(-1)?.length ?? 0)}`;
}
