import { createRequire } from 'node:module';
import { expect } from 'chai';
import type { Quads } from 'sparqljs';
import { ServiceError } from '../../src/errors.js';
import { node } from '../../src/rdf/terms.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { ScratchStore } from '../../src/store/graph-store/scratch-store.js';
import { update } from '../../src/store/sparql.js';
import type { Transaction } from '../../src/store/store.js';
import { failure, object, openMemory, revision, shown, statement } from './support/open.js';

// Engines that are started from now on break when they load certain words.
createRequire(import.meta.url)('../support/breaking-engine.cjs');

/** Has the transaction work in the scratch engine, which only updates with WHERE need. */
function work(tx: Transaction, name: string): Promise<void> {
  const [graph, { subject, predicate, object }] = [node(revision(name, 1)), statement(name, 'p', 'after')];
  const insert: Quads[] = [{ type: 'graph', name: graph, triples: [{ subject, predicate, object }] }];
  return tx.update(update({ updateType: 'insertdelete', delete: [], insert, where: [] }));
}

describe('a transaction whose scratch engine is broken by another one', () => {
  let store: GraphStore;
  before(() => {
    // An earlier file of this process may have started an engine that does not break.
    const scratch = new ScratchStore();
    scratch.store.free();
    scratch.giveUp();
  });
  beforeEach(async () => {
    store = await openMemory();
    for (const name of ['one', 'two'])
      await store.transact([object(name)], (tx) => tx.insert(revision(name, 1), [statement(name, 'p', 'before')]));
  });
  afterEach(() => store.close());

  for (const word of ['break-the-engine', 'overflow-the-stack'])
    for (const [after, go] of Object.entries<(tx: Transaction) => Promise<unknown>>({
      'ends at its commit': () => Promise.resolve(),
      'ends at its next update': (tx) => work(tx, 'one'),
      'ends at its next reading': (tx) => tx.read(revision('one', 1)),
      'ends at its next insertion': (tx) => tx.insert(revision('one', 1), [statement('one', 'q', 'more')]),
    }))
      it(`${after}, and nothing of it is stored: ${word}`, async () => {
        let engineIsShared = (): void => undefined;
        const shared = new Promise<void>((fulfil) => (engineIsShared = fulfil));
        let engineIsBroken = (): void => undefined;
        const broken = new Promise<void>((fulfil) => (engineIsBroken = fulfil));

        const innocent = failure(
          store.transact([object('one')], async (tx) => {
            await work(tx, 'one');
            engineIsShared();
            await broken;
            await go(tx);
          }),
        );
        const guilty = failure(
          store.transact([object('two')], async (tx) => {
            await work(tx, 'two');
            await shared;
            await tx.insert(revision('two', 1), [statement('two', 'q', word)]);
          }),
        );
        expect(await guilty)
          .to.be.instanceOf(ServiceError)
          .with.property('kind', 'unavailable');
        engineIsBroken();
        expect(await innocent)
          .to.be.instanceOf(ServiceError)
          .with.property('kind', 'unavailable');
        for (const name of ['one', 'two'])
          expect(shown(await store.read(revision(name, 1)))).to.deep.equal(shown([statement(name, 'p', 'before')]));

        // The store lives on, in an engine of a new transaction.
        expect(store.status()).to.include({ reads: true, writes: true });
        await store.transact([object('one')], (tx) => work(tx, 'one'));
        expect((await store.read(revision('one', 1))).size).to.equal(2);
      });
});
