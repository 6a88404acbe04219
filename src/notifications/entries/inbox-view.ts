/** A received notification for internal agents: its sender, its content, and the state of its forwarding. */
import type { InboxEntryAnswer } from './schemas.js';
import { graphOf } from '../../rdf/graph.js';
import { prefixesOf } from '../../rdf/prefixes.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import type { Iri } from '../../rdf/terms.js';
import { writeTurtle } from '../../rdf/turtle.js';
import { dcterms, prov } from '../../rdf/vocabulary.js';
import { type Inbox, receptionProperties } from '../inbox.js';
import { type NotificationServices, receivedPartition } from '../lookups.js';
import type { DeliveryItems } from '../queues/delivery-items.js';
import type { Receipts } from '../receipts/receipts.js';
import { describeReceipt } from '../receipts/operations.js';

interface InboxParts {
  readonly inbox: Inbox;
  readonly items: DeliveryItems;
  readonly receipts: Receipts;
}

/** @returns undefined for an entry that does not exist. */
export async function inboxEntryView(
  uri: Iri,
  { store, lookups, vocabulary, settings }: Pick<NotificationServices, 'store' | 'lookups' | 'vocabulary' | 'settings'>,
  { inbox, items, receipts }: InboxParts,
): Promise<InboxEntryAnswer | undefined> {
  const read = inbox.read(await store.read(uri), uri);
  if (read === undefined) return undefined;
  const { root, data } = read;
  const { api, namespaces } = vocabulary;
  const fields = new StoredPropertyReader(data, root);
  const partition = receivedPartition(uri);
  const [handing] = await store.lookup(lookups.notifications.outbox, partition, { limit: 1 });
  const receipt = await receipts.last(partition);
  const received = Array.from(data).filter(
    ({ subject, predicate }) => !(subject.equals(root) && receptionProperties.some((own) => own.equals(predicate))),
  );
  return {
    entry: uri,
    notification: root.value.startsWith('internal:') ? null : root.value,
    from: fields.iri(prov.wasAttributedTo) ?? null,
    receivedAt: fields.date(dcterms.created)?.toISOString() ?? '',
    eventType: fields.iri(api.hasEventType)?.replace(namespaces.api, '') ?? null,
    object: fields.iri(api.hasLogisticsObject) ?? null,
    objectType: fields.iri(api.hasLogisticsObjectType) ?? null,
    events: fields.iris(api.hasLogisticsEvent),
    changedProperties: fields.iris(api.hasChangedProperty),
    trigger: fields.iri(api.isTriggeredBy) ?? null,
    turtle: writeTurtle(graphOf(received), prefixesOf(namespaces)),
    isHandedOn: settings.inboxWebhook !== undefined,
    handing: (handing && (await items.describe(handing.value))?.item) ?? null,
    receipt: receipt === undefined ? null : describeReceipt(receipt),
  };
}
