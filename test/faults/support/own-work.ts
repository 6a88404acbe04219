/** What a node writes for itself, without a caller who would ask again: with a fault at each position. */
import { expect } from 'chai';
import { Degradations } from '../../../src/degradations.js';
import { uuidSource } from '../../../src/clock.js';
import { migrateHeads } from '../../../src/logistics-objects/head-migration.js';
import { Revisions } from '../../../src/logistics-objects/revisions.js';
import { createLookups } from '../../../src/lookups.js';
import { ALL_NOTIFICATIONS } from '../../../src/notifications/lookups.js';
import { describeReceipts } from '../../../src/notifications/receipts/receipt.js';
import { Receipts } from '../../../src/notifications/receipts/receipts.js';
import { graphOf } from '../../../src/rdf/graph.js';
import { factory, iri, namedNode, node, triple } from '../../../src/rdf/terms.js';
import { createVocabulary, dcterms, rdfTerms, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { readSettings } from '../../../src/settings/settings.js';
import { Quarantine } from '../../../src/store/quarantine.js';
import { GraphStore } from '../../../src/store/graph-store/graph-store.js';
import { openStore } from '../../../src/store/open-store.js';
import type { GraphRecord } from '../../../src/store/record.js';
import { UriScheme } from '../../../src/uris.js';
import { TestClock } from '../../support/clock.js';
import { fastRetries } from '../../support/exchange.js';
import { base, object, silent } from '../../store/support/open.js';
import { parsedGraphsOf } from '../../store/support/parsed-graphs.js';
import { type FaultKind, Faults } from './faults.js';
import type { Place } from './positions.js';

const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const { lookups, indexes } = createLookups(uris, vocabulary);
const settings = readSettings({ ...fastRetries, RECEIPT_DAYS: '1' });
const retryMs = settings.deliveryRetryMs;
const random = (): number => 0;
const OBJECTS = 3;

/** One kind of such work. */
interface OwnWork {
  /** Makes something to be done. */
  readonly prepare: (store: GraphStore) => Promise<void>;
  /** Resolves when it is done, or is not tried any more. @param record without faults. */
  readonly run: (store: GraphStore, record: GraphRecord) => Promise<void>;
  readonly check: (store: GraphStore) => Promise<void>;
}

const revisionsOf = (store: GraphStore): Revisions =>
  new Revisions(
    parsedGraphsOf(store),
    uris,
    vocabulary,
    new Quarantine({ log: silent, degradations: new Degradations() }),
  );

const pieceOf = (number: number): ReturnType<typeof object> => object(`piece-${number}`);
const upidOf = (number: number): string => `UPID-${number}`;

const works: Readonly<Record<string, OwnWork>> = {
  'old receipts are deleted': {
    async prepare(store) {
      for (let number = 1; number <= OBJECTS; number += 1) {
        const graph = uris.receipts(uuidSource.next());
        const at = new Date(Date.parse('2026-03-01T10:00:00Z') + number);
        const receipt = {
          ...{ notification: iri(`urn:uuid:${number}`), received: undefined, object: undefined, revision: undefined },
          eventType: iri(`${standardNamespaces.api}LOGISTICS_OBJECT_CREATED`),
          subscriber: iri('http://partner.example/logistics-objects/p'),
          topic: iri('http://topic.example/a'),
          ...{ createdAt: at, attempts: 1, confirmedAt: at, skipped: undefined },
        };
        await store.transact([graph], (tx) => tx.insert(graph, describeReceipts(graph, [receipt])));
      }
    },
    async run(store, record) {
      const done = new AbortController();
      const endWhenDone = async (): Promise<void> => {
        for (let cursor = store.follow(); await cursor.wait(done.signal);) {
          cursor = store.follow();
          if ((await record.count(lookups.notifications.receipts, ALL_NOTIFICATIONS)) === 0) done.abort();
        }
      };
      void endWhenDone();
      const parsedGraphs = parsedGraphsOf(store);
      const clock = new TestClock('2027-03-01T10:00:00Z');
      const services = { store, parsedGraphs, lookups, uris, ids: uuidSource, clock, settings, log: silent, random };
      await new Receipts(services).keepTrimmed(done.signal);
    },
    check: async (store) => {
      expect(await store.count(lookups.notifications.receipts, ALL_NOTIFICATIONS)).to.equal(0);
    },
  },
  'the heads of version 0.2.0 are migrated': {
    async prepare(store) {
      const by = { agent: object('holder'), at: new Date('2026-03-01T10:00:00Z') };
      const type = iri(vocabulary.cargo.LogisticsObject.value);
      await store.transact([uris.headForm], (tx) => tx.drop(uris.headForm));
      for (let number = 1; number <= OBJECTS; number += 1) {
        const piece = pieceOf(number);
        const statements = graphOf([
          triple(node(piece), rdfTerms.type, node(type)),
          triple(node(piece), namedNode(`${standardNamespaces.cargo}upid`), factory.literal(upidOf(number))),
        ]);
        await store.transact([piece], async (tx) => {
          const head = uris.head(piece);
          if ((await tx.read(head)).size === 0) await revisionsOf(store).create(tx, piece, type, statements, by);
          const kept = Array.from(await tx.read(head)).filter(({ predicate }) => !predicate.equals(dcterms.identifier));
          await tx.replace(head, kept);
        });
      }
    },
    run: (store) =>
      migrateHeads(
        {
          ...{ store, lookups, uris, log: silent, random, revisions: revisionsOf(store) },
          stopping: new AbortController().signal,
        },
        retryMs,
      ),
    check: async (store) => {
      expect((await store.read(uris.headForm)).size).to.equal(1);
      for (let number = 1; number <= OBJECTS; number += 1)
        expect((await revisionsOf(store).head(pieceOf(number)))?.identifiers).to.have.length(1);
    },
  },
};

/** The kinds of faults that such work can meet: it calls nobody. */
const kinds: readonly FaultKind[] = ['write', 'read'];

export function describeOwnWork(name: string, place: () => Promise<Place>): void {
  describe(name, () => {
    let where: Place;
    let opened: GraphStore;
    let record: GraphRecord;
    const faults = new Faults();
    before(async () => {
      where = await place();
      opened = await openStore({
        location: readSettings({ STORE_URL: where.storeUrl }).store,
        base,
        log: silent,
        lookups: indexes,
        around: (inner) => {
          record = inner;
          return inner;
        },
      });
    });
    after(async () => {
      await opened.close();
      await where.remove();
    });
    /** The store without anything in its caches. */
    const fresh = (of: GraphRecord = record): GraphStore => new GraphStore({ log: silent, lookups: indexes }, of);

    for (const [what, { prepare, run, check }] of Object.entries(works))
      for (const kind of kinds)
        it(`${what}: ${kind}`, async () => {
          let positions = 1;
          for (let position = 0; position <= positions; position += 1) {
            await prepare(fresh());
            faults.arm(kind, position);
            await run(fresh(faults.record(record)), record);
            if (position === 0) positions = faults.count(kind);
            await check(fresh());
          }
          expect(positions).to.be.at.least(1);
        });
  });
}
