import { Writable } from 'node:stream';
import { expect } from 'chai';
import { type Logger, pino } from 'pino';
import type { Iri } from '../../src/rdf/terms.js';
import type { EmbeddedStore } from '../../src/store/embedded/embedded-store.js';
import { object, openFolder, openMemory, revision, shown, statement, withFolder } from './support/open.js';

/** A log that counts the messages with this text. */
function counting(text: string): { readonly log: Logger; readonly count: () => number } {
  let count = 0;
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      if (chunk.toString().includes(text)) count += 1;
      done();
    },
  });
  return { log: pino(sink), count: () => count };
}

const names = Array.from({ length: 40 }, (_, index) => `o${index}`);

/** Writers change, drop and make graphs until the store was made anew a few times; gives what should be in it. */
async function churn(store: EmbeddedStore, enough: () => boolean): Promise<Map<Iri, string[]>> {
  const expected = new Map<Iri, string[]>();
  await Promise.all(
    names.map(async (name, offset) => {
      for (let round = 0; !enough() && round < 2000; round += 1) {
        const graph = revision(name, 1 + (round % 3));
        const statements = Array.from({ length: (round + offset) % 7 }, (_, index) =>
          statement(name, `p${index}`, index % 2 === 0 ? `${round}` : 'the same'),
        );
        await store.transact([object(name)], (tx) => tx.replace(graph, statements));
        expected.set(graph, shown(statements));
      }
    }),
  );
  return expected;
}

async function check(store: EmbeddedStore, expected: ReadonlyMap<Iri, string[]>): Promise<void> {
  for (const [graph, statements] of expected) expect(shown(await store.read(graph)), graph).to.deep.equal(statements);
  const quads = [...expected.values()].reduce((sum, { length }) => sum + length, 0);
  expect(store.status().quads).to.equal(quads);
}

describe('a rebuild of the live store', () => {
  it('gives the same content while writers go on, on disk too', () =>
    withFolder(async (folder) => {
      const { log, count } = counting('made anew');
      const store = await openFolder(folder, { log, rebuildFloor: 500 });
      const expected = await churn(store, () => count() >= 4);
      expect(count()).to.be.at.least(4);
      expect(store.status().garbageQuads).to.be.below(2000);
      await check(store, expected);
      await store.close();
      const again = await openFolder(folder);
      await check(again, expected);
      await again.close();
    })).timeout(20_000);

  it('works in memory too', async () => {
    const { log, count } = counting('made anew');
    const store = await openMemory({ log, rebuildFloor: 500 });
    await check(store, await churn(store, () => count() >= 4));
    expect(count()).to.be.at.least(4);
    await store.close();
  });

  it('is broken off when the store closes', async () => {
    const { log, count } = counting('made anew');
    const store = await openMemory({ log, rebuildFloor: 0 });
    for (const value of ['1', '2', '3']) {
      await store.transact([object('a')], (tx) => tx.replace(revision('a', 1), [statement('a', 'p', value)]));
    }
    await store.close();
    expect(count()).to.be.at.most(1);
  });
});
