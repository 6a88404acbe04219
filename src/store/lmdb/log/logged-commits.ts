/**
 * The commits of the log: appended, in memory until they are in the trees, and brought there together. At most two groups
 * are in memory: one that grows, and one that is being brought into the trees.
 */
import type { Logger } from 'pino';
import { type Iri, isIri } from '../../../rdf/terms.js';
import type { CommitTime } from '../../commit-time.js';
import type { LookupEntry } from '../../lookup.js';
import { WrongChecksumError } from '../../quarantine.js';
import type { CheckedGraph, RecordSize } from '../../record.js';
import type { LmdbFile } from '../lmdb-file.js';
import { Copier } from '../purge/copier.js';
import { Meanwhile } from '../purge/meanwhile.js';
import { purgeFiles, removePurgeFiles } from '../purge/purge-files.js';
import type { WriterThread } from '../writer-thread.js';
import { CommitLog } from './commit-log.js';
import type { LoggedBatch } from './frames.js';
import { PendingCommits, type PendingPartition } from './pending-commits.js';
import type { RecentCommits } from './recent-commits.js';

/** The pause after commits could not be brought into the trees, such as on a full disk. */
const RETRY_MS = 1_000;

/** A new file gets the commits that were written meanwhile, until few are left for which commits must wait. */
const REST_BYTES = 256 * 1024;
const ROUNDS = 5;

export interface LoggedCommitsOptions {
  /** Brings commits into the trees; by default this thread, which is blocked meanwhile. */
  readonly thread?: WriterThread | undefined;
  /** The compiled program of the process that makes a new file. */
  readonly copier?: URL | undefined;
  readonly log: Pick<Logger, 'error'>;
  /** The size of a file of the log at which its commits are brought into the trees. */
  readonly logBytes?: number | undefined;
  /** Gets each batch that is on disk. */
  readonly recent?: RecentCommits | undefined;
}

export class LoggedCommits {
  /** What grows, after what is being brought into the trees. */
  #layers: readonly [PendingCommits] | readonly [PendingCommits, PendingCommits];
  #log: CommitLog | undefined;
  #applying: Promise<void> | undefined;
  /** The append or the wiping that runs; never rejects. */
  #writing: Promise<void> = Promise.resolve();
  #retryAt = 0;
  /** While a new file is made. */
  #copier: Copier | undefined;
  #meanwhile: Meanwhile | undefined;

  constructor(
    private readonly disk: LmdbFile,
    private readonly options: LoggedCommitsOptions,
  ) {
    const first = this.#layer(disk);
    this.#layers = [first];
    for (const { batch, part } of disk.pending) first.add(batch, part);
    this.#freeze();
    options.recent?.begin({
      last: () => ({ sequence: this.sequence, time: this.time }),
      history: () => disk.history,
      description: () => disk.about,
    });
  }

  /** The sequence of the last commit. */
  get sequence(): number {
    return this.#layers[0].sequence;
  }

  get size(): RecordSize {
    return this.#layers[0].size;
  }

  /** The time of the last commit. */
  get time(): CommitTime {
    return this.#layers[0].time;
  }

  /** The bytes of the log on disk. */
  get bytes(): number {
    return this.#log?.bytes ?? 0;
  }

  /**
   * Forgets the commits that this thread reads in the trees, and gives their places in the log to others: what is read there
   * is on disk. To be called before reads of both, in the same turn.
   */
  settle(): void {
    const [growing, older] = this.#layers;
    if (older === undefined || this.disk.sequence < older.sequence) return;
    this.#layers = [growing];
    this.#log?.applied(older.sequence);
  }

  /** The text of a graph that a commit changed; empty for a removed one; undefined without such a commit. */
  text(graph: Iri): string | undefined {
    this.settle();
    for (const { graphs } of this.#layers) {
      const text = graphs.get(graph);
      if (text !== undefined) return text;
    }
    return undefined;
  }

  /** The changes of a partition, the latest ones first. */
  partitions(lookup: string, partition: string): readonly PendingPartition[] {
    this.settle();
    return this.#layers.flatMap((layer) => layer.partition(lookup, partition) ?? []);
  }

  /** The graphs that a commit changed. */
  changedBy(sequence: number): readonly Iri[] | undefined {
    const [growing, older] = this.#layers;
    return growing.changedBy(sequence) ?? older?.changedBy(sequence);
  }

  /** Every graph of the trees, as the commits have changed it, and those that they have added. */
  *graphs(inTrees: Iterable<CheckedGraph>): Generator<CheckedGraph, void, undefined> {
    const added = new Set<string>(this.#layers.flatMap(({ graphs }) => [...graphs.keys()]));
    for (const checked of inTrees) {
      const text = added.delete(checked.graph) ? this.#textNow(checked.graph) : undefined;
      if (text === undefined) yield checked;
      else if (text !== '') yield { graph: checked.graph, text };
    }
    for (const graph of added) {
      const text = this.#textNow(graph);
      if (text !== undefined && text !== '') yield { graph, text };
    }
  }

  /** Every entry of a lookup in the trees that no commit has changed, and those that they have added. */
  *entries(lookup: string, inTrees: Iterable<LookupEntry>): Generator<LookupEntry, void, undefined> {
    this.settle();
    const layers = this.#layers;
    const partOf = (text: string): string => this.disk.index.part(text);
    const isChanged = ({ partition, order, value }: LookupEntry, by: readonly PendingCommits[]): boolean =>
      by.some((layer) => layer.partition(lookup, partition)?.touches({ order, name: partOf(value) }) === true);
    for (const entry of inTrees) if (!isChanged(entry, layers)) yield entry;
    for (const [index, layer] of layers.entries())
      for (const entry of layer.entriesOf(lookup)) if (!isChanged(entry, layers.slice(0, index))) yield entry;
  }

  /**
   * Appends commits to the log. Resolves when they are on disk.
   *
   * @throws the errors of the file system, and of LMDB when there is no room before older commits are in the trees; they
   * are not written then.
   */
  append(batch: LoggedBatch): Promise<void> {
    return this.#alone(() => this.#append(batch));
  }

  /**
   * Writes zeros over all commits in the log, which are in the trees then: after an erasure nothing is left of what they
   * wrote. Commits wait meanwhile.
   *
   * @throws as `applyUntil`, and the errors of the file system.
   */
  wipe(): Promise<void> {
    return this.#alone(async () => {
      await this.applyUntil(this.sequence);
      this.settle();
      await this.#log?.wipe();
      this.options.recent?.drop();
      await this.disk.dropArchived();
    });
  }

  /**
   * Makes a new file of the store, key by key, and takes it in place of the old one: what earlier commits have deleted is
   * in no file of the folder any more (P39). Commits wait only at the beginning and while the files change places. If the
   * process is killed, the old files are whole until the new one is in its place.
   *
   * @param signal gives it up.
   * @throws as `applyUntil`, the errors of the file system, and of the process that makes the file; nothing has changed
   * then.
   */
  async purge(signal?: AbortSignal): Promise<void> {
    const { newFile, meanwhile: meanwhileFile } = purgeFiles(this.disk.folder);
    const copier = new Copier(this.options.copier);
    this.#copier = copier;
    const giveUp = (): void => void copier.stop();
    signal?.addEventListener('abort', giveUp);
    try {
      const meanwhile = await this.#alone(async () => {
        // The new file is to have the name of the log.
        await this.#open();
        await this.applyUntil(this.sequence);
        return (this.#meanwhile = await Meanwhile.create(meanwhileFile));
      });
      const { file: source, feedLength } = this.disk;
      await copier.call({ kind: 'copy', setup: { source, target: newFile, meanwhile: meanwhileFile, feedLength } });
      let begin = 0;
      const apply = async (until: number): Promise<void> => {
        while (begin < until) {
          const end = meanwhile.stepEnd(begin);
          await copier.call({ kind: 'apply', begin, end });
          begin = end;
        }
      };
      for (let round = 0; round < ROUNDS && meanwhile.end - begin > REST_BYTES; round += 1) await apply(meanwhile.end);
      await this.#alone(async () => {
        await apply(meanwhile.end);
        await copier.call({ kind: 'finish' });
        await this.#replace(newFile);
      });
    } finally {
      signal?.removeEventListener('abort', giveUp);
      this.#copier = undefined;
      await copier.stop();
      await this.#meanwhile?.close();
      this.#meanwhile = undefined;
      await removePurgeFiles(this.disk.folder);
    }
  }

  /** Takes a new file, which has all commits. Who needs them in the trees waits for it. */
  async #replace(newFile: string): Promise<void> {
    while (this.#applying !== undefined) await this.#applying.catch(() => undefined);
    const replacing = this.#takeFile(newFile);
    this.#applying = replacing
      .catch(() => undefined)
      .finally(() => {
        this.#applying = undefined;
      });
    await replacing;
  }

  /** The log has no commits then. */
  async #takeFile(newFile: string): Promise<void> {
    const closeOld = await this.disk.replace(newFile, this.sequence, () => {
      this.#layers = [this.#layer(this.disk)];
    });
    // It opens the new file with the next commits.
    await this.options.thread?.close();
    await closeOld();
    this.#log?.applied(this.disk.sequence);
    await this.#log?.wipe();
    this.options.recent?.drop();
    await this.disk.dropArchived();
  }

  /** Runs after what writes to the log now. */
  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#writing.then(work);
    this.#writing = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  async #append(batch: LoggedBatch): Promise<void> {
    const log = await this.#open();
    if (log.isFull) {
      // The other file is free when the older commits are in the trees. What runs by now may be the end of an earlier group.
      this.settle();
      while (this.#layers.length === 2) {
        await this.#apply();
        this.settle();
      }
      this.#freeze();
      log.turn();
      this.#applyInBackground();
    } else if (this.#layers.length === 2) this.#applyInBackground();
    const { part, frame } = await log.append(batch);
    const before = this.time;
    this.#layers[0].add(batch, part);
    this.options.recent?.add(batch, frame, before);
    await this.#meanwhile?.add(frame);
  }

  /** Resolves when commits until this one are in the trees. @throws as `LmdbFile.apply`. */
  async applyUntil(sequence: number): Promise<void> {
    while (this.disk.sequence < Math.min(sequence, this.sequence)) await this.#apply();
  }

  /** Brings all commits into the trees, and ends the log. On a full disk it stays, for the next start. */
  async close(): Promise<void> {
    // A purge that has not ended by then fails, and is begun again another time.
    await this.#copier?.stop();
    await this.#alone(() => this.#end());
  }

  async #end(): Promise<void> {
    try {
      await this.applyUntil(this.sequence);
      await this.#log?.close();
      await this.disk.endLog();
    } catch (error) {
      this.options.log.error(
        { err: error },
        'the commits in the log could not be brought into the store; they stay there',
      );
      await this.#log?.close();
    }
  }

  /** The log is begun by the first commit, so that a store that nobody writes to can be opened on a full disk. */
  async #open(): Promise<CommitLog> {
    return (this.#log ??= new CommitLog(
      this.disk.folder,
      await this.disk.beginLog(),
      this.disk.pending.map(({ part }) => part),
      this.options.logBytes,
    ));
  }

  #layer(before: { readonly sequence: number; readonly size: RecordSize; readonly time: CommitTime }): PendingCommits {
    const layer: PendingCommits = new PendingCommits(
      { sequence: before.sequence, size: before.size, time: before.time },
      (graph) => this.#isThereBefore(layer, graph),
      (text) => this.disk.index.part(text),
    );
    return layer;
  }

  /** Whether a graph was there before the first commit of a layer. */
  #isThereBefore(layer: PendingCommits, graph: Iri): boolean {
    this.settle();
    const [growing, older] = this.#layers;
    const text = layer === growing ? older?.graphs.get(graph) : undefined;
    return text === undefined ? this.disk.has(graph) : text !== '';
  }

  #textNow(graph: string): string | undefined {
    return isIri(graph) ? (this.text(graph) ?? this.#readAgain(graph)) : undefined;
  }

  /** A graph that has come into the trees meanwhile; undefined for a damaged one. */
  #readAgain(graph: Iri): string | undefined {
    try {
      return this.disk.text(graph);
    } catch (error) {
      if (error instanceof WrongChecksumError) return undefined;
      throw error;
    }
  }

  /** Commits from now on are another group. */
  #freeze(): void {
    const [growing] = this.#layers;
    if (!growing.isEmpty) this.#layers = [this.#layer(growing), growing];
  }

  #applyInBackground(): void {
    if (this.#applying !== undefined || performance.now() < this.#retryAt) return;
    this.#apply().catch((error: unknown) => {
      this.#retryAt = performance.now() + RETRY_MS;
      this.options.log.error({ err: error }, 'the commits in the log could not be brought into the store yet');
    });
  }

  /** Brings the older group into the trees, or the growing one if there is no older one. @throws as `LmdbFile.apply`. */
  #apply(): Promise<void> {
    return (this.#applying ??= this.#applyOlder().finally(() => {
      this.#applying = undefined;
    }));
  }

  async #applyOlder(): Promise<void> {
    this.settle();
    if (this.#layers.length === 1) this.#freeze();
    const [, older] = this.#layers;
    if (older === undefined) return;
    await this.disk.keep(older.range);
    await this.disk.apply(older.parts, older.sequence, this.options.thread);
    this.settle();
  }
}
