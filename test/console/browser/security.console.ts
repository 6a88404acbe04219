/** The sentences of the console's security, in a browser; docs/threat-model.md names the test of each. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { context as jsonLd } from '../../support/node.js';
import { go, open, settled, visit, tolerate } from './browser.js';
import { type Entries, seedEntries } from './entries.js';
import { pagesOf } from './visited.js';
import { hostileId } from './world.js';
import { windowHooks } from './suite.js';

/** A Cyrillic letter in a host that looks like another one's. */
const MIXED = 'https://\u0430irline.example/logistics-objects/piece-9';
const LONG = 'x'.repeat(1000);
/** What turns the direction of a text, and what does not show. */
const HIDDEN = String.raw`/[\u200b\u202a-\u202e\u2066-\u2069]/u`;
const KNOWN_PREFERENCES = ['theme', 'language', 'keys', 'localTimes', 'columns'];

describe('the security of the console', () => {
  let entries: Entries;
  const running = windowHooks({
    prepare: async (world) => {
      entries = await seedEntries(world);
      const created = await world.holder.post('/logistics-objects', {
        '@context': jsonLd,
        '@id': `${world.url}/logistics-objects/mixed`,
        '@type': 'cargo:Piece',
        'cargo:goodsDescription': LONG,
        'cargo:containedPieces': { '@id': MIXED },
      });
      expect(created.status, created.text).to.equal(201);
    },
  });

  it('refuses scripts from strings, inline scripts and styles, frames and foreign requests', async () => {
    const { page, watched, world } = running;
    await visit(page, world.url, '/');
    const results = await page.evaluate<Record<string, string>>(`(async () => {
      const results = {};
      // The policy lets what the browser's driver evaluates use eval, and not what runs later.
      await new Promise((resolve) => setTimeout(resolve));
      const attempt = (name, work) => { try { work(); results[name] = 'done'; } catch (error) { results[name] = error.name; } };
      attempt('markup', () => { document.body.innerHTML = '<b>x</b>'; });
      attempt('script text', () => { const script = document.createElement('script'); script.text = 'window.pwned = 1'; document.body.append(script); });
      attempt('timer text', () => { setTimeout('window.pwned = 1'); });
      attempt('eval', () => { (0, eval)('window.pwned = 1'); });
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.head.append(style);
      results.style = getComputedStyle(document.body).display === 'none' ? 'done' : 'refused';
      const link = document.createElement('button');
      attempt('handler', () => { link.setAttribute('onclick', 'window.pwned = 1'); document.body.append(link); link.click(); });
      results.fetch = await fetch('https://elsewhere.example/').then(() => 'done', (error) => error.name);
      results.worker = await navigator.serviceWorker?.register('/console/assets/x.js').then(() => 'done', (error) => error.name) ?? 'none';
      return results;
    })()`);
    expect(results).to.include({
      markup: 'TypeError',
      'script text': 'TypeError',
      style: 'refused',
      fetch: 'TypeError',
    });
    expect(results['timer text']).to.not.equal('done');
    expect(results['eval']).to.not.equal('done');
    expect(results['worker']).to.not.equal('done');
    // Timers run in their order.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))');
    expect(await page.evaluate('window.pwned ?? null')).to.equal(null);
    for (const directive of ['require-trusted-types-for', 'style-src', 'connect-src'])
      expect(watched.problems.join('\n')).to.contain(`policy: ${directive}`);
    tolerate(watched, /./s);
  });

  it('cannot be framed by another page', async () => {
    const { browser, world } = running;
    const outer = createServer((_request, response) => {
      response.setHeader('Content-Type', 'text/html');
      response.end(`<iframe src="${world.url}/console/"></iframe>`);
    });
    await new Promise<void>((resolve) => outer.listen(0, '127.0.0.1', resolve));
    const { port } = outer.address() as AddressInfo;
    const { page: other, context } = await open(browser, world.url, {}, [`http://127.0.0.1:${port}`]);
    await Promise.all([
      other.waitForEvent('console', (message) => message.text().includes('frame-ancestors')),
      other.goto(`http://127.0.0.1:${port}/`),
    ]);
    const [, frame] = other.frames();
    expect(await frame?.getByRole('heading').count()).to.equal(0);
    await context.close();
    outer.close();
  });

  it('keeps no service worker, frame, cookie, database or cache, and no preference beyond those of a reader', async () => {
    const { page, watched, world } = running;
    await visit(page, world.url, '/');
    await page.evaluate(`document.getElementById('account').showPopover()`);
    for (const label of ['dark', 'local']) await page.getByLabel(label, { exact: true }).check();
    const kept = await page.evaluate<{
      readonly preferences: readonly string[];
      readonly others: unknown;
    }>(`(async () => ({
      preferences: Object.keys(JSON.parse(localStorage.getItem('cargograph-console'))),
      others: [
        Object.keys(localStorage).filter((key) => key !== 'cargograph-console'),
        // The name at the development identity provider, for a reload.
        Object.values(sessionStorage), document.cookie, (await indexedDB.databases()).length, await caches.keys(),
        (await navigator.serviceWorker?.getRegistrations() ?? []).length,
        document.querySelectorAll('iframe, frame, object, embed').length,
      ],
    }))()`);
    expect(kept.others).to.deep.equal([[], ['holder'], '', 0, [], 0, 0]);
    for (const name of kept.preferences) expect(KNOWN_PREFERENCES).to.include(name);
    expect(await watched.context.cookies()).to.deep.equal([]);
  });

  it('has the token in no storage, address, element, history or message, on any page', async () => {
    const { page, world } = running;
    const tokens = new Set<string>();
    const said: string[] = [];
    page.on('request', (request) => {
      const [, token] = /^Bearer (.+)$/.exec(request.headers()['authorization'] ?? '') ?? [];
      if (token !== undefined) tokens.add(token);
      said.push(request.url());
    });
    page.on('console', (message) => said.push(message.text()));
    await visit(page, world.url, '/');
    for (const [, path] of pagesOf(world, entries)) {
      await go(page, world.url, path);
      said.push(
        await page.evaluate<string>(
          'JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie, document.documentElement.outerHTML, location.href, history.state, document.title])',
        ),
      );
    }
    // An error has its details, and no header of its request.
    await page.route('**/console/api/**', (route) =>
      route.fulfill({ status: 500, body: '{"api:hasTitle": "broken"}' }),
    );
    await go(page, world.url, '/partners');
    said.push(await page.locator('html').innerHTML());
    tolerate(running.watched, /status of 500/);
    expect(tokens.size).to.be.greaterThan(0);
    for (const token of tokens) for (const text of said) expect(text.includes(token)).to.equal(false);
  });

  it('isolates the direction of partners’ texts and makes invisible characters visible, on every page', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    const found: string[] = [];
    for (const [name, path] of pagesOf(world, entries)) {
      await go(page, world.url, path);
      found.push(
        ...(
          await page.evaluate<string[]>(`(() => {
            const found = document.title.match(${HIDDEN}) ? ['title'] : [];
            const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
            for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
              if (node instanceof Text) {
                // What is edited is what the partner wrote.
                if (node.parentElement.localName !== 'textarea' && node.data.match(${HIDDEN})) found.push('text ' + node.data.slice(0, 60));
                if (node.data.includes('onerror=')) {
                  const holder = node.parentElement.closest('bdi, textarea, code, svg, title');
                  if (holder === null) found.push('not isolated: ' + node.parentElement.outerHTML.slice(0, 120));
                  else if (holder.localName === 'bdi' && getComputedStyle(holder).unicodeBidi !== 'isolate') found.push('bdi ' + node.data.slice(0, 60));
                }
              } else for (const { name, value } of node.attributes) if (value.match(${HIDDEN})) found.push('attribute ' + name);
            }
            return found;
          })()`)
        ).map((problem) => `${name}: ${problem}`),
      );
    }
    expect(found.join('\n')).to.equal('');
    await go(page, world.url, `/logistics-objects/${hostileId}`);
    await page.getByText('U+202E').first().waitFor();
  });

  it('links to http and https only, and to elsewhere without opener and referrer', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    const found: string[] = [];
    for (const [name, path] of [...pagesOf(world, entries), ['mixed', '/logistics-objects/mixed'] as const]) {
      await go(page, world.url, path);
      const links = await page.evaluate<
        string[]
      >(`Array.from(document.querySelectorAll('a[href], area[href], [*|href]:not(link)'))
        .flatMap((link) => {
          const href = link.href?.baseVal ?? link.href;
          const url = new URL(href, location.href);
          if (!['http:', 'https:'].includes(url.protocol)) return ['protocol of ' + href];
          const leaves = url.origin !== location.origin || link.getAttribute('target') === '_blank';
          return leaves && !(link.relList.contains('noopener') && link.relList.contains('noreferrer')) ? ['rel of ' + href] : [];
        })`);
      found.push(...links.map((problem) => `${name}: ${problem}`));
    }
    expect(found.join('\n')).to.equal('');
    await go(page, world.url, `/other?uri=${encodeURIComponent('javascript:alert(1)//')}`);
    expect(await page.locator('main a').count()).to.equal(0);
  });

  it('names hosts in punycode where they mix scripts, and cuts texts at 300 characters', async () => {
    const { page, world } = running;
    const { host } = new URL(MIXED);
    expect(host).to.match(/^xn--/);
    await visit(page, world.url, '/logistics-objects/mixed');
    await page.getByText(`at ${host}`).first().waitFor();
    const text = page.getByRole('definition').filter({ hasText: 'xxx' });
    expect(/x+/.exec(await text.innerText())?.[0]).to.have.lengthOf(300);
    await page.getByRole('button', { name: 'Show all 1,000 characters' }).press('Enter');
    expect(/x+/.exec(await text.innerText())?.[0]).to.have.lengthOf(1000);
    await go(page, world.url, `/other?uri=${encodeURIComponent(MIXED)}`);
    await page.getByRole('definition').filter({ hasText: host }).waitFor();
    await settled(page);
  });
});
