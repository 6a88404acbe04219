/** What the SPARQL page says where the node takes no more queries (429), or cannot hold the dataset (507), and the way out. */
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Browser, Locator, Page } from 'playwright-core';
import { eventually } from '../../support/exchange.js';
import { Party, token } from '../../support/node.js';
import {
  expectUnharmed,
  findings,
  go,
  open,
  overflow,
  phone,
  screenshot,
  startBrowser,
  visit,
  type Watched,
} from './browser.js';
import { type RunningNode, startNode } from './node.js';

const asked = (query: string): string => `/sparql#${new URLSearchParams({ query }).toString()}`;
const EVERYTHING = asked('SELECT ?s ?p ?o { ?s ?p ?o }');
/** 10¹⁵ rows, of no data at all. */
const ENDLESS = `SELECT (COUNT(*) AS ?n) { ${Array.from({ length: 15 }, (_, n) => `VALUES ?v${String(n)} { 0 1 2 3 4 5 6 7 8 9 }`).join(' ')} }`;
/** So many queries run at a time, and so many of one caller may wait. */
const [WORKERS, SHARE] = [2, 8];

async function partyOf({ url }: RunningNode, name: string): Promise<Party> {
  return new Party(url, `${url}/logistics-objects/${name}`, await token(url, name));
}

const problem = (page: Page): Locator => page.getByRole('main').getByRole('alert');
const answered = (page: Page): Promise<void> =>
  page
    .getByRole('main')
    .getByText(/^\d+ rows? in/)
    .first()
    .waitFor();

describe('queries to a node that accepts no more', () => {
  let browser: Browser;
  let node: RunningNode;
  let watched: Watched;
  before(async function () {
    browser = await startBrowser(this);
  });
  after(() => browser.close());
  afterEach(async () => {
    await expectUnharmed(watched);
    await watched.context.close();
    await node.stop();
  });

  it('reports waiting queries and the time of the next attempt, which succeeds', async () => {
    node = await startNode({ SPARQL_TIMEOUT_MS: '600000' });
    watched = await open(browser, node.url);
    const { page } = watched;
    await visit(page, node.url, '/sparql');
    const holder = await partyOf(node, 'holder');
    const ending = new AbortController();
    const answers: Promise<unknown>[] = [];
    const ask = (): void => {
      const headers = { 'Content-Type': 'application/sparql-query' };
      const reply = holder.send('POST', '/sparql', { headers, body: ENDLESS, signal: ending.signal });
      // Each is aborted at the end.
      answers.push(Promise.allSettled([reply]));
    };
    const until = (figure: string): Promise<void> =>
      eventually(async () => (await (await fetch(`${node.url}/metrics`)).text()).includes(`cargograph_${figure}\n`));
    for (let busy = 1; busy <= WORKERS; busy += 1) {
      ask();
      await until(`sparql_workers{state="busy"} ${String(busy)}`);
    }
    for (let waiting = 1; waiting <= SHARE; waiting += 1) ask();
    await until(`sparql_waiting ${String(SHARE)}`);

    await go(page, node.url, EVERYTHING);
    await problem(page).getByText('The node accepts no more of your queries at the moment.').waitFor();
    await problem(page).getByText('too many queries are waiting to be answered').waitFor();
    await problem(page).getByText('The node answers again in 600 seconds.').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'sparql-429');

    ending.abort();
    await Promise.all(answers);
    await until('sparql_waiting 0');
    await problem(page).getByRole('button', { name: 'Try again' }).press('Enter');
    await answered(page);
  });

  it('reports an exceeded rate limit and the time to continue', async () => {
    const limit = 60;
    node = await startNode({ RATE_LIMIT: String(limit) });
    watched = await open(browser, node.url);
    const { page } = watched;
    await visit(page, node.url, '/sparql', 'airline');
    const airline = await partyOf(node, 'airline');
    let status = 200;
    for (let sent = 0; sent <= limit && status !== 429; sent += 1)
      ({ status } = await airline.get('/logistics-objects'));
    expect(status).to.equal(429);
    await go(page, node.url, EVERYTHING);
    await problem(page).getByText('The node accepts no more of your queries at the moment.').waitFor();
    await problem(page)
      .getByText(`more than ${String(limit)} requests a minute`)
      .waitFor();
    await problem(page)
      .getByText(/The node answers again in \d+ seconds?\./)
      .waitFor();
    await problem(page).getByRole('button', { name: 'Try again' }).waitFor();
    await screenshot(page, 'sparql-429-rate');
  });
});

describe('asking for a dataset that no query worker can hold', () => {
  let browser: Browser;
  let node: RunningNode;
  before(async function () {
    browser = await startBrowser(this);
    // The engine breaks on this text as it does when its memory is used up, without gigabytes of data.
    const preload = fileURLToPath(new URL('../../support/breaking-engine.cjs', import.meta.url));
    node = await startNode({ NODE_OPTIONS: `--require ${preload}` });
    const reply = await (
      await partyOf(node, 'holder')
    ).post('/logistics-objects', {
      '@context': { cargo: 'https://onerecord.iata.org/ns/cargo#' },
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': 'break-the-engine',
    });
    expect(reply.status, reply.text).to.equal(201);
  });
  after(async () => {
    await browser.close();
    await node.stop();
  });

  for (const [name, options] of Object.entries({ desktop: {}, phone }))
    it(`advises the caller and the operator: ${name}`, async () => {
      const watched = await open(browser, node.url, options);
      const { page } = watched;
      await visit(page, node.url, asked('SELECT ?g { GRAPH ?g { ?s ?p ?o } }'));
      await problem(page).getByText('The node has not enough memory for this query.').waitFor();
      await problem(page).getByText('Reduce the query: remove GRAPH and the time').waitFor();
      await problem(page).getByText('An operator can add memory').waitFor();
      // Of a full disk nothing is known, and the same query would not be answered a moment later.
      expect(await page.getByText('The disk of the node is full').count()).to.equal(0);
      expect(await problem(page).getByRole('button', { name: 'Try again' }).count()).to.equal(0);
      expect(await overflow(page)).to.be.at.most(0);
      // Also on a phone, where it stands below the editor.
      const below = `document.querySelector('main [role="alert"]').getBoundingClientRect().bottom - innerHeight`;
      expect(await page.evaluate<number>(below)).to.be.at.most(0);
      expect(await findings(page)).to.deep.equal([]);
      await screenshot(page, `sparql-507-${name}`);
      // The way out that the page names.
      await page.getByLabel('Dataset').selectOption({ label: 'These graphs only' });
      const holder = `${node.url}/logistics-objects/_data-holder/revisions/1`;
      await page.getByLabel('Graphs of the default graph').fill(holder);
      await page.getByRole('button', { name: 'Run', exact: true }).press('Enter');
      await page.getByText('The query has no results.').first().waitFor();
      await expectUnharmed(watched);
      await watched.context.close();
    });
});
