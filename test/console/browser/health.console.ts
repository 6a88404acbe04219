/** Health: figures against their limits, well and not, with the history of the tab. */
import { expect } from 'chai';
import {
  expectShown,
  expectUnharmed,
  findings,
  go,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  visit,
} from './browser.js';
import { windowHooks } from './suite.js';

describe('Health in the console', () => {
  const running = windowHooks({ env: { RECEIPT_DAYS: '30' } });

  /** The tab's clock goes on, so that the page reads the figures again. */
  async function readAgain(times: number): Promise<void> {
    const { page } = running;
    for (let index = 0; index < times; index++) {
      await page.clock.fastForward(15_000);
      await settled(page);
    }
  }

  it('shows figures of /metrics against their limits, settings without secrets, and keys', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/health');
    await page.getByText('The node answers and takes writes. All figures are within their limits.').waitFor();
    await page.getByRole('heading', { name: /^All \d+ figures$/ }).click();
    await page.getByRole('heading', { name: 'Settings' }).click();
    const figures = page.getByRole('table', { name: 'Figures' });
    const { text } = await world.holder.get('/metrics');
    const quads = /^cargograph_store_quads (\d+)$/m.exec(text)?.[1] ?? '';
    const row = figures.getByRole('row').filter({ hasText: 'Values in the store' });
    expect((await row.innerText()).replace(/,/g, '')).to.contain(quads);
    await figures.getByRole('row').filter({ hasText: 'Event loop delay' }).getByText('at most 500 ms').waitFor();
    await page.getByRole('table', { name: 'Requests by status' }).getByRole('row').filter({ hasText: '201' }).waitFor();
    await page
      .getByRole('rowheader')
      .filter({ hasText: `${world.url}/dev-idp` })
      .waitFor();
    await page
      .getByRole('definition')
      .filter({ hasText: /^\s*30\s*$/ })
      .first()
      .waitFor();
    expect(await page.getByText('several nodes', { exact: false }).count()).to.equal(0);
  });

  it('holds 15 minutes in the tab, as lines and as a table, over a visit to another page', async () => {
    const { page, world } = running;
    await page.clock.install();
    await visit(page, world.url, '/health');
    await readAgain(5);
    await go(page, world.url, '/action-requests');
    await go(page, world.url, '/health');
    await readAgain(2);
    await page.getByRole('heading', { name: /^All \d+ figures$/ }).click();
    const line = page.getByRole('img', { name: /^Values in the store: between .* now / });
    await line.waitFor();
    await page.getByText('As a table').click();
    const rows = page.getByRole('region', { name: 'As a table' }).getByRole('row');
    expect(await rows.count()).to.be.within(3, 4);
    expect(await page.getByRole('row').filter({ hasText: 'Requests' }).first().innerText()).to.match(/a second/);
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'health-good');
  });

  it('lists exceeded limits with the advice of the operator’s documentation', async () => {
    const { page, world } = running;
    await page.route('**/metrics', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replace(/(event_loop_delay_seconds\{statistic="p99"\}) .*/, '$1 0.9')
        .replace(/(store_ready\{access="writes"\}) 1/, '$1 0')
        .concat('cargograph_outbox_depth{subscriber="https://x.example/<img src=x onerror=window.pwned=1>"} 7\n')
        .concat(
          'cargograph_outbox_age_seconds{subscriber="https://x.example/<img src=x onerror=window.pwned=1>"} 9000\n',
        );
      await route.fulfill({ response: answer, body });
    });
    await page.route('**/health/ready', (route) =>
      route.fulfill({
        json: {
          status: 'read-only',
          reads: true,
          writes: false,
          reason: 'the disk is full',
          filling: [
            { namedGraphs: true, statements: 1200, expectedStatements: 4800, seconds: 3 },
            { agent: 'urn:agent:<b>', namedGraphs: false, statements: 0, seconds: 1 },
          ],
        },
      }),
    );
    await page.route('**/console/api/status', async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace('"STORE":"memory"', '"STORE":"postgres"');
      await route.fulfill({ response, body });
    });
    await visit(page, world.url, '/health');
    await page.getByText('The figures are those of the node that answered').waitFor();
    await page.getByText('Read-only').waitFor();
    await page.getByText('the disk is full', { exact: true }).waitFor();
    const filling = page.getByRole('listitem').filter({ hasText: 'values in' });
    await filling
      .filter({ hasText: 'The one with the history, of the data holder’s own people: 1,200 of about 4,800' })
      .waitFor();
    await filling.filter({ hasText: 'The latest revisions, of urn:agent:<b>: 0 values in 1 second' }).waitFor();
    const beyond = page.getByRole('region', { name: 'Beyond the limit' });
    await beyond.getByText('Event loop delay, 99th percentile: 900 ms').waitFor();
    await beyond.getByText('find who asks most').waitFor();
    await beyond.getByText('If the partner is gone, revoke its subscription').waitFor();
    await page.getByRole('table', { name: 'Waiting notifications by subscriber' }).getByText('2.5 h').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'health-bad');
  });

  it('shows why the node is not ready, and that figures are missing', async () => {
    const { page, world } = running;
    await page.route('**/health/ready', (route) =>
      route.fulfill({ status: 503, json: { status: 'not ready', reads: false, reason: 'the store is being opened' } }),
    );
    await page.route('**/metrics', (route) => route.fulfill({ status: 404, json: {} }));
    await visit(page, world.url, '/health');
    await expectShown(page.getByText('Not ready'));
    await expectShown(page.getByText('the store is being opened', { exact: true }));
    await expectShown(page.getByText('There is nothing here'));
  });

  it('is for internal agents, and fits a phone', async () => {
    const { browser, page, world } = running;
    await visit(page, world.url, '/health', 'airline');
    await page.getByText('This page is for the data holder’s own people.').waitFor();
    const small = await open(browser, world.url, phone);
    await visit(small.page, world.url, '/health');
    expect(await overflow(small.page)).to.equal(0);
    await screenshot(small.page, 'health-phone');
    await expectUnharmed(small);
    await small.context.close();
  });
});
