import { expect } from 'chai';
import { aclBody } from '../support/exchange.js';
import { messages, type Party } from '../support/node.js';
import { TestContext } from '../support/world.js';
import type { QueryPlan } from '../../src/sparql/explain/schema.js';
import { type Asking, queryPath, rows } from './support.js';

const FORM = 'application/x-www-form-urlencoded';
const ALL = 'SELECT ?s { ?s ?p ?o }';

async function explained(
  party: Party,
  query: string,
  { more = '', ...asking }: Asking & { more?: string } = {},
): Promise<QueryPlan> {
  const reply = await party.get(`${queryPath(query, asking)}&explain=true${more}`);
  expect(reply.status, reply.text).to.equal(200);
  expect(reply.headers.get('content-type')).to.equal('application/json');
  return JSON.parse(reply.text) as QueryPlan;
}

describe('A query that is explained', () => {
  let world: TestContext;

  before(async () => {
    world = await TestContext.start();
    for (let number = 0; number < 5; number += 1) await world.piece({ 'cargo:goodsDescription': String(number) });
  });
  after(() => world.stop());

  it('is explained to internal agents only, by GET and by POST', async () => {
    const refused = await world.partner.get(`${queryPath(ALL)}&explain=true`);
    expect(refused.status, refused.text).to.equal(403);
    const form = new URLSearchParams({ query: ALL, explain: 'true' }).toString();
    expect((await world.partner.post('/sparql', form, { 'Content-Type': FORM })).status).to.equal(403);
    expect((await world.partner.get(`${queryPath(ALL)}&explain=false`)).status).to.equal(200);
    const byForm = await world.holder.post('/sparql', form, { 'Content-Type': FORM });
    const byBody = await world.holder.post('/sparql?explain=true', ALL, { 'Content-Type': 'application/sparql-query' });
    for (const reply of [byForm, byBody]) {
      expect(reply.status, reply.text).to.equal(200);
      expect(JSON.parse(reply.text)).to.include({ form: 'SELECT', runsIn: 'worker' });
    }
  });

  it('is not run: its dataset is estimated before it is filled, and exact afterwards', async () => {
    const before = await explained(world.holder, ALL);
    expect(before.dataset).to.include({ namedGraphs: false, state: 'fits' });
    expect(before.because).to.contain('no SPARQL engine');
    const [count = ''] = await rows(world.holder, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
    const after = await explained(world.holder, ALL);
    expect(after.dataset).to.include({ state: 'held', statements: Number(count), fillMilliseconds: 0 });
    // The pieces are alike, and all of them are in the sample.
    expect(before.dataset?.statements).to.equal(Number(count));
    expect(after.phases.find(({ phase }) => phase === 'filling')?.milliseconds).to.equal(0);
  });

  it('has another dataset with GRAPH and with at, and none of its own with FROM', async () => {
    const named = await explained(world.holder, 'SELECT ?s { GRAPH ?g { ?s ?p ?o } }');
    expect(named.dataset).to.include({ namedGraphs: true, state: 'fits' });
    expect(named.dataset?.statements).to.be.above((await explained(world.holder, ALL)).dataset?.statements ?? 0);
    const past = await explained(world.holder, ALL, { at: '20200101T000000Z' });
    expect(past).to.include({ at: '2020-01-01T00:00:00.999Z' });
    expect(past.dataset?.state).to.equal('fits');
    const from = await explained(world.holder, `SELECT ?s FROM <${world.uri('/x')}> { ?s ?p ?o }`);
    expect(from).not.to.have.property('dataset');
  });

  it('is that of another agent where one is named', async () => {
    const shared = await world.piece({ 'cargo:goodsDescription': 'shared' });
    await world.holder.put(
      `${shared}/acl`,
      aclBody(world.uri(shared), { 'acl:agent': { '@id': world.partner.agent } }),
    );
    const [count = ''] = await rows(world.partner, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }');
    const more = `&agent=${encodeURIComponent(world.partner.agent)}`;
    const plan = await explained(world.holder, ALL, { more });
    expect(plan.agent).to.equal(world.partner.agent);
    expect(plan.dataset).to.include({ state: 'held', statements: Number(count) });
  });

  it('has its patterns with the variables that join them', async () => {
    const { steps } = await explained(
      world.holder,
      `SELECT ?piece (COUNT(*) AS ?n) {
         ?piece a cargo:Piece ; cargo:grossWeight/cargo:numericalValue ?weight .
         OPTIONAL { ?event cargo:eventFor ?piece }
         GRAPH ?made { ?revision prov:specializationOf ?piece }
         FILTER NOT EXISTS { ?piece cargo:upid "1" }
         FILTER(?weight > 1)
       } GROUP BY ?piece ORDER BY ?n`,
    );
    expect(steps).to.deep.equal([
      {
        operator: 'match',
        depth: 0,
        text: '?piece rdf:type cargo:Piece',
        joinsOn: [],
      },
      {
        operator: 'match',
        depth: 0,
        text: '?piece (cargo:grossWeight/cargo:numericalValue) ?weight',
        joinsOn: ['?piece'],
      },
      { operator: 'optional', depth: 0, joinsOn: ['?piece'] },
      { operator: 'match', depth: 1, text: '?event cargo:eventFor ?piece', joinsOn: ['?piece'] },
      { operator: 'graph', depth: 0, text: '?made', joinsOn: [] },
      {
        operator: 'match',
        depth: 1,
        text: '?revision prov:specializationOf ?piece',
        joinsOn: ['?piece'],
        graph: '?made',
      },
      { operator: 'not exists', depth: 0, joinsOn: ['?piece'] },
      { operator: 'match', depth: 1, text: '?piece cargo:upid "1"', joinsOn: ['?piece'] },
      { operator: 'filter', depth: 0, text: '?weight', joinsOn: [] },
      { operator: 'group', depth: 0, text: '?piece', joinsOn: [] },
      { operator: 'order', depth: 0, text: '?n', joinsOn: [] },
    ]);
  });

  it('has advice on patterns that cost most', async () => {
    const { advice } = await explained(
      world.holder,
      'SELECT * { ?a cargo:upid ?b . ?c cargo:coload ?d FILTER NOT EXISTS { ?a cargo:goodsDescription ?e } }',
    );
    expect(advice.join('\n')).to.contain('"?a cargo:upid ?b" and "?c cargo:coload ?d" have no variable in common');
    expect(advice.join('\n')).to.contain('MINUS');
    const joined = 'SELECT * { ?a cargo:upid ?b . ?c cargo:coload ?d . ?c cargo:containedPieces ?a }';
    expect((await explained(world.holder, joined)).advice).to.deep.equal([]);
  });

  it('is refused as it would be without explain, and where it is too long', async () => {
    for (const query of ['SELECT', 'DELETE WHERE { ?s ?p ?o }', `ASK { ?s ?p "${'x'.repeat(17_000)}" }`]) {
      const form = new URLSearchParams({ query, explain: 'true' }).toString();
      const reply = await world.holder.post('/sparql', form, { 'Content-Type': FORM });
      expect(reply.status, reply.text).to.equal(400);
      expect(messages(reply)).not.to.deep.equal([]);
    }
    const accept = { headers: { Accept: 'text/turtle' } };
    expect((await world.holder.get(`${queryPath(ALL)}&explain=true`, accept)).status).to.equal(406);
  });
});
