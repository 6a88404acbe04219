import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { Party } from '../support/node.js';
import { spawnNode } from '../support/process.js';
import { Random, seeded } from '../support/random.js';
import { scaled } from '../support/size.js';

const PAGE = 4096;

describe('a node whose store has been damaged', function () {
  this.timeout(scaled(600_000));
  let folder: string;
  let env: Record<string, string>;
  let sound: Buffer;
  let pieces: string[];

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-damaged-'));
    const [port = 0] = await freePorts(1);
    env = { PORT: String(port), BASE_URL: `http://localhost:${port}`, STORE_URL: 'file:data' };
    const node = spawnNode(folder, env);
    const url = await node.listening;
    const agent = `${url}/logistics-objects/_data-holder`;
    const holder = new Party(url, agent, await tokenFor(url, agent));
    pieces = await Promise.all(
      Array.from({ length: 150 }, (_, number) => createPiece(holder, { 'cargo:goodsDescription': `goods ${number}` })),
    );
    // An unclean shutdown.
    node.kill('SIGKILL');
    await node.ended;
    sound = await readFile(join(folder, 'data', 'store.mdb'));
  });
  after(() => rm(folder, { recursive: true }));

  it('serves an intact store after a kill', async () => {
    const node = spawnNode(folder, env);
    try {
      const url = await node.listening;
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      for (const piece of pieces) expect((await holder.get(piece)).status).to.equal(200);
    } finally {
      node.kill('SIGKILL');
      await node.ended;
    }
  });

  /** Starts on a damaged store: it is rejected with advice, or served without what is damaged; never a signal. */
  async function start(store: string): Promise<void> {
    const node = spawnNode(folder, { ...env, STORE_URL: `file:${store}` });
    const url = await node.listening.catch(() => undefined);
    if (url !== undefined) {
      const agent = `${url}/logistics-objects/_data-holder`;
      const holder = new Party(url, agent, await tokenFor(url, agent));
      for (const [number, piece] of pieces.entries()) {
        const { status, text } = await holder.get(piece);
        // By which pages are damaged: 404 where the object is not found, 500 where its graph cannot be read.
        expect(status, text).to.be.oneOf([200, 404, 500]);
        if (status === 200) expect(text).to.contain(`"goods ${number}"`);
      }
      expect((await holder.get('/health/ready')).status).to.equal(200);
      node.kill('SIGTERM');
    }
    const { code, signal } = await node.ended;
    expect(signal, `${store}: ended by a signal`).to.equal(null);
    expect(code, store).to.equal(url === undefined ? 1 : 0);
    if (url !== undefined) return;
    expect(node.stderr(), store).to.contain('is damaged').and.to.contain('restore the folder from a backup');
  }

  it('rejects a damaged store with advice, or serves it without the damaged graphs; never as an empty store', async () => {
    for (let seed = 1; seed <= scaled(1); seed += 1) {
      const random = new Random(seeded(seed));
      const garbage = Buffer.from(sound);
      const pages = Math.floor(sound.length / PAGE);
      // Half of the pages, the two that say where everything is left alone.
      for (let count = 0; count < pages / 2; count += 1) {
        const at = (2 + random.below(pages - 2)) * PAGE;
        for (let offset = 16; offset < PAGE; offset += 1) garbage[at + offset] = random.below(256);
      }
      // Left open, as a machine that went down leaves it, but for the socket of the dead, which cannot be copied.
      const store = `garbage-${seed}`;
      await cp(join(folder, 'data'), join(folder, store), {
        recursive: true,
        filter: (source) => !basename(source).startsWith('in-use'),
      });
      await writeFile(join(folder, store, 'store.mdb'), garbage);
      await start(store);
      await start(store);
      expect(await readdir(join(folder, store))).to.contain('store.mdb');
    }
  });
});
