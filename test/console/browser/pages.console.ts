/** Every page, in both colour schemes, on desktop and phone (docs: accessibility, security, screenshots). */
import { expect } from 'chai';
import {
  desktop,
  expectUnharmed,
  findings,
  go,
  OFFLINE,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  signIn,
  tolerate,
  until,
  untranslated,
  visit,
} from './browser.js';
import { startNode, startWorld } from './node.js';
import { browserHooks, eachInWindow, worldHooks } from './suite.js';
import { type Entries, seedEntries } from './entries.js';
import { pagesOf } from './visited.js';

const variants = [
  ['light, desktop', 'light-desktop', { ...desktop, colorScheme: 'light' }],
  ['dark, desktop', 'dark-desktop', { ...desktop, colorScheme: 'dark' }],
  ['light, phone', 'light-phone', { ...phone, colorScheme: 'light' }],
  ['dark, phone', 'dark-phone', { ...phone, colorScheme: 'dark' }],
] as const;

describe('the pages of the console', () => {
  let entries: Entries;
  const running = worldHooks({
    prepare: async (world) => {
      entries = await seedEntries(world);
    },
  });

  for (const [title, suffix, options] of variants)
    describe(title, () => {
      const shown = eachInWindow(running, () => running.world.url, { window: options });

      it('show the sign-in', async () => {
        const { world } = running;
        const { page } = shown;
        await page.goto(`${world.url}/console/`);
        await page.getByRole('heading', { name: 'Sign in' }).waitFor();
        expect(await findings(page)).to.deep.equal([]);
        await screenshot(page, `sign-in-${suffix}`);
      });

      it('are accessible, have one h1, and do not scroll sideways', async () => {
        const { world } = running;
        const { page } = shown;
        const found: string[] = [];
        await visit(page, world.url, '/');
        for (const [name, path] of pagesOf(world, entries)) {
          await go(page, world.url, path);
          if ((await page.locator('h1').count()) !== 1) found.push(`${name}: ${await page.locator('h1').count()} h1`);
          const wider = await overflow(page);
          if (wider > 0) found.push(`${name}: ${wider} px wider than the window`);
          found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
          await screenshot(page, `${name}-${suffix}`);
        }
        expect(found.join('\n')).to.equal('');
      });

      it('show the dialogs of decisions', async () => {
        const { world } = running;
        const { page } = shown;
        await visit(page, world.url, world.rivals[0].slice(world.url.length));
        for (const [name, button] of [
          ['accept', 'Accept …'],
          ['reject', 'Reject …'],
        ] as const) {
          await page.getByRole('button', { name: button }).click();
          await page.getByRole('dialog').waitFor();
          expect(await findings(page)).to.deep.equal([]);
          await screenshot(page, `dialog-${name}-${suffix}`);
          await page.keyboard.press('Escape');
        }
      });
    });

  it('are the partner’s own for a partner: the same address, another page', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url);
    const { page } = watched;
    await visit(page, world.url, '/', 'airline');
    await page.getByRole('heading', { name: 'My requests' }).waitFor();
    await screenshot(page, 'home-partner');
    await visit(page, world.url, world.rivals[0].slice(world.url.length), 'airline');
    expect(await page.getByRole('button', { name: 'Accept …' }).count()).to.equal(0);
    await page.getByRole('button', { name: 'Revoke …' }).waitFor();
    await visit(page, world.url, world.shipment.slice(world.url.length), 'handler');
    await page.getByText('You may not read this object').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'forbidden');
    await page.getByRole('button', { name: 'Ask for access …' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Ask' }).press('Enter');
    await page.getByRole('status').filter({ hasText: 'Requested:' }).getByRole('link').press('Enter');
    await page.getByRole('heading', { name: 'Access requested by' }).waitFor();
    await expectUnharmed(watched);
    await watched.context.close();
  });

  it('report an unreachable node, keep their content, and continue when it is back', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url);
    const { page, context } = watched;
    await visit(page, world.url, world.piece.slice(world.url.length));
    // The pages of the navigation come after the first one.
    await until(() => page.evaluate<boolean>("customElements.get('cg-requests') !== undefined"));
    await settled(page);
    await context.setOffline(true);
    await page.getByRole('navigation').first().getByRole('link', { name: 'Requests' }).click();
    await page.getByText('The node cannot be reached.').first().waitFor();
    await page.getByText('Offline').waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor();
    await screenshot(page, 'offline');
    await context.setOffline(false);
    await page.getByText('Connected').waitFor();
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).first().waitFor({ state: 'detached' });
    tolerate(watched, OFFLINE);
    await expectUnharmed(watched);
    await context.close();
  });

  it('fit 320 px and 400 % zoom, forced colours and the pseudo-language', async () => {
    const { browser, world } = running;
    const watched = await open(browser, world.url, { viewport: { width: 320, height: 640 }, forcedColors: 'active' });
    const { page } = watched;
    const choice = `localStorage.setItem('cargograph-console', '{"language":"pseudo"}')`;
    await watched.context.addInitScript(`if (location.protocol !== 'about:') ${choice}`);
    const wide: string[] = [];
    const texts: string[] = [];
    for (const [name, path] of pagesOf(world, entries)) {
      // Another fragment alone does not load the page.
      if (path.includes('#')) await page.goto('about:blank');
      await page.goto(`${world.url}/console${path}`);
      // These two are for everybody.
      if (name !== 'help' && name !== 'design') {
        const button = page.getByRole('button', { name: /Às thè dàtà hòldèr/ });
        await button.waitFor();
        texts.push(...(await untranslated(page)).map((text) => `sign-in: ${text}`));
        await button.click();
      }
      await settled(page);
      if ((await overflow(page)) > 0) wide.push(`${name}: ${await overflow(page)} px`);
      // The samples of the design's components say what a sample is.
      if (name !== 'design') texts.push(...(await untranslated(page)).map((text) => `${name}: ${text}`));
      if (name === 'requests') await screenshot(page, 'pseudo-320');
    }
    await page.evaluate(`document.querySelector('main').append('A text of a page ')`);
    expect(await untranslated(page), 'the test finds what is written elsewhere').to.have.lengthOf(1);
    expect(wide).to.deep.equal([]);
    expect(texts.join('\n'), 'texts outside the catalogue').to.equal('');
    await expectUnharmed(watched);
    await watched.context.close();
  });

  it('are said by the node to be there or not', async () => {
    const { world } = running;
    const status = async (path: string, method = 'GET'): Promise<number> =>
      (await fetch(`${world.url}/console${path}`, { method })).status;
    for (const [name, path] of pagesOf(world, entries))
      expect(await status(path), name).to.equal(name === 'no-page' ? 404 : 200);
    expect(await status('/', 'POST')).to.equal(405);
    expect(await status('/assets/none.js')).to.equal(404);
    expect(await status('/assets/..%2fmodule.js')).to.equal(404);
  });
});

describe('the console elsewhere', () => {
  const running = browserHooks();

  it('works under a base path and another name of the machine', async () => {
    const { browser } = running;
    const world = await startWorld({ HOST: '0.0.0.0' }, '/node/one');
    const other = world.url.replace('localhost', '127.0.0.1');
    const watched = await open(browser, other);
    const { page } = watched;
    await visit(page, other, '/logistics-objects');
    await page.getByRole('link', { name: '020-12345675' }).click();
    await page.getByRole('heading', { name: '020-12345675' }).waitFor();
    expect(page.url()).to.equal(`${other}/console/logistics-objects/waybill-1`);
    await page.goBack();
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    await page.reload();
    await signIn(page, 'holder');
    await page.getByRole('heading', { name: 'Objects' }).waitFor();
    await expectUnharmed(watched);
    await watched.context.close();
    await world.stop();
  });

  it('creates the example shipment in an empty development node', async () => {
    const { browser } = running;
    const node = await startNode();
    const watched = await open(browser, node.url);
    const { page } = watched;
    await visit(page, node.url, '/');
    await page.getByText('Nothing waits for a decision.').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'home-empty');
    await page.getByRole('button', { name: 'Create the example shipment' }).press('Enter');
    await page.getByRole('heading', { name: 'Waiting for a decision' }).waitFor();
    await page.getByRole('table', { name: 'Waiting for a decision' }).waitFor();
    await settled(page);
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'home-sample');
    await expectUnharmed(watched);
    await watched.context.close();
    await node.stop();
  });
});
