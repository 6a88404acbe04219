/**
 * Copies of a store for a standby, each made by a process of its own: it blocks for as long as it reads, and reads the
 * store's file as a backup does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { StoreError } from '../store-error.js';
import type { Earlier } from './increments.js';

export type CopyTask =
  /** A backup. */
  | { readonly kind: 'full'; readonly folder: string; readonly target: string }
  /** An increment. */
  | { readonly kind: 'since'; readonly folder: string; readonly target: string; readonly earlier: Earlier }
  /** A file in the same state, without what was deleted in it. */
  | { readonly kind: 'clean'; readonly file: string; readonly target: string };

/** What the process answers: nothing is wrong, or the reason; `isStore` if it is a StoreError. */
export interface CopyResult {
  readonly failure?: { readonly reason: string; readonly isStore: boolean };
}

/** The program of the process, compiled: processes read no TypeScript. */
const PROGRAM = new URL('copies-process.js', import.meta.url);

/**
 * Makes a copy.
 *
 * @param signal ends the process.
 * @throws StoreError as the functions that the process calls, and Error if it ended.
 */
export async function copyInSubprocess(task: CopyTask, signal: AbortSignal, program = PROGRAM): Promise<void> {
  signal.throwIfAborted();
  const child = start(program);
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  try {
    const { failure } = await resultOf(child, task);
    if (failure?.isStore === true) throw new StoreError(failure.reason);
    if (failure !== undefined) throw new Error(failure.reason);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function start(program: URL): ChildProcess {
  const execArgv = process.execArgv.filter((argument) => !/^--(?:inspect|cpu-prof|heap-prof)/.test(argument));
  return fork(program, [], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

async function resultOf(child: ChildProcess, task: CopyTask): Promise<CopyResult> {
  let result: CopyResult = { failure: { reason: 'the process that makes the copy has ended', isStore: false } };
  child.on('message', (message: CopyResult) => {
    result = message;
  });
  // Its end follows: an error here is that of a process that has ended.
  child.send(task, () => undefined);
  await once(child, 'exit');
  return result;
}
