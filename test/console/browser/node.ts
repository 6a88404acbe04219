/** A node for the browser: the program as an operator runs it, with the world of the tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNode } from '../../support/process.js';
import { seedWorld, type World } from './world.js';

export interface RunningWorld extends World {
  readonly stop: () => Promise<void>;
}

/** Starts a node. @param path of its base URL. */
export async function startNode(
  env: Readonly<Record<string, string>> = {},
  path = '',
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  const port = await freePort();
  const url = `http://localhost:${port}${path}`;
  const node = spawnNode(folder, { PORT: String(port), BASE_URL: url, STORE_URL: 'memory:', ...env });
  await node.listening;
  return {
    url,
    stop: async () => {
      node.kill('SIGTERM');
      await node.ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function startWorld(env: Readonly<Record<string, string>> = {}, path = ''): Promise<RunningWorld> {
  const node = await startNode(env, path);
  return { ...(await seedWorld(node.url)), stop: node.stop };
}
