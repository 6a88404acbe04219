/** The page of a shipment and its members (K41 to K43), its print (K85), and the page of drafts (K14). */
import { expect } from 'chai';
import { add, changeBody } from '../../support/changes.js';
import { context as jsonLd, type Json } from '../../support/node.js';
import { desktop, findings, overflow, phone, screenshot, until, visit } from './browser.js';
import { sheetsOf } from './pdf.js';
import { windowHooks } from './suite.js';

const PIECES = 200;
const codes = 'https://onerecord.iata.org/ns/code-lists/';

describe('the page of a shipment', () => {
  let shipment: string;
  let waybill: string;
  let pieces: string[];

  const running = windowHooks({
    window: desktop,
    prepare: async (world) => {
      const { holder, url } = world;
      const id = (name: string): string => `${url}/logistics-objects/${name}`;
      pieces = Array.from({ length: PIECES }, (_, index) => id(`p-${index + 1}`));
      shipment = id('big');
      waybill = id('big-awb');
      const weight = (value: number): Json => ({
        '@type': 'cargo:Value',
        'cargo:numericalValue': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': String(value) },
        'cargo:unit': { '@id': `${codes}MeasurementUnitCode#KGM` },
      });
      const place = (code: string): Json => ({
        '@type': 'cargo:Location',
        'cargo:locationCodes': { '@type': 'cargo:CodeListElement', 'cargo:code': code },
      });
      for (const body of [
        {
          ...{ '@id': shipment, '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'Exhibition materials' },
          'cargo:totalGrossWeight': weight(410),
          'cargo:pieces': pieces.map((piece, index) => ({
            ...{
              '@id': piece,
              '@type': 'cargo:Piece',
              'cargo:upid': `UPID-${index + 1}`,
              'cargo:grossWeight': weight(2),
            },
            ...{ 'cargo:goodsDescription': `Printed brochures for stand ${index + 1}`, 'cargo:shippingMarks': 'EXPO' },
          })),
        },
        {
          ...{ '@id': waybill, '@type': 'cargo:Waybill', 'cargo:waybillPrefix': '020' },
          ...{ 'cargo:waybillNumber': '12345675', 'cargo:shipment': { '@id': shipment } },
          ...{ 'cargo:departureLocation': place('FRA'), 'cargo:arrivalLocation': place('DOH') },
        },
      ]) {
        const reply = await holder.post('/logistics-objects', { '@context': jsonLd, ...body });
        expect(reply.status, reply.text).to.equal(201);
      }
      const departed = await holder.post(`${path(shipment)}/logistics-events`, {
        '@context': jsonLd,
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventCode': { '@id': `${codes}StatusCode#DEP` },
        'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-11-22T04:00:00Z' },
        'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
      });
      expect(departed.status, departed.text).to.equal(201);
      const draft = { kind: 'draft', form: 'Shipment', title: 'For Munich', visibility: 'own', values: {} };
      const kept = await holder.post('/internal/drafts', draft, { 'Content-Type': 'application/json' });
      expect(kept.status, kept.text).to.equal(201);
    },
  });
  const path = (uri: string): string => new URL(uri).pathname;

  it('K41, K91: has its acts in one row, and the rare ones behind More', async () => {
    const { page, world } = running;
    await visit(page, world.url, path(shipment));
    await page.getByRole('button', { name: 'Give access …' }).waitFor();
    const withdraw = page.getByRole('button', { name: 'Withdraw access …' });
    expect(await withdraw.isVisible()).to.equal(false);
    const { height = 0 } = (await page.locator('.acts').first().boundingBox()) ?? {};
    expect(height).to.be.within(20, 44);
    await page.locator('summary', { hasText: 'More' }).press('Enter');
    await withdraw.waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await withdraw.press('Escape');
    await withdraw.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('withdraw acc');
    await page.getByRole('option', { name: 'Withdraw access …' }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Show what changes' }).waitFor();
  });

  it('K41: says what a clerk asks for first, folds the bookkeeping, and is short with 200 pieces', async () => {
    const { page, world } = running;
    await visit(page, world.url, path(shipment));
    await page.getByRole('link', { name: 'UPID-200' }).waitFor();
    const facts = await page.getByRole('region', { name: 'At a glance' }).innerText();
    for (const text of [
      '020-12345675',
      'FRA',
      'DOH',
      '200 pieces',
      '410 kg',
      '400 kg by pieces',
      'Exhibition materials',
      'DEP',
    ])
      expect(facts).to.contain(text);
    const names = await page.getByRole('row').getByRole('rowheader').allInnerTexts();
    expect(names.filter((name) => name.startsWith('UPID-')).slice(0, 3)).to.deep.equal(['UPID-1', 'UPID-2', 'UPID-3']);
    expect(await page.getByText('200 pieces, 400 kg').count()).to.equal(1);
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).to.be.at.most(4_000);
    expect(await page.getByRole('navigation', { name: 'Parts of this object' }).getByRole('link').count()).to.equal(5);
    expect(await page.locator('main .primary').count()).to.equal(1);
    expect(await page.locator('details.record[open]').count()).to.equal(0);
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'shipment');
    await page.getByRole('searchbox', { name: 'Find in UPID' }).fill('stand 17');
    await page.keyboard.press('Enter');
    await page.getByText('11 of 200 pieces').waitFor();
  });

  it('K42: of a waybill and a piece begins with the shipment', async () => {
    const { page, world } = running;
    for (const member of [waybill, pieces[6] ?? '']) {
      await visit(page, world.url, path(member));
      await page.getByText('Shipment: Exhibition materials, 200 pieces').waitFor();
      await page.getByRole('link', { name: 'UPID-200' }).waitFor();
      await page.getByRole('region', { name: 'Milestones' }).getByText('departed').waitFor();
      expect(await page.getByRole('heading', { name: 'Pieces', exact: true }).count()).to.equal(1);
    }
  });

  it('K43: says at once how many changes of its objects are new, and shows them; watched objects are seen', async () => {
    const { page, world } = running;
    await visit(page, world.url, path(shipment));
    await page.getByRole('link', { name: 'UPID-200' }).waitFor();
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await page.getByRole('button', { name: 'Watched' }).waitFor();
    for (const piece of pieces.slice(0, 3)) {
      const changes = [add(piece, 'goodsDescription', 'x')].map((one) => ({
        ...one,
        p: `${one.p.slice(0, one.p.lastIndexOf('#'))}#packagedeIdentifier`,
      }));
      const reply = await world.holder.patch(path(piece), changeBody(piece, 1, changes));
      expect(reply.status, reply.text).to.equal(201);
      const accepted = await world.holder.patch(`${path(reply.headers.get('location') ?? '')}?status=REQUEST_ACCEPTED`);
      expect(accepted.status, accepted.text).to.equal(204);
    }
    await page.getByText('3 new').waitFor({ timeout: 6_000 });
    await page.getByRole('button', { name: 'show', exact: true }).click();
    const first = page.getByRole('row').filter({ hasText: 'UPID-1' }).first();
    await until(async () => (await first.innerText()).includes('2'));
    expect(await page.getByText('3 new').count()).to.equal(0);
    const watched = await world.holder.get('/internal/watched');
    expect(watched.text).to.contain('"news":');
  });

  it('K85: prints the shipment as one document, 200 pieces on at most 12 sheets', async () => {
    const { page, world } = running;
    await visit(page, world.url, path(shipment));
    await page.getByRole('link', { name: 'Print the shipment' }).click();
    await page.getByRole('heading', { name: '020-12345675' }).waitFor();
    await page.getByText('UPID-200', { exact: true }).waitFor();
    await screenshot(page, 'print-shipment');
    const sheets = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheets.length).to.be.at.most(12);
    const all = sheets.join('');
    for (let index = 1; index <= PIECES; index += 1) expect(all).to.contain(`UPID-${index}Printed`);
    for (const text of ['FRA', 'DOH', 'Signature', 'Stamp', 'EXPO', '410kg', '400kg']) expect(all).to.contain(text);
    expect(all).not.to.match(/ago|Watch/);
    for (const sheet of sheets) {
      expect(sheet.slice(0, 600))
        .to.contain(shipment)
        .and.contain(`by${world.holder.agent}`)
        .and.match(/Revision\dof\d/);
      if (sheet.includes('UPID-')) expect(sheet).to.contain('HScode');
    }
  });

  it('K14: lists drafts, which the form goes on with, and deletes them', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/drafts');
    const link = page.getByRole('link', { name: 'For Munich' });
    expect(await link.getAttribute('href')).to.match(/\/new\/Shipment\?draft=/);
    await screenshot(page, 'drafts');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No draft and no template yet.').waitFor();
  });

  it('fits a phone', async () => {
    const { page, world } = running;
    await page.setViewportSize(phone.viewport ?? { width: 390, height: 844 });
    await visit(page, world.url, path(waybill));
    await page.getByRole('link', { name: 'UPID-200' }).waitFor();
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'shipment-phone');
  });
});
