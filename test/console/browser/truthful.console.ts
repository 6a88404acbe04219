/** Pages say only what is so: after lost answers, decisions of others, an outage, and Back. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { add, changeBody } from '../../support/changes.js';
import { context } from '../../support/node.js';
import { expectShown, OFFLINE, settled, until, visit } from './browser.js';
import { subscribeDead } from './dead-subscriber.js';
import { windowHooks } from './suite.js';
import { createPiece } from './world.js';

/** What a request that the test cuts off writes to the browser's console. */
const CUT = /ERR_FAILED/;

describe('the truthfulness of the console', () => {
  const running = windowHooks({ tolerated: new RegExp(`${OFFLINE.source}|${CUT.source}`) });

  const scrolled = (page: Page): Promise<number> => page.evaluate<number>('Math.round(scrollY)');

  /** The holder's pending changes of an object. */
  async function pending(id: string): Promise<number> {
    const { holder, url } = running.world;
    const object = encodeURIComponent(`${url}/logistics-objects/${id}`);
    const { text } = await holder.get(`/internal/requests?status=REQUEST_PENDING&type=ChangeRequest&object=${object}`);
    return (JSON.parse(text) as { items: unknown[] }).items.length;
  }

  it('links that state a type can be removed and replaced, as those that do not', async () => {
    const { page, world } = running;
    const pieces = [await createPiece(world, 'typed-1'), await createPiece(world, 'typed-2')];
    const uri = `${world.url}/logistics-objects/typed-links`;
    const body = {
      '@context': context,
      '@id': uri,
      '@type': 'cargo:Shipment',
      'cargo:goodsDescription': 'Typed links',
      'cargo:pieces': pieces.map((piece) => ({ '@id': piece, '@type': 'cargo:Piece' })),
    };
    expect((await world.holder.post('/logistics-objects', body)).status).to.equal(201);
    await visit(page, world.url, '/logistics-objects/typed-links/change');
    for (const [index, piece] of pieces.entries())
      expect(await page.getByLabel(`Pieces ${index + 1}`, { exact: true }).inputValue()).to.equal(piece);
    expect(await page.getByRole('button', { name: /^Remove: Pieces/ }).count()).to.equal(2);
  });

  it('a change whose answer is lost is sent again with its key, and proposed once (K27)', async () => {
    const { page, world } = running;
    await createPiece(world, 'lost-answer');
    await visit(page, world.url, '/logistics-objects/lost-answer/change');
    await page.getByLabel('Goods description', { exact: true }).fill('Lemons');
    await page.getByText('Everything can be saved.').waitFor();
    let isCut = false;
    const keys: (string | undefined)[] = [];
    await page.route('**/logistics-objects/lost-answer', async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      keys.push(route.request().headers()['idempotency-key']);
      if (isCut) return route.continue();
      isCut = true;
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'Propose …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Propose', exact: true }).click();
    await dialog.getByText('It is not known whether it was done. Asking again …').waitFor();
    await page.waitForURL('**/action-requests/*');
    expect(await pending('lost-answer')).to.equal(1);
    expect(new Set(keys).size, 'keys').to.equal(1);
    expect(keys[0]).to.match(/^"[0-9a-f]{32}"$/);
  });

  it('a dialog names a concurrent decision, and offers none any more (K79)', async () => {
    const { page, world } = running;
    const uri = await createPiece(world, 'decided-meanwhile');
    const asked = await world.airline.patch(uri, changeBody(uri, 1, [add(uri, 'upid', 'UPID-1')]));
    const request = asked.headers.get('location') ?? '';
    await visit(page, world.url, new URL(request).pathname);
    await page.getByRole('button', { name: 'Accept …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).waitFor();
    expect((await world.holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
    await dialog.getByText(/^.+ accepted it \d\d [A-Z]{3} \d\d \d\d:\d\dZ$/).waitFor();
    await dialog.getByText('Accepted', { exact: true }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Accept', exact: true }).count()).to.equal(0);
  });

  it('“Offline” ends when the node is reachable again', async () => {
    const { page, watched, world } = running;
    // The page's file is there, as after a moment on any page.
    await visit(page, world.url, '/action-requests');
    await visitAgain(page, '/logistics-objects');
    await watched.context.setOffline(true);
    await page.locator('nav a[href$="/action-requests"]').first().click();
    await expectShown(page.getByText('Offline'));
    await watched.context.setOffline(false);
    await expectShown(page.getByText('Connected'));
    await expectShown(page.locator('main table, main .empty-state').first());
  });

  it('Back leads to the place in the page, and to the list as it was filtered before (K78)', async () => {
    const { page, world } = running;
    await page.setViewportSize({ width: 1280, height: 400 });
    await visit(page, world.url, '/logistics-objects/shipment-1');
    const piece = page.locator('main a[href$="/logistics-objects/piece-1"]').first();
    // A press scrolls to the link: it is in sight already.
    await piece.scrollIntoViewIfNeeded();
    await until(async () => (await page.evaluate('history.state?.scroll ?? 0')) === (await scrolled(page)));
    const place = await scrolled(page);
    expect(place).to.be.above(100);
    await piece.click();
    await page.waitForURL('**/logistics-objects/piece-1');
    await settled(page);
    expect(await scrolled(page)).to.equal(0);
    await page.goBack();
    await until(async () => (await scrolled(page)) === place);

    await visitAgain(page, '/logistics-objects');
    await page.locator('main select').first().selectOption('Waybill');
    await page.waitForURL('**/logistics-objects?type=Waybill');
    await page.goBack();
    await page.waitForURL(/\/logistics-objects$/);
    await page.locator('main a[href$="/logistics-objects/piece-1"]').first().waitFor();
  });

  /** Goes to a section by its link in the navigation. */
  async function visitAgain(page: Page, path: string): Promise<void> {
    await page.locator(`nav a[href$="${path}"]`).first().click();
    await settled(page);
  }

  it('the title of the tab is that of the page, also without a page or access', async () => {
    const { page, world } = running;
    await page.goto(`${world.url}/console/`);
    const expectTitle = (words: string): Promise<void> => until(async () => (await page.title()).startsWith(words));
    await expectTitle('Sign in');
    await visit(page, world.url, '/no-such-page', 'airline');
    await expectTitle('Not found');
    await visit(page, world.url, '/health', 'airline');
    await expectTitle('No access');
  });

  it('a link to a missing object is marked', async () => {
    const { page, world } = running;
    const uri = `${world.url}/logistics-objects/points-to-nothing`;
    const body = {
      '@context': context,
      '@id': uri,
      '@type': 'cargo:Shipment',
      'cargo:pieces': { '@id': `${world.url}/logistics-objects/never-made` },
    };
    expect((await world.holder.post('/logistics-objects', body)).status).to.equal(201);
    await visit(page, world.url, '/logistics-objects/points-to-nothing');
    await page.getByText('1 more piece is named that is not here').waitFor();
    await page.getByRole('heading', { name: 'Record' }).click();
    await page.locator('main').getByText('does not exist').first().waitFor();
    await visitAgain(page, '/logistics-objects');
    await page.goBack();
    await page.getByRole('link', { name: 'Life', exact: true }).click();
    await page.getByRole('link', { name: 'Neighbours' }).click();
    await page.locator('main .graph text', { hasText: 'does not exist' }).waitFor();
  });

  it('Home says that a partner is not told, and never that the node is well then', async () => {
    const { page, world } = running;
    await subscribeDead(world);
    await createPiece(world, 'nobody-is-told');
    await until(async () => (await world.holder.get('/internal/deliveries')).text.includes('ECONNREFUSED'));
    await visit(page, world.url, '/');
    await expectShown(page.locator('main').getByText(/1 partner is not told \(1 notification, since/));
  });
});
