/**
 * A hostile client in a process of its own: performs one task on a number of connections until it is stopped. Its
 * argument is the task.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';

export type HostileTask =
  | { readonly kind: 'pipeline'; readonly path: string }
  | { readonly kind: 'slow' }
  /** Sends nothing. */
  | { readonly kind: 'compute' }
  | {
      readonly kind: 'request';
      readonly method: 'GET' | 'PATCH' | 'POST';
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body?: string;
      /** Disconnects after this time. */
      readonly patienceMs?: number;
    };

const PIPELINED = 3_000;

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  return socket;
}

async function run(url: string, task: HostileTask): Promise<never> {
  const port = Number(new URL(url).port);
  for (;;) {
    if (task.kind === 'compute') continue;
    if (task.kind === 'request') {
      const { method, path, headers, body, patienceMs } = task;
      try {
        const response = await request(url + path, {
          method,
          headers,
          ...(body !== undefined && { body }),
          ...(patienceMs !== undefined && { signal: AbortSignal.timeout(patienceMs) }),
        });
        await response.body.dump();
        if (response.statusCode === 429) await delay(100);
      } catch {
        await delay(10);
      }
      continue;
    }
    const socket = open(port);
    if (task.kind === 'pipeline') {
      socket.pause();
      socket.write(`GET ${task.path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED));
      await delay(2_000);
    } else {
      socket.write('GET / HTTP/1.1\r\nX: ');
      for (let second = 0; second < 10; second += 1) {
        await delay(1_000);
        socket.write('a');
      }
    }
    socket.destroy();
  }
}

process.once('message', ({ url, connections, task }: HostileOrder) => {
  for (let connection = 0; connection < connections; connection += 1) void run(url, task);
});

export interface HostileOrder {
  readonly url: string;
  readonly connections: number;
  readonly task: HostileTask;
}
