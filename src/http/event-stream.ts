/** Server-Sent Events: a response that stays open (HTML standard, section 9.2). */
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { HandlerResult } from './request-context.js';

type Subscribe = Extract<HandlerResult, { kind: 'event-stream' }>['subscribe'];

/** Comments prevent proxies from closing an idle connection. */
const KEEP_ALIVE_MS = 15_000;
/** For a client that does not read; beyond it the stream is closed. */
const MAX_BUFFERED_BYTES = 1024 ** 2;

/** The time that a client has to read the end of its stream. */
const CLOSE_GRACE_MS = 200;

export const eventStreamHeaders = {
  'Content-Type': 'text/event-stream',
  // Compression would buffer events.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Streams events until the caller aborts, the source fails or the server stops; the head has been written. */
export function streamEvents(response: ServerResponse, subscribe: Subscribe, log: Logger, stopping: AbortSignal): void {
  response.write(': listening\n\n');
  // `response.socket` is null after the response has ended.
  const { socket } = response;
  let hasEnded = false;
  const end = (): void => {
    hasEnded = true;
    response.end();
    // A client that does not read would keep the connection open, and the node could not stop.
    setTimeout(() => socket?.destroy(), CLOSE_GRACE_MS).unref();
  };
  // The source may still emit after the end.
  const write = (text: string): void => {
    if (hasEnded || response.destroyed) return;
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
    end,
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
