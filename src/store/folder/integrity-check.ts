/**
 * LMDB keeps a file whole through a crash of its process or of the machine, but it trusts the pages of the file: pages
 * that a failing disk has changed can end the process with a signal. After an unclean shutdown a subprocess therefore
 * reads the pages that opening needs: the root page of each database, and the first and the last entry. That takes the
 * same time at any size. `check` reads the whole file in this way; a changed text fails its checksum when the graph is
 * read.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../errors.js';
import { exists, syncFolder } from './file-checks.js';

/** The exit code of the subprocess when the file cannot be read to its end. */
export const UNREADABLE = 2;

/** Exists while the store is open. */
const DIRTY_FLAG = '.open';

/** Reading takes a second for a few hundred megabytes; a file that leads in circles is never read to its end. */
const MIN_TIMEOUT_MS = 60_000;
const MS_PER_MEGABYTE = 100;

/** Whether the last process that used the store in this folder did not close it. */
export function wasShutDownUncleanly(folder: string): Promise<boolean> {
  return exists(join(folder, DIRTY_FLAG));
}

/** Durable when it resolves: after a loss of power the flag must exist. */
export async function setDirtyFlag(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, DIRTY_FLAG), '', { flush: true });
    await syncFolder(folder);
  } catch (error) {
    // On a full disk the store can still be read.
    if (codeOf(error) === undefined) throw error;
  }
}

export function clearDirtyFlag(folder: string): Promise<void> {
  return rm(join(folder, DIRTY_FLAG), { force: true });
}

/**
 * Reads a store's file in a subprocess.
 *
 * @param extent `edges`: the pages that opening needs; `all`: every entry.
 * @returns the reason why the file cannot be used; undefined when it was read to its end.
 */
export async function checkInSubprocess(file: string, extent: 'edges' | 'all'): Promise<string | undefined> {
  const { size } = await stat(file);
  // The program is beside this file, compiled or not, and is loaded in the same way.
  const program = fileURLToPath(new URL(`integrity-check-process${extname(import.meta.url)}`, import.meta.url));
  const execArgv = process.execArgv.filter((argument) => !/^--(?:inspect|cpu-prof|heap-prof)/.test(argument));
  const child = fork(program, [file, extent], { execArgv, stdio: 'ignore' });
  const timeout = setTimeout(() => child.kill('SIGKILL'), MIN_TIMEOUT_MS + (size / 2 ** 20) * MS_PER_MEGABYTE);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timeout);
  if (code === UNREADABLE) return 'it cannot be read to its end';
  return signal === null ? undefined : `reading it ended a process with ${signal}`;
}
