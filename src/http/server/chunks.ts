/** Sends a body while it is made, at the pace of the client: it may be of any size. */
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createGzip } from 'node:zlib';

/**
 * Resolves when the response has been ended, or when the caller has gone: the rest is then not made.
 *
 * @throws the errors of the chunks.
 */
export async function sendChunks(
  response: ServerResponse,
  chunks: AsyncIterable<Buffer>,
  isCompressed: boolean,
): Promise<void> {
  for await (const chunk of isCompressed ? compressed(chunks) : chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await drained(response);
  }
  response.end();
}

/** The chunks as gzip. */
async function* compressed(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  const gzip = createGzip();
  let output: Buffer[] = [];
  gzip.on('data', (part: Buffer) => output.push(part));
  const taken = (): Buffer[] => {
    const parts = output;
    output = [];
    return parts;
  };
  try {
    for await (const chunk of chunks) {
      await new Promise<void>((resolve, reject) => {
        gzip.write(chunk, (error) => {
          if (error instanceof Error) reject(error);
          else resolve();
        });
      });
      yield* taken();
    }
    const ended = once(gzip, 'end');
    gzip.end();
    await ended;
    yield* taken();
  } finally {
    gzip.destroy();
  }
}

/** Resolves when the response takes more, or has been closed. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve();
      return;
    }
    const done = (): void => {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.on('drain', done);
    response.on('close', done);
  });
}
