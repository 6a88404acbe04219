import { expect } from 'chai';
import { readJsonLdDataset } from '../../src/rdf/jsonld/reader.js';
import type { Graph } from '../../src/rdf/graph.js';
import { createVocabulary } from '../../src/rdf/vocabulary.js';
import { add, changeBody, remove } from '../support/changes.js';
import {
  accept,
  delegationBody,
  eventBody,
  fastRetries,
  partyFor,
  Receiver,
  settled,
  subscriptionBody,
} from '../support/exchange.js';
import { api, cargo, context, type Json, type Party, type Reply } from '../support/node.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { errorBody, verificationBody } from '../support/verifications.js';
import { newNames, type Version, versions } from '../support/versions.js';
import { TestContext } from '../support/world.js';

const vocabulary = createVocabulary();
const graphOf = async (type: string, text: string): Promise<Graph> => {
  if (type === 'application/n-triples') return readNTriples(text);
  if (type === 'text/turtle') return readTurtle(text);
  return (await readJsonLdDataset(JSON.parse(text) as Json, { vocabulary, strict: true })).data;
};

describe('a long random exchange (V7)', function () {
  this.timeout(scaled(600_000));

  let world: TestContext;
  const receivers: Receiver[] = [];
  const parties: Party[] = [];
  const random = new Random(seeded(SEED));

  before(async () => {
    world = await TestContext.start({ env: fastRetries });
    for (const version of versions) {
      const receiver = await Receiver.start();
      receivers.push(receiver);
      const party = await partyFor(world.node.url, receiver.agent);
      parties.push(party);
      const named = { 'Content-Type': `application/ld+json; version=${version}` };
      for (const topic of ['Piece', 'Shipment']) {
        const more = { 'api:sendLogisticsObjectBody': true, 'api:notifyRequestStatusChange': true };
        const body = subscriptionBody({ subscriber: receiver.agent, topic: cargo + topic, more });
        const reply = await party.post('/subscriptions', body, named);
        expect(reply.status, reply.text).to.equal(201);
        await accept(world.holder, reply.headers.get('location') ?? '');
      }
    }
  });
  after(async () => {
    await world.stop();
    await Promise.all(receivers.map((receiver) => receiver.close()));
  });

  const objects: string[] = [];
  const requests: string[] = [];
  const others: string[] = [];

  const labelled = (): Record<string, string> => ({
    'Content-Type': `application/ld+json; version=${random.one(versions)}`,
  });
  const keep = (list: string[], reply: Reply): void => {
    expect(reply.status, reply.text).to.be.below(500);
    const location = reply.headers.get('location');
    if (reply.status === 201 && location !== null) list.push(world.path(location));
  };

  /** What happens, each at random. Some of it is rejected. */
  const acts: readonly (() => Promise<void>)[] = [
    async () => {
      const type = random.one(['cargo:Piece', 'cargo:Shipment']);
      const more = random.chance(0.5) ? { 'api:usesOrchestration': '1.2.0' } : {};
      const linked = random.chance(0.5) ? { 'cargo:pieces': [{ '@type': 'cargo:Piece' }] } : {};
      const content = { '@context': context, '@type': type, 'cargo:goodsDescription': 'Oranges', ...more };
      const nested = type === 'cargo:Shipment' ? linked : {};
      const reply = await world.holder.post('/logistics-objects', { ...content, ...nested }, labelled());
      keep(objects, reply);
      const delegates = parties.map(({ agent }) => agent);
      const grant = { objects: [reply.headers.get('location') ?? ''], delegates };
      const given = await world.holder.post('/access-delegations', delegationBody(grant));
      keep(requests, given);
      await accept(world.holder, given.headers.get('location') ?? '');
    },
    async () => {
      const object = random.one(objects);
      const revision = random.chance(0.2) ? 1 : await world.revision(object);
      const name = random.chance(0.4) ? `${api}usesOrchestration` : `${cargo}goodsDescription`;
      const operation = random.chance(0.7) ? add : remove;
      const more = {
        'api:notifyRequestStatusChange': true,
        ...(random.chance(0.3) && { 'api:hasVerificationRequest': { '@id': world.uri(random.one(requests)) } }),
      };
      const operations = [operation(world.uri(object), name, random.one(['Oranges', 'Lemons', '1.2.0']))];
      const body = changeBody(world.uri(object), revision, operations, more);
      keep(requests, await random.one(parties).patch(object, body, labelled()));
    },
    async () => {
      const object = random.one(objects);
      const revision = random.chance(0.2) ? 99 : await world.revision(object);
      const body = verificationBody(world.uri(object), revision, { 'api:notifyRequestStatusChange': true });
      keep(requests, await random.one(parties).post(object, body));
    },
    async () => {
      const status = random.one(['ACCEPTED', 'REJECTED', 'ACKNOWLEDGED', 'FAILED', 'REVOKED']);
      const reason = random.chance(0.5)
        ? { '@context': context, ...errorBody({ 'api:hasSeverity': { '@id': 'api:WARNING' } }) }
        : undefined;
      const request = random.one(requests);
      const before = await world.status(request);
      const reply = await world.holder.patch(`${request}?status=REQUEST_${status}`, reason);
      const after = await world.status(request);
      // 422 where the state has no such transition, or what was accepted cannot be done.
      if (after === before || after !== `REQUEST_${status}`) expect(reply.status, reply.text).to.equal(422);
      else expect(reply.status, reply.text).to.equal(204);
    },
    async () => {
      const expiresAt = {
        '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
        '@value': new Date(world.node.clock.now().getTime() + 3_600_000).toISOString(),
      };
      const more = { 'api:notifyRequestStatusChange': true, 'api:expiresAt': expiresAt };
      const party = random.one(parties);
      const grant = { objects: [world.uri(random.one(objects))], delegates: [world.otherPartner.agent], more };
      keep(requests, await party.post('/access-delegations', delegationBody(grant), labelled()));
    },
    async () => {
      const object = random.one(objects);
      keep(others, await world.holder.post(`${object}/logistics-events`, eventBody(), labelled()));
    },
    async () => {
      const targets = [random.one(objects), random.one(objects), '/logistics-objects/nothing-here'];
      const body = eventBody({ 'cargo:eventFor': targets.map((path) => ({ '@id': world.uri(path) })) });
      const reply = await world.holder.post('/logistics-events', body);
      expect(reply.status, reply.text).to.equal(207);
    },
    async () => {
      const type = random.one([
        'LOGISTICS_OBJECT_AVAILABLE',
        'VERIFICATION_REQUEST_FAILED',
        'LOGISTICS_OBJECT_CREATED',
      ]);
      const body = {
        '@context': context,
        '@type': 'api:Notification',
        'api:hasEventType': { '@id': `api:${type}` },
        'api:hasLogisticsObject': { '@id': world.uri(random.one(objects)) },
      };
      const reply = await world.partner.post('/notifications', body, labelled());
      expect(reply.status, reply.text).to.equal(204);
    },
    async () => {
      const body = { receiver: random.one(parties).agent, logisticsObject: world.uri(random.one(objects)) };
      const json = { 'Content-Type': 'application/json' };
      const reply = await world.holder.post('/internal/announcements', body, json);
      expect(reply.status, reply.text).to.equal(204);
    },
  ];

  /** Reads an address in every version, and gives what each says without the API's own names. */
  async function check(path: string): Promise<void> {
    const said = new Map<string, Version>();
    const newest = await world.holder.get(path);
    // A version has no requests of kinds that are newer.
    const isVerification = newest.headers.get('type') === `${api}VerificationRequest`;
    const expected = (version: Version): number => (isVerification && version === '2.0.0' ? 406 : newest.status);
    if (path.endsWith('nothing-here')) expect(newest.status).to.equal(404);
    else expect(newest.status, newest.text).to.equal(path.includes('limit=-1') ? 400 : 200);
    for (const version of versions) {
      for (const type of ['application/ld+json', 'text/turtle', 'application/n-triples']) {
        const reply = await world.holder.get(path, { headers: { Accept: `${type}; version=${version}` } });
        expect(reply.status, `${path} in ${version}: ${reply.text}`).to.equal(expected(version));
        const isError = reply.status !== 200;
        expect(reply.headers.get('content-type')).to.equal(
          `${isError ? 'application/ld+json' : type}; version=${version}`,
        );
        const data = await graphOf(isError ? 'application/ld+json' : type, reply.text);
        expect(newNames(data, version), `${path} in ${version}, ${type}`).to.deep.equal([]);
        if (isError) continue;
        // V8: what the data model says does not depend on the version.
        const cargoData = Array.from(data)
          .filter(({ predicate }) => predicate.value.startsWith(cargo))
          .map(({ subject, predicate, object }) => `${subject.value} ${predicate.value} ${object.value}`);
        if (!path.includes('/internal/') && !path.includes('?')) said.set(cargoData.sort().join('\n'), version);
      }
    }
    expect(said.size, path).to.be.at.most(1);
  }

  it('has no name in an answer or notification that is newer than its version', async () => {
    for (let step = 0; step < 4; step += 1) await acts[0]?.();
    for (let step = 0; step < scaled(30); step += 1) {
      await random.one(acts)();
      const object = random.one(objects);
      const addresses = [
        '/',
        object,
        `${object}?embedded=true`,
        `${object}/audit-trail`,
        `${object}/logistics-events`,
        `${object}/nothing-here`,
        '/action-requests',
        '/internal/notifications',
        '/logistics-objects?limit=-1',
        ...requests.slice(-3),
        ...others.slice(-1),
      ];
      await check(random.one(addresses));
    }
    for (const request of requests) await check(request);
    for (const object of objects) await check(`${object}/audit-trail`);
    await settled(world.holder);
    for (const receiver of receivers) {
      expect(receiver.received).to.not.be.empty;
      for (const { body, headers } of receiver.received) {
        // Status notifications have the version in which the request was made (L8).
        const version = versions.find((each) => headers['content-type'] === `application/ld+json; version=${each}`);
        if (version === undefined) expect.fail(`in no version: ${headers['content-type'] ?? ''}`);
        const { data } = await readJsonLdDataset(body, { vocabulary, strict: true });
        expect(newNames(data, version), JSON.stringify(body)).to.deep.equal([]);
      }
    }
  });
});
