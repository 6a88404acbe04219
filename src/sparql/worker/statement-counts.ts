/**
 * Counts statements that several graphs of a default graph share: the engine holds such a statement once, until the
 * last of these graphs loses it. Only shared statements are counted. To notice them, the class keeps a fingerprint of
 * four bytes for every statement; the engine decides whether two are equal.
 */
import { detachString } from '../../rdf/terms.js';

const MIN_SLOTS = 2 ** 12;
/** A higher share of used slots makes searches slow. */
const MAX_LOAD = 0.6;

export class StatementCounts {
  /** The statements that several graphs have or had, with the number of these graphs, until no graph has them. */
  readonly #shared = new Map<string, number>();
  /** An open hash table; 0 is a free slot. */
  #slots = new Uint32Array(MIN_SLOTS);
  #used = 0;

  /**
   * Counts a statement in: a line in the engine's form, so that equal statements are equal lines.
   *
   * @returns 'new' for a statement that must be loaded, 'shared' for a loaded one, 'unsure' if the engine must be
   * asked; call `share` if the engine has it.
   */
  add(text: string, begin: number, end: number): 'new' | 'shared' | 'unsure' {
    if (this.#insert(fingerprint(text, begin, end))) return 'new';
    const line = text.slice(begin, end);
    const count = this.#shared.get(line);
    if (count === undefined) return 'unsure';
    this.#shared.set(line, count + 1);
    return 'shared';
  }

  /** Counts a present statement for one more graph. */
  share(line: string): void {
    this.#shared.set(detachString(line), (this.#shared.get(line) ?? 1) + 1);
  }

  /** Counts a statement out. @returns whether no graph has it any more. */
  remove(line: string): boolean {
    const count = this.#shared.get(line) ?? 1;
    if (count > 1) this.#shared.set(line, count - 1);
    else this.#shared.delete(line);
    return count === 1;
  }

  /** Whether several graphs have the statement, or had it since it was added. */
  isShared(line: string): boolean {
    return this.#shared.has(line);
  }

  /** @returns whether the fingerprint is new. */
  #insert(print: number): boolean {
    if (this.#used > this.#slots.length * MAX_LOAD) this.#grow();
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = print & mask; ; at = (at + 1) & mask) {
      const found = slots[at];
      if (found === print) return false;
      if (found !== 0) continue;
      slots[at] = print;
      this.#used += 1;
      return true;
    }
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Uint32Array(old.length * 2);
    this.#used = 0;
    for (const print of old) if (print !== 0) this.#insert(print);
  }
}

/** FNV-1a of the UTF-16 code units, with mixed bits; never 0. */
function fingerprint(text: string, begin: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let at = begin; at < end; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return hash === 0 ? 1 : hash >>> 0;
}
