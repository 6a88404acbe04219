/** What the mirror asks partners for, and what it keeps (docs/mirror.md, M12 to M30, M39 to M45). */
import { expect } from 'chai';
import { copyKey, digestOf, Mirror } from '../mirror/support/mirror.js';
import * as faults from '../mirror/support/faults.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { type Fault, TestPartner } from '../mirror/support/test-partner.js';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { type Json, list, member, Party } from '../support/node.js';
import type { JsonObject, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0' };
const DAY = 86_400;

let partner: TestPartner;
beforeEach(async () => {
  partner = await TestPartner.start({ clock });
});
afterEach(() => partner.close());

const mirrorOf = ({ node, holder }: TestContext): Mirror => new Mirror(node.url, holder);
const subscriptionIn = (follow: Json, state: string): boolean =>
  member(member(follow, 'subscription'), 'state') === state;
const bodyOf = async ({ uri }: PartnerObject): Promise<Json> =>
  (await new Party(partner.base, '', undefined, []).get(uri)).json;

/** An object of which a follow has the first revision. */
async function followed(
  world: TestContext,
  more: JsonObject = {},
): Promise<{ mirror: Mirror; object: PartnerObject; address: string }> {
  const mirror = mirrorOf(world);
  const object = partner.create('awb-1');
  const address = await mirror.follow({ object: object.uri, ...more });
  await mirror.holds(object.uri, 1);
  return { mirror, object, address };
}

const subscribing: readonly Statement[] = [
  {
    section: 'M12',
    statement: 'a subscription for a followed object, without bodies, and none for what it links to',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const piece = partner.create('piece');
      const root = partner.create('root', { '@type': 'cargo:Shipment', 'cargo:pieces': { '@id': piece.uri } });
      const address = await mirror.follow({ object: root.uri });
      await mirror.until(address, (found) => subscriptionIn(found, 'active'));
      await mirror.holds(piece.uri, 1);
      expect(partner.subscriptions.requests.map(({ topic }) => topic)).to.deep.equal([root.uri]);
      const [asked] = partner.subscriptions.requests;
      expect(asked).to.include({ subscriber: world.holder.agent, sendsBody: false });
      expect((asked?.expiresAt?.getTime() ?? 0) - clock.now().getTime()).to.be.closeTo(30 * DAY * 1000, 1_000);
    },
  },
  {
    section: 'M13',
    statement: 'an equal subscription at the partner is adopted, and another 4xx is the reason of a refusal',
    holds: async (world) => {
      const { mirror, address } = await followed(world);
      await mirror.until(address, (found) => subscriptionIn(found, 'active'));
      const [request] = partner.subscriptions.requests;
      const other = partner.create('other');
      const equal = { status: 422, headers: { 'Content-Type': 'application/ld+json' } };
      const body = JSON.stringify({
        '@type': 'https://onerecord.iata.org/ns/api#ErrorDetail',
        'https://onerecord.iata.org/ns/api#hasResource': { '@id': request?.uri },
      });
      const end = partner.fault('subscriptions', () => ({ ...equal, body }));
      const adopting = await mirror.follow({ object: other.uri });
      const adopted = await mirror.until(adopting, (found) => subscriptionIn(found, 'active'));
      expect(member(member(adopted, 'subscription'), 'request')).to.equal(request?.uri);
      end();
      partner.fault('subscriptions', faults.status(403));
      const refused = await mirror.follow({ object: partner.create('third').uri });
      await mirror.until(refused, (found) => subscriptionIn(found, 'refused'));
      expect(member(await mirror.read(refused), 'state')).not.to.equal('refused');
    },
  },
  {
    section: 'M14',
    statement: 'the data holder of a followed server is offered the subscription, and nobody else',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      await mirror.until(address, (found) => subscriptionIn(found, 'active'));
      const topicType = encodeURIComponent('https://onerecord.iata.org/ns/api#LOGISTICS_OBJECT_IDENTIFIER');
      const path = `/subscriptions?topicType=${topicType}&topic=${encodeURIComponent(object.uri)}`;
      const holder = await Notifier.partyOf(partner, world.node.url);
      const offered = await holder.get(path);
      expect(offered.status, offered.text).to.equal(200);
      expect(list(offered.json)).to.have.length(1);
      expect(offered.text).to.contain(object.uri).and.to.contain(world.holder.agent).and.to.contain('expiresAt');
      expect(list((await world.partner.get(path)).json)).to.deep.equal([]);
    },
  },
  {
    section: 'M14',
    statement: 'a request that the partner has made of its own accord becomes the subscription; one of others does not',
    holds: async (world) => {
      partner.fault((request) => request.kind === 'subscriptions', faults.status(405), 1);
      const { mirror, object, address } = await followed(world);
      await mirror.until(address, (found) => subscriptionIn(found, 'refused'));
      const liar = await Notifier.as(partner, world.node.url, world.partner.agent);
      const made = `${partner.base}/action-requests/made-by-the-partner`;
      const about = notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED', { triggeredBy: made });
      await liar.send(about);
      const other = partner.create('other');
      await mirror.follow({ object: other.uri, subscribe: false });
      await mirror.holds(other.uri, 1);
      expect(subscriptionIn(await mirror.read(address), 'refused'), 'named by somebody else').to.equal(true);
      expect(partner.received('action-request')).to.deep.equal([]);
      await (await Notifier.of(partner, world.node.url)).send({ ...about, '@id': 'urn:uuid:by-the-holder' });
      await partner.asked('action-request');
      expect(partner.received('subscriptions'), 'no second one is asked').to.have.length(1);
    },
  },
  {
    section: 'M16',
    statement: 'a notification is taken with 204, and what it says is not kept',
    holds: async (world) => {
      const { mirror, object } = await followed(world);
      const lie = { '@id': object.uri, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'a lie' };
      object.reviseTimes(1);
      clock.advance(1);
      const told = { more: { 'api:hasLogisticsObject': lie } };
      await (
        await Notifier.of(partner, world.node.url)
      ).send(notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED', told));
      await mirror.holds(object.uri, 2);
      expect(await mirror.statements(object.uri, 2)).not.to.contain('a lie');
    },
  },
  {
    section: 'M18',
    statement: 'an object that nobody follows is not fetched',
    holds: async (world) => {
      const { mirror, object } = await followed(world);
      const unknown = partner.create('unknown');
      const notifier = await Notifier.of(partner, world.node.url);
      object.reviseTimes(1);
      clock.advance(1);
      await notifier.send(...[unknown, object].map(({ uri }) => notificationOf(uri, 'LOGISTICS_OBJECT_UPDATED')));
      await mirror.holds(object.uri, 2);
      expect(partner.received(unknown)).to.deep.equal([]);
    },
  },
];

const notified: readonly Statement[] = [
  {
    section: 'M18',
    statement: 'with MIRROR_NOTIFIED a follow by the notification stands for what the data holder notifies of',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const [told, lied] = [partner.create('told'), partner.create('lied')];
      const liar = await Notifier.as(partner, world.node.url, world.partner.agent);
      await liar.send(notificationOf(lied.uri, 'LOGISTICS_OBJECT_UPDATED'));
      await (await Notifier.of(partner, world.node.url)).send(notificationOf(told.uri, 'LOGISTICS_OBJECT_UPDATED'));
      await mirror.holds(told.uri, 1);
      const { json } = await world.holder.get(`/internal/follows?server=${encodeURIComponent(partner.base)}`);
      const [follow, ...others] = list(member(json, 'items'));
      expect(others).to.deep.equal([]);
      expect(follow).to.include({ object: told.uri, by: 'notification', depth: 0, subscribe: false });
    },
  },
];

/** The days after which a node looks at its subscription, and what becomes of the first one. */
const renewals: Readonly<Record<string, readonly [days: number, status: string]>> = {
  'when a quarter of its time is left': [23, 'REQUEST_REVOKED'],
  'when it has lapsed': [31, 'REQUEST_ACCEPTED'],
};

/** Each with a time of its own: tokens expire with it. */
const later: readonly Statement[] = each(renewals, ([days, status]) => ({
  section: 'M15',
  statement: 'another subscription is asked for, and the old one is revoked while it lasts',
  holds: async ({ node }) => {
    const there = await TestPartner.start({ clock: node.clock });
    try {
      const before = new Mirror(node.url, await node.party('holder'));
      const address = await before.follow({ object: there.create('awb-1').uri });
      await before.until(address, (found) => subscriptionIn(found, 'active'));
      node.clock.advance(days * DAY);
      const mirror = new Mirror(node.url, await node.party('holder'));
      await mirror.sweep(address);
      await eventually(() => Promise.resolve(there.subscriptions.requests[1] !== undefined));
      const [old, renewed] = there.subscriptions.requests;
      await mirror.until(address, (found) => member(member(found, 'subscription'), 'request') === renewed?.uri);
      expect(old?.status).to.equal(status);
      expect(there.subscriptions.active).to.deep.equal([renewed]);
    } finally {
      await there.close();
    }
  },
}));

const poisons: Readonly<Record<string, readonly [section: string, fault: Fault, reason: string]>> = {
  'a large body': ['M21', faults.large(2_000_000), 'too-large'],
  'a body that is large after decoding': ['M20', faults.gzipBomb, 'too-large'],
  'many statements': ['M21', faults.manyStatements(20_001), 'too-large'],
  'many blank nodes': ['M21', faults.manyBlankNodes(201), 'too-large'],
  'a body about another object': ['M39', faults.about('https://a.example/logistics-objects/b'), 'about-another'],
  'a body without a type': ['M39', faults.withoutType, 'no-type'],
  'a body that is no JSON': ['M39', faults.body('{'), 'unreadable'],
};

const kept: readonly Statement[] = [
  {
    section: 'M19',
    statement:
      'the highest version of both is named, no embedded object is asked for, and events come after the object',
    holds: async (world) => {
      partner.versions = ['2.0.0', '2.1.0'];
      const { mirror, object, address } = await followed(world);
      object.postEvent();
      await mirror.sweep(address);
      const found = await mirror.until(address, (one) => Mirror.count(one, 'events') === 1);
      expect(member(found, 'apiVersion')).to.equal('2.1.0');
      const [asked] = partner.received(object);
      expect(asked?.headers.accept).to.equal('application/ld+json; version=2.1.0');
      expect(asked?.headers['user-agent']).to.match(/^cargograph\/\S+ \(\+http:/);
      expect(partner.requests.some(({ query }) => query.has('embedded'))).to.equal(false);
    },
  },
  {
    section: 'M20',
    statement: 'a partner that does not take the token is unreachable for lack of credentials',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      partner.fault(() => true, faults.status(401));
      const address = await mirror.follow({ object: partner.create('awb').uri });
      expect(member(await mirror.inState(address, 'unreachable'), 'reason')).to.equal('credentials');
    },
  },
  {
    section: 'M20',
    statement: 'after a 401 the request is sent once more, with another token',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      object.reviseTimes(1);
      // A younger token is not given up.
      clock.advance(31);
      const count = partner.received(object).length;
      partner.fault(object, faults.status(401), 1);
      await mirror.sweep(address);
      await mirror.holds(object.uri, 2);
      const [first, second] = partner.received(object).slice(count);
      expect(first?.headers.authorization).not.to.equal(second?.headers.authorization);
    },
  },
  ...each(poisons, ([section, fault, reason]) => ({
    section,
    statement: 'an answer that is not stored; what is held stays',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      object.reviseTimes(1);
      partner.fault(object, fault);
      await mirror.sweep(address);
      await eventually(async () => (await mirror.state(object.uri)) === 'poison');
      expect(await mirror.values(object.uri, 'head', 'reason')).to.deep.equal([reason]);
      expect(await mirror.held(object.uri)).to.equal(1);
    },
  })),
  {
    section: 'M22',
    statement: 'a redirect is followed to the server itself, and to no server that nobody follows',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const elsewhere = await TestPartner.start({ clock });
      try {
        const [target, object, lured] = ['new', 'old', 'lured'].map((id) => partner.create(id));
        if (target === undefined || object === undefined || lured === undefined) throw new Error('three objects');
        object.access = { kind: 'moved', target: target.uri, status: 308 };
        await mirror.follow({ object: object.uri });
        await mirror.holds(object.uri, 1);
        const [url] = await mirror.values(object.uri, 'revisions/1/provenance', 'digest');
        expect(url).to.match(/^[0-9a-f]{64}$/);
        lured.access = { kind: 'moved', target: elsewhere.create('stolen').uri };
        const address = await mirror.follow({ object: lured.uri });
        expect(member(await mirror.inState(address, 'frozen'), 'reason')).to.equal('moved');
        expect(elsewhere.requests).to.deep.equal([]);
      } finally {
        await elsewhere.close();
      }
    },
  },
  {
    section: 'M23',
    statement: 'lexical forms, unknown properties and foreign vocabularies are kept, without the numbers of revisions',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const object = partner.create('piece', {
        '@type': 'cargo:Piece',
        'cargo:grossWeight': {
          '@id': 'internal:weight',
          '@type': 'cargo:Value',
          'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20.0' },
        },
        'https://other.example/ns#unknown': 'kept',
      });
      await mirror.follow({ object: object.uri });
      await mirror.holds(object.uri, 1);
      const statements = await mirror.statements(object.uri, 1);
      expect(statements).to.contain('"20.0"').and.to.contain('other.example/ns#unknown');
      expect(statements).not.to.contain('Revision');
      // M24: the partner's own statements, sorted and hashed; M26: a name of this node for the embedded one.
      expect(await mirror.digest(object.uri, 1)).to.equal(await digestOf(object.uri, await bodyOf(object)));
      expect(statements).to.contain(`/internal/mirror/${copyKey(object.uri)}/nodes/weight>`);
      expect(statements).not.to.contain('<internal:');
    },
  },
  {
    section: 'M25',
    statement: 'the graphs of a copy are addresses for internal agents, and 403 for everybody else, there or not',
    holds: async (world) => {
      const { mirror, object } = await followed(world);
      for (const below of ['head', 'revisions/1', 'revisions/1/provenance', 'revisions/9'])
        expect((await world.partner.get(mirror.address(object.uri, below))).status, below).to.equal(403);
      for (const below of ['head', 'revisions/1', 'revisions/1/provenance'])
        expect((await world.holder.get(mirror.address(object.uri, below))).status, below).to.equal(200);
      expect((await world.holder.get(mirror.address(object.uri, 'revisions/9'))).status).to.equal(404);
    },
  },
  {
    section: 'M27',
    statement: 'the provenance says when, from where, because of what, and every term of it is described (W30)',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const { text } = await world.holder.get(mirror.address(object.uri, 'revisions/1/provenance'), {
        headers: { Accept: 'application/n-triples' },
      });
      for (const value of [object.uri, partner.holder, '"start"', '"2.3.0"', 'prov#generatedAtTime', 'terms/modified'])
        expect(text).to.contain(value);
      const triples = { headers: { Accept: 'application/n-triples' } };
      const graphs = [address, ...['head', 'revisions/1/provenance'].map((one) => mirror.address(object.uri, one))];
      const shown = await Promise.all(graphs.slice(1).map((graph) => world.holder.get(graph, triples)));
      const vocabulary = (await world.partner.get('/ns/extensions', triples)).text;
      const used = new Set(
        shown.flatMap((reply) => Array.from(reply.text.matchAll(/\/ns\/extensions#(\w+)/g), ([, name]) => name)),
      );
      expect(used.size).to.be.greaterThan(10);
      for (const name of used)
        expect(vocabulary).to.contain(`#${name ?? ''}> <http://www.w3.org/2000/01/rdf-schema#range>`);
    },
  },
  {
    section: 'M28',
    statement: 'a copy is none of our objects',
    holds: async (world) => {
      const { object } = await followed(world);
      const { text } = await world.holder.get('/logistics-objects?limit=1000');
      expect(text).not.to.contain(object.uri);
      const query = encodeURIComponent(
        `ASK { { <${object.uri}> ?p ?o } UNION { GRAPH ?g { <${object.uri}> ?p ?o } } }`,
      );
      for (const party of [world.holder, world.partner])
        expect(member((await party.get(`/sparql?query=${query}`)).json, 'boolean'), 'M29').to.equal(false);
    },
  },
  {
    section: 'M41',
    statement: 'revisions without a number are counted, one for each digest',
    holds: async (world) => {
      const object = partner.create('unnumbered');
      partner.fault(object, faults.withoutNumbers);
      const mirror = mirrorOf(world);
      const address = await mirror.follow({ object: object.uri });
      await mirror.holds(object.uri, 1);
      expect(await mirror.values(object.uri, 'head', 'counted')).to.deep.equal(['true']);
      object.reviseTimes(1);
      await mirror.sweep(address);
      await mirror.holds(object.uri, 2);
      await mirror.sweep(address);
      await mirror.until(address, (found) => Mirror.count(found, 'due') === 0);
      expect(await mirror.held(object.uri)).to.equal(2);
    },
  },
  {
    section: 'M42',
    statement: '304 writes nothing but the check; to a request without an entity tag it is poison',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      const count = partner.received(object).length;
      await mirror.sweep(address);
      const [checked] = (await partner.asked(object, count + 1)).slice(count);
      expect(checked?.headers['if-none-match']).to.be.a('string');
      const other = partner.create('other');
      partner.fault(other, faults.unmodified);
      await mirror.follow({ object: other.uri });
      await eventually(async () => (await mirror.state(other.uri)) === 'poison');
      expect(await mirror.values(other.uri, 'head', 'reason')).to.deep.equal(['not-modified']);
      expect(Mirror.count(await mirror.read(address), 'revisions')).to.equal(1);
    },
  },
  {
    section: 'M44',
    statement: 'no more requests at once than MIRROR_CONCURRENCY at one partner',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const objects = Array.from({ length: 30 }, (_, number) => partner.create(`piece-${number}`).uri);
      const address = await mirror.follow({ objects, subscribe: false });
      await mirror.until(address, (found) => Mirror.count(found, 'revisions') === objects.length);
      expect(partner.mostAtOnce).to.be.at.most(4);
    },
  },
];

conformance('subscriptions of the mirror', subscribing, { clock, env });
conformance('notified objects', notified, { clock, env: { ...env, MIRROR_NOTIFIED: '*' } });
conformance('subscriptions of the mirror, later', later, { clock: new TestClock(), env });
conformance('what the mirror keeps', kept, { clock, env });
