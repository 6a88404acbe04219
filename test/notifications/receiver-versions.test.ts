import { expect } from 'chai';
import { pino } from 'pino';
import type { ActionRequest } from '../../src/action-requests/action-request.js';
import { describeVersion } from '../../src/action-requests/recorded-version.js';
import type { ApiVersion } from '../../src/api-versions.js';
import { AccessTokenProvider } from '../../src/identity/access-token-provider.js';
import type { OutboxEntry } from '../../src/notifications/outbox-entry.js';
import { ReceiverVersions } from '../../src/notifications/delivery/receiver-versions.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { graphOf } from '../../src/rdf/graph.js';
import { factory, iri, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { TestClock } from '../support/clock.js';
import { type Behaviour, closeConnection, Receiver, respondWith } from '../support/exchange.js';

const log = pino({ level: 'silent' });
const clock = new TestClock();
const client = new OutboundClient({ allowPrivateAddresses: true, log });
const grant = (): Promise<{ token: string; expiresIn: number }> => Promise.resolve({ token: 't', expiresIn: 3600 });
const ownToken = new AccessTokenProvider({ grant, clock, log });
const never = new AbortController().signal;
let receiver: Receiver;

const vocabulary = createVocabulary(standardNamespaces);
const versionsWith = (
  identity: ConstructorParameters<typeof ReceiverVersions>[1],
  ...requests: readonly ActionRequest[]
): ReceiverVersions =>
  new ReceiverVersions(
    {
      requests: { find: (uri) => Promise.resolve(requests.find((request) => request.uri === uri)) },
      vocabulary,
      clock,
      formDefaults: { version: '2.0.0', versions: ['2.0.0', '2.1.0', '2.3.0'], jsonLd: 'compacted' },
    },
    identity,
  );
const entryFor = (agent: string): OutboxEntry => ({
  uri: iri('http://node.example/outbox/1'),
  id: iri('urn:uuid:1'),
  receiver: iri(agent),
  topic: iri('http://topic.example/a'),
  sequence: 1,
  createdAt: clock.now(),
  eventType: 'LOGISTICS_OBJECT_CREATED',
  object: undefined,
  received: undefined,
  revision: undefined,
  notBefore: undefined,
  bodyRevision: undefined,
  subscription: undefined,
  trace: undefined,
  notification: [],
});
const listing = (...versions: readonly string[]): Behaviour =>
  respondWith(
    200,
    { 'Content-Type': 'application/ld+json' },
    JSON.stringify({
      '@context': { api: standardNamespaces.api },
      '@type': 'api:ServerInformation',
      'api:hasSupportedApiVersion': versions,
    }),
  );

/** A request, with the content types of its subscription. */
function requestOf(
  kind: ActionRequest['kind'],
  requestedBy: string,
  { version, types = [] }: { readonly version?: ApiVersion; readonly types?: readonly string[] } = {},
): ActionRequest {
  const uri = iri('http://node.example/action-requests/1');
  const [root, content] = [node(uri), node(iri('internal:content'))];
  const { api } = vocabulary;
  return {
    uri,
    kind,
    status: 'REQUEST_ACCEPTED',
    requestedBy: iri(requestedBy),
    requestedAt: clock.now(),
    statusSince: clock.now(),
    data: graphOf([
      triple(root, api.hasSubscription, content),
      ...types.map((type) => triple(content, api.hasContentType, factory.literal(type))),
      ...describeVersion(root, version),
    ]),
  };
}

/** A notification of a subscription, or about another request. */
function causedBy({ uri, kind }: ActionRequest): OutboxEntry {
  const entry = entryFor(receiver.agent);
  if (kind === 'SubscriptionRequest') return { ...entry, subscription: uri };
  return { ...entry, notification: [triple(node(entry.id), vocabulary.api.isTriggeredBy, node(uri))] };
}

describe('The version of a receiver', () => {
  beforeEach(async () => {
    receiver = await Receiver.start();
  });
  afterEach(() => receiver.close());
  after(() => client.close());

  describe('whose server is asked while delivery stops', () => {
    it('is read again when delivery continues, and the cached one is listed meanwhile', async () => {
      const versions = versionsWith({ client, ownToken });
      const entry = entryFor(receiver.agent);
      const stopping = new AbortController();
      receiver.behaviour = () => {
        stopping.abort();
      };
      const given = await versions.choose(entry, stopping.signal).catch((error: unknown) => error);
      expect(given).to.have.property('name', 'AbortError');
      expect(await versions.expected(entry)).to.equal('2.0.0');
      receiver.behaviour = listing('2.3.0');
      expect(await versions.choose(entry, never)).to.equal('2.3.0');
      expect(await versions.expected(entry)).to.equal('2.3.0');
      expect(receiver.calls).to.deep.equal(['GET /', 'GET /']);
    });
  });

  describe('that a request names', () => {
    const other = 'http://other.example/agent';
    const chosen = async (request: ActionRequest): Promise<ApiVersion | undefined> =>
      versionsWith({ client, ownToken: undefined }, request).choose(causedBy(request), never);

    it('is that of the first offered content type of a subscription, then that of its request', async () => {
      const types = ['text/turtle; version=2.3.0', 'application/ld+json; version=9.9.9'];
      const known = [...types, 'application/ld+json; version=2.1.0', 'application/ld+json; version=2.3.0'];
      expect(await chosen(requestOf('SubscriptionRequest', other, { version: '2.3.0', types: known }))).to.equal(
        '2.1.0',
      );
      expect(await chosen(requestOf('SubscriptionRequest', other, { version: '2.3.0', types }))).to.equal('2.3.0');
      // 2.2.0 is not offered here.
      expect(await chosen(requestOf('SubscriptionRequest', other, { version: '2.2.0' }))).to.equal('2.0.0');
    });

    it('is that of a request of the receiver, and not of another requestor', async () => {
      const types = ['application/ld+json; version=2.1.0'];
      const version = '2.3.0';
      expect(await chosen(requestOf('ChangeRequest', receiver.agent, { version, types }))).to.equal('2.3.0');
      expect(await chosen(requestOf('ChangeRequest', other, { version, types }))).to.equal('2.0.0');
    });

    it('is at least the first one that has such requests', async () => {
      expect(await chosen(requestOf('VerificationRequest', receiver.agent))).to.equal('2.1.0');
      expect(await chosen(requestOf('VerificationRequest', receiver.agent, { version: '2.3.0' }))).to.equal('2.3.0');
    });
  });

  describe('that its server lists', () => {
    const DAY = 24 * 3_600;

    for (const [what, behaviour, seconds] of [
      ['a day', listing('2.1.0', '9.0.0'), DAY],
      ['a day where it is missing', respondWith(404), DAY],
      ['a day where it is no JSON-LD', respondWith(200, {}, '<html>'), DAY],
      ['a minute after an error of the server', respondWith(500), 60],
      ['a minute after a refused token', respondWith(401), 60],
      ['a minute after a broken connection', closeConnection, 60],
    ] as const)
      it(`is cached for ${what}`, async () => {
        const versions = versionsWith({ client, ownToken });
        const entry = entryFor(receiver.agent);
        receiver.behaviour = behaviour;
        const first = await versions.choose(entry, never);
        expect(first).to.equal(what === 'a day' ? '2.1.0' : '2.0.0');
        const calls = receiver.calls.length;
        receiver.behaviour = listing('2.0.0', '2.3.0');
        clock.advance(seconds - 0.001);
        expect(await versions.choose(entry, never)).to.equal(first);
        expect(receiver.calls).to.have.length(calls);
        clock.advance(0.001);
        expect(await versions.choose(entry, never)).to.equal('2.3.0');
      });

    it('is asked for again after a rejection; a version that was rejected is not sent for a day', async () => {
      const versions = versionsWith({ client, ownToken });
      const entry = entryFor(receiver.agent);
      receiver.behaviour = listing('2.3.0');
      expect(await versions.choose(entry, never)).to.equal('2.3.0');
      await versions.rejected(entry.receiver, '2.3.0', never);
      expect(await versions.choose(entry, never)).to.equal('2.1.0');
      await versions.rejected(entry.receiver, '2.1.0', never);
      expect(await versions.choose(entry, never)).to.equal('2.0.0');
      await versions.rejected(entry.receiver, '2.0.0', never);
      expect(await versions.choose(entry, never)).to.equal('2.0.0');
      clock.advance(DAY);
      expect(await versions.choose(entry, never)).to.equal('2.3.0');
      receiver.behaviour = listing('2.1.0');
      await versions.rejected(entry.receiver, '2.3.0', never);
      expect(await versions.choose(entry, never)).to.equal('2.1.0');
    });

    it('is not asked for without credentials, and of an agent without a server', async () => {
      const entry = entryFor(receiver.agent);
      expect(await versionsWith({ client, ownToken: undefined }).choose(entry, never)).to.equal('2.0.0');
      const versions = versionsWith({ client, ownToken });
      expect(await versions.choose(entryFor('urn:example:agent'), never)).to.equal('2.0.0');
      expect(receiver.calls).to.deep.equal([]);
    });

    it('is not sent a notification that its version does not have', async () => {
      const versions = versionsWith({ client, ownToken });
      const entry = { ...entryFor(receiver.agent), eventType: 'VERIFICATION_REQUEST_PENDING' };
      receiver.behaviour = listing('2.0.0');
      expect(await versions.choose(entry, never)).to.equal(undefined);
    });
  });
});
