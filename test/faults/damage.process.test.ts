import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { createPiece, freePorts, tokenFor } from '../support/exchange.js';
import { Party } from '../support/node.js';
import { spawnNode } from '../support/process.js';
import { Dice, seeded } from '../support/random.js';

const PAGE = 4096;

describe('a node whose store has been damaged', function () {
  this.timeout(60_000);
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
    // The machine went down: nothing was closed in order.
    node.kill('SIGKILL');
    await node.ended;
    sound = await readFile(join(folder, 'data', 'store.mdb'));
  });
  after(() => rm(folder, { recursive: true }));

  it('is served as it was when it is whole after all', async () => {
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

  /** Starts on a damaged store, and gives the refusal. */
  async function refusal(store: string): Promise<string> {
    const node = spawnNode(folder, { ...env, PORT: '0', STORE_URL: `file:${store}` });
    void node.listening.then(
      () => {
        node.kill('SIGTERM');
      },
      () => undefined,
    );
    const { code, signal } = await node.ended;
    expect(signal, 'ended by a signal').to.equal(null);
    expect(node.stdout(), 'is served').to.equal('');
    expect(code).to.equal(1);
    return node.stderr();
  }

  it('is refused with what to do, never with a signal, and never becomes an empty one', async () => {
    await Promise.all(
      [1, 2, 3].map(async (seed) => {
        const dice = new Dice(seeded(seed));
        const garbage = Buffer.from(sound);
        const pages = Math.floor(sound.length / PAGE);
        // Half of the pages, the two that say where everything is left alone.
        for (let count = 0; count < pages / 2; count += 1) {
          const at = (2 + dice.below(pages - 2)) * PAGE;
          for (let offset = 16; offset < PAGE; offset += 1) garbage[at + offset] = dice.below(256);
        }
        // Left open, as a machine that went down leaves it, but for the socket of the dead, which cannot be copied.
        const store = `garbage-${seed}`;
        await cp(join(folder, 'data'), join(folder, store), {
          recursive: true,
          filter: (source) => !basename(source).startsWith('in-use'),
        });
        await writeFile(join(folder, store, 'store.mdb'), garbage);
        expect(await refusal(store), store)
          .to.contain('is damaged')
          .and.to.contain('restore the folder from a backup');
        expect(await refusal(store), `${store} at the second try too`).to.contain('is damaged');
        expect(await readdir(join(folder, store))).to.contain('store.mdb');
      }),
    );
  });
});
