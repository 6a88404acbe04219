/** Runs transactions under their locks, commits them, and runs them again after a conflict with another process. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Clock, systemClock } from '../../clock.js';
import { ServiceError } from '../../errors.js';
import type { Graph } from '../../rdf/graph.js';
import type { Iri } from '../../rdf/terms.js';
import { noTracer, type Tracer } from '../../tracing/tracer.js';
import { withRemovedOrders } from '../commit-order.js';
import type { CommitTime } from '../commit-time.js';
import type { Lookup } from '../lookup.js';
import type { LogChange, LogRules, LogValue } from '../proof-log.js';
import type { GraphChange, GraphRecord, SharedRecord } from '../record.js';
import type { Transaction } from '../store.js';
import type { GraphCache } from './graph-cache.js';
import type { GroupCommit } from './group-commit.js';
import { KeyedMutex } from '../../async/keyed-mutex.js';
import { turns } from '../../async/turns.js';
import { logChange } from './log-change.js';
import { ScratchTransaction } from './scratch-transaction.js';
import type { Visibility } from './visibility.js';
import type { ActiveWriters } from './working-copies.js';

export interface TransactionOptions {
  /** The lookups with indexes. */
  readonly lookups: readonly Lookup[];
  /** For spans of transactions. */
  readonly tracer?: Tracer;
  /** From 0 to less than 1, evenly distributed: for pauses between attempts. */
  readonly random?: () => number;
  /** For what ends at a time. */
  readonly clock?: Clock;
  /** Which graphs make entries in the log of proofs; without them none do. */
  readonly logRules?: LogRules | undefined;
}

/** The parts of a store that its transactions work with. */
export interface TransactionParts {
  /** @throws ServiceError `unavailable` once the store is closed. */
  readonly graphs: () => GraphCache;
  readonly commits: Pick<GroupCommit, 'commit'>;
  readonly visibility: Pick<Visibility, 'sequence' | 'epoch' | 'refresh'>;
  /** Undefined if no other process writes the record. */
  readonly shared: Pick<SharedRecord, 'feed'> | undefined;
  readonly record: Pick<GraphRecord, 'lookup' | 'log'>;
}

/** The work of a transaction, and what is to be committed. */
interface Done<Result> {
  readonly result: Result;
  readonly changes: readonly GraphChange[];
  readonly log: LogChange | undefined;
}

/** How often a transaction runs when other processes commit first, and the longest pause after the first attempt. */
const MAX_ATTEMPTS = 6;
const MAX_PAUSE_MS = 20;

/** The most commits of other processes that are compared with the reads of a transaction. */
const MAX_COMPARED_COMMITS = 1_000;

export class TransactionRunner {
  readonly #mutex = new KeyedMutex<Iri>();
  readonly #activeWriters: ActiveWriters = new Map();
  readonly #running = new Set<Promise<unknown>>();

  constructor(
    private readonly options: TransactionOptions,
    private readonly parts: TransactionParts,
  ) {}

  /** As `Store.transact`. */
  async run<Result>(lockKeys: readonly Iri[], work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const run = (): Promise<Result> => this.#mutex.run(lockKeys, () => this.#attempt(lockKeys, work));
    const { tracer = noTracer } = this.options;
    const attributes = { 'cargograph.lock_keys': lockKeys.length };
    const result = tracer.isEnabled ? tracer.span('transaction', { attributes }, run) : run();
    this.#running.add(result);
    try {
      return await result;
    } finally {
      this.#running.delete(result);
    }
  }

  /**
   * Writes values beside the entries of the log, in a commit of their own.
   *
   * @param since the last commit that was visible when they were made.
   * @param stored entries of graphs that are stored without one.
   * @returns false if another process has written under the lock key since.
   */
  async putLogValues(
    values: readonly LogValue[],
    lockKey: Iri,
    since: number,
    stored: LogChange['stored'] = [],
  ): Promise<boolean> {
    const { commits, visibility } = this.parts;
    const log = { drafts: [], ...(stored.length > 0 && { stored }), salts: [], values };
    return (await commits.commit({ changes: [], log, lockKeys: [lockKey], since }, visibility.epoch)) === 'written';
  }

  /** Writes a commit without changes that ends the time until then (`Store.closeUntil`). */
  async close(until: CommitTime): Promise<void> {
    const { commits, visibility } = this.parts;
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { sequence: since, epoch } = visibility;
      if ((await commits.commit({ changes: [], lockKeys: [], since, closes: until }, epoch)) === 'written') return;
      await visibility.refresh();
    }
    throw conflicts();
  }

  /** Resolves when the transactions that run now have ended. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  async #attempt<Result>(
    lockKeys: readonly Iri[],
    work: (transaction: Transaction) => Promise<Result>,
  ): Promise<Result> {
    const { graphs, commits, visibility } = this.parts;
    for (let attempt = 1; ; attempt += 1) {
      // The first run reads the visible commits; the guard of the commit detects later ones.
      if (attempt > 1) await visibility.refresh();
      const { sequence: since, epoch } = visibility;
      const transaction = new ScratchTransaction(graphs, this.options.lookups, this.#activeWriters, since);
      try {
        const done = await this.#work(transaction, work, { epoch, mayRepeat: attempt < MAX_ATTEMPTS });
        if (done !== undefined && visibility.epoch === epoch) {
          const { result, changes, log } = done;
          if (changes.length === 0) return result;
          // An error here is final: the commit may have been made all the same, and the work must not be done twice.
          const outcome = await commits.commit({ changes, log, lockKeys, since }, epoch);
          if (outcome === 'written') return result;
        }
      } finally {
        transaction.free();
      }
      if (attempt === MAX_ATTEMPTS) throw conflicts();
      const { random = Math.random } = this.options;
      await sleep(random() * MAX_PAUSE_MS * attempt);
    }
  }

  /** Undefined when the work failed and must be done again. */
  async #work<Result>(
    transaction: ScratchTransaction,
    work: (transaction: Transaction) => Promise<Result>,
    { epoch, mayRepeat }: { readonly epoch: number; readonly mayRepeat: boolean },
  ): Promise<Done<Result> | undefined> {
    try {
      const result = await work(transaction);
      const { lookups, logRules, clock = systemClock } = this.options;
      const now = clock.now();
      const changes = await turns.run(transaction.finish(now.getTime()));
      const { graphs, record } = this.parts;
      const parsed = (text: string): Graph => graphs().parsed(text);
      const log = await logChange(changes, { parsed, now }, logRules, record.log);
      const read: GraphRecord['lookup'] = (lookup, partition) => record.lookup(lookup, partition);
      return { result, log, changes: await withRemovedOrders(changes, lookups, read) };
    } catch (error) {
      if (mayRepeat && (await this.#isOutdated(transaction, epoch))) return undefined;
      throw error;
    }
  }

  /**
   * Whether another process changed the reads of a failed transaction, or a reset showed that they are lost: either may
   * be the cause of its error.
   */
  async #isOutdated(transaction: ScratchTransaction, epoch: number): Promise<boolean> {
    const { shared, visibility } = this.parts;
    if (shared === undefined) return false;
    if (visibility.epoch !== epoch) return true;
    const page = await shared.feed(transaction.since, MAX_COMPARED_COMMITS);
    return (
      page.kind === 'gap' ||
      page.entries.some(({ isLocal, graphs }) => !isLocal && graphs.some((graph) => transaction.uses(graph)))
    );
  }
}

const conflicts = (): ServiceError =>
  new ServiceError('unavailable', 'The change conflicted with concurrent ones; try it again', {
    headers: { 'Retry-After': '1' },
  });
