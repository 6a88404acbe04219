/** What the mirror makes of partners' answers: states, versions, syntaxes, addresses, redirects (docs/mirror.md, M8, M19 to M22). */
import { expect } from 'chai';
import * as faults from '../mirror/support/faults.js';
import { digestOf, Mirror } from '../mirror/support/mirror.js';
import { Notifier, notificationOf } from '../mirror/support/notifications.js';
import type { PartnerObject } from '../mirror/support/partner-object.js';
import { TestPartner } from '../mirror/support/test-partner.js';
import { TestClock } from '../support/clock.js';
import { fastRetries, patient } from '../support/exchange.js';
import { list, member, Party } from '../support/node.js';
import { rows } from '../sparql/support.js';
import { readNTriples } from '../support/turtle.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const clock = new TestClock();
const env = { ...fastRetries, MIRROR_RATE: '0', MIRROR_SWEEP_S: '0' };
const PROV = 'http://www.w3.org/ns/prov#';

let partner: TestPartner;
beforeEach(async () => {
  partner = await TestPartner.start({ clock });
});
afterEach(() => partner.close());

const mirrorOf = ({ node, holder }: TestContext): Mirror => new Mirror(node.url, holder);
const alone = { subscribe: false, events: false };

/** The digest of the answer that the partner gives to anybody. */
async function originalDigest({ uri }: PartnerObject): Promise<string> {
  return digestOf(uri, (await new Party(partner.base, '', undefined, []).get(uri)).json);
}

/** The URL that answered with a revision. */
async function derivedFrom(mirror: Mirror, { uri }: PartnerObject, revision: number): Promise<string[]> {
  const graph = mirror.address(uri, `revisions/${revision}/provenance`);
  const { text } = await mirror.agent.get(graph, { headers: { Accept: 'application/n-triples' } });
  const data = readNTriples(text);
  return Array.from(data).flatMap(({ predicate, object }) =>
    predicate.value === `${PROV}wasDerivedFrom` ? [object.value] : [],
  );
}

/** How access is withdrawn, and the reason of the follow's state. */
const withdrawals: Readonly<Record<string, readonly [access: PartnerObject['access'], reason: string]>> = {
  '403': [{ kind: 'forbidden' }, 'forbidden'],
  '404': [{ kind: 'absent' }, 'gone'],
  '410 without a tombstone': [{ kind: 'gone' }, 'gone'],
  'a redirect to a server that nobody follows': [
    { kind: 'moved', target: 'http://localhost:1/logistics-objects/x' },
    'moved',
  ],
};

/** An object of which a follow has the first revision. */
async function followed(world: TestContext): Promise<{ mirror: Mirror; object: PartnerObject; address: string }> {
  const mirror = mirrorOf(world);
  const object = partner.create('awb-1');
  const address = await mirror.follow({ object: object.uri, ...alone });
  await mirror.holds(object.uri, 1);
  return { mirror, object, address };
}

const statements: readonly Statement[] = [
  ...each(withdrawals, ([access, reason]) => ({
    section: 'M8',
    statement: 'a follow is frozen when access is withdrawn; what is held stays, until access is given again',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      object.access = access;
      await mirror.sweep(address);
      expect(member(await mirror.inState(address, 'frozen'), 'reason')).to.equal(reason);
      expect(Mirror.count(await mirror.read(address), 'frozen')).to.equal(1);
      expect(await mirror.statements(object.uri, 1)).to.contain('revision 1');
      object.access = { kind: 'granted' };
      await mirror.sweep(address);
      expect(member(await mirror.inState(address, 'following'), 'reason')).to.equal(null);
    },
  })),
  {
    section: 'M8',
    statement: 'a follow is unreachable while nothing answers at the server, and following at the first answer',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      await partner.close();
      await mirror.sweep(address);
      expect(member(await mirror.inState(address, 'unreachable'), 'reason')).to.equal('connect');
      clock.advance(2);
      object.reviseTimes(1);
      await partner.open();
      await mirror.inState(address, 'following');
      await mirror.holds(object.uri, 2);
    },
  },
  {
    section: 'M9',
    statement: 'due counts the copies that are known to be behind',
    holds: async (world) => {
      const { mirror, object, address } = await followed(world);
      let answer = (): void => undefined;
      const answered = new Promise<void>((resolve) => (answer = resolve));
      partner.fault(object, faults.late(answered), 1);
      clock.advance(2);
      object.reviseTimes(1);
      await (await Notifier.of(partner, world.node.url)).send(notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED'));
      await mirror.until(address, (found) => Mirror.count(found, 'due') === 1);
      expect(await mirror.state(object.uri)).to.equal('due');
      answer();
      await mirror.until(address, (found) => Mirror.count(found, 'due') === 0);
      expect(await mirror.held(object.uri)).to.equal(2);
    },
  },
  {
    section: 'M19',
    statement: 'after a 406 the partner is asked again which versions it speaks, and the newest of them is named',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const object = partner.create('awb-1');
      const address = await mirror.follow({ object: object.uri, ...alone });
      await mirror.holds(object.uri, 1);
      expect(member(await mirror.read(address), 'apiVersion')).to.equal('2.3.0');
      partner.versions = ['2.0.0', '2.1.0'];
      const asked = partner.received('information').length;
      clock.advance(2);
      object.reviseTimes(1);
      await mirror.sweep(address);
      await mirror.holds(object.uri, 2);
      expect(partner.received('information')).to.have.length(asked + 1);
      const versions = partner.received(object).map(({ headers }) => headers.accept?.replace(/^.*=/, ''));
      expect(versions).to.deep.equal(['2.3.0', '2.3.0', '2.1.0']);
      expect(member(await mirror.read(address), 'apiVersion')).to.equal('2.1.0');
    },
  },
  {
    section: 'M19',
    statement: 'several objects that are fetched at the same time ask for the server information once',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const objects = Array.from({ length: 8 }, (_, number) => partner.create(`piece-${number}`).uri);
      const address = await mirror.follow({ objects, ...alone });
      await mirror.until(address, (found) => Mirror.count(found, 'revisions') === objects.length);
      expect(partner.received('information')).to.have.length(1);
    },
  },
  {
    section: 'M19',
    statement: 'without server information no version is named',
    holds: async (world) => {
      partner.fault('information', faults.status(404));
      const object = partner.create('awb-1');
      await mirrorOf(world).follow({ object: object.uri, ...alone });
      await mirrorOf(world).holds(object.uri, 1);
      expect(partner.received(object).map(({ headers }) => headers.accept)).to.deep.equal(['application/ld+json']);
    },
  },
  ...each(
    { Turtle: 'text/turtle', 'N-Triples': 'application/n-triples' } as const,
    (mediaType: 'text/turtle' | 'application/n-triples') => ({
      section: 'M19',
      statement: 'an answer in another syntax is read, with the same digest',
      holds: async (world) => {
        const mirror = mirrorOf(world);
        const object = partner.create('awb-1');
        const digest = await originalDigest(object);
        partner.fault(object, faults.triples(mediaType));
        await mirror.follow({ object: object.uri, ...alone });
        await mirror.holds(object.uri, 1);
        expect(await mirror.digest(object.uri, 1)).to.equal(digest);
      },
    }),
  ),
  {
    section: 'M22',
    statement: 'a redirect to a server that another follow is about is followed; the copy keeps its name',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const other = await TestPartner.start({ clock });
      try {
        const known = other.create('known');
        await mirror.follow({ object: known.uri, ...alone });
        await mirror.holds(known.uri, 1);
        const target = other.create('moved-here', { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'it is here' });
        const object = partner.create('moved-away');
        object.access = { kind: 'moved', target: target.uri, status: 302 };
        await mirror.follow({ object: object.uri, ...alone });
        await mirror.holds(object.uri, 1);
        expect(await mirror.statements(object.uri, 1)).to.contain('it is here');
        expect(await derivedFrom(mirror, object, 1)).to.deep.equal([target.uri]);
        expect(await mirror.state(target.uri), 'there is no copy of the other name').to.equal(undefined);
      } finally {
        await other.close();
      }
    },
  },
  ...each({ 301: 301, 302: 302, 307: 307, 308: 308 } as const, (status: 301 | 302 | 307 | 308) => ({
    section: 'M22',
    statement: 'three redirects are followed, a fourth is not',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const chain = ['one', 'two', 'three', 'four', 'five'].map((id) => partner.create(id));
      for (const [index, object] of chain.slice(0, -1).entries())
        object.access = { kind: 'moved', target: chain[index + 1]?.uri ?? '', status };
      const [first, second] = chain;
      if (first === undefined || second === undefined) throw new Error('there are five objects');
      const near = await mirror.follow({ object: second.uri, ...alone });
      await mirror.inState(near, 'following');
      const far = await mirror.follow({ object: first.uri, ...alone });
      const found = await mirror.inState(far, 'frozen');
      expect(member(found, 'reason')).to.equal('moved');
      expect(await mirror.values(first.uri, 'head', 'movedTo')).to.deep.equal([chain[4]?.uri]);
    },
  })),
  {
    section: 'M55',
    statement: 'a list of events that states something about an object, ours or another partner’s, is not believed',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const own = world.uri(await world.piece({ 'cargo:goodsDescription': 'ours' }));
      const other = 'https://airline.example/logistics-objects/awb-9';
      const object = partner.create('awb-1');
      const event = object.postEvent({ 'cargo:eventName': 'true event' });
      const lies = [own, other, `${other}/logistics-events/1`, object.uri].map((uri) => ({
        '@id': uri,
        '@type': 'cargo:LogisticsEvent',
        'cargo:goodsDescription': 'a lie',
      }));
      partner.fault(
        'events',
        faults.json((members) => ({ ...members, 'api:hasItem': [...lies, ...list(members['api:hasItem'])] })),
      );
      const address = await mirror.follow({ object: object.uri, subscribe: false });
      await mirror.until(address, (found) => Mirror.count(found, 'events') > 0);
      const told = 'SELECT ?s { ?s cargo:goodsDescription "a lie" }';
      expect(await rows(world.holder, told, { mirrored: 'true' })).to.deep.equal([]);
      const named = 'SELECT ?s { ?s cargo:eventName "true event" }';
      expect(await rows(world.holder, named, { mirrored: 'true' })).to.deep.equal([event.uri]);
    },
  },
];

const refusing: readonly Statement[] = [
  {
    section: 'M20',
    statement: 'addresses that outgoing calls must not have are not called: unreachable for that',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const address = await mirror.follow({ object: partner.create('awb-1').uri });
      expect(member(await mirror.inState(address, 'unreachable'), 'reason')).to.equal('address-refused');
      expect(partner.requests).to.deep.equal([]);
    },
  },
];

/** At a node that waits two seconds for an answer, instead of ten. */
const impatient: readonly Statement[] = [
  {
    section: 'M20',
    statement: 'a partner that does not answer in time is unreachable for that, and what is held stays',
    holds: async (world) => {
      const mirror = mirrorOf(world);
      const object = partner.create('awb-1');
      const address = await mirror.follow({ object: object.uri, ...alone });
      await mirror.holds(object.uri, 1);
      const end = partner.fault(() => true, faults.trickling);
      await mirror.sweep(address);
      expect(member(await mirror.inState(address, 'unreachable'), 'reason')).to.equal('timeout');
      expect(await mirror.statements(object.uri, 1)).to.contain('revision 1');
      end();
      await mirror.inState(address, 'following');
    },
  },
];

conformance('answers of partners', statements, { clock, env, outbound: patient });
conformance('answers of partners, addresses', refusing, {
  clock,
  env: { ...env, OUTBOUND_PRIVATE_ADDRESSES: 'false' },
});
conformance('answers of partners, in time', impatient, { clock, env, outbound: { timeouts: { exchangeMs: 2_000 } } });
