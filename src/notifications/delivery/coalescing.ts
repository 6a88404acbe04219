/**
 * Coalesces updates of one object for a subscription into one notification (D66). Each update is an entry of the
 * outbox; they are coalesced when the first of them is sent, and deleted together.
 */
import { graphOf } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import { node, triple } from '../../rdf/terms.js';
import type { Vocabulary } from '../../rdf/vocabulary.js';
import type { OutboxEntry } from '../outbox-entry.js';
import type { Queue, QueueItem } from './queue.js';

/** Updates of an object in one notification. */
const MAX_COALESCED = 1000;

/** The common properties of coalesced updates; undefined for an entry that is sent alone (D66). */
export function coalescingKey({ notBefore, eventType, object }: Omit<OutboxEntry, 'notification'>): string | undefined {
  return notBefore !== undefined && eventType === 'LOGISTICS_OBJECT_UPDATED' ? object : undefined;
}

/** One notification of several updates of an object: the first one with all changed properties and the last revision. */
export function coalesced(first: OutboxEntry, others: readonly OutboxEntry[], { api }: Vocabulary): OutboxEntry {
  const last = others.at(-1) ?? first;
  const changed = others
    .flatMap(({ notification }) => notification)
    .filter(({ predicate }) => predicate.equals(api.hasChangedProperty))
    .map(({ predicate, object }) => triple(node(first.id), predicate, object));
  return {
    ...first,
    bodyRevision: last.bodyRevision,
    revision: last.revision,
    notification: [...graphOf([...first.notification, ...changed])],
  };
}

/** The entry with the waiting updates of the same object, which are delivered with it (`queue.merged`). */
export async function withWaiting(
  queue: Queue,
  { coalescingKey: key }: QueueItem,
  entry: OutboxEntry,
  {
    read,
    coalesce,
  }: {
    readonly read: (entry: Iri) => Promise<OutboxEntry | undefined>;
    readonly coalesce: (first: OutboxEntry, others: readonly OutboxEntry[]) => OutboxEntry;
  },
): Promise<OutboxEntry> {
  const waiting = key === undefined ? [] : queue.withKey(key, MAX_COALESCED);
  // An unreadable entry stays in the queue, where its own attempt quarantines it.
  const results = await Promise.allSettled(waiting.map(({ uri }) => read(uri)));
  const found = waiting.flatMap((item, index) => {
    const result = results[index];
    return result?.status === 'fulfilled' && result.value !== undefined ? [{ item, entry: result.value }] : [];
  });
  queue.merged = found.map(({ item }) => item);
  return found.length === 0
    ? entry
    : coalesce(
        entry,
        found.map((other) => other.entry),
      );
}
