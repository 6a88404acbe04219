import { expect } from 'chai';
import { pino } from 'pino';
import { uuidSource } from '../../src/clock.js';
import { createLookups } from '../../src/lookups.js';
import { ALL_NOTIFICATIONS } from '../../src/notifications/lookups.js';
import { describeReceipts, type Receipt } from '../../src/notifications/receipts/receipt.js';
import { Receipts } from '../../src/notifications/receipts/receipts.js';
import { type Iri, iri } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { ParsedGraphs } from '../../src/store/cache/parsed-graphs.js';
import { WrongChecksumError } from '../../src/store/quarantine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openStore } from '../../src/store/open-store.js';
import type { GraphRecord } from '../../src/store/record.js';
import { UriScheme } from '../../src/uris.js';
import { around } from '../faults/support/faults.js';
import { TestClock } from '../support/clock.js';

describe('Receipts that are too old', () => {
  const base = iri('http://node.example');
  const uris = new UriScheme(base);
  const { lookups, indexes } = createLookups(uris, createVocabulary(standardNamespaces));
  const log = pino({ level: 'silent' });
  const clock = new TestClock();
  const open = (record: (own: GraphRecord) => GraphRecord): Promise<GraphStore> =>
    openStore({ location: { kind: 'memory' }, base, log, lookups: indexes, around: record });

  for (const damaged of [1, 2, 3])
    it(`are deleted with a damaged graph, the ${damaged}. of them`, async () => {
      let kept: GraphRecord | undefined;
      const written = await open((own) => (kept = own));
      const record = kept ?? expect.fail('no record was opened');
      const graphs: Iri[] = [];
      for (let number = 1; number <= 3; number += 1) {
        const graph = uris.receipts(uuidSource.next());
        graphs.push(graph);
        const receipt: Receipt = {
          notification: iri(`urn:uuid:${number}`),
          received: undefined,
          eventType: iri(`${standardNamespaces.api}LOGISTICS_OBJECT_CREATED`),
          object: undefined,
          revision: undefined,
          subscriber: iri('http://partner.example/logistics-objects/p'),
          topic: iri('http://topic.example/a'),
          createdAt: clock.now(),
          attempts: 1,
          confirmedAt: new Date(clock.now().getTime() + number),
          skipped: undefined,
        };
        await written.transact([graph], (tx) => tx.insert(graph, describeReceipts(graph, [receipt])));
      }
      const bad = graphs[damaged - 1];
      const text = (graph: Iri): Promise<string> =>
        graph === bad ? Promise.reject(new WrongChecksumError()) : record.text(graph);
      const store = await open(() => around(record, () => undefined, { text }));
      const later = new TestClock('2027-03-01T10:00:00Z');
      const settings = readSettings({ RECEIPT_DAYS: '1' });
      const parsedGraphs = new ParsedGraphs(store);
      const services = {
        store,
        parsedGraphs,
        lookups,
        uris,
        ids: uuidSource,
        clock: later,
        settings,
        log,
        random: () => 0,
      };
      await new Receipts(services).trim(new AbortController().signal);
      expect(await store.lookup(lookups.notifications.receipts, ALL_NOTIFICATIONS)).to.deep.equal([]);
      expect(await store.count(lookups.notifications.receipts, ALL_NOTIFICATIONS)).to.equal(0);
      // That they have expired is left.
      expect(store.size.graphs).to.equal(1);
      await store.close();
    });
});
