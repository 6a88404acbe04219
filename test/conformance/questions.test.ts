import { expect } from 'chai';
import { list, member, type Json, type Party, type Reply } from '../support/node.js';
import { type JsonObject, type TestContext, text } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const json = { 'Content-Type': 'application/json' };
const sparql = 'SELECT ?piece { ?piece a cargo:Piece ; cargo:upid ?upid }';
const question = (more: JsonObject = {}): JsonObject => ({
  title: 'Pieces by their mark',
  words: 'All "ä" and 上海.',
  sparql,
  parameters: [{ name: 'upid', label: 'UPID', kind: 'text', required: true, default: null }],
  columns: [{ name: 'piece', label: 'Piece', kind: 'object' }],
  ...more,
});
const shared = (more: JsonObject = {}): JsonObject => question({ visibility: 'internal', ...more });

const save = (party: Party, body: Json, headers = {}): Promise<Reply> =>
  party.post('/internal/questions', body, { ...json, ...headers });
async function saved(world: TestContext, party: Party, body: Json): Promise<string> {
  const reply = await save(party, body);
  expect(reply.status, reply.text).to.equal(201);
  return world.path(reply.headers.get('location'));
}
const titles = async (party: Party, query = ''): Promise<string[]> => {
  const reply = await party.get(`/internal/questions${query}`);
  expect(reply.status, reply.text).to.equal(200);
  return list(member(reply.json, 'items')).map((item) => text(member(item, 'title')));
};
const labels = ({ json: answer }: Reply): string[] =>
  list(member(answer, 'rows')).map((row) => text(member(list(row)[0] ?? null, 'label')));
const drop = (party: Party, path: string, headers = {}): Promise<Reply> => party.send('DELETE', path, { headers });

const statements: Statement[] = [
  {
    section: 'Operator contract, K67',
    statement: 'a saved question is given back with its owner, and asked with its parameters',
    holds: async (world) => {
      const { holder } = world;
      await world.create({ '@type': 'cargo:Piece', 'cargo:upid': 'UPID-Q1' });
      const reply = await save(holder, question());
      expect(reply.status, reply.text).to.equal(201);
      expect(reply.headers.get('type')).to.equal(`${world.uri('/ns/extensions')}#question`);
      const path = world.path(reply.headers.get('location'));
      const read = await holder.get(path);
      expect(read.json).to.deep.include({ ...question(), owner: holder.agent, builtIn: false, visibility: 'own' });
      expect(read.json).to.deep.include({ id: path.split('/').at(-1), revision: 1, view: null });
      expect(read.headers.get('etag')).to.equal(reply.headers.get('etag'));
      const rows = await holder.get(`${path}/results?upid=UPID-Q1`);
      expect(rows.status, rows.text).to.equal(200);
      expect(labels(rows)).to.deep.equal(['UPID-Q1']);
      expect((await holder.get(`${path}/results`)).status).to.equal(400);
    },
  },
  {
    section: 'Operator contract, K66',
    statement: 'a value of a parameter is a value, whatever it says',
    holds: async (world) => {
      const path = await saved(world, world.holder, question());
      for (const value of ['"} DROP ALL #', '?piece', '\\u0022', "'''", 'x" . ?s ?p ?o #']) {
        const reply = await world.holder.get(`${path}/results?upid=${encodeURIComponent(value)}`);
        expect(reply.status, reply.text).to.equal(200);
        expect(labels(reply)).to.deep.equal([]);
      }
    },
  },
  {
    section: 'Operator contract, K67',
    statement: 'its owner replaces it if nobody has meanwhile, and reads its former revisions',
    holds: async (world) => {
      const { holder } = world;
      const reply = await save(holder, shared());
      const path = world.path(reply.headers.get('location'));
      const first = { ...json, 'If-Match': reply.headers.get('etag') ?? '' };
      const second = await holder.put(path, shared({ title: 'second' }), first);
      expect(second.status, second.text).to.equal(204);
      expect((await holder.put(path, shared({ title: 'lost' }), first)).status).to.equal(412);
      expect((await drop(holder, path, { 'If-Match': first['If-Match'] })).status).to.equal(412);
      const read = await holder.get(path);
      expect(read.headers.get('etag')).to.equal(second.headers.get('etag'));
      expect([member(read.json, 'title'), member(read.json, 'revision')]).to.deep.equal(['second', 2]);
      const former = await holder.get(`${path}/revisions/1`);
      expect(former.json).to.deep.include({ ...shared(), revision: 1 });
      expect((await holder.get(`${path}/revisions/2`)).json).to.deep.equal(read.json);
      for (const number of ['3', '0', 'x', '99999999999999999999'])
        expect((await holder.get(`${path}/revisions/${number}`)).status, number).to.equal(404);
    },
  },
  {
    section: 'Operator contract, K67',
    statement: 'the eleventh revision before the latest is gone',
    holds: async (world) => {
      const path = await saved(world, world.holder, question());
      for (let number = 2; number <= 12; number += 1)
        expect((await world.holder.put(path, question({ title: `t${number}` }), json)).status).to.equal(204);
      expect((await world.holder.get(`${path}/revisions/1`)).status).to.equal(404);
      expect(member((await world.holder.get(`${path}/revisions/2`)).json, 'title')).to.equal('t2');
    },
  },
  {
    section: 'Operator contract, K67, B2',
    statement: 'its owner deletes it, with its former revisions',
    holds: async (world) => {
      const { holder } = world;
      const path = await saved(world, holder, question({ title: 'to be deleted' }));
      expect((await holder.put(path, question({ title: 'deleted' }), json)).status).to.equal(204);
      expect((await drop(holder, path)).status).to.equal(204);
      for (const gone of ['', '/results?upid=x', '/revisions/1', '/revisions/2'])
        expect((await holder.get(path + gone)).status, gone).to.equal(404);
      expect((await drop(holder, path)).status).to.equal(404);
      expect((await holder.put(path, question(), json)).status).to.equal(404);
      expect(await titles(holder)).not.to.include.members(['deleted']);
    },
  },
  {
    section: 'Operator contract, K67',
    statement: "another agent's private question is not found, whoever asks",
    holds: async (world) => {
      const { holder, partner, otherPartner } = world;
      const [own, others] = [
        await saved(world, holder, question({ title: 'of the holder' })),
        await saved(world, partner, question({ title: 'of the partner' })),
      ];
      for (const [party, path] of [
        [partner, own],
        [holder, others],
        [otherPartner, others],
      ] as const) {
        for (const below of ['', '/results?upid=x', '/revisions/1'])
          expect((await party.get(path + below)).status, path + below).to.equal(404);
        expect((await party.put(path, question(), json)).status).to.equal(404);
        expect((await drop(party, path)).status).to.equal(404);
      }
      expect(await titles(holder))
        .to.include('of the holder')
        .and.not.include('of the partner');
      expect(await titles(otherPartner)).not.to.include.members(['of the holder']);
    },
  },
  {
    section: 'Operator contract, K67',
    statement: 'one that is shared is asked by others with their own rights, and changed by its owner',
    holds: async (world) => {
      const { holder, partner, otherPartner } = world;
      await world.create({ '@type': 'cargo:Piece', 'cargo:upid': 'UPID-Q2' });
      const body = question({ title: 'for the partner', visibility: 'agents', agents: [partner.agent] });
      const path = await saved(world, holder, body);
      const read = await partner.get(path);
      expect(read.json).to.deep.include({ owner: holder.agent, agents: [], sparql });
      expect(member((await holder.get(path)).json, 'agents')).to.deep.equal([partner.agent]);
      expect(labels(await holder.get(`${path}/results?upid=UPID-Q2`))).to.deep.equal(['UPID-Q2']);
      expect(labels(await partner.get(`${path}/results?upid=UPID-Q2`))).to.deep.equal([]);
      expect(await titles(partner)).to.include('for the partner');
      expect(await titles(otherPartner)).not.to.include('for the partner');
      expect((await otherPartner.get(path)).status).to.equal(404);
      expect((await partner.put(path, question(), json)).status).to.equal(403);
      expect((await drop(partner, path)).status).to.equal(403);
      expect((await partner.get(`${path}/revisions/1`)).status).to.equal(403);
      const ownPath = await saved(world, holder, shared());
      expect((await partner.get(ownPath)).status).to.equal(404);
    },
  },
  {
    section: 'Operator contract, K67',
    statement: 'own ones are first in the list, those of the node last',
    holds: async (world) => {
      await saved(
        world,
        world.otherPartner,
        question({ title: 'a', visibility: 'agents', agents: [world.holder.agent] }),
      );
      world.node.clock.advance(60);
      await saved(world, world.holder, question({ title: 'z' }));
      const all = await titles(world.holder);
      expect(all[0]).to.equal('z');
      expect(all.indexOf('a')).to.be.greaterThan(all.lastIndexOf('z'));
      expect(all.at(-1)).to.equal('What differs between two moments');
    },
  },
  {
    section: 'Operator contract, K67, B2, A1',
    statement: 'it is in no query and opens at no address of its graph',
    holds: async (world) => {
      const path = await saved(world, world.holder, shared({ title: 'Nowhere else at all' }));
      const graph = path.replace('/internal', '');
      const query = encodeURIComponent(
        `SELECT ?g { { ?s ?p ?o } UNION { GRAPH ?g { ?s ?p ?o } } FILTER(CONTAINS(STR(?o), "Nowhere else at all") || STR(?g) = "${world.uri(graph)}") }`,
      );
      const reply = await world.holder.get(`/sparql?query=${query}`, {
        headers: { Accept: 'application/sparql-results+json' },
      });
      expect(reply.status, reply.text).to.equal(200);
      expect(list(member(member(reply.json, 'results'), 'bindings'))).to.deep.equal([]);
      expect((await world.holder.get(graph)).status).to.equal(404);
      const byName = await world.holder.get(`/rdf-graph-store?graph=${encodeURIComponent(world.uri(graph))}`);
      expect(byName.status).to.equal(404);
    },
  },
  {
    section: 'Operator contract, K22, K67',
    statement: 'a repeated request with its key saves it once',
    holds: async (world) => {
      const key = { 'Idempotency-Key': '"question-1"' };
      const first = await save(world.holder, question({ title: 'once' }), key);
      const second = await save(world.holder, question({ title: 'once' }), key);
      expect([second.status, second.headers.get('location')]).to.deep.equal([201, first.headers.get('location')]);
      expect(second.headers.get('idempotent-replayed')).to.equal('true');
      expect((await titles(world.holder)).filter((title) => title === 'once')).to.have.length(1);
    },
  },
  ...each<JsonObject>(
    {
      'no SPARQL': question({ sparql: 'SELECT ?piece {' }),
      'an update': question({ sparql: 'INSERT DATA { <a:b> <a:b> ?upid, ?piece }' }),
      'no SELECT': question({ sparql: 'ASK { ?piece cargo:upid ?upid }' }),
      'a parameter that the query lacks': question({ sparql: 'SELECT ?piece { ?piece a cargo:Piece }' }),
      'a column that the query lacks': question({ columns: [{ name: 'nothing', label: '', kind: 'text' }] }),
      'a chart without its column': question({ chart: { kind: 'bar', x: 'nothing', y: null, by: null } }),
      'a default that is no value': question({
        parameters: [{ name: 'upid', label: '', kind: 'moment', required: false, default: 'soon' }],
      }),
      'a choice without values': question({ parameters: [{ name: 'upid', label: '', kind: 'choice' }] }),
      'a parameter with a name that is taken': question({
        sparql: 'SELECT ?piece { ?piece a ?limit }',
        parameters: [{ name: 'limit', label: '', kind: 'class' }],
      }),
      'a parameter twice': question({
        parameters: [
          { name: 'upid', label: '', kind: 'text' },
          { name: 'upid', label: '', kind: 'text' },
        ],
      }),
      'no title': question({ title: ' ' }),
      'neither query nor view': { title: 'x' },
      'a query and a view': question({ view: '/action-requests' }),
      'a view with parameters': {
        title: 'x',
        view: '/action-requests',
        parameters: [{ name: 'a', label: '', kind: 'text' }],
      },
      'a view elsewhere': { title: 'x', view: '//evil.example/' },
      'a view with a scheme': { title: 'x', view: 'javascript:alert(1)' },
      'an unknown member': question({ owner: 'me' }),
      'agents without need': question({ agents: ['https://a.example/b'] }),
      'no agents': question({ visibility: 'agents' }),
      'an agent that is no IRI': question({ visibility: 'agents', agents: ['mailto:a@b.example'] }),
      'text that is not Unicode': question({ words: '\ud800' }),
      'a list': { title: ['x'] },
    },
    (body) => ({
      section: 'Operator contract, K67',
      statement: '400',
      holds: async (world) => {
        const reply = await save(world.holder, body);
        expect(reply.status, reply.text).to.equal(400);
        const path = await saved(world, world.holder, question());
        expect((await world.holder.put(path, body, json)).status).to.equal(400);
      },
    }),
  ),
  {
    section: 'Operator contract, K67',
    statement: 'more than 64 KiB: 413',
    holds: async (world) => {
      const comment = `# ${'ä'.repeat(40_000)}\n`;
      expect((await save(world.holder, question({ sparql: comment + sparql }))).status).to.equal(413);
    },
  },
  {
    section: 'Operator contract, K67',
    statement: 'partners save none for internal agents, and none about copies: 403',
    holds: async (world) => {
      expect((await save(world.partner, shared())).status).to.equal(403);
      expect((await save(world.partner, question({ mirrored: true }))).status).to.equal(403);
    },
  },
  {
    section: 'Operator contract, K71',
    statement: 'a view of a list is saved with its filters, beside the list, and has no rows',
    holds: async (world) => {
      const { holder, partner } = world;
      const view = '/action-requests?status=REQUEST_PENDING&requestor=https%3A%2F%2Fa.example%2Fb';
      const path = await saved(world, holder, { title: 'What waits', view, visibility: 'internal' });
      expect((await holder.get(path)).json).to.deep.include({ view, sparql: null });
      expect(await titles(holder, '?view=/action-requests')).to.deep.equal(['What waits']);
      expect(await titles(holder, '?view=/logistics-objects')).to.deep.equal([]);
      expect(await titles(partner, '?view=/action-requests')).to.deep.equal([]);
      expect(await titles(holder)).not.to.include('What waits');
      expect((await holder.get(`${path}/results`)).status).to.equal(404);
    },
  },
];

conformance('questions', statements);
