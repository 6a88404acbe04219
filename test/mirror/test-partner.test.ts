/** The scripted partner itself: what the mirror's tests rely on. */
import { expect } from 'chai';
import { readJsonLd } from '../../src/rdf/jsonld/reader.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { add, changeBody, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { accept, createPiece, dateTime, eventBody, subscriptionBody } from '../support/exchange.js';
import { type Json, list, member, Party, type Reply, startTestNode, type TestNode } from '../support/node.js';
import { type Version, versions } from '../support/versions.js';
import { canonical } from '../support/isomorphic.js';
import * as faults from './support/faults.js';
import { notificationOf, Notifier } from './support/notifications.js';
import type { PartnerObject } from './support/partner-object.js';
import { compactTime } from './support/partner-answers.js';
import { Stranger, strangers } from './support/strangers.js';
import { TestPartner } from './support/test-partner.js';

const vocabulary = createVocabulary(standardNamespaces);

async function textOf(url: string, signal?: AbortSignal): Promise<string> {
  const response = await fetch(url, { ...(signal !== undefined && { signal }) });
  return response.text();
}
const inVersion = (version: Version): Record<string, string> => ({ Accept: `application/ld+json; version=${version}` });

describe('the scripted partner', () => {
  const clock = new TestClock();
  let partner: TestPartner;
  let caller: Party;
  let object: PartnerObject;

  before(async () => {
    partner = await TestPartner.start({ clock });
    caller = new Party(partner.base, 'https://caller.example/logistics-objects/x', undefined, []);
  });
  after(() => partner.close());
  beforeEach(() => {
    clock.advance(60);
    object = partner.create(`awb-${partner.objects.size + 1}`);
  });
  afterEach(() => {
    partner.repair();
    partner.requests.length = 0;
  });

  const status = async (path = object.uri, headers = {}): Promise<number> =>
    (await fetch(path, { headers, redirect: 'manual' })).status;

  it('answers as of a second, and 404 before the first revision', async () => {
    const first = clock.now();
    clock.advance(5);
    object.revise({ 'cargo:goodsDescription': 'revision 2' });
    const at = (ms: number): string => `${object.uri}?at=${new Date(first.getTime() + ms).toISOString().slice(0, 19)}Z`;
    const [old, now, before] = [
      await caller.get(at(4_000)),
      await caller.get(object.uri),
      await caller.get(at(-2_000)),
    ];
    expect(old.headers.get('revision')).to.equal('1');
    expect(old.headers.get('latest-revision')).to.equal('2');
    expect(member(old.json, 'cargo:goodsDescription')).to.equal('revision 1');
    expect(Date.parse(old.headers.get('last-modified') ?? '')).to.equal(Math.floor(first.getTime() / 1000) * 1000);
    expect(now.headers.get('revision')).to.equal('2');
    expect(before.status).to.equal(404);
  });

  it('carries the time that was asked for in its links', async () => {
    const linked = partner.create('hwb', { '@type': 'cargo:Shipment', 'cargo:pieces': [{ '@id': object.uri }] });
    const { json } = await caller.get(`${linked.uri}?at=20260301T235959Z`);
    expect(member(list(member(json, 'cargo:pieces'))[0], '@id')).to.equal(`${object.uri}?at=20260301T235959Z`);
    expect(member(json, '@id')).to.equal(linked.uri);
  });

  it('answers 304 to the tag of what it would send', async () => {
    const { headers } = await caller.get(object.uri);
    const known = { 'If-None-Match': headers.get('etag') ?? '' };
    expect(await status(object.uri, known)).to.equal(304);
    object.revise({ 'cargo:goodsDescription': 'other' });
    expect(await status(object.uri, known)).to.equal(200);
  });

  it('answers 406 for a version that it does not speak', async () => {
    partner.versions = ['2.0.0'];
    expect((await caller.get(object.uri, { headers: inVersion('2.3.0') })).status).to.equal(406);
    expect(member((await caller.get('/')).json, 'api:hasSupportedApiVersion')).to.deep.equal(['2.0.0']);
    partner.versions = versions;
  });

  it('links a TimeMap with a memento for each revision, if it is to', async () => {
    partner.hasTimeMap = true;
    object.reviseTimes(2);
    const { headers } = await caller.get(object.uri);
    const map = /<([^>]+)>; rel="timemap"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const mementos = [...(await caller.get(map)).text.matchAll(/<([^>]+)>; rel="memento"/g)].map(([, uri = '']) => uri);
    const numbers = await Promise.all(mementos.map(async (uri) => (await caller.get(uri)).headers.get('revision')));
    expect(numbers).to.deep.equal(['1', '2', '3']);
    partner.hasTimeMap = false;
  });

  it('refuses, erases and moves an object', async () => {
    object.access = { kind: 'forbidden' };
    expect(await status()).to.equal(403);
    object.access = { kind: 'absent' };
    expect(await status()).to.equal(404);
    object.access = { kind: 'gone' };
    expect(await status()).to.equal(410);
    object.access = { kind: 'gone', reason: 'LEGAL_ORDER' };
    expect((await caller.get(object.uri)).text)
      .to.contain('as:Tombstone')
      .and.contain('ext:LEGAL_ORDER');
    object.access = { kind: 'moved', target: 'https://elsewhere.example/' };
    expect(await status()).to.equal(307);
  });

  it('takes, shows and revokes a subscription, and refuses an equal one in 2.3.0', async () => {
    const body = subscriptionBody({
      subscriber: caller.agent,
      topic: object.uri,
      more: { 'api:expiresAt': dateTime('2027-01-01T00:00:00Z') },
    });
    const ask = (version: Version): Promise<Reply> => caller.post('/subscriptions', body, inVersion(version));
    const made = await ask('2.3.0');
    expect(made.status).to.equal(201);
    const request = made.headers.get('location') ?? '';
    expect(partner.subscriptions.active.map(({ topic }) => topic)).to.include(object.uri);
    const again = await ask('2.3.0');
    expect([again.status, again.text.includes(request)]).to.deep.equal([422, true]);
    expect((await ask('2.2.0')).status).to.equal(201);
    const shown = await caller.get(request);
    expect(member(member(shown.json, 'api:hasRequestStatus'), '@id')).to.equal('api:REQUEST_ACCEPTED');
    expect((await caller.delete(request)).status).to.equal(204);
    expect((await caller.delete(request)).status).to.equal(422);
  });

  it('ends a fault after the given number of requests, and lets a later one change an earlier one', async () => {
    partner.fault(object, faults.status(500), 2);
    expect([await status(), await status(), await status()]).to.deep.equal([500, 500, 200]);
    partner.fault('object', faults.numbers({ revision: '7' }));
    partner.fault(object, faults.headers({ Revision: '9' }));
    expect((await caller.get(object.uri)).headers.get('revision')).to.equal('9');
    partner.repair();
    expect((await caller.get(object.uri)).headers.get('revision')).to.equal('1');
  });

  it('answers late, in parts, or not at all', async () => {
    let answerNow = (): void => undefined;
    partner.fault(object, faults.late(new Promise<void>((resolve) => (answerNow = resolve))), 1);
    const waiting = status();
    await partner.asked(object);
    answerNow();
    expect(await waiting).to.equal(200);
    for (const fault of [faults.reset, faults.cutOff]) {
      partner.fault(object, fault, 1);
      const broken = await textOf(object.uri).catch((error: unknown) => error);
      expect(broken).to.be.instanceOf(Error);
    }
    for (const fault of [faults.silent, faults.trickling]) {
      partner.fault(object, fault, 1);
      const count = partner.received(object).length;
      const ended = new AbortController();
      const answer = textOf(object.uri, ended.signal).catch(() => 'given up');
      await partner.asked(object, count + 1);
      ended.abort();
      expect(await answer).to.equal('given up');
    }
  });

  it('is away and back at the same address', async () => {
    await partner.close();
    expect(await status().catch(() => 0)).to.equal(0);
    await partner.open();
    expect(await status()).to.equal(200);
  });

  it('has unreadable, large and lying bodies', async () => {
    for (const [what, fault] of Object.entries(faults.unreadable)) {
      const end = partner.fault(object, fault);
      const read = async (): Promise<unknown> => {
        const text = new TextDecoder('utf-8', { fatal: true }).decode(await (await fetch(object.uri)).arrayBuffer());
        const { data } = await readJsonLd(JSON.parse(text) as Json, { vocabulary, strict: true });
        return data;
      };
      expect(await read().catch((error: unknown) => error), what).to.be.instanceOf(Error);
      end();
    }
    const changed: [faults: Parameters<TestPartner['fault']>[1], expected: string][] = [
      [faults.large(2_000_000), 'x'.repeat(2_000_000)],
      [faults.about('https://a.example/logistics-objects/b'), 'https://a.example/logistics-objects/b'],
      [faults.ofType('cargo:Shipment'), 'cargo:Shipment'],
      [faults.manyBlankNodes(300), '"cargo:code":"299"'],
      [faults.manyStatements(20_001), '"20000"'],
      [faults.changedInPlace({ 'cargo:goodsDescription': 'rewritten' }), 'rewritten'],
      [faults.triples('text/turtle'), `<${object.uri}> <`],
    ];
    for (const [fault, expected] of changed) {
      const end = partner.fault(object, fault);
      expect(await textOf(object.uri)).to.contain(expected);
      end();
    }
  });

  it('says how many requests it answered at once', async () => {
    let answerNow = (): void => undefined;
    partner.mostAtOnce = 0;
    partner.fault(object, faults.late(new Promise<void>((resolve) => (answerNow = resolve))));
    const waiting = [status(), status(), status()];
    await partner.asked(object, 3);
    answerNow();
    await Promise.all(waiting);
    expect(partner.mostAtOnce).to.equal(3);
  });
});

describe('the scripted partner beside a node', () => {
  const clock = new TestClock();
  let partner: TestPartner;
  let node: TestNode;

  before(async () => {
    partner = await TestPartner.start({ clock });
    node = await startTestNode({ clock });
  });
  after(() => Promise.all([partner.close(), node.stop()]));

  /** The statements of an answer, with the addresses of both servers made equal. */
  async function statements(
    party: Party,
    path: string,
    version: Version,
    names: readonly [string, string][],
  ): Promise<string> {
    const reply = await party.get(path, { headers: inVersion(version) });
    expect(reply.status, reply.text).to.equal(200);
    let { text } = reply;
    for (const [name, common] of names) text = text.replaceAll(name, common);
    text = text.replace(/"internal:[0-9a-f-]+"/g, (id) => id.replace('internal:', '_:'));
    const { data } = await readJsonLd(JSON.parse(text) as Json, { vocabulary, strict: true });
    return canonical(data);
  }

  for (const version of versions)
    it(`gives the statements of a node of ours about an object, in ${version}`, async () => {
      const before = clock.now();
      const piece = await createPiece(node.holder);
      const object = partner.create(`like-${version}`, { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
      clock.advance(7);
      const operations = [remove(piece, 'goodsDescription', 'Oranges'), add(piece, 'goodsDescription', 'Apples')];
      const asked = await node.holder.patch(piece, changeBody(piece, 1, operations));
      await accept(node.holder, asked.headers.get('location') ?? '');
      object.revise({ 'cargo:goodsDescription': 'Apples' });
      const event = await node.holder.post(`${piece}/logistics-events`, eventBody());
      const { uri } = object.postEvent({
        'cargo:eventDate': dateTime('2026-02-28T12:00:00Z'),
        'cargo:recordingOrganization': { '@id': partner.holder },
      });
      const names: [string, string][] = [
        [event.headers.get('location') ?? '', 'https://x.example/event'],
        [uri, 'https://x.example/event'],
        [piece, 'https://x.example/object'],
        [object.uri, 'https://x.example/object'],
        [node.holder.agent, 'https://x.example/holder'],
        [partner.holder, 'https://x.example/holder'],
        ['.4Z', '.400Z'],
      ];
      const caller = new Party(partner.base, '', undefined, []);
      for (const path of ['', `?at=${compactTime(before)}`, '/logistics-events'])
        expect(await statements(caller, object.uri + path, version, names), path).to.equal(
          await statements(node.holder, piece + path, version, names),
        );
      for (const name of ['revision', 'latest-revision', 'last-modified', 'type']) {
        const [own, other] = [await caller.get(object.uri), await node.holder.get(piece)];
        expect(own.headers.get(name), name).to.equal(other.headers.get(name));
      }
      const property = version === '2.0.0' ? 'api:hasChangeRequest' : 'api:hasActionRequest';
      for (const [party, address] of [
        [caller, object.uri],
        [node.holder, piece],
      ] as const) {
        const { json } = await party.get(`${address}/audit-trail`, { headers: inVersion(version) });
        const [request] = list(member(json, property));
        expect(member(member(member(request, 'api:hasChange'), 'api:hasRevision'), '@value')).to.equal('1');
        expect(member(request, 'api:hasRequestStatusSince') !== undefined).to.equal(version === '2.3.0');
      }
    });

  it('notifies the node, which stores each notification once', async () => {
    const object = partner.create('told');
    const notifier = await Notifier.of(partner, node.url);
    const twice = notificationOf(object.uri, 'LOGISTICS_OBJECT_UPDATED');
    const once = notificationOf(object.uri, 'LOGISTICS_EVENT_RECEIVED');
    await notifier.send(twice, once, twice);
    const { json } = await node.holder.get('/internal/notifications');
    expect(list(member(json, 'api:hasItem'))).to.have.length(2);
  });
});

describe('the recorded servers of others', () => {
  for (const name of strangers)
    it(`${name} answers as it was recorded`, async () => {
      const stranger = await Stranger.start(name);
      try {
        const { answers } = stranger.recording;
        for (const { request, status, body } of answers.filter((answer) => answer.request.includes(' /'))) {
          const [method = '', path = ''] = request.split(' ');
          const response = await fetch(stranger.base + path.replace('{id}', 'anything'), { method });
          expect([response.status, await response.text()], request).to.deep.equal([status, body]);
        }
        expect((await fetch(`${stranger.base}/nowhere`)).status).to.equal(404);
        expect((await fetch(stranger.base, { method: 'PUT' })).status).to.equal(405);
      } finally {
        await stranger.close();
      }
    });
});
