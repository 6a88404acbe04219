/** Two nodes with one address, one of which holds copies of partners' objects: no other agent learns of them (M29, M52). */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { UriScheme } from '../../src/uris.js';
import { CopiedStore } from '../mirror/support/copied-store.js';
import { Adversary } from '../sparql/noninterference/adversary.js';
import { queryPath } from '../sparql/support.js';
import { cargo, context } from '../support/node.js';
import { Random, SEED, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';
import { BASE, type Question, shown, World, Worlds } from '../support/two-worlds.js';

const uris = new UriScheme(iri(BASE));
const OPEN = '/logistics-objects/open';
const secret = iri('https://forwarder.example/logistics-objects/secret');
const [OWN, MIRRORED] = [`${BASE}/datasets/own`, `${BASE}/datasets/mirrored`];
const QUERIES = scaled(125);

const folders = ['without', 'with'].map((name) => mkdtempSync(join(tmpdir(), `mirrored-worlds-${name}-`)));
const start = (folder: string): Promise<World> => World.start({ RATE_LIMIT: '0', STORE_URL: `file:${folder}` });

async function fill(folder: string): Promise<void> {
  const world = await start(folder);
  const { holder } = world.node;
  const piece = { '@id': BASE + OPEN, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'seen' };
  const made = await holder.post('/logistics-objects', { '@context': context, ...piece });
  expect(made.status, made.text).to.equal(201);
  const reading = {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
    '@type': 'acl:Authorization',
    'acl:accessTo': { '@id': BASE + OPEN },
    'acl:agent': { '@id': `${BASE}/logistics-objects/stranger` },
    'acl:mode': { '@id': 'acl:Read' },
  };
  expect((await holder.put(`${OPEN}/acl`, reading)).status).to.equal(204);
  await world.stop();
}

async function writeCopies(copies: CopiedStore): Promise<void> {
  for (const number of [1, 2])
    await copies.receive(secret, {
      ...{ number, at: `2026-02-0${number}T05:00:00Z` },
      body: `<${secret}> a cargo:Piece ; cargo:goodsDescription "hidden ${number}" ; cargo:upid "HIDDEN-1" ;
        cargo:containedPieces <${BASE}${OPEN}> . <${BASE}${OPEN}> cargo:goodsDescription "hidden beside" .`,
    });
  const event = `<${secret}/logistics-events/1> a cargo:LogisticsEvent ; cargo:eventName "hidden" .`;
  await copies.receiveEvents(secret, { at: '2026-02-03T05:00:00Z', body: event });
}

const quoted = (names: readonly string[]): string[] => names.map((name) => `<${name}>`);
const revision = (number: number): Iri => uris.copyRevision(secret, number);
const terms = {
  graphs: quoted([
    ...[
      `${BASE}${OPEN}/revisions/1`,
      `${BASE}${OPEN}/head`,
      OWN,
      MIRRORED,
      uris.copyHead(secret),
      revision(1),
      revision(2),
    ],
    ...[
      uris.copyBeside(revision(2)),
      uris.provenance(revision(1)),
      uris.copyEvent(secret, `${secret}/logistics-events/1`),
    ],
    uris.follow('follow'),
  ]),
  subjects: quoted([BASE + OPEN, secret, uris.copyHead(secret), `${secret}/logistics-events/1`]),
  predicates: [
    ...quoted([`${cargo}goodsDescription`, `${cargo}goodsDescription`, `${cargo}upid`, `${cargo}containedPieces`]),
    ...quoted([`${BASE}/ns/extensions#copyOf`, 'http://www.w3.org/ns/prov#generatedAtTime']),
    'a',
  ],
  values: ['"seen"', '"hidden 1"', '"hidden 2"', '"HIDDEN-1"', `<${cargo}Piece>`, '1', 'true'],
};

/** The addresses that know copies, as somebody would ask them who knows the object. */
function* addresses(): Generator<Question> {
  const object = encodeURIComponent(secret);
  const paths = [
    ...['', '/revisions', '/diff', '/logistics-events', '/overview', '/pieces'].map(
      (path) => `/internal/mirror${path}?object=${object}`,
    ),
    ...['/internal/mirror', '/internal/follows', '/internal/follows/follow', `/internal/labels?uri=${object}`],
    ...['HIDDEN-1', 'HID', 'secret', object].map((text) => `/internal/lookup?q=${text}`),
    ...[uris.copyHead(secret), revision(2), uris.copyBeside(revision(2))].map((graph) => graph.slice(BASE.length)),
    ...[revision(2), MIRRORED].map((graph) => `/rdf-graph-store?graph=${encodeURIComponent(graph)}`),
    ...[
      '/datasets/mirrored',
      '/.well-known/void',
      '/sparql',
      '/internal/objects',
      '/logistics-objects',
      '/internal/me',
    ],
    ...['/internal/objects/open/links?direction=in', '/internal/model/terms?name=Piece', '/openapi.json'],
  ];
  for (const path of paths)
    for (const standard of [path, path.replace('/internal/', '/console/api/')])
      for (const method of ['GET', 'HEAD', 'DELETE']) yield { method, path: standard };
}

describe('What a node holds of partners’ objects', () => {
  let worlds: World[];
  before(async () => {
    for (const folder of folders) await fill(folder);
    await CopiedStore.write(folders[1] ?? '', BASE, writeCopies);
    worlds = await Promise.all(folders.map(start));
  });
  after(async () => {
    await Promise.all(worlds.map((world) => world.stop()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  });

  async function expectSame(questions: Iterable<Question>, caller: string | undefined): Promise<void> {
    const all = new Worlds(worlds, caller ?? 'nobody');
    const tokens = caller === undefined ? [] : await Promise.all(worlds.map((world) => world.token(caller)));
    const found: string[] = [];
    for (const question of questions) found.push(...(await all.differences(tokens, question)).map(shown));
    expect(found.slice(0, 5).join('\n\n'), `${found.length} of ${all.compared}, seed ${SEED}`).to.equal('');
  }

  it(`changes no byte of the answers to ${QUERIES} queries of another agent`, async () => {
    const random = new Random(seeded(SEED));
    const adversary = new Adversary(random, terms);
    const questions = Array.from({ length: QUERIES }, (): Question => {
      const graphs = (): string[] => (random.chance(0.1) ? [random.one([OWN, MIRRORED, revision(2)])] : []);
      const asking = { defaultGraphs: graphs(), namedGraphs: graphs() };
      const more = random.chance(0.1) ? { mirrored: random.one(['true', 'false', 'yes']) } : {};
      const at = random.chance(0.1) ? { at: '20260202T120000Z' } : {};
      // The labels of blank nodes differ from answer to answer.
      const query = adversary.query().replace('[] <urn:p:made>', '<urn:made> <urn:p:made>');
      return { method: 'GET', path: queryPath(query, { ...asking, ...more, ...at }) };
    });
    await expectSame(questions, 'stranger');
  });

  for (const caller of ['stranger', undefined])
    it(`changes no byte of the answers to ${caller ?? 'nobody'} at any address that knows copies`, () =>
      expectSame(addresses(), caller));

  it('is found by internal agents alone, who ask for it', async () => {
    const query = 'SELECT ?text { ?piece cargo:goodsDescription ?text }';
    const holders = await Promise.all(
      worlds.map(({ node }) =>
        node.holder.get(queryPath(query, { mirrored: 'true' }), { headers: { Accept: 'text/csv' } }),
      ),
    );
    expect(holders.map(({ text }) => text.includes('hidden 2'))).to.deep.equal([false, true]);
  });
});
