import { expect } from 'chai';
import { context, list, member, messages, type Party, startTestNode, type TestNode } from '../support/node.js';

/** Requests about an object that moves before the holder decides (States and transitions; D19, D41). */
describe('a request about an object that has moved since', () => {
  let node: TestNode;
  let airline: Party;
  let object: string;

  beforeEach(async () => {
    node = await startTestNode();
    airline = await node.party('airline');
    const created = await node.holder.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece' });
    object = created.headers.get('location') ?? '';
  });
  afterEach(() => node.stop());

  async function move(): Promise<void> {
    const id = object.slice(object.lastIndexOf('/') + 1);
    const body = { location: 'https://new.example.com/logistics-objects/1', permanent: true };
    const { status } = await node.holder.put(`/internal/relocations/${id}`, body, {
      'Content-Type': 'application/json',
    });
    expect(status).to.equal(204);
  }

  async function expectToFail(request: string): Promise<void> {
    const decided = await node.holder.patch(`${request}?status=REQUEST_ACCEPTED`);
    expect(decided.status).to.equal(422);
    expect(messages(decided).join()).to.include('has moved');
    const { json } = await airline.get(request);
    expect(member(member(json, 'api:hasRequestStatus'), '@id')).to.equal('api:REQUEST_FAILED');
    expect(list(member(json, 'api:hasError'))).to.have.length(1);
  }

  it('fails when it is an access delegation', async () => {
    const asked = await airline.post('/access-delegations', {
      '@context': context,
      '@type': 'api:AccessDelegation',
      'api:hasPermission': { '@id': 'api:GET_LOGISTICS_OBJECT' },
      'api:isRequestedFor': { '@id': airline.agent },
      'api:hasLogisticsObject': { '@id': object },
    });
    await move();
    await expectToFail(asked.headers.get('location') ?? '');
    expect((await airline.get(object)).status).to.equal(403);
  });

  it('fails when it is a subscription', async () => {
    const asked = await airline.post('/subscriptions', {
      '@context': context,
      '@type': 'api:Subscription',
      'api:hasSubscriber': { '@id': airline.agent },
      'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' },
      'api:hasTopic': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': object },
      'api:includeSubscriptionEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
    });
    await move();
    await expectToFail(asked.headers.get('location') ?? '');
  });
});
