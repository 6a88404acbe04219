import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { cargo, context, list, member, startTestNode, type TestNode } from '../support/node.js';
import {
  anyUri,
  createPiece,
  created,
  dateTime,
  deliveries,
  eventBody,
  freePorts,
  fastRetries,
  iriOf,
  Receiver,
  partyFor,
} from '../support/exchange.js';
import type { JsonObject } from '../support/world.js';

const prefixes = { ...context, dcterms: 'http://purl.org/dc/terms/', prov: 'http://www.w3.org/ns/prov#' };

/** What somebody who may post an event could pass off as the node's own records. */
function disguises(receiver: string, piece: string): Readonly<Record<string, JsonObject>> {
  const subscription = {
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': receiver },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': anyUri(`${cargo}Piece`),
    'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
  };
  const request = (kind: string, more: JsonObject): JsonObject => ({
    '@type': ['cargo:LogisticsEvent', `api:${kind}`],
    'api:isRequestedBy': { '@id': receiver },
    'api:isRequestedAt': dateTime('2020-01-01T00:00:00Z'),
    'api:hasRequestStatus': { '@id': 'api:REQUEST_ACCEPTED' },
    ...more,
  });
  return {
    'a notification that waits to be delivered': {
      'dcterms:identifier': 1,
      'dcterms:created': dateTime('2020-01-01T00:00:00Z'),
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
      'api:hasSubscriber': { '@id': receiver },
      'api:hasTopic': anyUri(piece),
      'api:hasLogisticsObject': { '@id': piece },
    },
    'an accepted SubscriptionRequest': request('SubscriptionRequest', { 'api:hasSubscription': subscription }),
    'an accepted ChangeRequest': request('ChangeRequest', { 'api:hasLogisticsObject': { '@id': piece } }),
    'a received notification': {
      'prov:wasAttributedTo': { '@id': receiver },
      'prov:wasDerivedFrom': { '@id': 'https://partner.example/notification' },
      'dcterms:created': dateTime('2020-01-01T00:00:00Z'),
    },
    'a Logistics Object': { 'api:hasLatestRevision': 3, 'dcterms:created': dateTime('2020-01-01T00:00:00Z') },
    'another Logistics Object': {
      'cargo:recordingActor': {
        '@id': `${piece}-ghost`,
        '@type': 'cargo:Person',
        'api:hasLatestRevision': 3,
        'dcterms:created': dateTime('2020-01-01T00:00:00Z'),
      },
    },
    'another event of the object': {
      'cargo:externalReferences': {
        '@id': `${piece}/logistics-events/ghost`,
        '@type': 'cargo:ExternalReference',
        'cargo:eventFor': { '@id': piece },
        'cargo:eventDate': dateTime('1999-01-01T00:00:00Z'),
      },
    },
  };
}

/** Disguises that describe a resource of this node. */
const rejected: ReadonlySet<string> = new Set(['another Logistics Object', 'another event of the object']);

/**
 * The content of an event is what another party states. Whatever it states, the node must never take it for a record of
 * its own.
 */
describe('an event that claims to be something else', () => {
  let node: TestNode;
  let receiver: Receiver;
  let folder: string;
  let piece: string;
  const env = { ...fastRetries, EVENT_POSTING: 'any' };

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-events-'));
    const [port = 0] = await freePorts(1);
    Object.assign(env, { PORT: String(port), STORE_URL: `file:${folder}` });
    receiver = await Receiver.start();
    node = await startTestNode({ env });
    piece = await createPiece(node.holder);
  });
  after(async () => {
    await node.stop();
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  const total = async (path: string): Promise<unknown> => {
    const { status, json, text } = await node.holder.get(path);
    expect(status, `${path}: ${text}`).to.equal(200);
    return member(member(json, 'api:hasTotalItems'), '@value');
  };
  const inventory = async (): Promise<unknown> => ({
    requests: await total('/action-requests'),
    received: await total('/internal/notifications'),
    objects: await total('/logistics-objects'),
    waiting: (await deliveries(node.holder)).total,
    trail: (await node.holder.get(`${piece}/audit-trail`)).json,
  });

  for (const name of Object.keys(disguises('http://x/logistics-objects/x', 'http://x/logistics-objects/y'))) {
    it(`is not taken for ${name}`, async () => {
      const before = await inventory();
      const party = await partyFor(node.url, receiver.agent);
      const body = eventBody({ '@context': prefixes, ...disguises(receiver.agent, piece)[name] });
      const reply = await party.post(`${piece}/logistics-events`, body);
      const isRejected = rejected.has(name);
      expect(reply.status, reply.text).to.equal(isRejected ? 400 : 201);
      expect(await inventory()).to.deep.equal(before);
      if (isRejected) return;
      const event = created(reply);
      const events = list(member((await node.holder.get(`${piece}/logistics-events`)).json, 'api:hasItem')).map(iriOf);
      expect(events.filter((uri) => uri === event)).to.have.length(1);
      for (const uri of events) expect((await node.holder.get(uri)).status, uri).to.equal(200);
    });
  }

  it('has no effect after a restart either: no notification, no lost data', async () => {
    const events = async (): Promise<string[]> =>
      list(member((await node.holder.get(`${piece}/logistics-events`)).json, 'api:hasItem')).map(iriOf);
    const before = await events();
    await node.stop();
    node = await startTestNode({ env });
    await createPiece(node.holder);
    // Told by the same delivery, so whatever waited before it would have gone out by then.
    const witness = await Receiver.start();
    const party = await partyFor(node.url, witness.agent);
    const request = await party.post('/subscriptions', {
      '@context': context,
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': witness.agent },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
      'api:hasTopic': anyUri(`${cargo}Piece`),
      'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_CREATED' },
    });
    await node.holder.patch(`${created(request)}?status=REQUEST_ACCEPTED`);
    await createPiece(node.holder);
    await witness.distinct(1);
    await witness.close();
    expect(receiver.calls, 'what the disguised events brought about').to.deep.equal([]);
    expect(await events()).to.have.members(before);
  });
});
