/** Bodies as gzip, for those who take it. Only whole bodies are sent, and many again and again: these are compressed once. */
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { acceptsCoding } from './negotiation.js';

const compress = promisify(gzip);

/** In bytes: less than that is a packet anyway. */
const WORTH_COMPRESSING = 1024;

/** What compressed bodies may take together, in bytes: a quarter of what the bodies themselves may. */
const MAX_COMPRESSED_BYTES = 32 * 1024 ** 2;
const ENTRY_BYTES = 300;

/** Stands for a body, without keeping it in memory. */
interface Key {
  compressing?: Promise<Buffer>;
}

const keys = new WeakMap<Buffer, Key>();
const compressed = new LRUCache<Key, Buffer>({
  maxSize: MAX_COMPRESSED_BYTES,
  sizeCalculation: ({ length }) => length + ENTRY_BYTES,
});
/** What was made of a body goes when the body goes, or when there is no room for it any more. */
const collected = new FinalizationRegistry<Key>((key) => compressed.delete(key));

/** What all compressed bodies take that are kept, in bytes. */
export function compressedBytes(): number {
  return compressed.calculatedSize;
}

/**
 * The body as gzip (RFC 9110, section 8.4.1); undefined when the caller does not take that or it is not worth it.
 *
 * @param acceptEncoding the request's header. Without one the body is sent as it is.
 */
export function gzipped(body: Buffer, acceptEncoding: string | undefined): Promise<Buffer> | undefined {
  if (body.length < WORTH_COMPRESSING || !acceptsCoding(acceptEncoding, 'gzip')) return undefined;
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
