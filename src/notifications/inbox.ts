/** Notifications that partners send: checked, stored, and listed for internal agents (D32). */
import type { Services } from '../services.js';
import { createHash } from 'node:crypto';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Outbox } from './outbox.js';
import { PropertyReader } from '../rdf/property-reader.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { skolemize } from '../rdf/skolemize.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { factory, type Iri, isIri, isNamedNode, namedNode, type NamedNode, node, triple } from '../rdf/terms.js';
import { dcterms, prov, rdfTerms, xsd } from '../rdf/vocabulary.js';

/**
 * Checks a received notification.
 *
 * @throws InputError, or ServiceError `invalid-resource`, for an invalid Notification.
 */
export async function checkNotification(
  { root, data }: Pick<JsonLdDocument, 'root' | 'data'>,
  { model, vocabulary: { api } }: Pick<Services, 'model' | 'vocabulary'>,
): Promise<{ readonly eventType: Iri | undefined; readonly object: Iri | undefined }> {
  const fields = new PropertyReader(data, root);
  if (data.match(root, rdfTerms.type, api.Notification).size === 0) {
    fields.addError(api.Notification, 'the body must be a Notification (@type api:Notification)');
  }
  const eventType = fields.iri(api.hasEventType);
  const [object] = fields.iris(api.hasLogisticsObject, { min: 0, max: 1 });
  fields.iris(api.hasLogisticsObjectType, { min: 0, max: 1 });
  fields.iris(api.isTriggeredBy, { min: 0, max: 1 });
  fields.iris(api.hasLogisticsEvent);
  fields.iris(api.hasChangedProperty);
  fields.throwIfInvalid();
  const violations = await model.check(data, [root]);
  if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
  return { eventType, object };
}

/**
 * This node's own properties of a received notification, which lists and the back end receive: its sender and its time.
 */
export const receptionProperties: readonly NamedNode[] = [dcterms.created, prov.wasAttributedTo];

export class Inbox {
  #latest = 0;

  /** @param outbox forwards notifications to the back end, if there is one (`INBOX_WEBHOOK_URL`). */
  constructor(
    private readonly services: Services,
    private readonly outbox: Pick<Outbox, 'handOn'>,
  ) {}

  /**
   * Stores a notification. Its sender and its `@id` identify it, so that a repeated delivery is stored once (D28).
   *
   * @throws InputError for an invalid Notification.
   */
  async receive({ root, data }: JsonLdDocument, caller: Caller): Promise<void> {
    const { store, uris, ids, settings } = this.services;
    const { eventType, object } = await checkNotification({ root, data }, this.services);

    const named =
      isNamedNode(root) && isIri(root.value) && !uris.isOfKind(root.value, 'inbox-entry') ? root.value : undefined;
    const id = named === undefined ? ids.next() : createHash('sha256').update(`${caller.agent} ${named}`).digest('hex');
    const entry = uris.inboxEntry(id);
    const subject = named === undefined ? namedNode(`internal:${ids.next()}`) : node(named);
    await store.transact([entry], async (tx) => {
      if ((await tx.read(entry)).size > 0) return;
      await tx.insert(entry, [
        // The sender must not state anything about the entry itself.
        ...skolemize(data, (term) => {
          if (term.equals(root)) return subject;
          return term.termType === 'BlankNode' ? namedNode(`internal:${ids.next()}`) : undefined;
        }).filter((quad) => quad.subject.value !== entry),
        triple(node(entry), prov.wasDerivedFrom, subject),
        triple(node(entry), prov.wasAttributedTo, node(caller.agent)),
        triple(node(entry), dcterms.created, factory.literal(this.#time().toISOString(), xsd.dateTime)),
      ]);
      if (settings.inboxWebhook === undefined || eventType === undefined) return;
      const id = isIri(subject.value) ? subject.value : entry;
      await this.outbox.handOn(tx, entry, { id, eventType, object, trace: caller.trace });
    });
  }

  /** Now, or 1 ms after the previous notification: no two have the same time, so that they stay in order. */
  #time(): Date {
    this.#latest = Math.max(this.services.clock.now().getTime(), this.#latest + 1);
    return new Date(this.#latest);
  }

  /** The notification in a graph: its sender's statements, and `receptionProperties`. */
  read(data: Graph, entry: Iri): { root: NamedNode; data: Graph } | undefined {
    const root = data.object(node(entry), prov.wasDerivedFrom);
    if (root === undefined || !isNamedNode(root)) return undefined;
    const received = Array.from(data).filter(({ subject }) => subject.value !== entry);
    const recorded = receptionProperties.flatMap((property) =>
      data.objects(node(entry), property).map((value) => triple(root, property, value)),
    );
    return { root, data: graphOf([...received, ...recorded]) };
  }
}
