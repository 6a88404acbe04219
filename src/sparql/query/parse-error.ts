/** Why a query does not parse, and where, in words that help its author (D37). */
import { Parser } from 'sparqljs';
import type { Prefixes } from '../../rdf/prefixes.js';
import { factory, type Iri } from '../../rdf/terms.js';
import { type ParseError, type RewrittenQuery, QueryError } from './rewrite-query.js';

/** The second parser's time grows with the cube of the depth of a query, and its stack with the length of a text. */
const MAX_LENGTH = 20_000;
const MAX_DEPTH = 100;

/**
 * The second parser is asked for its message alone, and only where the query is refused already: it names what was met and
 * what might stand there, while the engine's own places lie up to a keyword's length too far on.
 *
 * @param known why it is refused, for where the other parser takes it.
 */
export function explain(query: string, prefixes: Prefixes, base: Iri, known: ParseError): QueryError {
  // It knows no escapes in names.
  const isBeyond = query.length > MAX_LENGTH || depth(query) > MAX_DEPTH || /\\[uU]/.test(query);
  const message = isBeyond ? undefined : sparqljsMessage(query, prefixes, base);
  return new QueryError(`the query does not parse: ${message ?? known.message}`, { cause: known });
}

/** How deep brackets stand in each other at most: those in texts and comments count too. */
function depth(text: string): number {
  let now = 0;
  let most = 0;
  for (const character of text) {
    if ('([{'.includes(character)) most = Math.max(most, (now += 1));
    else if (')]}'.includes(character)) now = Math.max(0, now - 1);
  }
  return most;
}

/** What the engine says of a query that it cannot parse, with the place in the text of the caller; undefined for others. */
export function engineMessage(message: string, plan: RewrittenQuery): string | undefined {
  const found = /^error at (\d+):(\d+): expected (.*)$/s.exec(message);
  if (found === null) return undefined;
  const [, line = '', column = '', expected = ''] = found;
  // Among the tokens that it would take it lists what is wrong with the meaning of the query, as a sentence.
  const sentence =
    /(?:^|one of |, )((?:The|Duplicated|SELECT|Prefix|IRI|Invalid|An?) [A-Za-z*?_ ]+? [A-Za-z*?_ ]+)(?:,|$)/.exec(
      expected,
    );
  return `${sentence?.[1] ?? 'something unexpected'} before ${plan.place(Number(line), Number(column))}`;
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
    // Anything else is its own failure, and says nothing about the query.
    if (!(error instanceof Error) || error.constructor !== Error) return undefined;
    return placed(error, query);
  }
}

function placed(error: Error, query: string): string {
  const hash = 'hash' in error ? (error.hash as ParserHash | undefined) : undefined;
  if (hash?.loc !== undefined) {
    const { last_line: line, last_column: column } = hash.loc;
    const met = hash.token === 'EOF' ? 'it ends' : `unexpected ${JSON.stringify(hash.text ?? hash.token)}`;
    const { expected = [] } = hash;
    const wanted = expected.length > 0 && expected.length <= 8 ? ` (expected ${expected.join(', ')})` : '';
    return `${met} after line ${String(line)}, column ${String(column)}${wanted}`;
  }
  const prefix = /^Unknown prefix: (.*)$/.exec(error.message)?.[1];
  const at = prefix === undefined ? -1 : query.indexOf(`${prefix}:`);
  if (prefix === undefined || at === -1) return error.message;
  const before = query.slice(0, at).split('\n');
  return `unknown prefix ${prefix}: after line ${String(before.length)}, column ${String(before.at(-1)?.length ?? 0)}`;
}
