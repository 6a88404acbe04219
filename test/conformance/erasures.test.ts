/** Erasures (docs/erasure.md): what is erased is nowhere, and who could read it is told that it is gone. */
import { expect } from 'chai';
import { AWB, send, waybillValues } from '../messages/node.js';
import { add, changeBody, remove } from '../support/changes.js';
import { aclBody, delegationBody, deliveries, eventBody, subscriptionBody } from '../support/exchange.js';
import { ask as query, resultsOf } from '../sparql/support.js';
import { questions } from '../support/questions.js';
import { context, type Json, list, member, textIn, type Party, type Reply } from '../support/node.js';
import { verificationBody } from '../support/verifications.js';
import { idOf, type JsonObject, type TestContext, text } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const P26 = 'P26';
const json = { 'Content-Type': 'application/json' };
/** The value that must be nowhere. */
const NAME = 'Wilhelmina-Featherstonehaugh';
const AS = 'https://www.w3.org/ns/activitystreams#';

const order = (world: TestContext, path: string, more: JsonObject = {}): JsonObject => ({
  object: world.uri(path),
  reason: 'DATA_SUBJECT_REQUEST',
  ...more,
});

const ask = (world: TestContext, body: Json, party: Party = world.holder): Promise<Reply> =>
  party.post('/internal/erasures', body, json);

async function erase(world: TestContext, path: string, more: JsonObject = {}): Promise<string> {
  const reply = await ask(world, order(world, path, more));
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}

/** Another message about the waybill. */
const consignedBy = (name: string): typeof waybillValues => ({
  ...waybillValues,
  'MasterConsignment/ConsignorParty/Name': name,
});

const reader = (world: TestContext): JsonObject => ({ 'acl:agent': { '@id': world.partner.agent } });

/** A piece that names a person in three revisions, an event, requests of each kind, a subscription and a notification. */
async function lively(world: TestContext): Promise<{ piece: string; event: string; requests: string[] }> {
  const piece = await world.piece({ 'cargo:goodsDescription': NAME, 'cargo:upid': `${NAME}-1` });
  const uri = world.uri(piece);
  const readable = await world.holder.put(`${piece}/acl`, aclBody(uri, reader(world), ['acl:Read', 'acl:Append']));
  expect(readable.status, readable.text).to.equal(204);
  const requests = [
    await world.change(piece, [remove(uri, 'upid', `${NAME}-1`)]),
    await world.change(piece, [add(uri, 'upid', `${NAME}-2`)]),
    await world.submit(world.partner, piece, [remove(uri, 'upid', `${NAME}-2`)]),
  ];
  const posts = [
    world.partner.post(`${piece}/logistics-events`, eventBody({ 'cargo:eventName': NAME })),
    world.partner.post(piece, verificationBody(uri, 3)),
    world.partner.post('/subscriptions', subscriptionBody({ subscriber: world.partner.agent, topic: uri })),
    world.partner.post(
      '/access-delegations',
      delegationBody({ objects: [uri], delegates: [world.otherPartner.agent] }),
    ),
    world.partner.post('/notifications', {
      '@context': context,
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      'api:hasLogisticsObject': { '@id': uri, 'cargo:goodsDescription': NAME },
    }),
  ];
  const replies = await Promise.all(posts);
  for (const { status, text: body } of replies) expect(status, body).to.be.within(200, 299);
  const [event, verification, subscription, delegation] = replies.map(({ headers }) => headers.get('location') ?? '');
  requests.push(...[verification, subscription, delegation].map((one) => world.path(one ?? '')));
  return { piece, event: world.path(event ?? ''), requests };
}

/** Every address that answers a caller, with what the attack tests ask there. */
function addresses({ node }: TestContext, object: string): { path: string; headers: Record<string, string> }[] {
  const routes = new Map<string, Set<string>>();
  for (const { path, method } of node.routes.resources) if (method === 'GET') routes.set(path, new Set(['GET']));
  return Array.from(questions(routes, object, node.clock.now().getTime(), true))
    .filter(({ method, headers = {} }) => method === 'GET' && !('If-None-Match' in headers))
    .map(({ path, headers = {} }) => ({
      path: path.replaceAll('/secret', `/${idOf(object)}`),
      headers: { ...headers },
    }));
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
    for (const { path, headers } of addresses(world, object)) {
      if (path.includes('/stream')) continue;
      const reply = await party.get(path, { headers });
      if (reply.text.includes(NAME)) hits.push(`${party.agent} ${path}`);
    }
    for (const text of queries)
      for (const at of [undefined, moment]) {
        const rows = resultsOf(await query(party, text, at === undefined ? {} : { at })).results?.bindings ?? [];
        if (rows.length > 0) hits.push(`${party.agent} ${text} ${JSON.stringify(rows[0])}`);
      }
  }
  return hits;
}

const statements: Statement[] = [
  {
    section: 'P27, P28',
    statement: 'an object is in no answer of any address and in no query from then on, for two callers',
    holds: async (world) => {
      const { piece } = await lively(world);
      const before = (await found(world, world.uri(piece))).join('\n');
      for (const where of ['/sparql', '/feed', '/internal/objects', 'SELECT ?s', 'SELECT ?g'])
        expect(before, where).to.contain(where);
      await erase(world, piece);
      expect(await found(world, world.uri(piece))).to.deep.equal([]);
    },
  },
  {
    section: 'P32',
    statement: 'who could read an erased object gets 410 with a tombstone at all its addresses, anybody else 403',
    holds: async (world) => {
      const { piece, event, requests } = await lively(world);
      const erasure = await erase(world, piece, { reason: 'LEGAL_ORDER' });
      const paths = [
        piece,
        `${piece}/revisions/1`,
        `${piece}/revisions/9`,
        `${piece}/acl`,
        `${piece}/logistics-events`,
        event,
      ];
      for (const path of [...paths, ...requests, `${piece}?at=20260101T000000Z`]) {
        for (const party of [world.holder, world.partner]) {
          const reply = await party.get(path);
          expect(reply.status, `${path} ${reply.text}`).to.equal(410);
          expect(reply.headers.get('link'), path).to.equal(`<${world.uri('/ns/extensions')}>; rel="describedby"`);
        }
        expect((await world.holder.send('HEAD', path)).status, path).to.equal(410);
        expect((await (await world.node.party('stranger')).get(path)).status, path).to.equal(403);
        expect((await world.anonymous.get(path)).status, path).to.equal(401);
      }
      const { json: body } = await world.partner.get(piece);
      const [detail] = list(member(body, 'api:hasErrorDetail'));
      expect(member(body, 'api:hasTitle')).to.equal('Resource erased');
      expect(member(detail, 'api:hasCode')).to.equal('410');
      const ext = (name: string): string => `${world.uri('/ns/extensions')}#${name}`;
      const tombstone = member(body, ext('hasTombstone'));
      expect(tombstone).to.deep.include({ '@id': world.uri(piece), '@type': `${AS}Tombstone` });
      expect(member(tombstone, `${AS}formerType`)).to.deep.equal({ '@id': 'cargo:Piece' });
      expect(member(tombstone, ext('hasReason'))).to.deep.equal({ '@id': ext('LEGAL_ORDER') });
      expect(member(tombstone, ext('hasErasure'))).to.deep.equal({ '@id': world.uri(erasure) });
    },
  },
  {
    section: 'P32',
    statement: 'the tombstone of an object, an event and a request names the entry of the erasure in the log',
    holds: async (world) => {
      const { piece, event, requests } = await lively(world);
      const of = async (path: string): Promise<string> => {
        const tombstone = member((await world.partner.get(path)).json, `${world.uri('/ns/extensions')}#hasTombstone`);
        return textIn(member(member(tombstone, `${world.uri('/ns/extensions')}#hasErasureEntry`), '@id'));
      };
      const isProvenBy = async (entry: string, erasure: string): Promise<void> => {
        expect(entry).to.match(/\/log\/1\/entries\/\d+$/);
        const bundle = await world.holder.get(world.path(entry));
        expect(bundle.status, bundle.text).to.equal(200);
        expect(member(bundle.json, 'graph')).to.equal(world.uri(erasure));
      };
      const first = await ask(world, { event: world.uri(event), reason: 'MISTAKE' });
      await isProvenBy(await of(event), world.path(first.headers.get('location')));
      const erasure = await erase(world, piece);
      for (const path of [piece, `${piece}/revisions/1`, ...requests.slice(0, 1)])
        await isProvenBy(await of(path), erasure);
    },
  },
  {
    section: 'P32',
    statement: 'PATCH and POST below it are 410 for the same callers, 403 for others',
    holds: async (world) => {
      const { piece } = await lively(world);
      await erase(world, piece);
      const uri = world.uri(piece);
      for (const [party, status] of [
        [world.holder, 410],
        [world.partner, 410],
        [world.otherPartner, 403],
      ] as const) {
        const replies = [
          await party.patch(piece, changeBody(uri, 1, [add(uri, 'upid', 'x')])),
          await party.post(piece, verificationBody(uri, 1)),
          await party.post(`${piece}/logistics-events`, eventBody()),
        ];
        expect(replies.map((reply) => reply.status)).to.deep.equal([status, status, status]);
      }
      expect((await world.holder.put(`${piece}/acl`, aclBody(uri, reader(world)))).status).to.equal(410);
    },
  },
  {
    section: 'P33',
    statement: 'the audit trail of an erased object has no requests and says why it was erased; 403 for others',
    holds: async (world) => {
      const { piece } = await lively(world);
      const erasure = await erase(world, piece);
      for (const party of [world.holder, world.partner]) {
        const reply = await party.get(`${piece}/audit-trail`);
        expect(reply.status, reply.text).to.equal(200);
        expect(reply.text).to.contain(world.uri(erasure)).and.contain('#DATA_SUBJECT_REQUEST');
        expect(reply.text).to.not.contain('/action-requests/');
        expect(member(member(reply.json, 'api:hasLatestRevision'), '@value')).to.equal('3');
      }
      expect((await (await world.node.party('stranger')).get(`${piece}/audit-trail`)).status).to.equal(403);
    },
  },
  {
    section: 'P35',
    statement: 'the id is used up: 409 for an object with it, nested or not; its business identifiers are free',
    holds: async (world) => {
      const piece = await world.piece({ 'cargo:upid': 'FREE-AGAIN-1' });
      await erase(world, piece);
      const again = await world.post({ '@type': 'cargo:Piece', '@id': world.uri(piece) });
      expect(again.status, again.text).to.equal(409);
      expect(again.text).to.contain('was erased on');
      const nested = await world.post({
        '@type': 'cargo:Shipment',
        'cargo:shipmentOfPieces': { '@id': world.uri(piece), '@type': 'cargo:Piece', 'cargo:upid': 'FREE-AGAIN-1' },
      });
      expect(nested.status, nested.text).to.equal(409);
      const other = await world.piece({ 'cargo:upid': 'FREE-AGAIN-1' });
      const { json: answer } = await world.holder.get('/internal/lookup?q=FREE-AGAIN-1');
      expect(JSON.stringify(answer))
        .to.contain(idOf(other))
        .and.not.contain(`${idOf(piece)}"`);
    },
  },
  {
    section: 'P28',
    statement: 'requests about several objects lose what is about this one',
    holds: async (world) => {
      const [piece, other] = [await world.piece(), await world.piece()];
      const body = delegationBody({
        objects: [piece, other].map((path) => world.uri(path)),
        delegates: [world.partner.agent],
      });
      const reply = await world.holder.post('/access-delegations', body);
      expect(reply.status, reply.text).to.equal(201);
      const request = world.path(reply.headers.get('location'));
      await erase(world, piece);
      const after = await world.holder.get(request);
      expect(after.status, after.text).to.equal(200);
      expect(after.text).to.contain(world.uri(other)).and.not.contain(world.uri(piece));
    },
  },
  {
    section: 'P36',
    statement: 'subscribers, readers and earlier receivers are notified, each once, of an update without a body',
    holds: async (world) => {
      const { piece } = await lively(world);
      await erase(world, piece);
      const { json: waiting } = await world.holder.get('/internal/deliveries?limit=1000');
      const about = list(member(waiting, 'items')).filter((item) => JSON.stringify(item).includes(world.uri(piece)));
      const updates = about.filter((item) => JSON.stringify(item).includes('LOGISTICS_OBJECT_UPDATED'));
      expect(updates.map((item) => member(item, 'subscriber'))).to.deep.equal([world.partner.agent]);
      expect(JSON.stringify(about)).to.not.contain(NAME);
    },
  },
  {
    section: 'P36',
    statement: 'nobody is notified with `notify` false',
    holds: async (world) => {
      const piece = await world.openPiece();
      const readable = await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), reader(world), ['acl:Read']));
      expect(readable.status).to.equal(204);
      const { total } = await deliveries(world.holder);
      await erase(world, piece, { notify: false });
      expect((await deliveries(world.holder)).total).to.equal(total);
    },
  },
  {
    section: 'Operator contract, K23',
    statement: 'the answer to a repeated request is 410 where what it made was erased meanwhile',
    holds: async (world) => {
      const body = { '@context': context, '@type': 'cargo:Piece', '@id': world.uri('/logistics-objects/keyed') };
      const post = (): Promise<Reply> =>
        world.holder.post('/logistics-objects', body, { 'Idempotency-Key': 'erased-1' });
      expect((await post()).status).to.equal(201);
      expect((await post()).status).to.equal(201);
      await erase(world, '/logistics-objects/keyed');
      const again = await post();
      expect(again.status, again.text).to.equal(410);
    },
  },
  {
    section: 'P28',
    statement: 'an event alone: 410 for readers of events, gone from the list; the object stays',
    holds: async (world) => {
      const { piece, event } = await lively(world);
      const reply = await ask(world, { event: world.uri(event), reason: 'MISTAKE' });
      expect(reply.status, reply.text).to.equal(201);
      expect((await world.partner.get(event)).status).to.equal(410);
      expect((await world.otherPartner.get(event)).status).to.equal(403);
      expect((await world.partner.get(`${piece}/logistics-events`)).text).to.not.contain(event);
      expect((await world.partner.get(piece)).status).to.equal(200);
      const again = await ask(world, { event: world.uri(event), reason: 'MISTAKE' });
      expect(again.status, again.text).to.equal(409);
    },
  },
  {
    section: 'P26',
    statement: 'an entry of the inbox alone',
    holds: async (world) => {
      await lively(world);
      const { json: received } = await world.holder.get('/internal/notifications?limit=1000');
      const [entry] = Array.from(JSON.stringify(received).matchAll(/\/inbox\/[\w-]+/g), ([path]) => path);
      if (entry === undefined) expect.fail('the inbox is empty');
      const reply = await ask(world, { notification: world.uri(entry), reason: 'OTHER' });
      expect(reply.status, reply.text).to.equal(201);
      expect((await world.holder.get(entry)).status).to.equal(404);
      expect((await world.holder.get('/internal/notifications?limit=1000')).text).to.not.contain(entry);
      const again = await ask(world, { notification: world.uri(entry), reason: 'OTHER' });
      expect(again.status, again.text).to.equal(409);
      const missing = await ask(world, { notification: world.uri('/inbox/none'), reason: 'OTHER' });
      expect(missing.status, missing.text).to.equal(404);
    },
  },
  {
    section: 'P28',
    statement: 'a message: bytes, statements and values go whole; the same bytes are still known',
    holds: async (world) => {
      const report = await send(world.holder, 'XFWB', waybillValues);
      const message = report.message ?? '';
      const reply = await ask(world, { message, reason: 'DATA_SUBJECT_REQUEST' });
      expect(reply.status, reply.text).to.equal(201);
      const xml = await world.holder.get(world.path(message), { headers: { Accept: 'application/xml' } });
      expect(xml.status).to.equal(410);
      const left = await world.holder.get(world.path(message), { headers: { Accept: 'application/json' } });
      expect(left.status, left.text).to.equal(200);
      expect(left.json).to.deep.include({ sender: [], recipient: [], unmapped: [], outcome: 'applied' });
      expect((await send(world.holder, 'XFWB', waybillValues)).outcome).to.equal('duplicate');
      expect(AWB).to.be.a('string');
      expect((await ask(world, { message, reason: 'OTHER' })).status).to.equal(409);
    },
  },
  ...each(
    {
      'no target': [{ reason: 'OTHER' }, 'object'],
      'two targets': [{ object: 'https://a.example/1', event: 'https://a.example/2', reason: 'OTHER' }, 'event'],
      'no reason': [{ object: 'https://a.example/1' }, 'reason'],
      'an unknown reason': [{ object: 'https://a.example/1', reason: 'BECAUSE' }, 'reason'],
      'no IRI': [{ object: 'piece', reason: 'OTHER' }, 'object'],
      'a long comment': [{ object: 'https://a.example/1', reason: 'OTHER', comment: 'x'.repeat(501) }, 'comment'],
      'an unknown member': [{ object: 'https://a.example/1', reason: 'OTHER', why: 'x' }, 'why'],
    } as const,
    ([body, field]) => ({
      section: P26,
      statement: 'a wrong body is 400 and names the member',
      holds: async (world) => {
        const reply = await ask(world, { ...body });
        expect(reply.status, reply.text).to.equal(400);
        const details = list(member(reply.json, 'api:hasErrorDetail')).map((detail) =>
          JSON.stringify(member(detail, 'api:hasProperty')),
        );
        expect(details.join(' ')).to.contain(field);
      },
    }),
  ),
  {
    section: P26,
    statement: '403 for others, 404 for what is not here, 422 for the data holder, 409 for what was erased already',
    holds: async (world) => {
      const piece = await world.piece();
      expect((await ask(world, order(world, piece), world.partner)).status).to.equal(403);
      expect((await ask(world, order(world, '/logistics-objects/none'))).status).to.equal(404);
      expect((await ask(world, { object: 'https://elsewhere.example/x', reason: 'OTHER' })).status).to.equal(404);
      expect((await ask(world, order(world, '/logistics-objects/_data-holder'))).status).to.equal(422);
      await erase(world, piece);
      expect((await ask(world, order(world, piece))).status).to.equal(409);
    },
  },
  {
    section: 'P38',
    statement: 'an erasure and the list of them, for internal agents, newest first and of one object',
    holds: async (world) => {
      const { piece } = await lively(world);
      world.node.clock.advance(1_000);
      const erasure = await erase(world, piece, { comment: 'by letter' });
      const reply = await world.holder.get(erasure);
      expect(reply.status, reply.text).to.equal(200);
      expect(reply.json).to.deep.include({
        ...{ uri: world.uri(erasure), object: world.uri(piece), reason: 'DATA_SUBJECT_REQUEST' },
        ...{ comment: 'by letter', by: world.holder.agent, state: 'HIDDEN', purgedAt: null, told: 1, toldOpen: 1 },
      });
      const entry = await world.holder.get(world.path(text(member(reply.json, 'entryAddress'))));
      expect(entry.status, entry.text).to.equal(200);
      expect(member(entry.json, 'graph')).to.equal(world.uri(erasure));
      expect(text(member(reply.json, 'entryAddress'))).to.match(/\/log\/1\/entries\/\d+$/);
      const last = text(member(reply.json, 'entryAddress')).replace(/^.*\//, '');
      expect(JSON.stringify(member(reply.json, 'entry'))).to.equal(last);
      const all = await world.holder.get('/internal/erasures?limit=1');
      expect(list(member(all.json, 'items')).map((item) => text(member(item, 'uri')))).to.deep.equal([
        world.uri(erasure),
      ]);
      const one = await world.holder.get(`/internal/erasures?object=${encodeURIComponent(world.uri(piece))}`);
      expect(member(one.json, 'total')).to.equal(1);
      expect((await world.partner.get(erasure)).status).to.equal(403);
      expect((await world.holder.get('/internal/erasures/none')).status).to.equal(404);
      expect((await world.holder.get('/internal/erasures?other=1')).status).to.equal(400);
    },
  },
  ...each(
    {
      'an object': async (world) => {
        const object = world.uri(await world.piece());
        return { held: `/${idOf(object)}`, targets: [{ object }, { object, property: 'cargo:goodsDescription' }] };
      },
      'the object of an event': async (world) => {
        const piece = await world.piece();
        const { headers } = await world.holder.post(`${piece}/logistics-events`, eventBody());
        return { held: `/${idOf(piece)}`, targets: [{ event: headers.get('location') ?? '' }] };
      },
      'a message, and what it made': async (world) => {
        const { message, waybill } = await send(world.holder, 'XFWB', consignedBy('Held Exports'));
        const targets = [{ message }, { object: waybill }, { object: waybill, property: 'cargo:waybillNumber' }];
        return { held: `?message=${encodeURIComponent(message ?? '')}`, targets };
      },
    } as const satisfies Readonly<
      Record<string, (world: TestContext) => Promise<{ held: string; targets: readonly JsonObject[] }>>
    >,
    (make) => ({
      section: 'P37; P44',
      statement: 'what is held is refused by a preview as by the erasure',
      holds: async (world) => {
        const { held, targets } = await make(world);
        expect((await world.holder.put(`/internal/holds${held}`, { reason: 'claim' }, json)).status).to.equal(201);
        for (const target of targets)
          for (const query of ['?preview=true', '']) {
            const body = { ...target, reason: 'OTHER' };
            const reply = await world.holder.post(`/internal/erasures${query}`, body, json);
            expect(reply.status, `${query} ${JSON.stringify(target)} ${reply.text}`).to.equal(409);
            expect(reply.text).to.contain('/internal/holds/');
          }
        expect((await world.holder.send('DELETE', `/internal/holds${held}`)).status).to.equal(204);
        for (const target of targets) {
          const preview = await world.holder.post(
            '/internal/erasures?preview=true',
            { ...target, reason: 'OTHER' },
            json,
          );
          expect(preview.status, preview.text).to.equal(200);
        }
      },
    }),
  ),
  {
    section: 'P37',
    statement: 'what was erased already is refused by a preview as by the erasure',
    holds: async (world) => {
      const { message } = await send(world.holder, 'XFWB', consignedBy('Erased Exports'));
      const piece = await world.piece();
      const { headers } = await world.holder.post(`${piece}/logistics-events`, eventBody());
      for (const target of [{ message }, { event: headers.get('location') }, { object: world.uri(piece) }]) {
        const body = { ...target, reason: 'OTHER' };
        expect((await ask(world, body)).status).to.equal(201);
        const preview = await world.holder.post('/internal/erasures?preview=true', body, json);
        expect(preview.status, preview.text).to.equal(409);
      }
    },
  },
  {
    section: 'P44',
    statement: 'a legal hold: 201, 204 again; what is held is not erased until it ends',
    holds: async (world) => {
      const piece = await world.piece();
      const path = `/internal/holds/${idOf(piece)}`;
      const put = (reason: string): Promise<Reply> => world.holder.put(path, { reason }, json);
      expect((await put('claim 1')).status).to.equal(201);
      expect((await put('claim 2')).status).to.equal(204);
      expect((await world.holder.get(path)).json).to.deep.include({ held: world.uri(piece), reason: 'claim 2' });
      expect(JSON.stringify((await world.holder.get('/internal/holds')).json)).to.contain(world.uri(piece));
      const refused = await ask(world, order(world, piece));
      expect(refused.status, refused.text).to.equal(409);
      expect(refused.text).to.contain(world.uri(path));
      expect((await world.partner.get(path)).status).to.equal(403);
      expect((await world.holder.send('DELETE', path)).status).to.equal(204);
      expect((await world.holder.get(path)).status).to.equal(404);
      expect((await world.holder.send('DELETE', path)).status).to.equal(404);
      await erase(world, piece);
    },
  },
  {
    section: 'P32',
    statement: 'in results for several objects the code is 410 for who could read it, else 403',
    holds: async (world) => {
      const { piece } = await lively(world);
      await erase(world, piece);
      for (const [party, code] of [
        [world.partner, '410'],
        [world.otherPartner, '403'],
      ] as const) {
        const body = {
          '@context': context,
          '@type': 'api:LogisticsObjectsQuery',
          'api:hasLogisticsObjects': [{ '@id': world.uri(piece) }],
        };
        const reply = await party.post('/logistics-objects/query', body);
        expect(reply.status, reply.text).to.be.within(200, 207);
        expect(reply.text).to.contain(`"${code}"`);
      }
    },
  },
];

conformance('erasures', statements, { env: { RATE_LIMIT: '0', FEED: 'true' } });
