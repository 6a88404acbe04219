/**
 * The files of the log in the folder of a store. Two of them take turns: while one is written, the commits in the other
 * one are brought into the trees. What is in the trees is written over, from the beginning of the file.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../../errors.js';
import { StoreError } from '../../store-error.js';
import { type Frames, lastOf, type LoggedBatch } from './frames.js';

export const LOG_FILES = ['commits-1.log', 'commits-2.log'] as const;

/** A part of a file with frames. */
export interface LogPart {
  readonly file: string;
  readonly begin: number;
  readonly end: number;
  /** The sequence of the last commit in it. */
  readonly last: number;
}

/** A batch with its frame. */
export interface FramedBatch {
  readonly batch: LoggedBatch;
  readonly frame: Buffer;
}

/** A batch in the log, and where it is. */
export interface PlacedBatch {
  readonly batch: LoggedBatch;
  readonly part: LogPart;
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** More reads find the files of a node that writes in one state, however fast it is. */
const ATTEMPTS = 100;

/**
 * The files of a log that its node may write meanwhile. The first one has not begun anew between the reads of both: then no
 * commit is missing between them.
 */
async function steadyFiles(folder: string, frames: Frames): Promise<{ name: string; bytes: Buffer }[]> {
  const [one, other] = LOG_FILES;
  const read = async (name: string): Promise<{ name: string; bytes: Buffer }> => ({
    name,
    bytes: await bytesOf(join(folder, name)),
  });
  const beginOf = ({ bytes }: { bytes: Buffer }): number | undefined => frames.at(bytes, 0)?.batch.first;
  let before = await read(one);
  for (let attempt = 1; ; attempt += 1) {
    const second = await read(other);
    const first = await read(one);
    if (beginOf(first) === beginOf(before) || attempt === ATTEMPTS) return [first, second];
    before = first;
  }
}

/**
 * Reads the commits after one, oldest first.
 *
 * @param sequence of the last commit in the trees.
 * @throws StoreError for a log that is damaged before its end: a later frame is whole.
 */
export async function readLog(folder: string, frames: Frames, sequence: number): Promise<PlacedBatch[]> {
  const found = await Promise.all(
    LOG_FILES.map(async (name) => {
      const file = join(folder, name);
      const bytes = await bytesOf(file);
      const all = [...frames.from(bytes)];
      return { file, bytes, all, end: all.at(-1)?.end ?? 0 };
    }),
  );
  const begins = ({ all }: (typeof found)[number]): number => all[0]?.batch.first ?? Infinity;
  found.sort((one, other) => begins(one) - begins(other));
  const placed: PlacedBatch[] = [];
  let last = sequence;
  for (const { file, all } of found) {
    let begin = 0;
    for (const { batch, end } of all) {
      if (batch.first === last + 1) {
        last = lastOf(batch);
        placed.push({ batch, part: { file, begin, end, last } });
      }
      begin = end;
    }
  }
  // A frame that ends the log because it is torn was never acknowledged. One before a whole frame was.
  for (const { file, bytes, end } of found) {
    const later = frames.after(bytes, 0, last);
    if (later !== undefined)
      throw new StoreError(
        `${file} is damaged at byte ${String(end)}, before commit ${String(later.batch.first)}: restore the folder from a backup`,
      );
  }
  return placed;
}

/** The commits in a part of a file. @throws StoreError if it does not have them. */
export function batchesIn(bytes: Buffer, frames: Frames, { file, begin, end, last }: LogPart): LoggedBatch[] {
  const batches = Array.from(frames.from(bytes.subarray(0, end), begin), ({ batch }) => batch);
  const final = batches.at(-1);
  if (final === undefined || lastOf(final) !== last)
    throw new StoreError(`${file} does not have commit ${String(last)} any more: its disk is damaged`);
  return batches;
}

/**
 * Copies the files of a log while its node writes: each up to the first frame that is not whole. Everything
 * acknowledged before is in the copy, or in the trees by then.
 */
export async function copyLog(folder: string, target: string, frames: Frames): Promise<void> {
  for (const { name, bytes } of await steadyFiles(folder, frames)) {
    const end = Array.from(frames.from(bytes), (frame) => frame.end).at(-1);
    if (end !== undefined) await writeFile(join(target, name), bytes.subarray(0, end), { flush: true });
  }
}

/** The batches of a log that its node may write meanwhile, oldest first. Some may be in the trees already. */
export async function framesInLog(folder: string, frames: Frames): Promise<FramedBatch[]> {
  const found: FramedBatch[] = [];
  for (const { bytes } of await steadyFiles(folder, frames)) {
    let begin = 0;
    for (const { batch, end } of frames.from(bytes)) {
      found.push({ batch, frame: bytes.subarray(begin, end) });
      begin = end;
    }
  }
  return found.sort((one, other) => one.batch.first - other.batch.first);
}

/** The last commit in a log that its node may write meanwhile; 0 without any. It may be in the trees already. */
export async function lastInLog(folder: string, frames: Frames): Promise<number> {
  let last = 0;
  for (const { bytes } of await steadyFiles(folder, frames))
    for (const { batch } of frames.from(bytes)) last = Math.max(last, lastOf(batch));
  return last;
}

/** Removes the files of a log whose commits are in the trees. */
export async function removeLog(folder: string): Promise<void> {
  for (const name of LOG_FILES) await rm(join(folder, name), { force: true });
}
