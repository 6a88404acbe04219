/** German beside English (K82), and a session in all tabs (K77), offline (K76), titles (K81), access withdrawn (K86). */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectUnharmed, findings, go, OFFLINE, open, overflow, settled, tolerate, until, visit } from './browser.js';
import { type Entries, seedEntries } from './entries.js';
import { windowHooks } from './suite.js';
import { pagesOf } from './visited.js';
import { createPiece } from './world.js';

/** What holds data, and the names of the data model in their own language. */
const DATA = 'bdi, time, code, pre, kbd, textarea, script, style, noscript, svg, option, .uri-name, body [lang]';

/** The commonest words of English that are no German ones. */
const ENGLISH =
  /(?<!\p{L})(?:the|of|and|to|is|are|not|with|for|from|by|this|that|its|you|your|has|have|may|can|be|were|all|which|will|there|each|other|only|than|then|when|where|who|what|why|how|yes|show|new|open|add|remove|save|send|since|until|about|request|requests|changed|event|events|access|history|value|unit|home|health|check|find)(?!\p{L})/iu;

/** Visible texts and names of a page with English words. */
async function english(page: Page): Promise<string[]> {
  const texts = await page.evaluate<string[]>(`(() => {
    const found = new Set();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element !== null && element.closest(${JSON.stringify(DATA)}) === null && element.checkVisibility()) found.add(node.data.trim());
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder]'))
      if (element.closest('[lang]') === document.documentElement || element.closest('body [lang]') === null)
        for (const name of ['aria-label', 'placeholder']) found.add(element.getAttribute(name) ?? '');
    return [...found];
  })()`);
  // Names repeat the data; addresses and settings are written alike in every language.
  const ours = (text: string): string =>
    text.replaceAll(
      /Consolidation to Singapore|there-is-none|nothing-is-called-so|https?:\S+|\/[\w/<>-]+|[A-Z]+_[A-Z_]+\S*/g,
      ' ',
    );
  return texts.filter((text) => ENGLISH.test(ours(text)));
}

describe('the console in German', () => {
  let entries: Entries;
  const running = windowHooks({
    tolerated: OFFLINE,
    prepare: async (world) => {
      entries = await seedEntries(world);
    },
  });

  it('K82: is German on every page for a browser that wants it, and says so', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url, { viewport: { width: 390, height: 844 }, locale: 'de-AT' });
    const { page } = watched;
    await page.goto(`${world.url}/console/`);
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).to.equal('de');
    await page.getByRole('button', { name: 'Als Dateninhaber' }).click();
    await page.getByRole('heading', { name: 'Start', level: 1 }).waitFor();
    const found: string[] = [];
    for (const [name, path] of pagesOf(world, entries)) {
      await go(page, world.url, path);
      found.push(...(await english(page)).map((text) => `${name}: ${text}`));
      if ((await overflow(page)) > 0) found.push(`${name}: ${await overflow(page)} px too wide`);
    }
    expect(found.join('\n')).to.equal('');
    await go(page, world.url, '/logistics-objects/shipment-1');
    expect(await findings(page)).to.deep.equal([]);
    await expectUnharmed(watched);
    await watched.context.close();
  });

  it('K82: is chosen in the account menu, keeps the page, and costs an English reader nothing', async () => {
    const { page, watched, world } = running;
    const scripts: string[] = [];
    watched.context.on('request', (request) => scripts.push(request.url()));
    await visit(page, world.url, '/logistics-objects?q=shipment');
    const before = new Set(scripts);
    const field = page.getByLabel('Id or identifier begins with');
    await field.fill('half typed');
    await page.evaluate(`document.getElementById('account').showPopover()`);
    await page.getByLabel('Deutsch').check();
    await page.getByRole('heading', { name: 'Objekte', level: 1 }).waitFor();
    expect(await page.getByLabel('Kennung beginnt mit').inputValue()).to.equal('half typed');
    expect(page.url()).to.contain('q=shipment');
    const german = scripts.filter((url) => url.endsWith('.js') && !before.has(url));
    expect(german, 'one file has all of the German').to.have.lengthOf(1);
    await page.reload();
    await page.getByRole('heading', { name: 'Objekte', level: 1 }).waitFor();
    await page.evaluate(`document.getElementById('account').showPopover()`);
    await page.getByLabel('English').check();
    await page.getByRole('heading', { name: 'Objects', level: 1 }).waitFor();
  });

  it('K77: a new tab has the session, a reload signs in again, and signing out ends all tabs', async () => {
    const { page, watched, world } = running;
    await visit(page, world.url, '/logistics-objects');
    const second = await watched.context.newPage();
    await second.goto(`${world.url}/console/partners`);
    await second.getByRole('heading', { name: 'Partners', level: 1 }).waitFor();
    await page.close();
    // The only tab is left.
    await second.reload();
    await second.getByRole('heading', { name: 'Partners', level: 1 }).waitFor();
    const third = await watched.context.newPage();
    await third.goto(`${world.url}/console/health`);
    await third.getByRole('heading', { name: 'Health', level: 1 }).waitFor();
    const stored = await third.evaluate<string>(
      'JSON.stringify([Object.values(sessionStorage), Object.values(localStorage)])',
    );
    expect(stored).not.to.match(/eyJ[\w-]+\./);
    await third.evaluate(`document.getElementById('account').showPopover()`);
    await third.getByRole('button', { name: 'Sign out' }).click();
    for (const tab of [second, third]) {
      await tab.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
      await tab.reload();
      await tab.getByRole('button', { name: 'As the data holder' }).waitFor();
    }
    expect(await second.title()).to.match(/^Sign in/);
  });

  it('K76: one failed request disables nothing while the stream lives; offline ends with the network', async () => {
    const { page, watched, world } = running;
    await Promise.all([
      watched.context.waitForEvent('response', (response) => response.url().endsWith('/stream')),
      visit(page, world.url, '/logistics-objects'),
    ]);
    await page.route('**/console/api/requests*', (route) => route.abort());
    await page.locator('nav a[href$="/action-requests"]').first().click();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await page.waitForTimeout(300);
    expect(await page.getByText('Connected').count()).to.equal(1);
    await page.unroute('**/console/api/requests*');
    await watched.context.setOffline(true);
    await page.getByText('Offline').waitFor();
    await watched.context.setOffline(false);
    await page.getByText('Connected').waitFor({ timeout: 6000 });
    tolerate(watched, /ERR_FAILED/);
  });

  it('K81, K86: titles say the state, and what may no longer be read is gone', async () => {
    const { browser, world } = running;
    const uri = await createPiece(world, 'withdrawn-later');
    const mayRead = async (agent: string): Promise<void> => {
      const { status, text } = await world.holder.put(`${uri}/acl`, {
        '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
        '@type': 'acl:Authorization',
        'acl:agent': { '@id': agent },
        'acl:mode': { '@id': 'acl:Read' },
      });
      expect(status, text).to.be.within(200, 204);
    };
    await mayRead(world.airline.agent);
    const watched = await open(browser, world.url);
    const { page } = watched;
    await visit(page, world.url, '/logistics-objects/withdrawn-later', 'airline');
    await page.locator('main').getByText('withdrawn-later').first().waitFor();
    expect(await page.title()).to.contain('withdrawn-later');
    await mayRead(world.handler.agent);
    // The next question comes when the node can be reached again.
    await watched.context.setOffline(true);
    await page.getByText('Offline').waitFor();
    await watched.context.setOffline(false);
    await page.getByText('You may no longer read this').waitFor();
    await until(async () => (await page.title()).startsWith('No access'));
    await go(page, world.url, '/logistics-objects/there-is-none');
    await until(async () => /^(?:Not found|No access)/.test(await page.title()));
    await settled(page);
    tolerate(watched, OFFLINE);
    await expectUnharmed(watched);
    await watched.context.close();
  });
});
