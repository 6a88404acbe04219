/** Ports for nodes that need their own or another node's address before they start. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../src/errors.js';

/** Below the system's ephemeral ports, so that the system assigns no free port before it is used. */
const FIRST = 20_000;
const COUNT = 12_000;

/** The position of the search: processes with neighbouring ids start far apart. */
let next = (process.pid * 7919) % COUNT;

/** A file for each port that a process has taken: other processes of a run leave it alone, also before it is used. */
const FOLDER = join(tmpdir(), `cargograph-test-ports-${String(process.getuid?.() ?? 0)}`);

/** A process gives its oldest ports back: those that it uses still have a listener by then. */
const MAX_TAKEN = 500;
const taken = new Set<string>();
process.on('exit', () => {
  for (const file of taken) rmSync(file, { force: true });
});

function giveBack(file: string): void {
  taken.delete(file);
  rmSync(file, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** The process that has taken a port; 0, which counts as running, if it has just given it back. */
function ownerOf(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return 0;
  }
}

/** Whether this process is the one that may use the port from now on. */
function take(file: string): boolean {
  mkdirSync(FOLDER, { recursive: true });
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
    // A process that was killed leaves its files: the port is tried again at the next turn.
    if (!isRunning(ownerOf(file))) rmSync(file, { force: true });
    return false;
  }
  taken.add(file);
  const [oldest] = taken;
  if (oldest !== undefined && taken.size > MAX_TAKEN) giveBack(oldest);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port without a listener that no other process of a test run has taken. */
export async function freePort(): Promise<number> {
  // Twice around: at the first turn the files of killed processes may be in the way.
  for (let tries = 0; tries < 2 * COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    const file = join(FOLDER, String(port));
    if (!take(file)) continue;
    if (await isFree(port)) return port;
    giveBack(file);
  }
  throw new Error(`no free port from ${FIRST} to ${FIRST + COUNT - 1}`);
}
