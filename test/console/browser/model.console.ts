/** The data model in a browser: a class, property or code looked up, by keyboard. */
import { expect } from 'chai';
import { expectShown, findings, go, screenshot, settled, visit } from './browser.js';
import { windowHooks } from './suite.js';

describe('the data model in the console', () => {
  const running = windowHooks();

  const find = async (text: string): Promise<void> => {
    const { page } = running;
    await page.locator('#find').fill(text);
    await page.keyboard.press('Enter');
    await settled(page);
  };

  it('opens a class from the find box, with its properties as they are checked', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/', 'airline');
    await find('Piece');
    // Ids of pieces begin so, too.
    const terms = page.getByRole('region', { name: 'In the data model' });
    await terms.getByRole('link', { name: 'Piece', exact: true }).press('Enter');
    await page.waitForURL('**/console/model/Piece');
    const row = page
      .getByRole('table', { name: 'Properties of Piece' })
      .getByRole('row')
      .filter({ hasText: 'grossWeight' });
    expect(await row.first().innerText())
      .to.contain('0..1')
      .and.to.contain('a cargo:Value');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'model-class');
    await page.getByRole('link', { name: 'PhysicalLogisticsObject' }).first().press('Enter');
    await page.getByRole('heading', { name: 'PhysicalLogisticsObject', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Piece', exact: true }).press('Enter');
    await page.getByRole('link', { name: 'grossWeight', exact: true }).press('Enter');
    await page.getByText('Property of').waitFor();
    await page.getByRole('link', { name: 'Value', exact: true }).first().waitFor();
  });

  it('opens codes and lists of codes', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/model/StatusCode');
    await page
      .getByRole('list', { name: 'Codes of StatusCode' })
      .getByRole('link', { name: 'ARR', exact: true })
      .press('Enter');
    await page.getByRole('heading', { name: 'StatusCode#ARR', level: 1 }).waitFor();
    expect(page.url()).to.match(/model\/StatusCode%23ARR$/);
    await page.reload();
    await page.getByRole('heading', { name: 'StatusCode#ARR', level: 1 }).waitFor();
    await find('cargo:grossWeight');
    await page.getByRole('heading', { name: 'grossWeight', level: 1 }).waitFor();
  });

  it('is reached from the properties and the type of an object', async () => {
    const { page, world } = running;
    await visit(page, world.url, world.piece.slice(world.url.length));
    await page.getByText('revision, who made it, all values').click();
    await page.getByRole('link', { name: 'gross weight', exact: true }).press('Enter');
    await expectShown(page.getByRole('heading', { name: 'grossWeight', level: 1 }));
    await page.goBack();
    await page.getByRole('link', { name: 'Piece', exact: true }).first().press('Enter');
    await expectShown(page.getByRole('heading', { name: 'Piece', level: 1 }));
  });

  it('reports unknown names', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    for (const name of ['<img src=x onerror=window.pwned=1>', '__proto__', 'constructor', 'x'.repeat(300)]) {
      await go(page, world.url, `/model/${encodeURIComponent(name)}`);
      await expectShown(page.getByText('The data model of this node has no such term.'));
    }
  });
});
