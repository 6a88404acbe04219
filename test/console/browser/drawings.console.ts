/** The drawings: what is drawn is in the table, every mark opens its page, and nobody sees more than it may. */
import { expect } from 'chai';
import type { Locator } from 'playwright-core';
import { partyFor } from '../../support/exchange.js';
import { context as jsonLd, type Party } from '../../support/node.js';
import { findings, go, screenshot, settled, visit } from './browser.js';
import type { RunningWorld } from './node.js';
import { hostileId } from './world.js';
import { windowHooks } from './suite.js';

/** Nothing listens there. */
const DEAD = 'http://localhost:9/logistics-objects/_data-holder';

/** A subscriber that cannot be reached is told of each piece. */
async function subscribe({ url, holder }: RunningWorld): Promise<void> {
  const dead = await partyFor(url, DEAD);
  const request = await requestSubscription(dead);
  expect((await holder.patch(`${request}?status=REQUEST_ACCEPTED`)).status).to.equal(204);
}

async function requestSubscription(party: Party): Promise<string> {
  const reply = await party.post('/subscriptions', {
    '@context': jsonLd,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': party.agent },
    'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_TYPE' },
    'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': `${jsonLd.cargo}Piece` },
    'api:includeSubscriptionEventType': ['CREATED', 'UPDATED'].map((name) => ({
      '@id': `api:LOGISTICS_OBJECT_${name}`,
    })),
  });
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
}

async function createPiece({ url, holder }: RunningWorld, id: string): Promise<void> {
  const { status, text } = await holder.post('/logistics-objects', {
    '@context': jsonLd,
    '@id': `${url}/logistics-objects/${id}`,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': id,
  });
  expect(status, text).to.equal(201);
}

describe('the drawings of the console', () => {
  const running = windowHooks({ prepare: subscribe });

  const below = (uri: string): string => uri.slice(running.world.url.length);
  const rows = (): Locator => running.page.locator('cg-table tbody tr');
  const address = (path: string): string => `${running.world.url}/console${path}`;

  describe('neighbours', () => {
    const nodes = (): Locator => running.page.locator('svg.graph .node');

    it('are the same in the drawing and in the table', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.shipment)}/graph`);
      // The shipment, three pieces, and the waybill that points to it.
      expect(await nodes().count()).to.equal(5);
      expect(await page.locator('svg.graph .edge').count()).to.equal(4);
      expect(await rows().count()).to.equal(4);
      const table = await page.locator('cg-table').innerText();
      for (const name of await page.locator('svg.graph .node-name').allTextContents())
        expect(table).to.contain(name.trim().replace('…', ''));
      expect(await rows().filter({ hasText: '020-12345675' }).innerText()).to.match(/020-12345675[\s\S]*shipment/);
      await page.getByRole('link', { name: 'Points to', exact: true }).click();
      await settled(page);
      expect(page.url()).to.equal(address(`${below(world.shipment)}/graph?direction=out`));
      expect(await nodes().count()).to.equal(4);
    });

    it('open by a press and by Enter, in reading order', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.shipment)}/graph`);
      const links = page.locator('svg.graph a');
      const first = await links.first().getAttribute('href');
      expect(first).to.equal(`/console${below(world.shipment)}`);
      await links.first().focus();
      await page.keyboard.press('Tab');
      const target = await page.evaluate<string>('document.activeElement.getAttribute("href")');
      expect(target).to.equal(await links.nth(1).getAttribute('href'));
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.equal(world.url + target);
      await page.goBack();
      await settled(page);
      await links.nth(2).click();
      await settled(page);
      expect(page.url()).to.not.contain('/graph');
    });

    it('are those of a moment', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.shipment)}/graph?at=20200101T000000Z`);
      await page.getByText('The object did not exist then.').waitFor();
      await page.getByRole('link', { name: 'Now' }).click();
      await nodes().first().waitFor();
      expect(page.url()).to.equal(address(`${below(world.shipment)}/graph`));
    });

    it('are closed to a partner that may not read them', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.waybill)}/graph?depth=2`, 'handler');
      await page.getByText('You may not read this').waitFor();
      expect(await nodes().count()).to.equal(0);
      await go(page, world.url, `/logistics-objects/${hostileId}/graph`);
      await page.getByText('You may not read this').waitFor();
    });
  });

  describe('the life of a shipment', () => {
    const marks = (kind: string): Locator => running.page.locator(`svg.timeline ${kind}`);

    it('is the same in the drawing and in the table', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.shipment)}/life`);
      // The shipment, three pieces, the waybill.
      expect(await page.locator('svg.timeline').count()).to.equal(5);
      const table = await rows().allInnerTexts();
      // 12 revisions of the first piece, one of each other object.
      expect(table.filter((row) => /Revision \d+/.test(row))).to.have.length(16);
      expect(
        await page.getByRole('link', { name: /^Revision(s 1 to)? 12\b|^Revisions \d+ to 12:/ }).count(),
      ).to.be.greaterThan(0);
      const spoken = await page
        .locator('svg.timeline [role=img]')
        .evaluateAll((all) =>
          all.map((one) => (one as unknown as { getAttribute: (name: string) => string }).getAttribute('aria-label')),
        );
      const rejected = table.filter((row) => row.includes('rejected'));
      expect(rejected).to.have.length(1);
      expect(spoken.some((name) => /Change by .*rejected/.test(name))).to.equal(true);
      expect(table.filter((row) => row.includes('waits for a decision'))).to.have.length.greaterThan(2);
      expect(await marks('.arc').count()).to.equal(
        table.filter((row) => /Change|Access|Subscription/.test(row)).length,
      );
    });

    it('opens revisions and requests by Enter and by a press, and marks a moment', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.waybill)}/life?depth=0&at=20200101T000000Z`);
      expect(await page.locator('svg.timeline .at').count()).to.equal(1);
      await page.getByText('The marked time: 01 JAN 20 00:00:00Z').waitFor();
      await marks('.decided').filter({ hasText: '✕' }).focus();
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.contain('/console/action-requests/');
      await page.goBack();
      await settled(page);
      await marks('.segment').first().click();
      await settled(page);
      expect(page.url()).to.equal(address(`${below(world.waybill)}/revisions/1`));
    });

    it('shows a partner its own part', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.shipment)}/life`, 'airline');
      expect(await page.locator('svg.timeline').count()).to.equal(5);
      const table = (await rows().allInnerTexts()).join('\n');
      expect(table).to.contain('airline');
      // A rival of the handler is about a piece that the airline may read; the request is the handler's own.
      expect(table).to.not.contain('handler');
    });

    it('is printed across, with its URI, time and agent on each sheet', async () => {
      const { page, world } = running;
      for (const drawing of ['life', 'graph']) {
        const path = `${below(world.shipment)}/${drawing}`;
        if (drawing === 'life') await visit(page, world.url, path);
        else await go(page, world.url, path);
        await page.locator('.drawing svg').first().waitFor();
        await page.emulateMedia({ media: 'print' });
        const sheet = page.locator('.sheet-head');
        expect(await sheet.isVisible()).to.equal(true);
        const text = await sheet.innerText();
        expect(text)
          .to.contain(world.shipment)
          .and.to.contain(world.holder.agent)
          .and.to.contain(drawing === 'life' ? 'Life of the shipment' : 'Neighbours')
          .and.to.match(/Printed .*Z/);
        expect(await page.locator('.drawing-bar').isVisible()).to.equal(false);
        const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
        // A4 across: 842 by 595 points.
        expect(pdf).to.match(/MediaBox ?\[0 0 84[12][.\d]* 59[45]/);
        await page.emulateMedia({ media: 'screen' });
      }
    });
  });

  describe('the latency of deliveries', () => {
    it('is the same in the drawing and in the table, and leads to the deliveries', async () => {
      const { page, world } = running;
      for (const id of ['told-a', 'told-b']) await createPiece(world, id);
      await visit(page, world.url, '/deliveries/latency');
      await rows().filter({ hasText: 'told-b' }).first().waitFor();
      const table = await rows().allInnerTexts();
      const spoken = await page
        .locator('svg.strip [role=img]')
        .evaluateAll((all) =>
          all.map((one) => (one as unknown as { getAttribute: (name: string) => string }).getAttribute('aria-label')),
        );
      const counted = spoken
        .flatMap((name) => [...name.matchAll(/(\d+) deliver(?:y|ies)/g)])
        .reduce((sum, [, count]) => sum + Number(count), 0);
      expect(counted).to.equal(table.length);
      expect(table.filter((row) => row.includes('still waits')).length).to.be.greaterThan(1);
      await page.locator('svg.strip a.delivery').last().focus();
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.match(/\/console\/(outbox|deliveries)\//);
    });

    it('has pauses as bands from begin to end, with their operators', async () => {
      const { page, world } = running;
      const pause = async (body: object): Promise<void> => {
        const reply = await world.holder.put('/internal/delivery-queues/pause', body, {
          'Content-Type': 'application/json',
        });
        expect(reply.status, reply.text).to.equal(204);
      };
      const topic = `${jsonLd.cargo}Piece`;
      const reason = 'Their server moves <img src=x onerror=alert(1)>';
      await pause({ subscriber: DEAD, topic, paused: true, reason });
      await createPiece(world, 'told-while-paused');
      await pause({ subscriber: DEAD, topic, paused: false });
      await createPiece(world, 'told-after-the-pause');
      await pause({ subscriber: DEAD, paused: true, reason: 'Again' });
      await visit(page, world.url, '/deliveries/latency');
      const pauses = page.getByRole('table', { name: '2 pauses' }).locator('tbody tr');
      await pauses.first().waitFor();
      const [current, ended] = await pauses.allInnerTexts();
      expect(current).to.contain('Again').and.contain('still paused').and.contain('all of the subscriber');
      expect(ended).to.contain(reason).and.not.contain('still paused');
      const bands = page.locator('svg.strip a.band');
      expect(await bands.count()).to.equal(2);
      const names = await bands.locator('title').allTextContents();
      expect(names[0]).to.match(/^paused by .*, still paused: Again$/);
      expect(names[1]).to.match(/^paused by .*, resumed by .*: Their server moves </);
      const edge = async (band: Locator): Promise<{ from: number; to: number }> => {
        const box = (await band.locator('rect').boundingBox()) ?? expect.fail('not drawn');
        return { from: box.x, to: box.x + box.width };
      };
      const strip = (await page.locator('svg.strip').last().boundingBox()) ?? expect.fail('not drawn');
      const [now, past] = [await edge(bands.first()), await edge(bands.last())];
      expect(past.to)
        .to.be.lessThan(now.to)
        .and.lessThan(strip.x + strip.width - 40);
      expect(now.from).to.be.greaterThan(past.from);
      expect(await findings(page)).to.deep.equal([]);
      await screenshot(page, 'latency-pauses');
      await bands.last().focus();
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.contain('/deliveries/queue?');
      await pause({ subscriber: DEAD, paused: false });
    });

    it('is not for partners', async () => {
      const { page, world } = running;
      await visit(page, world.url, '/deliveries/latency', 'airline');
      expect(await page.locator('svg.strip').count()).to.equal(0);
    });
  });

  describe('who knew what when', () => {
    const lanes = (): Locator => running.page.locator('svg.knowing');

    it('is the same in the drawing and in the table, with a failed delivery', async () => {
      const { page, world } = running;
      const { piece, airline, holder } = world;
      await visit(page, world.url, `${below(piece)}/knowledge`);
      await page.getByRole('link', { name: 'goods description' }).click();
      await lanes().first().waitFor();
      expect(page.url()).to.contain('/knowledge?property=');
      const parties = (await lanes().count()) - 1;
      expect(parties).to.be.greaterThan(1);
      // 12 values for each party.
      const table = await page.locator('cg-table').first().locator('tbody tr').allInnerTexts();
      expect(table).to.have.length(12 * parties);
      expect(table.some((row) => row.includes('Printed brochures, lot 12'))).to.equal(true);
      expect(await page.getByRole('group', { name: 'What Northern Airline knew' }).count()).to.equal(1);
      expect(airline.agent).to.not.equal(holder.agent);
      expect(table.filter((row) => row.includes('requested it itself'))).to.have.length(11);
      const revision = page.locator('svg.knowing a.known-value').last();
      await revision.focus();
      await page.keyboard.press('Enter');
      await settled(page);
      expect(page.url()).to.equal(address(`${below(piece)}/revisions/12`));
    });

    it('shows a partner its own timeline', async () => {
      const { page, world } = running;
      await visit(page, world.url, `${below(world.piece)}/knowledge?property=goodsDescription`, 'airline');
      expect(await lanes().count()).to.equal(2);
      await page.getByText('The page shows your own timeline only.').waitFor();
    });

    it('shows hostile values as text, and is printed with its object on the sheet', async () => {
      const { page, world } = running;
      await visit(page, world.url, `/logistics-objects/${hostileId}/knowledge?property=goodsDescription`);
      await lanes().first().waitFor();
      await page.emulateMedia({ media: 'print' });
      expect(await page.locator('.sheet-head').innerText())
        .to.contain(world.hostile)
        .and.contain('Who knew what when');
      const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
      expect(pdf).to.match(/MediaBox ?\[0 0 84[12][.\d]* 59[45]/);
    });
  });
});
