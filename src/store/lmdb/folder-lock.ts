/**
 * One process at a time on a folder.
 *
 * A process shows that it is there by listening on a socket in the folder, under a name of its own. Nobody else can
 * keep it open, so it is gone with the process, kill -9 included, and nothing has to time out. Who wants the folder
 * first listens, then looks whether anybody else does: of two that come at the same moment at least one sees the other
 * and withdraws (both may; they try again after a random moment). Names are never used twice, so a process removes
 * only what has no listener, and never what another has just made.
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

/** The sockets' names, so that other rooms can tell them from foreign files. */
export const LOCK_NAME = /^in-use-[0-9a-f]{8}$/;

/** What the kernel's `sun_path` can hold everywhere (104 bytes on macOS). */
const MAX_PATH_BYTES = 100;

/** How often two that meet at the door step back. */
const ATTEMPTS = 20;

/** How long a process that listens may take to say who it is; one that is stopped never does. */
const ANSWER_MS = 300;

/**
 * Takes a folder that exists for this process, until `release`.
 *
 * @throws StoreError when another process has it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const real = await realpath(folder);
  return process.platform === 'win32' ? lockPipe(real) : lockSocket(real);
}

/** The number of the process that has a folder, as that process tells it; undefined when none has, or none tells. */
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
    // A rival that found the socket between its bind and its listen has removed it: then it is nobody's sign.
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

/** Where the sockets of a folder are: in it, or, when its path is too long for a socket, in the system's temporary folder. */
async function socketFolder(folder: string): Promise<string> {
  if (Buffer.byteLength(join(folder, 'in-use-00000000')) <= MAX_PATH_BYTES) return folder;
  const short = join(tmpdir(), `cargograph-${fingerprint(folder)}`);
  await mkdir(short, { recursive: true, mode: 0o700 });
  return short;
}

const fingerprint = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16);

function listen(path: string, answer: () => string): Promise<Server> {
  return new Promise((fulfil, reject) => {
    const server = createServer((socket) => {
      // Who asks may hang up first.
      socket.on('error', () => socket.destroy());
      socket.end(answer());
    });
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => {
      // Who asks and cannot be accepted takes the folder for owned, as it is.
      server.on('error', () => undefined);
      // The lock is no reason for the process to stay.
      server.unref();
      fulfil(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((fulfil) => {
    server.close(() => {
      fulfil();
    });
  });
}

interface Peer {
  readonly state: 'gone' | 'waiting' | 'owner';
  readonly pid?: string;
}

/** Who listens on a socket. The kernel accepts for a process that is alive, even one that is stopped. */
function ask(path: string): Promise<Peer> {
  return new Promise((fulfil) => {
    let heard = '';
    let connected = false;
    const socket = connect({ path });
    const timer = setTimeout(() => {
      socket.destroy();
      fulfil({ state: 'owner' });
    }, ANSWER_MS);
    socket.setEncoding('utf8');
    socket.on('connect', () => (connected = true));
    socket.on('data', (part: string) => (heard += part));
    socket.on('error', (error) => {
      const code = codeOf(error);
      const gone = code === 'ECONNREFUSED' || code === 'ENOENT' || code === 'ENOTSOCK';
      // Any other refusal to connect may come from a process that is there and busy.
      if (!connected) heard = gone ? 'gone' : 'owner';
    });
    socket.on('close', () => {
      clearTimeout(timer);
      const [, state, pid] = /^(gone|owner)(?: (\d+))?/.exec(heard) ?? [];
      // Who hung up without a word is withdrawing.
      if (state === 'gone') fulfil({ state });
      else fulfil({ state: state === 'owner' ? state : 'waiting', ...(pid !== undefined && { pid }) });
    });
  });
}
