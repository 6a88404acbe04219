import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import {
  accept,
  aclBody,
  respondWith,
  requestDelegation,
  createPiece,
  created,
  deliveries,
  fastRetries,
  Receiver,
  settled,
  subscriptionBody,
  type ReceivedNotification,
  unsubscribeAll,
  partyFor,
} from '../support/exchange.js';
import { api, cargo, member, type Party, startTestNode, type TestNode } from '../support/node.js';

/** D30 and D41: with notifyRequestStatusChange every status of a request is sent to its requestor. */
describe('status notifications', () => {
  let node: TestNode;
  let receiver: Receiver;
  let party: Party;
  before(async () => {
    node = await startTestNode({ env: fastRetries });
  });
  after(() => node.stop());
  beforeEach(async () => {
    receiver = await Receiver.start();
    party = await partyFor(node.url, receiver.agent);
  });
  afterEach(async () => {
    await unsubscribeAll(node.holder);
    await receiver.close();
  });

  interface Made {
    readonly request: string;
    readonly object: string | undefined;
  }
  const flag = (notify: boolean): { 'api:notifyRequestStatusChange': boolean } => ({
    'api:notifyRequestStatusChange': notify,
  });
  const change = async (notify: boolean, operation = add): Promise<Made> => {
    const object = await createPiece(node.holder);
    const body = changeBody(object, 1, [operation(object, 'upid', 'x')], flag(notify));
    return { request: created(await party.patch(object, body)), object };
  };
  const kinds: Readonly<Record<string, (notify: boolean) => Promise<Made>>> = {
    CHANGE_REQUEST: change,
    ACCESS_DELEGATION_REQUEST: async (notify) => {
      const object = await createPiece(node.holder);
      const grant = { objects: [object], delegates: [party.agent], more: flag(notify) };
      return { request: await requestDelegation(party, grant), object };
    },
    SUBSCRIPTION_REQUEST: async (notify) => {
      const object = await createPiece(node.holder);
      const body = subscriptionBody({ subscriber: party.agent, topic: object, more: flag(notify) });
      return { request: created(await party.post('/subscriptions', body)), object };
    },
  };
  const decide = async (request: string, status: string, expected = 204): Promise<void> => {
    const reply = await node.holder.patch(`${request}?status=${status}`);
    expect(reply.status, reply.text).to.equal(expected);
  };
  const endings: Readonly<Record<string, (request: string) => Promise<void>>> = {
    ACCEPTED: (request) => accept(node.holder, request),
    REJECTED: (request) => decide(request, 'REQUEST_REJECTED'),
    REVOKED: async (request) => {
      expect((await party.delete(request)).status).to.equal(204);
    },
  };
  const typesOf = (notifications: readonly ReceivedNotification[]): string[] =>
    notifications.map(({ eventType }) => eventType);

  for (const [kind, make] of Object.entries(kinds)) {
    for (const [ending, end] of Object.entries(endings)) {
      it(`report ${kind}_PENDING and ${kind}_${ending}, in this order, with the request and its object`, async () => {
        const { request, object } = await make(true);
        await end(request);
        const notifications = await receiver.distinct(2);
        await settled(node.holder);
        expect(typesOf(receiver.received)).to.deep.equal([`${kind}_PENDING`, `${kind}_${ending}`]);
        for (const one of notifications) {
          expect(one.triggeredBy).to.equal(request);
          expect(one.object).to.equal(object);
          expect(member(one.body, '@type')).to.equal('api:Notification');
        }
      });
    }

    it(`are not sent for a ${kind} that does not request them`, async () => {
      for (const end of Object.values(endings)) await end((await make(false)).request);
      await settled(node.holder);
      expect(receiver.received.map(({ eventType }) => eventType)).to.deep.equal([]);
    });
  }

  it('report a revocation after the acceptance', async () => {
    for (const [kind, make] of Object.entries(kinds).filter(([name]) => name !== 'CHANGE_REQUEST')) {
      const { request } = await make(true);
      await accept(node.holder, request);
      expect((await party.delete(request)).status).to.equal(204);
      await settled(node.holder);
      expect(typesOf(receiver.received)).to.deep.equal(
        ['PENDING', 'ACCEPTED', 'REVOKED'].map((end) => `${kind}_${end}`),
      );
      receiver.received.length = 0;
    }
  });

  it('report CHANGE_REQUEST_FAILED when accepting fails', async () => {
    const { request } = await change(true, remove);
    await decide(request, 'REQUEST_ACCEPTED', 422);
    await settled(node.holder);
    expect(typesOf(receiver.received)).to.deep.equal(['CHANGE_REQUEST_PENDING', 'CHANGE_REQUEST_FAILED']);
  });

  it('report CHANGE_REQUEST_REJECTED when the revision is outdated, and when a competing request is accepted', async () => {
    const object = await createPiece(node.holder);
    // Whoever may not read the object is not told of its revisions (D73).
    const list = aclBody(object, { 'acl:agent': { '@id': party.agent } });
    expect((await node.holder.put(`${object}/acl`, list)).status).to.equal(204);
    const submit = async (revision: number, value: string): Promise<string> =>
      created(await party.patch(object, changeBody(object, revision, [add(object, 'upid', value)], flag(true))));
    const winner = await submit(1, 'a');
    await submit(1, 'b');
    await accept(node.holder, winner);
    await submit(1, 'c');
    await settled(node.holder);
    const ends = (end: string): number => typesOf(receiver.received).filter((type) => type.endsWith(end)).length;
    expect([ends('PENDING'), ends('ACCEPTED'), ends('REJECTED')]).to.deep.equal([3, 1, 2]);
  });

  it('are sent to each requestor along a chain whose delegation is revoked', async () => {
    const other = await Receiver.start();
    try {
      const object = await createPiece(node.holder);
      const second = await partyFor(node.url, other.agent);
      const first = await requestDelegation(party, { objects: [object], delegates: [party.agent], more: flag(true) });
      await accept(node.holder, first);
      const passed = await requestDelegation(party, { objects: [object], delegates: [second.agent] });
      await accept(node.holder, passed);
      const third = 'https://third.example/logistics-objects/t';
      const further = await requestDelegation(second, { objects: [object], delegates: [third], more: flag(true) });
      await accept(node.holder, further);
      expect((await node.holder.delete(first)).status).to.equal(204);
      await settled(node.holder);
      expect(typesOf(receiver.received).at(-1)).to.equal('ACCESS_DELEGATION_REQUEST_REVOKED');
      expect(typesOf(other.received).at(-1)).to.equal('ACCESS_DELEGATION_REQUEST_REVOKED');
      expect(other.received.at(-1)?.triggeredBy).to.equal(further);
    } finally {
      await other.close();
    }
  });

  it('have a queue of their own: a blocked topic does not delay them (D41)', async () => {
    await accept(
      node.holder,
      created(
        await party.post('/subscriptions', subscriptionBody({ subscriber: party.agent, topic: `${cargo}Piece` })),
      ),
    );
    receiver.behaviour = (response, notification) => {
      response.writeHead(notification?.eventType === 'LOGISTICS_OBJECT_CREATED' ? 503 : 204).end();
    };
    await createPiece(node.holder);
    const { request } = await change(true);
    await accept(node.holder, request);
    await receiver.until((notifications) => typesOf(notifications).includes('CHANGE_REQUEST_ACCEPTED'));
    const waiting = (await deliveries(node.holder)).items.map((item) => member(item, 'eventType'));
    expect(waiting).to.include('LOGISTICS_OBJECT_CREATED');
    receiver.behaviour = respondWith(204);
    await settled(node.holder);
  });

  it('never contain the object’s content', async () => {
    const { request } = await change(true);
    await accept(node.holder, request);
    const notifications = await receiver.distinct(2);
    for (const { body } of notifications) expect(JSON.stringify(body)).not.to.include('Oranges');
  });

  it('of an agent whose URI names no server are not written (D27)', async () => {
    const nowhere = await partyFor(node.url, 'https://nowhere.example/agents/1');
    const object = await createPiece(node.holder);
    const reply = await nowhere.patch(object, changeBody(object, 1, [add(object, 'upid', 'x')], flag(true)));
    expect(reply.status, reply.text).to.equal(201);
    expect((await deliveries(node.holder)).total).to.equal(0);
    expect(api).to.be.a('string');
  });
});
