/** A revision has the same bytes wherever its store goes (W9). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { backup } from '../../src/commands/backup.js';
import { exportStore } from '../../src/commands/export.js';
import { importStore } from '../../src/commands/import.js';
import { restore } from '../../src/commands/restore.js';
import { readSettings, type Settings } from '../../src/settings/settings.js';
import { add } from '../support/changes.js';
import { TestClock } from '../support/clock.js';
import { freePort } from '../support/process.js';
import { TestContext } from '../support/world.js';

const forms = [
  'application/ld+json',
  'application/ld+json;profile="http://www.w3.org/ns/json-ld#flattened"',
  'text/turtle',
  'application/n-triples',
];
const fields = [
  'etag',
  'last-modified',
  'type',
  'revision',
  'content-type',
  'cache-control',
  'memento-datetime',
  'link',
];

describe('The bytes of a revision', () => {
  let folder: string;
  let port: string;
  const clock = new TestClock();
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'same-bytes-'));
    port = String(await freePort());
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const envOf = (store: string): Record<string, string> => ({ PORT: port, STORE_URL: `file:${join(folder, store)}` });
  const settings = (store: string): Settings => readSettings(envOf(store));

  async function withStore<Result>(store: string, use: (world: TestContext) => Promise<Result>): Promise<Result> {
    const world = await TestContext.start({ env: envOf(store), clock });
    try {
      return await use(world);
    } finally {
      await world.stop();
    }
  }

  const bytesOf = (store: string, piece: string): Promise<unknown[]> =>
    withStore(store, async (world) => {
      const found: unknown[] = [];
      for (const path of ['/revisions/1', '/revisions/2', '/revisions/1/provenance', '/revisions/2/provenance'])
        for (const accept of forms) {
          const { status, text, headers } = await world.holder.get(piece + path, { headers: { Accept: accept } });
          expect(status, path).to.equal(200);
          found.push([path, accept, text, ...fields.map((name) => headers.get(name))]);
        }
      return found;
    });

  it('are the same after a restart, backup and restore, and export and import', async () => {
    const piece = await withStore('first', async (world) => {
      const created = await world.piece({
        'cargo:goodsDescription': 'inner "é" 日本',
        'cargo:grossWeight': { '@type': 'cargo:Value', 'cargo:value': 20.5, 'cargo:unit': 'KGM' },
        'cargo:containedPieces': { '@type': 'cargo:Piece', 'cargo:goodsDescription': 'inner' },
      });
      clock.advance(10);
      await world.change(created, [add(world.uri(created), 'textualHandlingInstructions', 'Apples')]);
      return created;
    });
    const first = await bytesOf('first', piece);
    clock.advance(86_400);
    expect(await bytesOf('first', piece), 'after a restart').to.deep.equal(first);
    await backup(join(folder, 'backup'), settings('first'), clock);
    await restore(join(folder, 'backup'), settings('restored'));
    expect(await bytesOf('restored', piece), 'after backup and restore').to.deep.equal(first);
    await exportStore(join(folder, 'store.nq'), {}, settings('first'));
    await importStore(join(folder, 'store.nq'), undefined, settings('imported'));
    expect(await bytesOf('imported', piece), 'after export and import').to.deep.equal(first);
  });
});
