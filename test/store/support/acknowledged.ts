/** What a killed `writer.ts` has left in its store. */
import { expect } from 'chai';
import { openFolder, revision } from './open.js';
import { latest, names, outbox } from './writing.js';

/**
 * Expects every transaction that a writer has printed as acknowledged, and no partial one.
 *
 * @param lines what the writer has printed.
 * @returns the sequence of the store.
 */
export async function expectAcknowledged(folder: string, lines: readonly string[]): Promise<number> {
  const acknowledged = new Map(
    lines.filter((line) => /^\w \d+$/.test(line)).map((line) => line.split(' ') as [string, string]),
  );
  const store = await openFolder(folder);
  for (const name of names) {
    const last = await latest(store, name);
    expect(last, `acknowledged revisions of ${name}`).to.be.at.least(Number(acknowledged.get(name) ?? 0));
    for (let number = 1; number <= last; number += 1) {
      expect((await store.read(revision(name, number))).size, `statements of revision ${number}`).to.equal(number);
      expect((await store.read(outbox(name, number))).size).to.equal(1);
    }
    expect((await store.read(revision(name, last + 1))).size, 'half a transaction').to.equal(0);
    expect((await store.read(outbox(name, last + 1))).size, 'half a transaction').to.equal(0);
  }
  const { sequence } = store.status();
  await store.close();
  return sequence;
}
