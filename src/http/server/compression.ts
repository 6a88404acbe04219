/** Bodies as gzip, for those who take it. Only whole bodies are sent, and many again and again: these are compressed once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { acceptsCoding } from '../negotiation.js';

const compress = promisify(gzip);

/** In bytes: less than that is a packet anyway. */
const MIN_GZIP_BYTES = 1024;

/** What compressed bodies may take together by default, in bytes. */
const MAX_COMPRESSED_BYTES = 32 * 1024 ** 2;
const ENTRY_BYTES = 300;

/** Stands for a body, without keeping it in memory. */
interface Key {
  compressing?: Promise<Buffer>;
}

const keys = new WeakMap<Buffer, Key>();
const cacheOf = (maxSize: number): LRUCache<Key, Buffer> =>
  new LRUCache({ maxSize, sizeCalculation: ({ length }) => length + ENTRY_BYTES });
let compressed = cacheOf(MAX_COMPRESSED_BYTES);
/** What was made of a body goes when the body goes, or when there is no room for it any more. */
const collected = new FinalizationRegistry<Key>((key) => compressed.delete(key));

/** Sets what compressed bodies may take together in this process, in bytes; those that are cached are dropped. */
export function limitCompressedBodies(maxBytes: number): void {
  compressed = cacheOf(maxBytes);
}

/** What all compressed bodies take that are kept, in bytes. */
export function compressedBytes(): number {
  return compressed.calculatedSize;
}

/**
 * Whether the body is sent as gzip: the caller takes that and it is worth it.
 *
 * @param acceptEncoding the request's header. Without one the body is sent as it is.
 */
export function isGzipped(body: Buffer, acceptEncoding: string | undefined): boolean {
  return body.length >= MIN_GZIP_BYTES && acceptsCoding(acceptEncoding, 'gzip');
}

/** The body as gzip (RFC 9110, section 8.4.1). */
export function compressBody(body: Buffer): Promise<Buffer> {
  let key = keys.get(body);
  if (key === undefined) {
    key = {};
    keys.set(body, key);
    collected.register(body, key);
  }
  const known = compressed.get(key);
  return known === undefined ? (key.compressing ??= compressAndKeep(body, key)) : Promise.resolve(known);
}

async function compressAndKeep(body: Buffer, key: Key): Promise<Buffer> {
  try {
    const made = await compress(body);
    compressed.set(key, made);
    return made;
  } finally {
    delete key.compressing;
  }
}

/** The tag of the body as gzip: other bytes, so another strong tag (RFC 9110, section 8.8.3.3). */
export function gzipTag(etag: string): string {
  return `${etag}-gzip`;
}

/**
 * The tags under which the caller may have this content, that of the answer first: as it is and, where that is taken, as
 * gzip. A request without Accept-Encoding takes any coding (RFC 9110, section 12.5.3), though it is not sent one.
 */
export function tagsOf(etag: string, body: Buffer, acceptEncoding: string | undefined): readonly [string, ...string[]] {
  if (isGzipped(body, acceptEncoding)) return [gzipTag(etag), etag];
  return acceptEncoding === undefined && body.length >= MIN_GZIP_BYTES ? [etag, gzipTag(etag)] : [etag];
}
