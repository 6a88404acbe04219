/** What indexes of the store are: entries by their URI, and in the order of their times. */
import type { Iri } from '../../rdf/terms.js';

export interface Timestamped {
  readonly uri: Iri;
  /** In milliseconds since 1970. */
  readonly at: number;
}

/** Oldest first; what is of the same time, by URI. */
const isAfter = (one: Timestamped, other: Timestamped): boolean =>
  one.at > other.at || (one.at === other.at && one.uri > other.uri);

export class SortedIndex<Entry extends Timestamped> {
  readonly #byUri = new Map<Iri, Entry>();
  readonly #entries: Entry[] = [];

  /** All of them, oldest first. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get(uri: Iri): Entry | undefined {
    return this.#byUri.get(uri);
  }

  /** Takes many, none of which is there, in any order. */
  fill(entries: Iterable<Entry>): void {
    for (const entry of entries) {
      this.#byUri.set(entry.uri, entry);
      this.#entries.push(entry);
    }
    this.#entries.sort((one, other) => (isAfter(one, other) ? 1 : -1));
  }

  /** Takes one that is not there. They come nearly in order: its place is looked for from the end. */
  add(entry: Entry): void {
    let place = this.#entries.length;
    for (
      let before = this.#entries[place - 1];
      before !== undefined && isAfter(before, entry);
      before = this.#entries[place - 1]
    )
      place -= 1;
    this.#byUri.set(entry.uri, entry);
    this.#entries.splice(place, 0, entry);
  }

  /** Takes one out, where it is there. */
  remove(uri: Iri): void {
    const entry = this.#byUri.get(uri);
    if (entry === undefined) return;
    this.#byUri.delete(uri);
    this.#entries.splice(this.#entries.indexOf(entry), 1);
  }
}
