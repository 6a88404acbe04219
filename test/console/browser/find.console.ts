/** Finding by what is on paper, by keyboard and mouse: suggestions, the page of results, acts; and the pager of a deep list. */
import { expect } from 'chai';
import { expectShown, findings, go, screenshot, until, visit } from './browser.js';
import { createPiece, type World } from './world.js';
import { windowHooks } from './suite.js';

/** More than two pages. */
const PIECES = 110;

describe('the find box and the page of results', () => {
  const running = windowHooks({
    prepare: async (world: World) => {
      for (let index = 0; index < PIECES; index += 10)
        await Promise.all(
          Array.from({ length: 10 }, (_, at) => createPiece(world, `crate ${index + at}`.replace(' ', '-'))),
        );
    },
  });

  it('K32: suggests by groups while one types; arrows mark, Enter opens, Escape closes', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    const box = page.getByRole('combobox', { name: /^Find/ });
    await page.keyboard.press('/');
    await page.keyboard.type('consol');
    const list = page.getByRole('listbox');
    await list.getByRole('option', { name: /Consolidation to Singapore/ }).waitFor();
    expect(await box.getAttribute('aria-expanded')).to.equal('true');
    expect(await list.getByRole('group', { name: 'Shipments' }).count()).to.equal(1);
    await screenshot(page, 'find-suggestions');
    expect(await findings(page)).to.deep.equal([]);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'hidden' });
    expect(await box.inputValue()).to.equal('consol');
    await page.keyboard.press('ArrowDown');
    await list.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    const marked = await box.getAttribute('aria-activedescendant');
    expect(await list.getByRole('option', { selected: true }).getAttribute('id')).to.equal(marked);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /Consolidation to Singapore/ }).waitFor();
    expect(await box.inputValue()).to.equal('');
  });

  it('K32: opens what is exact without a mark, by mouse what is pressed', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.keyboard.press('/');
    await page.keyboard.type('AWB 020 1234 5675');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: '020-12345675' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('harbour hand');
    await page.getByRole('option', { name: 'Harbour Handling', exact: true }).click();
    await expectShown(page.getByRole('heading', { level: 1, name: /Harbour Handling/ }));
  });

  it('K91: Ctrl+K finds acts, here a page', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('deliver');
    await page.getByRole('group', { name: 'What you can do' }).getByRole('option', { name: 'Deliveries' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('heading', { level: 1, name: 'Deliveries' }));
  });

  it('K33: says what was searched where nothing was found, and how the text was understood', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/find?q=AWB%20999-12345675');
    await page.getByText('Nothing found for “AWB 999-12345675”.').waitFor();
    await page.getByText('Understood as waybill number 999-12345675.').waitFor();
    expect(await page.getByText(/^Searched: waybill numbers/).count()).to.equal(1);
    expect(await findings(page)).to.deep.equal([]);
    // A name of the data model is nothing that a clerk has looked for.
    await go(page, world.url, '/find?q=zzz');
    await page.getByText('Nothing found for “zzz”.').waitFor();
    await page.getByRole('region', { name: 'In the data model' }).getByRole('link', { name: /ZZZ/ }).waitFor();
    await go(page, world.url, '/find?q=crate');
    await page.getByText('There are more.').waitFor();
    expect(await page.getByRole('row').count()).to.equal(21);
    await screenshot(page, 'find-results');
    expect(await findings(page)).to.deep.equal([]);
  });

  it('K80: pages through a list to its end and back, and each page says which rows it has', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects');
    const pager = page.getByRole('navigation', { name: 'Pages', exact: true });
    const press = async (name: string, rows: RegExp): Promise<void> => {
      await pager.getByRole('link', { name, exact: true }).click();
      await until(async () => rows.test(await pager.innerText()));
    };
    await pager.waitFor();
    const total = Number(/of ([\d,]+)/.exec(await pager.innerText())?.[1] ?? '0');
    expect(total).to.be.greaterThan(PIECES);
    expect(await pager.innerText()).to.include(`1–50 of ${total}`);
    await press('Next', /51–100 of/);
    await press('Next', new RegExp(`101–${total} of`));
    await press('Previous', /51–100 of/);
    await press('Last', new RegExp(`${total - 49}–${total} of`));
    expect(await pager.getByRole('link', { name: 'Next', exact: true }).count()).to.equal(0);
    await press('Previous', new RegExp(`${total - 99}–${total - 50} of`));
    await press('First', /1–50 of/);
    expect(new URL(page.url()).search).to.equal('');
  });
});
