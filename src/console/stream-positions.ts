/**
 * The ids of streamed events (`Last-Event-ID`): the sequence of a commit, and its epoch. After a reset of the store, or
 * a start from a backup, another commit may have the sequence. An epoch belongs to this process: a client of another
 * process, or of an earlier start, reads its data again.
 */
import type { Cursor, Store } from '../store/store.js';

const ID = /^(\d{1,15})-(.+)$/;

export class StreamPositions {
  #epoch: AbortSignal;
  #resets = 0;

  /** @param start of this process, unlike any other. */
  constructor(
    private readonly start: string,
    private readonly store: Pick<Store, 'follow'>,
  ) {
    this.#epoch = store.follow().lost;
  }

  /** The id of a position; a client cannot resume at one of an earlier epoch. */
  id({ sequence, lost }: Pick<Cursor, 'sequence' | 'lost'>): string {
    return `${sequence}-${lost.aborted ? `${this.start}-lost` : this.#nameOfEpoch()}`;
  }

  /** The sequence of an id; NaN for one of another epoch, and for an invalid one. */
  sequenceOf(id: string): number {
    const [, sequence, epoch] = ID.exec(id) ?? [];
    return epoch === this.#nameOfEpoch() ? Number(sequence) : NaN;
  }

  #nameOfEpoch(): string {
    if (this.#epoch.aborted) {
      this.#epoch = this.store.follow().lost;
      this.#resets += 1;
    }
    return `${this.start}-${this.#resets}`;
  }
}
