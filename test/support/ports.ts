/** Ports for nodes that must know their address, or another's, before they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '../../src/errors.js';

/** Below those that a system gives away by itself: nobody is given one between its being found free and its being used. */
const FIRST = 20_000;
const COUNT = 12_000;

/** Where the search goes on: processes with neighbouring ids begin far apart. */
let next = (process.pid * 7919) % COUNT;

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

/** A port that nobody listens on, and that this process has not given away lately. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
