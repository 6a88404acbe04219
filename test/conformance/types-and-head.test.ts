import { expect } from 'chai';
import { add, remove } from '../support/changes.js';
import { eventBody, partyFor, Receiver, settled, subscribe, valueOf } from '../support/exchange.js';
import { api, cargo, type Json, list, member } from '../support/node.js';
import type { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const versions = ['2.0.0', '2.1.0', '2.2.0', '2.3.0'] as const;

const accepting = (version: string): { readonly headers: Record<string, string> } => ({
  headers: { Accept: `application/ld+json; version=${version}` },
});

const ORCHESTRATION = `${api}usesOrchestration`;

/** The orchestrations that an object states in a version. */
async function orchestrations(world: TestContext, path: string, version: string): Promise<Json[]> {
  const { json } = await world.holder.get(path, accepting(version));
  return list(member(json, 'api:usesOrchestration'));
}

const statements: Statement[] = [
  {
    section: 'V76; D8',
    statement: 'Type of POST, GET and HEAD is the most specific type in every version; the body keeps all types',
    holds: async (world) => {
      const types = ['cargo:LogisticsObject', 'cargo:Piece', 'cargo:PhysicalLogisticsObject'];
      const reply = await world.post({ '@type': types, 'cargo:goodsDescription': 'x' });
      expect(reply.headers.get('type')).to.equal(`${cargo}Piece`);
      const piece = world.path(reply.headers.get('location'));
      for (const version of versions) {
        const read = await world.holder.get(piece, accepting(version));
        expect(read.headers.get('type')).to.equal(`${cargo}Piece`);
        expect(member(read.json, '@type')).to.have.members(types);
        const head = await world.holder.send('HEAD', piece, accepting(version));
        expect(head.headers.get('type')).to.equal(`${cargo}Piece`);
      }
    },
  },
  {
    section: 'V76',
    statement: 'hasLogisticsObjectType of a notification is the most specific type',
    holds: async (world) => {
      const receiver = await Receiver.start();
      try {
        const subscriber = await partyFor(world.node.url, receiver.agent);
        const piece = await world.open(await world.create({ '@type': ['cargo:LogisticsObject', 'cargo:Piece'] }));
        await subscribe(world.holder, subscriber, {
          topic: world.uri(piece),
          more: { 'api:notifyRequestStatusChange': true },
        });
        await world.holder.post(`${piece}/logistics-events`, eventBody());
        await settled(world.holder);
        expect(receiver.received.length).to.be.greaterThan(1);
        for (const { body } of receiver.received)
          expect(valueOf(member(body, 'api:hasLogisticsObjectType'))).to.equal(`${cargo}Piece`);
      } finally {
        await receiver.close();
      }
    },
  },
  {
    section: 'V77',
    statement: 'usesOrchestration is posted, added and removed like any property, and shown in 2.3.0 only',
    holds: async (world) => {
      const piece = await world.piece({ 'api:usesOrchestration': ['1.2.0', 'free text'] });
      expect(await orchestrations(world, piece, '2.3.0')).to.have.members(['1.2.0', 'free text']);
      for (const version of versions.slice(0, 3)) expect(await orchestrations(world, piece, version)).to.deep.equal([]);
      await world.change(piece, [add(world.uri(piece), ORCHESTRATION, '2.0.0')]);
      await world.change(piece, [remove(world.uri(piece), ORCHESTRATION, '1.2.0')]);
      expect(await orchestrations(world, piece, '2.3.0')).to.have.members(['2.0.0', 'free text']);
      const old = await world.holder.get(`${piece}?embedded=true`, accepting('2.2.0'));
      expect(old.text).not.to.include('usesOrchestration');
    },
  },
  {
    section: 'V77; L7',
    statement: 'a Change of a partner of an older version leaves it as it is',
    holds: async (world) => {
      const piece = await world.piece({ 'api:usesOrchestration': '1.2.0' });
      await world.change(piece, [add(world.uri(piece), 'textualHandlingInstructions', 'this side up')]);
      expect(await orchestrations(world, piece, '2.3.0')).to.deep.equal(['1.2.0']);
    },
  },
  ...each<Json>(
    { 'a number': 12, 'a link': { '@id': 'https://other.example/orchestration' }, 'an object': { 'cargo:name': 'x' } },
    (value): Statement => ({
      section: 'V77',
      statement: 'usesOrchestration that is no text is 400',
      holds: async (world) => {
        const reply = await world.post({ '@type': 'cargo:Piece', 'api:usesOrchestration': value });
        expect(reply.status, reply.text).to.equal(400);
      },
    }),
  ),
  ...each({ hasRevision: 'hasRevision', hasLatestRevision: 'hasLatestRevision' }, (name): Statement => ({
    section: 'V15',
    statement: 'a posted revision is not kept, and a Change of it is 422',
    holds: async (world) => {
      const piece = await world.piece({ [`api:${name}`]: { '@type': 'xsd:positiveInteger', '@value': '7' }, ...XSD });
      const { json, headers } = await world.holder.get(piece, accepting('2.3.0'));
      expect(headers.get('revision')).to.equal('1');
      expect(valueOf(member(json, `api:${name}`))).to.equal('1');
      const operations = [add(world.uri(piece), api + name, '9', 'xsd:positiveInteger')];
      await world.expectRejected(piece, 422, () => world.send(world.partner, piece, operations));
    },
  })),
  ...each(Object.fromEntries(versions.map((version) => [version, version])), (version): Statement => ({
    section: 'V42; V43; V44; D9',
    statement: 'HEAD has the status and headers of GET, and no body',
    holds: async (world) => {
      const other = await world.piece();
      const piece = await world.piece({ 'cargo:containedPieces': { '@id': world.uri(other) } });
      const event = world.path(
        (await world.holder.post(`${piece}/logistics-events`, eventBody())).headers.get('location'),
      );
      const request = await world.change(piece, [add(world.uri(piece), 'textualHandlingInstructions', 'x')]);
      const at = `${world.node.clock.now().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
      const paths = [
        piece,
        `${piece}?at=${at}`,
        `${piece}?embedded=true`,
        `${piece}?at=${at}&embedded=true`,
        `${piece}/audit-trail`,
        `${piece}/logistics-events`,
        event,
        request,
        '/',
      ];
      for (const path of paths) {
        const get = await world.holder.get(path, accepting(version));
        const head = await world.holder.send('HEAD', path, accepting(version));
        expect([head.status, head.text], path).to.deep.equal([200, '']);
        for (const name of [
          'content-type',
          'content-language',
          'type',
          'revision',
          'latest-revision',
          'last-modified',
          'etag',
        ])
          expect(head.headers.get(name), `${name} of ${path}`).to.equal(get.headers.get(name));
        const revalidated = {
          headers: { ...accepting(version).headers, 'If-None-Match': get.headers.get('etag') ?? '' },
        };
        expect((await world.holder.send('HEAD', path, revalidated)).status, path).to.equal(304);
      }
    },
  })),
  {
    section: 'V43',
    statement: 'each status change moves Last-Modified of a request, or its ETag within a second',
    holds: async (world) => {
      const piece = await world.piece();
      const request = await world.submit(world.partner, piece, [
        add(world.uri(piece), 'textualHandlingInstructions', 'x'),
      ]);
      const seen = async (): Promise<readonly [string | null, string | null]> => {
        const { headers } = await world.holder.send('HEAD', request, accepting('2.2.0'));
        return [headers.get('last-modified'), headers.get('etag')];
      };
      const pending = await seen();
      await world.accept(request);
      const accepted = await seen();
      expect(accepted[1]).not.to.equal(pending[1]);
      expect(accepted[0]).to.equal(world.node.clock.now().toUTCString());
    },
  },
  {
    section: 'V45',
    statement: 'HEAD of what is not given has the status of GET and no body',
    holds: async (world) => {
      const [piece, moved] = [await world.piece(), await world.piece()];
      const location = 'https://elsewhere.example/logistics-objects/p';
      for (const permanent of [true, false]) {
        await world.holder.put(`/internal/relocations/${moved.slice(moved.lastIndexOf('/') + 1)}`, {
          location,
          permanent,
        });
        const head = await world.holder.send('HEAD', moved);
        expect([head.status, head.text, head.headers.get('location')]).to.deep.equal([
          permanent ? 301 : 302,
          '',
          location,
        ]);
      }
      const turtle = { headers: { 'Content-Type': 'text/html' } };
      const calls = [
        [world.anonymous, piece, {}, 401],
        [world.partner, piece, {}, 403],
        [world.holder, `${piece}x`, {}, 404],
        [world.holder, `${piece}?at=yesterday`, {}, 400],
        [world.holder, piece, accepting('9.9.9'), 406],
        [world.holder, piece, turtle, 415],
      ] as const;
      for (const [party, path, sending, status] of calls) {
        expect((await party.get(path, sending)).status).to.equal(status);
        const head = await party.send('HEAD', path, sending);
        expect([head.status, head.text]).to.deep.equal([status, '']);
      }
    },
  },
];

const XSD = {
  '@context': { api, cargo, xsd: 'http://www.w3.org/2001/XMLSchema#' },
};

conformance('Types, orchestration and HEAD', statements);
