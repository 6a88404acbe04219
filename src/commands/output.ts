/** The output of commands: standard output, or a file that is replaced when the document is complete. */
import { createWriteStream } from 'node:fs';
import { lstat, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reasonOf } from '../log/error-line.js';
import { codeOf } from '../errors.js';
import { SettingsError } from '../settings/settings.js';
import { StoreError } from '../store/store-error.js';

/** Writes to standard output. @throws SettingsError if the reader has closed it, or writing fails. */
export async function writeOut(document: AsyncIterable<string> | Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(document), process.stdout, { end: false });
  } catch (error) {
    throw toWriteError('standard output', error);
  }
}

/**
 * Writes a line to standard output, beside others: each document of `writeOut` would leave its listeners there.
 *
 * @throws SettingsError if the reader has closed it, or writing fails.
 */
export function writeLine(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: Error): void => {
      reject(toWriteError('standard output', error));
    };
    process.stdout.once('error', failed);
    process.stdout.write(`${line}\n`, (error) => {
      // The event of an error comes after this call, and needs its listener.
      if (error instanceof Error) {
        failed(error);
        return;
      }
      process.stdout.off('error', failed);
      resolve();
    });
  });
}

/**
 * Writes a temporary file and renames it, so that an existing file is replaced completely or not at all. Anything but a
 * regular file, such as a pipe or a link, is written in place.
 *
 * @throws SettingsError if writing fails.
 */
export async function replaceFile(file: string, document: AsyncIterable<string> | Iterable<string>): Promise<void> {
  try {
    if (!(await isReplaceable(file))) {
      await pipeline(Readable.from(document), createWriteStream(file));
      return;
    }
    const temporary = `${file}.unfinished`;
    try {
      await pipeline(Readable.from(document), createWriteStream(temporary, { flush: true }));
      await rename(temporary, file);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  } catch (error) {
    throw toWriteError(file, error);
  }
}

/** Whether the path is a regular file or missing. A link is followed and not replaced: its target may be anything. */
async function isReplaceable(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true;
    throw error;
  }
}

/** An error of the store, the source of the document, is passed on. */
function toWriteError(where: string, error: unknown): Error {
  if (error instanceof StoreError) return error;
  return new SettingsError(`${where} cannot be written: ${reasonOf(error)}`, { cause: error });
}
