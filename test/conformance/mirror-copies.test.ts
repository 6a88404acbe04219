/** Copies of partners' objects as internal agents read them, which the store had before the node started. */
import { createHash } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { CopiedStore } from '../mirror/support/copied-store.js';
import { TestClock } from '../support/clock.js';
import { type Json, list, member, messages, type Reply, type TestNodeOptions } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const base = 'https://handler.example';
const folder = mkdtempSync(join(tmpdir(), 'mirror-copies-'));
const object = (id: string, server = 'forwarder'): Iri => iri(`https://${server}.example/logistics-objects/${id}`);
const [waybill, piece, shipment, refused] = [
  object('awb-1'),
  object('piece'),
  object('shipment', 'airline'),
  object('refused', 'airline'),
];
const follow = `${base}/internal/follows/follow`;

const about = (uri: Iri, members: string, more = ''): string => `<${uri}> a cargo:Piece ; ${members} . ${more}`;
const weight = (value: string): string =>
  `cargo:grossWeight <internal:w> . <internal:w> a cargo:Value ; api:hasRevision 3 ; cargo:numericalValue ${value}`;
const DOUBLE = '^^<http://www.w3.org/2001/XMLSchema#double>';

/** Revisions 1, 3 and then 2 of a piece, two events, and a shipment with an accepted variant. */
async function writeCopies(copies: CopiedStore): Promise<void> {
  await copies.receive(piece, {
    ...{ number: 1, at: '2026-02-01T05:00:00.100Z', modified: '2026-02-01T04:00:00Z' },
    body: about(piece, `cargo:goodsDescription "first" ; ${weight(`"20.0"${DOUBLE}, "20"${DOUBLE}`)}`),
  });
  await copies.receive(piece, {
    ...{ number: 3, at: '2026-02-01T06:00:00.100Z', modified: '2026-02-01T05:50:00Z' },
    body: about(
      piece,
      `cargo:goodsDescription "third" ; ${weight(`"21.50"${DOUBLE}`)}`,
      `<${shipment}> cargo:goodsDescription "said beside" .`,
    ),
  });
  await copies.receive(piece, {
    ...{ number: 2, at: '2026-02-01T07:00:00.100Z', modified: '2026-02-01T05:30:00Z' },
    body: about(piece, `cargo:goodsDescription "second" ; ${weight(`"20"${DOUBLE}`)}`),
  });
  const gap = { from: 4, to: 6, reason: 'same-second', tried: 1, next: undefined } as const;
  const notified = { priority: 'notified', foundBy: 'notification', attempts: 0, hint: undefined } as const;
  const due = { at: new Date('2026-02-01T07:00:02Z'), ...notified };
  await copies.change(piece, () => ({ seen: 7, gaps: [gap], due }), new Date('2026-02-01T07:00:01Z'));
  await copies.receiveEvents(piece, {
    at: '2026-02-01T08:00:00.100Z',
    body: ['2', '1']
      .map(
        (id) => `<${piece}/logistics-events/${id}> a cargo:LogisticsEvent ; cargo:eventName "Event ${id}" ;
          cargo:creationDate "2026-02-01T07:30:0${id}Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> ;
          cargo:externalReferences [ a cargo:ExternalReference ; cargo:documentName "Blank ${id}" ] .`,
      )
      .join(' '),
  });
  await copies.receive(waybill, {
    ...{ number: 1, at: '2026-02-01T05:10:00.100Z' },
    body: `<${waybill}> a cargo:Waybill ; cargo:waybillPrefix "020" ; cargo:waybillNumber "12345675" .`,
  });
  await copies.receive(shipment, {
    ...{ number: 1, at: '2026-02-01T05:30:00.100Z', modified: '2026-02-01T05:00:00Z' },
    body: about(shipment, 'cargo:goodsDescription "as it was"'),
  });
  await copies.contradict(shipment, {
    ...{ number: 1, at: '2026-02-01T08:00:00.100Z', decided: '2026-02-01T09:00:00.100Z' },
    body: about(shipment, 'cargo:goodsDescription "as it is said now"'),
  });
  await copies.change(shipment, () => ({ access: { kind: 'frozen', reason: 'forbidden' } }));
  await copies.change(refused, () => ({ access: { kind: 'refused', reason: 'forbidden' } }));
}

const options: TestNodeOptions = {
  env: { BASE_URL: base, STORE_URL: `file:${folder}` },
  clock: new TestClock('2026-02-15T10:00:00Z'),
  viaPort: true,
};

before(async () => {
  await (await TestContext.start(options)).stop();
  await CopiedStore.write(folder, base, writeCopies);
});
after(() => rm(folder, { recursive: true, force: true }));

type Party = TestContext['holder'];
const address = (of: string, query = '', path = ''): string =>
  `/internal/mirror${path}?object=${encodeURIComponent(of)}${query}`;
const N_TRIPLES = { Accept: 'application/n-triples' };
const read = (party: Party, of: Iri, query = '', headers: Record<string, string> = N_TRIPLES): Promise<Reply> =>
  party.get(address(of, query), { headers });
const described = (text: string): string => `goodsDescription> "${text}"`;
const json = async (party: Party, path: string): Promise<Json> => {
  const reply = await party.get(path);
  expect(reply.status, reply.text).to.equal(200);
  return reply.json;
};
const ofItems = (answer: Json, name: string): Json[] => list(member(answer, 'items')).map((item) => member(item, name));
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Requests for a revision, and the text that finds it. */
const revisions: Readonly<Record<string, readonly [query: string, text: string]>> = {
  latest: ['', 'third'],
  'by number': ['&revision=2', 'second'],
  'held then, whatever was repaired later': ['&at=20260201T063000Z', 'third'],
  'held in the same second': ['&at=2026-02-01T05:00:00Z', 'first'],
  'held before the repair': ['&at=20260201T055959Z', 'first'],
  'valid then, as it is known now': ['&valid-at=20260201T053000Z', 'second'],
  'valid a second before': ['&valid-at=20260201T052959Z', 'first'],
};
const notThere: Readonly<Record<string, readonly [query: string, message: string]>> = {
  'a gap, with its reason': ['&revision=5', 'same-second'],
  'a revision that nobody has named': ['&revision=9', '7'],
  'before the first was held': ['&at=20260201T045959Z', '04:59:59'],
  'before the first was valid': ['&valid-at=20260201T035959Z', '03:59:59'],
};
const lists: Readonly<Record<string, readonly [query: string, finds: readonly Iri[]]>> = {
  all: ['', [refused, shipment, waybill, piece]],
  'of a server': ['?server=https://airline.example', [refused, shipment]],
  'in a state': ['?state=frozen', [shipment]],
  'of a server, in a state': ['?server=https://airline.example&state=refused', [refused]],
  'of another server, in a state': ['?server=https://forwarder.example&state=refused', []],
  'of a type': ['?type=https://onerecord.iata.org/ns/cargo%23Waybill', [waybill]],
  'by a part of the label': ['?q=20-1234', [waybill]],
  'by a part of the URI, in any case': ['?q=AIRLINE.example', [refused, shipment]],
  'by a text, of a server': ['?q=piece&server=https://airline.example', []],
  'of a follow, in a state': [`?follow=${follow}&state=frozen`, [shipment]],
  'of a follow that reaches none': ['?follow=https://handler.example/internal/follows/none', []],
  'of a follow, by a text': [`?follow=${follow}&q=third`, [piece]],
  'a page': ['?limit=2&skip=1', [shipment, waybill]],
};
const malformed: Readonly<Record<string, readonly [query: string, name: string]>> = {
  'two of the three': ['&revision=1&at=20260201T060000Z', 'at'],
  'a filter of the list': ['&state=fresh', 'state'],
  'an unknown parameter': ['&embedded=true', 'embedded'],
  'no number': ['&revision=0', 'revision'],
};

const statements: readonly Statement[] = [
  {
    section: 'M48',
    statement: 'the latest copy as received: with lexical forms, names of embedded nodes and what was said beside',
    holds: async ({ holder }) => {
      const { status, text } = await read(holder, piece);
      expect(status).to.equal(200);
      expect(text).to.include(described('third')).and.to.include('<internal:w>').and.to.include('"21.50"');
      expect(text).to.include('said beside');
      expect((await read(holder, piece, '&revision=1')).text)
        .to.include('"20.0"')
        .and.to.include('"20"^^');
    },
  },
  {
    section: 'M24',
    statement: 'the SHA-256 of the sorted N-Triples of a copy is the digest of its revision',
    holds: async ({ holder }) => {
      const items = list(member(await json(holder, address(piece, '', '/revisions')), 'items'));
      for (const number of [1, 2, 3]) {
        const { text } = await read(holder, piece, `&revision=${number}`);
        const sorted = text.split('\n').filter(Boolean).sort();
        const item = items.find((one) => member(one, 'revision') === number);
        expect(member(item, 'digest'), text).to.equal(sha256(sorted.map((line) => `${line}\n`).join('')));
      }
    },
  },
  {
    section: 'M48',
    statement: 'its header fields',
    holds: async ({ holder }) => {
      const { headers } = await read(holder, piece);
      const graph = headers.get('content-location') ?? '';
      expect(graph).to.match(/^https:\/\/handler\.example\/internal\/mirror\/[0-9a-f]{32}\/revisions\/3$/);
      expect((await holder.get(graph.slice(base.length), { headers: N_TRIPLES })).text).to.include(described('third'));
      expect(
        [
          'type',
          'revision',
          'latest-revision',
          'last-modified',
          'mirror-state',
          'mirror-received',
          'mirror-checked',
        ].map((name) => headers.get(name)),
      ).to.deep.equal([
        ...['https://onerecord.iata.org/ns/cargo#Piece', '3', '7', 'Sun, 01 Feb 2026 05:50:00 GMT', 'due'],
        ...['Sun, 01 Feb 2026 06:00:00 GMT', 'Sun, 01 Feb 2026 07:00:00 GMT'],
      ]);
    },
  },
  ...each(
    {
      'text/turtle': 'text/turtle',
      'application/x-turtle': 'application/x-turtle',
      'application/n-triples': 'application/n-triples',
      'application/ld+json': 'application/ld+json',
      'application/json': 'application/ld+json',
      'application/ld+json; profile="http://www.w3.org/ns/json-ld#flattened"': 'application/ld+json',
    },
    (type, accept) => ({
      section: 'M48',
      statement: 'in every format and form, with all statements',
      holds: async ({ holder }) => {
        const { status, headers, text } = await read(holder, piece, '', { Accept: accept });
        expect(status).to.equal(200);
        expect(headers.get('content-type')).to.include(type);
        for (const part of ['third', '21.50', 'internal:w', 'said beside']) expect(text).to.include(part);
      },
    }),
  ),
  {
    section: 'M48',
    statement: 'cut to no version',
    holds: async ({ holder }) => {
      const bodies = await Promise.all(
        ['2.0.0', '2.3.0'].map((version) =>
          read(holder, piece, '', { Accept: `application/n-triples; version=${version}` }),
        ),
      );
      expect(bodies.map(({ status }) => status)).to.deep.equal([200, 200]);
      expect(bodies[0]?.text).to.equal(bodies[1]?.text).and.to.include('hasRevision');
    },
  },
  {
    section: 'M48',
    statement: 'conditional requests',
    holds: async ({ holder }) => {
      const { headers } = await read(holder, piece);
      const tag = headers.get('etag') ?? '';
      const date = headers.get('last-modified') ?? '';
      for (const condition of [{ 'If-None-Match': tag }, { 'If-Modified-Since': date }])
        expect((await read(holder, piece, '', { ...N_TRIPLES, ...condition })).status).to.equal(304);
      const other = await read(holder, piece, '&revision=1', { ...N_TRIPLES, 'If-None-Match': tag });
      expect(other.status).to.equal(200);
      expect((await holder.send('HEAD', address(piece))).headers.get('revision')).to.equal('3');
    },
  },
  {
    section: 'M48',
    statement: '404 without a copy, and for one of which nothing is held; a frozen copy is there',
    holds: async ({ holder }) => {
      expect((await read(holder, object('none'))).status).to.equal(404);
      expect((await read(holder, refused)).status).to.equal(404);
      const { status, headers, text } = await read(holder, shipment);
      expect([status, headers.get('mirror-state')]).to.deep.equal([200, 'frozen']);
      expect(text).to.include(described('as it is said now'));
    },
  },
  {
    section: 'M49',
    statement: 'a variant is in place of the revision from the decision on',
    holds: async ({ holder }) => {
      expect((await read(holder, shipment)).headers.get('content-location')).to.match(/\/revisions\/1\/variants\/1$/);
      const before = await read(holder, shipment, '&at=20260201T085959Z');
      expect(before.text).to.include(described('as it was'));
      expect(before.headers.get('content-location')).to.match(/\/revisions\/1$/);
      expect((await read(holder, shipment, '&at=20260201T090000Z')).text).to.include(described('as it is said now'));
    },
  },
  ...each(revisions, ([query, text]) => ({
    section: 'M49',
    statement: 'the revision that is asked for',
    holds: async ({ holder }) => {
      const reply = await read(holder, piece, query);
      expect(reply.text).to.include(described(text));
    },
  })),
  ...each(notThere, ([query, message]) => ({
    section: 'M49',
    statement: '404',
    holds: async ({ holder }) => {
      const reply = await holder.get(address(piece, query));
      expect(reply.status).to.equal(404);
      expect(messages(reply).join()).to.include(message);
    },
  })),
  ...each(malformed, ([query, name]) => ({
    section: 'M49',
    statement: '400, naming the parameter',
    holds: async ({ holder }) => {
      const reply = await holder.get(address(piece, query));
      expect(reply.status).to.equal(400);
      expect(messages(reply).join()).to.include(`\`${name}\``);
    },
  })),
  ...each(lists, ([query, finds]) => ({
    section: 'M50',
    statement: 'the copies, the newest first',
    holds: async ({ holder }) => {
      const answer = await json(holder, `/internal/mirror${query}`);
      const found = ofItems(answer, 'object');
      if (query.includes('limit')) {
        expect(found).to.deep.equal([...finds]);
        expect(member(answer, 'total')).to.equal(4);
      } else {
        expect(found).to.have.members([...finds]);
        expect(member(answer, 'total')).to.equal(finds.length);
      }
    },
  })),
  {
    section: 'M50',
    statement: 'what is known of each',
    holds: async ({ holder }) => {
      const answer = await json(holder, '/internal/mirror?q=awb');
      expect(list(member(answer, 'items'))[0]).to.deep.include({
        ...{
          object: waybill,
          server: 'https://forwarder.example',
          type: 'https://onerecord.iata.org/ns/cargo#Waybill',
        },
        ...{ label: '020-12345675', revision: 1, latest: 1, reason: null, gaps: 0, holder: null },
        received: '2026-02-01T05:10:00.100Z',
      });
      expect(list(member(await json(holder, '/internal/mirror?state=refused'), 'items'))[0]).to.deep.include({
        ...{ object: refused, type: null, label: null, revision: null, latest: null, reason: 'forbidden' },
        ...{ state: 'refused', received: null, checked: null },
      });
    },
  },
  {
    section: 'M50',
    statement: '400 for a parameter of one object, and for an unknown one; 406 for RDF',
    holds: async ({ holder }) => {
      for (const name of ['revision=1', 'at=20260201T060000Z', 'something=1'])
        expect((await holder.get(`/internal/mirror?${name}`)).status, name).to.equal(400);
      expect((await holder.get('/internal/mirror', { headers: { Accept: 'text/turtle' } })).status).to.equal(406);
    },
  },
  {
    section: 'M51',
    statement: 'revisions and missing ranges, the newest first, in pages',
    holds: async ({ holder }) => {
      const answer = await json(holder, address(piece, '', '/revisions'));
      const items = list(member(answer, 'items'));
      expect(member(answer, 'total')).to.equal(4);
      expect(items[0]).to.deep.equal({ from: 4, to: 6, reason: 'same-second', tried: 1, next: null });
      expect(items.slice(1).map((item) => member(item, 'revision'))).to.deep.equal([3, 2, 1]);
      expect(items[2]).to.deep.include({
        ...{ received: '2026-02-01T07:00:00.100Z', valid: '2026-02-01T05:30:00.000Z', foundBy: 'start' },
        ...{ notification: null, variants: 0, purged: null, digestAfterErasure: null, erased: null },
      });
      const page = await holder.get(address(piece, '&limit=2&skip=1', '/revisions'));
      expect(ofItems(page.json, 'revision')).to.deep.equal([3, 2]);
      expect(page.headers.get('link')).to.include('rel="next"');
    },
  },
  {
    section: 'M51',
    statement: 'the difference of two revisions, each statement with the one in which it changed',
    holds: async ({ holder }) => {
      const answer = await json(holder, address(piece, '&from=1&to=3', '/diff'));
      const changes = list(member(answer, 'statements')).map((one) =>
        ['op', 'o', 'revision'].map((name) => (name === 'o' ? member(member(one, 'o'), 'value') : member(one, name))),
      );
      expect(changes).to.deep.include.members([
        ['removed', 'first', 2],
        ['removed', '20.0', 2],
        ['removed', '20', 3],
        ['added', 'third', 3],
        ['added', '21.50', 3],
      ]);
      expect(list(member(answer, 'revisions')).map((one) => member(one, 'revision'))).to.deep.equal([3, 2, 1]);
      const byDefault = await json(holder, address(piece, '', '/diff'));
      expect([member(byDefault, 'from'), member(byDefault, 'to')]).to.deep.equal([2, 3]);
      const missing = await holder.get(address(piece, '&from=5', '/diff'));
      expect(missing.status).to.equal(404);
      expect(messages(missing).join()).to.include('same-second');
    },
  },
  {
    section: 'M51',
    statement: 'the collection of events held, in the order of their creation, as received',
    holds: async ({ holder }) => {
      const { status, text, headers } = await holder.get(address(piece, '', '/logistics-events'), {
        headers: { Accept: 'application/ld+json' },
      });
      expect(status).to.equal(200);
      expect(text.indexOf('Event 1')).to.be.above(0).and.below(text.indexOf('Event 2'));
      expect(text).to.include('Blank 1').and.not.to.include('/nodes/');
      expect(headers.get('last-modified')).to.equal('Sun, 01 Feb 2026 08:00:00 GMT');
      const page = await holder.get(address(piece, '&limit=1', '/logistics-events'));
      expect(page.text).to.include('Event 1').and.not.to.include('Event 2');
      expect(page.headers.get('link')).to.include('rel="next"');
    },
  },
  ...each({ revisions: '/revisions', diff: '/diff', events: '/logistics-events' }, (path) => ({
    section: 'M51',
    statement: 'conditional requests',
    holds: async ({ holder }) => {
      const { headers } = await holder.get(address(piece, '', path));
      const condition = { 'If-None-Match': headers.get('etag') ?? '' };
      expect((await holder.get(address(piece, '', path), { headers: condition })).status).to.equal(304);
    },
  })),
  ...each({ revisions: '/revisions', diff: '/diff', events: '/logistics-events' }, (path) => ({
    section: 'M51',
    statement: '404 without a copy, 400 without an object',
    holds: async ({ holder }) => {
      expect((await holder.get(address(object('none'), '', path))).status).to.equal(404);
      expect((await holder.get(`/internal/mirror${path}`)).status).to.equal(400);
    },
  })),
  ...each({ copy: '', revisions: '/revisions', diff: '/diff', events: '/logistics-events' }, (path) => ({
    section: 'M29',
    statement: '403 for an agent that is not internal, whether there is a copy or not',
    holds: async ({ partner }) => {
      const replies = [
        await partner.get(address(piece, '', path)),
        await partner.get(address(object('none'), '', path)),
      ];
      expect(replies.map(({ status }) => status)).to.deep.equal([403, 403]);
      expect(messages(replies[0] ?? expect.fail())).to.deep.equal(messages(replies[1] ?? expect.fail()));
      expect((await partner.get('/internal/mirror')).status).to.equal(403);
    },
  })),
];

const lookUps: Readonly<Record<string, readonly [text: string, by: string]>> = {
  'a waybill number with its prefix': ['020-12345675', 'identifier'],
  'the beginning of a number': ['1234', 'identifier'],
  'the URI': [waybill, 'uri'],
  'the last part of the URI': ['awb-1', 'id'],
};
const labelled = (party: Party, ...uris: readonly string[]): Promise<Json> =>
  json(party, `/internal/labels?${uris.map((uri) => `uri=${encodeURIComponent(uri)}`).join('&')}`);
const found = (party: Party, text: string): Promise<Json> =>
  json(party, `/internal/lookup?q=${encodeURIComponent(text)}`);

const names: readonly Statement[] = [
  {
    section: 'M57',
    statement: 'labels of copies, for internal agents',
    holds: async ({ holder, partner }) => {
      const answer = await labelled(holder, waybill, refused);
      expect(list(member(answer, 'items'))).to.deep.equal([
        {
          ...{ uri: waybill, label: '020-12345675', type: 'https://onerecord.iata.org/ns/cargo#Waybill' },
          ...{ isAgent: false, mirrored: true },
        },
      ]);
      expect(await labelled(partner, waybill)).to.deep.equal({ items: [], missing: [] });
    },
  },
  ...each(lookUps, ([text, by]) => ({
    section: 'M57',
    statement: 'copies are looked up as own objects are, by internal agents alone',
    holds: async ({ holder, partner }) => {
      const [item = null, ...others] = list(member(await found(holder, text), 'items'));
      expect(item).to.deep.include({ uri: waybill, kind: 'object', label: '020-12345675', mirrored: true });
      expect([member(member(item, 'matched'), 'by'), others]).to.deep.equal([by, []]);
      expect(member(await found(partner, text), 'items')).to.deep.equal([]);
    },
  })),
  {
    section: 'M57',
    statement: 'nothing is found of an object that is only named, nor by what an answer said of others',
    holds: async ({ holder }) => {
      expect(member(await found(holder, refused), 'items')).to.deep.equal([]);
      expect(await labelled(holder, refused)).to.deep.equal({ items: [], missing: [] });
    },
  },
  {
    section: 'M57',
    statement: 'copies come after own objects of the same rank',
    holds: async (world) => {
      const own = await world.create({
        ...{ '@type': 'cargo:Waybill', 'cargo:waybillType': { '@id': 'cargo:MASTER' } },
        ...{ 'cargo:waybillPrefix': '020', 'cargo:waybillNumber': '12345675' },
      });
      const uris = ofItems(await found(world.holder, '02012345675'), 'uri');
      expect(uris).to.deep.equal([world.uri(own), waybill]);
    },
  },
];

conformance('copies of partners’ objects', [...statements, ...names], options);
