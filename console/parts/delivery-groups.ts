/** The queues of deliveries by partner: a partner has one for each thing that it has subscribed to (K62). */
import type { DeliveryQueue, DeliveryQueuesAnswer } from '../../src/console/responses.js';

export interface PartnerQueues {
  readonly subscriber: string;
  readonly label: string | null;
  /** Those that need most attention first. */
  readonly queues: readonly DeliveryQueue[];
  /** The first of them, whose state is that of the partner. */
  readonly first: DeliveryQueue;
  /** The one with the newest confirmation. */
  readonly confirmed: DeliveryQueue;
  readonly waiting: number;
  /** When the oldest waiting notification was written. */
  readonly oldest: string | null;
}

/** The answer with a row for each partner. */
export type PartnerQueuesAnswer = Omit<DeliveryQueuesAnswer, 'items'> & { readonly items: readonly PartnerQueues[] };

const states: readonly DeliveryQueue['state'][] = ['backing-off', 'paused', 'sending', 'waiting', 'idle'];
const rankOf = ({ state }: DeliveryQueue): number => states.indexOf(state);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Longest failing first; those with nothing waiting last. */
export function byPartner(queues: readonly DeliveryQueue[]): PartnerQueues[] {
  const groups = new Map<string, DeliveryQueue[]>();
  for (const queue of queues) groups.set(queue.subscriber, [...(groups.get(queue.subscriber) ?? []), queue]);
  const partners = Array.from(groups.values(), (all): PartnerQueues | undefined => {
    const sorted = all.toSorted((one, other) => rankOf(one) - rankOf(other) || other.waiting - one.waiting);
    const [first] = sorted;
    if (first === undefined) return undefined;
    const confirmed = all.reduce(
      (newest, one) => ((one.lastConfirmed ?? '') > (newest.lastConfirmed ?? '') ? one : newest),
      first,
    );
    return {
      subscriber: first.subscriber,
      label: first.label,
      queues: sorted,
      first,
      confirmed,
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
      oldest:
        all
          .map(({ oldest }) => oldest)
          .filter((time) => time !== null)
          .sort(compare)[0] ?? null,
    };
  });
  return partners
    .filter((partner) => partner !== undefined)
    .sort(
      (one, other) =>
        rankOf(one.first) - rankOf(other.first) ||
        compare(one.first.failingSince ?? '', other.first.failingSince ?? '') ||
        compare(one.subscriber, other.subscriber),
    );
}

/** Whether its notifications can be sent now. */
export const canSend = ({ queues }: PartnerQueues): boolean =>
  queues.some(({ waiting, state }) => waiting > 0 && state !== 'paused');
