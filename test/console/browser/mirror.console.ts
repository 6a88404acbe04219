/** Partners' objects in a browser: a node that follows another one, which then stops. */
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { aclBody, fastRetries, trusting } from '../../support/exchange.js';
import { context as jsonLd, Party, token } from '../../support/node.js';
import type { JsonObject } from '../../support/world.js';
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
  until,
  visit,
} from './browser.js';
import { type RunningNode, startNode } from './node.js';
import { windowHooks } from './suite.js';

const everybody = { 'acl:agentClass': { '@id': 'http://www.w3.org/ns/auth/acl#AuthenticatedAgent' } };

describe('partners’ objects in the console', () => {
  let partner: RunningNode;
  let holder: Party;
  let shipment = '';

  async function create(content: JsonObject): Promise<string> {
    const reply = await holder.post('/logistics-objects', { '@context': jsonLd, ...content });
    expect(reply.status, reply.text).to.equal(201);
    const uri = reply.headers.get('location') ?? '';
    const list = await holder.put(`${uri}/acl`, aclBody(uri, everybody));
    expect(list.status, list.text).to.equal(204);
    return uri;
  }

  const running = windowHooks({
    env: fastRetries,
    prepare: async ({ url }) => {
      partner = await startNode(trusting(url));
      holder = new Party(partner.url, '', await token(partner.url, 'holder'));
      const piece = await create({ '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Oranges' });
      shipment = await create({
        '@type': 'cargo:Shipment',
        'cargo:goodsDescription': 'Fruit for the night flight',
        'cargo:pieces': { '@id': piece },
      });
    },
  });
  after(() => partner.stop());

  const dialog = (): ReturnType<Page['getByRole']> => running.page.getByRole('dialog');
  const follows = (): ReturnType<Page['getByRole']> => running.page.getByRole('table', { name: 'Follows' });

  /** Loads the page again until it shows a text. */
  async function shown(path: string, text: string): Promise<void> {
    const { page, world } = running;
    await visit(page, world.url, path);
    await until(async () => {
      if ((await page.getByText(text).count()) > 0) return true;
      await page.reload();
      await signIn(page, 'holder');
      await settled(page);
      return false;
    });
  }

  it('follows a partner’s object by its address, and says what is asked of whom', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/');
    await page.getByRole('link', { name: 'Partners’ objects' }).press('Enter');
    await page.getByText('Nothing is followed.').waitFor();
    await page.getByRole('button', { name: 'Follow a partner’s object …' }).press('Enter');
    const confirm = dialog().getByRole('button', { name: 'Follow', exact: true });
    expect(await confirm.isDisabled(), 'without an address').to.equal(true);
    await page.getByLabel('URI of the object').fill(`${shipment}\nhttps://other.example/logistics-objects/1`);
    await dialog().getByText('All must be of one partner’s server.').waitFor();
    expect(await confirm.isDisabled(), 'of two servers').to.equal(true);
    await page.getByLabel('URI of the object').fill(shipment);
    await dialog()
      .getByText(`This node asks ${new URL(partner.url).host} for it with its own token`)
      .waitFor();
    await page.getByLabel('Note').fill('The night shift');
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'mirror-follow');
    await confirm.press('Enter');
    await page.getByText('The node follows it.').first().waitFor();
    await shown('/mirror', 'Following');
    await shown('/mirror', '2 objects');
    await expectShown(follows().getByText('The night shift'));
    expect(await findings(page)).to.deep.equal([]);
    expect(await overflow(page)).to.equal(0);
    await screenshot(page, 'mirror');
  });

  it('finds follows by their state in the address, and is for internal agents', async () => {
    const { page, world, browser } = running;
    await visit(page, world.url, '/mirror?state=frozen');
    await page.getByText('No follow matches.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).press('Enter');
    await expectShown(follows().getByText('Following'));
    const airline = await open(browser, world.url);
    await visit(airline.page, world.url, '/mirror', 'airline');
    await airline.page.getByText('This page is for the agents of the data holder.').waitFor();
    await expectUnharmed(airline);
    await airline.context.close();
  });

  it('says why a partner is silent, and fits a phone and the dark', async () => {
    const { page, world, browser } = running;
    await partner.stop();
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Check now …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Check now', exact: true }).press('Enter');
    await shown('/mirror', 'Unreachable');
    await expectShown(follows().getByText('the server does not answer'));
    await screenshot(page, 'mirror-silent');
    for (const colorScheme of ['light', 'dark'] as const) {
      const small = await open(browser, world.url, { ...phone, colorScheme });
      await visit(small.page, world.url, '/mirror');
      await settled(small.page);
      expect(await overflow(small.page)).to.equal(0);
      expect(await findings(small.page)).to.deep.equal([]);
      await screenshot(small.page, `mirror-phone-${colorScheme}`);
      await expectUnharmed(small);
      await small.context.close();
    }
  });

  it('deletes the copies of a follow after it has said what that means', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/mirror');
    await follows().getByRole('button', { name: 'Delete copies …' }).press('Enter');
    await dialog().getByText('of 2 objects all values and events are deleted').waitFor();
    await screenshot(page, 'mirror-purge');
    await dialog().getByRole('button', { name: 'Delete the copies' }).press('Space');
    await page.getByText('its copies are being deleted').first().waitFor();
    await shown('/mirror', 'Ended');
    expect(await follows().getByRole('button').count()).to.equal(0);
  });
});
