/** Where commands write documents: standard output, or a file that is replaced when the document is whole. */
import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../errors.js';
import { SettingsError } from '../settings.js';
import { StoreError } from '../store/store-error.js';
import { reasonOf } from './arguments.js';

/** @throws SettingsError when nobody reads on, or it cannot be written. */
export async function writeOut(document: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(document), process.stdout, { end: false });
  } catch (error) {
    throw unwritten('standard output', error);
  }
}

/**
 * Writes a file under another name first, so that one that is there is replaced by a whole one or not at all. What is
 * no file, such as a pipe or a link, is written to as it is.
 *
 * @throws SettingsError when it cannot be written.
 */
export async function replaceFile(file: string, document: Iterable<string>): Promise<void> {
  try {
    if (!(await isToBeReplaced(file))) {
      await pipeline(Readable.from(document), createWriteStream(file));
      return;
    }
    const unfinished = `${file}.unfinished`;
    try {
      await pipeline(Readable.from(document), createWriteStream(unfinished, { flush: true }));
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  } catch (error) {
    throw unwritten(file, error);
  }
}

/** Whether there is a file, or nothing. A link is followed and not replaced: what it leads to may be anything. */
async function isToBeReplaced(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

/** What the document itself failed with is said as it is. */
function unwritten(where: string, error: unknown): Error {
  if (error instanceof StoreError) return error;
  return new SettingsError(`${where} cannot be written: ${reasonOf(error)}`, { cause: error });
}
