import { expect } from 'chai';
import { add, changeBody, remove } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import {
  accept,
  aclBody,
  anyUri,
  requestDelegation,
  createPiece,
  created,
  deliveries,
  eventBody,
  eventually,
  freePorts,
  fastRetries,
  iriOf,
  Pair,
  Receiver,
  settled,
  subscriptionBody,
  trusting,
  unsubscribeAll,
  valueOf,
  partyFor,
} from '../support/exchange.js';
import {
  api,
  cargo,
  context,
  type Json,
  list,
  member,
  type Party,
  type Reply,
  startTestNode,
} from '../support/node.js';

const PIECE = `${cargo}Piece`;

/** What a node has received, oldest first. */
async function received(holder: Party): Promise<Json[]> {
  const { json } = await holder.get('/internal/notifications?limit=1000');
  return list(member(json, 'api:hasItem')).reverse();
}

const eventTypes = (notifications: readonly Json[]): string[] =>
  notifications.map((one) => iriOf(member(one, 'api:hasEventType')).replace('api:', ''));

describe('two nodes', () => {
  let pair: Pair;
  /** The forwarder's holder as the airline's node sees it, and the other way round. */
  let forwarderAtAirline: Party;
  let airlineAtForwarder: Party;
  const offers = [
    {
      topicType: 'LOGISTICS_OBJECT_TYPE',
      topic: PIECE,
      events: ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_EVENT_RECEIVED'],
      sendBody: true,
    },
  ];

  before(async () => {
    pair = await Pair.start(new TestClock(), { airline: { SUBSCRIPTION_TOPICS: JSON.stringify(offers) } });
    const { forwarder, airline } = pair;
    forwarderAtAirline = await partyFor(airline.url, forwarder.holder.agent, forwarder.url);
    airlineAtForwarder = await partyFor(forwarder.url, airline.holder.agent, airline.url);
  });
  after(() => pair.stop());
  afterEach(async () => {
    await Promise.all([pair.forwarder, pair.airline].map(({ holder }) => unsubscribeAll(holder)));
  });

  it('identify each other’s agents by the tokens of each other’s identity providers', async () => {
    expect((await forwarderAtAirline.get('/')).status).to.equal(200);
    expect((await airlineAtForwarder.get('/')).status).to.equal(200);
    expect(
      (await airlineAtForwarder.get('/internal/deliveries')).status,
      'a holder elsewhere is no holder here',
    ).to.equal(403);
  });

  it('run a shipment: subscribed, notified with the body, event posted, access delegated and revoked, change accepted', async () => {
    const { forwarder, airline } = pair;
    const before = (await received(airline.holder)).length;
    const wish = subscriptionBody({
      subscriber: airline.holder.agent,
      topic: PIECE,
      more: { 'api:sendLogisticsObjectBody': true },
    });
    await accept(forwarder.holder, created(await airlineAtForwarder.post('/subscriptions', wish)));
    const piece = await createPiece(forwarder.holder);
    // Sent before the airline may read the piece: without its body (D29).
    await settled(forwarder.holder);
    const permissions = ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT', 'POST_LOGISTICS_EVENT'];
    const delegation = await requestDelegation(airlineAtForwarder, {
      objects: [piece],
      delegates: [airline.holder.agent],
      permissions,
    });
    expect((await airlineAtForwarder.get(piece)).status).to.equal(403);
    await accept(forwarder.holder, delegation);
    expect((await airlineAtForwarder.get(piece)).status).to.equal(200);

    const event = created(await airlineAtForwarder.post(`${piece}/logistics-events`, eventBody()));
    expect((await airlineAtForwarder.get(event)).status).to.equal(200);

    const change = changeBody(
      piece,
      1,
      [remove(piece, 'goodsDescription', 'Oranges'), add(piece, 'goodsDescription', 'Apples')],
      {
        'api:notifyRequestStatusChange': true,
      },
    );
    const request = created(await airlineAtForwarder.patch(piece, change));
    await accept(forwarder.holder, request);
    await settled(forwarder.holder);

    const handler = await partyFor(forwarder.url, 'https://handler.example/logistics-objects/h', forwarder.url);
    const passed = await requestDelegation(airlineAtForwarder, { objects: [piece], delegates: [handler.agent] });
    await accept(forwarder.holder, passed);
    expect((await handler.get(piece)).status).to.equal(200);
    expect((await forwarder.holder.delete(delegation)).status).to.equal(204);
    for (const party of [handler, airlineAtForwarder]) expect((await party.get(piece)).status).to.equal(403);

    const notifications = (await received(airline.holder)).slice(before);
    const types = eventTypes(notifications);
    expect(types.filter((type) => type.startsWith('LOGISTICS'))).to.deep.equal([
      'LOGISTICS_OBJECT_CREATED',
      'LOGISTICS_OBJECT_ACCESS_GRANTED',
      'LOGISTICS_EVENT_RECEIVED',
      'LOGISTICS_OBJECT_UPDATED',
    ]);
    expect(types.filter((type) => type.startsWith('CHANGE'))).to.deep.equal([
      'CHANGE_REQUEST_PENDING',
      'CHANGE_REQUEST_ACCEPTED',
    ]);
    const updated = notifications.find(
      (one) => iriOf(member(one, 'api:hasEventType')) === 'api:LOGISTICS_OBJECT_UPDATED',
    );
    expect(member(member(updated, 'api:hasLogisticsObject'), 'cargo:goodsDescription')).to.equal('Apples');
    expect(list(member(updated, 'api:hasChangedProperty')).map(valueOf)).to.deep.equal([`${cargo}goodsDescription`]);
  });

  it('deliver objects of every type with their bodies, and accept them', async () => {
    const { forwarder, airline } = pair;
    const topic = `${cargo}LogisticsObject`;
    const wish = subscriptionBody({
      subscriber: airline.holder.agent,
      topic,
      more: { 'api:sendLogisticsObjectBody': true },
    });
    await accept(forwarder.holder, created(await airlineAtForwarder.post('/subscriptions', wish)));
    const before = (await received(airline.holder)).length;
    const contents = [
      {
        '@type': 'cargo:Piece',
        'cargo:grossWeight': {
          '@type': 'cargo:Value',
          'cargo:value': { '@type': 'http://www.w3.org/2001/XMLSchema#double', '@value': '1.5' },
        },
      },
      { '@type': 'cargo:Shipment', 'cargo:goodsDescription': 'x' },
      { '@type': 'cargo:Waybill', 'cargo:waybillNumber': '1' },
      {
        '@type': 'cargo:Company',
        'cargo:name': 'ACME',
        'cargo:contactPersons': { '@type': 'cargo:Person', 'cargo:firstName': 'A' },
      },
      { '@type': 'cargo:Piece', 'https://example.org/own-extension': 'kept' },
    ];
    let made = 0;
    for (const content of contents) {
      const object = created(await forwarder.holder.post('/logistics-objects', { '@context': context, ...content }));
      made += 1;
      const body = aclBody(object, { 'acl:agentClass': { '@id': 'acl:AuthenticatedAgent' } });
      expect((await forwarder.holder.put(`${object}/acl`, body)).status).to.equal(204);
      const change = changeBody(object, 1, [add(object, 'https://example.org/note', 'x')]);
      await accept(forwarder.holder, created(await forwarder.holder.patch(object, change)));
    }
    await settled(forwarder.holder);
    const notifications = (await received(airline.holder)).slice(before);
    expect(eventTypes(notifications).filter((type) => type === 'LOGISTICS_OBJECT_UPDATED')).to.have.length(made);
    expect(eventTypes(notifications).filter((type) => type === 'LOGISTICS_OBJECT_CREATED')).to.have.length(made + 1);
  });

  describe('second scenario: the publisher proposes (D31)', () => {
    const propose = (
      party: Party,
      subscriber: string,
      topic = PIECE,
      topicType = 'LOGISTICS_OBJECT_TYPE',
    ): Promise<Reply> =>
      party.post(
        '/internal/subscription-proposals',
        { subscriber, topicType, topic },
        { 'Content-Type': 'application/json' },
      );

    it('stores a matching offer as an accepted SubscriptionRequest of the partner, which is then notified and can revoke it', async () => {
      const { forwarder, airline } = pair;
      const reply = await propose(forwarder.holder, airline.holder.agent);
      const request = created(reply);
      expect(reply.headers.get('type')).to.equal(`${api}SubscriptionRequest`);
      const { json } = await forwarder.holder.get(request);
      expect(iriOf(member(json, 'api:hasRequestStatus'))).to.equal('api:REQUEST_ACCEPTED');
      expect(iriOf(member(json, 'api:isRequestedBy'))).to.equal(airline.holder.agent);
      const subscription = member(json, 'api:hasSubscription');
      expect(list(member(subscription, 'api:includeSubscriptionEventType')).map(iriOf)).to.have.members([
        'api:LOGISTICS_OBJECT_CREATED',
        'api:LOGISTICS_EVENT_RECEIVED',
      ]);
      expect(member(subscription, 'api:sendLogisticsObjectBody')).to.equal(true);
      const piece = await createPiece(forwarder.holder);
      await settled(forwarder.holder);
      expect(iriOf(member((await received(airline.holder)).at(-1), 'api:hasLogisticsObject'))).to.equal(piece);
      expect((await airlineAtForwarder.delete(request)).status).to.equal(204);
      const before = (await received(airline.holder)).length;
      await createPiece(forwarder.holder);
      await settled(forwarder.holder);
      expect(await received(airline.holder)).to.have.length(before);
    });

    it('is 422 when the partner offers nothing, and nothing is stored', async () => {
      const { forwarder, airline } = pair;
      const count = async (): Promise<string> => (await forwarder.holder.get('/action-requests?limit=0')).text;
      const before = await count();
      expect((await propose(forwarder.holder, airline.holder.agent, `${cargo}Shipment`)).status).to.equal(422);
      expect((await propose(airline.holder, forwarder.holder.agent)).status).to.equal(422);
      expect(await count()).to.equal(before);
    });

    it('is 502 when the partner cannot be reached', async () => {
      const [port = 0] = await freePorts(1);
      const reply = await propose(pair.forwarder.holder, `http://localhost:${port}/logistics-objects/x`);
      expect(reply.status, reply.text).to.equal(502);
    });

    const PARTNER = 'PARTNER';
    const offer = (more: object = {}): object => ({
      ...subscriptionBody({ subscriber: PARTNER, topic: PIECE }),
      '@id': 'https://partner.example/subscriptions/1',
      ...more,
    });
    const other = { 'api:hasTopic': anyUri(`${cargo}Shipment`) };
    const answers: Readonly<
      Record<string, { readonly status?: number; readonly body: unknown; readonly expected: number }>
    > = {
      'one that fits': { body: [offer()], expected: 201 },
      'one that fits, not in a list': { body: offer(), expected: 201 },
      'one that fits among others': {
        body: [offer(other), offer({ '@id': 'https://partner.example/2' })],
        expected: 201,
      },
      'another topic': { body: [offer(other)], expected: 422 },
      'another topic type': {
        body: [offer({ 'api:hasTopicType': { '@id': 'api:LOGISTICS_OBJECT_IDENTIFIER' } })],
        expected: 422,
      },
      'a subtype of the topic': { body: [offer({ 'api:hasTopic': anyUri(`${cargo}PieceOfCake`) })], expected: 422 },
      'a subscription of somebody else': {
        body: [offer({ 'api:hasSubscriber': { '@id': 'http://localhost:1/logistics-objects/victim' } })],
        expected: 422,
      },
      'no event types': { body: [offer({ 'api:includeSubscriptionEventType': [] })], expected: 422 },
      'an empty list': { body: [], expected: 422 },
      'an object that is none': { body: {}, expected: 422 },
      'a list of nonsense': { body: [1, 'x', null], expected: 422 },
      'broken JSON': { body: '[{"@type":', expected: 502 },
      'a page of HTML': { body: '<html>hello</html>', expected: 502 },
      nothing: { body: '', expected: 502 },
      'a remote context': { body: [offer({ '@context': 'https://evil.example/context' })], expected: 502 },
      'a deep nesting': { body: `${'['.repeat(50_000)}${']'.repeat(50_000)}`, expected: 502 },
      'far too much': { body: `["${'x'.repeat(3 * 1024 ** 2)}"]`, expected: 502 },
      'an error': { status: 500, body: [offer()], expected: 502 },
      'a redirect': { status: 302, body: [offer()], expected: 502 },
      'a refusal': { status: 403, body: [offer()], expected: 502 },
      '204': { status: 204, body: '', expected: 502 },
    };
    for (const [name, { status = 200, body, expected }] of Object.entries(answers)) {
      it(`responds ${expected} when a partner offers ${name}`, async () => {
        const partner = await Receiver.start();
        const elsewhere = await Receiver.start();
        try {
          const text = (typeof body === 'string' ? body : JSON.stringify(body)).replaceAll(PARTNER, partner.agent);
          partner.behaviour = (response) => {
            const headers = {
              'Content-Type': 'application/ld+json',
              ...(status === 302 && { Location: `${elsewhere.url}/subscriptions` }),
            };
            response.writeHead(status, headers).end(text);
          };
          const before = (await pair.forwarder.holder.get('/action-requests?limit=0')).text;
          const reply = await propose(pair.forwarder.holder, partner.agent);
          expect(reply.status, reply.text).to.equal(expected);
          expect(elsewhere.calls).to.deep.equal([]);
          const [call = ''] = partner.calls;
          const asked = new URL(call.replace('GET ', ''), partner.url);
          expect(asked.pathname).to.equal('/subscriptions');
          expect(asked.searchParams.get('topic')).to.equal(PIECE);
          expect(asked.searchParams.get('topicType')).to.equal(`${api}LOGISTICS_OBJECT_TYPE`);
          if (expected !== 201) {
            expect((await pair.forwarder.holder.get('/action-requests?limit=0')).text).to.equal(before);
            return;
          }
          await createPiece(pair.forwarder.holder);
          await partner.distinct(1);
        } finally {
          await partner.close();
          await elsewhere.close();
        }
      });
    }

    it('ignores statements beside the subscription in a partner’s response', async () => {
      const partner = await Receiver.start();
      try {
        const slipped = [
          offer({
            'api:hasRequestStatus': { '@id': 'api:REQUEST_ACCEPTED' },
            'api:isRequestedBy': { '@id': 'https://liar.example/logistics-objects/x' },
          }),
          {
            '@context': context,
            '@id': `${pair.forwarder.url}/action-requests/slipped`,
            '@type': 'api:SubscriptionRequest',
          },
        ];
        partner.behaviour = (response) => {
          response.writeHead(200).end(JSON.stringify(slipped).replaceAll(PARTNER, partner.agent));
        };
        const request = created(await propose(pair.forwarder.holder, partner.agent));
        const { text } = await pair.forwarder.holder.get(request);
        expect(text).not.to.include('liar').and.not.include('slipped');
      } finally {
        await partner.close();
      }
    });

    it('with OUTBOUND_PRIVATE_ADDRESSES=false calls no partner on this machine: 502', async () => {
      const partner = await Receiver.start();
      const node = await startTestNode({ env: { ...fastRetries, OUTBOUND_PRIVATE_ADDRESSES: 'false' } });
      try {
        expect((await propose(node.holder, partner.agent)).status).to.equal(502);
        expect(partner.calls).to.deep.equal([]);
      } finally {
        await node.stop();
        await partner.close();
      }
    });
  });
});

describe('a node whose partner does not trust it', () => {
  it('keeps its notifications until the partner trusts it', async () => {
    const [one = 0, other = 0] = await freePorts(2);
    const [publisherUrl, subscriberUrl] = [`http://localhost:${one}`, `http://localhost:${other}`];
    const clock = new TestClock();
    const publisher = await startTestNode({
      clock,
      env: { PORT: String(one), ...trusting(subscriberUrl), ...fastRetries },
    });
    let subscriber = await startTestNode({ clock, env: { PORT: String(other) } });
    try {
      const party = await partyFor(publisher.url, subscriber.holder.agent, subscriber.url);
      await accept(
        publisher.holder,
        created(await party.post('/subscriptions', subscriptionBody({ subscriber: party.agent, topic: PIECE }))),
      );
      const piece = await createPiece(publisher.holder);
      await eventually(async () => {
        const error = member((await deliveries(publisher.holder)).items[0], 'lastError');
        return typeof error === 'string' && error.includes('401');
      });
      expect(await received(subscriber.holder)).to.deep.equal([]);
      await subscriber.stop();
      subscriber = await startTestNode({ clock, env: { PORT: String(other), ...trusting(publisherUrl) } });
      await settled(publisher.holder);
      const [notification] = await received(subscriber.holder);
      expect(iriOf(member(notification, 'api:hasLogisticsObject'))).to.equal(piece);
    } finally {
      await publisher.stop();
      await subscriber.stop();
    }
  });
});
