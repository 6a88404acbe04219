/** Decodes response bodies (RFC 9110, section 8.4), with a limit on the decoded size. */
import { kMaxLength } from 'node:buffer';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { codeOf } from '../errors.js';
import { OutboundError } from './outbound-error.js';

/** `Accept-Encoding` of calls that read the body (RFC 9110, section 12.5.3). */
export const acceptedCodings = 'gzip, deflate, br';

type Decode = (body: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const unzip: Decode = promisify(gunzip);
const inflateZlib: Decode = promisify(inflate);
const inflateRawData: Decode = promisify(inflateRaw);

/** `deflate` is the zlib format (RFC 9110, section 8.4.1.2), but some servers send raw deflate data. */
const inflateEither: Decode = (body, options) => {
  const first = body.length < 2 ? 0 : body.readUInt16BE(0);
  const isZlib = ((first >> 8) & 0x0f) === 8 && first % 31 === 0;
  return isZlib ? inflateZlib(body, options) : inflateRawData(body, options);
};

const codings: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', inflateEither],
  ['br', promisify(brotliDecompress)],
]);

/**
 * Decodes a body with at most one content coding.
 *
 * @param server its origin, for messages.
 * @throws OutboundError `too-large` if the decoded body exceeds `maxBytes`; `invalid-answer` for an unknown coding or
 * invalid data.
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
    throw new OutboundError('invalid-answer', `${server} answered in a content coding that was not requested`);
  }
  try {
    // Without a limit: as much as a buffer holds.
    return await decode(body, { maxOutputLength: Math.min(maxBytes, kMaxLength) });
  } catch (cause) {
    if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') {
      throw new OutboundError('too-large', `${server} sent more than this node reads`, { cause });
    }
    throw new OutboundError('invalid-answer', `${server} answered with broken ${coding} data`, { cause });
  }
}
