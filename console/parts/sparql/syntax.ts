/** The syntax check during input. The parser is a file of its own, loaded on first use. */
import { Parser } from 'sparqljs';

export interface SyntaxFault {
  readonly message: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
}

/** The parser's time grows with the cube of a query's depth: only the node checks longer and deeper queries. */
const MAX_LENGTH = 5000;
const MAX_DEPTH = 24;

function depthOf(text: string): number {
  let depth = 0;
  let max = 0;
  for (const character of text) {
    if ('([{'.includes(character)) max = Math.max(max, (depth += 1));
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return max;
}

interface ParserHash {
  readonly token?: string;
  readonly text?: string;
  readonly loc?: { readonly last_line: number; readonly last_column: number };
  readonly expected?: readonly string[];
}

/** @returns undefined without a syntax error: the node's check is decisive. */
export function syntaxFault(text: string, prefixes: Readonly<Record<string, string>>): SyntaxFault | undefined {
  if (text.trim() === '' || text.length > MAX_LENGTH || depthOf(text) > MAX_DEPTH || /\\[uU]/.test(text))
    return undefined;
  try {
    new Parser({ prefixes: { ...prefixes }, baseIRI: 'http://base.invalid/' }).parse(text);
    return undefined;
  } catch (error) {
    // Other errors are faults of the parser, not of the query.
    if (!(error instanceof Error) || error.constructor !== Error) return undefined;
    return placed(error, text);
  }
}

function placed(error: Error, text: string): SyntaxFault {
  const hash = 'hash' in error ? (error.hash as ParserHash | undefined) : undefined;
  if (hash?.loc !== undefined) {
    const { token, expected = [], loc } = hash;
    const found = token === 'EOF' ? 'it ends too early' : `unexpected ${JSON.stringify(hash.text ?? token)}`;
    const hint = expected.length > 0 && expected.length <= 8 ? ` (expected ${expected.join(', ')})` : '';
    return { message: found + hint, line: loc.last_line, column: loc.last_column + 1 };
  }
  const prefix = /^Unknown prefix: (.*)$/.exec(error.message)?.[1];
  const at = prefix === undefined ? -1 : text.indexOf(`${prefix}:`);
  const before = text.slice(0, Math.max(0, at)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { message: error.message, line: before.length, column };
}
