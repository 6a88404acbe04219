/** Commit times outlast what happens to a store (W54): upgrades, imports, backups, repairs, kills. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import type { Database } from 'lmdb';
import { check } from '../../src/commands/check.js';
import { importStore } from '../../src/commands/import.js';
import { ALL_OBJECTS } from '../../src/logistics-objects/lookups.js';
import { createLookups } from '../../src/lookups.js';
import { iri, node } from '../../src/rdf/terms.js';
import { prov } from '../../src/rdf/vocabulary.js';
import { readSettings } from '../../src/settings/settings.js';
import { commitTimeOf } from '../../src/store/commit-time.js';
import { backUp, restore } from '../../src/store/folder/backup.js';
import { serializeGraph, withOfflineStore } from '../../src/store/folder/dump.js';
import type { GraphStore } from '../../src/store/graph-store/graph-store.js';
import { openMeta, openRoot } from '../../src/store/lmdb/environment.js';
import { FILE } from '../../src/store/lmdb/new-file.js';
import { UriScheme } from '../../src/uris.js';
import { TestClock } from '../support/clock.js';
import { BASE, storeFiles } from '../upgrade/stored-exchange.js';
import { addMadeAt, addMember, grant, indexes, membersOf, ordersOf, piece, uris, vocabulary } from './commit-times.js';
import { start } from './support/child.js';
import { base, failure, openFolder, withFolder } from './support/open.js';

const airline = iri('https://airline.example/');
const [first, second, third] = [1, 2, 3].map((number) => uris.revision(piece, number));
const members = [first, second].filter((member) => member !== undefined);
const open = (folder: string, at = '2026-03-02T00:00:00Z'): Promise<GraphStore> =>
  openFolder(folder, { lookups: indexes, clock: new TestClock(at) });

/** Everything that has a commit time. */
async function timesOf(store: GraphStore): Promise<unknown> {
  const lists = await store.lookup(indexOf('readers'), uris.acl(piece));
  return [...(await membersOf(store, ALL_OBJECTS)), ...(await membersOf(store, piece)), ...lists];
}

function indexOf(name: string): (typeof indexes)[number] {
  const found = indexes.find((lookup) => lookup.name === name);
  if (found === undefined) throw new TypeError(name);
  return found;
}

/** A store with two revisions and a list. @returns what has a commit time. */
async function fill(folder: string): Promise<unknown> {
  const store = await open(folder);
  for (const member of members) await addMember(store, member);
  await grant(store, piece, { agent: airline });
  const times = await timesOf(store);
  await store.close();
  return times;
}

/** Changes a store's file behind its back. */
async function tamper(
  folder: string,
  change: (entries: Database<string>, meta: Database<string>) => void,
): Promise<void> {
  const root = openRoot(join(folder, FILE));
  const meta = openMeta(root);
  const entries = root.openDB<string>({ name: 'lookups-3', encoding: 'string' });
  await root.childTransaction(() => {
    change(entries, meta);
  });
  await root.close();
}

/** As a store of an earlier release: without commit times, and without the indexes that they order. */
const makeEarlier = (folder: string): Promise<void> =>
  tamper(folder, (entries, meta) => {
    for (const key of entries.getKeys()) {
      const [name] = Array.isArray(key) ? key : [];
      if (name === 'members' || name === 'readers') void entries.remove(key);
    }
    for (const key of ['time', 'timed', 'lookup members', 'lookup readers']) void meta.remove(key);
  });

const runCheck = (folder: string, repair = false): Promise<string> =>
  check(repair, readSettings({ STORE_URL: `file:${folder}` }));

describe('Commit times', () => {
  it('of a store of version 0.2.0 are the times at which its revisions and events were made', () =>
    withFolder(async (folder) => {
      await writeFile(join(folder, FILE), gunzipSync(await readFile(storeFiles('0.2.0').store)));
      const own = new UriScheme(iri(BASE));
      const of = createLookups(own, vocabulary);
      const clock = new TestClock('2030-01-01T00:00:00Z');
      const store = await openFolder(folder, { base: iri(BASE), lookups: of.indexes, clock });
      const all = await store.lookup(of.lookups.objects.members, ALL_OBJECTS);
      const graphs: string[] = [];
      for await (const { graph } of store.graphs()) if (own.memberObject(graph) !== undefined) graphs.push(graph);
      expect(all.map(({ value }) => value)).to.have.members(graphs).and.not.to.be.empty;
      let last = 0;
      for (const { order, value } of all) {
        const made = (await store.read(own.provenance(value))).date(node(value), prov.generatedAtTime);
        expect(order).to.be.above(last);
        expect(order - commitTimeOf(made ?? new Date(NaN)), value).to.be.within(0, 999);
        last = order;
      }
      await addMember(store, own.revision(own.object('new'), 1));
      const [added] = await store.lookup(of.lookups.objects.members, ALL_OBJECTS, { reverse: true, limit: 1 });
      expect(added?.order).to.equal(commitTimeOf(clock.now()));
      await store.close();
      expect(await runCheck(folder)).to.contain('nothing is wrong');
    }));

  it('of an earlier release are in the order of the times at which its data were made, and not after the upgrade', () =>
    withFolder(async (folder) => {
      const store = await open(folder);
      const later = '2026-03-01T00:00:02.000Z';
      await addMadeAt(store, later, uris.revision(piece, 9), uris.revision(piece, 10), uris.event(piece, 'e'));
      await addMadeAt(store, '2026-03-01T00:00:01.000Z', uris.revision(piece, 8));
      await addMadeAt(store, '2031-01-01T00:00:00.000Z', uris.revision(piece, 11));
      await store.close();
      await makeEarlier(folder);
      const upgraded = await open(folder, '2026-03-03T00:00:00Z');
      const [one, two, three, four, five] = await membersOf(upgraded, ALL_OBJECTS);
      expect([one?.value, five?.value]).to.deep.equal([uris.revision(piece, 8), uris.revision(piece, 11)]);
      expect([two, three, four].map((entry) => entry?.order)).to.deep.equal(
        [0, 1, 2].map((after) => commitTimeOf(new Date(later)) + after),
      );
      const numbers = [two, three, four].map((entry) => entry?.value).filter((value) => value?.includes('/revisions/'));
      expect(numbers).to.deep.equal([uris.revision(piece, 9), uris.revision(piece, 10)]);
      expect(five?.order).to.equal(commitTimeOf(new Date('2026-03-03T00:00:00Z')));
      await upgraded.close();
    }));

  it('of an import are the times at which its data were made', () =>
    withFolder((folder) =>
      withFolder(async (target) => {
        await fill(folder);
        const text = await withOfflineStore(folder, (file) =>
          Promise.resolve(Array.from(file.graphs(), (graph) => serializeGraph(graph, 'nquads')).join('')),
        );
        const dump = join(folder, 'dump.nq');
        await writeFile(dump, text);
        await importStore(dump, undefined, readSettings({ BASE_URL: base, STORE_URL: `file:${target}` }));
        const store = await open(target);
        const made = commitTimeOf(new Date('2026-03-01T00:00:00.000Z'));
        expect(await ordersOf(store, ALL_OBJECTS)).to.deep.equal([made, made + 1]);
        await store.close();
        expect(await runCheck(target)).to.contain('nothing is wrong');
      }),
    ));

  it('are in a backup, and go on from the present time after it is restored', () =>
    withFolder((folder) =>
      withFolder((target) =>
        withFolder(async (copy) => {
          const times = await fill(folder);
          await backUp(folder, join(copy, 'backup'), new TestClock());
          await restore(join(copy, 'backup'), target, base);
          const store = await open(target, '2026-03-05T00:00:00Z');
          expect(await timesOf(store)).to.deep.equal(times);
          if (third !== undefined) await addMember(store, third);
          expect((await ordersOf(store, piece)).at(-1)).to.equal(commitTimeOf(new Date('2026-03-05T00:00:00Z')));
          await store.close();
        }),
      ),
    ));

  it('that an index has are kept by --repair; what it lacks gets a time after all others', () =>
    withFolder(async (folder) => {
      await fill(folder);
      const before = await withTimes(folder);
      await tamper(folder, (entries) => {
        for (const key of entries.getKeys())
          if (Array.isArray(key) && key[0] === 'members' && String(key[3]).endsWith('/revisions/1'))
            void entries.remove(key);
        const value = `${uris.acl(piece)}#GET_LOGISTICS_OBJECT/x`.slice(base.length);
        void entries.put(['readers', 'https://nobody.example/', 5, value], '');
      });
      const problem = await failure(runCheck(folder));
      expect(problem.message).to.contain('index members: 2 entries are missing');
      expect(problem.message).to.contain('index readers: 1 entries too many');
      await runCheck(folder, true);
      expect(await runCheck(folder)).to.contain('nothing is wrong');
      const after = await withTimes(folder);
      const [lost = '', kept = ''] = members;
      expect(after.get(kept)).to.equal(before.get(kept));
      expect(after.get(lost)).to.be.above(Math.max(...before.values()));
    }));

  it('after that of the last commit are found, and corrected by --repair', () =>
    withFolder(async (folder) => {
      await fill(folder);
      await tamper(folder, (_, meta) => {
        void meta.put('time', '7');
      });
      expect((await failure(runCheck(folder))).message).to.contain('times after that of the last commit');
      await runCheck(folder, true);
      expect(await runCheck(folder)).to.contain('nothing is wrong');
    }));

  it('are given to what an earlier release writes to a store of this one, after all others', () =>
    withFolder(async (folder) => {
      await fill(folder);
      const before = await withTimes(folder);
      // It knows neither the indexes nor the times.
      await tamper(folder, (_, meta) => {
        for (const key of ['time', 'timed']) void meta.put(`kept ${key}`, meta.get(key) ?? '');
      });
      const earlier = await openFolder(folder, { clock: new TestClock('2026-03-02T00:00:00Z') });
      if (third !== undefined) await addMember(earlier, third);
      await earlier.close();
      await tamper(folder, (_, meta) => {
        for (const key of ['time', 'timed']) {
          void meta.put(key, meta.get(`kept ${key}`) ?? '');
          void meta.remove(`kept ${key}`);
        }
      });
      const after = await withTimes(folder);
      expect([...after.keys()]).to.deep.equal([first, second, third]);
      expect(after.get(third ?? '')).to.be.above(Math.max(...before.values()));
      expect(after.get(second ?? '')).to.equal(before.get(second ?? ''));
      expect(await runCheck(folder)).to.contain('nothing is wrong');
    }));

  it('grow over kills of the process, and every member has one', () =>
    withFolder(async (folder) => {
      let last = 0;
      for (let kill = 0; kill < 3; kill += 1) {
        const child = start('member-writer.ts', folder);
        for (let line = 0; line < 3; line += 1) await child.line();
        await child.kill('SIGKILL');
        const store = await openFolder(folder, { lookups: indexes });
        const orders = await ordersOf(store, ALL_OBJECTS);
        expect(orders.length).to.be.at.least(child.lines.filter((line) => line !== 'open').length);
        expect(orders).to.deep.equal([...new Set(orders)].sort((one, other) => one - other));
        expect(await ordersOf(store, piece)).to.deep.equal(orders);
        expect(orders.at(-1)).to.be.above(last);
        last = orders.at(-1) ?? 0;
        const numbers = (await membersOf(store, piece)).map(({ value }) => Number(value.split('/').at(-1)));
        expect(numbers).to.deep.equal(numbers.map((_, index) => index + 1));
        await store.close();
        expect(await runCheck(folder)).to.contain('nothing is wrong');
      }
    }));
});

/** The members by their graphs. */
async function withTimes(folder: string): Promise<Map<string, number>> {
  const store = await open(folder);
  const found = new Map((await membersOf(store, ALL_OBJECTS)).map(({ value, order }) => [value, order]));
  await store.close();
  return found;
}
