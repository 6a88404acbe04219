/**
 * Feeds a SPARQL engine from the record: reads the engine's position, writes the changes of later commits, and moves
 * the position in the same request. Only one process at a time does this. The exchange neither depends on it nor waits
 * for it.
 */
import type { Logger } from 'pino';
import { withAnySignal } from '../../async/with-any-signal.js';
import type { IdSource } from '../../clock.js';
import type { Degradations } from '../../degradations.js';
import { queriedKinds } from '../../graph-kinds.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphSource, Store } from '../../store/store.js';
import { backoffDelay } from '../../async/backoff.js';
import { sleep } from '../../async/sleep.js';
import { type EngineClient, EngineError } from './engine-client.js';
import { fill } from './fill.js';
import { GraphUpdates, textOf } from './graph-updates.js';
import { digestOf, holdsAnything, movedTo, type ProjectionState, readState } from './projection-state.js';
import type { PermissionSource } from './permission-rules.js';
import { UpdateBatch } from './update-batch.js';
import { Wakeup } from '../../async/wakeup.js';

export interface ProjectorContext {
  readonly engine: Pick<EngineClient, 'query' | 'ask' | 'update' | 'canLoad' | 'load'>;
  readonly store: GraphSource & Pick<Store, 'follow' | 'refresh'>;
  readonly base: Iri;
  readonly permissions: PermissionSource;
  /** `api:hasLatestRevision`. */
  readonly latestRevision: Iri;
  readonly log: Logger;
  readonly degradations: Degradations;
  readonly ids: IdSource;
  readonly random: () => number;
}

/** The state of the projection, for metrics and answers. */
export interface ProjectionStatus {
  /** The commit that the engine has reached; undefined before it is known, and while the engine is filled. */
  readonly position: number | undefined;
  /** The number of graphs written so far while the engine is filled. */
  readonly filled: number | undefined;
  /** The number of consecutive failures. */
  readonly failures: number;
  readonly lastFailure: string | undefined;
  readonly updates: number;
  readonly statements: number;
}

/** The key of this degradation in `/health/ready`. */
const DEGRADATION = 'sparql-engine';
/** Commits are collected for this time, unless a query waits for one: each update costs an engine a flush. */
const COLLECT_MS = 100;
/** After this time without a commit, the engine's position is read again: an empty engine may have replaced it. */
const IDLE_MS = 5_000;
const RETRY_MS = { min: 250, max: 30_000 };

export class Projector {
  readonly #kindOf;
  readonly #wakeup = new Wakeup();
  /** Aborted by a reset: the data written before may belong to lost commits. */
  #lost: AbortSignal | undefined;
  #position: number | undefined;
  #filled: number | undefined;
  #failures = 0;
  #lastFailure: string | undefined;
  #updates = 0;
  #statements = 0;

  constructor(private readonly context: ProjectorContext) {
    this.#kindOf = queriedKinds(context.base);
  }

  get status(): ProjectionStatus {
    return {
      position: this.#position,
      filled: this.#filled,
      failures: this.#failures,
      lastFailure: this.#lastFailure,
      updates: this.#updates,
      statements: this.#statements,
    };
  }

  /** Makes the projector write commits at once instead of collecting them. */
  hurry(): void {
    this.#wakeup.soon(0);
  }

  /** Feeds the engine until the signal is aborted. Failures are reported and retried with growing delays. */
  async run(signal: AbortSignal): Promise<void> {
    const { store, random } = this.context;
    if (this.#lost?.aborted !== true) this.#lost = store.follow().lost;
    void this.#wakeAtCommits(signal);
    const isOver = (): boolean => signal.aborted;
    try {
      while (!isOver()) {
        const { lost } = store.follow();
        try {
          await withAnySignal([signal, lost], (ended) => this.round(ended));
          this.#succeed();
        } catch (error) {
          // Another process may feed the engine by now.
          if (isOver()) return;
          if (lost.aborted) continue;
          this.#fail(error);
          await sleep(backoffDelay(RETRY_MS, this.#failures, random()), signal);
          continue;
        }
        await this.#wakeup.wait(IDLE_MS, signal);
      }
    } finally {
      this.#position = undefined;
    }
  }

  /** Never rejects. */
  async #wakeAtCommits(signal: AbortSignal): Promise<void> {
    while (await this.context.store.follow().wait(signal)) this.#wakeup.soon(COLLECT_MS);
  }

  /**
   * Does one round: updates the engine to the latest visible commit.
   *
   * @throws EngineError, ForeignData, and errors of the store.
   */
  async round(signal: AbortSignal): Promise<void> {
    const { store, engine } = this.context;
    await store.refresh();
    const state = await readState(engine);
    const changed = await this.#changedSince(state);
    if (changed === undefined) {
      await this.#fill(signal);
      return this.round(signal);
    }
    const from = state.sequence ?? 0;
    if (changed.graphs.size > 0) {
      const batch = new UpdateBatch(
        (update) => this.#send(update, signal),
        // A late request of a process that no longer feeds the engine also moves the position back.
        () => movedTo(from),
      );
      const updates = new GraphUpdates(batch, store, this.context.permissions);
      for (const graph of changed.graphs) await updates.permit(graph);
      const kinds = [...changed.graphs].map((graph) => [graph, this.#kindOf(graph)] as const);
      // Only an erasure changes what is final. New graphs are among them: there is nothing of them to take out.
      const hasErasure = kinds.some(([, kind]) => kind?.kind === 'erasure');
      for (const [graph, kind] of kinds)
        if (hasErasure && (kind?.kind === 'revision' || kind?.kind === 'event')) await updates.retract(graph);
      for (const [graph, kind] of kinds) if (kind !== undefined) await updates.add(graph, kind);
      await updates.finish();
      await batch.end(movedTo(changed.sequence, updates.witness));
      this.#statements += updates.statements;
    }
    this.#position = changed.sequence;
  }

  /** The changes to write; undefined if the engine must be filled anew. @throws ForeignData, EngineError */
  async #changedSince(
    state: ProjectionState,
  ): Promise<{ readonly graphs: ReadonlySet<Iri>; readonly sequence: number } | undefined> {
    const { store, engine, base, log } = this.context;
    if (state.base === undefined && (await holdsAnything(engine))) throw new ForeignData('data of another origin');
    if (state.base !== undefined && state.base !== base) throw new ForeignData('the graphs of another node');
    this.#position = undefined;
    if (state.sequence === undefined) return undefined;
    if (this.#lost?.aborted === true) {
      log.warn('the store has gone back to an earlier commit: the SPARQL engine is filled anew');
      return undefined;
    }
    if (!state.isOfFormat) {
      log.info('the SPARQL engine was fed by another release: it is filled anew');
      return undefined;
    }
    this.#position = state.sequence;
    const { witness } = state;
    if (witness !== undefined && digestOf(await textOf(store, witness.graph)) !== witness.digest) {
      log.warn('the SPARQL engine has been fed from another state of this store: it is filled anew');
      return undefined;
    }
    const changed = await store.follow(state.sequence).changes();
    if (changed.kind === 'graphs') return { graphs: changed.graphs, sequence: changed.next.sequence };
    log.warn(
      { sequence: state.sequence },
      'the commits since the position of the SPARQL engine are no longer available: it is filled anew',
    );
    return undefined;
  }

  async #fill(signal: AbortSignal): Promise<void> {
    const { engine, store, base, permissions, latestRevision, ids, log } = this.context;
    const began = performance.now();
    this.#position = undefined;
    this.#filled = 0;
    this.#lost = store.follow().lost;
    let written = 0;
    log.info({ graphs: store.size.graphs }, 'the SPARQL engine is filled');
    try {
      await fill({
        engine,
        source: store,
        base,
        kindOf: this.#kindOf,
        permissions,
        latestRevision,
        token: ids.next(),
        signal,
        onRequest: ({ graphs, statements }) => {
          this.#filled = graphs;
          this.#updates += 1;
          this.#statements += statements - written;
          written = statements;
        },
      });
      const seconds = (performance.now() - began) / 1000;
      log.info(
        { graphs: this.#filled, statements: written, seconds: Math.round(seconds) },
        'the SPARQL engine has been filled',
      );
    } finally {
      this.#filled = undefined;
    }
  }

  async #send(update: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await this.context.engine.update(update, signal);
    this.#updates += 1;
  }

  #succeed(): void {
    if (this.#failures > 0) this.context.log.info('the SPARQL engine is fed again');
    this.#failures = 0;
    this.#lastFailure = undefined;
    this.context.degradations.clear(DEGRADATION);
  }

  #fail(error: unknown): void {
    const { log, degradations } = this.context;
    const reason = error instanceof Error ? error.message : String(error);
    this.#failures += 1;
    const isKnown = error instanceof EngineError || error instanceof ForeignData;
    const level = reason === this.#lastFailure ? 'debug' : 'warn';
    log[level](
      { reason, failures: this.#failures, ...(!isKnown && { err: error }) },
      'the SPARQL engine cannot be fed',
    );
    this.#lastFailure = reason;
    const text =
      error instanceof ForeignData
        ? 'the SPARQL engine holds other data: empty it with "project --from-empty"'
        : 'the SPARQL engine cannot be fed';
    degradations.report(DEGRADATION, text, this.#failures);
  }
}

/** The engine holds data that this node has not written: only its operator may delete them. */
export class ForeignData extends Error {
  override readonly name = 'ForeignData';

  constructor(what: string) {
    super(`the engine holds ${what}; "project --from-empty" deletes all its data, and fills it`);
  }
}
