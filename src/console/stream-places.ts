/**
 * The ids of streamed events (`Last-Event-ID`): the sequence of a commit, and the epoch in which it has this sequence. After a
 * reset of the store, or a start from a backup, another commit may have it. An epoch is one of this process: who comes from
 * another one, or from an earlier start, asks again for what is shown.
 */
import type { Store } from '../store/store.js';

const ID = /^(\d{1,15})-(.+)$/;

export class StreamPlaces {
  #resets = 0;

  /** @param start of this process, unlike any other. */
  constructor(
    private readonly start: string,
    store: Pick<Store, 'onReset'>,
  ) {
    store.onReset(() => {
      this.#resets += 1;
    });
  }

  id(sequence: number): string {
    return `${sequence}-${this.#epoch}`;
  }

  /** The sequence of an id; NaN for one of another epoch, and for what is none. */
  sequenceOf(id: string): number {
    const [, sequence, epoch] = ID.exec(id) ?? [];
    return epoch === this.#epoch ? Number(sequence) : NaN;
  }

  get #epoch(): string {
    return `${this.start}-${this.#resets}`;
  }
}
