/**
 * One process at a time on a folder.
 *
 * The owner of a folder listens on a socket in it, under a unique name. The socket closes with its process, kill -9
 * included, so nothing has to time out. A process that wants the folder first listens, then looks for other listeners:
 * of two that start at the same moment at least one sees the other and withdraws (both may; they retry after a random
 * delay). Names are never used twice, so a process removes only sockets without a listener, never one just created.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { type Server, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf } from '../../errors.js';
import { exists } from './file-checks.js';
import { StoreError } from '../store-error.js';

export interface FolderLock {
  release(): Promise<void>;
}

/** The sockets' names, by which other modules recognize them. */
export const LOCK_NAME = /^in-use-[0-9a-f]{8}$/;

/** The length of the kernel's `sun_path` on every system (104 bytes on macOS). */
const MAX_PATH_BYTES = 100;

/** How often two processes that start at the same moment retry. */
const ATTEMPTS = 20;

/** The time for a listening process to answer; a stopped one never does. */
const ANSWER_MS = 300;

/**
 * Locks an existing folder for this process, until `release`.
 *
 * @throws StoreError if another process holds the lock.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const real = await realpath(folder);
  return process.platform === 'win32' ? lockPipe(real) : lockSocket(real);
}

/** The id of the process that has a folder, as that process answers; undefined without an owner or an answer. */
export async function ownerOf(folder: string): Promise<number | undefined> {
  if (process.platform === 'win32') return undefined;
  const place = await socketFolder(await realpath(folder));
  const names = (await exists(place)) ? (await readdir(place)).filter((name) => LOCK_NAME.test(name)) : [];
  const peers = await Promise.all(names.map((name) => ask(join(place, name))));
  const pid = peers.find(({ state }) => state === 'owner')?.pid;
  return pid === undefined ? undefined : Number(pid);
}

function inUse(folder: string, pid?: string): StoreError {
  const who = pid === undefined ? 'another process' : `another process (${pid})`;
  return new StoreError(`store folder ${folder} is in use by ${who}: stop it, or set STORE_URL to another folder`);
}

async function lockSocket(folder: string): Promise<FolderLock> {
  const place = await socketFolder(folder);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const name = `in-use-${randomBytes(4).toString('hex')}`;
    const own = join(place, name);
    const answer = { state: 'waiting' };
    const server = await listen(own, () => `${answer.state} ${String(process.pid)}\n`);
    const others = (await readdir(place)).filter((other) => LOCK_NAME.test(other) && other !== name);
    const found = await Promise.all(others.map(async (other) => ({ other, peer: await ask(join(place, other)) })));
    const owner = found.find(({ peer }) => peer.state === 'owner');
    const alone = found.every(({ peer }) => peer.state === 'gone');
    // A competing process that found the socket between its bind and its listen has removed it.
    if (alone && (await exists(own))) {
      answer.state = 'owner';
      await Promise.all(found.map(({ other }) => rm(join(place, other), { force: true })));
      return { release: () => close(server) };
    }
    await close(server);
    if (owner !== undefined) throw inUse(folder, owner.peer.pid);
    await delay(randomInt(5, 50));
  }
  throw inUse(folder);
}

/** On Windows, a pipe's name belongs to one process and goes with it. */
async function lockPipe(folder: string): Promise<FolderLock> {
  try {
    const server = await listen(
      `\\\\.\\pipe\\cargograph-${fingerprint(folder)}`,
      () => `owner ${String(process.pid)}\n`,
    );
    return { release: () => close(server) };
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? inUse(folder) : error;
  }
}

/**
 * The directory of a folder's sockets: the folder, or, when its path is too long for a socket, the system's temporary
 * folder.
 */
async function socketFolder(folder: string): Promise<string> {
  if (Buffer.byteLength(join(folder, 'in-use-00000000')) <= MAX_PATH_BYTES) return folder;
  const short = join(tmpdir(), `cargograph-${fingerprint(folder)}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  return short;
}

const fingerprint = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16);

function listen(path: string, answer: () => string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // The other process may close the connection first.
      socket.on('error', () => socket.destroy());
      socket.end(answer());
    });
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => {
      // A process that cannot be accepted considers the folder owned, which is right.
      server.on('error', () => undefined);
      // The lock must not prevent the process from ending.
      server.unref();
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}

interface Peer {
  readonly state: 'gone' | 'waiting' | 'owner';
  readonly pid?: string;
}

/** The listener on a socket. The kernel accepts connections for a live process, even for a stopped one. */
function ask(path: string): Promise<Peer> {
  return new Promise((resolve) => {
    let received = '';
    let connected = false;
    const socket = connect({ path });
    const timer = setTimeout(() => {
      socket.destroy();
      resolve({ state: 'owner' });
    }, ANSWER_MS);
    socket.setEncoding('utf8');
    socket.on('connect', () => (connected = true));
    socket.on('data', (part: string) => (received += part));
    socket.on('error', (error) => {
      const code = codeOf(error);
      const gone = code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK';
      // Any other error may come from a live, busy process.
      if (!connected) received = gone ? 'gone' : 'owner';
    });
    socket.on('close', () => {
      clearTimeout(timer);
      const [, state, pid] = /^(gone|owner)(?: (\d+))?/.exec(received) ?? [];
      // A process that closes without an answer is withdrawing.
      if (state === 'gone') resolve({ state });
      else resolve({ state: state === 'owner' ? state : 'waiting', ...(pid !== undefined && { pid }) });
    });
  });
}
