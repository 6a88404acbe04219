/** Large exports and imports: `npm run test:thorough`. */
import { expect } from 'chai';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, type NodeProcess, spawnNode } from '../support/process.js';

describe('export and import', () => {
  let folder: string;
  const run = async (args: readonly string[], env: Readonly<Record<string, string>>): Promise<NodeProcess> => {
    const started = spawnNode(folder, env, args);
    await started.ended;
    return started;
  };
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'dump-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('need no more memory for a document that is larger than the heap', async () => {
    const env = { PORT: String(await freePort()), STORE_URL: 'file:data', NODE_OPTIONS: '--max-old-space-size=64' };
    const base = `http://localhost:${env.PORT}`;
    const large = await open(join(folder, 'large.nq'), 'w');
    for (let piece = 0; piece < 2000; piece += 1) {
      const object = `${base}/logistics-objects/piece-${piece}`;
      const line = (number: number): string =>
        `<${object}> <http://a.b/says> "${number} ${'much '.repeat(200)}" <${object}/revisions/1> .\n`;
      await large.write(Array.from({ length: 40 }, (_, number) => line(number)).join(''));
    }
    await large.close();
    expect((await stat(join(folder, 'large.nq'))).size).to.be.above(80 * 2 ** 20);
    const imported = await run(['import', 'large.nq'], env);
    expect(imported.stdout(), imported.stderr()).to.match(/^imported 2000 graphs with 80000 statements/);
    const exported = await run(['export', 'large.again.nq'], env);
    expect(exported.stdout(), exported.stderr()).to.match(/^exported 2000 graphs/);
    expect((await stat(join(folder, 'large.again.nq'))).size).to.equal((await stat(join(folder, 'large.nq'))).size);
  });
});
