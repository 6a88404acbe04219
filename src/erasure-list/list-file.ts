/**
 * The list of erasures beside the store, in `ERASURE_LIST_FILE` (P43): each erasure and each legal hold is appended, synced,
 * after its commit and before the answer. A line that cannot be appended waits, and nothing new is erased or held until
 * it is there: what was confirmed is in the list.
 */
import { access, constants, type FileHandle, open, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { sleep } from '../async/sleep.js';
import type { Degradations } from '../degradations.js';
import { ServiceError } from '../errors.js';
import { exists, syncFolder } from '../store/folder/file-checks.js';
import { isFull } from '../store/lmdb/write-error.js';
import { type ListLine, writeLine } from './line.js';
import { isJson, LIST_MODE } from './lists.js';

const DEGRADATION = 'erasure-list';
/** The pause after a failure. */
const RETRY_MS = 5_000;
/** An incomplete last line may be one that another process writes at this moment. */
const SETTLE_MS = 200;
/** The most of a file that is read to find its last line. */
const TAIL_BYTES = 64 * 1024;
/** The room that there must be before anything is erased. */
const PROBE_BYTES = 16 * 1024;

export interface ErasureListOptions {
  readonly file: string;
  readonly log: Logger;
  readonly degradations: Degradations;
  /** Aborts when the node stops. */
  readonly stopping: AbortSignal;
}

export class ErasureListFile {
  /** Lines of commits that the file does not have yet. */
  #waiting: string[] = [];
  #last: Promise<void> = Promise.resolve();
  #retrying: Promise<void> | undefined;
  #isFailing = false;

  constructor(private readonly options: ErasureListOptions) {}

  get file(): string {
    return this.options.file;
  }

  /**
   * Appends the lines that wait.
   *
   * @throws ServiceError `insufficient-storage` or `unavailable` for a file that cannot be written.
   */
  async assertWritable(): Promise<void> {
    await this.#write().catch((cause: unknown) => {
      throw failure('The list of erasures cannot be written: nothing is erased or held until it can', cause);
    });
  }

  /** Appends lines of what is committed: they are durable when this resolves. @throws ServiceError as `assertWritable`. */
  async append(lines: readonly ListLine[]): Promise<void> {
    this.#waiting.push(...lines.map(writeLine));
    await this.#write().catch((cause: unknown) => {
      throw failure('This is done, but the list of erasures cannot be written: it is added as soon as it can', cause);
    });
  }

  /** Ends the attempts to write what waits. */
  async close(): Promise<void> {
    await this.#retrying;
    await this.#last.catch(() => undefined);
  }

  /** One write at a time: it takes all lines that wait. */
  #write(): Promise<void> {
    const written = this.#last.then(
      () => this.#writeWaiting(),
      () => this.#writeWaiting(),
    );
    this.#last = written;
    return written;
  }

  async #writeWaiting(): Promise<void> {
    const { degradations, log } = this.options;
    // Others come meanwhile.
    const lines = [...this.#waiting];
    const count = lines.length;
    try {
      await appendTexts(this.file, lines);
      this.#waiting = this.#waiting.slice(count);
      if (this.#isFailing) log.info({ file: this.file }, 'ERASURE_LIST_FILE can be written again');
      this.#isFailing = false;
      degradations.clear(DEGRADATION);
    } catch (error) {
      degradations.report(DEGRADATION, 'the list of erasures cannot be written', Math.max(1, count));
      const level = this.#isFailing ? 'debug' : 'error';
      log[level]({ err: error, file: this.file, waiting: count }, 'ERASURE_LIST_FILE cannot be written');
      this.#isFailing = true;
      this.#retrying ??= this.#retry();
      throw error;
    }
  }

  /** Tries again until it succeeds. Never rejects. */
  async #retry(): Promise<void> {
    const { stopping } = this.options;
    let isWritten = false;
    while (!isWritten) {
      await sleep(RETRY_MS, stopping);
      if (stopping.aborted) return;
      isWritten = await this.#write().then(
        () => true,
        () => false,
      );
    }
    this.#retrying = undefined;
  }
}

const failure = (message: string, cause: unknown): ServiceError =>
  isFull(cause)
    ? new ServiceError('insufficient-storage', message, { cause })
    : new ServiceError('unavailable', message, { cause, headers: { 'Retry-After': String(RETRY_MS / 1000) } });

/** Appends lines to a list. @throws the system's error. */
export const appendLines = (file: string, lines: readonly ListLine[]): Promise<void> =>
  appendTexts(file, lines.map(writeLine));

/** Appends lines; without any, only whether that is possible. @throws the system's error. */
async function appendTexts(file: string, lines: readonly string[]): Promise<void> {
  const isNew = !(await exists(file));
  if (lines.length === 0) {
    await assertRoom(file);
    if (isNew) {
      await access(dirname(file), constants.W_OK);
      return;
    }
  }
  const handle = await open(file, 'a+', LIST_MODE);
  try {
    const size = await endOfLines(handle);
    if (lines.length > 0) await appendText(handle, lines.map((line) => `${line}\n`).join(''), size);
  } finally {
    await handle.close();
  }
  if (isNew) await syncFolder(dirname(file));
}

async function assertRoom(file: string): Promise<void> {
  const probe = `${file}.probe`;
  try {
    await writeFile(probe, Buffer.alloc(PROBE_BYTES), { mode: LIST_MODE });
  } catch (error) {
    // The file itself may be writable in a folder that is not.
    if (isFull(error)) throw error;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}

/** Cuts off an incomplete last line, and ends a complete one. @returns the size. */
async function endOfLines(handle: FileHandle): Promise<number> {
  for (let seen = -1; ;) {
    const { size } = await handle.stat();
    if (size === 0) return 0;
    const start = Math.max(0, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(size - start), 0, size - start, start);
    const tail = buffer.subarray(0, bytesRead);
    const end = tail.lastIndexOf(10) + 1;
    if (end === tail.length) return size;
    if (seen !== size) {
      seen = size;
      await sleep(SETTLE_MS);
      continue;
    }
    if (end === 0 && start > 0) throw new Error('the last line is too long for a list of erasures');
    if (isJson(tail.subarray(end).toString('utf8'))) {
      await handle.write('\n');
      return size + 1;
    }
    await handle.truncate(start + end);
    return start + end;
  }
}

/** In one write (O_APPEND), so that lines of several processes do not mix. A part of it is taken back. */
async function appendText(handle: FileHandle, text: string, size: number): Promise<void> {
  const bytes = Buffer.from(text);
  let written = 0;
  try {
    while (written < bytes.length) written += (await handle.write(bytes, written)).bytesWritten;
    await handle.datasync();
  } catch (error) {
    const after = await handle.stat().catch(() => undefined);
    if (written > 0 && after?.size === size + written) await handle.truncate(size).catch(() => undefined);
    throw error;
  }
}
