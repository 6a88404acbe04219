/** Names in messages: short forms of IRIs, and the nearest known name for an unknown one. */
import { distance } from 'fastest-levenshtein';
import { type Iri, localName } from '../rdf/terms.js';
import { type Namespaces, rdfNs, xsdNs } from '../rdf/vocabulary.js';

/** `cargo:Piece` for a name in one of the namespaces, the full IRI for other names. */
export type ShortName = (name: string) => string;

export function shortNames({ api, cargo, codeLists }: Namespaces): ShortName {
  const prefixes = Object.entries({ cargo, api, 'code-lists': codeLists, xsd: xsdNs, rdf: rdfNs });
  return (name) => {
    const found = prefixes.find(([, namespace]) => name.length > namespace.length && name.startsWith(namespace));
    return found === undefined ? name : `${found[0]}:${name.slice(found[1].length)}`;
  };
}

/** The maximum distance between a misspelled name and its suggestion. */
const maxDistance = (name: string): number => Math.max(1, Math.floor(name.length / 4));

/** Longer names are not compared. */
const MAX_LENGTH = 100;

/** The known name nearest to this one, if one is near enough. */
export function nearestName(name: string, names: Iterable<Iri>): Iri | undefined {
  const wanted = simplify(name);
  if (wanted === '' || wanted.length > MAX_LENGTH) return undefined;
  const limit = maxDistance(wanted);
  let best: Iri | undefined;
  let min = Infinity;
  for (const candidate of names) {
    const simplified = simplify(candidate);
    if (Math.abs(simplified.length - wanted.length) > limit) continue;
    const length = editDistance(wanted, simplified);
    if (length > limit || length >= min) continue;
    best = candidate;
    min = length;
  }
  return best;
}

/** A local name in lower case and without a leading `has` or `is`, which are confused most often. */
function simplify(name: string): string {
  return localName(name)
    .replace(/^(?:has|is)(?=[A-Z])/, '')
    .toLowerCase();
}

/** The cost of a swap of two adjacent letters, the most frequent slip: less than a replaced letter. */
const SWAP_DISTANCE = 0.75;

/** The number of inserted, deleted and replaced letters between two names. */
function editDistance(from: string, to: string): number {
  return isSwap(from, to) ? SWAP_DISTANCE : distance(from, to);
}

/** Whether two texts differ only in the order of two adjacent letters. */
function isSwap(from: string, to: string): boolean {
  if (from.length !== to.length || from === to) return false;
  let at = 0;
  while (from[at] === to[at]) at++;
  return from[at] === to[at + 1] && from[at + 1] === to[at] && from.slice(at + 2) === to.slice(at + 2);
}
