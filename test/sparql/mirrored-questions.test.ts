/** The questions of docs/analytics.md over own and partners' data, as they stand there, at a small handler. */
import { mkdtempSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { CopiedStore } from '../mirror/support/copied-store.js';
import { TestClock } from '../support/clock.js';
import { context, type TestNodeOptions } from '../support/node.js';
import { TestContext } from '../support/world.js';
import { rows } from './support.js';

const base = 'https://handler.example';
const folder = mkdtempSync(join(tmpdir(), 'mirrored-questions-'));
const object = (id: string, server = 'forwarder'): Iri => iri(`https://${server}.example/logistics-objects/${id}`);
const [piece, other] = [object('piece-1'), object('piece-2', 'second')];

const weighed = (about: Iri, text: string, weight: number, more = ''): string =>
  `<${about}> a cargo:Piece ; cargo:goodsDescription "${text}" ; cargo:grossWeight <internal:weight> ${more} .
   <internal:weight> a cargo:Value ; cargo:numericalValue "${weight}.0"^^<http://www.w3.org/2001/XMLSchema#double> .`;
const waybill = (about: Iri, number: string, shipment: Iri): string =>
  `<${about}> a cargo:Waybill ; cargo:waybillPrefix "020" ; cargo:waybillNumber "${number}" ; cargo:shipment <${shipment}> .`;
const declared = '; cargo:securityDeclarations <internal:declaration>';
const declaration =
  '<internal:declaration> a cargo:SecurityDeclaration ; cargo:securityStatus <https://onerecord.iata.org/ns/code-lists/SecurityStatus#SPX> .';

/**
 * Two forwarders. The first one's piece has a security status since 14:00, which came an hour late because its server was down; its
 * revision 2 could not be had. The second one's server does not answer since 12:00.
 */
async function writeCopies(copies: CopiedStore): Promise<void> {
  for (const [server, id, number] of [
    ['forwarder', piece, '11111111'],
    ['second', other, '22222222'],
  ] as const) {
    const [shipment, bill] = [object('shipment', server), object('waybill', server)];
    const at = '2026-03-01T09:00:00.500Z';
    await copies.receive(bill, { number: 1, at, body: waybill(bill, number, shipment) });
    await copies.receive(shipment, { number: 1, at, body: `<${shipment}> a cargo:Shipment ; cargo:pieces <${id}> .` });
  }
  const first = { modified: '2026-03-01T08:59:00.000Z', at: '2026-03-01T09:00:00.000Z' };
  await copies.receive(piece, { ...first, number: 1, body: weighed(piece, 'Drills', 20) });
  const third = { modified: '2026-03-01T14:00:00.000Z', at: '2026-03-01T15:00:00.000Z' };
  const drills = weighed(piece, 'Cordless drills', 25, declared) + declaration;
  await copies.receive(piece, { ...third, number: 3, body: drills });
  await copies.change(piece, () => ({
    gaps: [{ from: 2, to: 2, reason: 'same-second', tried: 1, next: undefined }],
  }));
  await copies.receive(other, { ...first, number: 1, body: weighed(other, 'Saws', 7) });
  await copies.change(other, () => ({ silence: 'timeout' }));
}

const options: TestNodeOptions = {
  env: { BASE_URL: base, STORE_URL: `file:${folder}` },
  clock: new TestClock('2026-03-01T20:00:00Z'),
  viaPort: true,
};

describe('The questions of docs/analytics.md over own and partners’ data', () => {
  let world: TestContext;
  const questions = new Map<string, string>();

  before(async () => {
    const text = await readFile(new URL('../../docs/analytics.md', import.meta.url), 'utf8');
    const [, chapter = ''] = /^## Own and partners' data\n(.*?)^## /ms.exec(text) ?? [];
    for (const [, title = '', query = ''] of chapter.matchAll(/^### (.*?)\n.*?^```sparql\n(.*?)^```/gms))
      questions.set(title, query.replaceAll('http://localhost:8080', base));
    await (await TestContext.start(options)).stop();
    await CopiedStore.write(folder, base, writeCopies);
    world = await TestContext.start(options);
    const loading = {
      '@context': context,
      '@type': 'cargo:Loading',
      '@id': world.uri('/logistics-objects/loading'),
      'cargo:loadedPieces': [piece, other, object('unknown')].map((uri) => ({ '@id': uri })),
    };
    const reply = await world.holder.post('/logistics-objects', loading);
    expect(reply.status, reply.text).to.equal(201);
  });
  after(async () => {
    await world.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const expected: Readonly<Record<string, readonly string[]>> = {
    'Which pieces have no security status, over all waybills?': [`${other} ${object('waybill', 'second')}`],
    'How heavy is what we load?': [`${base}/logistics-objects/loading 32 1`],
    'Which answers rest on what could not be checked?': [`2026-03-01T09:00:00Z Saws ${other} timeout stale`],
    'How long after a change did we have it, by partner?': [
      `start ${object('holder')} PT1H 2`,
      `start ${object('holder', 'second')} PT1M 1`,
    ],
    'Which revisions are missing, and why?': [`2 ${piece} same-second 2`],
    'What did a partner say at each time, and when did we know?': [
      'Drills 1 2026-03-01T09:00:00Z 2026-03-01T08:59:00Z',
      'Cordless drills 3 2026-03-01T15:00:00Z 2026-03-01T14:00:00Z',
    ].sort(),
  };

  it('each has a test here', () => {
    expect([...questions.keys()]).to.deep.equal(Object.keys(expected));
  });

  for (const [title, solutions] of Object.entries(expected)) {
    it(title, async () => {
      const query = questions.get(title) ?? '';
      expect(await rows(world.holder, query, { mirrored: 'true' })).to.deep.equal(solutions);
    });
  }

  it('find nothing of partners without mirrored=true', async () => {
    for (const [title, query] of questions) {
      const found = await rows(world.holder, query);
      const loaded = title === 'How heavy is what we load?' ? [`${base}/logistics-objects/loading 0 3`] : [];
      expect(found, title).to.deep.equal(loaded);
    }
  });

  it('answer with what was known at a time: a revision that came later changes no earlier answer', async () => {
    const query = questions.get('Which pieces have no security status, over all waybills?') ?? '';
    const at = (time: string): Promise<string[]> => rows(world.holder, query, { mirrored: 'true', at: time });
    const waybills = [`${piece} ${object('waybill')}`, `${other} ${object('waybill', 'second')}`];
    expect(await at('20260301T143000Z')).to.deep.equal(waybills);
    expect(await at('20260301T150000Z')).to.deep.equal(waybills.slice(1));
    expect(await at('20260301T085900Z')).to.deep.equal([]);
  });
});
