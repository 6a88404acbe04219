/** What this node records of a notification stays with it: a partner gets what is meant for it, and nothing else. */
import { erasureTerms } from '../../src/rdf/erasure-terms.js';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { describeOutboxEntry } from '../../src/notifications/outbox-entry.js';
import { factory, type Iri, iri, node as named, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, dcterms, prov, rdfTerms, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import { UriScheme } from '../../src/uris.js';
import { freePorts, Receiver } from '../support/exchange.js';
import { cargo, startTestNode } from '../support/node.js';
import { openFolder } from '../store/support/open.js';

const vocabulary = createVocabulary(standardNamespaces);
const { api } = vocabulary;
/** What a later version may state of an entry. */
const note = named(iri('https://example.com/note'));
const SECRET = 'for this node alone';

describe('What is recorded of a notification for this node alone', () => {
  let folder: string;
  let receiver: Receiver;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-sent-'));
    receiver = await Receiver.start();
  });
  afterEach(async () => {
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  it('does not reach the partner, and is not part of a received notification', async () => {
    const [port = 0] = await freePorts(1);
    const base = iri(`http://localhost:${port}`);
    const uris = new UriScheme(base);
    const [object, request] = [uris.object('piece'), uris.actionRequest('request')];
    const [outgoing, incoming] = [uris.outboxEntry('one'), uris.inboxEntry('two')];
    const notification = named(iri('urn:uuid:two'));
    const internal = (entry: Iri): Quad[] => [
      triple(named(entry), note, factory.literal(SECRET)),
      triple(named(entry), prov.wasAttributedTo, named(uris.object('_data-holder'))),
    ];
    const store = await openFolder(folder, { base });
    await store.transact([outgoing, incoming], async (tx) => {
      const entry = {
        ...{ uri: outgoing, id: iri('urn:uuid:one'), receiver: iri(receiver.agent), topic: api.RequestStatus.value },
        ...{ sequence: 1, createdAt: new Date(0), eventType: api.CHANGE_REQUEST_ACCEPTED.value, object, revision: 2 },
        ...{ type: iri(`${cargo}Piece`), triggeredBy: request },
        ...{ changedProperties: [iri(`${cargo}coload`)] },
      };
      await tx.insert(outgoing, [
        ...describeOutboxEntry(entry, vocabulary, erasureTerms(uris.extensions)),
        ...internal(outgoing),
        triple(named(request), note, factory.literal(SECRET)),
      ]);
      await tx.insert(incoming, [
        triple(named(incoming), prov.wasDerivedFrom, notification),
        triple(named(incoming), prov.wasAttributedTo, named(iri(receiver.agent))),
        triple(named(incoming), dcterms.created, factory.literal('2026-03-01T10:00:00Z', xsd.dateTime)),
        triple(named(incoming), note, factory.literal(SECRET)),
        triple(notification, rdfTerms.type, api.Notification),
        triple(notification, api.hasEventType, api.LOGISTICS_OBJECT_CREATED),
      ]);
    });
    await store.close();

    const node = await startTestNode({ env: { PORT: String(port), STORE_URL: `file:${folder}` } });
    try {
      const [sent] = await receiver.distinct(1);
      expect(Object.keys(sent?.body ?? {})).to.have.members([
        ...['@context', '@id', '@type', 'api:hasChangedProperty', 'api:hasEventType'],
        ...['api:hasLogisticsObject', 'api:hasLogisticsObjectType', 'api:isTriggeredBy'],
      ]);
      expect(JSON.stringify(sent?.body)).not.to.include(SECRET);
      const listed = await node.holder.get('/internal/notifications');
      expect(listed.text).to.include(notification.value).and.to.include('2026-03-01T10:00:00Z');
      expect(listed.text).not.to.include(SECRET);
      const received = await node.holder.get('/internal/inbox/two');
      expect(received.text).to.include('LOGISTICS_OBJECT_CREATED').and.not.to.include(SECRET);
    } finally {
      await node.stop();
    }
  });
});
