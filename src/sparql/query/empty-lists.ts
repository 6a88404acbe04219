/**
 * Adds a member to empty lists: `<iri> IN ()` is an error in the engine and false in SPARQL (section 17.4.1.9). A
 * comparison with an IRI that no data has is false, without an error, for any term.
 */
import { type Edit, insertion } from './text-edits.js';
import type { Token } from './tokenizer.js';

const NO_DATA = '<urn:x-cargograph:no-data>';

/** The insertions into the empty lists of a query with these tokens. */
export function fillEmptyLists(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap(({ type, text }, index) => {
    const [open, close] = [tokens[index + 1], tokens[index + 2]];
    const isEmpty = type === 'word' && text === 'IN' && open?.text === '(' && close?.text === ')';
    return isEmpty ? [insertion(open.end, NO_DATA)] : [];
  });
}
