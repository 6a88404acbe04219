/** Questions over copies of partners' objects, which the store had before the node started. */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { CopiedStore } from '../mirror/support/copied-store.js';
import { ask, type Asking, rows } from '../sparql/support.js';
import { messages, type TestNodeOptions } from '../support/node.js';
import { TestClock } from '../support/clock.js';
import { TestContext } from '../support/world.js';
import { conformance, each, type Statement } from './statement.js';

const base = 'https://handler.example';
const folder = mkdtempSync(join(tmpdir(), 'mirror-asking-'));
const object = (id: string, server = 'forwarder'): Iri => iri(`https://${server}.example/logistics-objects/${id}`);
const [piece, other] = [object('piece'), object('other', 'airline')];
const OWN = `${base}/datasets/own`;
const MIRRORED = `${base}/datasets/mirrored`;
const mirrored: Asking = { mirrored: 'true' };

const DESCRIPTIONS = 'SELECT ?text { ?piece cargo:goodsDescription ?text }';
const GRAPHS = 'SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }';

const described = (about: Iri, text: string, more = ''): string =>
  `<${about}> a cargo:Piece ; cargo:goodsDescription "${text}" . ${more}`;

/** The piece of a forwarder: revision 1 at 05:00, 3 at 06:00, and then 2, which was missing. */
async function writeCopies(copies: CopiedStore): Promise<void> {
  const foreign = `<${other}> cargo:goodsDescription "a lie about another" . <${object('linked')}> a cargo:Waybill .`;
  await copies.receive(piece, { number: 1, at: '2026-02-01T05:00:00.100Z', body: described(piece, 'first', foreign) });
  await copies.receive(piece, { number: 3, at: '2026-02-01T06:00:00.100Z', body: described(piece, 'third') });
  await copies.receive(piece, { number: 2, at: '2026-02-01T06:00:05.100Z', body: described(piece, 'second') });
  const event = `<${piece}/logistics-events/1> a cargo:LogisticsEvent ; cargo:eventName "Copied" .`;
  await copies.receiveEvents(piece, { at: '2026-02-01T07:00:00.100Z', body: event });
  await copies.receive(other, { number: 1, at: '2026-02-01T05:30:00.100Z', body: described(other, 'as it was') });
  await copies.contradict(other, {
    ...{ number: 1, at: '2026-02-01T08:00:00.100Z', decided: '2026-02-01T09:00:00.100Z' },
    body: described(other, 'as it is said now'),
  });
  await copies.change(other, () => ({ access: { kind: 'frozen', reason: 'forbidden' } }));
}

const options: TestNodeOptions = {
  env: { BASE_URL: base, STORE_URL: `file:${folder}` },
  clock: new TestClock('2026-02-15T10:00:00Z'),
  viaPort: true,
};

before(async () => {
  const world = await TestContext.start(options);
  await world.piece({ 'cargo:goodsDescription': 'Own' });
  await world.stop();
  await CopiedStore.write(folder, base, writeCopies);
});
after(() => rm(folder, { recursive: true, force: true }));

const copied = ['as it is said now', 'third'];
/** What a query finds for the default graphs and the named graphs that it names. */
const datasets: Readonly<Record<string, Asking & { readonly clauses: string; readonly finds: readonly string[] }>> = {
  mirrored: { clauses: `FROM <${MIRRORED}>`, defaultGraphs: [MIRRORED], finds: copied },
  own: { clauses: `FROM <${OWN}>`, defaultGraphs: [OWN], finds: ['Own'] },
  both: { clauses: `FROM <${OWN}> FROM <${MIRRORED}>`, defaultGraphs: [MIRRORED, OWN], finds: ['Own', ...copied] },
  'named graphs alone': { clauses: `FROM NAMED <${MIRRORED}>`, namedGraphs: [MIRRORED], finds: [] },
};

const statements: readonly Statement[] = [
  {
    section: 'M52',
    statement: 'the latest held revisions of copies and their events, with mirrored=true',
    holds: async (world) => {
      expect(await rows(world.holder, DESCRIPTIONS, mirrored)).to.have.members(['Own', ...copied]);
      expect(await rows(world.holder, 'SELECT ?name { ?event cargo:eventName ?name }', mirrored)).to.deep.equal([
        'Copied',
      ]);
    },
  },
  ...each({ none: {}, false: { mirrored: 'false' } }, (asking: Asking, name) => ({
    section: 'M52',
    statement: `nothing of copies without mirrored=true (${name})`,
    holds: async ({ holder }) => {
      expect(await rows(holder, DESCRIPTIONS, asking)).to.deep.equal(['Own']);
      expect((await rows(holder, GRAPHS, asking)).filter((graph) => graph.includes('/internal/'))).to.deep.equal([]);
      const revision = `${await prefixOf(holder, piece)}/revisions/1`;
      expect(await rows(holder, DESCRIPTIONS, { ...asking, defaultGraphs: [revision] })).to.deep.equal([]);
      expect(await rows(holder, GRAPHS, { ...asking, namedGraphs: [revision] })).to.deep.equal([]);
    },
  })),
  {
    section: 'M52',
    statement: 'all graphs of copies are named ones, but what is beside and variants, which a query can name',
    holds: async ({ holder }) => {
      const [one, two] = [await prefixOf(holder, piece), await prefixOf(holder, other)];
      const graphs = (await rows(holder, GRAPHS, mirrored)).filter((graph) => graph.includes('/internal/mirror/'));
      expect(
        graphs.filter((graph) => graph.startsWith(one)).map((graph) => graph.slice(one.length)),
      ).to.include.members([
        '/head',
        ...[1, 2, 3].flatMap((number) => [`/revisions/${number}`, `/revisions/${number}/provenance`]),
      ]);
      expect(graphs.filter((graph) => /\/(beside|variants)/.test(graph))).to.deep.equal([]);
      const [beside, variant] = [`${one}/revisions/1/beside`, `${two}/revisions/1/variants/1`];
      expect(await rows(holder, GRAPHS, { ...mirrored, namedGraphs: [beside, variant] })).to.have.members([
        beside,
        variant,
      ]);
      expect(await rows(holder, DESCRIPTIONS, { ...mirrored, defaultGraphs: [beside] })).to.deep.equal([
        'a lie about another',
      ]);
    },
  },
  {
    section: 'M52',
    statement: '403 for an agent that is not internal, and 400 for another value',
    holds: async ({ holder, partner }) => {
      expect((await ask(partner, DESCRIPTIONS, mirrored)).status).to.equal(403);
      const reply = await ask(holder, DESCRIPTIONS, { mirrored: 'yes' });
      expect(reply.status).to.equal(400);
      expect(messages(reply).join()).to.include('mirrored');
    },
  },
  {
    section: 'M52',
    statement: 'mirrored may be in a form',
    holds: async ({ holder }) => {
      const form = new URLSearchParams({ query: DESCRIPTIONS, mirrored: 'true' }).toString();
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/csv' };
      expect((await holder.post('/sparql', form, headers)).text).to.include('third');
    },
  },
  ...each(datasets, ({ clauses, finds, ...asking }) => ({
    section: 'M53',
    statement: 'the datasets of copies and of our data have names',
    holds: async ({ holder }) => {
      expect(await rows(holder, DESCRIPTIONS, asking), 'in the address').to.have.members([...finds]);
      const query = DESCRIPTIONS.replace('{', `${clauses} {`);
      expect(await rows(holder, query), 'in the query').to.have.members([...finds]);
    },
  })),
  {
    section: 'M53',
    statement: 'the named graphs of each dataset, beside the default graph of another',
    holds: async ({ holder }) => {
      const query = `SELECT ?text ?g FROM <${OWN}> FROM NAMED <${MIRRORED}> {
        ?own cargo:goodsDescription ?text . GRAPH ?g { ?x a cargo:Waybill } }`;
      expect(await rows(holder, query)).to.deep.equal([`${await prefixOf(holder, piece)}/revisions/1 Own`]);
      const alone = await rows(holder, GRAPHS, { namedGraphs: [MIRRORED] });
      expect(alone.length).to.be.above(5);
      expect(alone.filter((graph) => !graph.startsWith(`${base}/internal/`))).to.deep.equal([]);
      expect(await rows(holder, GRAPHS, { defaultGraphs: [MIRRORED] }), 'no named graphs are asked for').to.deep.equal(
        [],
      );
    },
  },
  {
    section: 'M53',
    statement: 'for an agent that is not internal, the dataset of copies is a graph that is not there',
    holds: async ({ partner }) => {
      const absent = `${base}/logistics-objects/none/revisions/1`;
      for (const name of ['defaultGraphs', 'namedGraphs'] as const)
        for (const query of [DESCRIPTIONS, GRAPHS, 'ASK {}']) {
          const [found, none] = [
            await ask(partner, query, { [name]: [MIRRORED] }),
            await ask(partner, query, { [name]: [absent] }),
          ];
          expect([found.status, found.text]).to.deep.equal([none.status, none.text]);
        }
      expect(await rows(partner, DESCRIPTIONS, { defaultGraphs: [OWN] })).to.deep.equal(
        await rows(partner, DESCRIPTIONS),
      );
    },
  },
  {
    section: 'M53',
    statement: 'both datasets are in the service description, and their addresses lead to the description of data',
    holds: async ({ holder, partner }) => {
      const service = await holder.get('/sparql', { headers: { Accept: 'text/turtle' } });
      expect(service.text).to.include(`<${OWN}>`).and.to.include(`<${MIRRORED}>`);
      for (const party of [holder, partner])
        for (const name of [OWN, MIRRORED]) {
          const { status, headers } = await party.get(name.slice(base.length));
          expect([status, headers.get('location')]).to.deep.equal([303, `${base}/.well-known/void`]);
        }
    },
  },
  ...each(
    {
      '2026-02-01T04:59:59Z': [],
      '2026-02-01T05:00:00Z': ['first'],
      '2026-02-01T05:59:59Z': ['as it was', 'first'],
      '2026-02-01T06:00:10Z': ['as it was', 'third'],
      '2026-02-01T08:59:59Z': ['as it was', 'third'],
      '2026-02-01T09:00:00Z': ['as it is said now', 'third'],
    },
    (finds: readonly string[], at) => ({
      section: 'M54',
      statement: 'copies as received until then, whatever was repaired later',
      holds: async ({ holder }) => {
        const compact = at.replace(/[-:]/g, '');
        expect(await rows(holder, DESCRIPTIONS, { ...mirrored, at: compact })).to.have.members([...finds]);
        expect(await rows(holder, DESCRIPTIONS, { defaultGraphs: [MIRRORED], at: compact })).to.have.members([
          ...finds,
        ]);
      },
    }),
  ),
  {
    section: 'M55',
    statement: 'statements about other subjects do not count, but the types of objects of the same server',
    holds: async ({ holder }) => {
      const about = (subject: Iri): Promise<string[]> =>
        rows(holder, `SELECT ?o { <${subject}> ?p ?o }`, { ...mirrored, at: '20260201T051500Z' });
      expect(await about(other)).to.deep.equal([]);
      expect((await about(object('linked'))).join()).to.match(/Waybill$/);
    },
  },
];

/** The prefix of the names of a copy's graphs. */
async function prefixOf(party: TestContext['holder'], of: Iri): Promise<string> {
  const query = `SELECT ?head { GRAPH ?head { ?head <${base}/ns/extensions#copyOf> <${of}> } } LIMIT 9`;
  const heads = await rows(party, query, mirrored);
  const head = heads.find((name) => name.endsWith('/head')) ?? '';
  return head.slice(0, -'/head'.length);
}

conformance('questions over copies', statements, options);

const withoutMirror: readonly Statement[] = [
  ...each({ true: 'true', false: 'false' }, (value) => ({
    section: 'M52',
    statement: '400 without a mirror, if copies are asked for',
    holds: async ({ holder }) => {
      const reply = await ask(holder, DESCRIPTIONS, { mirrored: value });
      expect(reply.status).to.equal(value === 'true' ? 400 : 200);
    },
  })),
  {
    section: 'M53',
    statement: 'without a mirror, copies that are held are not found by the name of their dataset',
    holds: async ({ holder }) => {
      expect(await rows(holder, DESCRIPTIONS)).to.deep.equal(['Own']);
      for (const name of ['defaultGraphs', 'namedGraphs'] as const)
        expect((await ask(holder, DESCRIPTIONS, { [name]: [MIRRORED] })).text).not.to.include('third');
    },
  },
  ...each(
    {
      copies: '/internal/mirror',
      follows: '/internal/follows',
      revisions: `/internal/mirror/revisions?object=${piece}`,
    },
    (path) => ({
      section: 'M48',
      statement: '404 without a mirror',
      holds: async ({ holder }) => {
        expect((await holder.get(path)).status).to.equal(404);
      },
    }),
  ),
];

conformance('questions over copies without a mirror', withoutMirror, {
  ...options,
  env: { ...options.env, MIRROR: 'false' },
});
