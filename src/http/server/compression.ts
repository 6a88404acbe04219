/**
 * gzip of response bodies. Cached, because most bodies are sent many times: by the body itself, which is immutable, so that
 * neither commits nor resets concern it.
 */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { acceptsCoding } from '../representation/media-ranges.js';

const compress = promisify(gzip);

/** A smaller body fits into one packet. */
const MIN_GZIP_BYTES = 1024;

/** The default limit of all cached compressed bodies. */
const MAX_COMPRESSED_BYTES = 32 * 1024 ** 2;
const ENTRY_BYTES = 300;

/** The cache key of a body, without a reference to it. */
interface Key {
  compressing?: Promise<Buffer>;
}

const keys = new WeakMap<Buffer, Key>();
const cacheOf = (maxSize: number): LRUCache<Key, Buffer> =>
  new LRUCache({ maxSize, sizeCalculation: ({ length }) => length + ENTRY_BYTES });
let compressed = cacheOf(MAX_COMPRESSED_BYTES);
/** Evicts compressed bodies after the garbage collection of their original bodies. */
const collected = new FinalizationRegistry<Key>((key) => compressed.delete(key));

/** Sets the limit for this process, in bytes, and clears the cache. */
export function limitCompressedBodies(maxBytes: number): void {
  compressed = cacheOf(maxBytes);
}

/** The size of the cache, in bytes. */
export function compressedBytes(): number {
  return compressed.calculatedSize;
}

/**
 * Whether the body is sent as gzip: the caller accepts it and the body is long enough. Not without Accept-Encoding.
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
  const cached = compressed.get(key);
  return cached === undefined ? (key.compressing ??= compressAndCache(body, key)) : Promise.resolve(cached);
}

async function compressAndCache(body: Buffer, key: Key): Promise<Buffer> {
  try {
    const result = await compress(body);
    compressed.set(key, result);
    return result;
  } finally {
    delete key.compressing;
  }
}

/** The tag of the body as gzip: different bytes need a different strong tag (RFC 9110, section 8.8.3.3). */
export function gzipTag(etag: string): string {
  return `${etag}-gzip`;
}

/**
 * The tags that the caller may have for this content, that of the response first: without coding and, if accepted, as gzip.
 * A request without Accept-Encoding accepts any coding (RFC 9110, section 12.5.3), although the response has none.
 */
export function tagsOf(etag: string, body: Buffer, acceptEncoding: string | undefined): readonly [string, ...string[]] {
  if (isGzipped(body, acceptEncoding)) return [gzipTag(etag), etag];
  return acceptEncoding === undefined && body.length >= MIN_GZIP_BYTES ? [etag, gzipTag(etag)] : [etag];
}
