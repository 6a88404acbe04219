/** Following a partner that answers well, badly, late or not at all. */
import { expect } from 'chai';
import { Authority } from '../support/certificates.js';
import { TestClock } from '../support/clock.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { type Json, member, Party, startTestNode, type TestNode } from '../support/node.js';
import * as faults from './support/faults.js';
import { digestOf, Mirror } from './support/mirror.js';
import { Notifier, notificationOf } from './support/notifications.js';
import type { PartnerObject } from './support/partner-object.js';
import { Stranger, strangers } from './support/strangers.js';
import { type Fault, TestPartner } from './support/test-partner.js';

const env = { ...fastRetries, MIRROR_RATE: '0' };
const objectBody = (object: PartnerObject, more = {}): Record<string, Json> => ({ object: object.uri, ...more });

describe('following a partner', () => {
  const clock = new TestClock();
  let node: TestNode;
  let mirror: Mirror;
  let partner: TestPartner;
  let notifier: Notifier;
  const others: { close(): Promise<void> }[] = [];

  before(async () => {
    node = await startTestNode({ clock, env });
    mirror = new Mirror(node.url, node.holder);
  });
  after(() => node.stop());
  beforeEach(async () => {
    partner = await TestPartner.start({ clock });
    others.push(partner);
    notifier = await Notifier.of(partner, node.url);
  });
  afterEach(async () => {
    await Promise.all(others.splice(0).map((other) => other.close()));
  });

  /** A followed object of which the first revision is held. */
  async function followed(more = {}): Promise<{ object: PartnerObject; follow: string }> {
    const object = partner.create('awb-1');
    const follow = await mirror.follow(objectBody(object, more));
    await mirror.holds(object.uri, 1);
    return { object, follow };
  }

  /** A notification of a change. */
  const update = (object: PartnerObject): Record<string, Json> =>
    notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED');

  const bodyOf = async (object: PartnerObject): Promise<Json> =>
    (await new Party(partner.base, '', undefined, []).get(object.uri)).json;

  it('holds the object, what it links to and its events, exactly as received', async () => {
    const piece = partner.create('piece-1', {
      '@type': 'cargo:Piece',
      'cargo:grossWeight': {
        '@id': 'internal:weight',
        '@type': 'cargo:Value',
        'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '20.0' },
      },
      'https://other.example/ns#unknown': 'kept',
    });
    const far = partner.create('far', { '@type': 'cargo:Piece' });
    const item = partner.create('item', { '@type': 'cargo:Item', 'cargo:inPiece': { '@id': far.uri } });
    const shipment = partner.create('shipment', {
      '@type': 'cargo:Shipment',
      'cargo:pieces': [{ '@id': piece.uri }, { '@id': item.uri }],
    });
    shipment.postEvent();
    const follow = await mirror.follow(objectBody(shipment));
    const found = await mirror.until(
      follow,
      (one) => Mirror.count(one, 'revisions') === 3 && Mirror.count(one, 'events') === 1,
    );
    expect(member(found, 'state')).to.equal('following');
    expect(member(found, 'holder')).to.equal(partner.holder);
    expect(member(found, 'apiVersion')).to.equal('2.3.0');
    for (const object of [shipment, piece, item])
      expect(await mirror.digest(object.uri, 1)).to.equal(await digestOf(object.uri, await bodyOf(object)));
    expect(await mirror.held(far.uri), 'two links away').to.equal(0);
    expect(await mirror.statements(piece.uri, 1))
      .to.contain('"20.0"')
      .and.contain('"kept"');
  });

  it('fetches what a notification names, and asks once for one that comes twice, late or out of order', async () => {
    const { object, follow } = await followed();
    const before = partner.received(object).length;
    const told: Record<string, Json>[] = [];
    for (let made = 0; made < 3; made += 1) {
      clock.advance(2);
      object.reviseTimes(1);
      told.push(update(object));
    }
    await notifier.send(...told.toReversed(), ...told);
    await mirror.holds(object.uri, 4);
    const found = await mirror.until(follow, (one) => Mirror.count(one, 'due') === 0 || Mirror.count(one, 'gaps') > 0);
    expect(Number(member(member(found, 'found'), 'notification'))).to.be.greaterThan(0);
    expect(await mirror.digest(object.uri, 4)).to.equal(await digestOf(object.uri, await bodyOf(object)));
    const newest = partner
      .received(object)
      .slice(before)
      .filter(({ query }) => !query.has('at'));
    expect(newest.length, 'requests for the newest revision').to.be.at.most(3);
  });

  it('forgets no notification when its clock is set back', async () => {
    const { object } = await followed();
    const other = partner.create('other');
    await mirror.follow(objectBody(other));
    await mirror.holds(other.uri, 1);
    clock.advance(1);
    object.reviseTimes(1);
    await notifier.send(update(object));
    await mirror.holds(object.uri, 2);
    clock.advance(-3600);
    try {
      other.reviseTimes(1);
      await notifier.send(update(other));
      await mirror.holds(other.uri, 2);
      expect(await mirror.values(other.uri, 'revisions/2/provenance', 'foundBy')).to.deep.equal(['notification']);
    } finally {
      clock.advance(3600);
    }
  });

  it('asks again who has answered its server information with an error, and knows it for a day afterwards', async () => {
    partner.fault('information', faults.status(500), 1);
    const { object, follow } = await followed({ subscribe: false });
    expect(await mirror.read(follow)).to.include({ holder: null, apiVersion: null });
    clock.advance(61);
    await mirror.sweep(follow);
    await mirror.until(follow, (found) => member(found, 'holder') === partner.holder);
    const asked = partner.received('information').length;
    object.reviseTimes(1);
    await mirror.sweep(follow);
    await mirror.holds(object.uri, 2);
    expect(partner.received('information')).to.have.length(asked);
  });

  it('reads identifiers relative to the address of the answer', async () => {
    const object = partner.create('awb-1');
    const expected = await digestOf(object.uri, await bodyOf(object));
    partner.fault(
      object,
      faults.json((members) => ({ ...members, '@id': 'awb-1' })),
    );
    await mirror.follow(objectBody(object));
    await mirror.holds(object.uri, 1);
    expect(await mirror.digest(object.uri, 1)).to.equal(expected);
  });

  it('keeps nothing of a body in a notification, and nothing of an object that nobody follows', async () => {
    const { object } = await followed();
    const unknown = partner.create('unknown');
    const lie = { '@id': object.uri, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'a lie' };
    await notifier.send(
      notificationOf(unknown.uri, 'LOGISTICS_OBJECT_UPDATED'),
      notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED', { more: { 'api:hasLogisticsObject': lie } }),
    );
    object.reviseTimes(1);
    await notifier.send(update(object));
    await mirror.holds(object.uri, 2);
    expect(await mirror.statements(object.uri, 2)).not.to.contain('a lie');
    expect(partner.received(unknown)).to.deep.equal([]);
  });

  it('is refused without access, and follows when access is granted', async () => {
    const object = partner.create('secret');
    object.access = { kind: 'forbidden' };
    const follow = await mirror.follow(objectBody(object));
    expect(member(await mirror.inState(follow, 'refused'), 'reason')).to.equal('forbidden');
    object.access = { kind: 'granted' };
    await notifier.send(notificationOf(object.uri, 'LOGISTICS_OBJECT_ACCESS_GRANTED'));
    await mirror.inState(follow, 'following');
    expect(await mirror.held(object.uri)).to.equal(1);
  });

  const withdrawals: [what: string, access: PartnerObject['access'], reason: string][] = [
    ['forbids', { kind: 'forbidden' }, 'forbidden'],
    ['no longer has', { kind: 'absent' }, 'gone'],
    ['has moved', { kind: 'moved', target: 'http://localhost:1/logistics-objects/x' }, 'moved'],
  ];
  for (const [what, access, reason] of withdrawals)
    it(`freezes a copy that the partner ${what}, and keeps it`, async () => {
      const { object, follow } = await followed();
      object.access = access;
      await mirror.sweep(follow);
      expect(member(await mirror.inState(follow, 'frozen'), 'reason')).to.equal(reason);
      expect(await mirror.held(object.uri)).to.equal(1);
      expect(await mirror.statements(object.uri, 1)).to.contain('revision 1');
    });

  it('follows a redirect below the same server, and calls no other', async () => {
    const elsewhere = await TestPartner.start({ clock });
    others.push(elsewhere);
    const target = partner.create('new-address');
    const object = partner.create('old-address');
    object.access = { kind: 'moved', target: target.uri, status: 301 };
    await mirror.follow(objectBody(object));
    await mirror.holds(object.uri, 1);
    object.access = { kind: 'moved', target: elsewhere.create('stolen').uri };
    const other = partner.create('lured');
    other.access = { kind: 'moved', target: `${elsewhere.base}/logistics-objects/stolen` };
    const lured = await mirror.follow(objectBody(other));
    await mirror.inState(lured, 'frozen');
    expect(elsewhere.requests, 'no token goes there').to.deep.equal([]);
  });

  it('is unreachable while the partner is down, and catches up when it is back', async () => {
    const { object, follow } = await followed();
    await partner.close();
    await mirror.sweep(follow);
    expect(member(await mirror.inState(follow, 'unreachable'), 'reason')).to.equal('connect');
    expect(await mirror.statements(object.uri, 1)).to.contain('revision 1');
    clock.advance(5);
    object.reviseTimes(3);
    await partner.open();
    await mirror.holds(object.uri, 4);
    await mirror.inState(follow, 'following');
    expect(await mirror.digest(object.uri, 4)).to.equal(await digestOf(object.uri, await bodyOf(object)));
  });

  it('waits as long as the partner says', async () => {
    const { object, follow } = await followed();
    partner.fault('object', faults.busy('1'), 1);
    const count = partner.received(object).length;
    await mirror.sweep(follow);
    const [refused, next] = (await partner.asked(object, count + 2)).slice(count);
    expect((next?.at ?? 0) - (refused?.at ?? 0), 'milliseconds between').to.be.at.least(990);
    await mirror.inState(follow, 'following');
  });

  it('is unreachable at a server whose certificate is not trusted', async () => {
    const certificate = await (await Authority.make('nobody')).sign('partner');
    const untrusted = await TestPartner.start({ clock, certificate });
    others.push(untrusted);
    const follow = await mirror.follow(objectBody(untrusted.create('awb')));
    expect(member(await mirror.inState(follow, 'unreachable'), 'reason')).to.equal('tls');
  });

  const poisons: Record<string, Fault> = {
    ...faults.unreadable,
    'a body about another object': faults.about('https://a.example/logistics-objects/b'),
    'a body without a type': faults.withoutType,
    'a body of 2 MB': faults.large(2_000_000),
    'too many statements': faults.manyStatements(20_001),
    'too many blank nodes': faults.manyBlankNodes(201),
    'a body that is large after decoding': faults.gzipBomb,
  };
  for (const [what, fault] of Object.entries(poisons))
    it(`does not take ${what}, keeps what is held, and goes on with other objects`, async () => {
      const { object, follow } = await followed();
      object.reviseTimes(1);
      const end = partner.fault(object, fault);
      await mirror.sweep(follow);
      await eventually(async () => (await mirror.state(object.uri)) === 'poison');
      expect(await mirror.held(object.uri)).to.equal(1);
      const other = partner.create('other');
      await mirror.follow(objectBody(other));
      await mirror.holds(other.uri, 1);
      end();
      await mirror.sweep(follow);
      await mirror.holds(object.uri, 2);
      await eventually(async () => (await mirror.state(object.uri)) !== 'poison');
    });

  it('reads Turtle and N-Triples as it reads JSON-LD', async () => {
    for (const mediaType of ['text/turtle', 'application/n-triples'] as const) {
      const object = partner.create(mediaType.replace('/', '-'));
      const expected = await digestOf(object.uri, await bodyOf(object));
      partner.fault(object, faults.triples(mediaType));
      await mirror.follow(objectBody(object));
      await mirror.holds(object.uri, 1);
      expect(await mirror.digest(object.uri, 1), mediaType).to.equal(expected);
    }
  });

  it('counts revisions itself where the partner names no number', async () => {
    const object = partner.create('unnumbered');
    partner.fault(object, faults.withoutNumbers);
    const follow = await mirror.follow(objectBody(object));
    await mirror.holds(object.uri, 1);
    object.reviseTimes(1);
    await mirror.sweep(follow);
    await mirror.holds(object.uri, 2);
    expect(await mirror.values(object.uri, 'head', 'counted')).to.deep.equal(['true']);
  });

  it('keeps within the concurrency of one partner, also while another one is silent', async () => {
    const silent = await TestPartner.start({ clock });
    others.push(silent);
    const pieces = Array.from({ length: 40 }, (_, number) => partner.create(`piece-${number}`));
    silent.fault('object', faults.silent);
    await mirror.follow(objectBody(silent.create('awb')));
    await silent.asked('object');
    const follow = await mirror.follow({ objects: pieces.map(({ uri }) => uri), subscribe: false, events: false });
    await mirror.until(follow, (found) => Mirror.count(found, 'revisions') === pieces.length);
    expect(partner.mostAtOnce).to.be.at.most(4);
  });

  it('shows nothing of a copy to others', async () => {
    const { object, follow } = await followed();
    const stranger = await node.party('stranger');
    for (const address of [
      follow,
      '/internal/follows',
      mirror.address(object.uri, 'head'),
      mirror.address(object.uri, 'revisions/1'),
    ])
      for (const party of [stranger, node.anonymous])
        expect((await party.get(address)).status, address).to.be.oneOf([401, 403]);
    const query = encodeURIComponent('SELECT * { { ?s ?p "revision 1" } UNION { GRAPH ?g { ?s ?p "revision 1" } } }');
    for (const party of [stranger, node.holder]) {
      const { text } = await party.get(`/sparql?query=${query}`, {
        headers: { Accept: 'application/sparql-results+json' },
      });
      expect(text).not.to.contain('revision 1');
    }
  });

  for (const name of strangers)
    it(`says of a server of others that nothing can be read there (${name})`, async () => {
      const stranger = await Stranger.start(name);
      others.push(stranger);
      const object = `${stranger.base}/logistics-objects/awb-1`;
      const follow = await mirror.follow({ object, subscribe: false });
      const found = await mirror.until(follow, (one) => Mirror.count(one, 'poison') === 1);
      expect(Mirror.count(found, 'revisions')).to.equal(0);
      expect(await mirror.state(object)).to.equal('poison');
      expect(await mirror.held(object)).to.equal(0);
    });
});
