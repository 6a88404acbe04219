/**
 * The log that commits are written to before they are in the trees: appended and synchronized with the disk by one
 * write. One batch at a time.
 */
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { syncFolder } from '../../folder/file-checks.js';
import { codeOf } from '../../../errors.js';
import { isFull } from '../write-error.js';
import { type Frames, lastOf, type LoggedBatch } from './frames.js';
import { LOG_FILES, type LogPart } from './log-files.js';

/** Each write to a file that is opened in this mode is on disk when it returns; elsewhere it takes a second call. */
const SYNCHRONIZED = process.platform === 'linux' ? constants.O_DSYNC : undefined;

/** A file is extended in steps: a write within its length changes none of the file system's own data. */
const STEP_BYTES = 128 * 1024;
const PAGE_BYTES = 4096;

/** When a file is full, the other one is written. */
const FILE_BYTES = 2 * 1024 * 1024;

class LogFile {
  handle: FileHandle | undefined;
  /** The length of the file. */
  length = 0;
  /** The position after the last frame. */
  end = 0;
  /** The last commit in it; 0 without any. */
  last = 0;

  constructor(readonly path: string) {}
}

export class CommitLog {
  readonly #files: readonly [LogFile, LogFile];
  #active = 0;
  /** Whether the file may still have a frame whose commits were answered with an error: the next one goes over it. */
  #mustOverwrite = false;

  /** @param parts that the trees lack, oldest first: they are not written over. */
  constructor(
    folder: string,
    private readonly frames: Frames,
    parts: readonly LogPart[] = [],
    private readonly fileBytes = FILE_BYTES,
  ) {
    this.#files = [new LogFile(join(folder, LOG_FILES[0])), new LogFile(join(folder, LOG_FILES[1]))];
    for (const part of parts) {
      const index = this.#files.findIndex(({ path }) => path === part.file);
      const file = this.#files[index];
      if (file === undefined) continue;
      this.#active = index;
      file.end = part.end;
      file.last = part.last;
    }
  }

  /** The bytes on disk. */
  get bytes(): number {
    return this.#files.reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether a batch goes to the other file, which must be free by then. */
  get isFull(): boolean {
    return !this.#mustOverwrite && this.#file.end >= this.fileBytes;
  }

  /** Begins the other file. */
  turn(): void {
    this.#active = 1 - this.#active;
  }

  /**
   * Appends a batch. Resolves when it is on disk.
   *
   * @returns where it is, and as what.
   * @throws the errors of the file system: the batch is not in the log then, and the next one takes its place.
   */
  async append(batch: LoggedBatch): Promise<{ part: LogPart; frame: Buffer }> {
    const file = this.#file;
    const frame = this.frames.encode(batch);
    const handle = (file.handle ??= await this.#open(file));
    const begin = file.end;
    const end = begin + frame.length;
    try {
      await this.#write(file, handle, frame, begin);
    } catch (error) {
      await this.#withdraw(handle, begin);
      throw error;
    }
    this.#mustOverwrite = false;
    file.end = end;
    file.last = lastOf(batch);
    return { part: { file: file.path, begin, end, last: file.last }, frame };
  }

  /** The commits until this one are in the trees. */
  applied(sequence: number): void {
    for (const file of this.#files) if (file.last <= sequence) file.end = 0;
  }

  /** Writes zeros over what is in the trees. @throws the errors of the file system. */
  async wipe(): Promise<void> {
    for (const file of this.#files) {
      if (file.end > 0) continue;
      const handle = (file.handle ??= await this.#open(file));
      if (file.length > 0) await this.#writeAll(handle, Buffer.alloc(file.length), 0);
    }
  }

  async close(): Promise<void> {
    for (const file of this.#files) {
      await file.handle?.close();
      file.handle = undefined;
    }
  }

  get #file(): LogFile {
    return this.#files[this.#active === 0 ? 0 : 1];
  }

  async #open(file: LogFile): Promise<FileHandle> {
    const handle = await open(file.path, constants.O_RDWR | constants.O_CREAT | (SYNCHRONIZED ?? 0), 0o600);
    file.length = (await handle.stat()).size;
    await syncFolder(dirname(file.path));
    return handle;
  }

  async #write(file: LogFile, handle: FileHandle, frame: Buffer, begin: number): Promise<void> {
    const end = begin + frame.length;
    if (end > file.length) await this.#extend(file, end);
    await this.#writeAll(handle, frame, begin);
    file.length = Math.max(file.length, end);
  }

  /** Writes zeros, a page each: the system then counts and writes single pages of the file. Without room it does not. */
  async #extend(file: LogFile, end: number): Promise<void> {
    const length = Math.ceil(end / STEP_BYTES) * STEP_BYTES;
    const handle = await open(file.path, 'r+');
    try {
      const page = Buffer.alloc(PAGE_BYTES);
      for (let at = file.length; at < length; at += page.length) await handle.write(page, 0, page.length, at);
      await handle.datasync();
      file.length = length;
    } catch (error) {
      // There may be room for the frame.
      if (!isFull(error)) throw error;
    } finally {
      await handle.close();
    }
  }

  async #writeAll(handle: FileHandle, bytes: Buffer, position: number): Promise<void> {
    let written = 0;
    while (written < bytes.length)
      written += (await handle.write(bytes, written, bytes.length - written, position + written)).bytesWritten;
    if (SYNCHRONIZED === undefined) await handle.datasync();
  }

  /** What was written of a frame must not count after a crash: its commits were answered with an error. */
  async #withdraw(handle: FileHandle, begin: number): Promise<void> {
    this.#mustOverwrite = true;
    const nothing = Buffer.alloc(4);
    try {
      await handle.write(nothing, 0, nothing.length, begin);
      this.#mustOverwrite = false;
    } catch (error) {
      if (codeOf(error) === undefined) throw error;
    }
  }
}
