/**
 * The members that one caller may read, in the order of the feed: by feed time, then by position (W53). A member takes
 * 24 bytes: its graph is found by its position.
 */
import { createHash } from 'node:crypto';
import type { Iri } from '../rdf/terms.js';

/** A place in the feed. Both are in microseconds since 1970. */
export interface Place {
  /** The feed time: of the member's commit, or of the caller's access to it, whichever is later. */
  readonly time: number;
  /** Of the member's commit: unique among all members of a database. */
  readonly position: number;
}

/** A member in a view. */
export interface ViewedMember extends Place {
  /** See `identityOf`. */
  readonly identity: number;
}

/** Bits of a number that are exact. */
const EXACT_BITS = 53n;

/**
 * Stands for a member in the digests of documents. Positions do not: who knows the time of a member to the millisecond
 * could find its microseconds by trying, and with them the commits of others.
 *
 * @param erasures of properties of its object: they have changed its statements (A10).
 */
export const identityOf = (graph: Iri, erasures: readonly Iri[] = []): number =>
  Number(
    createHash('sha256')
      .update([graph, ...erasures].join(' '))
      .digest()
      .readBigUInt64BE() >>
      (64n - EXACT_BITS),
  );

const MICROSECONDS = 1_000;

/** The places of a view when it is empty. */
const INITIAL = 16;

/** A range of indexes; `to` is excluded. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export class FeedView {
  #times = new Float64Array(INITIAL);
  #positions = new Float64Array(INITIAL);
  #identities = new Float64Array(INITIAL);
  #length = 0;
  #changes = 0;

  get length(): number {
    return this.#length;
  }

  /** Bytes in memory. */
  get bytes(): number {
    return this.#times.byteLength + this.#positions.byteLength + this.#identities.byteLength;
  }

  /** Changes whenever something other than an addition at the end has happened. */
  get changes(): number {
    return this.#changes;
  }

  at(index: number): ViewedMember {
    return {
      time: this.#times[index] ?? NaN,
      position: this.#positions[index] ?? NaN,
      identity: this.#identities[index] ?? NaN,
    };
  }

  /** The index of the first member that is not before a place. */
  indexOf(place: Place): number {
    let low = 0;
    let high = this.#length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (comparePlaces(this.at(middle), place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The members whose feed time is in a period; its end is excluded. */
  between(start: number, end: number): Range {
    return {
      from: this.indexOf({ time: start, position: -Infinity }),
      to: this.indexOf({ time: end, position: -Infinity }),
    };
  }

  /** What the caller is told of a range, for its digest: the times of its members to the millisecond, and which they are. */
  *bytesOf({ from, to }: Range): Generator<Uint8Array, void, undefined> {
    yield new Uint8Array(this.#times.slice(from, to).map((time) => Math.floor(time / MICROSECONDS)).buffer);
    yield new Uint8Array(this.#identities.slice(from, to).buffer);
  }

  /** Adds members in any order. */
  add(places: readonly ViewedMember[]): void {
    const [first] = places;
    if (first === undefined) return;
    const sorted = isSorted(places) ? places : [...places].sort(comparePlaces);
    const [earliest = first] = sorted;
    if (this.#length === 0 || comparePlaces(this.at(this.#length - 1), earliest) < 0) {
      this.#reserve(this.#length + sorted.length);
      for (const place of sorted) this.#push(place);
      return;
    }
    this.#changes += 1;
    const at = this.indexOf(earliest);
    const rest = Array.from({ length: this.#length - at }, (_, index) => this.at(at + index));
    this.#length = at;
    this.#reserve(at + rest.length + sorted.length);
    for (const place of merged(rest, sorted)) this.#push(place);
  }

  /** Takes members out, by their positions. */
  remove(positions: ReadonlySet<number>): void {
    if (positions.size === 0) return;
    let remaining = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const { time, position, identity } = this.at(index);
      if (positions.has(position)) continue;
      this.#times[remaining] = time;
      this.#positions[remaining] = position;
      this.#identities[remaining] = identity;
      remaining += 1;
    }
    if (remaining !== this.#length) this.#changes += 1;
    this.#length = remaining;
  }

  #push({ time, position, identity }: ViewedMember): void {
    this.#times[this.#length] = time;
    this.#positions[this.#length] = position;
    this.#identities[this.#length] = identity;
    this.#length += 1;
  }

  #reserve(length: number): void {
    if (length <= this.#times.length) return;
    const size = Math.max(length, Math.ceil(this.#times.length * 1.5));
    const grown = (numbers: Float64Array): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(size);
      larger.set(numbers.subarray(0, this.#length));
      return larger;
    };
    this.#times = grown(this.#times);
    this.#positions = grown(this.#positions);
    this.#identities = grown(this.#identities);
  }
}

export const comparePlaces = (one: Place, other: Place): number =>
  one.time - other.time || one.position - other.position;

const isSorted = (places: readonly Place[]): boolean =>
  places.every((place, index) => index === 0 || comparePlaces(places[index - 1] ?? place, place) <= 0);

/** Two sorted lists in one. */
function* merged(
  some: readonly ViewedMember[],
  others: readonly ViewedMember[],
): Generator<ViewedMember, void, undefined> {
  let [left, right] = [0, 0];
  for (;;) {
    const [one, other] = [some[left], others[right]];
    if (one === undefined && other === undefined) return;
    if (other === undefined || (one !== undefined && comparePlaces(one, other) <= 0)) {
      if (one !== undefined) yield one;
      left += 1;
    } else {
      yield other;
      right += 1;
    }
  }
}
