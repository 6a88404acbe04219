/** Names for people: short forms of IRIs, and the nearest known name for one that nobody knows. */
import type { Iri } from '../rdf/terms.js';
import { type Namespaces, rdfNs, xsdNs } from '../rdf/vocabulary.js';

/** What stands after the last `#` or `/`. */
export function localName(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('#'), name.lastIndexOf('/')) + 1);
}

export class Names {
  readonly #prefixes: readonly (readonly [string, string])[];

  constructor(namespaces: Namespaces) {
    this.#prefixes = [
      ['cargo:', namespaces.cargo],
      ['api:', namespaces.api],
      ['code-lists:', namespaces.codeLists],
      ['xsd:', xsdNs],
      ['rdf:', rdfNs],
    ];
  }

  /** `cargo:Piece` for a name of the exchange, the whole IRI for any other. */
  short(name: string): string {
    for (const [prefix, namespace] of this.#prefixes) {
      if (name.length > namespace.length && name.startsWith(namespace)) return prefix + name.slice(namespace.length);
    }
    return name;
  }
}

/** How far a name may be from a known one to be taken for a slip of the pen. */
const maxDistance = (name: string): number => Math.max(1, Math.floor(name.length / 4));

/** The longest name for which it is worth looking. */
const maxLength = 100;

/** The known name that is nearest to this one, if one is near. */
export function nearestName(name: string, known: Iterable<Iri>): Iri | undefined {
  const wanted = bare(name);
  if (wanted === '' || wanted.length > maxLength) return undefined;
  let best: Iri | undefined;
  let bound = maxDistance(wanted) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, bare(candidate), bound);
    if (distance < bound) {
      best = candidate;
      bound = distance;
    }
  }
  return best;
}

/** A local name without what is mixed up most easily: upper and lower case, and the `has` or `is` in front. */
function bare(name: string): string {
  return localName(name)
    .replace(/^(?:has|is)(?=[A-Z])/, '')
    .toLowerCase();
}

/** What a swap of two neighbouring letters counts, the likeliest slip of all. */
const swap = 0.75;

/** Insertions, deletions, replacements and swaps from one text to another, or `bound` when it takes as much or more. */
function editDistance(from: string, to: string, bound: number): number {
  if (Math.abs(from.length - to.length) >= bound) return bound;
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      const swapped = from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1] ? (before[j - 2] ?? bound) + swap : bound;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    if (Math.min(...next, ...row) >= bound) return bound;
    before = row;
    row = next;
  }
  return Math.min(row[to.length] ?? bound, bound);
}
