/** Texts of any length as parts of keys, whose length databases limit. */
import { createHash } from 'node:crypto';

/** A text longer than this is cut; four parts fit into LMDB's 1,978 bytes. */
export const MAX_PART_BYTES = 400;

/** A text as a part of a key: unchanged, or its beginning with a hash of all of it. */
export function keyPart(text: string): string {
  if (text.length <= MAX_PART_BYTES && Buffer.byteLength(text) <= MAX_PART_BYTES) return text;
  const hash = createHash('sha256').update(text).digest('base64url');
  return `${text.slice(0, MAX_PART_BYTES / 4)}#${hash}`;
}
