/** Changes that reach every tab: over a restart of the node, and in ten tabs; revisions of one second. */
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { add, changeBody, remove } from '../../support/changes.js';
import { context as jsonLd } from '../../support/node.js';
import { expectUnharmed, open, settled, startBrowser, visit, type Watched } from './browser.js';
import { type RunningWorld, startWorld } from './node.js';

/** What a tab writes to its console while the node is away. */
const AWAY = /ERR_(?:CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|NETWORK)|network error/;

describe('live changes in the console', () => {
  let browser: Browser;
  let world: RunningWorld;
  let watched: Watched;
  let page: Page;

  before(async function () {
    browser = await startBrowser(this);
    world = await startWorld({ STORE_URL: 'file:data' });
  });
  after(async () => {
    await browser.close();
    await world.stop();
  });
  beforeEach(async () => {
    watched = await open(browser, world.url);
    page = watched.page;
  });
  afterEach(async () => {
    const others = watched.problems.filter((problem) => !AWAY.test(problem));
    watched.problems.splice(0, watched.problems.length, ...others);
    await expectUnharmed(watched);
    await watched.context.close();
  });

  async function create(id: string): Promise<string> {
    const uri = `${world.url}/logistics-objects/${id}`;
    const { status, text } = await world.holder.post('/logistics-objects', {
      '@context': jsonLd,
      '@id': uri,
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': id,
    });
    expect(status, text).to.equal(201);
    return uri;
  }

  /** The addresses of streams that the tabs of the window read. */
  function streams(): string[] {
    const found: string[] = [];
    watched.context.on('request', (request) => {
      if (request.url().endsWith('/stream')) found.push(request.url());
    });
    return found;
  }

  async function openTabs(count: number, path: string): Promise<Page[]> {
    await visit(page, world.url, path);
    const others: Page[] = [];
    for (let tab = 1; tab < count; tab++) {
      const other = await watched.context.newPage();
      await visit(other, world.url, path);
      others.push(other);
    }
    // The tab that reads the stream has it.
    await page.waitForTimeout(1000);
    return [page, ...others];
  }

  it('are shown by both tabs after the node was started again', async () => {
    const tabs = await openTabs(2, '/logistics-objects');
    const found = streams();
    await world.restart(2000);
    for (const tab of tabs) await tab.getByText('Connected').waitFor({ timeout: 30_000 });
    await tabs[0]?.waitForTimeout(3000);
    await create('after-restart');
    for (const tab of tabs) {
      await tab.getByRole('button', { name: 'Show it' }).waitFor({ timeout: 30_000 });
      await tab.getByRole('button', { name: 'Show it' }).click();
      await tab.locator('a[href$="/logistics-objects/after-restart"]').first().waitFor();
    }
    expect(found, 'the stream is read again').to.not.be.empty;
  });

  it('reach ten tabs over one stream', async () => {
    const found = streams();
    const tabs = await openTabs(10, '/logistics-objects');
    await create('in-ten-tabs');
    for (const tab of tabs) await tab.getByRole('button', { name: 'Show it' }).waitFor();
    expect(found).to.have.length(1);
    // The tab with the stream is closed: another one reads it.
    const [first, ...others] = tabs;
    await first?.close();
    for (const tab of others) await tab.getByRole('button', { name: 'Show it' }).click();
    await others[0]?.waitForTimeout(2000);
    await create('in-nine-tabs');
    for (const tab of others) await tab.getByRole('button', { name: 'Show it' }).waitFor();
    expect(found).to.have.length(2);
    watched = { ...watched, page: others[0] ?? page };
  });

  it('tell revisions of one second apart by their number', async () => {
    const uri = await create('hasty');
    // Both are made in the same second, wherever in it the first one is.
    await new Promise((resolve) => setTimeout(resolve, 1050 - (Date.now() % 1000)));
    for (const [revision, [before, after]] of [
      ['hasty', 'second'],
      ['second', 'third'],
    ].entries()) {
      const operations = [remove(uri, 'goodsDescription', before ?? ''), add(uri, 'goodsDescription', after ?? '')];
      const asked = await world.holder.patch(uri, changeBody(uri, revision + 1, operations));
      expect(asked.status, asked.text).to.equal(201);
      const decided = await world.holder.patch(`${asked.headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
      expect(decided.status, decided.text).to.equal(204);
    }
    const { text } = await world.holder.get('/internal/objects/hasty/revisions');
    const [third, second] = (JSON.parse(text) as { items: { number: number; at: string }[] }).items;
    expect(second?.at.slice(0, 19), 'of one second').to.equal(third?.at.slice(0, 19));
    await visit(page, world.url, '/logistics-objects/hasty/revisions/2..3');
    const rows = page.getByRole('table').first();
    await rows.getByText('second').waitFor();
    await rows.getByText('third').waitFor();
    await page.goto(`${world.url}/console/logistics-objects/hasty/revisions/2`);
    await page.getByRole('button', { name: 'As the data holder' }).click();
    await page.getByText('Revision 2 of 3').first().waitFor();
    await settled(page);
    expect(await page.locator('main').innerText()).to.contain('second');
    await page.getByLabel('As of (UTC)').fill(third?.at.slice(0, 19) ?? '');
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.waitForURL('**/revisions/3');
  });
});
