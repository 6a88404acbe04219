/** A notification of the outbox for internal agents: the reason why it waits and its body, or its receipt. */
import type { OutboxEntryAnswer, WaitingNotification, WaitsFor } from './schemas.js';
import { type Iri, iri } from '../../rdf/terms.js';
import type { Draft } from '../delivery/delivery-options.js';
import { notificationPartition, type NotificationServices, queuePartition } from '../lookups.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { DeliveryItems } from '../queues/delivery-items.js';
import type { QueuePauses } from '../queues/pauses.js';
import type { Receipts } from '../receipts/receipts.js';
import { describeReceipt } from '../receipts/operations.js';

/** The maximum number of counted entries before one in its queue. */
const MAX_AHEAD = 1000;

export interface EntryParts {
  readonly items: DeliveryItems;
  readonly pauses: QueuePauses;
  readonly receipts: Receipts;
  /** The body that an attempt would send. */
  readonly draft: (entry: OutboxEntry) => Promise<Draft | undefined>;
}

type EntryServices = Pick<NotificationServices, 'store' | 'lookups' | 'clock'>;

/** @returns undefined for an entry that neither waits nor has a receipt. */
export async function outboxEntryView(
  uri: Iri,
  services: EntryServices,
  parts: EntryParts,
): Promise<OutboxEntryAnswer | undefined> {
  const described = await parts.items.describe(uri);
  if (described === undefined) {
    const id = uri.slice(uri.lastIndexOf('/') + 1);
    const receipt = await parts.receipts.last(notificationPartition(iri(`urn:uuid:${id}`)));
    return receipt && { entry: uri, waiting: null, receipt: describeReceipt(receipt) };
  }
  const { entry, item } = described;
  const draft = entry && (await parts.draft(entry));
  const waiting: WaitingNotification = {
    delivery: item,
    revision: entry?.revision ?? null,
    subscription: entry?.subscription ?? null,
    received: entry?.received ?? null,
    waitsFor: await waitsFor({ entry, nextAttempt: item.nextAttempt }, services, parts),
    body: draft?.body.toString('utf8') ?? null,
    bodyVersion: draft?.version ?? null,
  };
  return { entry: uri, waiting, receipt: null };
}

async function waitsFor(
  { entry, nextAttempt }: { readonly entry: OutboxEntry | undefined; readonly nextAttempt: string | null },
  { store, lookups, clock }: EntryServices,
  { pauses }: EntryParts,
): Promise<WaitsFor> {
  const isLater = (time: Date): boolean => time > clock.now();
  const retry: WaitsFor | undefined =
    nextAttempt !== null && isLater(new Date(nextAttempt)) ? { kind: 'retry', at: nextAttempt } : undefined;
  if (entry === undefined) return retry ?? { kind: 'attempt' };
  const pause = pauses.of(entry);
  if (pause !== undefined)
    return { kind: 'pause', pause: { by: pause.by, at: pause.at.toISOString(), reason: pause.reason ?? null } };
  const before = await store.lookup(lookups.notifications.outbox, queuePartition(entry.receiver, entry.topic), {
    until: entry.sequence,
    limit: MAX_AHEAD + 1,
  });
  const at = before.findIndex(({ value }) => value === entry.uri);
  const [first] = before;
  if (first !== undefined && at !== 0)
    return { kind: 'earlier', first: first.value, ahead: at === -1 ? MAX_AHEAD : at };
  if (retry !== undefined) return retry;
  const { notBefore } = entry;
  if (notBefore !== undefined && isLater(notBefore)) return { kind: 'collection', until: notBefore.toISOString() };
  return { kind: 'attempt' };
}
