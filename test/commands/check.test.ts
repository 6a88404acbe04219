import { expect } from 'chai';
import { join } from 'node:path';
import type { Database } from 'lmdb';
import { check } from '../../src/commands/check.js';
import { createLookups } from '../../src/lookups.js';
import { factory, node, triple } from '../../src/rdf/terms.js';
import { createVocabulary, standardNamespaces, xsd } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { openDatabases, openRoot } from '../../src/store/lmdb/environment.js';
import { FILE } from '../../src/store/lmdb/new-file.js';
import { UriScheme } from '../../src/uris.js';
import { base, failure, object, openFolder, withFolder } from '../store/support/open.js';

const uris = new UriScheme(base);
const vocabulary = createVocabulary(standardNamespaces);
const lookups = createLookups(uris, vocabulary).indexes;
const event = uris.event(object('piece'), 'arrived');

/** A store with one event, whose entry stands in the index of events. */
async function fill(folder: string, indexed = lookups): Promise<void> {
  const store = await openFolder(folder, { lookups: indexed });
  await store.transact([event], (tx) =>
    tx.insert(event, [
      triple(node(event), vocabulary.cargo.eventFor, node(object('piece'))),
      triple(node(event), vocabulary.cargo.creationDate, factory.literal('2026-03-01T10:00:00.000Z', xsd.dateTime)),
    ]),
  );
  await store.close();
}

/** Changes a store's file behind its back. */
async function tamper(
  folder: string,
  change: (databases: Readonly<Record<'graphs' | 'lookups', Database<string>>>) => void,
): Promise<void> {
  const root = openRoot(join(folder, FILE));
  const { graphs } = openDatabases(root);
  const entries = root.openDB<string>({ name: 'lookups-3', encoding: 'string' });
  await root.childTransaction(() => {
    change({ graphs, lookups: entries });
  });
  await root.close();
}

describe('The check command', () => {
  const run = (folder: string, repair = false): Promise<string> =>
    check(repair, readSettings({ STORE_URL: `file:${folder}` }));

  it('finds no damage in the store of a stopped node', () =>
    withFolder(async (folder) => {
      await fill(folder);
      expect(await run(folder)).to.match(/^read 1 graphs with 2 statements, and \d+ indexes: nothing is wrong$/);
    }));

  it('reports no damage where the node makes the indexes at its next start, as after an import', () =>
    withFolder(async (folder) => {
      await fill(folder, []);
      expect(await run(folder)).to.match(
        /^read 1 graphs with 2 statements, and 0 indexes: nothing is wrong; the node builds \d+ indexes at its next start$/,
      );
      await (await openFolder(folder, { lookups })).close();
      expect(await run(folder)).to.match(/and [1-9]\d* indexes: nothing is wrong$/);
    }));

  for (const [what, change, told] of [
    [
      'an entry that is missing',
      (entries: Database<string>): void => {
        for (const key of entries.getKeys()) void entries.remove(key);
      },
      /index events: 1 entries are missing/,
    ],
    [
      'an entry too many',
      (entries: Database<string>): void => {
        void entries.put(['events', '/logistics-objects/piece', 0, 'x'], event);
      },
      /index events: 1 entries too many/,
    ],
  ] as const)
    it(`finds ${what} in an index, and rebuilds the index with --repair`, () =>
      withFolder(async (folder) => {
        await fill(folder);
        await tamper(folder, (databases) => {
          change(databases.lookups);
        });
        const problem = await failure(run(folder));
        expect(problem).to.have.property('name', 'StoreError');
        expect(problem.message).to.match(told).and.to.contain('--repair');
        expect(await run(folder, true)).to.match(told);
        expect(await run(folder)).to.contain('nothing is wrong');
      }));

  it('names a graph whose text does not match its checksum, which --repair cannot correct', () =>
    withFolder(async (folder) => {
      await fill(folder);
      await tamper(folder, ({ graphs }) => {
        const [key = ''] = graphs.getKeys();
        void graphs.put(key, `${graphs.get(key) ?? ''}x`);
      });
      for (const repair of [false, true]) {
        const problem = await failure(run(folder, repair));
        expect(problem.message).to.contain(`graph <${event}> has a wrong checksum`).and.to.contain('backup');
      }
    }));
});
