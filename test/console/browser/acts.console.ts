/** Acts on a whole shipment, and partners by name, by mouse and keyboard (K44 to K53). */
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { expectShown, findings, overflow, screenshot, visit } from './browser.js';
import { windowHooks } from './suite.js';

const GHA = 'https://gha.example/logistics-objects/gha';

describe('acts on a whole shipment in the console', () => {
  const running = windowHooks({
    prepare: async (world) => {
      const named = await world.holder.put(
        `/internal/agent?uri=${encodeURIComponent(GHA)}`,
        { name: 'Example Handling' },
        { 'Content-Type': 'application/json' },
      );
      expect(named.status, named.text).to.equal(204);
    },
  });

  const dialog = (page: Page): Locator => page.getByRole('dialog');

  async function choose(within: Locator, text: string, name: string): Promise<void> {
    await within.getByRole('combobox').fill(text);
    await within.getByRole('option', { name }).click();
    await within.getByRole('button', { name: `Remove ${name}` }).waitFor();
  }

  it('gives a partner access to all of a shipment, by its name, in two steps', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/shipment-1/acl');
    await page.getByRole('button', { name: 'Give access …' }).click();
    await choose(dialog(page), 'handl', 'Example Handling');
    await dialog(page).getByLabel('Handler').check();
    expect(await findings(page)).to.deep.equal([]);
    await dialog(page).getByRole('button', { name: 'Show what changes' }).click();
    await expectShown(dialog(page).getByText(/^Example Handling may read \d+ objects\.$/));
    await expectShown(dialog(page).getByText('The same holds for pieces and waybills that are added later.'));
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'give-access');
    await dialog(page).getByRole('button', { name: 'Give access', exact: true }).click();
    await expectShown(page.getByText(/^Example Handling has access to \d+ objects more\./).first());
    const row = page.getByRole('row').filter({ hasText: 'Example Handling' });
    await expectShown(row.getByText('May read it, read its events, propose changes, and report events.'));
    await expectShown(row.getByText('Handler'));
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'access-by-name');
  });

  it('answers whether a partner may read it, chosen by its name', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/shipment-1/acl');
    await page.getByRole('combobox', { name: /^May this partner read it/ }).fill('example h');
    await expectShown(page.getByRole('option', { name: 'Example Handling' }));
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expectShown(page.getByRole('heading', { name: 'Example Handling', level: 2 }));
  });

  it('subscribes a partner, says that it may not read, and offers both at once', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/shipment-1/acl');
    await page.getByRole('button', { name: 'Subscribe a partner …' }).click();
    const within = dialog(page);
    await within.getByRole('combobox').fill('ramp');
    await within.getByRole('option', { name: 'A new partner …' }).click();
    await within.getByLabel('Name').fill('Example Ramp');
    await within.getByLabel('Its address').fill('https://ramp.example/logistics-objects/ramp');
    await within.getByRole('button', { name: 'Save the partner' }).click();
    await within.getByRole('button', { name: 'Remove Example Ramp' }).waitFor();
    await within.getByRole('button', { name: 'Show what changes' }).click();
    await expectShown(within.getByText(/^It may not read \d+ objects: it will be told without content\.$/));
    await within.getByRole('button', { name: 'Give access as well' }).click();
    await within.getByText(/It may not read/).waitFor({ state: 'detached' });
    await within.getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expectShown(page.getByText(/^Example Ramp is subscribed to \d+ objects more\./).first());
    const partner = encodeURIComponent('https://ramp.example/logistics-objects/ramp');
    await visit(page, world.url, `/partner?agent=${partner}`);
    await expectShown(page.getByRole('heading', { name: 'Example Ramp', level: 1 }));
    const table = page.getByRole('table', { name: 'Subscriptions' });
    await expectShown(table.getByText('also what is added to the shipment later').first());
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'partner-subscriptions');
    await page.getByRole('button', { name: 'Subscribe to a type …' }).click();
    await dialog(page).getByRole('combobox').fill('Waybill');
    await dialog(page).getByRole('option', { name: 'Waybill', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Subscribe', exact: true }).click();
    await expectShown(table.getByText(/^every /));
  });

  it('decides all requests of a partner: what cannot be accepted is said before', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/logistics-objects/shipment-1/acl');
    await page.getByRole('button', { name: 'Decide all of a partner …' }).click();
    await choose(dialog(page), 'northern', 'Northern Airline');
    await dialog(page).getByRole('button', { name: 'Show what changes' }).click();
    await expectShown(dialog(page).getByText(/of Northern Airline can be accepted/));
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'decide-all');
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  });
});
