/** What needs a clerk's attention (K60). */
import { expect } from 'chai';
import type { AttentionAnswer } from '../../src/console/responses.js';
import { RecentMessages } from '../../src/messages/recent-messages.js';
import { CurrentFigures } from '../../src/monitoring/figures/current-figures.js';
import { add } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import {
  createPiece,
  eventually,
  fastRetries,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
} from '../support/exchange.js';
import { cargo, type Party } from '../support/node.js';
import { TestContext } from '../support/world.js';

describe('what needs attention', () => {
  let world: TestContext;
  let receiver: Receiver;
  let party: Party;

  async function attention(): Promise<AttentionAnswer> {
    const { status, text } = await world.holder.get('/internal/attention');
    expect(status, text).to.equal(200);
    return JSON.parse(text) as AttentionAnswer;
  }

  before(async () => {
    world = await TestContext.start({ env: fastRetries });
    receiver = await Receiver.start();
    party = await partyFor(world.node.url, receiver.agent);
    await subscribe(world.holder, party, { topic: `${cargo}Piece` });
    await settled(world.holder);
  });
  after(async () => {
    await receiver.close();
    await world.stop();
  });

  it('has a partner from the first failure of its queue, and the node is not well 10 s later', async () => {
    const before = await attention();
    expect(before).to.deep.include({ notTold: [], silent: [], messages: { refused: 0, unmapped: 0 } });
    const wasWell = before.figures.length === 0;
    expect(before.well).to.equal(wasWell);
    receiver.behaviour = respondWith(503);
    await createPiece(world.holder);
    await createPiece(world.holder);
    await eventually(async () => (await attention()).notTold.length > 0);
    const failing = await attention();
    expect(failing.notTold[0]).to.deep.include({ agent: party.agent, waiting: 2, label: null });
    expect(failing.notTold[0]?.lastError).to.include('503');
    expect(failing.notTold[0]?.failingSince).to.equal(world.node.clock.now().toISOString());
    expect(failing.well).to.equal(failing.figures.length === 0);
    world.node.clock.advance(9);
    expect((await attention()).well).to.equal(wasWell);
    world.node.clock.advance(2);
    expect((await attention()).well).to.equal(false);
    receiver.behaviour = respondWith(204);
    await settled(world.holder);
    await eventually(async () => (await attention()).notTold.length === 0);
    expect((await attention()).well).to.equal(wasWell);
  });

  it('counts the decisions that wait, with the oldest', async () => {
    const piece = await world.openPiece();
    expect((await attention()).decisions).to.deep.equal({ total: 0, oldest: null });
    const asked = world.node.clock.now().toISOString();
    await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', '1')]);
    world.node.clock.advance(60);
    await world.submit(world.partner, piece, [add(world.uri(piece), 'upid', '2')]);
    expect((await attention()).decisions).to.deep.equal({ total: 2, oldest: asked });
  });

  it('is for internal agents only', async () => {
    expect((await party.get('/internal/attention')).status).to.equal(403);
    expect((await world.anonymous.get('/internal/attention')).status).to.equal(401);
    expect((await world.holder.get('/internal/attention?x=1')).status).to.equal(400);
  });

  it('has the figures that Health shows beyond their limits', async () => {
    const clock = new TestClock();
    let late = 1;
    const figures = new CurrentFigures(
      { text: () => Promise.resolve(`cargograph_event_loop_delay_seconds{statistic="p99"} ${late}\n`) },
      clock,
    );
    expect((await figures.beyond()).map(({ name, now, bound }) => [name, now, bound])).to.deep.equal([
      ['eventLoop', 1, 0.5],
    ]);
    late = 0;
    // The metrics are not read at each question.
    expect(await figures.beyond()).to.have.length(1);
    clock.advance(5);
    expect(await figures.beyond()).to.have.length(0);
  });

  it('counts the messages of the last 24 hours that were refused, or had unmapped values', () => {
    const clock = new TestClock();
    const recent = new RecentMessages(clock);
    const applied = (unmapped: number): Parameters<RecentMessages['answered']>[0] => ({
      outcome: 'applied',
      values: { total: 9, mapped: 9 - unmapped, header: 0, derived: 0, unmapped },
    });
    recent.answered(undefined, false);
    recent.answered(undefined, true);
    recent.answered(applied(0), false);
    recent.answered(applied(2), false);
    expect(recent.counts).to.deep.equal({ refused: 1, unmapped: 1 });
    clock.advance(12 * 3600);
    recent.answered(undefined, false);
    expect(recent.counts).to.deep.equal({ refused: 2, unmapped: 1 });
    clock.advance(13 * 3600);
    expect(recent.counts).to.deep.equal({ refused: 1, unmapped: 0 });
  });
});
