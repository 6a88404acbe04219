/** Deliveries, access, events, changes and checks, as an operator and a partner use them in a browser. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { add, changeBody } from '../../support/changes.js';
import { context as jsonLd, Party, token } from '../../support/node.js';
import {
  expectShown,
  expectUnharmed,
  findings,
  open,
  screenshot,
  settled,
  visit,
  streamOf,
  tolerate,
} from './browser.js';
import { subscribeDead } from './dead-subscriber.js';
import type { RunningWorld } from './node.js';
import { windowHooks } from './suite.js';

const CODES = 'https://onerecord.iata.org/ns/code-lists/';
async function createPiece({ url, holder }: RunningWorld, id: string): Promise<void> {
  const { status, text } = await holder.post('/logistics-objects', {
    '@context': jsonLd,
    '@id': `${url}/logistics-objects/${id}`,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': id,
  });
  expect(status, text).to.equal(201);
}

describe('operating the node in the console', () => {
  const running = windowHooks({
    prepare: async (world) => {
      await subscribeDead(world);
      for (const id of ['told-1', 'told-2', 'told-3']) await createPiece(world, id);
    },
  });

  const pathOf = (uri: string): string => uri.slice(running.world.url.length);
  const dialog = (): ReturnType<Page['getByRole']> => running.page.getByRole('dialog');

  it('pauses a queue with a reason, skips one notification, resumes, and revokes the subscription', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/deliveries');
    const row = page.getByRole('row').filter({ hasText: 'localhost:9' });
    await row.getByRole('button', { name: 'Pause' }).press('Enter');
    const confirm = dialog().getByRole('button', { name: 'Pause' });
    expect(await confirm.isDisabled(), 'without a reason').to.equal(true);
    await page.getByLabel('Reason').fill('Their server moves tonight');
    await confirm.press('Space');
    await page.getByText('The queue is paused.').first().waitFor();
    await row.getByText('Their server moves tonight').waitFor();
    await screenshot(page, 'deliveries-paused');
    await row.getByRole('link', { name: 'localhost:9' }).press('Enter');
    await page.getByRole('heading', { name: 'Waiting, in their order' }).waitFor();
    await page.getByRole('link', { name: 'Logistics object created' }).nth(1).press('Enter');
    await page.getByRole('heading', { name: 'Outgoing notification' }).waitFor();
    await page.getByText('the end of the pause of its queue').waitFor();
    await page.getByText('Their server moves tonight').waitFor();
    await page.getByRole('region', { name: 'Body' }).getByText('told-2').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'outbox-entry');
    await page.goBack();
    await page.getByRole('button', { name: 'Skip' }).first().press('Enter');
    await page.getByLabel('Reason').fill('They never knew this piece');
    await dialog().getByRole('button', { name: 'Skip' }).press('Space');
    await page.getByText('The notification is skipped.').first().waitFor();
    const delivered = page.getByRole('table', { name: 'Delivered to this subscriber' });
    await delivered.getByText('They never knew this piece').waitFor();
    await delivered.getByRole('link').first().press('Enter');
    await page.getByText('The body is not stored; this receipt confirms the delivery.').waitFor();
    await page.getByText('They never knew this piece').waitFor();
    await screenshot(page, 'outbox-entry-skipped');
    await page.goBack();
    await page.getByRole('button', { name: 'Resume' }).click();
    await dialog().getByRole('button', { name: 'Resume' }).click();
    await page.getByText('The queue is resumed.').first().waitFor();
    await page.getByRole('button', { name: 'Send now' }).click();
    await dialog().getByRole('button', { name: 'Send now' }).click();
    await page.getByText('1 queue sends now.').first().waitFor();
    await page.getByText('Its server cannot be reached').first().waitFor();
    const request = await page
      .getByRole('definition')
      .locator('a[href*="action-requests"]')
      .first()
      .getAttribute('href');
    await page.getByRole('button', { name: 'Revoke the subscription' }).press('Enter');
    await dialog().getByRole('button', { name: 'Revoke the subscription' }).press('Space');
    await page.getByText('The subscription is revoked.').first().waitFor();
    const { text } = await world.holder.get((request ?? '').replace('/console', ''));
    expect(text).to.contain('REQUEST_REVOKED');
  });

  it('lists received notifications', async () => {
    const { page, world } = running;
    const { status, text } = await world.airline.post('/notifications', {
      '@context': jsonLd,
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      'api:hasLogisticsObject': { '@id': world.piece },
    });
    expect(status, text).to.equal(204);
    await visit(page, world.url, '/notifications');
    await page
      .locator(`a[href="/console${pathOf(world.piece)}"]`)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Logistics object updated' }).first().press('Enter');
    await page.getByRole('heading', { name: 'Received notification' }).waitFor();
    await page.getByRole('definition').filter({ hasText: 'Northern Airline' }).first().waitFor();
    await page.getByText('this node has no back end').waitFor();
    await page.getByRole('region', { name: 'What it says' }).getByText('api:LOGISTICS_OBJECT_UPDATED').waitFor();
    expect(await findings(page)).to.deep.equal([]);
    await screenshot(page, 'inbox-entry');
    // A reload signs in again by itself.
    await page.reload();
    await page.getByRole('heading', { name: 'Received notification' }).waitFor();
  });

  it('marks changes of others as "new", over one stream, without moving rows', async () => {
    const { page, watched, world } = running;
    await Promise.all([streamOf(watched.context), visit(page, world.url, '/logistics-objects')]);
    const second = await watched.context.newPage();
    const streams: string[] = [];
    second.on('request', (request) => {
      if (request.url().endsWith('/stream')) streams.push(request.url());
    });
    await visit(second, world.url, '/logistics-objects');
    const names = (): Promise<string[]> => page.getByRole('rowheader').allInnerTexts();
    const before = await names();
    await createPiece(world, 'live-1');
    for (const each of [page, second]) await each.getByRole('button', { name: 'Show it' }).waitFor();
    expect(await names(), 'nothing moves').to.deep.equal(before);
    expect(streams, 'one stream a browser').to.deep.equal([]);
    await page.getByRole('button', { name: 'Show it' }).click();
    await page.getByRole('link', { name: 'live-1' }).first().waitFor();
    await second.close();
  });

  it('lists access with its source, grants it by the form, and withdraws all of one agent', async () => {
    const { page, world } = running;
    const { holder, handler, url } = world;
    const visitor = new Party(url, `${url}/logistics-objects/handler`, await token(url, 'handler'));
    const piece = `${url}/logistics-objects/piece-2`;
    expect((await visitor.get(piece)).status).to.equal(403);
    await visit(page, url, `${pathOf(piece)}/acl`);
    await page.getByText('it acts for the data holder').waitFor();
    await page.getByRole('button', { name: 'Add an entry' }).press('Enter');
    await page.getByRole('combobox', { name: 'Partners' }).last().fill(handler.agent);
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Save …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Save the list' }).press('Space');
    await page.getByText('The list is saved.').first().waitFor();
    expect((await visitor.get(piece)).status).to.equal(200);
    expect((await world.airline.get(piece)).status, 'what was there stays').to.equal(200);
    await page.getByRole('combobox', { name: 'May this partner read it? Why?' }).fill(handler.agent);
    await page.getByRole('option').first().click();
    // The list of all agents, with a button for each, gives way to the answer about one.
    const answer = page.locator('section.card[aria-labelledby="who"]');
    await answer.getByText('written in the list').first().waitFor();
    await settled(page);
    await answer.getByRole('button', { name: 'Withdraw all …' }).press('Enter');
    await dialog().waitFor();
    const consequences = await dialog().innerText();
    expect(consequences).to.contain('It has permissions on 2 objects');
    await dialog().getByRole('button', { name: 'Withdraw' }).press('Space');
    await page.getByText('Withdrawn: 2 entries').first().waitFor();
    expect((await visitor.get(piece)).status).to.equal(403);
    expect((await holder.get(piece)).status).to.equal(200);
  });

  it('refuses to overwrite an access list that another one has changed', async () => {
    const { page, world } = running;
    const piece = `${world.url}/logistics-objects/piece-3`;
    await visit(page, world.url, `${pathOf(piece)}/acl`);
    await page.getByRole('checkbox', { name: 'propose changes' }).first().press('Space');
    const acl = {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': world.handler.agent },
      'acl:mode': { '@id': 'acl:Read' },
    };
    expect((await world.holder.put(`${piece}/acl`, acl)).status).to.equal(204);
    await page.getByRole('button', { name: 'Save …' }).click();
    await dialog().getByRole('button', { name: 'Save the list' }).click();
    await dialog().getByRole('alert').waitFor();
    const { text } = await world.holder.get(`${piece}/acl`);
    expect(text).to.contain(world.handler.agent);
  });

  it('posts an event by the codes of the lists, and names the latest revision at its time', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${pathOf(world.piece)}/logistics-events`);
    await page.getByLabel('Status code').selectOption(`${CODES}StatusCode#DEP`);
    await page.getByLabel('When it happened (UTC)').fill('2026-03-02T10:00:00');
    await page.getByLabel('In words').fill('<b>Departed</b>');
    await page.getByRole('button', { name: 'Post …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Post' }).press('Space');
    await expectShown(page.getByRole('table').getByText('<b>Departed</b>'));
    await expectShown(page.getByRole('table').getByRole('link', { name: 'revision 12' }));
    await page.getByRole('table').getByRole('link', { name: /DEP/ }).press('Enter');
    await expectShown(page.getByRole('heading', { name: 'What it says' }));
    await expectShown(page.getByRole('link', { name: 'revision 12' }));
  });

  it('proposes a change by the form, validates during typing, and preserves the input', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${pathOf(world.piece)}/change`, 'airline');
    await page.getByLabel('Goods description', { exact: true }).fill('Atlases');
    await page.getByText('Everything can be saved.').waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('slider').waitFor();
    await page.goBack();
    await page.getByLabel('Goods description', { exact: true }).waitFor();
    expect(await page.getByLabel('Goods description', { exact: true }).inputValue()).to.equal('Atlases');
    await page.getByLabel('Reason').fill('They are atlases');
    await page.getByRole('button', { name: 'Propose …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Propose' }).press('Space');
    await page.getByRole('heading', { name: /Change requested by/ }).waitFor();
    await page.getByText('They are atlases').waitFor();
    const request = page.url().replace('/console', '');
    const { text } = await world.holder.get(request);
    expect(text).to.contain('Atlases').and.to.contain('REQUEST_PENDING');
  });

  it('keeps a change over a refused token, and builds it on a revision that comes meanwhile', async () => {
    const { page, world } = running;
    const piece = `${world.url}/logistics-objects/told-1`;
    await visit(page, world.url, `${pathOf(piece)}/change`);
    await page.getByLabel('Goods description', { exact: true }).waitFor();
    // From now on the node refuses the token, as after its expiry.
    await page.route('**/console/api/**', (route) => route.fulfill({ status: 401, body: '' }));
    await page.getByLabel('Goods description', { exact: true }).fill('Typed before');
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await page.unroute('**/console/api/**');
    await dialog().getByRole('button', { name: 'As the data holder' }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await page.getByLabel('Goods description', { exact: true }).inputValue()).to.equal('Typed before');
    const change = changeBody(piece, 1, [add(piece, 'upid', 'UPID-9')]);
    const { status, text, headers } = await world.holder.patch(piece, change);
    expect(status, text).to.equal(201);
    await world.holder.patch(`${headers.get('location') ?? ''}?status=REQUEST_ACCEPTED`);
    await page.getByRole('button', { name: 'Use the new revision' }).click();
    await page.getByText('Your changes are now built on revision 2.').waitFor();
    expect(await page.getByLabel('Goods description', { exact: true }).inputValue()).to.equal('Typed before');
    await page.getByText('As it is sent').click();
    expect(await page.getByRole('region', { name: 'As it is sent' }).innerText())
      .to.contain('"@value": "2"')
      .and.to.contain('Typed before');
    await page.getByText('Everything can be saved.').waitFor();
  });

  it('locates the violations of a document, which the address contains', async () => {
    const { page, world } = running;
    await visit(page, world.url, '/check', 'airline');
    const command = page.getByRole('region', { name: 'Command', exact: true });
    expect(await command.innerText()).to.equal(`npx cargograph conformance ${world.url}`);
    expect(await page.getByRole('region', { name: 'Installation of the client' }).innerText()).to.contain(
      'npm install',
    );
    const area = page.getByLabel('Document in JSON-LD');
    await area.fill(
      `{\n  "@context": {"cargo": "https://onerecord.iata.org/ns/cargo#"},\n  "@type": "cargo:Piece",\n  "cargo:coload": "perhaps"\n}`,
    );
    await area.press('Control+Enter');
    await page.getByText('It is not valid').first().waitFor();
    await page.getByRole('button', { name: /^line 4/ }).press('Enter');
    expect(
      await page.evaluate<string>(
        "document.querySelector('#document').value.slice(document.querySelector('#document').selectionStart, document.querySelector('#document').selectionEnd)",
      ),
    ).to.contain('coload');
    expect(await page.evaluate('location.hash')).to.contain('perhaps');
    await area.fill(`{"@context": {"cargo": "https://onerecord.iata.org/ns/cargo#"}, "@type": "cargo:Piece"}`);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText('It is valid: the node would accept it.').first().waitFor();
    await settled(page);
    expect(await page.getByRole('region', { name: 'Copy as curl' }).innerText()).to.contain('$TOKEN');
  });

  it('lets a partner request access and subscribe', async () => {
    const { page, world } = running;
    await visit(page, world.url, `${pathOf(world.waybill)}/acl`, 'handler');
    await page.getByText('No', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Ask for access …' }).press('Enter');
    await page.getByLabel('Reason (optional)').fill('We unload it');
    await dialog().getByRole('button', { name: 'Ask' }).click();
    await page.getByText('Requested:').first().waitFor();
    expect(await page.getByRole('navigation').first().innerText()).to.not.contain('Deliveries');
    await visit(page, world.url, pathOf(world.piece), 'airline');
    await page.getByRole('button', { name: 'Subscribe …' }).press('Enter');
    await dialog().getByRole('button', { name: 'Subscribe' }).click();
    await page.getByText('Requested:').first().waitFor();
  });

  it('continues the stream after a broken connection', async () => {
    const { browser, world } = running;
    const connections = new Set<Socket>();
    const line = createServer((socket) => {
      const node = connect(Number(new URL(world.url).port), 'localhost');
      for (const [from, to] of [
        [socket, node],
        [node, socket],
      ] as const) {
        connections.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    });
    await new Promise<void>((resolve) => line.listen(0, 'localhost', resolve));
    const { port } = line.address() as AddressInfo;
    const url = `http://localhost:${port}`;
    const watched = await open(browser, url);
    const { page, context } = watched;
    await Promise.all([streamOf(context), visit(page, url, '/logistics-objects')]);
    const again = streamOf(context);
    for (const connection of connections) connection.destroy();
    await again;
    await createPiece(world, 'live-2');
    await page.getByRole('button', { name: 'Show it' }).waitFor();
    tolerate(watched, /ERR_(?:CONNECTION|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)|network error/);
    await expectUnharmed(watched);
    await context.close();
    line.close();
  });

  it('does not show an operator’s pages to a partner', async () => {
    const { page, world } = running;
    for (const path of ['/deliveries', '/notifications']) {
      await visit(page, world.url, path, 'airline');
      await expectShown(page.getByText('This page is for the data holder’s own people.'));
    }
  });
});
