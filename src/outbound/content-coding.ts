/** Decodes response bodies (RFC 9110 8.4), with a bound on the decoded size. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf } from '../errors.js';
import { OutboundError } from './outbound-error.js';

/** What outgoing calls that read the body accept (RFC 9110 12.5.3). */
export const acceptedCodings = 'gzip, deflate, br';

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decode = promisify(gunzip);
const inflateZlib: Decode = promisify(inflate);
const inflateBare: Decode = promisify(inflateRaw);

/** `deflate` is the zlib format (RFC 9110 8.4.1.2), but some servers send the bare deflate data. */
const inflateEither: Decode = (body, options) => {
  const first = body.length < 2 ? 0 : body.readUInt16BE(0);
  const isZlib = ((first >> 8) & 0x0f) === 8 && first % 31 === 0;
  return isZlib ? inflateZlib(body, options) : inflateBare(body, options);
};

const codings: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', inflateEither],
  ['br', promisify(brotliDecompress)],
]);

/**
 * The body without its content coding; one coding is undone, since no honest server uses more.
 *
 * @param server what messages call the server.
 * @throws OutboundError `too-large` when it would be longer than `maxBytes`; `invalid-answer` for a coding that is not
 *   known or data that is broken or cut off.
 */
export async function decoded(
  body: Buffer,
  contentEncoding: string | string[] | undefined,
  maxBytes: number,
  server: string,
): Promise<Buffer> {
  const named = String(contentEncoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  const [coding] = named;
  if (coding === undefined || body.length === 0) return body;
  const decode = named.length > 1 ? undefined : codings.get(coding);
  if (decode === undefined) {
    throw new OutboundError('invalid-answer', `${server} answered in a content coding that was not asked for`);
  }
  try {
    return await decode(body, { maxOutputLength: maxBytes });
  } catch (cause) {
    if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') {
      throw new OutboundError('too-large', `${server} answered more than is read`, { cause });
    }
    throw new OutboundError('invalid-answer', `${server} answered with broken ${coding} data`, { cause });
  }
}
