/** Finds revisions among the mementos of a TimeMap (RFC 7089), which are dated and not numbered. */
import { isBelowObject } from '../fetching/link-format.js';
import type { WebLink } from '../fetching/link-format.js';
import type { Answered } from '../fetching/fetch-object.js';

/** The most pages of a TimeMap that are read. */
const MAX_PAGES = 20;

export interface Memento {
  readonly url: string;
  /** The number of its revision, once it has been fetched. */
  number: number | undefined;
}

/**
 * The mementos that a TimeMap and its other pages list, oldest first.
 *
 * @param ask reads a page. @returns undefined if it cannot be read.
 */
export async function mementosOf(
  address: string,
  object: string,
  ask: (url: string) => Promise<Answered<readonly WebLink[]>>,
): Promise<Memento[] | undefined> {
  const pages = new Set([address]);
  const found = new Map<string, number>();
  for (const page of pages) {
    const answer = await ask(page);
    if (answer.kind !== 'answer') return undefined;
    for (const { target, rels, datetime } of answer.value) {
      if (!isBelowObject(target, object)) continue;
      if (rels.includes('timemap') && pages.size < MAX_PAGES) pages.add(target);
      if (rels.includes('memento') && datetime !== undefined) found.set(target, datetime.getTime());
    }
  }
  return [...found].sort(([, one], [, other]) => one - other).map(([url]) => ({ url, number: undefined }));
}

export class MementoSearch {
  #mementos: readonly Memento[];

  /** @param latest the number of the newest revision. */
  constructor(
    mementos: readonly Memento[],
    private readonly latest: number,
  ) {
    this.#mementos = mementos;
  }

  /** The memento that is most probably a revision; undefined if none can be. */
  next(number: number): Memento | undefined {
    let [low, lowest] = [-1, 0];
    let [high, highest] = [this.#mementos.length, this.latest + 1];
    for (const [at, { number: known }] of this.#mementos.entries()) {
      if (known === undefined) continue;
      if (known < number && known > lowest) [low, lowest] = [at, known];
      if (known >= number && known < highest) [high, highest] = [at, known];
    }
    if (low + 1 >= high) return undefined;
    const guess = Math.min(high - 1, Math.max(low + 1, high - (highest - number)));
    const found = this.#mementos[guess];
    return found?.number === undefined ? found : undefined;
  }

  /** Leaves out a memento that cannot be had. */
  without(memento: Memento): void {
    this.#mementos = this.#mementos.filter((one) => one !== memento);
  }
}
