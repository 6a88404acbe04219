import { expect } from 'chai';
import { sampleMessages } from '../../scripts/sample-messages.js';
import { LatePartner } from '../../scripts/sample-partner.js';
import { createSample } from '../../src/console/sample.js';
import type { SampleNode } from '../../src/console/sample-node.js';
import type { PartyTimeline, AccessTimelineAnswer } from '../../src/console/responses/drawings.js';
import { eventually, fastRetries } from '../support/exchange.js';
import { sampleNode } from '../support/sample.js';
import { idOf, text } from '../support/world.js';
import { type Json, list, member, startTestNode, type TestNode } from '../support/node.js';

const DEAD = 'http://localhost:9/logistics-objects/_data-holder';

const items = (reply: { readonly json: Json }): Json[] => list(member(reply.json, 'items'));

describe('the example exchange', () => {
  let node: TestNode;
  let partner: LatePartner;
  let sample: SampleNode;

  before(async () => {
    partner = await LatePartner.start();
    node = await startTestNode({ env: fastRetries });
    sample = sampleNode(node, partner, await sampleMessages());
  });
  after(async () => {
    await node.stop();
    await partner.stop();
  });

  const receiptsOf = async (subscriber: string): Promise<Json[]> =>
    items(await node.holder.get(`/internal/receipts?limit=100&subscriber=${encodeURIComponent(subscriber)}`));
  async function weights(): Promise<AccessTimelineAnswer> {
    const { status, text: body } = await node.holder.get('/internal/objects/piece-1/knowledge?property=grossWeight');
    expect(status, body).to.equal(200);
    return JSON.parse(body) as AccessTimelineAnswer;
  }
  const timelineOf = ({ parties }: AccessTimelineAnswer, agent: string): PartyTimeline =>
    parties.find(({ uri }) => uri === agent) ?? expect.fail(`no timeline of ${agent}`);

  it('has changes in every state, delegations, events and a subscriber that is down', async () => {
    const steps: string[] = [];
    const shipment = await createSample(sample, (step) => {
      steps.push(step);
      // Each step has a time of its own.
      node.clock.advance(60);
    });
    expect(shipment).to.equal(`${node.url}/logistics-objects/shipment-1`);
    expect(steps).to.have.length(9);
    const messages = items(await node.holder.get('/internal/messages'));
    expect(messages).to.have.length(6);
    const changes = messages.reduce<number>((sum, message) => sum + list(member(message, 'changed')).length, 0);
    const requests = await node.holder.get('/internal/requests?type=ChangeRequest');
    expect(member(requests.json, 'counts')).to.deep.equal({
      REQUEST_PENDING: 3,
      // And those that messages made.
      REQUEST_ACCEPTED: 3 + changes,
      REQUEST_REJECTED: 1,
      REQUEST_FAILED: 1,
    });
    const delegations = await node.holder.get('/internal/requests?type=AccessDelegationRequest');
    expect(member(delegations.json, 'counts')).to.deep.equal({ REQUEST_PENDING: 2, REQUEST_ACCEPTED: 1 });
    const [rival] = items(
      await node.holder.get(`/internal/requests?object=${encodeURIComponent(`${node.url}/logistics-objects/piece-2`)}`),
    );
    const uri = text(member(rival, 'uri'));
    const one = await node.holder.get(`/internal/requests/${idOf(uri)}`);
    expect(list(member(one.json, 'rivals'))).to.have.length(1);
    const waiting = await node.holder.get('/internal/deliveries?limit=100');
    expect(items(waiting).map((item) => member(item, 'subscriber'))).to.include(DEAD);
    const found = await node.holder.get('/internal/lookup?q=123-12345675');
    expect(items(found)[0]).to.include({ uri: `${node.url}/logistics-objects/waybill-1` });
    const history = await node.holder.get('/internal/objects/piece-1/revisions');
    expect(member(history.json, 'latest')).to.equal(4);
    expect((await node.holder.get('/logistics-objects/shipment-1/logistics-events')).status).to.equal(200);
  });

  it('has a delivery that was confirmed after several attempts', async () => {
    const isUpdate = (receipt: Json): boolean => member(receipt, 'eventType') === 'LOGISTICS_OBJECT_UPDATED';
    // What the partner has confirmed becomes a receipt with the next commit.
    await eventually(async () => (await receiptsOf(partner.agent)).filter(isUpdate).length === 3);
    const attempts = (await receiptsOf(partner.agent)).map((receipt) => [
      text(member(receipt, 'eventType')),
      idOf(text(member(receipt, 'object'))),
      member(receipt, 'attempts'),
    ]);
    for (const id of ['piece-1', 'piece-2', 'piece-3'])
      expect(attempts).to.deep.include(['LOGISTICS_OBJECT_CREATED', id, 1]);
    const updates = attempts.filter(([type]) => type === 'LOGISTICS_OBJECT_UPDATED');
    expect(updates.map(([, , count]) => count).sort()).to.deep.equal([1, 1, 4]);
  });

  it('shows the parties of a weight: notified late, withdrawn before, and never notified', async () => {
    await eventually(async () => timelineOf(await weights(), partner.agent).known[2]?.status === 'confirmed');
    const answer = await weights();
    expect(answer.values.map(({ revision, value }) => [revision, value[0]?.value])).to.deep.equal([
      [1, '20'],
      [2, '22'],
      [4, '23.5'],
    ]);
    const late = timelineOf(answer, partner.agent).known;
    expect(late.map(({ status, attempts }) => [status, attempts])).to.deep.equal([
      ['confirmed', 1],
      ['confirmed', 4],
      ['confirmed', 1],
    ]);
    const withdrawn = timelineOf(answer, `${node.url}/logistics-objects/handler`);
    expect(withdrawn.readable[0]?.until).to.be.a('string');
    expect(withdrawn.known.map(({ couldRead, status }) => [couldRead === null, status])).to.deep.equal([
      [false, 'none'],
      [false, 'none'],
      [true, 'none'],
    ]);
    const dead = timelineOf(answer, DEAD).known;
    expect(dead.map(({ couldRead, status }) => [couldRead === null, status])).to.deep.equal([
      [false, 'waiting'],
      [false, 'waiting'],
      [false, 'waiting'],
    ]);
  });

  it('is complete except for the late partner, whose server a browser cannot run', async () => {
    const other = await startTestNode();
    try {
      await createSample(sampleNode(other));
      const queues = items(await other.holder.get('/internal/delivery-queues'));
      expect(new Set(queues.map((queue) => member(queue, 'subscriber')))).to.deep.equal(
        new Set([DEAD, `${other.url}/logistics-objects/airline`]),
      );
    } finally {
      await other.stop();
    }
  });

  it('is refused by a node that has it already', async () => {
    let message = '';
    try {
      await createSample(sample);
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    expect(message).to.match(/answered 409/);
  });
});
