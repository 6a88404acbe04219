/** What a node gives its standbys: commits as they are made, from memory or disk, and copies of the whole store. */
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withAnySignal } from '../async/with-any-signal.js';
import type { Position } from '../store/commit-time.js';
import { copyInSubprocess, type CopyTask } from '../store/folder/copies.js';
import { readManifest } from '../store/folder/manifests.js';
import type { RecentCommits } from '../store/lmdb/log/recent-commits.js';
import { writeSegment } from '../store/lmdb/log/segments.js';
import { FILE } from '../store/lmdb/new-file.js';
import { StoreError } from '../store/store-error.js';
import { sleep } from '../async/sleep.js';
import { WAIT_MS } from './protocol.js';

interface StandbySourceOptions {
  /** The folder of the store. */
  readonly folder: string;
  readonly recent: RecentCommits;
  /** Aborts when the node stops. */
  readonly stopping: AbortSignal;
  /** The compiled program of the process that makes copies. */
  readonly copier?: URL | undefined;
}

export interface CommitsWanted extends Position {
  readonly history: string;
  readonly waitMs: number;
}

/** `another`: the position cannot be continued, and a copy of the store must be taken. */
export type CommitsAnswer = 'given' | 'none' | 'another';

/** Commits that follow each other at once are given together. */
const GATHER_MS = 50;

export class StandbySource {
  /** One copy at a time: each reads all of its part of the store. */
  #copying: Promise<void> = Promise.resolve();

  constructor(private readonly options: StandbySourceOptions) {}

  /**
   * Gives the commits after a position, as segments. Without any it waits for some.
   *
   * @param waitMs how long.
   * @param signal of the request.
   * @throws the errors of the process that reads the commits on disk, and what `give` throws.
   */
  async commits(
    { history, waitMs, ...position }: CommitsWanted,
    give: (segment: Buffer) => Promise<void>,
    signal: AbortSignal,
  ): Promise<CommitsAnswer> {
    const { recent, stopping } = this.options;
    return withAnySignal([signal, stopping], async (ended) => {
      let after = recent.after(position, history);
      if (after.kind === 'none') {
        await this.#change(waitMs, ended);
        after = recent.after(position, history);
      }
      if (after.kind === 'elsewhere') return this.#giveFromDisk(position, history, give, ended);
      if (after.kind !== 'commits') return after.kind;
      await give(writeSegment(after.segment));
      return 'given';
    });
  }

  /**
   * Makes a copy of the store, and hands it to `use`.
   *
   * @throws StoreError as `backUp`, and what `use` throws.
   */
  async withCopy(use: (manifest: string, file: string) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { stopping } = this.options;
    await withAnySignal([signal, stopping], (ended) =>
      this.#withFolder(async (target) => {
        await this.#copy({ kind: 'full', folder: this.options.folder, target }, ended);
        await use(JSON.stringify(await readManifest(target)), join(target, FILE));
      }),
    );
  }

  /** Removes the copies of a node that was killed. */
  async clear(): Promise<void> {
    const parent = dirname(this.options.folder);
    for (const name of await readdir(parent))
      if (name.startsWith(this.#prefix)) await rm(join(parent, name), { recursive: true, force: true });
  }

  async #change(waitMs: number, ended: AbortSignal): Promise<void> {
    const done = new AbortController();
    await Promise.race([sleep(Math.min(waitMs, WAIT_MS), ended, done.signal), this.options.recent.change(done.signal)]);
    done.abort();
    await sleep(Math.min(waitMs, GATHER_MS), ended);
  }

  async #giveFromDisk(
    position: Position,
    history: string,
    give: (segment: Buffer) => Promise<void>,
    signal: AbortSignal,
  ): Promise<CommitsAnswer> {
    return this.#withFolder(async (target): Promise<CommitsAnswer> => {
      const { folder } = this.options;
      const earlier = { ...position, history, createdAt: new Date(0).toISOString() };
      try {
        await this.#copy({ kind: 'since', folder, target, earlier }, signal);
      } catch (error) {
        // Not all of them are kept.
        if (error instanceof StoreError) return 'another';
        throw error;
      }
      const manifest = await readManifest(target);
      if (manifest.kind !== 'cargograph-increment' || manifest.files.length === 0) return 'none';
      for (const { name } of manifest.files) await give(await readFile(join(target, name)));
      return 'given';
    });
  }

  get #prefix(): string {
    return `${basename(this.options.folder)}.standby-`;
  }

  /** A folder beside that of the store, on the same disk. */
  async #withFolder<Result>(work: (target: string) => Promise<Result>): Promise<Result> {
    const target = await mkdtemp(join(dirname(this.options.folder), this.#prefix));
    try {
      return await work(target);
    } finally {
      await rm(target, { recursive: true, force: true });
    }
  }

  async #copy(task: CopyTask, signal: AbortSignal): Promise<void> {
    const copied = this.#copying.then(() => copyInSubprocess(task, signal, this.options.copier));
    this.#copying = copied.catch(() => undefined);
    await copied;
  }
}

/** Reads a file that was copied. */
export const bytesOf = (file: string): AsyncIterable<Buffer> => createReadStream(file, { highWaterMark: 1024 * 1024 });
