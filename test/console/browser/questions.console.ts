/** Saved questions and views (K67, K68, K71), fields by name, and lists by date. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { cargo } from '../../support/node.js';
import { findings, go, overflow, screenshot, settled, until, visit } from './browser.js';
import { windowHooks } from './suite.js';

describe('questions and views in the console', () => {
  const running = windowHooks({
    prepare: async (world) => {
      for (const upid of ['UPID-91', 'UPID-92']) {
        const created = await world.holder.post('/logistics-objects', {
          '@context': { cargo },
          '@id': `${world.url}/logistics-objects/${upid.toLowerCase()}`,
          '@type': 'cargo:Piece',
          'cargo:upid': upid,
        });
        expect(created.status, created.text).to.equal(201);
      }
    },
  });

  const dialog = (page: Page) => page.getByRole('dialog');
  const heading = (page: Page, name: string): Promise<void> =>
    page.getByRole('heading', { name, level: 1, exact: true }).waitFor();

  it('saves a query as a question with a field, asks it, renames and deletes it (K67, K68)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/sparql');
    const editor = page.getByRole('textbox', { name: 'Query' });
    await editor.fill('SELECT ?piece { ?piece a cargo:Piece ; cargo:upid ?mark }');
    await page.getByRole('button', { name: 'Save as a question' }).click();
    await dialog(page).getByLabel('Name').fill('Pieces by their mark');
    await dialog(page).getByLabel('What it answers').fill('Finds a piece.');
    await dialog(page).getByLabel('Who sees it').selectOption('everybody of this node');
    await dialog(page).getByLabel('?mark').selectOption('text');
    await dialog(page).getByLabel('Label').fill('Mark');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'save-question');
    await dialog(page).getByRole('button', { name: 'Save the question' }).click();
    await heading(page, 'Pieces by their mark');
    await page.getByLabel('Mark').fill('UPID-92');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByRole('table').getByRole('link', { name: 'UPID-92' }).waitFor();
    expect(page.url()).to.match(/\/questions\/[^/?]+\?mark=UPID-92$/);
    expect(await findings(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Rename' }).click();
    await dialog(page).getByLabel('Name').fill('Pieces by mark');
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await heading(page, 'Pieces by mark');
    await page.getByText('The query (SPARQL)').click();
    await page.getByRole('link', { name: 'Open in SPARQL' }).click();
    await heading(page, 'SPARQL');
    await page.getByRole('button', { name: 'Save as a question' }).click();
    await dialog(page)
      .getByRole('combobox', { name: /^Save as/ })
      .selectOption('“Pieces by mark”, in the place of its query');
    expect(await dialog(page).getByLabel('Name').inputValue()).to.equal('Pieces by mark');
    await page.keyboard.press('Escape');
    await visit(page, world.url, '/questions');
    const card = page.getByRole('listitem').filter({ hasText: 'Pieces by mark' });
    await card.getByText('Yours, shared').waitFor();
    await card.getByRole('link', { name: 'Pieces by mark' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Questions');
    await page.getByRole('link', { name: 'Versions of an object' }).waitFor();
    expect(await page.getByText('Pieces by mark').count()).to.equal(0);
  });

  it('finds the object of a field by its name, and keeps its id in the address (K52, K68)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/questions/versions-of');
    const field = page.getByRole('combobox', { name: 'Object' });
    await field.fill('UPID-9');
    await page.getByRole('option').filter({ hasText: 'UPID-91' }).click();
    expect(await field.inputValue()).to.equal('UPID-91');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.getByText('1 row ·').waitFor();
    expect(new URL(page.url()).searchParams.get('object')).to.equal('upid-91');
    await page.reload();
    await page.getByText('1 row ·').waitFor();
    await until(async () => (await field.inputValue()) === 'UPID-91');
    await field.fill('upid-92');
    await page.getByRole('button', { name: 'Ask' }).click();
    await page.waitForURL(/object=upid-92/);
    expect(await findings(page)).to.deep.equal([]);
  });

  it('groups the rows of a list by day, in the zone of the reader’s times (K83)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects?type=Piece');
    const days = page.getByRole('rowheader', { name: /^\w{3} \d\d [A-Z]{3} \d\d \(UTC\)$/ });
    await days.first().waitFor();
    const times = await page.locator('cg-table tbody td cg-time time').allInnerTexts();
    const first = (await days.first().innerText()).slice(4, 13);
    expect(times[0]?.startsWith(first), `${first} ${times[0] ?? ''}`).to.equal(true);
    expect(await findings(page)).to.deep.equal([]);
    await page.keyboard.press('j');
    expect(await page.locator('cg-table tr:not(.day) :focus').count(), 'the first row has the focus').to.equal(1);
    await go(page, world.url, '/logistics-objects?type=Piece&q=UPID-9');
    await page.getByRole('link', { name: 'UPID-91' }).waitFor();
    expect(await days.count(), 'these are in the order of their names').to.equal(0);
  });

  it('filters a list by date, and saves, renames and deletes the view (K71)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects?type=Piece');
    const rows = page.getByRole('table').getByRole('link', { name: /^UPID-9/ });
    await rows.first().waitFor();
    await page.getByRole('combobox', { name: 'Changed' }).selectOption('today');
    await page.waitForURL(/period=today/);
    await rows.first().waitFor();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await dialog(page).getByLabel('Name').fill('Pieces of today');
    await dialog(page).getByRole('button', { name: 'Save this view' }).click();
    const views = page.getByRole('navigation', { name: 'Saved views' });
    await views.getByRole('link', { name: 'Pieces of today' }).waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'saved-views');
    await page.getByRole('combobox', { name: 'Changed' }).selectOption('from … to …');
    await page.getByLabel('To (UTC)').fill('2001-01-01');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/to=2001-01-01/);
    expect(await rows.count()).to.equal(0);
    await views.getByRole('link', { name: 'Pieces of today' }).click();
    await rows.first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await settled(page);
    expect(await overflow(page)).to.equal(0);
    await views.getByText('Manage views').click();
    await views.getByRole('button', { name: 'Rename Pieces of today' }).click();
    await dialog(page).getByLabel('Name').fill('Today');
    await dialog(page).getByRole('button', { name: 'Rename' }).click();
    await views.getByRole('link', { name: 'Today', exact: true }).waitFor();
    await views.getByRole('button', { name: 'Delete Today' }).click();
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await views.getByRole('link', { name: 'Today', exact: true }).waitFor({ state: 'detached' });
  });
});
