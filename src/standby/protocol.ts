/**
 * What a standby and its primary say to each other. Both are of one operator and of one release; who may ask has the
 * whole store, keys included, so the secret is that of `STANDBY_SECRET` and no token of an agent.
 */
import { z } from 'zod';

/** Below the base URL of the primary. */
export const COMMITS_PATH = '/standby/commits';
export const STORE_PATH = '/standby/store';

/** Segments, each after a line with the number of its bytes. */
export const COMMITS_TYPE = 'application/vnd.cargograph.commits';
/** A line with the manifest of a backup, and its file. */
export const STORE_TYPE = 'application/vnd.cargograph.store';

const wholeNumber = z
  .string()
  .regex(/^\d{1,16}$/)
  .transform(Number);

/** The parameters of a request for commits. */
export const commitsQuery = z.strictObject({
  /** Who asks: an identifier that the standby has given to itself. */
  standby: z.uuid(),
  /** The last commit that it has. */
  history: z.uuid(),
  sequence: wholeNumber,
  time: wholeNumber,
  /** The last commit whose erasures have left no bytes in its files (P39). */
  purged: wholeNumber,
  /** For how long it waits for commits, in milliseconds. */
  wait: wholeNumber,
});

export type CommitsQuery = Readonly<z.output<typeof commitsQuery>>;

/** For how long a request for commits waits for some, at most. */
export const WAIT_MS = 5_000;
/** How often bytes are sent while a copy of the store is made, so that the connection is not taken for a broken one. */
export const ALIVE_MS = 5_000;
/** A connection without a byte for longer is given up. */
export const SILENCE_MS = 60_000;

const NEWLINE = 0x0a;

/** The bytes of a segment in an answer. */
export const framed = (segment: Buffer): Buffer => Buffer.concat([Buffer.from(`${String(segment.length)}\n`), segment]);

/** The digits of a number of bytes. */
const LENGTH = /^\d{1,12}$/;
const MAX_LENGTH_BYTES = 12;

/**
 * The segments of an answer, taken from its chunks. Chunks are joined when a segment is complete.
 *
 * @throws Error for an answer that is cut off, or none.
 */
export async function* unframed(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  let needed = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    size += chunk.length;
    if (size < needed) continue;
    let rest = Buffer.concat(parts);
    for (;;) {
      needed = 0;
      const end = rest.subarray(0, MAX_LENGTH_BYTES + 1).indexOf(NEWLINE);
      if (end === -1 && rest.length <= MAX_LENGTH_BYTES) break;
      const line = rest.subarray(0, Math.max(end, 0)).toString();
      if (!LENGTH.test(line) || Number(line) > maxBytes) throw new Error('the answer has no segments');
      needed = end + 1 + Number(line);
      if (rest.length < needed) break;
      yield rest.subarray(end + 1, needed);
      rest = rest.subarray(needed);
    }
    parts = [rest];
    size = rest.length;
  }
  if (size > 0) throw new Error('the answer is cut off');
}
