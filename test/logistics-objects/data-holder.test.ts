import { expect } from 'chai';
import { UriScheme } from '../../src/uris.js';
import { uuidSource } from '../../src/clock.js';
import { Degradations } from '../../src/degradations.js';
import { ensureDataHolder } from '../../src/logistics-objects/data-holder.js';
import { LogisticsObjects } from '../../src/logistics-objects/logistics-objects.js';
import { Tombstones } from '../../src/access/tombstones.js';
import { Revisions } from '../../src/logistics-objects/revisions.js';
import { createLookups } from '../../src/lookups.js';
import { loadModel } from '../../src/model/load.js';
import type { Model } from '../../src/model/model.js';
import { node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces } from '../../src/rdf/vocabulary.js';
import { Quarantine } from '../../src/store/quarantine.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import type { Store, Transaction } from '../../src/store/store.js';
import { ParsedGraphs } from '../../src/store/cache/parsed-graphs.js';
import { base, failure, object, openMemory, revision, silent } from '../store/support/open.js';
import { Transactions } from '../../src/transactions.js';
import { TestClock } from '../support/clock.js';

const holder = object('_data-holder');
const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const { lookups, indexes } = createLookups(uris, vocabulary);

describe('The first start of a node', () => {
  let model: Model;
  let store: GraphStore;
  let parsedGraphs: ParsedGraphs;
  before(async () => {
    model = await loadModel({ namespaces: standardNamespaces, mode: 'strict', log: silent });
  });
  beforeEach(async () => {
    store = await openMemory({ lookups: indexes });
    parsedGraphs = new ParsedGraphs(store);
  });
  afterEach(() => store.close());

  /** Starts on the store, and lets so many transactions succeed: then the process ends, or the disk is full. */
  function start(allowed = Infinity): Promise<void> {
    let left = allowed;
    const limited: Store = Object.create(store, {
      transact: {
        value: <Result>(concerns: Parameters<Store['transact']>[0], work: (tx: Transaction) => Promise<Result>) => {
          left -= 1;
          return left < 0 ? Promise.reject(new Error('killed')) : store.transact(concerns, work);
        },
      },
      read: { value: store.read.bind(store) },
    }) as Store;
    const quarantine = new Quarantine({ log: silent, degradations: new Degradations() });
    const revisions = new Revisions(parsedGraphs, uris, vocabulary, quarantine);
    const transactions = new Transactions(limited, () => Promise.resolve());
    const objects = new LogisticsObjects(transactions, revisions, {
      model,
      uris,
      vocabulary,
      ids: uuidSource,
      lenient: false,
      log: silent,
      clock: new TestClock(),
      laterLinks: { wholesOf: () => Promise.resolve(new Set()) },
      tombstones: new Tombstones({ parsedGraphs, store, lookups, uris, vocabulary }, undefined),
    });
    return ensureDataHolder(holder, 'Holder', { store, lookups, transactions, objects, uris, vocabulary });
  }

  const sizes = async (): Promise<boolean[]> =>
    Promise.all(
      [revision('_data-holder', 1), uris.acl(holder)].map(async (graph) => (await store.read(graph)).size > 0),
    );

  it('creates the data holder and its access control list together, or neither', async () => {
    await start(1);
    expect(await sizes()).to.deep.equal([true, true]);
  });

  it('is whole at the next start when it was broken off', async () => {
    await failure(start(0));
    expect(await sizes()).to.deep.equal([false, false]);
    await start();
    expect(await sizes()).to.deep.equal([true, true]);
  });

  it('marks the heads of a new store as current, and not those of one that has objects', async () => {
    await start();
    const mark = await store.read(uris.headForm);
    expect(mark.size).to.equal(1);
    await store.transact([holder], async (tx) => {
      await tx.drop(uris.headForm);
      const head = await tx.read(uris.head(holder));
      await tx.insert(
        uris.head(object('other')),
        Array.from(head, ({ predicate, object: value }) => triple(node(object('other')), predicate, value)),
      );
      await tx.drop(uris.head(holder));
      await tx.drop(revision('_data-holder', 1));
    });
    await start();
    expect((await store.read(uris.headForm)).size).to.equal(0);
  });

  it('repairs a store whose data holder has no list, and does not change an existing list', async () => {
    await start();
    const list = uris.acl(holder);
    const whole = await store.read(list);
    await store.transact([holder], (tx) => tx.drop(list));
    await start();
    expect(Array.from(await store.read(list), String)).to.deep.equal(Array.from(whole, String));
    const [first] = whole;
    await store.transact([holder], (tx) => tx.replace(list, first === undefined ? [] : [first]));
    await start();
    expect((await store.read(list)).size).to.equal(1);
  });
});
