/** What data holders, operators and partners' developers do most (console.md, section 1), by keyboard alone. */
import { expect } from 'chai';
import type {
  DeliveriesAnswer,
  DeliveryQueue,
  DeliveryQueuesAnswer,
  ObjectsAnswer,
} from '../../../src/console/responses.js';
import { add, changeBody } from '../../support/changes.js';
import { context as jsonLd, list, member } from '../../support/node.js';
import { idIn } from '../../support/world.js';
import { expectUnharmed, open, settled, streamOf, until } from './browser.js';
import { DEAD, subscribeDead } from './dead-subscriber.js';
import { Keyboard } from './keyboard.js';
import { windowHooks } from './suite.js';
import { createPiece } from './world.js';

describe('the console by keyboard alone', () => {
  /** The request of the subscription whose subscriber cannot be reached. */
  let subscription: string;
  const running = windowHooks({
    isRecorded: true,
    // With room on a disk as an operator's node.
    env: { STORE_URL: 'file:data' },
    prepare: async (world) => {
      subscription = await subscribeDead(world);
      for (const id of ['told-1', 'told-2']) await createPiece(world, id);
      await until(async () => (await queue()).failingSince !== null);
    },
  });

  let keys: Keyboard;

  const status = async (request: string): Promise<string> =>
    /REQUEST_[A-Z]+/.exec(JSON.stringify((await running.world.holder.get(request)).json))?.[0] ?? '';

  const ofDead = `subscriber=${encodeURIComponent(DEAD)}`;
  /** The queue of the subscriber that cannot be reached, as the API tells it. */
  const queue = async (): Promise<DeliveryQueue> => {
    const { text } = await running.world.holder.get(`/internal/delivery-queues?${ofDead}`);
    return (JSON.parse(text) as DeliveryQueuesAnswer).items[0] ?? expect.fail(`no queue: ${text}`);
  };
  const waiting = async (): Promise<number> => {
    const { text } = await running.world.holder.get(`/internal/deliveries?${ofDead}`);
    return (JSON.parse(text) as DeliveriesAnswer).total ?? expect.fail(text);
  };

  beforeEach(() => {
    keys = new Keyboard(running.page);
  });

  it('(a) 1 to 5: a data holder sees pending requests and their effects, accepts and rejects', async () => {
    const { page, world } = running;
    const [accepted, rival] = world.rivals;
    await keys.signIn(world.url, 'As the data holder');
    await keys.go('r', 'Requests');
    await keys.press('j');
    await keys.press('Enter');
    await keys.see(page.getByRole('heading', { name: 'Change requested by Northern Airline' }));
    await keys.see('removed', 'added', 'Revision 13 would be made.');
    await keys.see('Requests on the same revision that would be rejected:');
    await settled(page);
    await keys.press('a');
    await keys.confirm('Accept');
    expect(await status(accepted)).to.equal('REQUEST_ACCEPTED');
    expect(await status(rival)).to.equal('REQUEST_REJECTED');
    await keys.find(world.hostileRequest, /Change requested by/);
    await keys.press('x');
    await page.getByRole('dialog').waitFor();
    await keys.tabTo(/^Reason/);
    await keys.type('The goods are described as the shipper does');
    await keys.enter('Reasons for single properties');
    await keys.press('Tab');
    await keys.tabTo(/^goods description/);
    await keys.type('Keep it');
    await keys.confirm('Reject');
    expect(await status(world.hostileRequest)).to.equal('REQUEST_REJECTED');
    await keys.see('Keep it');
  });

  it('(a) 6 to 10: sees decisions, compares revisions, withdraws access, steps through time, decides several', async () => {
    const { page, world } = running;
    const { airline, handler, holder } = world;
    const requests: string[] = [];
    for (const id of ['piece-2', 'piece-3']) {
      const object = `${world.url}/logistics-objects/${id}`;
      const reply = await airline.patch(object, changeBody(object, 1, [add(object, 'coload', 'true', 'xsd:boolean')]));
      expect(reply.status, reply.text).to.equal(201);
      requests.push(reply.headers.get('location') ?? '');
    }
    await keys.signIn(world.url, 'As the data holder');
    await keys.find(world.piece, /./);
    await keys.enter('History');
    await keys.see(page.getByRole('columnheader', { name: 'Decided by' }));
    await keys.see(page.getByRole('row').filter({ hasText: 'Northern Airline' }).filter({ hasText: 'Data holder' }));
    await settled(page);
    await keys.leaveFields();
    await keys.press('[');
    await page.waitForURL('**/revisions/*');
    await settled(page);
    await keys.press('c');
    await keys.see(page.getByRole('heading', { name: /^Revision \d+ against \d+$/ }));
    await settled(page);
    await keys.enter('As Turtle');
    await keys.see(page.getByRole('region', { name: 'Removed values' }).getByText('cargo:goodsDescription'));
    await keys.see(page.getByRole('region', { name: 'Added values' }).getByText('cargo:goodsDescription'));
    await keys.tabTo(/^Revision \d+ of \d+$/);
    await keys.press('ArrowLeft', 'ArrowLeft');
    await page.waitForURL(/revisions\/\d+$/);
    await settled(page);

    await keys.enter('Access');
    await keys.see('it acts for the data holder', 'written in the list');
    await keys.enter('Withdraw all …');
    await keys.see('It has permissions on');
    await keys.confirm('Withdraw');
    await keys.see('Withdrawn:');
    expect((await airline.get(world.piece)).status).to.equal(403);
    expect((await holder.get(world.piece)).status).to.equal(200);
    expect(handler.agent).to.not.equal(airline.agent);

    await keys.go('r', 'Requests');
    for (let count = 0; count < 2; count++) {
      await keys.tabTo(/^Select: Change/);
      await keys.press('Space', 'Tab');
    }
    await keys.see('2 requests selected');
    await keys.enter('Reject …');
    await page.getByRole('dialog').waitFor();
    await keys.tabTo(/^Reason/);
    await keys.type('Not now');
    await keys.confirm('Reject');
    await keys.see('What happened');
    const decided = await Promise.all([...requests, world.failing].map(status));
    expect(decided.filter((each) => each === 'REQUEST_REJECTED')).to.have.length(2);
  });

  it('(b) 1 to 5: an operator sees health and failing queues, retries, pauses, resumes, finds', async () => {
    const { page, world } = running;
    await keys.signIn(world.url, 'As the data holder');
    await keys.go('e', 'Health');
    await keys.see('The node answers and takes writes.');
    expect((await world.holder.get('/health/ready')).status).to.equal(200);

    await keys.go('d', 'Deliveries');
    const row = page.getByRole('row').filter({ hasText: 'localhost:9' });
    const failing = await queue();
    expect(failing.lastError).to.contain('ECONNREFUSED');
    await keys.see(row.getByText('Its server cannot be reached'), row.getByText('failing since'));
    await keys.see(row.locator(`time[datetime="${new Date(failing.failingSince ?? '').toISOString()}"]`));

    await keys.enter('Send now');
    await keys.confirm('Send now');
    await keys.see('1 queue sends now.');
    await until(async () => (await queue()).attempts > failing.attempts);

    await keys.enter('localhost:9');
    await keys.see('Waiting, in their order');
    await settled(page);
    await keys.enter('Pause');
    await page.getByRole('dialog').waitFor();
    await keys.tabTo(/^Reason/);
    await keys.type('Their server moves');
    await keys.confirm('Pause');
    await keys.see('The queue is paused.', page.getByRole('definition').getByText('Their server moves'));
    const paused = await queue();
    expect(paused).to.have.property('state', 'paused');
    expect(paused.paused).to.include({ by: world.holder.agent, reason: 'Their server moves' });
    await createPiece(world, 'told-in-pause');
    expect(await queue()).to.include({ waiting: paused.waiting + 1, attempts: paused.attempts });
    await keys.enter('Resume');
    await keys.confirm('Resume');
    await keys.see('The queue is resumed.');
    expect(await queue()).to.have.property('paused', null);
    await until(async () => (await queue()).attempts > paused.attempts);

    const waybill = world.waybill.replace(world.url, `${world.url}/console`);
    for (const text of [world.waybill, 'waybill-1', '020-12345675', '02012345675']) {
      await keys.find(text, '020-12345675');
      expect(page.url(), text).to.equal(waybill);
      await keys.go('h', 'Home');
    }
  });

  it('(b) 6 to 10: sees received notifications live, and the limits, revokes, sees changes, hands over by a link', async () => {
    const { browser, page, world } = running;
    const { airline, holder } = world;
    await Promise.all([streamOf(page.context()), keys.signIn(world.url, 'As the data holder')]);
    await keys.go('d', 'Deliveries');
    await keys.enter('Coming in');
    await keys.see(page.getByRole('heading', { name: 'Coming in', level: 1 }), 'No partner has sent');
    const sent = await airline.post('/notifications', {
      '@context': jsonLd,
      '@id': 'urn:example:live',
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      'api:hasLogisticsObject': { '@id': world.piece },
    });
    expect(sent.status, sent.text).to.equal(204);
    await keys.see(page.getByRole('button', { name: 'Show it' }));
    await keys.enter('Show it');
    await keys.enter('Logistics object updated');
    await keys.see(page.getByRole('heading', { name: /^Received notification/ }), 'urn:example:live');
    const { json: received } = await holder.get('/internal/notifications');
    const [item] = list(member(received, 'api:hasItem'));
    expect(page.url()).to.equal(idIn(member(item, 'rdfs:seeAlso')).replace(world.url, `${world.url}/console`));

    await keys.go('e', 'Health');
    await keys.enter(/^All \d+ figures$/);
    const figures = page.getByRole('table', { name: 'Figures' });
    for (const [name, limit] of [
      ['Free disk space', /at least/],
      ['Memory of the process', /at most/],
      ['Event loop delay', 'at most 500 ms'],
    ] as const)
      await keys.see(figures.getByRole('row').filter({ hasText: name }).getByText(limit));
    const { text: metrics } = await holder.get('/metrics');
    const quads = /^cargograph_store_quads (\d+)$/m.exec(metrics)?.[1] ?? '';
    const stored = figures.getByRole('row').filter({ hasText: 'Values in the store' });
    expect((await stored.innerText()).replace(/,/g, '')).to.contain(quads);

    await keys.go('d', 'Deliveries');
    await keys.enter('localhost:9');
    await keys.see('Waiting, in their order');
    await settled(page);
    await keys.enter('Revoke the subscription');
    await keys.confirm('Revoke the subscription');
    await keys.see('The subscription is revoked.');
    expect(await status(subscription)).to.equal('REQUEST_REVOKED');
    const left = await waiting();
    const changed = await createPiece(world, 'changed-in-my-shift');
    expect(await waiting(), 'the subscriber is told nothing more').to.be.at.most(left);

    await keys.go('o', 'Objects');
    const { text: objects } = await holder.get('/internal/objects?sort=-modified&limit=1');
    expect((JSON.parse(objects) as ObjectsAnswer).items[0]?.uri).to.equal(changed);
    // Rows stand under their days (K83).
    const [latest] = await page
      .getByRole('rowheader')
      .filter({ has: page.getByRole('link') })
      .allInnerTexts();
    expect(latest).to.contain('changed-in-my-shift');
    await keys.press('j', 'Enter');
    await keys.see(page.getByRole('heading', { name: 'changed-in-my-shift', level: 1 }));
    await settled(page);
    await keys.enter('History');
    await keys.see(page.getByRole('columnheader', { name: 'Decided by' }));

    await keys.go('o', 'Objects');
    await keys.tabTo(/^Id or identifier begins with/);
    await keys.type('told-');
    await keys.press('Enter');
    await page.waitForURL('**/logistics-objects?q=told-');
    await settled(page);
    const shown = await page.getByRole('rowheader').allInnerTexts();
    expect(shown).to.have.lengthOf.above(1);
    const other = await open(browser, page.url());
    const theirs = new Keyboard(other.page);
    await theirs.signIn(page.url(), 'As the data holder');
    expect(await other.page.getByRole('rowheader').allInnerTexts(), 'by the address alone').to.deep.equal(shown);
    await expectUnharmed(other);
    await other.context.close();
  });

  it('(d) a partner’s developer signs in, checks, reads forms, copies, proposes, reads why not, asks, looks up', async () => {
    const { page, watched, world } = running;
    const granted = await world.holder.put(`${world.shipment}/acl`, {
      '@context': { acl: 'http://www.w3.org/ns/auth/acl#' },
      '@type': 'acl:Authorization',
      'acl:agent': { '@id': world.airline.agent },
      'acl:mode': [{ '@id': 'acl:Read' }, { '@id': 'acl:Write' }],
    });
    expect(granted.status, granted.text).to.be.within(200, 204);
    await watched.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await keys.signIn(world.url, 'As the airline');
    await keys.see('The objects that you may read, and your requests.');
    await keys.tabTo(/^Account and settings: airline/);
    await keys.go('c', 'Check');
    await keys.tabTo('Document in JSON-LD');
    const context = `"@context": {"cargo": "${jsonLd.cargo}"}`;
    await keys.type(`{\n  ${context},\n  "@type": "cargo:Piece",\n  "cargo:coload": "perhaps"\n}`);
    await keys.press('Control+Enter');
    await keys.see(/It is not valid/, page.getByRole('button', { name: /^line 4/ }));
    await keys.find(world.shipment, /Consolidation/);
    await keys.enter('Source');
    for (const form of ['Turtle', 'N-Triples', 'JSON-LD']) {
      await keys.enter(form);
      await keys.see(page.locator('a[aria-current=true]', { hasText: form }));
      await settled(page);
    }
    await keys.enter('Copy as curl');
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).to.contain('$TOKEN');
    await keys.enter('Overview');
    await keys.enter('Propose a change');
    await keys.tabTo(/^Goods description/);
    await keys.press('Control+a');
    await keys.type('Consolidation to Changi');
    await keys.see('Everything can be saved.');
    await keys.see(page.getByRole('table').getByText('Consolidation to Changi'));
    await keys.tabTo(/^Reason/);
    await keys.type('The airport is named');
    await keys.enter('Propose …');
    await keys.confirm('Propose');
    await keys.see(page.getByRole('heading', { name: /^Change requested by/ }), 'The airport is named');
    const request = page.url().replace('/console', '');
    expect((await world.holder.patch(`${request}?status=REQUEST_REJECTED`)).status).to.equal(204);
    await keys.go('r', 'My requests');
    await keys.see('Rejected');
    await keys.find(world.shipment, /Consolidation/);
    await keys.enter('Subscribe …');
    await keys.confirm('Subscribe');
    await keys.see('Requested:');
    await keys.find('goodsDescription', /goods\s?description/i);
  });
});
