/** Immediate attempts at an operator's request. */
import type { NotificationServices } from '../lookups.js';
import { MAX_QUEUES } from './queue-list.js';
import type { QueueSelection } from './pauses.js';
import { describeFailure, readFailure } from './queue-states.js';

/**
 * Makes the failing queues of a receiver, or one of them, due now. It writes the time of the next attempt to the store,
 * where the delivering process sees it, even if the operator has called another process.
 *
 * @returns the number of failing queues.
 */
export async function retryNow(
  {
    store,
    lookups,
    uris,
    vocabulary,
    clock,
  }: Pick<NotificationServices, 'store' | 'lookups' | 'uris' | 'vocabulary' | 'clock'>,
  { receiver, topic }: QueueSelection,
): Promise<number> {
  const failing =
    topic === undefined
      ? (await store.lookup(lookups.notifications.failures, receiver, { limit: MAX_QUEUES })).map(({ value }) => value)
      : [uris.deliveryFailure(receiver, topic)];
  return store.transact(failing, async (tx) => {
    let count = 0;
    for (const graph of failing) {
      const failure = readFailure(await tx.read(graph), vocabulary);
      if (failure === undefined) continue;
      await tx.replace(graph, describeFailure(graph, { ...failure, nextAttempt: clock.now() }, vocabulary));
      count += 1;
    }
    return count;
  });
}
