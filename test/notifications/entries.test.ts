/** One entry of the outbox and one of the inbox, as internal agents see them. */
import { expect } from 'chai';
import type { InboxEntryAnswer, OutboxEntryAnswer } from '../../src/console/responses.js';
import {
  createPiece,
  deliveries,
  eventually,
  partyFor,
  Receiver,
  respondWith,
  settled,
  subscribe,
} from '../support/exchange.js';
import { cargo, context, list, member, type Party, startTestNode, type TestNode } from '../support/node.js';

import { idIn } from '../support/world.js';

const PIECE = `${cargo}Piece`;
/** Backs off for so long that only an operator ends it. */
const slowRetries = { DELIVERY_RETRY_MIN_MS: '600000', DELIVERY_RETRY_MAX_MS: '600000' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe('entries of the outbox and the inbox', () => {
  let node: TestNode;
  let receiver: Receiver;
  let party: Party;

  beforeEach(async () => {
    node = await startTestNode({ env: slowRetries });
    receiver = await Receiver.start();
    party = await partyFor(node.url, receiver.agent);
    await subscribe(node.holder, party, { topic: PIECE });
    await settled(node.holder);
  });
  afterEach(async () => {
    await node.stop();
    await receiver.close();
  });

  const entryOf = async (uri: string): Promise<OutboxEntryAnswer> => {
    const { status, text } = await node.holder.get(uri.replace(`${node.url}/`, '/internal/'));
    expect(status, text).to.equal(200);
    return JSON.parse(text) as OutboxEntryAnswer;
  };
  const entries = async (): Promise<string[]> =>
    (await deliveries(node.holder)).items.map((item) => member(item, 'entry') as string);
  const put = async (body: object): Promise<void> => {
    const { status, text } = await node.holder.put('/internal/delivery-queues/pause', body, JSON_TYPE);
    expect(status, text).to.equal(204);
  };

  it('have the cause of the wait and the body, later the receipt', async () => {
    receiver.behaviour = respondWith(503);
    const pieces = [await createPiece(node.holder), await createPiece(node.holder)];
    await eventually(async () => {
      const [first = ''] = await entries();
      return first !== '' && (await entryOf(first)).waiting?.delivery.attempts === 1;
    });
    const [first = '', second = ''] = await entries();
    const { waiting, receipt } = await entryOf(first);
    expect(receipt).to.equal(null);
    expect(waiting).to.include({ revision: 1, received: null });
    expect(waiting?.delivery).to.include({
      eventType: 'LOGISTICS_OBJECT_CREATED',
      logisticsObject: pieces[0],
      subscriber: receiver.agent,
      lastError: 'the receiver answered with status 503',
    });
    expect(waiting?.waitsFor).to.deep.equal({ kind: 'retry', at: waiting?.delivery.nextAttempt });
    expect(waiting?.subscription).to.include('/action-requests/');
    const body = JSON.parse(waiting?.body ?? '') as Record<string, unknown>;
    expect(body).to.include({ '@id': waiting?.delivery.id });
    expect(JSON.stringify(body)).to.include(pieces[0]);
    expect(waiting?.bodyVersion).to.match(/^2\.\d\.0$/);
    expect((await entryOf(second)).waiting?.waitsFor).to.deep.equal({ kind: 'earlier', first, ahead: 1 });

    await put({ subscriber: receiver.agent, paused: true, reason: 'Maintenance' });
    const paused = (await entryOf(second)).waiting?.waitsFor;
    expect(paused?.kind === 'pause' && paused.pause).to.include({ by: node.holder.agent, reason: 'Maintenance' });
    await put({ subscriber: receiver.agent, paused: false });

    receiver.behaviour = respondWith(204);
    await node.holder.post('/internal/delivery-queues/retry', { subscriber: receiver.agent }, JSON_TYPE);
    await settled(node.holder);
    const gone = await entryOf(first);
    expect(gone.waiting).to.equal(null);
    expect(gone.receipt).to.include({ status: 'confirmed', object: pieces[0], attempts: 2, received: null });
  });

  it('have body, sender and a missing back end of received notifications', async () => {
    const partner = await node.party('partner');
    const body = (id?: string): object => ({
      '@context': context,
      ...(id !== undefined && { '@id': id }),
      '@type': 'api:Notification',
      'api:hasEventType': { '@id': 'api:LOGISTICS_OBJECT_UPDATED' },
      'api:hasLogisticsObject': { '@id': 'https://forwarder.example/logistics-objects/piece-7' },
      'api:hasChangedProperty': { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': `${cargo}upid` },
    });
    for (const id of ['urn:example:n', undefined])
      expect((await partner.post('/notifications', body(id))).status).to.equal(204);
    const all = await node.holder.get('/internal/notifications');
    const uris = list(member(all.json, 'api:hasItem')).map((item) => idIn(member(item, 'rdfs:seeAlso')));
    expect(uris).to.have.length(2);
    const answers = await Promise.all(
      uris.map(async (uri) => {
        expect(uri).to.match(new RegExp(`^${node.url}/inbox/[^/]+$`));
        const { status, text } = await node.holder.get(uri.replace(`${node.url}/`, '/internal/'));
        expect(status, text).to.equal(200);
        return JSON.parse(text) as InboxEntryAnswer;
      }),
    );
    expect(answers.map(({ notification }) => notification)).to.have.members(['urn:example:n', null]);
    for (const answer of answers) {
      expect(answer).to.include({
        from: partner.agent,
        eventType: 'LOGISTICS_OBJECT_UPDATED',
        object: 'https://forwarder.example/logistics-objects/piece-7',
        isHandedOn: false,
        handing: null,
        receipt: null,
      });
      expect(answer.changedProperties).to.deep.equal([`${cargo}upid`]);
      expect(Date.parse(answer.receivedAt)).to.be.greaterThan(0);
      expect(answer.turtle).to.include('piece-7').and.not.include('wasAttributedTo');
    }
  });

  it('are for internal agents, and 404 where there is none', async () => {
    receiver.behaviour = respondWith(503);
    await createPiece(node.holder);
    const [uri = ''] = await entries();
    const path = uri.replace(`${node.url}/`, '/internal/');
    expect((await party.get(path)).status).to.equal(403);
    expect((await node.anonymous.get(path)).status).to.equal(401);
    expect((await node.holder.get(path.replace('/internal/', '/console/api/'))).status).to.equal(200);
    expect((await node.holder.get(`${path}?x=1`)).status).to.equal(400);
    for (const missing of ['outbox/none', 'inbox/none', 'outbox/a%2Fb', 'inbox/%3Cx%3E', 'outbox/..%2Facl'])
      expect((await node.holder.get(`/internal/${missing}`)).status, missing).to.equal(404);
  });
});
