/**
 * LMDB trusts its file: pages that a failing disk has filled with something else can end the process with a signal, and
 * nobody would be told why. So after a process that did not close the store in order, the file is first read by another
 * one, which may die in our stead.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { codeOf } from '../../errors.js';
import { exists, syncFolder } from './file-checks.js';

/** The code that the other process exits with when the file cannot be read to its end. */
export const UNREADABLE = 2;

/** It is there while the store is open. */
const DIRTY_FLAG = '.open';

/** Reading takes a second for a few hundred megabytes; a file that leads in circles is never read to its end. */
const MIN_TIMEOUT_MS = 60_000;
const MS_PER_MEGABYTE = 100;

/** Whether the last process that used the store in this folder did not close it. */
export function wasShutDownUncleanly(folder: string): Promise<boolean> {
  return exists(join(folder, DIRTY_FLAG));
}

/** Durable when it fulfils: after a loss of power it has to be there. */
export async function setDirtyFlag(folder: string): Promise<void> {
  try {
    await writeFile(join(folder, DIRTY_FLAG), '', { flush: true });
    await syncFolder(folder);
  } catch (error) {
    // On a disk that is full the store can still be read: what the system refuses is no reason to refuse the store.
    if (codeOf(error) === undefined) throw error;
  }
}

export function clearDirtyFlag(folder: string): Promise<void> {
  return rm(join(folder, DIRTY_FLAG), { force: true });
}

/** Reads a store's file in another process. @returns why it cannot be used; undefined when it was read to its end. */
export async function checkInSubprocess(file: string): Promise<string | undefined> {
  const { size } = await stat(file);
  // The program stands beside this file, compiled or not, and is loaded in the same way.
  const program = fileURLToPath(new URL(`integrity-check-process${extname(import.meta.url)}`, import.meta.url));
  const execArgv = process.execArgv.filter((argument) => !/^--(?:inspect|cpu-prof|heap-prof)/.test(argument));
  const child = fork(program, [file], { execArgv, stdio: 'ignore' });
  const patience = setTimeout(() => child.kill('SIGKILL'), MIN_TIMEOUT_MS + (size / 2 ** 20) * MS_PER_MEGABYTE);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(patience);
  if (code === UNREADABLE) return 'it cannot be read to its end';
  return signal === null ? undefined : `reading it ended a process with ${signal}`;
}
