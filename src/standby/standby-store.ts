/** The store of a standby: a copy of its primary's, into which commits are brought as they come. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingsError } from '../settings/settings.js';
import type { Position } from '../store/commit-time.js';
import { copyInSubprocess } from '../store/folder/copies.js';
import { exists, moveIntoFolder } from '../store/folder/file-checks.js';
import { type FolderLock, lockFolder } from '../store/folder/folder-lock.js';
import { makeFolder } from '../store/folder/folders.js';
import { type BackupManifest, digest } from '../store/folder/manifests.js';
import { erases, SegmentWriter } from '../store/folder/segment-writer.js';
import { markStandby, readStandbyMark, type StandbyMark } from '../store/folder/standby-mark.js';
import { checkEmpty, FILE } from '../store/lmdb/new-file.js';
import { StoreError } from '../store/store-error.js';

interface StandbyStoreOptions {
  readonly folder: string;
  /** The base URL of the primary. */
  readonly primary: string;
  /** `BASE_URL`, which is that of both nodes. */
  readonly base: string;
  /** A name for a new standby. */
  readonly name: string;
  /** The compiled program of the process that makes copies. */
  readonly copier?: URL | undefined;
}

/** What it has. */
export interface StandbyPosition extends Position {
  readonly history: string;
  /** The last commit whose erasures have left no bytes in its file. */
  readonly purged: number;
}

export class StandbyStore {
  #writer: SegmentWriter | undefined;
  /** Kept: it is asked for also while another file takes the place of the present one. */
  #position: StandbyPosition | undefined;

  private constructor(
    private readonly options: StandbyStoreOptions,
    private readonly lock: FolderLock,
    private mark: StandbyMark,
  ) {}

  /**
   * Opens the store of a standby, or begins one in an empty folder.
   *
   * @throws StoreError for a folder that is in use, or that has another store.
   */
  static async open(options: StandbyStoreOptions): Promise<StandbyStore> {
    const { folder, primary, name: standby } = options;
    await makeFolder(folder, 0o700);
    const lock = await lockFolder(folder);
    try {
      const found = await readStandbyMark(folder);
      if (found === undefined)
        await checkEmpty(folder, 'store folder', 'a standby begins in an empty one: set STORE_URL to another folder');
      const mark = { standby, ...found, primary };
      await markStandby(folder, mark);
      const store = new StandbyStore(options, lock, mark);
      await rm(store.#unfinished, { force: true });
      if (await exists(store.#file)) store.#open();
      store.#assertBase();
      return store;
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  get name(): string {
    return this.mark.standby;
  }

  /** Undefined before the first copy. */
  get position(): StandbyPosition | undefined {
    return this.#position;
  }

  /** Whether bytes of what was erased may be in the file. */
  get isUnclean(): boolean {
    return this.mark.purged !== undefined;
  }

  /**
   * Takes another copy of the primary's store in place of this one.
   *
   * @param take writes the file, and returns its manifest.
   * @throws SettingsError for a copy of a node with another base, StoreError for a damaged one; the present one stays.
   */
  async replace(take: (file: string) => Promise<BackupManifest>): Promise<void> {
    try {
      const { base, history, sha256 } = await take(this.#unfinished);
      if (base !== this.options.base)
        throw new SettingsError(`BASE_URL: ${this.options.primary} has BASE_URL=${base}, and a standby needs the same`);
      if (history === undefined)
        throw new StoreError(`${this.options.primary} keeps no commits by now: set COMMIT_LOG_KEEP_MB there`);
      if ((await digest(this.#unfinished)) !== sha256) throw new StoreError('the copy of the store is damaged');
      await this.#take(history);
    } finally {
      await rm(this.#unfinished, { force: true });
    }
  }

  /**
   * Brings a segment into the store. It is on disk when it resolves.
   *
   * @throws StoreError for one that is damaged or does not continue the store, and the errors of LMDB.
   */
  async apply(bytes: Buffer): Promise<void> {
    const { history, purged } = this.mark;
    const writer = this.#writer;
    if (writer === undefined || history === undefined) throw new TypeError('there is no store to bring commits into');
    const segment = writer.read(bytes, history, `the answer of ${this.options.primary}`);
    if (purged === undefined && erases(segment)) await this.#setMark({ purged: writer.position.sequence });
    await writer.write(segment);
    this.#position = this.#positionIn(writer);
  }

  /** Makes the file anew, without the bytes of what was erased (P39). @throws the errors of `copyInSubprocess`. */
  async clean(signal: AbortSignal): Promise<void> {
    try {
      await copyInSubprocess(
        { kind: 'clean', file: this.#file, target: this.#unfinished },
        signal,
        this.options.copier,
      );
      await this.#take(this.mark.history);
    } finally {
      await rm(this.#unfinished, { force: true });
    }
  }

  async close(): Promise<void> {
    await this.#writer?.close();
    this.#writer = undefined;
    await this.lock.release();
  }

  get #file(): string {
    return join(this.options.folder, FILE);
  }

  get #unfinished(): string {
    return join(this.options.folder, 'unfinished.mdb');
  }

  /** Takes the unfinished file in place of the present one. */
  async #take(history: string | undefined): Promise<void> {
    await this.#writer?.close();
    this.#writer = undefined;
    try {
      await moveIntoFolder(this.#unfinished, this.options.folder, FILE);
      await this.#setMark({ history, purged: undefined });
      this.#open();
    } catch (error) {
      // Another copy is taken next.
      this.#position = undefined;
      throw error;
    }
  }

  #open(): void {
    this.#writer = SegmentWriter.open(this.#file);
    this.#position = this.#positionIn(this.#writer);
  }

  #positionIn({ position }: SegmentWriter): StandbyPosition | undefined {
    const { history, purged } = this.mark;
    return history === undefined ? undefined : { ...position, history, purged: purged ?? position.sequence };
  }

  async #setMark(change: Partial<StandbyMark>): Promise<void> {
    this.mark = { ...this.mark, ...change };
    await markStandby(this.options.folder, this.mark);
  }

  #assertBase(): void {
    const { base, folder } = this.options;
    const madeFor = this.#writer?.base ?? base;
    if (madeFor !== base)
      throw new SettingsError(`BASE_URL: the store in ${folder} was made for BASE_URL=${madeFor}, not ${base}`);
  }
}
