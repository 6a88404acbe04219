/** Lists the pauses of queues: the current ones, and the ended ones within `RECEIPT_DAYS`. */
import type { Iri } from '../../rdf/terms.js';
import { ALL_NOTIFICATIONS, type NotificationServices } from '../lookups.js';
import type { QueuePauses } from './pauses.js';
import { type EndedPause, type QueuePause, readEndedPause } from './queue-states.js';

export interface PauseFilter {
  readonly receiver: Iri | undefined;
  /** Only pauses that were active at some time in this period. */
  readonly from: Date | undefined;
  readonly to: Date | undefined;
}

/** The maximum number of pauses with an end after `to` that are searched for those with a beginning before it. */
const MAX_LATER = 1_000;

/** The pauses that pass a filter: running ones by their beginning, then ended ones by their end, newest first. */
export async function findPauses(
  services: Pick<NotificationServices, 'store' | 'lookups' | 'vocabulary'>,
  pauses: QueuePauses,
  { receiver, from, to }: PauseFilter,
  limit: number,
): Promise<(QueuePause | EndedPause)[]> {
  const { store, lookups, vocabulary } = services;
  const isInTime = ({ at }: QueuePause): boolean => to === undefined || at <= to;
  const running = pauses
    .all()
    .filter((pause) => (receiver === undefined || pause.receiver === receiver) && isInTime(pause))
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const ended = async (page: {
    from?: number;
    until?: number;
    limit: number;
    reverse?: boolean;
  }): Promise<EndedPause[]> => {
    const entries = await store.lookup(lookups.notifications.endedPauses, receiver ?? ALL_NOTIFICATIONS, page);
    const read = await Promise.all(
      entries.map(async ({ value }) => readEndedPause(await store.read(value), vocabulary)),
    );
    return read.filter((pause) => pause !== undefined);
  };
  // The index is by the end. Among pauses that ended after `to`, those that ended first are the likeliest to have begun
  // before it.
  const later =
    to === undefined
      ? []
      : await ended({ from: Math.max(to.getTime() + 1, from?.getTime() ?? -Infinity), limit: MAX_LATER });
  const within = await ended({
    ...(from && { from: from.getTime() }),
    ...(to && { until: to.getTime() }),
    limit,
    reverse: true,
  });
  return [...running, ...later.filter(isInTime).reverse(), ...within].slice(0, limit);
}
