/**
 * Segments: files of consecutive commits, in the folder of kept commits of a store and in increments of backups. The first
 * line is a header, as JSON; after it come frames as the log has them.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf } from '../../../errors.js';
import { framesOf, type Meta } from '../environment.js';
import type { FramedBatch } from './log-files.js';

const schema = z.object({
  kind: z.literal('cargograph-commits'),
  /** Of the frames and of this header. */
  version: z.literal(1),
  /** What the sequences count in. */
  history: z.string(),
  /** The name of the log whose frames these are. */
  log: z.string(),
  /** The sequence of the first commit. */
  first: z.int().positive(),
  /** The time of the commit before it: with it, another history with the same sequences is told apart. */
  before: z.int().nonnegative(),
  /** The versions of the indexes that the commits change. */
  lookups: z.record(z.string(), z.int().nonnegative()),
});

export type SegmentHeader = Readonly<z.output<typeof schema>>;

/** What the commits of a log are of. */
export type LogDescription = Pick<SegmentHeader, 'history' | 'log' | 'lookups'>;

export interface Segment {
  readonly header: SegmentHeader;
  readonly frames: Buffer;
}

/** A header of this version. */
export const segmentHeader = (about: Omit<SegmentHeader, 'kind' | 'version'>): SegmentHeader => ({
  kind: 'cargograph-commits',
  version: 1,
  ...about,
});

const NEWLINE = 0x0a;

/** The bytes of a segment. */
export const writeSegment = ({ header, frames }: Segment): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), frames]);

/** @returns undefined for bytes that begin with no header of this version. */
export function readSegment(bytes: Buffer): Segment | undefined {
  const end = bytes.indexOf(NEWLINE);
  try {
    const header = schema.parse(JSON.parse(bytes.subarray(0, Math.max(end, 0)).toString()));
    return { header, frames: bytes.subarray(end + 1) };
  } catch {
    return undefined;
  }
}

/**
 * The batches of a segment up to the first frame that is not whole: each fits its checksum and follows the one before.
 *
 * @param meta of a file with the dictionary of the store.
 */
export function batchesOf({ header, frames }: Segment, meta: Meta): FramedBatch[] {
  const found: FramedBatch[] = [];
  let begin = 0;
  for (const { batch, end } of framesOf(meta, header.log).from(frames)) {
    found.push({ batch, frame: frames.subarray(begin, end) });
    begin = end;
  }
  return found[0]?.batch.first === header.first ? found : [];
}

/** A file with kept commits. */
export interface ArchivedFile {
  readonly name: string;
  /** The sequence of its first commit. */
  readonly first: number;
}

const NAME = /^(\d+)\.commits$/;

export const archiveName = (first: number): string => `${String(first)}.commits`;

/** The files with kept commits in a folder, oldest first; none in a folder that is not there. */
export async function listArchived(folder: string): Promise<ArchivedFile[]> {
  let names: readonly string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return [];
  }
  const found = names.flatMap((name): ArchivedFile[] => {
    const [, first] = NAME.exec(name) ?? [];
    return first === undefined ? [] : [{ name, first: Number(first) }];
  });
  return found.sort((one, other) => one.first - other.first);
}

/**
 * Reads kept commits. The node may add to them meanwhile.
 *
 * @returns undefined if there are none: the node has removed them, or was killed when it began the file.
 * @throws the errors of the file system.
 */
export async function loadArchived(folder: string, { name }: ArchivedFile): Promise<Segment | undefined> {
  try {
    return readSegment(await readFile(join(folder, name)));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
