/**
 * The frames of the log: a batch of commits each, with its length and a checksum. A frame that was not written to its
 * end does not fit its checksum; one of an earlier use of the file does not, either, because the checksum covers the
 * name of the log and the sequence.
 */
import { constants, crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { randomBytes } from 'node:crypto';
import { toBase64 } from '../../../proofs/format/encoding.js';
import { RANDOM_BYTES_PER_ENTRY } from '../../../proofs/sealing.js';
import type { Iri } from '../../../rdf/terms.js';
import type { LogChange } from '../../proof-log.js';
import { entriesOf } from '../../sealed-commit.js';
import type { CommitTime } from '../../commit-time.js';
import type { PendingCommit } from '../../record.js';

/** What a commit writes. */
export interface LoggedCommit extends Pick<PendingCommit, 'changes' | 'log'> {
  /** The random bytes of its entries in the log of proofs: these are the same whenever they are sealed. */
  readonly random?: Buffer | undefined;
}

/** A commit, with random bytes if it makes entries in the log of proofs. */
export function loggedCommit({ changes, log }: Pick<PendingCommit, 'changes' | 'log'>): LoggedCommit {
  if (log === undefined) return { changes };
  return { changes, log, random: randomBytes(entriesOf({ log }) * RANDOM_BYTES_PER_ENTRY) };
}

/** Commits that are written together. */
export interface LoggedBatch {
  /** The sequence of the first one. */
  readonly first: number;
  /** The time of the last one (W54). */
  readonly time: CommitTime;
  readonly commits: readonly LoggedCommit[];
}

export const lastOf = ({ first, commits }: LoggedBatch): number => first + commits.length - 1;

/** A commit as JSON can have it. */
interface JsonCommit extends Pick<PendingCommit, 'changes'> {
  readonly log?: Pick<LogChange, 'drafts' | 'stored' | 'values'> & {
    /** In base64, as the random bytes. */
    readonly salts: readonly { readonly graph: Iri; readonly salts: string }[];
    readonly random: string;
  };
}

interface JsonBatch extends Omit<LoggedBatch, 'commits'> {
  readonly commits: readonly JsonCommit[];
}

function toJson({ changes, log, random }: LoggedCommit): JsonCommit {
  if (log === undefined) return { changes };
  const { drafts, stored, values, salts } = log;
  return {
    changes,
    log: {
      ...{ drafts, stored, values },
      salts: salts.map((each) => ({ graph: each.graph, salts: toBase64(each.salts) })),
      random: toBase64(random ?? new Uint8Array()),
    },
  };
}

function fromJson({ changes, log }: JsonCommit): LoggedCommit {
  if (log === undefined) return { changes };
  const { drafts, stored, values, salts, random } = log;
  return {
    changes,
    log: {
      ...{ drafts, stored, values },
      salts: salts.map((each) => ({ graph: each.graph, salts: Buffer.from(each.salts, 'base64') })),
    },
    random: Buffer.from(random, 'base64'),
  };
}

/** A frame in a file: its batch, and the position after it. */
export interface Frame {
  readonly batch: LoggedBatch;
  readonly end: number;
}

/** Not a text that JSON or deflated data could hold by chance and at the beginning of a fitting frame. */
const MARK = 0x01_4c_47_43;
const LENGTH = 4;
const CHECKSUM = 8;
const SEQUENCE = 12;
const HEADER_BYTES = 20;
/** No batch is as large: a length above it is not one. */
const MAX_BYTES = 2 ** 30;

export class Frames {
  /**
   * @param name of the log: frames of another one are none.
   * @param dictionary the text that batches have in common.
   */
  constructor(
    private readonly name: string,
    private readonly dictionary: Buffer,
  ) {}

  encode(batch: LoggedBatch): Buffer {
    const text = JSON.stringify({ ...batch, commits: batch.commits.map(toJson) });
    const body = deflateRawSync(text, { level: constants.Z_BEST_SPEED, ...this.#options });
    const frame = Buffer.allocUnsafe(HEADER_BYTES + body.length);
    frame.writeUInt32LE(MARK, 0);
    frame.writeUInt32LE(body.length, LENGTH);
    frame.writeDoubleLE(batch.first, SEQUENCE);
    body.copy(frame, HEADER_BYTES);
    frame.writeUInt32LE(this.#checksum(frame.subarray(SEQUENCE)), CHECKSUM);
    return frame;
  }

  /** The frame at a position; undefined if there is no whole one of this log. */
  at(bytes: Buffer, begin: number): Frame | undefined {
    if (begin + HEADER_BYTES > bytes.length || bytes.readUInt32LE(begin) !== MARK) return undefined;
    const length = bytes.readUInt32LE(begin + LENGTH);
    const end = begin + HEADER_BYTES + length;
    if (length > MAX_BYTES || end > bytes.length) return undefined;
    if (this.#checksum(bytes.subarray(begin + SEQUENCE, end)) !== bytes.readUInt32LE(begin + CHECKSUM))
      return undefined;
    const text = inflateRawSync(bytes.subarray(begin + HEADER_BYTES, end), this.#options).toString();
    // It has the checksum of what this program wrote.
    const { commits, ...rest } = JSON.parse(text) as JsonBatch;
    return { batch: { ...rest, commits: commits.map(fromJson) }, end };
  }

  /** The frames from the beginning, up to the first one that is not whole or does not follow the one before it. */
  *from(bytes: Buffer, begin = 0): Generator<Frame, void, undefined> {
    let frame = this.at(bytes, begin);
    while (frame !== undefined) {
      yield frame;
      const next: Frame | undefined = this.at(bytes, frame.end);
      frame = next?.batch.first === lastOf(frame.batch) + 1 ? next : undefined;
    }
  }

  /** A whole frame behind a position, wherever it begins, of a commit after one; undefined if there is none. */
  after(bytes: Buffer, position: number, sequence: number): Frame | undefined {
    const mark = Buffer.alloc(LENGTH);
    mark.writeUInt32LE(MARK, 0);
    for (let at = bytes.indexOf(mark, position); at >= 0; at = bytes.indexOf(mark, at + 1)) {
      const frame = this.at(bytes, at);
      if (frame !== undefined && frame.batch.first > sequence) return frame;
    }
    return undefined;
  }

  get #options(): { dictionary?: Buffer } {
    return this.dictionary.length === 0 ? {} : { dictionary: this.dictionary };
  }

  #checksum(bytes: Buffer): number {
    return crc32(bytes, crc32(this.name));
  }
}
