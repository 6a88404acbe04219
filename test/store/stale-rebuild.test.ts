import { Writable } from 'node:stream';
import { expect } from 'chai';
import { pino } from 'pino';
import type { EmbeddedStore } from '../../src/store/embedded/embedded-store.js';
import { object, openFolder, revision, shown, statement, withFolder } from './support/open.js';

/** So large that loading a few of them fills a slice of the rebuild: it rests, again and again, between neighbours. */
const STATEMENTS = 150;
const names = Array.from({ length: 60 }, (_, index) => `o${String(index).padStart(2, '0')}`);
const statements = (name: string, value: string): ReturnType<typeof statement>[] =>
  Array.from({ length: STATEMENTS }, (_, index) => statement(name, `p${index}`, value));

const replace = (store: EmbeddedStore, name: string, value: string): Promise<unknown> =>
  store.transact([object(name)], (tx) => tx.replace(revision(name, 1), statements(name, value)));

describe('a rebuild that rests between large graphs', () => {
  for (const change of ['dropped', 'replaced'] as const) {
    it(`does not bring back what was ${change} while it rested`, () =>
      withFolder(async (folder) => {
        let rebuilt: () => void = () => undefined;
        const done = new Promise<void>((resolve) => (rebuilt = resolve));
        const sink = new Writable({
          write: (chunk: Buffer, _encoding, next) => {
            if (chunk.toString().includes('made anew')) rebuilt();
            next();
          },
        });
        const floor = names.length * STATEMENTS;
        const store = await openFolder(folder, { log: pino(sink), rebuildFloor: floor });
        await Promise.all(names.map((name) => replace(store, name, 'old')));
        await Promise.all(names.map((name) => replace(store, name, 'new')));
        // One more dead statement begins the rebuild; what follows falls into it.
        await replace(store, names[0] ?? '', 'newer');
        const expected = new Map(names.map((name) => [name, shown(statements(name, 'new'))]));
        expected.set(names[0] ?? '', shown(statements(names[0] ?? '', 'newer')));
        await Promise.all(
          names.slice(1).map(async (name) => {
            if (change === 'dropped') {
              await store.transact([object(name)], (tx) => tx.drop(revision(name, 1)));
              expected.set(name, []);
            } else {
              await replace(store, name, 'newest');
              expected.set(name, shown(statements(name, 'newest')));
            }
          }),
        );
        await done;
        const wrong: string[] = [];
        for (const [name, content] of expected)
          if (shown(await store.read(revision(name, 1))).join() !== content.join()) wrong.push(name);
        await store.close();
        expect(wrong, 'graphs with statements that were taken away').to.deep.equal([]);
      })).timeout(20_000);
  }
});
