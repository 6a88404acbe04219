/** A browser that watches what the pages do: every violation of the policy, error and foreign request is a failure. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Context } from 'mocha';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core';

const programs = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const screenshots = fileURLToPath(new URL('screenshots/', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Starts a browser. @throws Error where there is none. */
export async function launch(): Promise<Browser> {
  const program = programs.find((file) => file !== undefined && existsSync(file));
  if (program === undefined) throw new Error('there is no Chromium: CHROMIUM names the program');
  // Chromium's sandbox does not run as root.
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: program, args });
}

/** Starts a browser; skips the tests without one, with the reason. In CI they fail. */
export async function startBrowser(context: Context): Promise<Browser> {
  if (process.env['CI'] !== undefined || programs.some((file) => file !== undefined && existsSync(file)))
    return launch();
  process.stdout.write('skipped: there is no Chromium (CHROMIUM names the program)\n');
  return context.skip();
}

export const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** What an answer of 4xx, 503 or 507, which the page expects, writes to the console. */
const EXPECTED = /^Failed to load resource: the server responded with a status of (4\d\d|503|507)/;

export interface Watched {
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the pages did that they must not. */
  readonly problems: string[];
}

/** A new window. @param origins beside the node's, where requests may go. */
export async function open(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = desktop,
  origins: readonly string[] = [],
): Promise<Watched> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  const problems: string[] = [];
  const allowed = [new URL(url).origin, ...origins];
  context.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith('data:') && !allowed.includes(new URL(address).origin)) problems.push(`request ${address}`);
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && !EXPECTED.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => problems.push(`error: ${String(error.error().stack)}`));
  context.on('dialog', (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await context.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI));`,
  );
  // It ends what hangs; how fast pages are is for other tests, on a machine that does nothing else.
  context.setDefaultTimeout(60_000);
  context.on('page', watchRequests);
  const page = await context.newPage();
  return { context, page, problems };
}

export type Role = 'holder' | 'airline' | 'handler';

/** Goes to an address of the console, and signs in with the development identity provider. */
export async function visit(page: Page, url: string, path: string, role: Role = 'holder'): Promise<void> {
  await page.goto(`${url}/console${path}`);
  // The help is for anyone.
  if (path === '/help') await settled(page);
  else await signIn(page, role);
}

/** Follows a link to an address within the page that is open, without loading it anew. */
export async function go(page: Page, url: string, path: string): Promise<void> {
  const address = JSON.stringify(`${new URL(url).pathname.replace(/\/$/, '')}/console${path}`);
  await page.evaluate(`history.pushState(null, '', ${address}); dispatchEvent(new PopStateEvent('popstate'));`);
  await settled(page);
}

/** Signs in, unless another tab or the tab before its reload has given the page their session (K77). */
export async function signIn(page: Page, role: Role): Promise<void> {
  const form = page.getByRole('button', { name: 'As the data holder' });
  await form.or(page.getByRole('navigation')).first().waitFor({ state: 'attached' });
  if ((await form.count()) === 0) await settled(page);
  else await signInByForm(page, role);
}

async function signInByForm(page: Page, role: Role): Promise<void> {
  if (role === 'holder') await page.getByRole('button', { name: 'As the data holder' }).click();
  else if (role === 'airline') await page.getByRole('button', { name: 'As the airline' }).click();
  else {
    await page.getByLabel('As somebody else').fill(role);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
  await settled(page);
}

/** Requests under way, without the stream, which does not end. */
const underWay = new WeakMap<Page, Set<Request>>();
const LOOK_EVERY_MS = 50;
const QUIET_LOOKS = 5;

function watchRequests(page: Page): void {
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => {
    if (!isStream(request)) requests.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => requests.delete(request));
  page.on('framenavigated', (frame) => {
    if (frame === page.mainFrame())
      for (const request of requests) if (request.isNavigationRequest()) requests.delete(request);
  });
}

/** What says that it is busy; a sample of `/console/design` always does. */
const BUSY = '[aria-busy=true]:not([data-state=busy] *)';

/**
 * Waits until nothing is loaded any more: in several looks one after the other no request is under way and nothing says that
 * it is busy. A look waits for the page's own thread, so that one that still compiles a file is not taken for a quiet one.
 */
export async function settled(page: Page): Promise<void> {
  const requests = underWay.get(page) ?? new Set();
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    const isQuiet = requests.size === 0 && (await page.locator(BUSY).count()) === 0;
    quiet = isQuiet ? quiet + 1 : 0;
    await page.waitForTimeout(LOOK_EVERY_MS);
  }
}

const isStream = (request: Request): boolean => new URL(request.url()).pathname.endsWith('/stream');

/** Waits until a tab of the window reads the stream of changes; called before what makes it do so. */
export async function streamOf(context: BrowserContext): Promise<void> {
  await context.waitForEvent('response', (response) => isStream(response.request()) && response.ok());
}

/** That something is shown, at once or in a moment. */
export const expectShown = (what: Locator): Promise<void> => what.waitFor();

/** Waits until a condition holds: mocha's timeout ends it. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
}

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Whatever axe finds against WCAG 2.2 AA, in lines. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  // What a scrolled page has below its head cannot be pressed there, and need not be.
  await page.evaluate('scrollTo(0, 0)');
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
  const { violations } = await page.evaluate<{ violations: readonly Finding[] }>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)}, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
  );
}

export async function screenshot(page: Page, name: string): Promise<void> {
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name}.png`) });
}

/** How far the page is wider than the window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

/** Nothing that a partner wrote has run, in any tab. */
export async function expectUnharmed({ context, problems }: Watched): Promise<void> {
  for (const page of context.pages())
    expect(await page.evaluate('window.pwned ?? null'), 'a literal has run').to.equal(null);
  expect(problems).to.deep.equal([]);
}

/** Takes away the problems that a test causes itself. */
export function tolerate({ problems }: Watched, expected: RegExp): void {
  problems.splice(0, problems.length, ...problems.filter((problem) => !expected.test(problem)));
}

/** What pages write to their console while they are cut off. */
export const OFFLINE = /ERR_INTERNET_DISCONNECTED/;

/** What the node says in the reader's language: names of fields and of their groups (K2, K64). */
const FROM_NODE = '.form-page legend, .form-page label > .visually-hidden, .form-page [title], .question-fields label';

/** What holds data: texts of partners, URIs, times, names of the data model, settings, keys, and texts of the documentation. */
const DATA = `bdi, time, code, pre, kbd, textarea, .ago, body [lang], ${FROM_NODE}`;

/**
 * Visible texts and names that are not from the catalogue, while the pseudo-language marks those that are: what has a word
 * outside the marks, and is no data. Names and drawings may repeat words of the data.
 */
export function untranslated(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = new Set();
    const words = (text) => text.match(/[\\p{L}\\p{N}]+/gu) ?? [];
    const outside = (text) => {
      let rest = text;
      for (let before; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/gu, ' ')];
      // A single letter is a sign: of a party, of a variable.
      return words(rest).filter((word) => /\\p{L}\\p{L}/u.test(word));
    };
    const isShown = (element) => element.checkVisibility({ visibilityProperty: true });
    // Drawings cut what is long.
    let data = location.href;
    for (const element of document.querySelectorAll(${JSON.stringify(DATA)})) data += ' ' + element.textContent;
    for (const input of document.querySelectorAll('input, textarea')) data += ' ' + input.value;
    const report = (name, text, mayRepeat) => {
      const rest = outside(text).filter((word) => !mayRepeat || !data.includes(word));
      if (rest.length > 0) found.add('<' + name + '> ' + rest.join(' ').slice(0, 80));
    };
    const texts = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element === null || element.closest('script, style, noscript, ' + ${JSON.stringify(DATA)}) !== null) continue;
      // One text may stand in several nodes of its element.
      if (isShown(element)) texts.set(element, (texts.get(element) ?? '') + ' ' + node.data);
    }
    for (const [element, text] of texts) report(element.localName + ' ' + element.getAttribute('class'), text, element.closest('svg, option') !== null);
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (!isShown(element) || element.matches('time, .form-page [title]')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? '';
        if (!/^\\w+:\\S*$/.test(text)) report(element.localName + ' ' + name, text, true);
      }
    }
    return [...found];
  })()`);
}
