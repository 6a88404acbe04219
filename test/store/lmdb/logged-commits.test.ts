import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { LmdbFile } from '../../../src/store/lmdb/lmdb-file.js';
import type { LoggedBatch } from '../../../src/store/lmdb/log/frames.js';
import type { LogPart } from '../../../src/store/lmdb/log/log-files.js';
import { LoggedCommits } from '../../../src/store/lmdb/log/logged-commits.js';
import { WriterThread } from '../../../src/store/lmdb/writer-thread.js';
import { storeWriter } from '../../support/program.js';
import { base, revision, silent, withFolder } from '../support/open.js';

const feedLength = 1_000;

/** Its commits can be read before it has answered, as on a busy machine. */
class LateThread extends WriterThread {
  readonly #events = new EventEmitter();
  readonly #mayAnswer = once(this.#events, 'answer');
  /** Resolves when the first commits can be read. */
  readonly applied = once(this.#events, 'applied');

  override async apply(parts: readonly LogPart[]): Promise<void> {
    await super.apply(parts);
    this.#events.emit('applied');
    await this.#mayAnswer;
  }

  answer(): void {
    this.#events.emit('answer');
  }
}

const graph = (number: number): LoggedBatch['commits'][number]['changes'][number]['graph'] => revision('a', number);

const batch = (number: number): LoggedBatch => ({
  first: number,
  time: number,
  commits: [
    { changes: [{ graph: graph(number), text: `<a:s> <a:p> "${String(number)}" .\n`, growth: 1, lookups: [] }] },
  ],
});

describe('Commits in a log that a thread brings into the trees', () => {
  before(() => void storeWriter());

  it('are all there although it answers after later groups have begun, each of which fills a file of the log', () =>
    withFolder(async (folder) => {
      const file = await LmdbFile.open({ folder, base, feedLength });
      const thread = new LateThread(storeWriter(), { file: file.file, feedLength }, silent);
      const logged = new LoggedCommits(file, { thread, log: silent, logBytes: 1 });
      await logged.append(batch(1));
      await logged.append(batch(2));
      await thread.applied;
      await logged.append(batch(3));
      const fourth = logged.append(batch(4));
      thread.answer();
      await fourth;
      await logged.close();
      await thread.close();
      await file.close();
      const again = await LmdbFile.open({ folder, base, feedLength });
      expect(again.sequence).to.equal(4);
      for (const number of [1, 2, 3, 4]) expect(again.text(graph(number))).to.include(`"${String(number)}"`);
      await again.close();
    }));
});
