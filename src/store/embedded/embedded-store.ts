/** The embedded store: LMDB for what is durable, Oxigraph for what is visible, transactions between them. */
import { resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AskQuery, ConstructQuery, SelectQuery } from 'sparqljs';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import { GroupCommit } from './group-commit.js';
import { corrupt, LmdbFile } from '../lmdb/lmdb-file.js';
import { bulkLoad } from '../oxigraph/bulk-load.js';
import { makeFolder } from '../lmdb/folders.js';
import { type GraphChange, InMemoryDataset } from '../oxigraph/in-memory-dataset.js';
import { type FolderLock, lockFolder } from '../lmdb/folder-lock.js';
import type { Commit, Flush, GraphSource, GraphText, Solution, Store, StoreStatus, Transaction } from '../store.js';
import { StoreError } from '../store-error.js';
import { ScratchTransaction } from './scratch-transaction.js';
import { KeyedMutex } from './keyed-mutex.js';

export type StoreLocation = { readonly kind: 'folder'; readonly path: string } | { readonly kind: 'memory' };

export interface EmbeddedStoreOptions {
  readonly location: StoreLocation;
  /** `{base_url}`: a store is made for one, since its graphs are named under it. */
  readonly base: Iri;
  readonly log: Logger;
  /** Called about every second while the store is loaded: graphs loaded, of how many. */
  readonly onProgress?: (loaded: number, total: number) => void;
  /** The engine's memory at which writes are refused; it breaks at 4 GiB. */
  readonly memoryLimitBytes?: number;
  /** The live store is made anew when it carries more dead statements than living ones, and more than this. */
  readonly rebuildFloor?: number;
  /** How many commits the feed on disk remembers. */
  readonly feedLength?: number;
  /** Told of every flush to disk: how long it took, and how many commits shared it. */
  readonly onFlush?: (flush: Flush) => void;
  /** Told once the store refuses everything, since its engine broke: what is on disk is whole, and is read at a start. */
  readonly onFailure?: (reason: string) => void;
}

const GIB = 2 ** 30;
const PROGRESS_MS = 1000;
/** At start nobody waits for a turn but signals and the progress report. */
const START_SLICE_MS = 50;
const REBUILD_SLICE_MS = 4;

/**
 * Opens the store in a folder (made when absent), or one in memory that is gone with the process.
 *
 * @throws StoreError when the folder is in use, or its store is damaged, of another format or for another base.
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<EmbeddedStore> {
  const { location, base, log, feedLength = 100_000 } = options;
  if (location.kind === 'memory') return new EmbeddedStore(options, new InMemoryDataset(options.onFailure));
  const folder = resolve(location.path);
  const live = new InMemoryDataset(options.onFailure);
  let lock: FolderLock | undefined;
  let disk: LmdbFile | undefined;
  try {
    // What partners trust this node with is nobody else's on this machine.
    await makeFolder(folder, 0o700);
    lock = await lockFolder(folder);
    disk = await LmdbFile.open({ folder, base, feedLength });
    await load(live, disk, options);
    return new EmbeddedStore(options, live, disk, lock);
  } catch (error) {
    await disk?.close();
    await lock?.release();
    log.debug({ err: error, folder }, 'the store could not be opened');
    if (error instanceof StoreError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreError(`store folder ${folder} cannot be opened: ${reason}`, { cause: error });
  }
}

async function load(live: InMemoryDataset, disk: LmdbFile, { log, onProgress }: EmbeddedStoreOptions): Promise<void> {
  const total = disk.size;
  const begin = performance.now();
  let reported = begin;
  let graphs = 0;
  await bulkLoad(live, disk.graphs(), {
    sliceMs: START_SLICE_MS,
    shouldContinue: (loaded) => {
      graphs = loaded;
      if (performance.now() - reported >= PROGRESS_MS) {
        reported = performance.now();
        log.info({ loaded, total }, `loading the store: ${loaded} of ${total} graphs`);
        onProgress?.(loaded, total);
      }
      return true;
    },
  });
  if (graphs !== total) throw corrupt(disk.file, `it lists ${total} graphs and holds ${graphs}`);
  log.info({ graphs, quads: live.quads, ms: Math.round(performance.now() - begin) }, 'the store is loaded');
}

export class EmbeddedStore implements Store, GraphSource {
  readonly #log: Logger;
  readonly #disk: LmdbFile | undefined;
  readonly #lock: FolderLock | undefined;
  readonly #memoryLimitBytes: number;
  readonly #rebuildFloor: number;
  readonly #commits: GroupCommit;
  readonly #mutex = new KeyedMutex<Iri>();
  readonly #onFlush: (flush: Flush) => void;
  readonly #onFailure: (reason: string) => void;
  readonly #activeWriters = new Map<Iri, ScratchTransaction>();
  readonly #listeners = new Set<(commit: Commit) => void>();
  readonly #running = new Set<Promise<unknown>>();
  #dataset: InMemoryDataset;
  /** The live store that a rebuild is filling. */
  #next: InMemoryDataset | undefined;
  #rebuilding: Promise<void> | undefined;
  #closing: Promise<void> | undefined;
  #isClosed = false;

  /** Not to be called: see `openEmbeddedStore`. */
  constructor(options: EmbeddedStoreOptions, live: InMemoryDataset, disk?: LmdbFile, lock?: FolderLock) {
    this.#log = options.log;
    this.#memoryLimitBytes = options.memoryLimitBytes ?? 3.5 * GIB;
    this.#onFlush = options.onFlush ?? (() => undefined);
    this.#onFailure = options.onFailure ?? (() => undefined);
    this.#rebuildFloor = options.rebuildFloor ?? 50_000;
    this.#dataset = live;
    this.#disk = disk;
    this.#lock = lock;
    this.#commits = new GroupCommit(disk?.sequence ?? 0, {
      write: (first, commits) => this.#write(first, commits),
      publish: (sequence, changes) => {
        this.#publish(sequence, changes);
      },
    });
  }

  async read(graph: Iri): Promise<Graph> {
    return Promise.resolve(this.#usable().read(graph));
  }

  async select(query: SelectQuery): Promise<Solution[]> {
    return Promise.resolve(this.#usable().select(query));
  }

  async construct(query: ConstructQuery): Promise<Graph> {
    return Promise.resolve(this.#usable().construct(query));
  }

  async ask(query: AskQuery): Promise<boolean> {
    return Promise.resolve(this.#usable().ask(query));
  }

  async transact<Result>(
    concerns: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    if (this.#closing !== undefined) throw closed();
    const result = this.#mutex.run(concerns, () => this.#transact(work));
    this.#running.add(result);
    try {
      return await result;
    } finally {
      this.#running.delete(result);
    }
  }

  graphs(): Iterable<GraphText> {
    this.#usable();
    return this.#disk?.graphs() ?? this.#graphsInMemory();
  }

  text(graph: Iri): string {
    return this.#usable().text(graph);
  }

  async settled(): Promise<void> {
    const durable = this.#disk?.sequence ?? 0;
    while (this.#commits.sequence < durable && !this.#isClosed) await nextTurn();
  }

  onCommit(listener: (commit: Commit) => void): () => void {
    // A function of its own, so that the same listener may be given twice.
    const entry = (commit: Commit): void => {
      listener(commit);
    };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  status(): StoreStatus {
    const { quads, garbageQuads: deadQuads, memoryBytes, failure } = this.#dataset;
    const reason =
      failure ?? (this.#closing && 'the store is closed') ?? (this.#isFull ? 'the memory limit is reached' : undefined);
    return {
      ready: reason === undefined,
      ...(reason !== undefined && { reason }),
      quads,
      garbageQuads: deadQuads,
      memoryBytes,
      memoryLimitBytes: this.#memoryLimitBytes,
      ...(this.#isClosed ? undefined : this.#disk?.diskUsage),
      sequence: this.#commits.sequence,
    };
  }

  close(): Promise<void> {
    return (this.#closing ??= this.#close());
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#running);
    this.#isClosed = true;
    await this.#rebuilding;
    await this.#disk?.close();
    await this.#lock?.release();
    this.#listeners.clear();
  }

  async #transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    this.#usable();
    const transaction = new ScratchTransaction(() => this.#usable(), this.#activeWriters);
    try {
      const result = await work(transaction);
      const changes = transaction.finish();
      if (changes.length > 0) {
        if (this.#isFull) {
          throw new ServiceError('insufficient-storage', 'The memory of this node is full; nothing was changed');
        }
        await this.#commits.commit(changes);
      }
      return result;
    } finally {
      transaction.free();
    }
  }

  async #write(first: number, commits: readonly (readonly GraphChange[])[]): Promise<void> {
    this.#usable();
    const began = performance.now();
    let failed = true;
    try {
      // Without a disk there is a turn to wait for all the same, so that writers in a loop let others live.
      await (this.#disk?.write(first, commits) ?? nextTurn());
      failed = false;
    } catch (error) {
      this.#log.error({ err: error, commits: commits.length }, 'commits could not be written to disk');
      throw error;
    } finally {
      this.#onFlush({ seconds: (performance.now() - began) / 1000, commits: commits.length, failed });
    }
  }

  #publish(sequence: number, changes: readonly GraphChange[]): void {
    const live = this.#usable();
    try {
      live.apply(changes);
    } catch (error) {
      this.#log.fatal({ err: error, sequence }, 'the store has failed; it recovers with a restart of the process');
      throw unavailable('The store has failed', error);
    }
    try {
      this.#next?.apply(changes);
    } catch (error) {
      // The rebuild sees that it has failed, and is given up; the store itself is not touched by it.
      this.#log.error({ err: error, sequence }, 'the live store that is being made anew has failed');
    }
    const names = (of: readonly GraphChange[]): Iri[] => of.map(({ graph }) => graph);
    this.#notifyListeners({
      sequence,
      graphs: names(changes),
      written: names(changes.filter(({ text }) => text !== '')),
    });
    this.#maybeRebuild();
  }

  #notifyListeners(commit: Commit): void {
    for (const listener of this.#listeners) {
      try {
        listener(commit);
      } catch (error) {
        this.#log.error({ err: error, sequence: commit.sequence }, 'a listener to commits failed');
      }
    }
  }

  #maybeRebuild(): void {
    const { quads, garbageQuads: deadQuads } = this.#dataset;
    if (this.#rebuilding !== undefined || deadQuads <= this.#rebuildFloor) return;
    if (deadQuads <= quads && !this.#isFull) return;
    this.#rebuilding = this.#rebuild().finally(() => (this.#rebuilding = undefined));
  }

  /**
   * Fills another live store from what is durable and puts it in the place of this one. Commits that become visible
   * meanwhile go to both. A graph that is loaded after some of its changes were, or that is on disk already in a state
   * whose change is still to come, ends the same: adding and removing a statement twice is adding and removing it.
   */
  async #rebuild(): Promise<void> {
    const begin = performance.now();
    const before = this.#dataset;
    const next = new InMemoryDataset((reason) => {
      // Until it is the live store, its failure ends nothing but the rebuild.
      if (this.#dataset === next) this.#onFailure(reason);
    });
    this.#next = next;
    try {
      const graphs = this.#disk?.currentGraphs() ?? graphsOf(before);
      const goOn = (): boolean =>
        this.#closing === undefined && before.failure === undefined && next.failure === undefined;
      if (!(await bulkLoad(next, graphs, { sliceMs: REBUILD_SLICE_MS, shouldContinue: goOn }))) return;
      // A commit that is on disk and not yet visible may be in there by half, its later graphs without its earlier ones.
      while (this.#commits.sequence < (this.#disk?.sequence ?? 0)) {
        await nextTurn();
        if (!goOn()) return;
      }
      next.copyCounts(before);
      this.#dataset = next;
      const ms = Math.round(performance.now() - begin);
      this.#log.info({ quads: next.quads, deadQuads: before.garbageQuads, ms }, 'the live store was made anew');
    } catch (error) {
      this.#log.error({ err: error }, 'the live store could not be made anew');
    } finally {
      this.#next = undefined;
    }
  }

  *#graphsInMemory(): Generator<GraphText, void, undefined> {
    for (const graph of this.#dataset.graphs()) {
      const text = this.text(graph);
      if (text !== '') yield { graph, text };
    }
  }

  get #isFull(): boolean {
    return this.#dataset.memoryBytes >= this.#memoryLimitBytes;
  }

  #usable(): InMemoryDataset {
    // While it closes, the transactions that still run may read.
    if (this.#isClosed) throw closed();
    if (this.#dataset.failure !== undefined) throw unavailable('The store has failed', this.#dataset.failure);
    return this.#dataset;
  }
}

const closed = (): ServiceError => unavailable('The store is closed');

function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('unavailable', message, { cause });
}

function* graphsOf(store: InMemoryDataset): Generator<{ graph: Iri; text: string }, void, undefined> {
  for (const graph of store.graphs()) yield { graph, text: store.text(graph) };
}
