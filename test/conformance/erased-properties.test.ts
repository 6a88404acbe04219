/** The erasure of a property (docs/erasure.md): its values are nowhere, and everything else is as it was. */
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { parseBundle } from '../../src/proofs/format/bundle.js';
import { parseVkey } from '../../src/proofs/format/note.js';
import { verifyBundle } from '../../src/proofs/format/verify-bundle.js';
import { ask as query, resultsOf } from '../sparql/support.js';
import { add, changeBody, remove } from '../support/changes.js';
import { aclBody, eventBody, subscriptionBody } from '../support/exchange.js';
import { cargo, context, list, member, type Party, type Reply, textIn } from '../support/node.js';
import { answersAt } from '../support/all-answers.js';
import { idOf, type JsonObject, type TestContext, text } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const json = { 'Content-Type': 'application/json' };
/** The value that must be nowhere. */
const NAME = 'Wilhelmina-Featherstonehaugh';
const WEIGHT = 77.25;
const NAMED = `${cargo}goodsDescription`;

const ask = (world: TestContext, body: JsonObject, party: Party = world.holder): Promise<Reply> =>
  party.post('/internal/erasures', { reason: 'DATA_SUBJECT_REQUEST', ...body }, json);

async function erase(world: TestContext, body: JsonObject): Promise<string> {
  const reply = await ask(world, body);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

interface Scene {
  readonly piece: string;
  readonly uri: string;
  /** A pending Change of the partner that adds the property and another one. */
  readonly pending: string;
  /** An accepted Change that deletes the value and adds a longer one. */
  readonly accepted: string;
  readonly entry: string;
}

/** A piece that names a person in three revisions, with what the partner has sent about it. */
async function named(world: TestContext): Promise<Scene> {
  const piece = await world.piece({
    ...{ 'cargo:goodsDescription': NAME, 'cargo:upid': 'STAYS-1' },
    'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:numericalValue': WEIGHT },
  });
  const uri = world.uri(piece);
  const list = aclBody(uri, { 'acl:agent': { '@id': world.partner.agent } }, ['acl:Read', 'acl:Append']);
  expect((await world.holder.put(`${piece}/acl`, list)).status).to.equal(204);
  const accepted = await world.change(piece, [
    remove(uri, 'goodsDescription', NAME),
    add(uri, 'goodsDescription', `${NAME} again`),
  ]);
  await world.change(piece, [remove(uri, 'upid', 'STAYS-1'), add(uri, 'upid', 'STAYS-2')]);
  const pending = await world.submit(world.partner, piece, [
    remove(uri, 'goodsDescription', `${NAME} again`),
    add(uri, 'goodsDescription', `${NAME} once more`),
    remove(uri, 'upid', 'STAYS-2'),
  ]);
  const sent = await world.partner.post('/notifications', {
    '@context': context,
    '@type': 'api:Notification',
    'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    'api:hasLogisticsObject': { '@id': uri, 'cargo:goodsDescription': NAME, 'cargo:upid': 'STAYS-3' },
  });
  expect(sent.status, sent.text).to.equal(204);
  const received = await world.holder.get('/internal/notifications?limit=1000');
  const entry = /\/inbox\/[\w-]+/.exec(received.text)?.[0] ?? '';
  return { piece, uri, pending, accepted, entry };
}

const queries = [
  `SELECT ?s WHERE { ?s ?p ?o FILTER(CONTAINS(STR(?o), "${NAME}")) }`,
  `SELECT ?g WHERE { GRAPH ?g { ?s ?p ?o } FILTER(CONTAINS(STR(?o), "${NAME}")) }`,
];

/** The answers in which the value is. */
async function found(world: TestContext, object: string): Promise<string[]> {
  const moment = `${world.node.clock.now().toISOString().slice(0, 19)}Z`;
  const hits: string[] = [];
  for (const party of [world.holder, world.partner]) {
    for await (const { path, reply } of answersAt(world, object, party))
      if (reply.text.includes(NAME)) hits.push(`${party.agent} ${path}`);
    for (const one of queries)
      for (const at of [undefined, moment]) {
        const rows = resultsOf(await query(party, one, at === undefined ? {} : { at })).results?.bindings ?? [];
        if (rows.length > 0) hits.push(`${party.agent} ${one} ${JSON.stringify(rows[0])}`);
      }
  }
  return hits;
}

const preview = (world: TestContext, body: JsonObject, party: Party = world.holder): Promise<Reply> =>
  party.post('/internal/erasures?preview=true', { reason: 'OTHER', ...body }, json);

const previews: Statement[] = [
  {
    section: 'P37',
    statement: 'a preview says what would go, who would be notified and where else the text stands; nothing changes',
    holds: async (world) => {
      const { uri, piece } = await named(world);
      const other = await world.piece({ 'cargo:goodsDescription': `for ${NAME}` });
      const linking = await world.post({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': { '@id': uri, '@type': 'cargo:Piece' },
      });
      expect(linking.status, linking.text).to.equal(201);
      const state = async (): Promise<string> => {
        const paths = [piece, `${piece}/audit-trail`, '/internal/erasures', '/internal/deliveries'];
        return (await Promise.all(paths.map((path) => world.holder.get(path)))).map((reply) => reply.text).join();
      };
      const before = await state();
      const property = await preview(world, { object: uri, property: NAMED });
      expect(property.status, property.text).to.equal(200);
      expect(property.json).to.deep.include({
        ...{ revisions: 3, requests: 2, notifications: 1, messages: 0, events: 0, truncated: false, violates: [] },
        ...{ readers: [world.partner.agent], told: [world.partner.agent] },
        alsoIn: [world.uri(`${other}/revisions/1`)],
      });
      const whole = await preview(world, { object: uri });
      expect(whole.json).to.deep.include({ revisions: 3, requests: 3, notifications: 1, linkedFrom: 1 });
      expect(list(member(whole.json, 'alsoIn'))).to.deep.equal([world.uri(`${other}/revisions/1`)]);
      expect((await preview(world, { object: uri, notify: false })).json).to.deep.include({ told: [] });
      expect(await state()).to.equal(before);
    },
  },
  {
    section: 'P37',
    statement: 'a preview of an event and of an entry of the inbox; the errors are those of the erasure',
    holds: async (world) => {
      const { uri, piece, entry } = await named(world);
      const posted = await world.partner.post(`${piece}/logistics-events`, eventBody({ 'cargo:eventName': NAME }));
      expect(posted.status, posted.text).to.equal(201);
      const event = await preview(world, { event: posted.headers.get('location') ?? '' });
      expect(event.json).to.deep.include({ events: 1, revisions: 0 });
      expect((await preview(world, { notification: world.uri(entry) })).json).to.deep.include({ notifications: 1 });
      for (const [body, status] of [
        [{ object: world.uri('/logistics-objects/none') }, 404],
        [{ event: `${uri}/logistics-events/none` }, 404],
        [{ message: world.uri('/internal/messages/none') }, 404],
        [{ object: world.uri('/logistics-objects/_data-holder') }, 422],
        [{ object: uri, property: `${cargo}skeletonIndicator` }, 422],
        [{ object: uri, event: uri }, 400],
      ] as const)
        expect((await preview(world, { ...body })).status, JSON.stringify(body)).to.equal(status);
      expect((await preview(world, { object: uri }, world.partner)).status).to.equal(403);
      const unknown = await world.holder.post('/internal/erasures?other=1', { object: uri, reason: 'OTHER' }, json);
      expect(unknown.status).to.equal(400);
      expect((await world.holder.get(piece)).status).to.equal(200);
    },
  },
];

const statements: Statement[] = [
  {
    section: 'P26',
    statement: 'an entry of the inbox that has lost a property can be erased whole, once',
    holds: async (world) => {
      const { uri, entry } = await named(world);
      await erase(world, { object: uri, property: NAMED });
      expect((await preview(world, { notification: world.uri(entry) })).json).to.deep.include({ notifications: 1 });
      await erase(world, { notification: world.uri(entry) });
      expect((await world.holder.get('/internal/notifications?limit=1000')).text).to.not.contain(entry);
      expect((await ask(world, { notification: world.uri(entry) })).status).to.equal(409);
    },
  },
  {
    section: 'P27, P29',
    statement: 'the values of a property are in no answer of any address and in no query, for two callers',
    holds: async (world) => {
      const { uri, piece } = await named(world);
      const before = (await found(world, uri)).join('\n');
      for (const where of ['/sparql', '/feed', '/internal/objects', '/action-requests/', 'SELECT ?s', 'SELECT ?g'])
        expect(before, where).to.contain(where);
      await erase(world, { object: uri, property: NAMED });
      expect(await found(world, uri)).to.deep.equal([]);
      const left = await world.holder.get(piece);
      expect(left.text).to.contain('STAYS-2').and.contain(String(WEIGHT));
      const { json: hits } = await world.holder.get('/internal/lookup?q=featherstonehaugh');
      expect(JSON.stringify(hits)).to.not.contain(idOf(piece));
    },
  },
  {
    section: 'P29',
    statement: 'revisions keep numbers and times, entity tags change, and If-Modified-Since is not evaluated any more',
    holds: async (world) => {
      const { uri, piece } = await named(world);
      const read = async (): Promise<{ revisions: Reply[]; latest: Reply }> => ({
        revisions: await Promise.all([1, 2, 3].map((number) => world.holder.get(`${piece}/revisions/${number}`))),
        latest: await world.holder.get(piece),
      });
      const before = await read();
      world.node.clock.advance(2_000);
      await erase(world, { object: uri, property: 'cargo:goodsDescription' });
      const after = await read();
      expect(after.latest.headers.get('revision')).to.equal('3');
      for (const [index, old] of [...before.revisions, before.latest].entries()) {
        const now = [...after.revisions, after.latest][index];
        expect(now?.headers.get('last-modified')).to.equal(old.headers.get('last-modified'));
        expect(now?.headers.get('etag')).to.not.equal(old.headers.get('etag'));
      }
      const since = { headers: { 'If-Modified-Since': before.latest.headers.get('last-modified') ?? '' } };
      for (const path of [piece, `${piece}/revisions/3`, `${piece}/audit-trail`])
        expect((await world.holder.get(path, since)).status, path).to.equal(200);
    },
  },
  {
    section: 'P29',
    statement: 'requests lose the operations on it; a pending one ends, since the rest is not what was asked for',
    holds: async (world) => {
      const { uri, pending, accepted, entry } = await named(world);
      await erase(world, { object: uri, property: NAMED });
      const ended = await world.partner.get(pending);
      expect(ended.status, ended.text).to.equal(200);
      expect(ended.text).to.contain('REQUEST_REJECTED').and.contain('STAYS-2').and.not.contain(NAMED);
      const decided = await world.holder.get(accepted);
      expect(decided.text).to.contain('REQUEST_ACCEPTED').and.not.contain(NAMED);
      const received = await world.holder.get(entry);
      expect(received.text).to.contain('STAYS-3').and.not.contain('goodsDescription');
    },
  },
  {
    section: 'P29',
    statement: 'embedded nodes below it go, values at one embedded node alone with `subject`',
    holds: async (world) => {
      const weight = (value: number): JsonObject => ({ '@type': 'cargo:Value', 'cargo:numericalValue': value });
      const piece = await world.piece({ 'cargo:grossWeight': weight(11.5), 'cargo:goodsDescription': 'pears' });
      const other = await world.piece({
        'cargo:grossWeight': weight(11.5),
        'cargo:volumetricWeight': { '@type': 'cargo:VolumetricWeight', 'cargo:chargeableWeight': weight(22.5) },
      });
      await erase(world, { object: world.uri(piece), property: 'cargo:grossWeight' });
      const left = await world.holder.get(`${piece}/revisions/1`);
      expect(left.text).to.contain('pears').and.not.contain('11.5').and.not.contain('Value');
      const subject = text(member(member((await world.holder.get(other)).json, 'cargo:grossWeight'), '@id'));
      await erase(world, { object: world.uri(other), property: 'cargo:numericalValue', subject });
      const rest = await world.holder.get(other);
      expect(rest.text).to.contain('22.5').and.contain('grossWeight').and.not.contain('11.5');
      await erase(world, { object: world.uri(other), property: 'cargo:numericalValue' });
      expect((await world.holder.get(other)).text)
        .to.contain('chargeableWeight')
        .and.not.contain('22.5');
    },
  },
  {
    section: 'P33',
    statement: 'the audit trail has the erasure beside the requests: property, reason and time',
    holds: async (world) => {
      const { uri, piece } = await named(world);
      const erasure = await erase(world, { object: uri, property: NAMED, reason: 'LEGAL_ORDER' });
      for (const party of [world.holder, world.partner]) {
        const { text: trail, status } = await party.get(`${piece}/audit-trail`);
        expect(status).to.equal(200);
        for (const one of [world.uri(erasure), '#LEGAL_ORDER', NAMED.slice(cargo.length), '/action-requests/'])
          expect(trail).to.contain(one);
      }
      const one = await world.holder.get(erasure);
      expect(one.json).to.deep.include({ object: uri, property: NAMED, subject: null, reason: 'LEGAL_ORDER' });
    },
  },
  {
    section: 'P30, P34',
    statement: 'all proofs still hold; what was erased is a hash, beside the bundle of the erasure',
    holds: async (world) => {
      const { uri, piece, accepted, pending } = await named(world);
      const logged = await world.anonymous.get('/.well-known/cargograph-log.json');
      const [key] = list(member(logged.json, 'keys')).map((one) => parseVkey(textIn(member(one, 'key'))));
      if (key === undefined) expect.fail('no key');
      const paths = [1, 2, 3].map((number) => `${piece}/revisions/${number}/proof`);
      paths.push(`${accepted}/proof`, `${pending}/proof`);
      const bundles = async (): Promise<Reply[]> => Promise.all(paths.map((path) => world.holder.get(path)));
      const verified = (replies: readonly Reply[]): void => {
        for (const reply of replies) {
          expect(reply.status, reply.text).to.equal(200);
          const verdict = verifyBundle(parseBundle(reply.text), { keys: [key], witnesses: [] });
          expect(verdict.holds, JSON.stringify(verdict)).to.equal(true);
        }
      };
      const before = await bundles();
      verified(before);
      const erasure = await erase(world, { object: uri, property: NAMED });
      const after = await bundles();
      verified(before);
      verified(after);
      for (const [index, reply] of after.entries()) {
        const { statements: shown, erased } = parseBundle(reply.text);
        // The request that was pending has another state now, which is whole.
        const isCut = index < paths.length - 1;
        expect(
          shown?.some((one) => 'erased' in one),
          paths[index],
        ).to.equal(isCut);
        expect(erased?.graph).to.equal(isCut ? world.uri(erasure) : undefined);
        expect(reply.text).to.not.contain(NAME);
      }
      const partners = await world.partner.get(`${piece}/proof`);
      expect(parseBundle(partners.text).erased?.graph).to.equal(world.uri(erasure));
      // What else lost statements is not the partner's to know.
      const others = JSON.stringify(parseBundle(partners.text).erased?.statements);
      expect(others).to.not.contain('/action-requests/').and.not.contain('/inbox/');
    },
  },
  {
    section: 'P34',
    statement: 'the proof of an erased object: no statements, and the erasure; for whoever gets 410, else 403',
    holds: async (world) => {
      const { uri, piece, accepted } = await named(world);
      const erasure = await erase(world, { object: uri });
      for (const path of [`${piece}/proof`, `${piece}/revisions/1/proof`, `${accepted}/proof`]) {
        for (const party of [world.holder, path.startsWith(piece) ? world.partner : world.holder]) {
          const reply = await party.get(path);
          expect(reply.status, `${path} ${reply.text}`).to.equal(200);
          const bundle = parseBundle(reply.text);
          expect(bundle.statements).to.equal(null);
          expect(bundle.erased?.graph).to.equal(world.uri(erasure));
        }
        expect((await (await world.node.party('stranger')).get(path)).status, path).to.equal(403);
      }
    },
  },
  {
    section: 'P36',
    statement: 'subscribers and readers are notified of an update with the changed property, without a body',
    holds: async (world) => {
      const { uri } = await named(world);
      const body = subscriptionBody({ subscriber: world.partner.agent, topic: uri });
      expect((await world.partner.post('/subscriptions', body)).status).to.be.within(200, 299);
      // So that it waits.
      const pause = { subscriber: world.partner.agent, paused: true };
      expect((await world.holder.put('/internal/delivery-queues/pause', pause, json)).status).to.equal(204);
      await erase(world, { object: uri, property: NAMED });
      const { json: waiting } = await world.holder.get('/internal/deliveries?limit=1000');
      const updates = list(member(waiting, 'items')).filter(
        (item) => member(item, 'eventType') === 'LOGISTICS_OBJECT_UPDATED' && member(item, 'logisticsObject') === uri,
      );
      expect(updates.map((item) => member(item, 'subscriber'))).to.deep.equal([world.partner.agent]);
      const entry = await world.holder.get(world.path(text(member(updates[0] ?? null, 'entry'))));
      expect(entry.status, entry.text).to.equal(200);
      expect(entry.text).to.contain('goodsDescription').and.not.contain(NAME);
    },
  },
  ...each({ 'an object': {}, 'a property': { property: NAMED } }, (more: JsonObject) => ({
    section: 'P36; V68',
    statement: 'who subscribes to the event type of erasures gets it with reason and time, others an update',
    holds: async (world) => {
      const receivers = [world.partner.agent, world.otherPartner.agent];
      for (const subscriber of receivers)
        expect(
          (await world.holder.put('/internal/delivery-queues/pause', { subscriber, paused: true }, json)).status,
        ).to.be.within(200, 299);
      const uri = world.uri(await world.openPiece({ 'cargo:goodsDescription': NAME }));
      const erased = world.uri('/ns/extensions#LOGISTICS_OBJECT_ERASED');
      const events = { 'api:includeSubscriptionEventType': [{ '@id': erased }] };
      const asking = subscriptionBody({ subscriber: world.partner.agent, topic: uri, more: events });
      const plain = subscriptionBody({ subscriber: world.otherPartner.agent, topic: uri });
      const requests: string[] = [];
      for (const [party, body] of [[world.partner, asking] as const, [world.otherPartner, plain] as const]) {
        const reply = await party.post('/subscriptions', body);
        expect(reply.status, reply.text).to.equal(201);
        requests.push(reply.headers.get('location') ?? '');
        expect((await world.holder.patch(`${requests.at(-1) ?? ''}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
      }
      const subscription = await world.partner.get(world.path(requests[0] ?? null));
      expect(subscription.text).to.include(erased).and.not.include('LOGISTICS_OBJECT_UPDATED');
      const other = { 'api:includeSubscriptionEventType': [{ '@id': world.uri('/ns/extensions#LogEntry') }] };
      const refused = await world.partner.post('/subscriptions', { ...asking, ...other });
      expect(refused.status).to.equal(400);
      await erase(world, { object: uri, reason: 'LEGAL_ORDER', ...more });
      const { json: waiting } = await world.holder.get('/internal/deliveries?limit=1000');
      const about = list(member(waiting, 'items')).filter((item) => member(item, 'logisticsObject') === uri);
      const typeFor = (agent: string): unknown[] =>
        about.filter((item) => member(item, 'subscriber') === agent).map((item) => member(item, 'eventType'));
      expect(typeFor(world.partner.agent)).to.deep.equal([erased]);
      expect(typeFor(world.otherPartner.agent)).to.deep.equal(['LOGISTICS_OBJECT_UPDATED']);
      const sent = async (agent: string): Promise<string> => {
        const entry = about.find((item) => member(item, 'subscriber') === agent);
        const view = await world.holder.get(world.path(text(member(entry ?? null, 'entry'))));
        expect(view.status, view.text).to.equal(200);
        return JSON.stringify(member(view.json, 'notification') ?? view.json);
      };
      expect(await sent(world.partner.agent))
        .to.include(erased)
        .and.include('extensions#LEGAL_ORDER')
        .and.match(/activitystreams#deleted[^}]+T[0-9:.]+Z/)
        .and.include(requests[0])
        .and.not.include(NAME);
      expect(await sent(world.otherPartner.agent))
        .to.not.include('LEGAL_ORDER')
        .and.not.include('deleted');
    },
  })),
  ...each(
    {
      'a property without an object': [{ event: 'https://a.example/1', property: NAMED }, 'property'],
      'a subject without a property': [{ object: 'https://a.example/1', subject: 'internal:x' }, 'subject'],
      'a property that is no IRI': [{ object: 'https://a.example/1', property: 'goods' }, 'property'],
    } as const,
    ([body, field]) => ({
      section: 'P26',
      statement: 'a wrong body is 400 and names the member',
      holds: async (world) => {
        const reply = await ask(world, { ...body });
        expect(reply.status, reply.text).to.equal(400);
        expect(JSON.stringify(member(reply.json, 'api:hasErrorDetail'))).to.contain(`"${field}"`);
      },
    }),
  ),
  {
    section: 'P26',
    statement: '422 for a property of no revision and for the type, 409 erased already and under hold, 403, 404',
    holds: async (world) => {
      const { uri, piece } = await named(world);
      const state = (await world.holder.get(piece)).headers.get('etag');
      for (const body of [
        { object: uri, property: `${cargo}skeletonIndicator` },
        { object: uri, property: NAMED, subject: 'internal:none' },
        { object: uri, property: 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type' },
      ])
        expect((await ask(world, body)).status, JSON.stringify(body)).to.equal(422);
      expect((await ask(world, { object: uri, property: NAMED }, world.partner)).status).to.equal(403);
      expect((await ask(world, { object: world.uri('/logistics-objects/none'), property: NAMED })).status).to.equal(
        404,
      );
      const hold = `/internal/holds/${idOf(piece)}`;
      expect((await world.holder.put(hold, { reason: 'claim' }, json)).status).to.equal(201);
      expect((await ask(world, { object: uri, property: NAMED })).status).to.equal(409);
      expect((await world.holder.send('DELETE', hold)).status).to.equal(204);
      expect((await world.holder.get(piece)).headers.get('etag')).to.equal(state);
      await erase(world, { object: uri, property: NAMED });
      const again = await ask(world, { object: uri, property: NAMED });
      expect(again.status, again.text).to.equal(409);
      const later = changeBody(uri, 3, [add(uri, 'goodsDescription', 'new')]);
      expect((await world.holder.patch(piece, later)).status).to.equal(201);
    },
  },
];

// A node of their own: they search all graphs for the text.
conformance('previews of erasures', previews);

conformance('erased properties', statements, { env: { RATE_LIMIT: '0', FEED: 'true' } });

conformance(
  'erased properties that an object must have',
  [
    {
      section: 'P29, D19',
      statement: 'values that come later are untouched; the next Change must bring what is lacking',
      holds: async (world) => {
        const piece = await world.piece({ 'cargo:goodsDescription': NAME });
        const uri = world.uri(piece);
        const { json: foreseen } = await preview(world, { object: uri, property: NAMED });
        expect(JSON.stringify(member(foreseen, 'violates'))).to.contain('description');
        await erase(world, { object: uri, property: NAMED });
        const lacking = await world.submit(world.partner, piece, [add(uri, 'upid', 'ABC-1')]);
        await world.accept(lacking);
        expect(await world.status(lacking)).to.equal('REQUEST_FAILED');
        await world.change(piece, [add(uri, 'goodsDescription', 'pears')]);
        expect((await world.holder.get(piece)).text).to.contain('pears');
        expect((await world.holder.get(`${piece}/revisions/1`)).text).to.not.contain(NAME);
      },
    },
  ],
  { env: { SHAPES_FILES: fileURLToPath(new URL('../../docs/shapes-example.ttl', import.meta.url)) } },
);
