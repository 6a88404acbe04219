/** Outbox entries that cannot be handled (D28): set aside, told, handled again, and in nobody's way. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { pino } from 'pino';
import { Degradations } from '../../src/degradations.js';
import { createLookups } from '../../src/lookups.js';
import { Delivery } from '../../src/notifications/delivery/delivery.js';
import type { DeliveryOptions, Outcome } from '../../src/notifications/delivery/delivery-options.js';
import { StoredDeliveryJournal } from '../../src/notifications/queues/delivery-journal.js';
import type { OutboxEntry } from '../../src/notifications/outbox-entry.js';
import { factory, type Iri, iri, node as named, type Quad, triple } from '../../src/rdf/terms.js';
import { createVocabulary, dcterms, rdfTerms, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import { UriScheme } from '../../src/uris.js';
import { createPiece, deliveries, eventually, freePorts, Receiver, subscribe, partyFor } from '../support/exchange.js';
import { cargo, list, member, startTestNode } from '../support/node.js';

const vocabulary = createVocabulary(standardNamespaces);
const log = pino({ level: 'silent' });
const RECEIVER = iri('http://partner.example/logistics-objects/_data-holder');

describe('An outbox entry that cannot be handled', () => {
  describe('in a queue', () => {
    let store: GraphStore;
    let delivery: Delivery | undefined;
    const degradations = new Degradations();
    const confirmation: Outcome = { kind: 'confirmed' };

    before(async () => {
      store = await openStore({
        location: { kind: 'memory' },
        base: iri('http://node.example'),
        log,
        lookups: [],
      });
    });
    after(() => store.close());
    afterEach(async () => {
      await delivery?.stop();
      degradations.clear('outbox-entries');
    });

    const entry = (name: string, sequence: number, topic = 'a'): OutboxEntry => ({
      uri: iri(`http://node.example/outbox/${name}`),
      id: iri(`urn:uuid:${name}`),
      receiver: RECEIVER,
      topic: iri(`http://topic.example/${topic}`),
      sequence,
      createdAt: new Date(0),
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
    const nameOf = (uri: Iri): string => uri.slice('http://node.example/outbox/'.length);

    /** Delivers until so many entries were confirmed. */
    function start(
      entries: readonly OutboxEntry[],
      parts: Partial<Pick<DeliveryOptions, 'read' | 'attempt'>>,
      expected: number,
    ): Promise<string[]> {
      const confirmed: string[] = [];
      return new Promise((resolve) => {
        delivery = new Delivery(
          { clock: { now: () => new Date() }, log, degradations, random: () => 0 },
          {
            journal: new StoredDeliveryJournal(
              { store, uris: new UriScheme(iri('http://node.example')), vocabulary },
              { write: () => Promise.resolve() },
            ),
            isPaused: () => false,
            retryMs: { min: 1, max: 5 },
            stored: () => Promise.resolve({ entries: [], damaged: [], size: 0, last: undefined }),
            read: (uri) => Promise.resolve(entries.find((one) => one.uri === uri)),
            coalesce: (first) => first,
            ...parts,
            attempt: async (one, signal) => {
              const outcome = await (parts.attempt?.(one, signal) ?? confirmation);
              if (outcome.kind === 'confirmed') confirmed.push(nameOf(one.uri));
              if (confirmed.length === expected) resolve(confirmed);
              return outcome;
            },
          },
        );
        delivery.enqueue(entries);
      });
    }

    it('is set aside after three unexpected errors, reported, and delivered when the cause is fixed', async () => {
      const entries = [entry('bad', 1), entry('good', 2), entry('other', 3, 'b')];
      let attempts = 0;
      let told: unknown;
      const confirmed = await start(
        entries,
        {
          attempt: ({ uri }) => {
            if (nameOf(uri) === 'good') told = degradations.list();
            if (nameOf(uri) !== 'bad') return Promise.resolve({ kind: 'confirmed' });
            attempts += 1;
            if (attempts < 6) throw new RangeError('nobody foresaw this');
            return Promise.resolve({ kind: 'confirmed' });
          },
        },
        3,
      );
      expect(confirmed.indexOf('good')).to.be.lessThan(confirmed.indexOf('bad'));
      expect(attempts).to.equal(6);
      expect(told).to.have.length(1);
      await eventually(() => Promise.resolve(degradations.list().length === 0));
    });

    for (const thrown of [new Error('x'), 'a text', null, undefined, 7]) {
      it(`is passed over when its attempts throw ${String(thrown)}`, async () => {
        const confirmed = await start(
          [entry('bad', 1), entry('good', 2)],
          {
            attempt: async ({ uri }) => {
              // What a part throws need not be an Error.
              // oxlint-disable-next-line typescript/only-throw-error
              if (nameOf(uri) === 'bad') throw thrown;
              return Promise.resolve({ kind: 'confirmed' });
            },
          },
          1,
        );
        expect(confirmed).to.deep.equal(['good']);
        expect(delivery?.state(entry('bad', 1).uri, entry('bad', 1))?.lastError).to.match(/^set aside: /);
      });
    }

    it('is passed over when it cannot be read, and delivered when it can', async () => {
      const entries = [entry('bad', 1), entry('good', 2)];
      let reads = 0;
      const confirmed = await start(
        entries,
        {
          read: (uri) => {
            if (nameOf(uri) === 'bad' && (reads += 1) < 6) return Promise.reject(new Error('a bad block'));
            return Promise.resolve(entries.find((one) => one.uri === uri));
          },
        },
        2,
      );
      expect(confirmed).to.deep.equal(['good', 'bad']);
    });

    it('continues in order after one temporary unexpected error', async () => {
      let attempts = 0;
      const confirmed = await start(
        [entry('first', 1), entry('second', 2)],
        {
          attempt: () => {
            attempts += 1;
            if (attempts === 1) throw new Error('once');
            return Promise.resolve({ kind: 'confirmed' });
          },
        },
        2,
      );
      expect(confirmed).to.deep.equal(['first', 'second']);
    });
  });

  describe('in a store at a start', () => {
    const { api } = vocabulary;
    let folder: string;
    let receiver: Receiver;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cargograph-set-aside-'));
      receiver = await Receiver.start();
    });
    afterEach(async () => {
      await receiver.close();
      await rm(folder, { recursive: true });
    });

    it('is listed with its error, and new entries are numbered and delivered', async () => {
      const [port = 0] = await freePorts(1);
      const base = iri(`http://localhost:${port}`);
      const text = (value: string, type = xsd.string): ReturnType<typeof factory.literal> =>
        factory.literal(value, type);
      const parts = (uri: Iri): Record<string, Quad> => ({
        type: triple(named(uri), rdfTerms.type, api.Notification),
        sequence: triple(named(uri), dcterms.identifier, text('1', xsd.integer)),
        created: triple(named(uri), dcterms.created, text('2026-03-01T10:00:00Z', xsd.dateTime)),
        subscriber: triple(named(uri), api.hasSubscriber, named(iri(receiver.agent))),
        topic: triple(named(uri), api.hasTopic, text(`${cargo}Piece`, xsd.anyURI)),
        event: triple(named(uri), api.hasEventType, api.LOGISTICS_OBJECT_CREATED),
      });
      const damages: Record<string, (uri: Iri) => Record<string, Quad | undefined>> = {
        'no-time': () => ({ created: undefined }),
        'bad-time': (uri) => ({ created: triple(named(uri), dcterms.created, text('yesterday')) }),
        'no-receiver': () => ({ subscriber: undefined }),
        'bad-receiver': (uri) => ({ subscriber: triple(named(uri), api.hasSubscriber, text('no IRI at all')) }),
        'no-topic': () => ({ topic: undefined }),
        'bad-place': (uri) => ({ sequence: triple(named(uri), dcterms.identifier, text('many')) }),
        'endless-place': (uri) => ({ sequence: triple(named(uri), dcterms.identifier, text('1e999')) }),
      };
      const store = await openStore({
        location: { kind: 'folder', path: folder },
        base,
        log,
        lookups: createLookups(new UriScheme(base), vocabulary).indexes,
      });
      const names = Object.keys(damages);
      for (const [name, damage] of Object.entries(damages)) {
        const uri = iri(`${base}/outbox/${name}`);
        const quads = Object.values({ ...parts(uri), ...damage(uri) }).filter((quad) => quad !== undefined);
        await store.transact([uri], (tx) => tx.insert(uri, quads));
      }
      await store.close();

      const env = { PORT: String(port), STORE_URL: `file:${folder}`, DELIVERY_RETRY_MIN_MS: '1' };
      const node = await startTestNode({ env });
      try {
        const { total, items } = await deliveries(node.holder);
        expect(total).to.equal(names.length);
        expect(items.map((item) => member(item, 'id'))).to.have.members(names.map((name) => `${base}/outbox/${name}`));
        for (const item of items) {
          expect(member(item, 'lastError')).to.equal('set aside: the entry cannot be read');
          expect(member(item, 'attempts')).to.equal(1);
          expect(member(item, 'nextAttempt')).to.be.a('string');
        }
        const ready = await node.anonymous.get('/health/ready');
        expect(ready.status).to.equal(200);
        const [degraded] = list(member(ready.json, 'degraded'));
        expect(member(degraded, 'key')).to.equal('outbox-entries');
        expect(member(degraded, 'count')).to.equal(names.length);

        const party = await partyFor(node.url, receiver.agent);
        await subscribe(node.holder, party, { topic: `${cargo}Piece` });
        const pieces = [await createPiece(node.holder), await createPiece(node.holder)];
        expect((await receiver.distinct(2)).map(({ object }) => object)).to.deep.equal(pieces);
      } finally {
        await node.stop();
      }
    });
  });
});
