/**
 * Controls the process that makes the new file of a purge. A process of its own: memory of this one holds what was
 * erased, and LMDB may write parts of freed memory to a file. It reads the store's file as a backup does.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface CopierSetup {
  /** The store's file. */
  readonly source: string;
  /** The file to make. */
  readonly target: string;
  /** Frames of the commits that are written meanwhile. */
  readonly meanwhile: string;
  readonly feedLength: number;
}

export type ToCopier =
  | { readonly kind: 'copy'; readonly setup: CopierSetup }
  /** Brings the commits in a part of the frames into the new file. */
  | { readonly kind: 'apply'; readonly begin: number; readonly end: number }
  | { readonly kind: 'finish' };

export type FromCopier =
  { readonly kind: 'done' } | { readonly kind: 'failed'; readonly reason: string; readonly code: unknown };

interface Pending {
  readonly resolve: () => void;
  readonly reject: (reason: unknown) => void;
}

export class Copier {
  readonly #child: ChildProcess;
  #pending: Pending | undefined;

  /**
   * @param program compiled: processes read no TypeScript.
   * @throws the system's error when it gives no process.
   */
  constructor(program = new URL('copy-process.js', import.meta.url)) {
    const execArgv = process.execArgv.filter((argument) => !/^--(?:inspect|cpu-prof|heap-prof)/.test(argument));
    this.#child = fork(program, [], { execArgv, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    this.#child.on('message', (message: FromCopier) => {
      if (message.kind === 'done') this.#pending?.resolve();
      else this.#pending?.reject(Object.assign(new Error(message.reason), { code: message.code }));
      this.#pending = undefined;
    });
    const onEnd = (): void => {
      this.#pending?.reject(new Error('the process that makes a new file of the store has ended'));
      this.#pending = undefined;
    };
    this.#child.on('error', onEnd);
    this.#child.on('exit', onEnd);
  }

  /**
   * One call at a time; resolves when it is done.
   *
   * @throws the errors of LMDB and of the file system, with their `code`; an error without one if the process has ended.
   */
  async call(message: ToCopier): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#pending = { resolve, reject };
      this.#child.send(message, (error) => {
        if (error !== null) reject(error);
      });
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}
