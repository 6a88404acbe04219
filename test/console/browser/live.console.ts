/** Changes that reach every tab: over a restart of the node, and in ten tabs; revisions of one second. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { add, changeBody, remove } from '../../support/changes.js';
import { settled, signIn, streamOf, visit } from './browser.js';
import { windowHooks } from './suite.js';
import { createPiece } from './world.js';

/** What a tab writes to its console while the node is away. */
const AWAY = /ERR_(?:CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|NETWORK)|network error/;

describe('live changes in the console', () => {
  const running = windowHooks({ env: { STORE_URL: 'file:data' }, tolerated: AWAY });

  /** The addresses of streams that the tabs of the window read. */
  function streams(): string[] {
    const { watched } = running;
    const found: string[] = [];
    watched.context.on('request', (request) => {
      if (request.url().endsWith('/stream')) found.push(request.url());
    });
    return found;
  }

  async function openTabs(count: number, path: string): Promise<Page[]> {
    const { page, watched, world } = running;
    await Promise.all([streamOf(watched.context), visit(page, world.url, path)]);
    const others: Page[] = [];
    for (let tab = 1; tab < count; tab++) {
      const other = await watched.context.newPage();
      await visit(other, world.url, path);
      others.push(other);
    }
    return [page, ...others];
  }

  it('reach both tabs after a restart of the node', async () => {
    const { watched, world } = running;
    const tabs = await openTabs(2, '/logistics-objects');
    const found = streams();
    await Promise.all([streamOf(watched.context), world.restart()]);
    for (const tab of tabs) await tab.getByText('Connected').waitFor();
    await createPiece(running.world, 'after-restart');
    for (const tab of tabs) {
      await tab.getByRole('button', { name: 'Show it' }).click();
      await tab.locator('a[href$="/logistics-objects/after-restart"]').first().waitFor();
    }
    expect(found, 'the stream is read again').to.not.be.empty;
  });

  it('reach ten tabs over one stream', async () => {
    const { watched } = running;
    const found = streams();
    const tabs = await openTabs(10, '/logistics-objects');
    await createPiece(running.world, 'in-ten-tabs');
    for (const tab of tabs) await tab.getByRole('button', { name: 'Show it' }).waitFor();
    expect(found).to.have.length(1);
    // The tab with the stream is closed: another one reads it.
    const [first, ...others] = tabs;
    await Promise.all([streamOf(watched.context), first?.close()]);
    for (const tab of others) await tab.getByRole('button', { name: 'Show it' }).click();
    await createPiece(running.world, 'in-nine-tabs');
    for (const tab of others) await tab.getByRole('button', { name: 'Show it' }).waitFor();
    expect(found).to.have.length(2);
  });

  it('distinguish revisions of one second by their number', async () => {
    const { page, world } = running;
    const uri = await createPiece(running.world, 'hasty');
    const goods = (number: number): string => (number === 1 ? 'hasty' : `goods ${number}.`);
    /** Makes the next revision; gives the second in which it was made. */
    const revise = async (number: number): Promise<string> => {
      const operations = [
        remove(uri, 'goodsDescription', goods(number - 1)),
        add(uri, 'goodsDescription', goods(number)),
      ];
      const asked = await world.holder.patch(uri, changeBody(uri, number - 1, operations));
      expect(asked.status, asked.text).to.equal(201);
      const decided = await world.holder.patch(`${asked.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
      expect(decided.status, decided.text).to.equal(204);
      const { text } = await world.holder.get('/internal/objects/hasty/revisions?limit=1');
      return (JSON.parse(text) as { items: { at: string }[] }).items[0]?.at.slice(0, 19) ?? '';
    };
    // A slow machine makes them in one second only by chance: as many as it takes.
    let latest = 3;
    let [before, second] = [await revise(2), await revise(3)];
    while (before !== second) [before, second] = [second, await revise(++latest)];
    await visit(page, world.url, `/logistics-objects/hasty/revisions/${latest - 1}..${latest}`);
    const rows = page.getByRole('table').first();
    await rows.getByText(goods(latest - 1)).waitFor();
    await rows.getByText(goods(latest)).waitFor();
    await page.goto(`${world.url}/console/logistics-objects/hasty/revisions/${latest - 1}`);
    await signIn(page, 'holder');
    await page
      .getByText(`Revision ${latest - 1} of ${latest}`)
      .first()
      .waitFor();
    await settled(page);
    expect(await page.locator('main').innerText()).to.contain(goods(latest - 1));
    await page.getByLabel('As of (UTC)').fill(second);
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.waitForURL(`**/revisions/${latest}`);
  });
});
