/** A caller's feed: its documents, and what changed since a time. */
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Store } from '../store/store.js';
import { type FeedDocument, findDocument, type Found, type Reading, rootDocument } from './documents.js';
import { ALWAYS, type DocumentName, MICROSECONDS, type Period, periodBelow, SECOND } from './periods.js';
import type { FeedView } from './view.js';
import type { FeedViews } from './views.js';

/** A period is closed this long after its end (W57). */
const CLOSED_AFTER_MS = 10_000;

export interface FeedServices {
  readonly views: FeedViews;
  readonly store: Pick<Store, 'closeUntil'>;
  readonly clock: Clock;
  readonly pageSize: number;
}

export class Feed {
  constructor(private readonly services: FeedServices) {}

  root(caller: Caller): Promise<FeedDocument> {
    return this.#read(caller, rootDocument);
  }

  document(name: DocumentName, caller: Caller): Promise<Found> {
    return this.#read(caller, (reading) => findDocument(name, reading));
  }

  /**
   * Reads the documents of a caller. What is served as closed has every member of its period: the end of the last period
   * that may be closed is settled first, and the view is brought up to date after that (W57, W63).
   */
  async #read<Result>(caller: Caller, use: (reading: Reading) => Result): Promise<Result> {
    const { views, clock, pageSize } = this.services;
    const over = (clock.now().getTime() - CLOSED_AFTER_MS) * MICROSECONDS;
    const end = await views.read(caller, ({ view }) => lastEnd(view, over));
    const settled = end === undefined ? -Infinity : await this.#settle(end);
    const closedUntil = Math.min(settled, over);
    return views.read(caller, ({ view, digests }) => use({ view, digests, pageSize, closedUntil }));
  }

  /** Ends the time before `end`. While the store takes no writes no time is known to have ended, and all is open. */
  async #settle(end: number): Promise<number> {
    try {
      return (await this.services.store.closeUntil(end - 1)) + 1;
    } catch (error) {
      if (error instanceof ServiceError) return -Infinity;
      throw error;
    }
  }
}

/**
 * The latest end of a period with members that is over; undefined for none. Only the periods of the last member may need
 * a commit to be closed: those of the others end before it.
 */
function lastEnd(view: FeedView, over: number): number | undefined {
  if (view.length === 0) return undefined;
  const last = view.at(view.length - 1);
  let period: Period = ALWAYS;
  while (period.fields.length < SECOND) {
    period = periodBelow(period, last);
    if (period.end <= over) return period.end;
  }
  return last.time;
}
