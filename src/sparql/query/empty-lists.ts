/**
 * A member for empty lists: the engine takes `<iri> IN ()` for an error, where SPARQL says false (section 17.4.1.9). What
 * is compared with an IRI that no data has is false without an error, whatever it is.
 */
import { type Edit, insertion } from './text-edits.js';
import type { Token } from './tokenizer.js';

const NO_DATA = '<urn:x-cargograph:no-data>';

/** What is to be inserted into the empty lists of a query, given its tokens. */
export function fillEmptyLists(tokens: readonly Token[]): Edit[] {
  return tokens.flatMap(({ type, text }, index) => {
    const [open, close] = [tokens[index + 1], tokens[index + 2]];
    const isEmpty = type === 'word' && text === 'IN' && open?.text === '(' && close?.text === ')';
    return isEmpty ? [insertion(open.end, NO_DATA)] : [];
  });
}
