/** Ports for nodes that must know their address, or another's, before they start. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf } from '../../src/errors.js';

/** Below the system's ephemeral ports, so that no free port is assigned before it is used. */
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

/** A port without a listener that this process has not returned recently. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
