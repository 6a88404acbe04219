/** Partners' objects in a browser: a node that follows another one, which changes an object and then stops. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { TestPartner } from '../../mirror/support/test-partner.js';
import { add, changeBody, remove } from '../../support/changes.js';
import { TestClock } from '../../support/clock.js';
import { accept, aclBody, fastRetries, trusting } from '../../support/exchange.js';
import { api, context as jsonLd, Party, token } from '../../support/node.js';
import type { JsonObject } from '../../support/world.js';
import {
  expectShown,
  expectUnharmed,
  findings,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  signIn,
  streamOf,
  until,
  visit,
} from './browser.js';
import { type RunningNode, startNode } from './node.js';
import { sheetsOf } from './pdf.js';
import { windowHooks } from './suite.js';

const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };
const reading = [`${api}GET_LOGISTICS_OBJECT`, `${api}GET_LOGISTICS_EVENT`];

describe('partners’ objects in the console', () => {
  let partner: RunningNode;
  let holder: Party;
  let shipment = '';
  let piece = '';

  async function create(content: JsonObject): Promise<string> {
    const reply = await holder.post('/logistics-objects', { '@context': jsonLd, ...content });
    expect(reply.status, reply.text).to.equal(201);
    const uri = reply.headers.get('location') ?? '';
    const list = await holder.put(`${uri}/acl`, aclBody(uri, everybody, reading));
    expect(list.status, list.text).to.equal(204);
    return uri;
  }

  const running = windowHooks({
    env: fastRetries,
    prepare: async ({ url }) => {
      partner = await startNode(trusting(url));
      holder = new Party(partner.url, '', await token(partner.url, 'holder'));
      piece = await create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
      shipment = await create({
        '@type': 'cargo:Shipment',
        'cargo:goodsDescription': 'Fruit for the night flight',
        'cargo:pieces': { '@id': piece },
      });
    },
  });
  after(() => partner.stop());

  const dialog = (): ReturnType<Page['getByRole']> => running.page.getByRole('dialog');
  const follows = (): ReturnType<Page['getByRole']> => running.page.getByRole('table', { name: 'Follows' });
  const copies = (): ReturnType<Page['getByRole']> => running.page.getByRole('table', { name: 'Copies' });
  const copyOf = (uri: string): string => `/other?uri=${encodeURIComponent(uri)}`;

  /** Loads the page again until it shows a text. */
  async function shown(path: string, text: string): Promise<void> {
    const { page, world } = running;
    await visit(page, world.url, path);
    await until(async () => {
      if ((await page.getByText(text).count()) > 0) return true;
      await page.reload();
      await signIn(page, 'holder');
      await settled(page);
      return false;
    });
  }

  it('follows a partner’s object by its address, and says what is asked of whom', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.getByRole('link', { name: 'Partners’ objects' }).press('Enter');
    await page.getByText('Nothing is followed.').waitFor();
    await page.getByText('There are no copies yet.').waitFor();
    await page.getByRole('button', { name: 'Follow a partner’s object …' }).press('Enter');
    const confirm = dialog().getByRole('button', { name: 'Follow', exact: true });
    expect(await confirm.isDisabled(), 'without an address').to.equal(true);
    await page.getByLabel('Address of the object').fill(`${shipment}\nhttps://other.example/logistics-objects/1`);
    await dialog().getByText('All must be of one partner’s server.').waitFor();
    expect(await confirm.isDisabled(), 'of two servers').to.equal(true);
    await page.getByLabel('Address of the object').fill(shipment);
    await dialog()
      .getByText(`This node asks ${new URL(partner.url).host} for it with its own token`)
      .waitFor();
    await page.getByLabel('Note').fill('The night shift');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'mirror-follow');
    await confirm.press('Enter');
    await page.getByText('The node follows it.').first().waitFor();
    await shown('/mirror', 'Following');
    await until(async () => {
      await page.reload();
      await signIn(page, 'holder');
      await settled(page);
      return (await copies().getByText('Oranges').count()) > 0;
    });
    await expectShown(follows().getByText('2 objects'));
    await expectShown(follows().getByText('The night shift'));
    await expectShown(copies().getByText('Fresh').first());
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'mirror');
  });

  it('finds copies by label and state in the address, and leads to one', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/mirror?q=orang');
    await expectShown(copies().getByText('Oranges'));
    expect(await copies().getByText('Fruit for the night flight').count()).to.equal(0);
    await visit(page, world.url, '/mirror?state=frozen');
    await page.getByText('No copy matches.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await copies().getByRole('link', { name: 'Fruit for the night flight' }).press('Enter');
    await page.getByRole('heading', { name: 'Fruit for the night flight', level: 1 }).waitFor();
    await page.getByText(`A copy of an object of ${new URL(partner.url).host}`).waitFor();
    await page.getByRole('region', { name: 'Values' }).getByRole('link', { name: 'Oranges' }).press('Enter');
    await page.getByRole('heading', { name: 'Oranges', level: 1 }).waitFor();
  });

  it('begins the page of a copy with its shipment: weight, milestones, and the pieces by a filter', async () => {
    const { page, world } = running;
    const event = await holder.post(`${piece}/logistics-events`, {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-03-01T08:15:00Z' },
      'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#RCS' },
      'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
    });
    expect(event.status, event.text).to.equal(201);
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Check now …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Check now', exact: true }).press('Enter');
    await page.getByText('The check has begun.').first().waitFor();
    await shown(copyOf(shipment), 'received from shipper');
    const glance = page.getByRole('region', { name: 'At a glance' });
    await expectShown(glance.getByText('1 piece', { exact: true }));
    await expectShown(glance.getByText('received from shipper'));
    await expectShown(page.getByRole('region', { name: 'Milestones' }).getByText('01 MAR 26 08:15Z'));
    const pieces = page.getByRole('region', { name: 'Pieces' });
    await expectShown(pieces.getByRole('row').filter({ hasText: 'Oranges' }).getByText('RCS'));
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'copy-shipment');
    await pieces.getByLabel('Find in UPID, goods and codes').fill('lemons');
    await page.keyboard.press('Enter');
    await pieces.getByText('No piece matches.').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).to.equal('lemons');
    await page.goBack();
    await pieces.getByRole('link', { name: 'Oranges' }).first().press('Enter');
    await page.getByRole('heading', { name: 'Oranges', level: 1 }).waitFor();
    await expectShown(page.getByRole('main').getByRole('link', { name: 'Fruit for the night flight' }));
  });

  it('is whole on paper: whose copy it is, when it was received, its pieces, and no buttons', async () => {
    const { page, world } = running;
    for (const [name, path, texts] of [
      ['mirror', '/mirror', ['Following', 'Fruitforthenightflight', 'Oranges']],
      [
        'copy',
        copyOf(shipment),
        ['Acopyofanobjectof', `${shipment}Revision1of1received`, 'Ataglance', 'UPID', 'RCS', 'Oranges', 'SHA-256'],
      ],
    ] as const) {
      await visit(page, world.url, path);
      const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
      for (const text of texts) expect(sheets.join(''), name).to.contain(text);
      for (const [index, sheet] of sheets.entries()) {
        expect(sheet.slice(0, 600), name).to.contain(`by${world.holder.agent}`);
        expect(sheet, name).to.contain(`${index + 1}/${sheets.length}`);
      }
      await page.emulateMedia({ media: 'print' });
      await page.setViewportSize({ width: 688, height: 1000 });
      expect(await overflow(page), name).to.be.at.most(0);
      expect(await page.getByRole('button').count(), name).to.equal(0);
      await screenshot(page, `print-${name}`);
      await page.emulateMedia({ media: null });
      await page.setViewportSize({ width: 1280, height: 800 });
    }
  });

  it('shows the revisions of a copy with both times, and compares two', async () => {
    const { page, world } = running;
    const operations = [remove(piece, 'goodsDescription', 'Oranges'), add(piece, 'goodsDescription', 'Lemons')];
    const change = await holder.patch(piece, changeBody(piece, 1, operations));
    expect(change.status, change.text).to.equal(201);
    await accept(holder, change.headers.get('location') ?? '');
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Check now …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Check now', exact: true }).press('Enter');
    await page.getByText('The check has begun.').first().waitFor();
    await shown(copyOf(piece), 'Lemons');
    const revisions = page.getByRole('table', { name: 'Revisions' });
    await expectShown(revisions.getByText('a regular check'));
    await expectShown(revisions.getByText('the first request'));
    await expectShown(page.getByRole('region', { name: 'Proof' }).getByText('SHA-256'));
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'copy');
    await revisions.getByRole('link', { name: 'Compare' }).press('Enter');
    const comparison = page.getByRole('region', { name: 'Revision 1 against 2' });
    await expectShown(comparison.getByText('Oranges'));
    await expectShown(comparison.getByText('Lemons'));
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'copy-comparison');
    await visit(page, world.url, `${copyOf(piece)}&revision=1`);
    await page.getByText('This is revision 1; 2 is the latest that is held.').waitFor();
    await page.getByRole('region', { name: 'Values' }).getByText('Oranges').waitFor();
  });

  it('shows events, what is missing with its reason, and both sides of a contradiction', async () => {
    const { page, world } = running;
    const clock = new TestClock();
    const liar = await TestPartner.start({ clock });
    try {
      // Answers with the newest revision, whatever is asked.
      liar.history = 'newest';
      const object = liar.create('awb', { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Drills' });
      object.postEvent({ '@type': 'cargo:LogisticsEvent', 'cargo:eventName': 'Departed' });
      const reply = await world.holder.post('/internal/follows', { object: object.uri, subscribe: false });
      expect(reply.status, reply.text).to.equal(201);
      const address = reply.headers.get('location') ?? '';
      const check = async (): Promise<void> => {
        const checked = await world.holder.post(`${address}/sweep`, undefined);
        expect(checked.status, checked.text).to.equal(202);
      };
      await shown(copyOf(object.uri), 'Departed');
      for (const name of ['Saws', 'Nails', 'Hammers']) object.revise({ 'cargo:goodsDescription': name });
      await check();
      await shown(copyOf(object.uri), 'Hammers');
      const revisions = page.getByRole('table', { name: 'Revisions' });
      await expectShown(revisions.getByRole('row').filter({ hasText: '2 to 3' }).getByText('missing'));
      object.rewrite(4, { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'No hammers' });
      await check();
      await shown(copyOf(object.uri), 'The partner contradicts itself');
      await expectShown(page.getByText('the partner changed a revision that it had published').first());
      await expectShown(page.getByRole('button', { name: 'Keep what came first …' }));
      await page.getByRole('button', { name: 'Take what came last …' }).press('Enter');
      await expectShown(dialog().getByText('From now on queries see what came last'));
      await page.keyboard.press('Escape');
      await expectShown(revisions.getByText('said otherwise 1 time'));
      expect(await findings(page)).to.deep.equal([]);
      expect(await overflow(page)).to.equal(0);
      await screenshot(page, 'copy-disputed');
      // Both sides, and what each button does.
      const notice = page.getByRole('note').filter({ hasText: 'The partner contradicts itself' });
      const row = notice.getByRole('row').filter({ hasText: 'No hammers' });
      await expectShown(row.getByText('Hammers', { exact: true }));
      await page.getByRole('button', { name: 'Take what came last …' }).press('Enter');
      await dialog().getByLabel('Reason').fill('They were asked');
      await dialog().getByRole('button', { name: 'Take it', exact: true }).press('Space');
      await dialog().waitFor({ state: 'hidden' });
      await page.getByText('The dispute is closed.').first().waitFor();
      const values = page.getByRole('region', { name: 'Values' });
      await expectShown(values.getByText('No hammers'));
      await notice.waitFor({ state: 'detached' });
      expect(await page.getByRole('button', { name: 'Keep what came first …' }).count()).to.equal(0);
      object.rewrite(4, { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Nothing' });
      await check();
      await shown(copyOf(object.uri), 'The partner contradicts itself');
      await expectShown(notice.getByRole('row').filter({ hasText: 'Nothing' }).getByText('No hammers'));
      await page.getByRole('button', { name: 'Keep what came first …' }).press('Enter');
      await dialog().getByRole('button', { name: 'Keep it', exact: true }).press('Space');
      await notice.waitFor({ state: 'detached' });
      await expectShown(values.getByText('No hammers'));
      expect(await findings(page)).to.deep.equal([]);
      expect((await world.holder.delete(address)).status).to.equal(204);
    } finally {
      await liar.close();
    }
  });

  it('offers to follow what is not followed, and shows no copy to others', async () => {
    const { page, world, browser } = running;
    const other = `${partner.url}/logistics-objects/other`;
    await visit(page, world.url, copyOf(other));
    await page.getByText('This is not a resource of this node.').waitFor();
    await page.getByRole('button', { name: 'Follow it …' }).press('Enter');
    expect(await page.getByLabel('Address of the object').inputValue()).to.equal(other);
    await page.keyboard.press('Escape');
    const airline = await open(browser, world.url);
    await visit(airline.page, world.url, copyOf(piece), 'airline');
    await airline.page.getByText('This is not a resource of this node.').waitFor();
    expect(await airline.page.getByText('Lemons').count()).to.equal(0);
    await visit(airline.page, world.url, '/mirror', 'airline');
    await airline.page.getByText('This page is for the data holder’s own people.').waitFor();
    await expectUnharmed(airline);
    await airline.context.close();
  });

  it('shows the new state of a follow as it changes, without a reload', async () => {
    const { page, world, watched } = running;
    const other = await TestPartner.start({ clock: new TestClock() });
    try {
      const object = other.create('awb', { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Ladders' });
      object.access = { kind: 'forbidden' };
      const reply = await world.holder.post('/internal/follows', { object: object.uri, subscribe: false });
      expect(reply.status, reply.text).to.equal(201);
      const address = reply.headers.get('location') ?? '';
      await shown('/mirror', 'Refused');
      // From here on the page is loaded once: only the stream tells it.
      const isRead = streamOf(watched.context);
      await visit(page, world.url, '/mirror');
      await isRead;
      const row = follows()
        .getByRole('row')
        .filter({ hasText: new URL(object.uri).host });
      await expectShown(row.getByText('Refused'));
      await page.evaluate('window.isSamePage = true');
      object.access = { kind: 'granted' };
      expect((await world.holder.post(`${address}/sweep`, undefined)).status).to.equal(202);
      await expectShown(row.getByText('Following'));
      expect(await page.evaluate('window.isSamePage')).to.equal(true);
      expect((await world.holder.delete(address)).status).to.equal(204);
      await expectShown(row.getByText('Ended'));
    } finally {
      await other.close();
    }
  });

  it('has no entry in the navigation where the node copies nothing', async () => {
    const { browser } = running;
    const plain = await startNode({ MIRROR: 'false' });
    try {
      const { page, context } = await open(browser, plain.url);
      await visit(page, plain.url, '/');
      await expectShown(page.getByRole('link', { name: 'Partners', exact: true }));
      expect(await page.getByRole('link', { name: 'Partners’ objects' }).count()).to.equal(0);
      await page.keyboard.press('g');
      await page.keyboard.press('m');
      expect(new URL(page.url()).pathname).to.equal('/console/');
      await visit(page, plain.url, '/mirror');
      await page.getByText('This node copies nothing of partners').first().waitFor();
      await context.close();
    } finally {
      await plain.stop();
    }
  });

  it('says why a partner is silent, keeps its copies, and fits a phone and the dark', async () => {
    const { page, world, browser } = running;
    await partner.stop();
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Check now …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Check now', exact: true }).press('Enter');
    await shown('/mirror', 'Unreachable');
    await expectShown(follows().getByText('the server does not answer'));
    await screenshot(page, 'mirror-silent');
    await visit(page, world.url, copyOf(piece));
    await page.getByRole('region', { name: 'Values' }).getByText('Lemons').waitFor();
    await screenshot(page, 'copy-silent');
    for (const colorScheme of ['light', 'dark'] as const) {
      const small = await open(browser, world.url, { ...phone, colorScheme });
      for (const [name, path] of [
        ['mirror', '/mirror'],
        ['copy', copyOf(piece)],
      ] as const) {
        await visit(small.page, world.url, path);
        await settled(small.page);
        expect(await overflow(small.page), name).to.equal(0);
        expect(await findings(small.page), name).to.deep.equal([]);
        await screenshot(small.page, `${name}-phone-${colorScheme}`);
      }
      await expectUnharmed(small);
      await small.context.close();
    }
  });

  it('deletes the copies of a follow after it has said what that means', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Delete copies …' }).press('Enter');
    await dialog().getByText('of 2 objects all values and events are deleted').waitFor();
    await screenshot(page, 'mirror-purge');
    await dialog().getByRole('button', { name: 'Delete the copies' }).press('Space');
    await page.getByText('its copies are being deleted').first().waitFor();
    await shown('/mirror', 'Ended');
    await expectShown(follows().getByText('Ended').nth(1));
    expect(await follows().getByRole('button').count()).to.equal(0);
  });
});
