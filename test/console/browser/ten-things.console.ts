/** The day's work of a clerk, each thing begun on Home of the example exchange, with its presses counted (docs/quality.md). */
import { expect } from 'chai';
import { LatePartner, sampleSettings } from '../../../scripts/sample-partner.js';
import { createSample } from '../../../src/console/sample.js';
import { context as jsonLd, Party, token } from '../../support/node.js';
import { sampleNode } from '../../support/sample.js';
import { expectShown, open, settled, visit } from './browser.js';
import { Clerk } from './clerk.js';
import { type RunningNode, startNode } from './node.js';
import { browserHooks, eachInWindow } from './suite.js';

const DAY_MS = 86_400_000;
const SHIPMENT = 'Exhibition materials';

describe('the things that a clerk does in a day', () => {
  let node: RunningNode;
  let holder: Party;
  let partner: LatePartner;
  let clerk: Clerk;

  const suite = browserHooks();
  before(async () => {
    node = await startNode(sampleSettings);
    partner = await LatePartner.start();
    const party = async (client: string): Promise<Party> => {
      const name = client === 'holder' ? '_data-holder' : client;
      return new Party(node.url, `${node.url}/logistics-objects/${name}`, await token(node.url, client));
    };
    holder = await party('holder');
    await createSample(sampleNode({ url: node.url, party }, partner), () => undefined);
    const arrival = async (type: string, daysAgo: number): Promise<void> => {
      const reply = await holder.post('/logistics-objects/shipment-1/logistics-events', {
        '@context': jsonLd,
        '@type': 'cargo:LogisticsEvent',
        'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#ARR' },
        'cargo:eventDate': {
          '@type': 'http://www.w3.org/2001/XMLSchema#dateTime',
          '@value': new Date(Date.now() - daysAgo * DAY_MS).toISOString(),
        },
        'cargo:eventTimeType': { '@id': `cargo:${type}` },
      });
      expect(reply.status, reply.text).to.equal(201);
    };
    await arrival('PLANNED', 3);
    await arrival('ACTUAL', 2);
  });
  after(async () => {
    await node.stop();
    await partner.stop();
  });
  const running = eachInWindow(suite, () => node.url, {
    opened: async ({ page }) => {
      await visit(page, node.url, '/');
      clerk = new Clerk(page);
    },
  });

  const spellings = ['123-12345675', '12312345675', '123 12345675', '123 1234 5675', '123/12345675', '12345675'];
  for (const spelling of [...spellings, 'AWB 123-12345675', '123–12345675'])
    it(`finds the waybill ${spelling}, with its shipment`, async () => {
      const { page } = running;
      await clerk.type(page.getByRole('combobox', { name: /^Find/ }), spelling);
      await clerk.key('Enter');
      await page.waitForURL(/\/logistics-objects\/waybill-1$/);
      await expectShown(page.getByText(`Shipment: ${SHIPMENT}, 3 pieces`));
      clerk.expectCounted(1, 1);
    });

  it('sees what changed in a shipment, and by whom', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await clerk.open('Life');
    await expectShown(page.getByRole('row').filter({ hasText: 'Revision 4' }).filter({ hasText: 'Example Air' }));
    clerk.expectCounted(2, 0);
  });

  it('sees who may read it, and why', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await clerk.open('Access');
    const row = page.getByRole('row').filter({ hasText: 'Example Handling' });
    await expectShown(row.getByText(/written in the list, by/));
    clerk.expectCounted(2, 0);
  });

  it('sees why a partner was not told, and sends it again', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await expectShown(page.getByText(/is not told since .*: its server cannot be reached/));
    clerk.expectCounted(1, 0);
    await clerk.press(page.getByRole('button', { name: /^Send again …/ }).first());
    await clerk.button('Send again');
    await expectShown(page.getByText(/^The notification for .* is sent again\.$/).first());
    clerk.expectCounted(3, 0);
  });

  it('gives a partner access to a whole shipment', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await clerk.button('Give access …');
    await clerk.choosePartner('exa', 'Example Handling');
    await clerk.button('Show what changes');
    await expectShown(page.getByText(/^Example Handling may read \d+ objects/));
    await clerk.button('Give access');
    await expectShown(page.getByText(/^Example Handling has access to/).first());
    clerk.expectCounted(5, 1);
  });

  it('subscribes a partner to a whole shipment', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await clerk.button('Subscribe a partner …');
    await clerk.choosePartner('exa', 'Example Handling');
    await clerk.button('Show what changes');
    await clerk.button('Subscribe');
    await expectShown(page.getByText(/^Example Handling is subscribed to/).first());
    clerk.expectCounted(5, 1);
  });

  it('opens the print of a shipment', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    await clerk.open('Print the shipment');
    await expectShown(page.getByRole('button', { name: 'Print', exact: true }));
    clerk.expectCounted(2, 0);
  });

  it('has the late shipments as a file of Excel', async () => {
    const { page } = running;
    await clerk.press(page.getByRole('navigation').getByRole('link', { name: 'Questions', exact: true }));
    await clerk.open('Late shipments by carrier');
    await expectShown(page.getByRole('table').getByText(SHIPMENT));
    const saved = page.waitForEvent('download');
    await clerk.button('Excel');
    expect((await saved).suggestedFilename()).to.match(/^late-shipments.*\.xlsx$/);
    clerk.expectCounted(3, 0);
  });

  it('sees a change of a piece on the page of the shipment', async () => {
    const { page } = running;
    await clerk.open(SHIPMENT);
    const reply = await holder.post('/logistics-objects/piece-3/logistics-events', {
      '@context': jsonLd,
      '@type': 'cargo:LogisticsEvent',
      'cargo:eventCode': { '@id': 'https://onerecord.iata.org/ns/code-lists/StatusCode#DLV' },
      'cargo:eventDate': { '@type': 'http://www.w3.org/2001/XMLSchema#dateTime', '@value': '2026-03-02T10:00:00Z' },
      'cargo:eventTimeType': { '@id': 'cargo:ACTUAL' },
    });
    expect(reply.status, reply.text).to.equal(201);
    await page
      .getByText(/\d+ new/)
      .first()
      .waitFor();
    await clerk.press(page.getByRole('button', { name: /show/i }).first());
    clerk.expectCounted(2, 0);
  });

  it('decides a request', async () => {
    const { page } = running;
    const row = page.getByRole('row').filter({ hasText: 'As on the invoice' });
    await clerk.press(row.getByRole('link', { name: 'Change' }));
    await clerk.button('Accept …');
    await clerk.button('Accept');
    await expectShown(page.getByText('Accepted', { exact: true }).first());
    clerk.expectCounted(3, 0);
  });

  it('corrects a piece of its own', async () => {
    const { page } = running;
    await clerk.open('UPID-0003');
    await clerk.open('Correct');
    await clerk.type(page.getByLabel('Gross weight', { exact: true }), '7.5');
    await page.getByText('Everything can be saved.').waitFor();
    await clerk.button('Save …');
    await clerk.button('Save');
    await page.waitForURL(/\/logistics-objects\/piece-3$/);
    clerk.expectCounted(4, 1);
  });

  it('proposes a change, as a partner', async () => {
    const { context, page: other } = await open(suite.browser, node.url);
    await visit(other, node.url, '/', 'airline');
    const airline = new Clerk(other);
    await airline.open('UPID-0002');
    await airline.open('Propose a change');
    await airline.type(other.getByLabel('Gross weight', { exact: true }), '26.5');
    await other.getByText('Everything can be saved.').waitFor();
    await airline.button('Propose …');
    await airline.button('Propose');
    await settled(other);
    airline.expectCounted(4, 1);
    await context.close();
  });

  it('makes a shipment with its waybill', async () => {
    const { page } = running;
    await clerk.press(page.getByRole('button', { name: 'New', exact: true }));
    await clerk.press(page.getByRole('link', { name: 'Shipment', exact: true }));
    await clerk.type(page.getByLabel('Air waybill number').first(), '057-12345675');
    await clerk.type(page.getByLabel('Goods description').first(), 'Books');
    await page.getByText('Everything can be saved.').waitFor();
    await clerk.button('Create …');
    await expectShown(page.getByRole('dialog').getByText('1 shipment, 1 waybill'));
    await clerk.button('Create');
    await page.waitForURL(/\/logistics-objects\/[^/]+$/);
    clerk.expectCounted(4, 2);
  });
});
