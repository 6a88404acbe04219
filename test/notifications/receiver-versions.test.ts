import { expect } from 'chai';
import { pino } from 'pino';
import { AccessTokenProvider } from '../../src/identity/access-token-provider.js';
import type { OutboxEntry } from '../../src/notifications/outbox-entry.js';
import { ReceiverVersions } from '../../src/notifications/delivery/receiver-versions.js';
import { OutboundClient } from '../../src/outbound/http-client.js';
import { iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { TestClock } from '../support/clock.js';
import { Receiver, respondWith } from '../support/exchange.js';

describe('The version of a receiver whose server is asked while delivery stops', () => {
  const log = pino({ level: 'silent' });
  const clock = new TestClock();
  const client = new OutboundClient({ allowPrivateAddresses: true, log });
  const grant = (): Promise<{ token: string; expiresIn: number }> => Promise.resolve({ token: 't', expiresIn: 3600 });
  const ownToken = new AccessTokenProvider({ grant, clock, log });
  let receiver: Receiver;

  before(async () => {
    receiver = await Receiver.start();
  });
  after(async () => {
    await client.close();
    await receiver.close();
  });

  it('is read again when delivery continues, and the cached one is listed meanwhile', async () => {
    const versions = new ReceiverVersions(
      {
        requests: { find: () => Promise.resolve(undefined) },
        vocabulary: createVocabulary(standardNamespaces),
        clock,
        formDefaults: { version: '2.0.0', versions: ['2.0.0', '2.3.0'], jsonLd: 'compacted' },
      },
      { client, ownToken },
    );
    const entry: OutboxEntry = {
      uri: iri('http://node.example/outbox/1'),
      id: iri('urn:uuid:1'),
      receiver: iri(receiver.agent),
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
    };
    const stopping = new AbortController();
    receiver.behaviour = () => {
      stopping.abort();
    };
    const given = await versions.choose(entry, stopping.signal).catch((error: unknown) => error);
    expect(given).to.have.property('name', 'AbortError');
    expect(await versions.expected(entry)).to.equal('2.0.0');
    receiver.behaviour = respondWith(
      200,
      { 'Content-Type': 'application/ld+json' },
      JSON.stringify({
        '@context': { api: standardNamespaces.api },
        '@type': 'api:ServerInformation',
        'api:hasSupportedApiVersion': ['2.3.0'],
      }),
    );
    expect(await versions.choose(entry, new AbortController().signal)).to.equal('2.3.0');
    expect(await versions.expected(entry)).to.equal('2.3.0');
    expect(receiver.calls).to.deep.equal(['GET /', 'GET /']);
  });
});
