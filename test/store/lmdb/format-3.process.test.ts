import { existsSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import { open } from 'lmdb';
import { createLookups } from '../../../src/lookups.js';
import { createVocabulary, standardNamespaces } from '../../../src/rdf/vocabulary.js';
import { DamagedDataError } from '../../../src/store/damaged-entries.js';
import { UriScheme } from '../../../src/uris.js';
import { Random, SEED, seeded } from '../../support/random.js';
import { scaled } from '../../support/size.js';
import { start } from '../support/child.js';
import { writeFormat2 } from '../support/format-2.js';
import { base, failure, object, openFolder, revision, withFolder } from '../support/open.js';

const cargo = 'https://onerecord.iata.org/ns/cargo#';
const { lookups, indexes } = createLookups(new UriScheme(base), createVocabulary(standardNamespaces));
const event = `${object('piece')}/logistics-events/arrived`;
const eventText = `<${event}> <${cargo}creationDate> "2026-03-01T10:00:00Z"^^<http://www.w3.org/2001/XMLSchema#dateTime> .
<${event}> <${cargo}eventFor> <${object('piece')}> .
`;
const textOf = (number: number): string => `<${object('piece')}> <${cargo}goodsDescription> "value ${number}" .\n`;

function* graphs(count: number): Generator<[string, string]> {
  yield [event, eventText];
  for (let number = 1; number <= count; number += 1) yield [revision('piece', number), textOf(number)];
}

/** More than an empty store takes, and less than the graphs of a migration. */
const SOME_BYTES = 200_000;

const unfinished = (folder: string): string => join(folder, 'unfinished.mdb');

/** How much a running migration has written. LMDB may not read its file, which it creates and removes meanwhile. */
const bytesIn = (folder: string): number => statSync(unfinished(folder), { throwIfNoEntry: false })?.size ?? 0;

/** How many graphs a migration has copied that was broken off. */
async function copiedIn(folder: string): Promise<number> {
  const file = unfinished(folder);
  if (!existsSync(file)) return 0;
  const root = open({ path: file, noSubdir: true, readOnly: true, encoding: 'string', maxDbs: 16 });
  const copied = [...root.getKeys()].map(String).includes('graphs-3')
    ? root.openDB({ name: 'graphs-3', encoding: 'binary' }).getCount()
    : 0;
  await root.close();
  return copied;
}

describe('a store of an earlier release', () => {
  for (const format of ['1', '2'] as const)
    it(`has all its graphs, indexes and its sequence after the migration from format ${format}`, () =>
      withFolder(async (folder) => {
        await writeFormat2(folder, graphs(1_200), { format });
        const size = (await readFile(join(folder, 'store.mdb'))).length;
        const store = await openFolder(folder, { lookups: indexes });
        expect(store.status()).to.include({ graphs: 1_201, statements: 1_202, sequence: 7 });
        for (let number = 1; number <= 1_200; number += 1)
          expect(await store.text(revision('piece', number))).to.equal(textOf(number));
        expect(
          (await store.lookup(lookups.events.byCreation, object('piece'))).map(({ value }) => value),
        ).to.deep.equal([event]);
        await store.close();
        expect((await readFile(join(folder, 'store.mdb'))).length).to.be.below(2 * size);
        const again = await openFolder(folder, { lookups: indexes });
        expect(again.status()).to.include({ graphs: 1_201, sequence: 7 });
        await again.close();
      }));

  it('keeps a damaged graph marked as damaged', () =>
    withFolder(async (folder) => {
      await writeFormat2(folder, graphs(3));
      const file = join(folder, 'store.mdb');
      const bytes = await readFile(file);
      bytes.write('value 9', bytes.indexOf('value 2'));
      await writeFile(file, bytes);
      const store = await openFolder(folder);
      expect(await failure(store.read(revision('piece', 2)))).to.be.instanceOf(DamagedDataError);
      expect(await store.text(revision('piece', 3))).to.equal(textOf(3));
      await store.close();
    }));

  it('completes a migration that was killed half-way', () =>
    withFolder(async (folder) => {
      const count = 20_000;
      await writeFormat2(folder, graphs(count));
      const random = new Random(seeded(SEED));
      let halves = 0;
      for (let kill = 0; kill < 30 && halves < scaled(2); kill += 1) {
        const child = start('migrator.ts', folder);
        expect(await child.line()).to.equal('opening');
        for (let looks = 0; looks < 500 && bytesIn(folder) < SOME_BYTES; looks += 1) await delay(1);
        await delay(random.upTo(40));
        await child.kill('SIGKILL');
        const copied = await copiedIn(folder);
        if (copied > 0 && copied <= count) halves += 1;
      }
      expect(halves, 'kills between two batches').to.be.at.least(1);
      const store = await openFolder(folder, { lookups: indexes });
      expect(store.status()).to.include({ graphs: count + 1, statements: count + 2, sequence: 7 });
      for (let number = 1; number <= count; number += 1)
        expect(await store.text(revision('piece', number))).to.equal(textOf(number));
      expect((await store.lookup(lookups.events.byCreation, object('piece'))).map(({ value }) => value)).to.deep.equal([
        event,
      ]);
      await store.close();
    })).timeout(60_000);
});
