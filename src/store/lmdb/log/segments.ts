/**
 * Segments: files of consecutive commits, in the folder of kept commits of a store and in increments of backups. The first
 * line is a header, as JSON; after it come frames as the log has them.
 */
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { syncFolder } from '../../folder/file-checks.js';
import { StoreError } from '../../store-error.js';
import { framesOf, type Meta } from '../environment.js';
import { lastOf } from './frames.js';
import type { FramedBatch } from './log-files.js';

const schema = z.object({
  kind: z.literal('cargograph-commits'),
  /** Of the frames and of this header. */
  version: z.literal(1),
  /** What the sequences count in. */
  history: z.string(),
  /** The name of the log whose frames these are. */
  log: z.string(),
  first: z.int().positive(),
  last: z.int().positive(),
  before: z.int().nonnegative(),
  time: z.int().nonnegative(),
  /** The versions of the indexes that the commits change. */
  lookups: z.record(z.string(), z.int().nonnegative()),
});

/** The header of a segment (`Span`). */
export type SegmentHeader = Readonly<z.output<typeof schema>>;

export interface Segment {
  readonly header: SegmentHeader;
  readonly frames: Buffer;
}

/** A segment file by its name. */
export interface SegmentFile {
  readonly name: string;
  readonly first: number;
  readonly last: number;
}

const NAME = /^(\d+)-(\d+)\.commits$/;
const UNFINISHED = 'unfinished';

export const segmentName = ({ first, last }: Pick<SegmentHeader, 'first' | 'last'>): string =>
  `${String(first)}-${String(last)}.commits`;

const NEWLINE = 0x0a;

/** The bytes of a segment. */
export const writeSegment = ({ header, frames }: Segment): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), frames]);

/** @param name of the file, for the error. @throws StoreError for bytes that begin with no header. */
export function readSegment(bytes: Buffer, name: string): Segment {
  const end = bytes.indexOf(NEWLINE);
  try {
    const header = schema.parse(JSON.parse(bytes.subarray(0, Math.max(end, 0)).toString()));
    return { header, frames: bytes.subarray(end + 1) };
  } catch (cause) {
    throw new StoreError(`${name} has no commits that this program reads: it is damaged, or of a later version`, {
      cause,
    });
  }
}

/**
 * All batches of a segment, each compared with its checksum.
 *
 * @param meta of a file with the dictionary of the store.
 * @throws StoreError unless they are those of the header.
 */
export function batchesOf({ header, frames }: Segment, meta: Meta, name: string): FramedBatch[] {
  const found: FramedBatch[] = [];
  let begin = 0;
  for (const { batch, end } of framesOf(meta, header.log).from(frames)) {
    found.push({ batch, frame: frames.subarray(begin, end) });
    begin = end;
  }
  const last = found.at(-1)?.batch;
  const isWhole = begin === frames.length && found[0]?.batch.first === header.first;
  if (!isWhole || last === undefined || lastOf(last) !== header.last || last.time !== header.time)
    throw new StoreError(`${name} is damaged: it does not have commits ${header.first} to ${header.last}`);
  return found;
}

/** The segments in a folder, oldest first; none in a folder that is not there. */
export async function listSegments(folder: string): Promise<SegmentFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.flatMap((name): SegmentFile[] => {
    const [, first, last] = NAME.exec(name) ?? [];
    return first === undefined ? [] : [{ name, first: Number(first), last: Number(last) }];
  });
  return found.sort((one, other) => one.first - other.first);
}

/** @throws the errors of the file system. */
export const loadSegment = async (folder: string, name: string): Promise<Segment> =>
  readSegment(await readFile(join(folder, name)), join(folder, name));

/** Writes a segment into a folder, durably; with this name it is complete. @throws the errors of the file system. */
export async function saveSegment(folder: string, bytes: Buffer, name: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  try {
    const handle = await open(unfinished, 'w', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, join(folder, name));
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Removes the oldest segments, until the others have no more bytes than these. */
export async function limitSegments(folder: string, bytes: number): Promise<void> {
  const segments = await listSegments(folder);
  let sum = 0;
  for (const { name } of segments.reverse()) {
    sum += (await stat(join(folder, name))).size;
    if (sum > bytes) await rm(join(folder, name), { force: true });
  }
}
