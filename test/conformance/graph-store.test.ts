import { expect } from 'chai';
import { factory } from '../../src/rdf/terms.js';
import { startEngine } from '../../src/store/oxigraph/engine.js';
import { queryPath, rows } from '../sparql/support.js';
import { add, remove } from '../support/changes.js';
import { eventBody } from '../support/exchange.js';
import { canonical } from '../support/isomorphic.js';
import { cargo, type Party, type Reply } from '../support/node.js';
import { readNTriples, readTurtle } from '../support/turtle.js';
import { idOf, TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const STORE = '/rdf-graph-store';
const NTRIPLES = 'application/n-triples';
const RDF_XML = 'application/rdf+xml';
const EVERYTHING = 'CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }';

const mediaTypes = {
  'JSON-LD': 'application/ld+json',
  Turtle: 'text/turtle',
  'Turtle by its old name': 'application/x-turtle',
  'N-Triples': NTRIPLES,
  'RDF/XML': RDF_XML,
};

const named = (graph: string): string => `${STORE}?graph=${encodeURIComponent(graph)}`;

const read = (party: Party, path: string, accept = NTRIPLES): Promise<Reply> =>
  party.get(path, { headers: { Accept: accept } });

/** The statements of a document, whatever it is in: equal texts mean equal statements. */
function statementsOf({ status, text, headers }: Reply): string {
  expect(status, text).to.equal(200);
  const type = (headers.get('content-type') ?? '').split(';')[0] ?? '';
  if (type === NTRIPLES) return canonical(readNTriples(text));
  if (type.endsWith('turtle')) return canonical(readTurtle(text));
  const store = startEngine().newStore();
  store.load(text, { format: type });
  return canonical(readNTriples(store.dump({ format: NTRIPLES, from_graph_name: factory.defaultGraph() })));
}

const constructed = async (party: Party, query: string, at?: string): Promise<string> =>
  statementsOf(await read(party, queryPath(query, at === undefined ? {} : { at })));

/** A piece with a text that XML has to escape, an event and a pending request; every partner may read it. */
async function openPiece(world: TestContext): Promise<string> {
  const piece = await world.openPiece({ 'cargo:goodsDescription': '<Äpfel> & "Birnen"\r\n\t]]>' });
  const event = await world.holder.post(`${piece}/logistics-events`, eventBody());
  expect(event.status, event.text).to.equal(201);
  await world.submit(world.partner, piece, [add(world.uri(piece), 'coload', 'true', 'xsd:boolean')]);
  return piece;
}

const statements: Statement[] = [
  ...each(mediaTypes, (accept) => ({
    section: 'W20; W23; W1',
    statement: 'every graph that a query gives a caller is given by its name, as the query finds it',
    holds: async (world) => {
      await openPiece(world);
      for (const party of [world.holder, world.partner])
        for (const graph of await rows(party, 'SELECT DISTINCT ?g { GRAPH ?g { } }')) {
          const reply = await read(party, named(graph), accept);
          expect(reply.headers.get('content-type')?.split(';')[0], graph).to.equal(accept);
          const query = `CONSTRUCT { ?s ?p ?o } WHERE { GRAPH <${graph}> { ?s ?p ?o } }`;
          expect(statementsOf(reply), graph).to.equal(await constructed(party, query));
        }
    },
  })),
  {
    section: 'W20; D9; D58',
    statement: 'a graph has a tag for each form, and 304 for what is known',
    holds: async (world) => {
      const piece = await openPiece(world);
      const graph = named(world.uri(`${piece}/revisions/1`));
      const tags = new Set<string>();
      for (const accept of Object.values(mediaTypes)) {
        const reply = await read(world.partner, graph, accept);
        const tag = reply.headers.get('etag') ?? '';
        tags.add(tag);
        expect(reply.headers.get('cache-control')).to.equal('private, no-cache');
        const again = await world.partner.get(graph, { headers: { Accept: accept, 'If-None-Match': tag } });
        expect(again.status, accept).to.equal(304);
        expect((await world.partner.send('HEAD', graph, { headers: { Accept: accept } })).headers.get('etag')).to.equal(
          tag,
        );
      }
      expect(tags.size).to.equal(Object.keys(mediaTypes).length);
    },
  },
  {
    section: 'W20',
    statement: 'the name may be relative to the address',
    holds: async (world) => {
      const piece = await openPiece(world);
      const absolute = await read(world.partner, named(world.uri(`${piece}/head`)));
      for (const relative of [
        `${piece}/head`,
        `logistics-objects/${idOf(piece)}/head`,
        `./logistics-objects/${idOf(piece)}/head`,
      ])
        expect((await read(world.partner, named(relative))).text, relative).to.equal(absolute.text);
    },
  },
  {
    section: 'W20; W4',
    statement: 'a graph has the access of its object or request, and a name of no graph is 404',
    holds: async (world) => {
      const piece = await world.piece();
      const other = await world.openPiece();
      const request = await world.submit(world.partner, other, [
        add(world.uri(other), 'coload', 'true', 'xsd:boolean'),
      ]);
      const suffixes = [
        '/revisions/1',
        '/revisions/9',
        '/revisions/1/provenance',
        '/head',
        '/links',
        '/acl',
        '/acl/revisions/1',
      ];
      for (const graph of suffixes.map((suffix) => piece + suffix)) {
        expect((await read(world.anonymous, named(world.uri(graph)))).status, graph).to.equal(401);
        expect((await read(world.partner, named(world.uri(graph)))).status, graph).to.equal(403);
      }
      expect((await read(world.partner, named(world.uri(request)))).status).to.equal(200);
      expect((await read(world.otherPartner, named(world.uri(request)))).status).to.equal(403);
      for (const graph of [
        world.uri('/'),
        world.uri(piece),
        world.uri(`${piece}/revisions/01`),
        world.uri(`${piece}/audit-trail`),
        world.uri('/logistics-objects/none/revisions/1'),
        world.uri('/action-requests/none'),
        world.uri('/internal/head-form'),
        world.uri('/inbox/none'),
        world.uri('/outbox/none'),
        'https://elsewhere.example/logistics-objects/p/revisions/1',
        'urn:example:g',
      ])
        for (const party of [world.holder, world.partner])
          expect((await read(party, named(graph))).status, graph).to.equal(404);
      expect((await read(world.holder, named(world.uri(`${piece}/revisions/9`)))).status).to.equal(404);
    },
  },
  ...each(mediaTypes, (accept) => ({
    section: 'W21; W23; D36',
    statement: 'the default graph is that of queries, now and at a time',
    holds: async (world) => {
      const piece = await world.openPiece();
      const at = `${world.node.clock.now().toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
      world.node.clock.advance(10);
      const [before, after] = [
        remove(world.uri(piece), 'goodsDescription', 'Oranges'),
        add(world.uri(piece), 'goodsDescription', 'Apples'),
      ];
      await world.change(piece, [before, after]);
      const apples = `<${world.uri(piece)}> <${cargo}goodsDescription> "Apples"`;
      for (const party of [world.holder, world.partner]) {
        const now = await read(party, `${STORE}?default`, accept);
        expect(now.headers.get('content-type')?.split(';')[0]).to.equal(accept);
        expect(statementsOf(now))
          .to.equal(await constructed(party, EVERYTHING))
          .and.to.include(apples);
        const then = await read(party, `${STORE}?default&at=${at}`, accept);
        expect(statementsOf(then))
          .to.equal(await constructed(party, EVERYTHING, at))
          .and.to.not.include(apples);
      }
    },
  })),
  ...each(
    {
      both: '?default&graph=urn:x',
      neither: '',
      'an unknown parameter': '?default&limit=1',
      'a default with a value': '?default=1',
      'two graphs': '?graph=urn:x&graph=urn:y',
      'a time of a named graph': '?graph=urn:x&at=20260301T100000Z',
      'a time that is none': '?default&at=yesterday',
      'a time in the future': '?default&at=29990101T000000Z',
      'a name that is no IRI': '?graph=http://%5B',
    },
    (query) => ({
      section: 'W21; W78',
      statement: 'anything else is 400',
      holds: async (world) => {
        for (const party of [world.holder, world.partner])
          expect((await read(party, STORE + query)).status).to.equal(400);
      },
    }),
  ),
  {
    section: 'W22',
    statement: 'data is changed through the API: other methods are 405',
    holds: async (world) => {
      const piece = await openPiece(world);
      for (const path of [named(world.uri(`${piece}/revisions/1`)), `${STORE}?default`])
        for (const method of ['PUT', 'POST', 'DELETE', 'PATCH']) {
          const reply = await world.holder.send(method, path);
          expect(reply.status, method).to.equal(405);
          expect(reply.headers.get('allow')).to.equal('GET, HEAD');
        }
    },
  },
  {
    section: 'W23; D4',
    statement: 'JSON-LD is the default, what RDF/XML is preferred to is named, and nothing acceptable is 406',
    holds: async (world) => {
      const piece = await openPiece(world);
      const graph = named(world.uri(`${piece}/revisions/1`));
      for (const [accept, type] of [
        ['*/*', 'application/ld+json'],
        ['application/json', 'application/ld+json'],
        ['application/rdf+xml, text/turtle;q=0.9', RDF_XML],
        ['application/rdf+xml;q=0.8, text/turtle;q=0.9', 'text/turtle'],
        ['application/rdf+xml, */*;q=0.1', RDF_XML],
      ] as const)
        expect((await read(world.holder, graph, accept)).headers.get('content-type')?.split(';')[0], accept).to.equal(
          type,
        );
      for (const accept of ['text/html', 'application/n-quads', 'application/rdf+xml;q=0'])
        expect((await read(world.holder, graph, accept)).status, accept).to.equal(406);
    },
  },
  {
    section: 'W23',
    statement: 'a graph that RDF/XML cannot express is 406 there, and open in the other forms',
    holds: async (world) => {
      const piece = await world.openPiece({ 'cargo:goodsDescription': 'a bell: \u0007' });
      const graph = named(world.uri(`${piece}/revisions/1`));
      expect((await read(world.partner, graph, RDF_XML)).status).to.equal(406);
      expect((await read(world.partner, graph)).status).to.equal(200);
    },
  },
];

conformance('the graph store', statements);

describe('The default graph of the graph store', () => {
  it('W21; D37: has at most as many statements as a query has rows, and says so', async () => {
    const world = await TestContext.start({ env: { SPARQL_MAX_ROWS: '3' } });
    await openPiece(world);
    const reply = await read(world.partner, `${STORE}?default`);
    expect(reply.status, reply.text).to.equal(200);
    expect(reply.headers.get('truncated')).to.equal('true');
    expect(reply.text.trim().split('\n')).to.have.length(3);
    await world.stop();
  });
});
