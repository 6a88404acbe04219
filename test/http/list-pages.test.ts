import { expect } from 'chai';
import { send, waybillValues } from '../messages/node.js';
import { add } from '../support/changes.js';
import { eventBody, eventually, subscribe } from '../support/exchange.js';
import { api, context, type Json, list, member, type Party, type Reply } from '../support/node.js';
import { scaled } from '../support/size.js';
import { idIn, TestContext, text } from '../support/world.js';

/** More than a page has. */
const MANY = 1_003;
const AT_A_TIME = 16;

/** A list that grows with what is in the store. */
interface ListRow {
  /** How many entries it has, at least. */
  readonly count: number;
  readonly query?: string;
  /** The object that it is about. */
  readonly of?: string;
  /** The most entries of a page. */
  readonly max?: number;
  /** Names its entries. */
  readonly by?: (reply: Reply) => string[];
}

const collectionItems = ({ json }: Reply): string[] => list(member(json, 'api:hasItem')).map(idIn);
const trailItems = ({ json }: Reply): string[] => list(member(json, 'api:hasChangeRequest')).map(idIn);
const jsonItems = ({ json }: Reply): string[] => list(member(json, 'items')).map((item) => JSON.stringify(item));
// The states of follows and copies change while one pages.
const copiedObjects = ({ json }: Reply): string[] =>
  list(member(json, 'items')).map((item) => text(member(item, 'object')));
const followUris = ({ json }: Reply): string[] => list(member(json, 'items')).map((item) => text(member(item, 'uri')));

const lists: Readonly<Record<string, ListRow>> = {
  '/logistics-objects': { count: MANY, by: collectionItems },
  '/logistics-objects/:id/audit-trail': { count: MANY, of: 'piece', by: trailItems },
  '/logistics-objects/:id/logistics-events': { count: MANY, of: 'piece', by: collectionItems },
  '/action-requests': { count: MANY, by: collectionItems },
  '/internal/notifications': { count: MANY, by: collectionItems },
  '/internal/deliveries': { count: MANY },
  // Nothing is delivered here.
  '/internal/receipts': { count: 0 },
  '/internal/delivery-pauses': { count: 3 },
  '/internal/objects': { count: MANY, max: 50 },
  '/internal/objects/:id/revisions': { count: 3, of: 'changed', max: 50 },
  '/internal/requests': { count: MANY, query: 'sort=requested', max: 50 },
  '/internal/agents': { count: 2, max: 50 },
  '/internal/follows': { count: 3, by: followUris },
  '/internal/mirror': { count: 3, by: copiedObjects },
  // The partner does not answer.
  '/internal/mirror/revisions': { count: 0, query: 'object=http://127.0.0.1:9/logistics-objects/a' },
  '/internal/mirror/logistics-events': { count: 0, query: 'object=http://127.0.0.1:9/logistics-objects/a' },
  '/internal/messages': { count: 3 },
  '/internal/watched': { count: 3, max: 50 },
  '/internal/erasures': { count: 0 },
  '/internal/holds': { count: 0 },
};

/** Addresses that answer one thing, or a list that has a bound of its own, which it tells (`truncated`) or that is the caller's. */
const others = new Set([
  // At most 1,000 members in a document (W56, W62).
  '/feed',
  '/feed/*document',
  // At most 100 readers.
  '/internal/feed',
  // The witnesses of the settings.
  '/internal/log',
  '/.well-known/void',
  '/logistics-objects/:id/revisions/:number',
  '/logistics-objects/:id/revisions/:number/provenance',
  '/logistics-objects/:id/head',
  '/logistics-objects/:id/changes',
  '/logistics-objects/:id/links',
  '/logistics-objects/:id/messages/:type',
  '/logistics-objects/:id/messages/:type/report',
  '/logistics-objects/:id/acl/revisions/:number',
  '/logistics-objects/:id/logistics-events/:event/provenance',
  '/logistics-objects/:id/tombstone',
  '/logistics-objects/:id/logistics-events/:event/tombstone',
  '/internal/erasures/:erasure',
  '/internal/holds/:id',
  '/internal/expired-receipts/:id',
  '/inbox/:id',
  '/outbox/:id',
  '/receipts/:id',
  '/delivery-pauses/:id',
  '/ended-delivery-pauses/:id',
  '/delivery-failures/:id',
  // Its pages are lists of links (W18).
  '/logistics-objects/:id/timemap',
  '/timegate/*uri',
  '/logistics-objects/:id/proof',
  '/logistics-objects/:id/revisions/:number/proof',
  '/logistics-objects/:id/logistics-events/:event/proof',
  '/logistics-objects/:id/acl/proof',
  '/action-requests/:id/proof',
  '/internal/log/:id',
  '/console/api/log/:id',
  '/rdf-graph-store',
  '/',
  '/ontology/:name',
  '/shapes/:name',
  '/ns/extensions',
  '/sparql',
  '/subscriptions',
  '/logistics-objects/:id',
  '/logistics-objects/:id/acl',
  '/logistics-objects/:id/logistics-events/:event',
  '/action-requests/:id',
  '/action-requests/:id/errors/:error',
  '/internal/agent',
  '/internal/agent/access',
  '/internal/agent/subscriptions',
  '/datasets/own',
  '/datasets/mirrored',
  '/internal/attention',
  '/internal/codes',
  '/internal/delivery-queues',
  // At most 200 of an agent.
  '/internal/drafts',
  '/internal/drafts/:draft',
  '/internal/follow-objects/:id',
  '/internal/follows/:follow',
  '/internal/forms',
  '/internal/forms/:class',
  '/internal/inbox/:id',
  '/internal/labels',
  '/internal/lookup',
  '/internal/me',
  '/internal/model',
  '/internal/messages/:id/statements',
  '/internal/messages/:message',
  '/internal/mirror/diff',
  '/internal/mirror/overview',
  '/internal/mirror/pieces',
  '/internal/mirror/:key/head',
  '/internal/mirror/:key/logistics-events/:event',
  '/internal/mirror/:key/logistics-events/:event/provenance',
  '/internal/mirror/:key/revisions/:number',
  '/internal/mirror/:key/revisions/:number/beside',
  '/internal/mirror/:key/revisions/:number/provenance',
  '/internal/mirror/:key/revisions/:number/variants/:variant',
  '/internal/mirror/:key/revisions/:number/variants/:variant/beside',
  '/internal/mirror/:key/revisions/:number/variants/:variant/provenance',
  '/internal/mirror-subscriptions/:id',
  '/internal/model/terms',
  '/internal/notifications/stream',
  '/internal/objects/:id/access',
  '/internal/objects/:id/diff',
  '/internal/objects/:id/knowledge',
  '/internal/objects/:id/life',
  '/internal/objects/:id/links',
  '/internal/objects/:id/overview',
  '/internal/objects/:id/pieces',
  '/internal/objects/:id/revisions/:number',
  '/internal/objects/:id/telling',
  '/internal/outbox/:id',
  '/internal/partners/:id',
  '/internal/questions',
  '/internal/questions/:question',
  '/internal/questions/:question/revisions/:number',
  '/internal/questions/:question/results',
  '/internal/relocations/:id',
  '/internal/requests/:id',
  '/internal/requests/:id/preview',
  '/internal/status',
  '/internal/stream',
  '/internal/term-labels',
  '/internal/watched/:id',
]);

const nextOf = ({ headers }: Reply): string | undefined => /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];

async function many(count: number, status: number, make: (index: number) => Promise<Reply>): Promise<void> {
  for (let begin = 0; begin < count; begin += AT_A_TIME)
    await Promise.all(
      Array.from({ length: Math.min(AT_A_TIME, count - begin) }, async (_, index) => {
        const reply = await make(begin + index);
        expect(reply.status, reply.text).to.equal(status);
      }),
    );
}

describe('every list', () => {
  let world: TestContext;
  const objects = new Map<string, string>();

  before(async function () {
    this.timeout(scaled(600_000));
    world = await TestContext.start({ env: { SPARQL: 'off' } });
    const { holder, partner } = world;
    const piece = await world.piece();
    const changed = await world.piece();
    objects.set('piece', piece).set('changed', changed);
    const uri = world.uri(changed);
    await world.change(changed, [add(uri, 'coload', 'true', 'xsd:boolean')]);
    await world.change(changed, [add(uri, 'upid', 'a')]);
    for (const object of [piece, changed, await world.piece()]) {
      const reply = await holder.send('PUT', `/internal/watched/${object.split('/').at(-1) ?? ''}`);
      expect(reply.status, reply.text).to.equal(204);
    }
    // What is to be delivered waits.
    for (const topic of [undefined, 'urn:x:1', 'urn:x:2']) {
      const body = { subscriber: partner.agent, topic, paused: true };
      const reply = await holder.put('/internal/delivery-queues/pause', body, { 'Content-Type': 'application/json' });
      expect(reply.status, reply.text).to.equal(204);
    }
    for (const id of ['a', 'b', 'c']) {
      const reply = await holder.post('/internal/follows', { object: `http://127.0.0.1:9/logistics-objects/${id}` });
      expect(reply.status, reply.text).to.equal(201);
    }
    for (const serial of ['11', '22', '33'])
      await send(holder, 'XFWB', { ...waybillValues, 'BusinessHeaderDocument/ID': `125-400000${serial}` });
    await eventually(async () => list(member((await holder.get('/internal/mirror')).json, 'items')).length === 3);
    await subscribe(holder, partner, { topic: world.uri(piece) });
    await many(MANY, 201, () => world.post({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Apples' }));
    await many(MANY, 201, () => world.send(holder, piece, [add(world.uri(piece), 'upid', 'x')], { revision: 1 }));
    await many(MANY, 201, () => holder.post(`${piece}/logistics-events`, eventBody()));
    const notification = {
      '@context': context,
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': `${api}LOGISTICS_OBJECT_AVAILABLE` },
    };
    await many(MANY, 204, () => partner.post('/notifications', notification));
  });
  after(() => world.stop());

  const ask = async (party: Party, path: string): Promise<Reply> => {
    const reply = await party.get(path);
    expect(reply.status, `${path}: ${reply.text.slice(0, 500)}`).to.equal(200);
    return reply;
  };

  it('is in the table of this test, or has a bound of its own', () => {
    const known = new Set([...Object.keys(lists), ...others]);
    const read = world.node.routes.resources.flatMap(({ path, method }) => (method === 'GET' ? [path] : []));
    const twice = (path: string): string => path.replace(/^\/console\/api\//, '/internal/');
    expect(read.filter((path) => !known.has(path) && !known.has(twice(path)))).to.deep.equal([]);
    expect([...known].filter((path) => !read.includes(path))).to.deep.equal([]);
  });

  for (const [path, { count, query = '', of, max = 1_000, by = jsonItems }] of Object.entries(lists)) {
    it(`has at most ${max} entries on a page, keeps to \`limit\`, and leads to the others: ${path}`, async function () {
      this.timeout(scaled(600_000));
      const address = path.replace('/:id', `/${(objects.get(of ?? '') ?? '').split('/').at(-1) ?? ''}`);
      const whole = await ask(world.holder, `${address}?${query}`);
      expect(by(whole).length).to.be.at.most(max);
      if (by(whole).length < Math.min(count, max)) expect(nextOf(whole), 'a next page').to.be.a('string');
      if (count > max) expect(nextOf(whole), 'a next page').to.be.a('string');
      if (count < 2) return;
      const one = await ask(world.holder, `${address}?limit=1&${query}`);
      expect(by(one)).to.have.length(1);
      const second = nextOf(one) ?? expect.fail('there is no next page');
      expect(second.startsWith(world.uri(address))).to.equal(true);
      if (query !== '') expect(second).to.include(query);
      const seen = new Set<Json>(by(one));
      let pages = 0;
      for (let next: string | undefined = second.replace('limit=1&', `limit=${max}&`); next !== undefined; pages += 1) {
        const page = await ask(world.holder, next);
        expect(by(page).length).to.be.at.most(max);
        for (const item of by(page)) {
          expect(seen.has(item), item).to.equal(false);
          seen.add(item);
        }
        next = nextOf(page);
      }
      expect(seen.size).to.be.at.least(count);
      expect(pages).to.equal(Math.ceil((seen.size - 1) / max));
    });
  }
});
