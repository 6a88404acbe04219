import { expect } from 'chai';
import { createSample, type SampleNode } from '../../src/console/sample.js';
import { sampleNode } from '../support/sample.js';
import { idOf, text } from '../support/world.js';
import { type Json, list, member, startTestNode, type TestNode } from '../support/node.js';

const items = (reply: { readonly json: Json }): Json[] => list(member(reply.json, 'items'));

describe('the example exchange', () => {
  let node: TestNode;
  let sample: SampleNode;

  before(async () => {
    node = await startTestNode();
    sample = sampleNode(node);
  });
  after(() => node.stop());

  it('has changes in every state, delegations, events and a subscriber that is down', async () => {
    const steps: string[] = [];
    const shipment = await createSample(sample, (step) => steps.push(step));
    expect(shipment).to.equal(`${node.url}/logistics-objects/shipment-1`);
    expect(steps).to.have.length(7);
    const requests = await node.holder.get('/internal/requests?type=ChangeRequest');
    expect(member(requests.json, 'counts')).to.deep.equal({
      REQUEST_PENDING: 3,
      REQUEST_ACCEPTED: 2,
      REQUEST_REJECTED: 1,
      REQUEST_FAILED: 1,
    });
    const delegations = await node.holder.get('/internal/requests?type=AccessDelegationRequest');
    expect(member(delegations.json, 'counts')).to.deep.equal({ REQUEST_PENDING: 1, REQUEST_ACCEPTED: 1 });
    const [rival] = items(
      await node.holder.get(`/internal/requests?object=${encodeURIComponent(`${node.url}/logistics-objects/piece-2`)}`),
    );
    const uri = text(member(rival, 'uri'));
    const one = await node.holder.get(`/internal/requests/${idOf(uri)}`);
    expect(list(member(one.json, 'rivals'))).to.have.length(1);
    const waiting = await node.holder.get('/internal/deliveries?limit=100');
    expect(items(waiting).map((item) => member(item, 'subscriber'))).to.include(
      'http://localhost:9/logistics-objects/_data-holder',
    );
    const found = await node.holder.get('/internal/lookup?q=123-12345675');
    expect(items(found)[0]).to.include({ uri: `${node.url}/logistics-objects/waybill-1` });
    const history = await node.holder.get('/internal/objects/piece-1/revisions');
    expect(member(history.json, 'latest')).to.equal(3);
    expect((await node.holder.get('/logistics-objects/shipment-1/logistics-events')).status).to.equal(200);
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
