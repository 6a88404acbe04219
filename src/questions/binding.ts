/** Puts terms into queries, in the places of variables (K66): what a term holds stays within it. */
import type { Literal, NamedNode } from '../rdf/terms.js';
import { xsd } from '../rdf/vocabulary.js';
import { scan, ScanError, type Token, withoutEscapes } from '../sparql/query/tokenizer.js';
import { checkTerm } from '../store/sparql.js';
import type { Bindings } from './parameters.js';

/** As of a query. */
const MAX_DEPTH = 100;

/** A term as SPARQL writes it. @throws TypeError for a term that cannot be written unchanged. */
export function termText(term: NamedNode | Literal): string {
  checkTerm(term);
  if (term.termType === 'NamedNode') return `<${term.value}>`;
  const escaped = term.value.replace(/["\\\n\r]/g, (character) => escapes[character] ?? character);
  if (term.language !== '') return `"${escaped}"@${term.language}`;
  return term.datatype.equals(xsd.string) ? `"${escaped}"` : `"${escaped}"^^<${term.datatype.value}>`;
}

const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

const nameOf = (token: Token): string => withoutEscapes(token).slice(1);

function tokensOf(sparql: string): Token[] {
  try {
    return scan(sparql, MAX_DEPTH);
  } catch (error) {
    // The engine says what is wrong with it.
    if (error instanceof ScanError || error instanceof RangeError) return [];
    throw error;
  }
}

/** The variables of a query. */
export const variablesIn = (sparql: string): ReadonlySet<string> =>
  new Set(tokensOf(sparql).flatMap((token) => (token.type === 'variable' ? [nameOf(token)] : [])));

/** A query with terms in the places of variables. */
export function bound(sparql: string, bindings: Bindings): string {
  let text = '';
  let at = 0;
  for (const token of tokensOf(sparql)) {
    const term = token.type === 'variable' ? bindings.get(nameOf(token)) : undefined;
    if (term === undefined) continue;
    text += `${sparql.slice(at, token.start)} ${termText(term)} `;
    at = token.end;
  }
  return text + sparql.slice(at);
}
