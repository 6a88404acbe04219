/** The Subscription that this node wants of a topic at a partner (M12): asked for, and offered to who asks first (M14). */
import type { Iri } from '../../rdf/terms.js';
import { offeredContentTypes, type Subscription } from '../../subscriptions/subscription.js';
import type { CopySubscription } from './copy-subscription.js';

const DAY_MS = 86_400_000;

/** When a subscription that is asked for now expires. */
export const expiryAfter = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

/** @param subscriber the data holder of this node. */
export const wantedSubscription = (
  { topicType, topic, events }: Pick<CopySubscription, 'topicType' | 'topic' | 'events'>,
  subscriber: Iri,
  expiresAt: Date,
): Subscription => ({
  ...{ id: undefined, subscriber, topicType, topic, expiresAt, description: undefined },
  events: [
    ...(topicType === 'LOGISTICS_OBJECT_TYPE' ? (['LOGISTICS_OBJECT_CREATED'] as const) : []),
    'LOGISTICS_OBJECT_UPDATED',
    ...(events ? (['LOGISTICS_EVENT_RECEIVED'] as const) : []),
  ],
  ...{ notifyRequestStatusChange: false, sendLogisticsObjectBody: false, contentTypes: offeredContentTypes },
});
