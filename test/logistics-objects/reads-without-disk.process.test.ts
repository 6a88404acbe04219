import { expect } from 'chai';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { context, Party, token } from '../support/node.js';
import { spawnNode } from '../support/process.js';

describe('A read of the latest revision', function () {
  this.timeout(60_000);
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flat-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('does not touch the disk: it goes on when the store’s file is cut to nothing, where a touch would end the process', async () => {
    const node = spawnNode(folder, { PORT: '0', STORE_URL: 'file:store' });
    try {
      const url = await node.listening;
      const holder = new Party(url, '', await token(url, 'holder'));
      const create = (): ReturnType<Party['post']> =>
        holder.post('/logistics-objects', { '@context': context, '@type': 'cargo:Piece', 'cargo:upid': 'x' });
      const pieces = [await create(), await create()].map(({ headers }) => headers.get('location') ?? '');
      // One has been read before and the other not, so that it is not a cache of answers that answers.
      await holder.get(pieces[0] ?? '');
      const files = (await readdir(join(folder, 'store'))).filter((name) => name.endsWith('.mdb'));
      expect(files).to.have.length(1);
      for (const file of files) await truncate(join(folder, 'store', file));
      for (const piece of pieces)
        for (const query of ['', '?embedded=true', '/audit-trail'])
          expect((await holder.get(piece + query)).status, piece + query).to.equal(200);
      // The cut has teeth: a write, which does need the disk, is not acknowledged.
      const write = await create().then(
        ({ status }) => status,
        () => undefined,
      );
      expect(write).to.not.equal(201);
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });
});
