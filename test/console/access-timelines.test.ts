/** Who knew what when: a change, a withdrawn access, and a delivery that fails. */
import { expect } from 'chai';
import type { PartyTimeline, AccessTimelineAnswer } from '../../src/console/responses/drawings.js';
import { add, remove } from '../support/changes.js';
import { aclBody, delegate, fastRetries, partyFor, Receiver, subscribe } from '../support/exchange.js';
import { api, cargo, type Party } from '../support/node.js';
import { idOf, TestContext } from '../support/world.js';

describe('who knew what when', () => {
  let world: TestContext;
  let receiver: Receiver;
  let told: Party;
  let deaf: Party;
  let piece: string;
  /** Before and after each thing that happens, in ISO 8601. */
  const times: string[] = [];

  async function knowledge(party: Party, property = 'goodsDescription'): Promise<AccessTimelineAnswer> {
    const { status, text } = await party.get(`/internal/objects/${idOf(piece)}/knowledge?property=${property}`);
    expect(status, text).to.equal(200);
    return JSON.parse(text) as AccessTimelineAnswer;
  }
  const timeline = ({ parties }: AccessTimelineAnswer, { agent }: Party): PartyTimeline =>
    parties.find(({ uri }) => uri === agent) ?? expect.fail(`no timeline of ${agent}`);
  async function share(...parties: Party[]): Promise<void> {
    const agents = parties.map(({ agent }) => ({ '@id': agent }));
    const body = aclBody(world.uri(piece), { 'acl:agent': agents }, [`${api}GET_LOGISTICS_OBJECT`]);
    expect((await world.holder.put(`${piece}/acl`, body)).status).to.equal(204);
  }
  const later = (): void => {
    world.node.clock.advance(60);
    times.push(world.node.clock.now().toISOString());
  };

  before(async () => {
    world = await TestContext.start({ env: fastRetries });
    receiver = await Receiver.start();
    told = await partyFor(world.node.url, receiver.agent);
    deaf = await partyFor(world.node.url, 'http://localhost:9/logistics-objects/_deaf');
    piece = await world.piece();
    later();
    await share(told, deaf, world.otherPartner);
    for (const party of [told, deaf]) await subscribe(world.holder, party, { topic: world.uri(piece) });
    later();
    const uri = world.uri(piece);
    await world.change(piece, [remove(uri, 'goodsDescription', 'Oranges'), add(uri, 'goodsDescription', 'Lemons')]);
    await receiver.until((all) => all.some(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED'));
    later();
    // The rival may not read it any more.
    await share(told, deaf);
    later();
    await world.change(piece, [remove(uri, 'goodsDescription', 'Lemons'), add(uri, 'goodsDescription', 'Limes')]);
    later();
    await world.change(piece, [add(uri, 'coload', 'true', 'xsd:boolean')]);
    await delegate(world.holder, told, {
      objects: [uri],
      delegates: [world.otherPartner.agent],
    });
    await receiver.until((all) => all.filter(({ eventType }) => eventType === 'LOGISTICS_OBJECT_UPDATED').length === 3);
  });
  after(async () => {
    await world.stop();
    await receiver.close();
  });

  it('has each value with the revision that made it', async () => {
    const { values, label, receiptDays, truncated } = await knowledge(world.holder);
    expect(values.map(({ revision, by, value }) => [revision, by, value[0]?.value])).to.deep.equal([
      [1, world.holder.agent, 'Oranges'],
      [2, world.partner.agent, 'Lemons'],
      [3, world.partner.agent, 'Limes'],
    ]);
    expect([label, receiptDays, truncated]).to.deep.equal(['Limes', 90, false]);
    // Of an embedded node its values.
    expect((await knowledge(world.holder, 'coload')).values.map(({ revision }) => revision)).to.deep.equal([4]);
    expect((await knowledge(world.holder, 'grossWeight')).values).to.deep.equal([]);
  });

  it('shows notified parties of a change with confirmation and read access', async () => {
    const { readable, known } = timeline(await knowledge(world.holder), told);
    expect(readable).to.deep.equal([{ from: times[0], until: null, because: 'written', request: null }]);
    const [first, second, third] = known;
    expect(first).to.deep.include({ revision: 1, couldRead: times[0], asked: false });
    expect(second).to.deep.include({ revision: 2, status: 'confirmed', attempts: 1, couldRead: times[1] });
    expect(second?.written).to.equal(times[1]);
    expect(Date.parse(second?.confirmed ?? '')).to.be.at.least(Date.parse(times[1] ?? ''));
    expect(third).to.deep.include({ status: 'confirmed', couldRead: times[3] });
  });

  it('settles a withdrawn access: the value could not be read while it was withdrawn', async () => {
    const { readable, known } = timeline(await knowledge(world.holder), world.otherPartner);
    expect(readable.map(({ from, until, because }) => [from, until, because])).to.deep.equal([
      [times[0], times[2], 'written'],
      [times[4], null, 'delegation'],
    ]);
    expect(known.map(({ couldRead, status }) => [couldRead, status])).to.deep.equal([
      [times[0], 'none'],
      [times[1], 'none'],
      // Made after the withdrawal, readable since the delegation.
      [times[4], 'none'],
    ]);
  });

  it('settles a failed delivery: it waits, after how many attempts, and why', async () => {
    const { readable, known } = timeline(await knowledge(world.holder), deaf);
    expect(readable).to.have.length(1);
    const [, second, third] = known;
    expect(second).to.deep.include({ status: 'waiting', confirmed: null, written: times[1], couldRead: times[1] });
    expect(second?.lastError).to.be.a('string');
    expect(third).to.deep.include({ status: 'waiting', confirmed: null });
    const { known: own } = timeline(await knowledge(world.holder), world.partner);
    expect(own.map(({ asked }) => asked)).to.deep.equal([false, true, true]);
  });

  it('shows a partner its own timeline only', async () => {
    const { parties, values } = await knowledge(deaf);
    expect(parties.map(({ uri }) => uri)).to.deep.equal([deaf.agent]);
    expect(values).to.have.length(3);
    expect(parties[0]?.known[1]).to.deep.include({ status: 'waiting', lastError: null });
    const path = `/internal/objects/${idOf(piece)}/knowledge`;
    expect((await world.partner.get(`${path}?property=goodsDescription`)).status).to.equal(403);
    expect((await world.anonymous.get(`${path}?property=goodsDescription`)).status).to.equal(401);
    for (const query of ['', '?property=', '?property=a%20b', '?property=x&y=1'])
      expect((await world.holder.get(path + query)).status, query).to.equal(400);
    expect((await told.get(`/console/api/objects/${idOf(piece)}/knowledge?property=goodsDescription`)).status).to.equal(
      200,
    );
  });

  it('finds what waits by the object, whatever waits for others (K56)', async () => {
    const uri = await world.piece();
    await subscribe(world.holder, deaf, { topic: `${cargo}Piece` });
    await world.change(uri, [add(world.uri(uri), 'upid', 'UPID-7')]);
    const statusOf = async (): Promise<string | undefined> => {
      const { text } = await world.holder.get(`/internal/objects/${idOf(uri)}/knowledge?property=upid`);
      return timeline(JSON.parse(text) as AccessTimelineAnswer, deaf).known[0]?.status;
    };
    expect(await statusOf()).to.equal('waiting');
    // More notifications of other objects in the same queue than are read of one object.
    for (let number = 0; number < 120; number += 1) await world.piece();
    expect(await statusOf()).to.equal('waiting');
  });

  it('says "not known" of what receipts no longer tell, never "none" (K55, K56)', async () => {
    const later = await world.later(91 * 86_400);
    const path = `/internal/objects/${idOf(piece)}/knowledge?property=goodsDescription`;
    const { parties } = JSON.parse((await later.holder.get(path)).text) as AccessTimelineAnswer;
    const statuses = (agent: string): unknown =>
      parties.find(({ uri }) => uri === agent)?.known.map(({ status }) => status);
    expect(statuses(world.otherPartner.agent)).to.deep.equal(['not-known', 'not-known', 'not-known']);
    // What waits is still known.
    expect(statuses(deaf.agent)).to.deep.equal(['waiting', 'waiting', 'waiting']);
  });
});
