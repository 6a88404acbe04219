/** Keycloak for tests: scripts/engines/keycloak.sh starts it, with realms of the test and a port and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as readAll } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The first time it is downloaded and built. */
const START_MS = 540_000;
const script = fileURLToPath(new URL('../../../scripts/engines/keycloak.sh', import.meta.url));

export interface Keycloak {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts it with this realm. @param realm the text of its file.
 *
 * @throws Error that says why there is none.
 */
async function start(port: number, realm: string, name: string): Promise<Keycloak> {
  const folder = mkdtempSync(join(tmpdir(), 'keycloak-'));
  const data = join(folder, 'data');
  mkdirSync(join(data, 'import'), { recursive: true });
  writeFileSync(join(data, 'import', 'realm.json'), realm);
  const child = spawn(script, [String(port), data], { stdio: ['ignore', 'ignore', 'pipe'] });
  const words = readAll(child.stderr);
  const url = `http://localhost:${String(port)}`;
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const until = performance.now() + START_MS;
    while (!(await answers(`${url}/realms/${name}`))) {
      if (child.exitCode !== null) throw new Error((await words).trim().slice(-500));
      if (performance.now() > until) throw new Error('it does not answer');
      await sleep(100);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function answers(address: string): Promise<boolean> {
  try {
    const response = await fetch(address);
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}

/** Starts Keycloak; without it the tests are skipped, and in CI they fail. Parameters as `start`. */
export async function keycloakOrSkip(
  port: number,
  realm: string,
  name: string,
  context: Mocha.Context,
): Promise<Keycloak> {
  context.timeout(START_MS + 60_000);
  try {
    return await start(port, realm, name);
  } catch (error) {
    if (process.env['CI'] !== undefined && process.env['CI'] !== '') throw error;
    const reason = error instanceof Error ? error.message : String(error);
    process.stdout.write(`  Keycloak is missing, its tests are skipped: ${reason}\n`);
    return context.skip();
  }
}
