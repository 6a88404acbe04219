import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'chai';
import { iri } from '../../../src/rdf/terms.js';
import { CommitLog } from '../../../src/store/lmdb/log/commit-log.js';
import { Frames, lastOf, type LoggedBatch } from '../../../src/store/lmdb/log/frames.js';
import { copyLog, LOG_FILES, readLog } from '../../../src/store/lmdb/log/log-files.js';
import { StoreError } from '../../../src/store/store-error.js';
import { failure, withFolder } from '../support/open.js';

const frames = new Frames('a log', Buffer.from('http://example.com/'));
const batch = (first: number, text = `text ${String(first)}`, commits = 1): LoggedBatch => ({
  first,
  time: first * 1_000,
  commits: Array.from({ length: commits }, () => ({
    changes: [{ graph: iri('http://example.com/graph'), text, growth: 1, lookups: [] }],
  })),
});
const firsts = async (folder: string, sequence = 0): Promise<number[]> =>
  (await readLog(folder, frames, sequence)).map((placed) => placed.batch.first);

async function written(folder: string, ...batches: readonly LoggedBatch[]): Promise<CommitLog> {
  const log = new CommitLog(folder, frames);
  for (const each of batches) await log.append(each);
  return log;
}

describe('The log of commits', () => {
  it('has the batches that were appended, after a commit', () =>
    withFolder(async (folder) => {
      const log = await written(folder, batch(1), batch(2, 'two', 3), batch(5));
      await log.close();
      const all = await readLog(folder, frames, 0);
      expect(all.map((placed) => placed.batch)).to.deep.equal([batch(1), batch(2, 'two', 3), batch(5)]);
      expect(await firsts(folder, 4)).to.deep.equal([5]);
      expect(await firsts(folder, 5)).to.deep.equal([]);
    }));

  it('writes over what is in the trees', () =>
    withFolder(async (folder) => {
      const log = await written(folder, batch(1, 'x'.repeat(100)), batch(2), batch(3));
      log.applied(3);
      await log.append(batch(4));
      await log.close();
      expect(await firsts(folder, 3), 'what is left of earlier ones does not count').to.deep.equal([4]);
    }));

  it('goes on in the other file', () =>
    withFolder(async (folder) => {
      const log = await written(folder, batch(1), batch(2));
      log.turn();
      await log.append(batch(3));
      log.applied(2);
      log.turn();
      await log.append(batch(4));
      await log.close();
      expect(await firsts(folder, 2)).to.deep.equal([3, 4]);
    }));

  it('has none of the batches of another log', () =>
    withFolder(async (folder) => {
      await (await written(folder, batch(1))).close();
      expect(await readLog(folder, new Frames('another', Buffer.from('http://example.com/')), 0)).to.deep.equal([]);
    }));

  it('has whole batches only, wherever it is cut', () =>
    withFolder(async (folder) => {
      const batches = [batch(1), batch(2, 'two', 2), batch(4)];
      await (await written(folder, ...batches)).close();
      const file = join(folder, LOG_FILES[0]);
      const bytes = await readFile(file);
      const ends = [0, ...Array.from(frames.from(bytes), ({ end }) => end)];
      for (let length = 0; length <= (ends.at(-1) ?? 0); length += 1) {
        const whole = ends.filter((end) => end <= length).length - 1;
        for (const rest of [Buffer.alloc(0), Buffer.alloc(100)]) {
          await writeFile(file, Buffer.concat([bytes.subarray(0, length), rest]));
          expect(await firsts(folder), `${String(length)} bytes`).to.deep.equal(
            batches.slice(0, whole).map(({ first }) => first),
          );
        }
      }
    }));

  it('is rejected if a byte before the last batch is another one', () =>
    withFolder(async (folder) => {
      const batches = [batch(1), batch(2), batch(3)];
      await (await written(folder, ...batches)).close();
      const file = join(folder, LOG_FILES[0]);
      const bytes = await readFile(file);
      const [, second = 0, third = 0] = Array.from(frames.from(bytes), ({ end }) => end);
      for (let at = 0; at < third; at += 1) {
        const changed = Buffer.from(bytes);
        changed.writeUInt8(changed.readUInt8(at) ^ 0x10, at);
        await writeFile(file, changed);
        if (at < second) expect(await failure(readLog(folder, frames, 0))).to.be.instanceOf(StoreError);
        // The last one may be torn: then nobody has got an answer.
        else expect(await firsts(folder)).to.deep.equal([1, 2]);
      }
    }));

  it('is copied up to the first batch that is not whole', () =>
    withFolder(async (folder) =>
      withFolder(async (target) => {
        await (await written(folder, batch(1), batch(2), batch(3))).close();
        const file = join(folder, LOG_FILES[0]);
        const bytes = await readFile(file);
        const [first = 0] = Array.from(frames.from(bytes), ({ end }) => end);
        bytes.writeUInt8(0, first + 30);
        await writeFile(file, bytes);
        await copyLog(folder, target, frames);
        expect(await firsts(target)).to.deep.equal([1]);
      }),
    ));

  it('does not take the content of a text for a batch', () =>
    withFolder(async (folder) => {
      const forged = frames.encode(batch(2, 'forged')).toString('latin1');
      await (await written(folder, batch(1, forged))).close();
      const all = await readLog(folder, frames, 0);
      expect(all.map((placed) => lastOf(placed.batch))).to.deep.equal([1]);
    }));
});
