/** Counts waiting notifications by receiver. */
import type { Iri } from '../../rdf/terms.js';
import type { Queue } from './queue.js';

/** A receiver's waiting notifications in all its queues. */
export interface Backlog {
  readonly receiver: Iri;
  readonly waiting: number;
  /** The creation time of the oldest one. */
  readonly since: Date;
  /** The number of consecutive failed attempts. */
  readonly failing: number;
}

/** @param now stands for the age of a queue's entries before the first ones are read. */
export function backlogOf(queues: Iterable<Queue>, now: Date): Backlog[] {
  const backlogs = new Map<Iri, Backlog>();
  for (const { receiver, first, length, attempts } of queues) {
    if (length === 0) continue;
    const since = first?.createdAt ?? now;
    const previous = backlogs.get(receiver);
    backlogs.set(receiver, {
      receiver,
      waiting: length + (previous?.waiting ?? 0),
      since: previous !== undefined && previous.since < since ? previous.since : since,
      failing: Math.max(attempts, previous?.failing ?? 0),
    });
  }
  return [...backlogs.values()];
}
