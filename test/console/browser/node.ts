/** A node for the browser: the program as an operator runs it, with the world of the tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, spawnNode } from '../../support/process.js';
import { seedWorld, type World } from './world.js';

export interface RunningNode {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Stops it, and starts it again on the same port; with `STORE_URL=file:…` it has the same objects. */
  readonly restart: () => Promise<void>;
}

export interface RunningWorld extends World, RunningNode {}

/** Starts a node. @param path of its base URL. */
export async function startNode(env: Readonly<Record<string, string>> = {}, path = ''): Promise<RunningNode> {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  const port = await freePort();
  const url = `http://localhost:${port}${path}`;
  const spawn = (): ReturnType<typeof spawnNode> =>
    spawnNode(folder, { PORT: String(port), BASE_URL: url, STORE_URL: 'memory:', ...env });
  let node = spawn();
  await node.listening;
  const end = async (): Promise<void> => {
    node.kill('SIGTERM');
    await node.ended;
  };
  return {
    url,
    stop: async () => {
      await end();
      rmSync(folder, { recursive: true, force: true });
    },
    restart: async () => {
      await end();
      node = spawn();
      await node.listening;
    },
  };
}

export async function startWorld(env: Readonly<Record<string, string>> = {}, path = ''): Promise<RunningWorld> {
  const node = await startNode(env, path);
  return { ...(await seedWorld(node.url)), ...node };
}
