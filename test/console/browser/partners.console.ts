/** Partners and receipts: all about one partner, and who was told what when. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { eventually, fastRetries, partyFor, Receiver, subscribe } from '../../support/exchange.js';
import { cargo } from '../../support/node.js';
import {
  expectShown,
  expectUnharmed,
  findings,
  open,
  overflow,
  phone,
  screenshot,
  settled,
  signIn,
  visit,
} from './browser.js';
import { windowHooks } from './suite.js';

describe('partners and receipts in the console', () => {
  const running = windowHooks({
    env: fastRetries,
    prepare: async (world) => {
      receiver = await Receiver.start();
      await subscribe(world.holder, await partyFor(world.url, receiver.agent), { topic: `${cargo}Waybill` });
      let failures = 2;
      receiver.behaviour = (response, notification) => {
        response.writeHead(notification !== undefined && failures-- > 0 ? 503 : 204).end();
      };
      const created = await world.holder.post('/logistics-objects', {
        '@context': { cargo },
        '@id': `${world.url}/logistics-objects/waybill-told`,
        '@type': 'cargo:Waybill',
        'cargo:waybillPrefix': '020',
        'cargo:waybillNumber': '87654321',
      });
      expect(created.status, created.text).to.equal(201);
      await eventually(async () => {
        const { text } = await world.holder.get(`/internal/receipts?subscriber=${encodeURIComponent(receiver.agent)}`);
        return text.includes('waybill-told');
      });
    },
  });

  let receiver: Receiver;

  const dialog = (): ReturnType<Page['getByRole']> => running.page.getByRole('dialog');
  const partner = (agent: string): string => `/partner?agent=${encodeURIComponent(agent)}`;

  after(() => receiver.close());

  it('lists partners, and leads to one by its row or its name', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/partners');
    const table = page.getByRole('table', { name: 'Partners' });
    const row = table.getByRole('row').filter({ hasText: 'Northern Airline' });
    await row.getByText('7 objects').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'partners');
    await row.getByRole('link', { name: 'Northern Airline' }).press('Enter');
    await page.getByRole('heading', { name: 'Northern Airline', level: 1 }).waitFor();
    await page.goBack();
    const field = page.getByRole('combobox', { name: 'Find a partner' });
    await field.fill(receiver.agent);
    await page.getByRole('option').first().click();
    await page.getByRole('heading', { name: '_receiver' }).waitFor();
  });

  it('shows access, requests and receipts of a partner, with links to the lists', async () => {
    const { page, world } = running;
    await visit(page, world.url, partner(world.airline.agent));
    await page.getByText('Piece 4').waitFor();
    await page.getByRole('table', { name: 'Requests' }).getByText('Lot 12 replaces the one before').first().waitFor();
    await page.getByRole('table', { name: 'Permissions' }).getByRole('row').filter({ hasText: 'waybill-1' }).waitFor();
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'partner');
    await page
      .getByRole('region', { name: 'Its last requests' })
      .getByRole('link', { name: 'Show all' })
      .press('Enter');
    await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    expect(page.url())
      .to.contain('status=any')
      .and.contain(`by=${encodeURIComponent(world.airline.agent)}`);
  });

  it('shows subscribers and attempts of an object, and filters receipts by the address', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/waybill-told');
    const told = page.getByRole('region', { name: 'Told and not told' });
    await told.getByText('was told of revision').first().waitFor();
    await told.getByRole('link', { name: '_receiver' }).waitFor();
    await told.getByRole('link', { name: 'All confirmed deliveries' }).press('Enter');
    await page.getByRole('heading', { name: 'Confirmed deliveries' }).waitFor();
    await page.getByText('Logistics object created').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'receipts');
    await page.getByRole('combobox', { name: 'Confirmed' }).selectOption('from … to …');
    await page.getByLabel('From (UTC)').fill('2099-01-01');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await page.getByText('No receipt matches.').waitFor();
    await page.reload();
    await signIn(page, 'holder');
    await page.getByText('No receipt matches.').waitFor();
    expect(await page.getByLabel('From (UTC)').inputValue()).to.equal('2099-01-01');
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await page.getByText('Confirmed', { exact: true }).nth(1).waitFor();
    await page.getByRole('row').filter({ hasText: 'waybill-told' }).getByRole('link', { name: '_receiver' }).click();
    await page.getByRole('region', { name: 'Last receipts' }).getByText('3 attempts').waitFor();
  });

  it('names the effects, then revokes a subscription and withdraws all access', async () => {
    const { page, world } = running;
    await visit(page, world.url, partner(receiver.agent));
    await page.getByRole('button', { name: 'Revoke …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Revoke the subscription' }).press('Space');
    await expectShown(page.getByText('The subscription is revoked.').first());
    await expectShown(page.getByText('It has no subscriptions.'));
    await visit(page, world.url, partner(world.airline.agent));
    await page.getByRole('button', { name: 'Withdraw all …' }).press('Enter');
    await expectShown(dialog().getByText('It has permissions on 6 objects:'));
    await dialog().getByRole('button', { name: 'Withdraw' }).press('Space');
    await expectShown(page.getByText('Withdrawn: 6 entries').first());
    // The data holder's own object is for every authenticated agent.
    await expectShown(page.getByText('1 object', { exact: true }));
  });

  it('is for internal agents, and fits a phone', async () => {
    const { browser, page, world } = running;
    for (const path of ['/partners', '/deliveries/confirmed']) {
      await visit(page, world.url, path, 'airline');
      await page.getByText('This page is for the data holder’s own people.').waitFor();
    }
    // Its own page a partner sees, without what the data holder knows of it.
    await visit(page, world.url, partner(world.airline.agent), 'airline');
    await page.getByRole('heading', { name: 'Subscriptions' }).first().waitFor();
    expect(await page.getByRole('region', { name: 'Last receipts' }).count()).to.equal(0);
    const small = await open(browser, world.url, phone);
    await visit(small.page, world.url, partner(receiver.agent));
    await settled(small.page);
    expect(await overflow(small.page)).to.equal(0);
    await screenshot(small.page, 'partner-phone');
    await expectUnharmed(small);
    await small.context.close();
  });
});
