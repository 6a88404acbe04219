/** Server-Sent Events: a response that stays open (HTML standard, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { HandlerResult } from './request-context.js';

type Subscribe = Extract<HandlerResult, { kind: 'event-stream' }>['subscribe'];

/** A comment now and then, so that nobody on the way takes the silence for a dead connection. */
const KEEP_ALIVE_MS = 15_000;
/** What may wait for a listener that does not read; beyond it the listener is let go rather than kept in memory. */
const MAX_BUFFERED_BYTES = 1024 ** 2;

/** How long a listener has to read the end of its stream. */
const CLOSE_GRACE_MS = 200;

/** The head of a stream. */
export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  // Compression would hold events back until enough of them have come.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Streams events, the head being written, until the caller hangs up, the source fails or the server stops. */
export function streamEvents(response: ServerResponse, subscribe: Subscribe, log: Logger, stopping: AbortSignal): void {
  response.write(': listening\n\n');
  // Kept by hand: a response that has ended lets go of its socket, which then may stay.
  const { socket } = response;
  let isOver = false;
  const end = (): void => {
    isOver = true;
    response.end();
    // A listener that does not read would keep the connection, and with it the node's stop; it can come back.
    setTimeout(() => socket?.destroy(), CLOSE_GRACE_MS).unref();
  };
  // After its end a response takes nothing more, though the source may still tell of something.
  const write = (text: string): void => {
    if (isOver || response.destroyed) return;
    response.write(text);
    if (response.writableLength > MAX_BUFFERED_BYTES) end();
  };
  const stop = subscribe(
    ({ id, event, data }) => {
      write(`id: ${id}\nevent: ${event}\ndata: ${data}\n\n`);
    },
    (error) => {
      log.error({ err: error }, 'an event stream has failed');
      end();
    },
  );
  const keepAlive = setInterval(() => {
    write(': \n\n');
  }, KEEP_ALIVE_MS);
  stopping.addEventListener('abort', end);
  response.on('close', () => {
    stopping.removeEventListener('abort', end);
    clearInterval(keepAlive);
    stop();
    socket?.destroy();
  });
}
