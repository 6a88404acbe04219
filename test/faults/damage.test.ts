import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  const file = (): string => join(folder, 'data', 'store.mdb');

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cargograph-damaged-'));
    const [port = 0] = await freePorts(1);
    env = { PORT: String(port), STORE_URL: 'file:data' };
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
    sound = await readFile(file());
  });
  after(() => rm(folder, { recursive: true }));

  /** Starts, and gives the refusal; undefined when the node serves, with all that it had. */
  async function refusal(): Promise<string | undefined> {
    const node = spawnNode(folder, env);
    const url = await node.listening.catch(() => undefined);
    if (url === undefined) {
      const { code, signal } = await node.ended;
      expect(signal, 'ended by a signal').to.equal(null);
      expect(code).to.equal(1);
      return node.stderr();
    }
    const agent = `${url}/logistics-objects/_data-holder`;
    const holder = new Party(url, agent, await tokenFor(url, agent));
    for (const piece of pieces) expect((await holder.get(piece)).status).to.equal(200);
    node.kill('SIGKILL');
    await node.ended;
    return undefined;
  }

  it('is served as it was when it is whole after all', async () => {
    expect(await refusal()).to.equal(undefined);
  });

  for (const seed of [1, 2, 3]) {
    it(`is refused with what to do, never with a signal, and never becomes an empty one (garbage ${seed})`, async () => {
      const dice = new Dice(seeded(seed));
      const garbage = Buffer.from(sound);
      const pages = Math.floor(sound.length / PAGE);
      // Half of the pages, the two that say where everything is left alone.
      for (let count = 0; count < pages / 2; count += 1) {
        const at = (2 + dice.below(pages - 2)) * PAGE;
        for (let offset = 16; offset < PAGE; offset += 1) garbage[at + offset] = dice.below(256);
      }
      await writeFile(file(), garbage);
      const said = await refusal();
      expect(said).to.contain('is damaged').and.to.contain('restore the folder from a backup');
      expect(await refusal(), 'at the second try too').to.contain('is damaged');
      expect(await readdir(join(folder, 'data'))).to.contain('store.mdb');
      await writeFile(file(), sound);
    });
  }
});
