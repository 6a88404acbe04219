/** Every address by reload, back and forward; and how soon the first page can be used. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { expectUnharmed, go, open, settled, signIn, visit } from './browser.js';
import { worldHooks } from './suite.js';

/** A slow phone: console.md, section 11. */
const SLOW = { cpu: 4, bytesPerMs: 1_600_000 / 8 / 1000, roundTripMs: 150 };
const INTERACTIVE_MS = 2000;

describe('the addresses of the console', () => {
  const running = worldHooks();

  const below = (uri: string): string => uri.slice(running.world.url.length);
  const heading = async (page: Page): Promise<string> => {
    await settled(page);
    return page.locator('h1').innerText();
  };

  it('show the same page when followed, by back and forward, and after a reload', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url);
    const { page } = watched;
    const piece = below(world.piece);
    const paths = [
      '/',
      '/find?q=UPID',
      '/logistics-objects?type=Piece',
      piece,
      `${piece}/revisions`,
      `${piece}/revisions/7`,
      `${piece}/revisions/7?form=turtle&changes=rdf-patch`,
      `${piece}/revisions/3..9`,
      `${piece}/audit-trail`,
      `${piece}/logistics-events`,
      `${piece}/raw?form=turtle`,
      `${piece}/acl`,
      `${piece}/graph?direction=in`,
      `${piece}/life?depth=1`,
      `${piece}/knowledge?property=goodsDescription`,
      `${piece}/change`,
      '/action-requests?status=any',
      below(world.rivals[0]),
      '/deliveries',
      '/deliveries/latency',
      '/notifications',
      '/sparql',
      '/sparql#query=ASK+%7B+%3Fs+a+cargo%3APiece+%7D',
      '/sparql/whose-changes-made-the-most-revisions',
      '/model/Piece',
      '/check',
      '/other?uri=https%3A%2F%2Felsewhere.example%2Fthing',
      '/help',
      '/no/such/page',
    ];
    await visit(page, world.url, '/');
    const shown: string[] = [];
    for (const [index, path] of paths.entries()) {
      if (index > 0) await go(page, world.url, path);
      expect(page.url(), path).to.equal(`${world.url}/console${path}`);
      shown.push(await heading(page));
    }
    for (let index = paths.length - 2; index >= 0; index--) {
      await page.goBack();
      expect(await heading(page), `back to ${paths[index] ?? ''}`).to.equal(shown[index]);
      expect(page.url()).to.equal(`${world.url}/console${paths[index] ?? ''}`);
    }
    for (let index = 1; index < paths.length; index++) {
      await page.goForward();
      expect(await heading(page), `forward to ${paths[index] ?? ''}`).to.equal(shown[index]);
    }
    for (const [index, path] of paths.entries()) {
      await page.goto(`${world.url}/console${path}`);
      await page.reload();
      if (path !== '/help') await signIn(page, 'holder');
      expect(await heading(page), `reload of ${path}`).to.equal(shown[index]);
      expect(page.url()).to.equal(`${world.url}/console${path}`);
    }
    await expectUnharmed(watched);
    await watched.context.close();
  });

  it('can be used soon on a slow processor and network', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url);
    const { page, context } = watched;
    const session = await context.newCDPSession(page);
    // Processor time and bytes: neither depends on what else the machine does, as the time that passes would.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    let bytes = 0;
    let requests = 0;
    await session.send('Network.enable');
    session.on('Network.requestWillBeSent', () => (requests += 1));
    session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength));
    await page.goto(`${world.url}/console/`);
    await page.getByLabel('As somebody else').fill('airline');
    await settled(page);
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? expect.fail('not measured');
    expect(bytes).to.be.above(0);
    // As if each request waited for the one before it.
    const ms = seconds * 1000 * SLOW.cpu + bytes / SLOW.bytesPerMs + requests * SLOW.roundTripMs;
    expect(ms, `ms until the sign-in takes input: ${seconds} s, ${bytes} B, ${requests} requests`).to.be.below(
      INTERACTIVE_MS,
    );
    await expectUnharmed(watched);
    await context.close();
  });
});
