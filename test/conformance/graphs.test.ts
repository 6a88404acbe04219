import { expect } from 'chai';
import { iri } from '../../src/rdf/terms.js';
import { UriScheme } from '../../src/uris.js';
import { queryPath, rows } from '../sparql/support.js';
import { add } from '../support/changes.js';
import { aclBody, eventBody } from '../support/exchange.js';
import { canonical } from '../support/isomorphic.js';
import { cargo, type Party } from '../support/node.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { idOf, type TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const IMMUTABLE = 'private, max-age=31536000, immutable';
const NTRIPLES = { Accept: 'application/n-triples' };

/** A piece that the partner may read, with its events: two revisions, ten seconds apart, a list that was replaced, and an event. */
async function sharedPiece(world: TestContext): Promise<string> {
  const piece = await world.piece({ 'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20 } });
  const other = await world.piece();
  await world.open(other);
  world.node.clock.advance(10);
  const contained = add(world.uri(piece), 'containedPieces', world.uri(other), 'Piece');
  await world.change(piece, [contained]);
  await world.open(piece);
  const reader = { 'acl:agent': { '@id': world.partner.agent } };
  expect((await world.holder.put(`${piece}/acl`, aclBody(world.uri(piece), reader, ['acl:Read']))).status).to.equal(
    204,
  );
  const posted = await world.holder.post(`${piece}/logistics-events`, eventBody());
  expect(posted.status, posted.text).to.equal(201);
  return piece;
}

const shut = async (world: TestContext, object: string): Promise<void> => {
  const nobody = await world.holder.put(`${object}/acl?clear=true`, { '@context': {}, '@graph': [] });
  expect(nobody.status, nobody.text).to.equal(204);
};

/** What a caller finds in a graph by a query. */
async function constructed(party: Party, graph: string): Promise<string> {
  const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`;
  const reply = await party.get(queryPath(query), { headers: NTRIPLES });
  expect(reply.status, reply.text).to.equal(200);
  return canonical(readNTriples(reply.text));
}

const graphsOf = (party: Party): Promise<string[]> => rows(party, 'SELECT DISTINCT ?g { GRAPH ?g { } }');

/** The graphs of an object that nothing else has the address of, for internal agents. */
const ofObject = ['/revisions/1', '/revisions/2/provenance', '/head', '/acl/revisions/1', '/links'] as const;

const statements: Statement[] = [
  {
    section: 'W1',
    statement: 'the IRI of a graph opens with what a query finds in the graph, and with no `at` in its links',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      const graphs = (await graphsOf(world.holder)).filter((graph) => graph.startsWith(`${world.uri(piece)}/`));
      expect(graphs).to.include.members(
        ofObject.filter((suffix) => suffix !== '/links').map((suffix) => world.uri(piece + suffix)),
      );
      const own = graphs.filter((graph) => !/\/acl$|\/logistics-events\/[^/]+$/.test(graph));
      for (const graph of own) {
        const reply = await world.holder.get(graph, { headers: NTRIPLES });
        expect(reply.status, graph).to.equal(200);
        expect(canonical(readNTriples(reply.text)), graph).to.equal(await constructed(world.holder, graph));
        expect(reply.text, graph).to.not.include('?at=');
      }
    },
  },
  ...each(
    {
      'JSON-LD': 'application/ld+json',
      'JSON-LD as application/json': 'application/json',
      'expanded JSON-LD': 'application/ld+json;profile="http://www.w3.org/ns/json-ld#expanded"',
      'flattened JSON-LD': 'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"',
      Turtle: 'text/turtle',
      'Turtle by its old name': 'application/x-turtle',
      'N-Triples': 'application/n-triples',
    },
    (accept) => ({
      section: 'W2; D4; D57',
      statement: 'a graph opens in every form, in that of the newest version',
      holds: async (world) => {
        const piece = await sharedPiece(world);
        for (const suffix of ofObject) {
          const reply = await world.holder.get(piece + suffix, { headers: { Accept: accept } });
          expect(reply.status, suffix).to.equal(200);
          expect(reply.headers.get('content-type'), suffix).to.include('version=2.3.0');
          const older = await world.holder.get(piece + suffix, { headers: { Accept: `${accept};version=2.0.0` } });
          expect(older.text, suffix).to.equal(reply.text);
          expect(older.headers.get('content-type')).to.equal(reply.headers.get('content-type'));
          if (!accept.includes('turtle') && !accept.includes('triples')) continue;
          const read = accept.includes('turtle') ? readTurtle(reply.text) : readNTriples(reply.text);
          const other = await world.holder.get(piece + suffix, { headers: NTRIPLES });
          expect(canonical(read)).to.equal(canonical(readNTriples(other.text)));
        }
      },
    }),
  ),
  {
    section: 'W2; D4; D34',
    statement: 'an Accept that nothing meets is 406, a version that is not offered too, an unknown Content-Type 415',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      for (const suffix of ofObject) {
        for (const accept of ['application/rdf+xml', 'text/turtle;version=9.0.0'])
          expect((await world.holder.get(piece + suffix, { headers: { Accept: accept } })).status).to.equal(406);
        const typed = await world.holder.get(piece + suffix, { headers: { 'Content-Type': 'application/xml' } });
        expect(typed.status).to.equal(415);
      }
    },
  },
  {
    section: 'W3',
    statement: 'every graph that a query gives an internal agent or a partner opens for it',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      await world.submit(world.partner, piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
      const kinds = new Set<string | undefined>();
      for (const party of [world.holder, world.partner, world.otherPartner]) {
        const graphs = await graphsOf(party);
        expect(graphs).to.not.have.length(0);
        for (const graph of graphs) {
          const { status, text } = await party.get(graph);
          expect(status, `${graph} ${text}`).to.equal(200);
          kinds.add(new UriScheme(iri(world.node.url)).graphKind(graph)?.kind);
        }
      }
      expect([...kinds]).to.have.members([
        'revision',
        'revision-provenance',
        'head',
        'access-list',
        'replaced-access-list',
        'event',
        'event-provenance',
        'action-request',
      ]);
    },
  },
  {
    section: 'W4; D14',
    statement:
      'a caller without a token is 401, one who may not read the object 403 whatever the number is, no object 404',
    holds: async (world) => {
      const piece = await world.piece();
      const numbers = ['1', '2', '0', '01', 'x', '-1', '1.0', '99999999999999999999'];
      const suffixes = [
        ...numbers.flatMap((number) => [`/revisions/${number}`, `/revisions/${number}/provenance`]),
        ...['/head', '/links', '/acl/revisions/1', '/acl/revisions/01', '/logistics-events/none/provenance'],
      ];
      for (const suffix of suffixes) {
        expect((await world.anonymous.get(piece + suffix)).status, suffix).to.equal(401);
        const refused = await world.partner.get(piece + suffix);
        expect(refused.status, suffix).to.equal(403);
        expect(refused.headers.get('cache-control')).to.equal('no-store');
        expect((await world.partner.get(`/logistics-objects/none${suffix}`)).status, suffix).to.equal(404);
        if (/[/](1|head)(\/provenance)?$/.test(suffix) && !suffix.startsWith('/acl')) continue;
        const missing = await world.holder.get(piece + suffix);
        expect(missing.status, suffix).to.equal(404);
        expect(missing.headers.get('cache-control')).to.equal('no-store');
      }
    },
  },
  {
    section: 'W4',
    statement: 'access that is withdrawn makes the next request 403, a conditional one too',
    holds: async (world) => {
      const piece = await world.openPiece();
      for (const suffix of ['/revisions/1', '/revisions/1/provenance', '/head']) {
        const { status, headers } = await world.partner.get(piece + suffix);
        expect(status).to.equal(200);
        await shut(world, piece);
        const sent = { 'If-None-Match': headers.get('etag') ?? '' };
        expect((await world.partner.get(piece + suffix, { headers: sent })).status).to.equal(403);
        await world.open(piece);
      }
    },
  },
  {
    section: 'W4',
    statement: 'graphs that are about no object are for internal agents, and nobody else learns whether they are there',
    holds: async (world) => {
      for (const folder of [
        'inbox',
        'outbox',
        'receipts',
        'delivery-pauses',
        'ended-delivery-pauses',
        'delivery-failures',
      ]) {
        expect((await world.partner.get(`/${folder}/none`)).status, folder).to.equal(404);
        expect((await world.anonymous.get(`/${folder}/none`)).status, folder).to.equal(401);
        expect((await world.holder.get(`/${folder}/none`)).status, folder).to.equal(404);
      }
    },
  },
  {
    section: 'W5; D9',
    statement: 'a revision has a tag for each form, its time, its type then and its number, and 304 for what is known',
    holds: async (world) => {
      const party = await world.create({ '@type': 'cargo:Organization', 'cargo:name': 'ACME' });
      const made = world.node.clock.now().toUTCString();
      world.node.clock.advance(10);
      const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
      await world.change(party, [add(world.uri(party), rdfType, `${cargo}Company`, 'xsd:anyURI')]);
      const tags = new Set<string | null>();
      for (const accept of ['application/ld+json', 'text/turtle', 'application/n-triples'])
        for (const [suffix, type] of [
          ['/revisions/1', `${cargo}Organization`],
          ['/revisions/1/provenance', 'http://www.w3.org/ns/prov#Bundle'],
        ]) {
          const reply = await world.holder.get(`${party}${suffix}`, { headers: { Accept: accept } });
          const { headers } = reply;
          expect(headers.get('type')).to.equal(type);
          expect(headers.get('revision')).to.equal('1');
          expect(headers.get('latest-revision')).to.equal(null);
          expect(headers.get('last-modified')).to.equal(made);
          expect(headers.get('etag')).to.match(/^"[^"]+"$/);
          tags.add(headers.get('etag'));
          for (const condition of [{ 'If-None-Match': headers.get('etag') ?? '' }, { 'If-Modified-Since': made }]) {
            const again = await world.holder.get(`${party}${suffix}`, { headers: { Accept: accept, ...condition } });
            expect(again.status).to.equal(304);
            expect(again.headers.get('etag')).to.equal(headers.get('etag'));
            expect(again.headers.get('cache-control')).to.equal(IMMUTABLE);
          }
          const stale = { Accept: accept, 'If-Match': '"other"' };
          expect((await world.holder.get(`${party}${suffix}`, { headers: stale })).status).to.equal(412);
        }
      expect(tags.size).to.equal(6);
      expect((await world.holder.get(`${party}/revisions/2`)).headers.get('type')).to.equal(`${cargo}Company`);
    },
  },
  {
    section: 'W6',
    statement:
      'a revision and its provenance may be kept for good by their reader, the other graphs are asked for again',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      for (const suffix of ofObject) {
        const { headers } = await world.holder.get(piece + suffix);
        const isImmutable = suffix.startsWith('/revisions');
        expect(headers.get('cache-control'), suffix).to.equal(isImmutable ? IMMUTABLE : 'private, no-cache');
        for (const name of ['Accept', 'Authorization', 'Accept-Language'])
          expect(headers.get('vary')?.split(', '), suffix).to.include(name);
      }
    },
  },
  {
    section: 'W9',
    statement: 'the bytes and the tag of a revision stay as they are, whoever asks and whatever comes after it',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      const asked = ['application/ld+json', 'text/turtle', 'application/n-triples'];
      const read = (party: Party): Promise<(string | null)[][]> =>
        Promise.all(
          asked.map(async (accept) => {
            const reply = await party.get(`${piece}/revisions/1`, { headers: { Accept: accept } });
            expect(reply.status, reply.text).to.equal(200);
            return [reply.text, reply.headers.get('etag'), reply.headers.get('last-modified')];
          }),
        );
      const before = await read(world.holder);
      await world.change(piece, [add(world.uri(piece), 'stackable', 'true', 'xsd:boolean')]);
      world.node.clock.advance(60);
      for (const party of [world.holder, world.partner]) expect(await read(party)).to.deep.equal(before);
    },
  },
  {
    section: 'W7; D9',
    statement: 'an object that has moved keeps its graphs here, a slash at the end is ignored, other methods are 405',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      const bytes = async (): Promise<string[]> =>
        Promise.all(ofObject.map(async (suffix) => (await world.holder.get(piece + suffix)).text));
      const before = await bytes();
      const location = 'https://elsewhere.example/logistics-objects/p';
      const moved = await world.holder.put(`/internal/relocations/${idOf(piece)}`, { location, permanent: true });
      expect(moved.status, moved.text).to.equal(204);
      expect((await world.holder.get(piece)).status).to.equal(301);
      const after = await bytes();
      // The head says where it is.
      expect(after.filter((_, index) => ofObject[index] !== '/head')).to.deep.equal(
        before.filter((_, index) => ofObject[index] !== '/head'),
      );
      for (const suffix of ofObject) {
        expect((await world.holder.get(`${piece}${suffix}/`)).status, suffix).to.equal(200);
        const head = await world.holder.send('HEAD', piece + suffix);
        expect(head.status).to.equal(200);
        expect(head.headers.get('etag')).to.equal((await world.holder.get(piece + suffix)).headers.get('etag'));
        for (const method of ['PUT', 'POST', 'PATCH', 'DELETE']) {
          const reply = await world.holder.send(method, piece + suffix);
          expect(reply.status, `${method} ${suffix}`).to.equal(405);
          expect(reply.headers.get('allow')).to.equal('GET, HEAD');
        }
      }
    },
  },
  {
    section: 'W7; W78',
    statement: 'a query parameter is 400, since there are none',
    holds: async (world) => {
      const piece = await sharedPiece(world);
      for (const suffix of ofObject)
        expect((await world.holder.get(`${piece}${suffix}?at=20260301T100000Z`)).status).to.equal(400);
    },
  },
  {
    section: 'W8; D67',
    statement: 'a browser that opens a revision is led to the console’s page of it, whether it is there or not',
    holds: async (world) => {
      const piece = await world.piece();
      const headers = { Accept: 'text/html' };
      for (const path of [`${piece}/revisions/1`, '/logistics-objects/none/revisions/7']) {
        const reply = await world.anonymous.get(path, { headers });
        expect(reply.status).to.equal(303);
        expect(reply.headers.get('location')).to.equal(world.uri(`/console${path}`));
      }
      for (const path of ['/revisions/01', '/revisions/1/provenance', '/head'])
        expect((await world.anonymous.get(piece + path, { headers })).status).to.equal(401);
      expect(
        (await world.holder.get(`${piece}/revisions/1`, { headers: { Accept: 'text/html, */*;q=0.8' } })).status,
      ).to.equal(200);
    },
  },
];

conformance('graphs at their addresses', statements);
