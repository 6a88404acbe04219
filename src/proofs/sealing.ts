/**
 * Seals entries: draws their salts, hashes their statements and writes their records (P3 to P5). The thread that writes to
 * the store does it, so that a request waits for no hash. The random bytes of a batch come from one call.
 */
import { randomBytes } from 'node:crypto';
import type { Iri } from '../rdf/terms.js';
import type { Hash } from './format/encoding.js';
import { entryOf, type LogRecord, writeRecord } from './format/record.js';
import { SALT_BYTES } from './format/statements.js';
import { leafHash } from './format/tree.js';
import { saltsOf } from './salts.js';
import { contentOf, hashesOf, statementLines } from './statement-lines.js';

/** An entry without its salts, hashes and place. Its time is in UTC, with milliseconds. */
export interface EntryDraft extends Pick<LogRecord, 'kind' | 'graph' | 'time' | 'agent' | 'cause'> {
  /** The graphs that it commits to. */
  readonly parts: readonly Iri[];
}

/** An entry that is ready for its place in the log. */
export interface SealedEntry {
  readonly graph: Iri;
  /** The log record (P3). */
  readonly record: string;
  /** The leaf hash of the tree (P5). */
  readonly leaf: Hash;
  /** The seed of the salts. */
  readonly seed: Buffer;
}

/** The text of a graph as the commit leaves it, as N-Triples in the store's form. */
type TextOf = (graph: Iri) => string;

/** A seed, and the salt of the record. */
export const RANDOM_BYTES_PER_ENTRY = 2 * SALT_BYTES;

/** @param random gives random bytes; by default those of the system. */
export function sealEntries(
  drafts: readonly { readonly draft: EntryDraft; readonly textOf: TextOf }[],
  random: (bytes: number) => Buffer = randomBytes,
): SealedEntry[] {
  if (drafts.length === 0) return [];
  const bytes = random(RANDOM_BYTES_PER_ENTRY * drafts.length);
  return drafts.map(({ draft, textOf }, index) => {
    const begin = RANDOM_BYTES_PER_ENTRY * index;
    // A copy: the store may keep it.
    const seed = Buffer.from(bytes.subarray(begin, begin + SALT_BYTES));
    const salt = bytes.subarray(begin + SALT_BYTES, begin + RANDOM_BYTES_PER_ENTRY);
    const lines = statementLines(draft.parts.map((graph) => ({ graph, text: textOf(graph) })));
    const content = contentOf(hashesOf(lines, saltsOf(seed, lines.length)));
    const record = writeRecord({ ...draft, salt, content });
    return { graph: draft.graph, record, leaf: leafHash(entryOf(record)), seed };
  });
}
