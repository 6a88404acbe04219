/** The pictures: what is drawn is in the table, every mark opens its page, and nobody sees more than it may. */
import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { desktop, expectUnharmed, go, open, settled, startBrowser, visit, type Watched } from './browser.js';
import { type RunningWorld, startWorld } from './node.js';
import { hostileId } from './world.js';

describe('the pictures of the console', () => {
  let browser: Browser;
  let world: RunningWorld;
  let watched: Watched;
  let page: Page;

  before(async function () {
    browser = await startBrowser(this);
    world = await startWorld();
  });
  after(async () => {
    await browser.close();
    await world.stop();
  });
  beforeEach(async () => {
    watched = await open(browser, world.url, desktop);
    ({ page } = watched);
  });
  afterEach(async () => {
    await expectUnharmed(watched);
    await watched.context.close();
  });

  const below = (uri: string): string => uri.slice(world.url.length);
  const rows = (): Locator => page.locator('cg-table tbody tr');
  const address = (path: string): string => `${world.url}/console${path}`;

  describe('neighbours', () => {
    const nodes = (): Locator => page.locator('svg.graph .node');

    it('are the same in the drawing and in the table', async () => {
      await visit(page, world.url, `${below(world.shipment)}/graph`);
      // The shipment, three pieces, and the waybill that points to it.
      expect(await nodes().count()).to.equal(5);
      expect(await page.locator('svg.graph .edge').count()).to.equal(4);
      expect(await rows().count()).to.equal(4);
      const table = await page.locator('cg-table').innerText();
      for (const name of await page.locator('svg.graph .node-name').allTextContents())
        expect(table).to.contain(name.trim().replace('…', ''));
      expect(await rows().filter({ hasText: '020-12345675' }).innerText()).to.match(/020-12345675[\s\S]*shipment/);
      await page.getByRole('link', { name: 'Points to', exact: true }).click();
      await settled(page);
      expect(page.url()).to.equal(address(`${below(world.shipment)}/graph?direction=out`));
      expect(await nodes().count()).to.equal(4);
    });

    it('open by a press and by Enter, in reading order', async () => {
      await visit(page, world.url, `${below(world.shipment)}/graph`);
      const links = page.locator('svg.graph a');
      const first = await links.first().getAttribute('href');
      expect(first).to.equal(`/console${below(world.shipment)}`);
      await links.first().focus();
      await page.keyboard.press('Tab');
      const target = await page.evaluate<string>('document.activeElement.getAttribute("href")');
      expect(target).to.equal(await links.nth(1).getAttribute('href'));
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.equal(world.url + target);
      await page.goBack();
      await settled(page);
      await links.nth(2).click();
      await settled(page);
      expect(page.url()).to.not.contain('/graph');
    });

    it('are those of a moment', async () => {
      await visit(page, world.url, `${below(world.shipment)}/graph?at=20200101T000000Z`);
      await page.getByText('The object did not exist then.').waitFor();
      await page.getByRole('link', { name: 'Now' }).click();
      await nodes().first().waitFor();
      expect(page.url()).to.equal(address(`${below(world.shipment)}/graph`));
    });

    it('are closed to a partner that may not read them', async () => {
      await visit(page, world.url, `${below(world.waybill)}/graph?depth=2`, 'handler');
      await page.getByText('You may not read this').waitFor();
      expect(await nodes().count()).to.equal(0);
      await go(page, world.url, `/logistics-objects/${hostileId}/graph`);
      await page.getByText('You may not read this').waitFor();
    });
  });
});
