/** Ports for nodes that need their own or another node's address before they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '../../src/errors.js';

/** Below the system's ephemeral ports, so that the system assigns no free port before it is used. */
const FIRST = 20_000;
const COUNT = 12_000;

/** The position of the search: processes with neighbouring ids start far apart. */
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

/** A port without a listener that this process has not returned recently. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
