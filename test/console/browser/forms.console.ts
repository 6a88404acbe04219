/** New, Propose a change and Correct, by keyboard: the clerk's story of the desk (K6 to K21, K27). */
import { expect } from 'chai';
import { phone, screenshot, settled, signIn, tolerate, visit } from './browser.js';
import { windowHooks } from './suite.js';

/** Rows as a shipper's spreadsheet copies them. */
const ROWS = [
  'No.\tDescription\tGross weight (kg)\tLength (cm)\tWidth (cm)\tHeight (cm)\tMarks',
  ...Array.from(
    { length: 40 },
    (_, index) => `${index + 1}\tExhibition box ${index + 1}\t${10 + index}.5\t60\t40\t30\tFAIR ${index + 1}`,
  ),
].join('\r\n');

/** What a page writes to its console where the answer was cut off. */
const CUT = /ERR_FAILED/;

describe('forms of the console', () => {
  const running = windowHooks();

  /** Pastes into what has the focus. */
  const paste = async (text: string): Promise<void> => {
    // Chromium's own paste needs the clipboard of a desktop.
    await running.page.evaluate(`document.execCommand('insertText', false, ${JSON.stringify(text)})`);
  };

  it('makes a shipment with 40 pasted pieces and its waybill, by keyboard, in one request (K6 to K9, K13)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    const sent: { readonly key: string | undefined; readonly body: string }[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/logistics-objects'))
        sent.push({ key: request.headers()['idempotency-key'], body: request.postData() ?? '' });
    });
    await page.locator('main').focus();
    await page.keyboard.press('n');
    await page.getByRole('link', { name: 'Shipment', exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'New: Shipment', level: 1 }).waitFor();
    const number = page.getByLabel('Air waybill number').first();
    await number.focus();
    await page.keyboard.type('057-12345674');
    await page.getByText('The check digit of 1234567 is 5, not 4').waitFor();
    const create = page.getByRole('button', { name: 'Create …' });
    expect(await create.isDisabled(), 'with a wrong check digit').to.equal(true);
    await page.keyboard.press('Backspace');
    await page.keyboard.type('5');
    await page.getByText('057-12345675', { exact: true }).waitFor();
    await number.fill('02012345675');
    await page.getByRole('link', { name: '020-12345675 is here already' }).waitFor();
    await number.fill('AWB 057 1234 5675');
    await page.getByLabel('Goods description').first().focus();
    await page.keyboard.type('Exhibition materials');
    await page.getByRole('button', { name: 'Paste rows' }).press('Enter');
    await page.getByLabel('Rows', { exact: true }).focus();
    await paste(ROWS.replace('12.5', 'heavy'));
    await page.getByText('1 cell cannot be read: correct or empty them').waitFor();
    const take = page.getByRole('button', { name: 'Take 40 pieces' });
    expect(await take.isDisabled()).to.equal(true);
    await page.getByLabel('Weight, row 3', { exact: true }).fill('12.5');
    await screenshot(page, 'form-pasted-rows');
    await take.press('Enter');
    await page.getByText('20 more, show').waitFor();
    await page.getByText('Everything can be saved.').waitFor();
    await page.getByText(/^Draft saved/).waitFor();
    expect(page.url()).to.contain('draft=');
    const kept = await world.holder.get('/internal/drafts');
    expect(kept.text, 'roles that nobody typed').to.contain('Exhibition materials').and.not.to.contain('shipper');
    expect(await page.getByRole('group', { name: 'Shipper', exact: true }).count(), 'a party by its role').not.to.equal(
      0,
    );
    expect(await page.getByRole('button', { name: 'Add: Party' }).count()).to.equal(1);
    await screenshot(page, 'form-shipment');
    await create.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('1 shipment, 40 pieces, 1 waybill').waitFor();
    await screenshot(page, 'form-create');
    let isCut = false;
    await page.route(/\/logistics-objects$/, async (route) => {
      if (route.request().method() !== 'POST' || isCut) return route.continue();
      isCut = true;
      await route.fetch();
      return route.abort();
    });
    await dialog.getByRole('button', { name: 'Create', exact: true }).press('Enter');
    await dialog.getByText('It is not known whether it was done. Asking again …').waitFor();
    await page.waitForURL(/\/console\/logistics-objects\/[^/]+$/);
    await settled(page);
    expect(new Set(sent.map(({ key }) => key)).size, 'one key').to.equal(1);
    expect(sent).to.have.lengthOf(2);
    const uri = world.url + new URL(page.url()).pathname.replace('/console', '');
    const { text } = await world.holder.get(`${uri}?embedded=true`, {
      headers: { Accept: 'application/n-triples; version=2.3.0' },
    });
    expect(text.match(/#pieces>/g)).to.have.lengthOf(40);
    expect(text).to.contain('"12345675"').and.to.contain('"057"').and.to.contain('Exhibition box 40');
    const found = await world.holder.get('/internal/lookup?q=057-12345675');
    expect(found.text.match(/#Waybill"/g), 'made once').to.have.lengthOf(1);
    const drafts = await world.holder.get('/internal/drafts');
    expect(drafts.text, 'the draft has ended').not.to.contain('Exhibition');
    tolerate(running.watched, CUT);
  });

  it('goes on with a draft, in any language, and keeps a template (K10, K14, K16)', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/new/Piece');
    await page.getByLabel('Gross weight', { exact: true }).fill('1,234.5');
    await page.getByText('Gross weight needs a unit').waitFor();
    await page.getByLabel('Unit of Gross weight').selectOption({ label: 'kilogram (KGM)' });
    await page.getByText('= 1,234.5 kg').waitFor();
    await page.getByLabel('Gross weight', { exact: true }).fill('8,5,1');
    await page.getByText('This is not a number').waitFor();
    expect(await page.getByRole('button', { name: 'Create …' }).isDisabled()).to.equal(true);
    await page.getByLabel('Gross weight', { exact: true }).fill('1,234.5');
    await page.getByText(/^Draft saved/).waitFor();
    const address = page.url();
    await page.goto(address);
    await signIn(page, 'holder');
    await page.getByText('= 1,234.5 kg').waitFor();
    // What is nested has a field of its own to add to it.
    await page.locator('#form-add-0').focus();
    await page.keyboard.type('country of prod');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.keyboard.type('DE');
    await page.getByText('Everything can be saved.').waitFor();
    await page.getByRole('button', { name: 'Save as template …' }).click();
    await page.getByLabel('Name', { exact: true }).fill('German box');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('The template is saved.').waitFor();
    await page.getByRole('button', { name: 'New', exact: true }).click();
    await page.getByRole('link', { name: 'German box' }).click();
    await page.getByText('= 1,234.5 kg').waitFor();
    await screenshot(page, 'form-template');
  });

  it('corrects a piece with three presses, and shows before and after (K19, K20)', async () => {
    const { page, world } = running;
    const id = new URL(world.piece).pathname;
    await visit(page, world.url, `${id}/correct`);
    const weight = page.getByLabel('Gross weight', { exact: true });
    await weight.fill('23.5');
    await page.getByText('Everything can be saved.').waitFor();
    await page.getByRole('button', { name: 'Save …' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('23.5 kg').waitFor();
    await screenshot(page, 'form-correct');
    await dialog.getByRole('button', { name: 'Save', exact: true }).press('Enter');
    await page.waitForURL(`**/console${id}`);
    const { text } = await world.holder.get(world.piece);
    expect(text).to.contain('23.5');
  });

  it('copies without identifiers, and is usable on a phone and in German', async () => {
    const { page, world } = running;
    await visit(page, world.url, `/new/Shipment?copy=${world.shipment.replace(/^.*\//, '')}`);
    await page.getByText(/^Copied from/).waitFor();
    expect(await page.getByLabel('Air waybill number').first().inputValue()).to.equal('');
    await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
    await screenshot(page, 'form-phone');
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).to.be.at.most(390);
  });
});
