/** Bodies as gzip, for those who take it. Only whole bodies are sent, and many again and again: these are compressed once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsCoding } from './negotiation.js';

const compress = promisify(gzip);

/** In bytes: less than that is a packet anyway. */
const WORTH_COMPRESSING = 1024;

/** By the body itself, so that it goes when the body goes. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();

/**
 * The body as gzip (RFC 9110, section 8.4.1); undefined when the caller does not take that or it is not worth it.
 *
 * @param acceptEncoding the request's header. Without one the body is sent as it is.
 */
export function gzipped(body: Buffer, acceptEncoding: string | undefined): Promise<Buffer> | undefined {
  if (body.length < WORTH_COMPRESSING || !acceptsCoding(acceptEncoding, 'gzip')) return undefined;
  const known = compressed.get(body);
  if (known !== undefined) return known;
  const made = compress(body);
  compressed.set(body, made);
  return made;
}
