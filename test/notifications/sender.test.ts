/** One attempt to deliver a notification to a partner's server or the back end: what is sent, and what becomes of it. */
import { expect } from 'chai';
import type { ApiVersion } from '../../src/api-versions.js';
import { AccessTokenProvider } from '../../src/identity/access-token-provider.js';
import type { Outcome } from '../../src/notifications/delivery/delivery-options.js';
import { readEntry } from '../../src/notifications/delivery/outbox-feed.js';
import { Sender } from '../../src/notifications/delivery/sender.js';
import { signatureOf, Webhook } from '../../src/notifications/delivery/webhook.js';
import type { NewOutboxEntry, OutboxEntry } from '../../src/notifications/outbox-entry.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, type Iri, iri, node, triple } from '../../src/rdf/terms.js';
import { acl, rdfTerms } from '../../src/rdf/vocabulary.js';
import { object, silent } from '../store/support/open.js';
import { Receiver, respondWith } from '../support/exchange.js';
import { type Json, member } from '../support/node.js';
import { entryOf, operator, StoredQueues, topicOf, uris, vocabulary } from './support/stored-queues.js';

const piece = object('piece');
const never = new AbortController().signal;
const { api, namespaces } = vocabulary;

describe('an attempt to send a notification', () => {
  const client = new OutboundClient({ allowPrivateAddresses: true, log: silent });
  let queues: StoredQueues;
  let receiver: Receiver;
  let sender: Sender;
  let tokens: number;
  let sequence = 0;
  /** What the conditions are asked for, and what they answer. */
  let asked: unknown[];
  let holds: boolean;

  function senderWith(hasCredentials = true): Sender {
    const grant = (): Promise<{ token: string; expiresIn: number }> =>
      Promise.resolve({ token: `t${String((tokens += 1))}`, expiresIn: 3600 });
    const ownToken = hasCredentials ? new AccessTokenProvider({ grant, clock: queues.clock, log: silent }) : undefined;
    const answer = (text: string, about: Iri, graph: Iri): Promise<boolean> => {
      asked.push([text, about, graph]);
      return Promise.resolve(holds);
    };
    return new Sender(queues.services(), { client, ownToken }, { holds: answer });
  }
  beforeEach(async () => {
    queues = await StoredQueues.open();
    receiver = await Receiver.start();
    [tokens, asked, holds] = [0, [], true];
    sender = senderWith();
    const { revisions } = queues.services();
    const type = iri(`${namespaces.cargo}Piece`);
    const content = graphOf([
      triple(node(piece), rdfTerms.type, node(type)),
      triple(node(piece), node(iri(`${namespaces.cargo}goodsDescription`)), factory.literal('Oranges')),
    ]);
    const by = { agent: operator, at: queues.clock.now() };
    await queues.store.transact([piece], (tx) => revisions.create(tx, piece, type, content, by));
  });
  afterEach(async () => {
    await receiver.close();
    await queues.close();
  });
  after(() => client.close());

  async function entry(more: Partial<NewOutboxEntry> = {}): Promise<OutboxEntry> {
    const written = entryOf('a', (sequence += 1), {
      receiver: iri(receiver.agent),
      object: piece,
      revision: 1,
      ...more,
    });
    await queues.write([written]);
    return (await readEntry(queues.services(), written.uri)) ?? expect.fail('nothing was written');
  }
  const subscribe = (version: ApiVersion, condition?: string): Promise<Iri> =>
    queues.subscribe(topicOf('a'), {
      subscriber: iri(receiver.agent),
      version,
      ...(condition !== undefined && { condition }),
    });
  /** Lets the receiver read an object. */
  async function grantAccess(to: Iri = piece): Promise<void> {
    const list = uris.acl(to);
    const authorization = node(iri(`${list}#1`));
    await queues.store.transact([to], (tx) =>
      tx.insert(list, [
        triple(authorization, rdfTerms.type, acl.Authorization),
        triple(authorization, acl.accessTo, node(to)),
        triple(authorization, acl.agent, node(iri(receiver.agent))),
        triple(authorization, acl.mode, api.GET_LOGISTICS_OBJECT),
      ]),
    );
  }
  const attempt = (one: OutboxEntry): Promise<Outcome> => sender.attempt(one, never);
  const bodyOf = (one: Json): Json => member(one, 'api:hasLogisticsObject');
  const lastBody = (): Json => bodyOf(receiver.received.at(-1)?.body);
  /** The body that would be sent now. */
  async function draft(one: OutboxEntry): Promise<Json> {
    const drafted = await sender.draft(one);
    return drafted && (JSON.parse(drafted.body.toString()) as Json);
  }

  it('is confirmed by 2xx, with token, version and trace', async () => {
    const one = await entry({ trace: { requestId: 'request-1' } });
    expect(await attempt(one)).to.deep.equal({ kind: 'confirmed' });
    const [{ id, headers } = expect.fail('nothing was sent')] = receiver.received;
    expect(id).to.equal(one.id);
    expect(receiver.calls).to.deep.equal(['GET /', 'POST /notifications']);
    expect(headers).to.include({
      authorization: 'Bearer t1',
      'content-type': 'application/ld+json; version=2.0.0',
      accept: 'application/ld+json; version=2.0.0',
      'x-request-id': 'request-1',
    });
    await attempt(await entry({ trace: undefined }));
    expect(receiver.received[1]?.headers).to.not.have.any.keys('x-request-id', 'traceparent');
  });

  it('has the revision of the object for a receiver that may read it, with its number since 2.1.0', async () => {
    for (const [version, isNumbered] of [
      ['2.0.0', false],
      ['2.1.0', true],
    ] as const) {
      const one = await entry({ bodyRevision: 1, subscription: await subscribe(version) });
      await attempt(one);
      expect(lastBody()).to.have.all.keys('@id');
      expect(bodyOf(await draft(one))).to.have.all.keys('@id');
      await grantAccess();
      await attempt(one);
      expect(member(lastBody(), 'cargo:goodsDescription')).to.equal('Oranges');
      expect(member(lastBody(), 'api:hasRevision') !== undefined).to.equal(isNumbered);
      expect(receiver.received.at(-1)?.headers['content-type']).to.include(`version=${version}`);
      expect(await draft(one)).to.deep.equal(receiver.received.at(-1)?.body);
      await attempt(await entry({ subscription: await subscribe(version) }));
      expect(lastBody(), 'of a subscription without bodies').to.have.all.keys('@id');
      await queues.store.transact([piece], (tx) => tx.drop(uris.acl(piece)));
    }
  });

  it('is made of nothing without object', async () => {
    expect(await attempt(await entry({ object: undefined, bodyRevision: 1 }))).to.deep.equal({ kind: 'confirmed' });
    expect(lastBody()).to.equal(undefined);
  });

  it('is not made for a revoked subscription, an agent without a server, and a version without the event', async () => {
    const subscription = await subscribe('2.0.0');
    const one = await entry({ subscription });
    await queues.unsubscribe(subscription);
    const without = [
      one,
      await entry({ receiver: iri('urn:example:agent') }),
      await entry({
        subscription: await subscribe('2.0.0'),
        eventType: iri(api.VERIFICATION_REQUEST_PENDING.value),
      }),
    ];
    for (const obsolete of without) {
      expect(await attempt(obsolete)).to.deep.equal({ kind: 'obsolete' });
      expect(await sender.draft(obsolete)).to.equal(undefined);
    }
    expect(receiver.calls).to.deep.equal([]);
  });

  it('is made only if the condition of the subscription holds for a revision that the receiver may read', async () => {
    const subscription = await subscribe('2.0.0', 'ASK { <> ?p ?o }');
    expect(await attempt(await entry({ subscription }))).to.deep.equal({ kind: 'obsolete' });
    expect(asked).to.deep.equal([]);
    await grantAccess();
    for (const revision of [1, undefined]) {
      holds = true;
      expect(await attempt(await entry({ subscription, revision }))).to.deep.equal({ kind: 'confirmed' });
      holds = false;
      expect(await attempt(await entry({ subscription, revision }))).to.deep.equal({ kind: 'filtered' });
    }
    const question = ['ASK { <> ?p ?o }', piece, uris.revision(piece, 1)];
    expect(asked).to.deep.equal([question, question, question, question]);
    expect(receiver.received).to.have.length(2);
    // Without an object or a revision there is nothing to ask about.
    const gone = object('gone');
    await grantAccess(gone);
    for (const more of [{ object: undefined }, { object: gone, revision: undefined }])
      expect(await attempt(await entry({ subscription, ...more }))).to.deep.equal({ kind: 'confirmed' });
    expect(await attempt(await entry({ subscription: await subscribe('2.0.0') }))).to.deep.equal({ kind: 'confirmed' });
    expect(asked).to.have.length(4);
  });

  it('fails without credentials, and by the status of the answer', async () => {
    const one = await entry({ subscription: await subscribe('2.2.0') });
    expect(await senderWith(false).attempt(one, never)).to.deep.equal({
      kind: 'failed',
      reason: 'this node has no credentials for calls to partners (IDP_TOKEN_URL)',
      version: undefined,
    });
    receiver.behaviour = respondWith(503);
    expect(await attempt(one)).to.deep.equal({
      kind: 'failed',
      reason: 'the receiver answered with status 503',
      version: '2.2.0',
    });
    await receiver.close();
    expect(await attempt(one)).to.include({ kind: 'failed', version: '2.2.0' });
  });

  it('is repeated with a new token after 401, and with the same one after other answers', async () => {
    const one = await entry({ subscription: await subscribe('2.0.0') });
    for (const status of [204, 503, 401, 204]) {
      receiver.behaviour = respondWith(status);
      await attempt(one);
      // A token that has just been issued is not replaced.
      queues.clock.advance(60);
    }
    expect(receiver.received.map(({ headers }) => headers.authorization)).to.deep.equal(
      ['t1', 't1', 't1', 't2'].map((token) => `Bearer ${token}`),
    );
  });

  for (const status of [406, 415])
    it(`is repeated in an older version after ${String(status)}`, async () => {
      const one = await entry({ subscription: await subscribe('2.2.0') });
      for (const answer of [503, status, 204]) {
        receiver.behaviour = respondWith(answer);
        await attempt(one);
      }
      const types = receiver.received.map(({ headers }) => headers['content-type']?.replace(/^.*version=/, ''));
      expect(types).to.deep.equal(['2.2.0', '2.2.0', '2.1.0']);
    });
});

describe('an attempt to forward a received notification', () => {
  const client = new OutboundClient({ allowPrivateAddresses: true, log: silent });
  const secret = 'x'.repeat(40);
  const received = uris.inboxEntry('1');
  const notification = node(iri('urn:example:n'));
  let queues: StoredQueues;
  let backEnd: Receiver;
  after(() => client.close());
  beforeEach(async () => {
    backEnd = await Receiver.start();
    queues = await StoredQueues.open({
      INBOX_WEBHOOK_URL: `${backEnd.url}/notifications`,
      INBOX_WEBHOOK_SECRET: secret,
    });
  });
  afterEach(async () => {
    await backEnd.close();
    await queues.close();
  });

  /** @param hasEntry whether the inbox has the notification. */
  const webhookOf = (from: StoredQueues, hasEntry = true): Webhook =>
    new Webhook(from.services(), client, {
      read: () =>
        hasEntry
          ? { root: notification, data: graphOf([triple(notification, rdfTerms.type, api.Notification)]) }
          : undefined,
    });
  async function entry(more: Partial<NewOutboxEntry> = {}): Promise<OutboxEntry> {
    const written = entryOf('a', 1, { received, ...more });
    await queues.write([written]);
    return (await readEntry(queues.services(), written.uri)) ?? expect.fail('nothing was written');
  }

  it('has the signed bytes of the draft, in the newest version, and the trace', async () => {
    const webhook = webhookOf(queues);
    const one = await entry({ trace: { requestId: 'request-1' } });
    const draft = (await webhook.draft(one)) ?? expect.fail('there is no draft');
    expect(draft.version).to.equal('2.3.0');
    expect(await webhook.attempt(one, never)).to.deep.equal({ kind: 'confirmed' });
    const [{ id, body, headers } = expect.fail('nothing was sent')] = backEnd.received;
    expect(backEnd.calls).to.deep.equal(['POST /notifications']);
    expect([id, body]).to.deep.equal([notification.value, JSON.parse(draft.body.toString())]);
    expect(headers).to.include({
      'content-type': 'application/ld+json; version=2.3.0',
      'x-signature': signatureOf(draft.body, secret),
      'x-request-id': 'request-1',
    });
    backEnd.behaviour = respondWith(500);
    expect(await webhook.attempt({ ...one, trace: undefined }, never)).to.deep.equal({
      kind: 'failed',
      reason: 'the back end answered with status 500',
      version: '2.3.0',
    });
    expect(backEnd.received[1]?.headers).to.not.have.any.keys('x-request-id', 'traceparent');
    await backEnd.close();
    expect(await webhook.attempt(one, never)).to.include({ kind: 'failed', version: '2.3.0' });
  });

  it('is not made without the setting, or without the notification', async () => {
    const one = await entry();
    const withoutSetting = await StoredQueues.open();
    for (const [webhook, given] of [
      [webhookOf(withoutSetting), one],
      [webhookOf(queues, false), one],
      [webhookOf(queues), { ...one, received: undefined }],
    ] as const) {
      expect(await webhook.draft(given)).to.equal(undefined);
      expect(await webhook.attempt(given, never)).to.deep.equal({ kind: 'obsolete' });
    }
    expect(backEnd.calls).to.deep.equal([]);
    await withoutSetting.close();
  });
});
