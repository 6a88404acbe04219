/** Proofs, erasures and legal holds in a browser (P56 to P58). */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { parseAddCheckpoint } from '../../../src/proofs/format/add-checkpoint.js';
import { type Bundle, isDisclosed, parseBundle } from '../../../src/proofs/format/bundle.js';
import { COSIGNATURE, NoteSigner, parseNote, parseVkey, writeVkey } from '../../../src/proofs/format/note.js';
import { verifyBundle } from '../../../src/proofs/format/verify-bundle.js';
import { keyFrom } from '../../proofs/format/support.js';
import { aclBody, eventBody, fastRetries } from '../../support/exchange.js';
import { context as jsonLd, member, Party, textIn, token } from '../../support/node.js';
import {
  expectShown,
  expectUnharmed,
  findings,
  go,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  visit,
} from './browser.js';
import { startNode } from './node.js';
import { browserHooks, windowHooks } from './suite.js';

/** A witness of the log that cosigns whatever comes. */
const witness = new NoteSigner('partner.example/log/witness', COSIGNATURE, keyFrom('a witness of the console'));

async function startWitness(): Promise<Server> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { text } = parseNote(parseAddCheckpoint(Buffer.concat(chunks).toString()).checkpoint);
      response.end(witness.sign(text, new Date()));
    });
  }).listen(0, 'localhost');
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Opens the parts that fold, presses a button, and reads the file that comes. */
async function downloaded(page: Page, button: Locator): Promise<{ readonly name: string; readonly text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

describe('proofs and erasures in the console', () => {
  let server: Server | undefined;
  const env: Record<string, string> = { ...fastRetries, PROOF_CHECKPOINT_MS: '100', PROOF_WITNESS_MS: '100' };
  before(async () => {
    server = await startWitness();
    env['PROOF_WITNESSES'] = JSON.stringify([
      { url: `http://localhost:${portOf(server)}/`, key: writeVkey(witness.key) },
    ]);
  });
  after(() => server?.close());
  const running = windowHooks({ env });

  const proof = (): Locator => running.page.getByRole('region', { name: 'Proof' });
  const below = (uri: string): string => uri.slice(running.world.url.length);

  it('says of a revision where in the log it is, in which checkpoint, and who has cosigned it (P56)', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/3`);
    await expectShown(
      proof().getByText(
        /^Proven: entry \d+ of the log, written .+Z, in the checkpoint of \d+ entries, cosigned by partner\.example\.$/,
      ),
    );
    await proof().scrollIntoViewIfNeeded();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'proof');
    const { name, text } = await downloaded(page, proof().getByRole('button', { name: 'Download the proof' }));
    expect(name).to.match(/-revision-3\.proof\.json$/);
    const bundle = parseBundle(text);
    const verdict = verifyBundle(bundle, { keys: bundle.keys.map(parseVkey), witnesses: [witness.key] });
    expect(verdict.holds && verdict.proven.record.graph).to.equal(`${world.piece}/revisions/3`);
    expect((bundle.statements ?? []).every(isDisclosed)).to.equal(true);
  });

  it('has the log with its witnesses, waiting erasures and legal holds on Health (P58)', async () => {
    const { page, world } = running;
    const body = { reason: 'claim 4711' };
    const json = { 'Content-Type': 'application/json' };
    const hold = await world.holder.put(`/internal/holds/${below(world.piece).split('/').at(-1)}`, body, json);
    expect(hold.status, hold.text).to.equal(201);
    await visit(page, world.url, '/health');
    const log = page.getByRole('region', { name: 'Log of proofs' });
    await expectShown(log.getByText(/^of \d+ entries$/));
    const row = log.getByRole('row').filter({ hasText: 'partner.example/log/witness' });
    await expectShown(row.getByText('cosigned', { exact: true }));
    const state = await world.holder.get('/internal/log');
    expect(await log.innerText()).to.include(textIn(member(state.json, 'origin')));
    const erasures = page.getByRole('region', { name: 'Erasures and legal holds' });
    expect(await erasures.getByRole('link').allInnerTexts()).to.deep.equal(['0', '1']);
    await log.scrollIntoViewIfNeeded();
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'health-log');
    await erasures.getByRole('link', { name: '1', exact: true }).press('Enter');
    await expectShown(page.getByText('claim 4711'));
    expect(
      (await world.holder.send('DELETE', hold.headers.get('location')?.slice(world.url.length) ?? '')).status,
    ).to.equal(204);
  });

  it('discloses only the properties that the reader chooses, by keyboard (P16)', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${below(world.piece)}/revisions/3`);
    await proof().getByText('Choose what the file shows').press('Enter');
    await proof().getByRole('checkbox', { name: 'Gross weight' }).press('Space');
    await expectShown(proof().getByRole('button', { name: 'Download the proof with 1 of the properties' }));
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'proof-properties');
    const { text } = await downloaded(page, proof().getByRole('button', { name: /^Download the proof/ }));
    const bundle = parseBundle(text);
    const shown = (property: string): boolean =>
      disclosedLines(bundle).some((line) => line.includes(`<https://onerecord.iata.org/ns/cargo#${property}>`));
    expect([shown('grossWeight'), shown('goodsDescription')]).to.deep.equal([true, false]);
    expect((bundle.statements ?? []).some((each) => !isDisclosed(each))).to.equal(true);
  });

  it('proves a request and an event, and says how a file is verified', async () => {
    const { page, world } = running;
    await visit(page, world.url, below(world.rivals[0]));
    await expectShown(proof().getByText(/^Proven: entry \d+/));
    await expectShown(proof().getByText(/^node dist\/main\.js verify request-.+ --key/));
    const posted = await world.holder.post(
      `${world.piece}/logistics-events`,
      eventBody({ 'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#DEP' } }),
    );
    expect(posted.status, posted.text).to.equal(201);
    await visit(page, world.url, below(posted.headers.get('location') ?? ''));
    await expectShown(proof().getByText(/^Proven: entry \d+/));
    expect(await findings(page)).to.deep.equal([]);
  });

  it('has a heading for an event without code and name', async () => {
    const { page, world } = running;
    const posted = await world.holder.post(`${world.piece}/logistics-events`, eventBody());
    expect(posted.status, posted.text).to.equal(201);
    await visit(page, world.url, below(posted.headers.get('location') ?? ''));
    await expectShown(page.getByRole('heading', { name: 'Event', exact: true, level: 2 }));
    expect(await findings(page)).to.deep.equal([]);
  });

  it('proves in German, on a phone', async () => {
    const { browser, world } = running;
    const german = await open(browser, world.url, { ...phone, locale: 'de-DE' });
    await german.page.goto(`${world.url}/console${below(world.piece)}/revisions/3`);
    await german.page.getByRole('button', { name: 'Als Dateninhaber' }).press('Enter');
    await german.page.getByText(/^Nachgewiesen: Eintrag \d+ des Protokolls/).waitFor();
    await settled(german.page);
    await german.page.getByRole('region', { name: 'Nachweis' }).scrollIntoViewIfNeeded();
    expect(await overflow(german.page)).to.equal(0);
    await screenshot(german.page, 'proof-phone-de');
    await expectUnharmed(german);
    await german.context.close();
  });
});

describe('erasures and legal holds in the console', () => {
  const running = windowHooks({ env: { ...fastRetries } });
  const dialog = (): Locator => running.page.getByRole('dialog');
  let number = 0;

  /** A piece that the airline may read. */
  async function newPiece(): Promise<{ readonly uri: string; readonly id: string; readonly path: string }> {
    const { holder, url, airline } = running.world;
    number += 1;
    const id = `erased-${number}`;
    const uri = `${url}/logistics-objects/${id}`;
    const content = { '@id': uri, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Secret lamps' };
    const reply = await holder.post('/logistics-objects', { '@context': jsonLd, ...content });
    expect(reply.status, reply.text).to.equal(201);
    const list = await holder.put(`${uri}/acl`, aclBody(uri, { 'acl:agent': { '@id': airline.agent } }));
    expect(list.status, list.text).to.equal(204);
    return { uri, id, path: `/logistics-objects/${id}` };
  }

  /** The acts that few come for are folded. */
  async function pressRare(page: Page, name: string): Promise<void> {
    await page.locator('summary', { hasText: 'More' }).press('Enter');
    await page.getByRole('button', { name }).press('Enter');
  }

  it('asks for reason and id, is not confirmed by Enter, and leads to the erasure (P57)', async () => {
    const { page, world } = running;
    const { uri, id, path } = await newPiece();
    await visit(page, world.url, path);
    await pressRare(page, 'Erase …');
    const confirm = dialog().getByRole('button', { name: 'Erase for good' });
    await settled(page);
    expect(await confirm.isDisabled(), 'without reason and id').to.equal(true);
    await dialog().getByLabel('Reason').selectOption({ label: 'It should never have been here' });
    await dialog().getByLabel('Comment').fill('letter of 1 March');
    await dialog()
      .getByLabel(/^Type the id/)
      .fill('another');
    expect(await confirm.isDisabled(), 'with another id').to.equal(true);
    await dialog()
      .getByLabel(/^Type the id/)
      .fill(id);
    await dialog()
      .getByLabel(/^Type the id/)
      .press('Enter');
    await confirm.press('Enter');
    expect((await world.holder.get(uri)).status, 'Enter does not press').to.equal(200);
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'erase');
    await confirm.press('Space');
    await page.getByRole('heading', { name: 'Erasure', level: 1 }).waitFor();
    await expectShown(page.getByText('letter of 1 March'));
    await expectShown(page.getByText('Hidden').first());
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'erasure');
    expect((await world.holder.get(uri)).status).to.equal(410);
    await page.getByRole('navigation').getByRole('link', { name: 'Erasures and holds' }).first().press('Enter');
    await expectShown(
      page.getByRole('table', { name: 'Erasures' }).getByText('It should never have been here').first(),
    );
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
  });

  it('shows the tombstone to who could read it, and nothing to others (P58)', async () => {
    const { browser, page, world } = running;
    const { uri, path } = await newPiece();
    const reply = await world.holder.post('/internal/erasures', { object: uri, reason: 'LEGAL_ORDER' });
    expect(reply.status, reply.text).to.equal(201);
    await visit(page, world.url, path);
    await page.getByRole('heading', { name: 'This object was erased' }).waitFor();
    await expectShown(page.getByText('An authority or a court ordered it'));
    await expectShown(page.locator('dd').getByText('Piece'));
    expect(await page.title()).to.match(/^Erased/);
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'tombstone');
    await page.getByRole('link', { name: 'The erasure', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Erasure', level: 1 }).waitFor();
    for (const [role, text] of [
      ['airline', 'This object was erased'],
      ['handler', 'You may not read this object'],
    ] as const) {
      const other = await open(browser, world.url);
      await visit(other.page, world.url, path, role);
      await other.page.getByText(text).first().waitFor();
      expect(await other.page.getByText('Secret lamps').count()).to.equal(0);
      await expectUnharmed(other);
      await other.context.close();
    }
  });

  it('puts a legal hold, which the node heeds, and ends it (P44)', async () => {
    const { page, world } = running;
    const { uri, path, id } = await newPiece();
    await visit(page, world.url, path);
    await pressRare(page, 'Legal hold …');
    const put = dialog().getByRole('button', { name: 'Put the hold' });
    expect(await put.isDisabled(), 'without a reason').to.equal(true);
    await dialog()
      .getByLabel(/^Reason/)
      .fill('claim 4711');
    expect(await findings(page)).to.deep.equal([]);
    await put.press('Enter');
    await page.getByText('This object is under legal hold').waitFor();
    await expectShown(page.getByText('claim 4711'));
    await screenshot(page, 'held');
    const refused = await world.holder.post('/internal/erasures', { object: uri, reason: 'OTHER' });
    expect(refused.status, refused.text).to.equal(409);
    await pressRare(page, 'Erase …');
    await dialog().getByLabel('Reason').selectOption({ label: 'Another reason' });
    await dialog()
      .getByLabel(/^Type the id/)
      .fill(id);
    await dialog().getByRole('button', { name: 'Erase for good' }).press('Space');
    await expectShown(dialog().getByText(/under legal hold/));
    await dialog().getByRole('button', { name: 'Cancel' }).press('Enter');
    await visit(page, world.url, '/erasures');
    const holds = page.getByRole('table', { name: 'Legal holds' });
    await expectShown(holds.getByText('claim 4711'));
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'erasures');
    await holds.getByRole('button', { name: 'End the hold …' }).press('Enter');
    await dialog().getByRole('button', { name: 'End the hold' }).press('Space');
    await expectShown(page.getByText('Nothing is under legal hold.'));
    expect((await world.holder.get(`/internal/holds/${id}`)).status).to.equal(404);
  });

  it('is in German, on a phone and in the dark', async () => {
    const { browser, world } = running;
    const { path } = await newPiece();
    const german = await open(browser, world.url, { ...phone, locale: 'de-DE', colorScheme: 'dark' });
    const { page } = german;
    await page.goto(`${world.url}/console${path}`);
    await page.getByRole('button', { name: 'Als Dateninhaber' }).press('Enter');
    await page.locator('.acts-more').press('Enter');
    await page.locator('summary', { hasText: 'Mehr' }).press('Enter');
    await page.getByRole('button', { name: 'Löschen …' }).press('Enter');
    await page.getByRole('dialog').getByText('Dieses Objekt löschen').waitFor();
    await settled(page);
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'erase-phone-dark-de');
    await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).press('Enter');
    await go(page, world.url, '/erasures');
    await page.getByRole('heading', { name: 'Löschungen und Sperren' }).waitFor();
    await settled(page);
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'erasures-phone-dark-de');
    await expectUnharmed(german);
    await german.context.close();
  });
});

const disclosedLines = ({ statements }: Bundle): string[] =>
  (statements ?? []).flatMap((each) => (isDisclosed(each) ? [each.nquad] : []));

describe('what is not proven in the console', () => {
  const suite = browserHooks();

  for (const [what, env, text] of [
    ['waits for a checkpoint', { PROOF_CHECKPOINT_MS: '60000' }, 'Waits for the next checkpoint.'],
    ['has no place on a node without a log', { PROOF_LOG: 'false' }, undefined],
  ] as const)
    it(what, async () => {
      const node = await startNode(env);
      const watched = await open(suite.browser, node.url);
      try {
        const { page } = watched;
        const holder = new Party(node.url, '', await token(node.url, 'holder'));
        const reply = await holder.post('/logistics-objects', { '@context': jsonLd, '@type': 'cargo:Piece' });
        await visit(page, node.url, `${(reply.headers.get('location') ?? '').slice(node.url.length)}/revisions/1`);
        await page.getByRole('heading', { name: 'Revision 1' }).waitFor();
        if (text !== undefined) await expectShown(page.getByText(text));
        else expect(await page.getByRole('region', { name: 'Proof' }).count()).to.equal(0);
        await expectUnharmed(watched);
      } finally {
        await watched.context.close();
        await node.stop();
      }
    });
});
