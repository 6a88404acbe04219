/** Cargo-XML messages in a browser: tried, sent, listed, read, and named by what they changed. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { sampleMessages } from '../../../scripts/sample-messages.js';
import {
  expectShown,
  expectUnharmed,
  findings,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  untranslated,
  visit,
} from './browser.js';
import { windowHooks } from './suite.js';
import { hostile } from './world.js';

/** Text that is nothing but text, in an element of a message. */
const escaped = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll(']]>', ']]&gt;');

describe('messages in the console', () => {
  const running = windowHooks({});
  let folder = '';
  const xml = new Map<string, string>();
  let waybillMessage = '';
  let hostileMessage = '';

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'messages-'));
    for (const { name, xml: text } of await sampleMessages()) xml.set(name, text);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const textOf = (name: string): string => xml.get(name) ?? expect.fail(`there is no ${name}`);
  const dialog = (): ReturnType<Page['getByRole']> => running.page.getByRole('dialog');
  const list = (): ReturnType<Page['getByRole']> => running.page.getByRole('table', { name: 'Messages' });
  const rows = (): Promise<number> => list().locator('tbody tr:not(.day)').count();

  async function post(text: string): Promise<string> {
    const { holder } = running.world;
    const reply = await holder.send('POST', '/internal/messages', {
      body: text,
      headers: { 'Content-Type': 'application/xml' },
    });
    expect(reply.status, reply.text).to.equal(201);
    return `/messages/${(reply.headers.get('location') ?? '').split('/').at(-1) ?? ''}`;
  }

  it('are none at first, and the page says how they come', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.keyboard.press('g');
    await page.keyboard.press('x');
    await page.getByText('No message has come yet.').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await page.getByRole('link', { name: 'Send a message …' }).press('Enter');
    await page.getByRole('heading', { name: 'Send a message', level: 1 }).waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).isDisabled(), 'without a message').to.equal(true);
  });

  it('are tried as a pasted text, with what would happen, and nothing is stored', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/messages/send');
    await page.getByLabel('Or the text of the message').fill(textOf('1-xfwb.xml'));
    await page.keyboard.press('Control+Enter');
    await page.getByText('This is what would happen. Nothing is stored yet.').waitFor();
    await expectShown(
      page.getByRole('table', { name: 'Objects that it would create' }).getByText('awb-123-10000001-shipment'),
    );
    const leftOut = page.getByRole('table', { name: 'Left out' });
    await expectShown(leftOut.getByText('CONSOLIDATION'));
    await expectShown(leftOut.getByText('the data model has no place for it').first());
    await leftOut.getByRole('button', { name: 'line 22, column 7' }).press('Enter');
    const selected = await page.evaluate<string>(
      "(() => { const area = document.querySelector('textarea'); return area.value.slice(area.selectionStart, area.selectionEnd); })()",
    );
    expect(selected).to.equal('<ram:Content>CONSOLIDATION</ram:Content>');
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'message-dry-run');
    await visit(page, world.url, '/messages');
    await page.getByText('No message has come yet.').waitFor();
  });

  it('are applied after the dry run of the same text, and lead to what they made', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/messages/send');
    const area = page.getByLabel('Or the text of the message');
    await area.fill(textOf('1-xfwb.xml').replace('65.5', '66.5'));
    await page.getByRole('button', { name: 'Dry run' }).press('Enter');
    await page.getByRole('button', { name: 'Apply it …' }).waitFor();
    await area.fill(textOf('1-xfwb.xml'));
    await page.getByText('The message was changed after this dry run.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply it …' }).isDisabled(), 'an older dry run').to.equal(true);
    await page.getByRole('button', { name: 'Dry run' }).press('Enter');
    await page.getByText('The message was changed after this dry run.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Apply it …' }).press('Enter');
    await dialog().getByText('19 objects created').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'message-apply');
    await dialog().getByRole('button', { name: 'Apply it' }).press('Space');
    await page.getByRole('heading', { name: 'XFWB 123-10000001_1', level: 1 }).waitFor();
    waybillMessage = new URL(page.url()).pathname.replace(/^.*\/console/, '');
    await expectShown(page.getByText('The message was applied'));
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'message');
    await page
      .getByRole('table', { name: 'Objects that it created' })
      .getByRole('link', { name: 'CONSOLIDATION AS PER HOUSE MANIFEST' })
      .press('Enter');
    await page.getByText('revision, who made it, all values').click();
    await page.getByRole('link', { name: 'a Cargo-XML message' }).first().press('Enter');
    await page.getByRole('heading', { name: 'XFWB 123-10000001_1', level: 1 }).waitFor();
  });

  it('are found by their bytes: the same one leads to the first', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/messages/send');
    await page.getByLabel('Or the text of the message').fill(textOf('1-xfwb.xml'));
    await page.keyboard.press('Control+Enter');
    await page.getByText('The same message came before: nothing happens again.').waitFor();
    expect(await page.getByRole('button', { name: 'Apply it …' }).count()).to.equal(0);
    await page.getByRole('link', { name: 'Open the message that came before' }).press('Enter');
    await page.getByRole('heading', { name: 'XFWB 123-10000001_1', level: 1 }).waitFor();
  });

  it('are sent as files with their bytes, which come back when they are saved', async () => {
    const { page, world } = running;
    // In windows-1252 the dash is one byte, which is no UTF-8.
    const [before = '', after = ''] = textOf('5-xfwb-update.xml')
      .replace('UTF-8', 'windows-1252')
      .split('KEEP UPRIGHT');
    const bytes = Buffer.concat([Buffer.from(`${before}KEEP `), Buffer.from([0x96]), Buffer.from(` UPRIGHT${after}`)]);
    const file = join(folder, 'update.xml');
    await writeFile(file, bytes);
    await visit(page, world.url, '/messages/send');
    await page.getByLabel('File').setInputFiles(file);
    await page.getByText('update.xml').waitFor();
    await page.getByRole('button', { name: 'Dry run' }).press('Enter');
    await expectShown(
      page.getByRole('table', { name: 'Objects that it would change' }).getByText('would be revision 2').first(),
    );
    expect(await findings(page)).to.deep.equal([]);
    await page.getByRole('button', { name: 'Apply it …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Apply it' }).press('Space');
    await page.getByRole('heading', { name: 'XFWB 123-10000001_2', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'As it came' }).press('Enter');
    await page.getByText('KEEP – UPRIGHT').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save the message' }).press('Enter');
    const saved = await download;
    expect(saved.suggestedFilename()).to.equal('XFWB_123-10000001_2.xml');
    expect((await readFile(await saved.path())).equals(bytes), 'the same bytes').to.equal(true);
    await page.getByRole('link', { name: 'Report', exact: true }).press('Enter');
    const changed = page.getByRole('table', { name: 'Objects that it changed' });
    await changed
      .getByRole('row')
      .filter({ hasText: 'awb-123-10000001-shipment' })
      .getByRole('link', { name: 'Revision 1 against 2' })
      .press('Enter');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.getByText('70.5').first().waitFor();
    await screenshot(page, 'message-comparison');
  });

  it('are refused with the place, which the page shows', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/messages/send');
    const area = page.getByLabel('Or the text of the message');
    await area.fill(textOf('2-xfhl.xml').replace('</ram:TotalPieceQuantity>', ''));
    await page.keyboard.press('Control+Enter');
    await page.getByRole('alert').waitFor();
    await page
      .getByRole('button', { name: /^Show line \d+, column \d+$/ })
      .first()
      .press('Enter');
    expect(await page.evaluate('document.activeElement.localName')).to.equal('textarea');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'message-refused');
    await area.fill(textOf('2-xfhl.xml').replace('UTF-8', 'ISO-8859-1'));
    await page.getByText('The text says that it is encoded as ISO-8859-1.').waitFor();
    expect(await page.getByRole('button', { name: 'Dry run' }).isDisabled(), 'a text with another encoding').to.equal(
      true,
    );
    await area.fill('');
  });

  it('are listed with what they did, by filters in the address', async () => {
    const { page, world } = running;
    for (const name of ['2-xfhl.xml', '3-xfzb.xml', '4-xfsu-rcs.xml', '6-xfsu-dep.xml']) await post(textOf(name));
    hostileMessage = await post(
      textOf('4-xfsu-rcs.xml')
        .replace('123-10000001_RCS', escaped)
        .replace('<ram:ReportedStatus>', `<ram:Other>${escaped}</ram:Other><ram:ReportedStatus>`),
    );
    await visit(page, world.url, '/messages');
    expect(await rows()).to.equal(7);
    await page.getByText('7 messages').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'messages');
    await page.getByLabel(/^Type/).selectOption('XFSU');
    await settled(page);
    expect(await rows()).to.equal(3);
    expect(new URL(page.url()).search).to.equal('?type=XFSU');
    await page.getByLabel(/^Outcome/).selectOption('applied');
    await settled(page);
    expect(await rows()).to.equal(2);
    await page.goBack();
    await settled(page);
    expect(await rows()).to.equal(3);
    await page.getByLabel('Waybill: number or address').fill('123-10000001');
    await page.keyboard.press('Enter');
    await settled(page);
    expect(await rows()).to.equal(3);
    await visit(page, world.url, '/messages?waybill=999-00000000');
    await page.getByText('No message matches.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await page.getByText('7 messages').waitFor();
    await settled(page);
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'XFSU' }).waitFor();
  });

  it('name the message in the history of what they changed, and show none to partners', async () => {
    const { page, world, browser } = running;
    await visit(page, world.url, '/logistics-objects/awb-123-10000001-shipment/revisions');
    const revisions = page.getByRole('table', { name: /revisions?$/ });
    await revisions.getByRole('link', { name: 'a Cargo-XML message' }).last().press('Enter');
    await page.getByRole('heading', { name: 'XFWB 123-10000001_1', level: 1 }).waitFor();
    const airline = await open(browser, world.url);
    await visit(airline.page, world.url, waybillMessage, 'airline');
    await airline.page.getByText('This page is for the data holder’s own people.').waitFor();
    await expectUnharmed(airline);
    await airline.context.close();
  });

  it('do no harm by what is in them, and fit a phone, the dark, paper and other languages', async () => {
    const { page, world, browser } = running;
    for (const colorScheme of ['light', 'dark'] as const)
      for (const [size, options] of [
        ['desktop', {}],
        ['phone', phone],
      ] as const) {
        const small = await open(browser, world.url, { ...options, colorScheme });
        for (const [name, path] of [
          ['messages', '/messages'],
          ['message', waybillMessage],
          ['message-hostile', hostileMessage],
          ['message-xml', `${hostileMessage}?form=xml`],
          ['message-missing', '/messages/there-is-none'],
          ['message-send', '/messages/send'],
        ] as const) {
          await visit(small.page, world.url, path);
          expect(await overflow(small.page), `${name} ${size} ${colorScheme}`).to.equal(0);
          expect(await findings(small.page), `${name} ${size} ${colorScheme}`).to.deep.equal([]);
          await screenshot(small.page, `${name}-${colorScheme}-${size}`);
        }
        await expectUnharmed(small);
        await small.context.close();
      }
    const other = await open(browser, world.url);
    await other.context.addInitScript(`localStorage.setItem('cargograph-console', '{"language":"pseudo"}')`);
    for (const path of ['/messages', waybillMessage, hostileMessage, '/messages/send']) {
      await other.page.goto(`${world.url}/console${path}`);
      await other.page.getByRole('button', { name: /Às thè dàtà hòldèr/ }).click();
      await settled(other.page);
      expect(await untranslated(other.page), path).to.deep.equal([]);
    }
    await other.context.close();
    await visit(page, world.url, waybillMessage);
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Save the report' }).isVisible(), 'on paper').to.equal(false);
    await expectShown(page.getByRole('table', { name: 'Left out' }));
    await screenshot(page, 'message-printed');
    await page.emulateMedia({ media: 'screen' });
  });
});
