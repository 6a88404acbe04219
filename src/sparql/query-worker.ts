/** One query worker as the main thread sees it: filled from the store, kept up with it, asked, and ended. */
import { totalmem } from 'node:os';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { codeOf } from '../errors.js';
import type { Iri } from '../rdf/terms.js';
import type { GraphSource, GraphText, Store } from '../store/store.js';
import { graphKinds } from './worker/graph-kind.js';
import {
  type QuerySetup,
  type QueryResult,
  type ReplicaMetrics,
  type FromWorker,
  MAX_QUERY_BYTES,
  type QueryRequest,
  type QueryFailure,
  type Scope,
  type ToWorker,
  type WorkerSetup,
} from './worker/protocol.js';

/** The store as its followers see it. */
export type CopiedStore = Pick<Store, 'onCommit'> & GraphSource;

/** What the main thread may be kept busy for at a time, in milliseconds: less than anybody notices. */
const SLICE_MS = 1;
/** How many slices may wait in front of the worker. */
const MAX_AHEAD = 4;
/** Changed graphs that wait until nothing is running; with more than these the copy is given up and made anew. */
const MAX_PENDING = 500_000;
/** With fewer than these a query's beginning is soon enough. */
const SYNC_THRESHOLD = 500;
const SYNC_DELAY_MS = 50;

const MIB = 2 ** 20;
const STEP_BYTES = 256 * MIB;
/** Two workers may not take more than half of what the process may have. */
const SHARE_OF_MEMORY = 1 / 4;
/** What a statement takes in the engine's memory. */
const BYTES_PER_STATEMENT = 350;

/**
 * What one worker's engine may take, and as much again for what is not in the engine (results as text). Each worker is
 * held to it by itself: the memory of the process tells nothing about which query takes it. A copy may grow to twice what
 * the store has, with room for a query beside it. In whole steps: engines with the same limit share their compiled code.
 */
function maxEngineBytes(storeBytes: number): number {
  const machine = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  const query = Math.min(MAX_QUERY_BYTES, machine * SHARE_OF_MEMORY);
  return Math.ceil((2 * storeBytes + query) / STEP_BYTES) * STEP_BYTES;
}

/** A worker that was ended, and why. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
}

export type Outcome =
  | { readonly kind: 'answered'; readonly answer: QueryResult }
  | { readonly kind: 'refused'; readonly refusal: QueryFailure };

export interface QueryWorkerOptions {
  readonly store: CopiedStore & Pick<Store, 'status'>;
  readonly setup: QuerySetup;
  readonly log: Logger;
  /** A copy with more dead statements than living ones, and more than this, is made anew when it is idle. */
  readonly maxGarbageQuads: number;
  /** The thread's program. */
  readonly program: () => URL;
  /** What its engine may take, where it is not to be told from the store and the machine. */
  readonly maxEngineBytes?: number | undefined;
}

export class QueryWorker {
  readonly #worker: Worker;
  readonly #pending = new Set<Iri>();
  readonly #stopListening: () => void;
  readonly #isForAnalysis: (graph: string) => boolean;
  /** Slices that the worker has not applied yet. */
  #ahead = 0;
  #applied: (() => void) | undefined;
  #keepingUp: Promise<void> | undefined;
  #running: { readonly begun: () => void; readonly end: (outcome: Outcome) => void } | undefined;
  #figures: ReplicaMetrics | undefined;
  #failure: WorkerEnded | undefined;
  #isFilled = false;
  #isSpent = false;
  /** Rejects when the worker has ended. */
  readonly ended: Promise<never>;
  #end: (reason: WorkerEnded) => void = () => undefined;

  /** @throws Error when the system gives no thread; nothing is left behind then. */
  constructor(private readonly options: QueryWorkerOptions) {
    const { store, setup, log, program } = options;
    const role = graphKinds(setup.base);
    this.#isForAnalysis = (graph) => role(graph) !== undefined;
    this.ended = new Promise((_fulfil, reject) => (this.#end = reject));
    this.ended.catch(() => undefined);
    const maxBytes = options.maxEngineBytes ?? maxEngineBytes(store.status().statements * BYTES_PER_STATEMENT);
    const workerData: WorkerSetup = { ...setup, maxEngineBytes: maxBytes };
    const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(maxBytes / MIB) };
    this.#worker = new Worker(program(), { workerData, name: 'sparql', resourceLimits });
    this.#stopListening = store.onCommit(({ graphs }) => {
      this.#onCommit(graphs);
    });
    this.#worker.on('message', (message: FromWorker) => {
      this.#onMessage(message);
    });
    this.#worker.on('error', (error) => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
        this.#fail('the query needs more memory than it may have');
        return;
      }
      log.error({ err: error }, 'a query worker failed');
      this.#fail('a query worker failed');
    });
    this.#worker.on('messageerror', (error) => {
      log.error({ err: error }, 'an answer of a query worker could not be read');
      void this.terminate('a query worker failed');
    });
    this.#worker.on('exit', () => {
      this.#fail('a query worker ended');
    });
    this.#worker.unref();
  }

  get figures(): ReplicaMetrics | undefined {
    return this.#figures;
  }

  /** Whether the worker should not be asked again. */
  get mustReplace(): boolean {
    return this.#isSpent;
  }

  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** Fills the copy. @throws WorkerEnded, or what the store throws. */
  async fill(): Promise<void> {
    const { store, log } = this.options;
    const begin = performance.now();
    await this.#send(store.graphs());
    // What the disk had and readers did not: its commits are told of by now.
    await store.settled();
    await this.#sync();
    const { graphs, quads, memoryBytes } = await this.#whenApplied();
    this.#isFilled = true;
    const ms = Math.round(performance.now() - begin);
    log.info({ graphs, quads, memoryBytes, ms }, 'a copy for queries is filled');
  }

  /**
   * Asks a question of everything that was visible when this was called, or later.
   *
   * @param begun called when the query itself begins.
   * @throws WorkerEnded when the worker is ended before it has answered.
   */
  async ask(question: QueryRequest, scope: () => Promise<Scope>, begun: () => void): Promise<Outcome> {
    const outcome = new Promise<Outcome>((end) => (this.#running = { begun, end }));
    try {
      let seen: Scope;
      do {
        await this.#sync();
        seen = await scope();
        // What became visible meanwhile goes with the scope that knows of it: nobody sees what was written after a
        // permission was taken back.
      } while (!this.#syncNow());
      this.#post({ kind: 'question', question, scope: seen });
      return await Promise.race([outcome, this.ended]);
    } finally {
      this.#running = undefined;
      const { quads = 0, deadQuads = 0 } = this.#figures ?? {};
      if (deadQuads > Math.max(quads, this.options.maxGarbageQuads)) this.#isSpent = true;
    }
  }

  /** Ends the worker in the middle of whatever it does. */
  async terminate(reason: string): Promise<void> {
    this.#fail(reason);
    await this.#worker.terminate();
  }

  /** Sends what has changed. At its end the worker has, or is about to have, exactly what is visible at that moment. */
  async #sync(): Promise<void> {
    await this.#keepingUp;
    while (!this.#syncNow()) {
      const names = [...this.#pending];
      this.#pending.clear();
      await this.#send(texts(names, this.options.store));
    }
  }

  /**
   * Sends the last few changes in one go: between them nothing can become visible, and no commit is seen in part. Gives
   * whether they were few enough.
   */
  #syncNow(): boolean {
    const { store } = this.options;
    const names = [...this.#pending];
    if (names.length > SYNC_THRESHOLD) return false;
    this.#pending.clear();
    if (names.length > 0) this.#post(this.#slice(names.map((graph) => ({ graph, text: store.text(graph) }))));
    return true;
  }

  async #send(graphs: Iterable<GraphText>): Promise<void> {
    let slice: GraphText[] = [];
    let since = performance.now();
    for (const { graph, text } of graphs) {
      if (this.#isForAnalysis(graph)) slice.push({ graph, text });
      if (performance.now() - since < SLICE_MS) continue;
      // Posted before anything else can happen: a newer text of one of these graphs comes after it.
      this.#post(this.#slice(slice));
      slice = [];
      if (this.#ahead >= MAX_AHEAD) await this.#room();
      else await nextTurn();
      since = performance.now();
      if (this.#failure !== undefined) throw this.#failure;
    }
    this.#post(this.#slice(slice));
  }

  #slice(graphs: readonly GraphText[]): ToWorker {
    this.#ahead += 1;
    return { kind: 'graphs', graphs };
  }

  async #room(): Promise<void> {
    await Promise.race([new Promise<void>((fulfil) => (this.#applied = fulfil)), this.ended]);
  }

  async #whenApplied(): Promise<ReplicaMetrics> {
    this.#post(this.#slice([]));
    while (this.#ahead > 0) await this.#room();
    return this.#figures ?? { graphs: 0, quads: 0, deadQuads: 0, memoryBytes: 0 };
  }

  #onCommit(graphs: readonly Iri[]): void {
    for (const graph of graphs) if (this.#isForAnalysis(graph)) this.#pending.add(graph);
    if (this.#pending.size > MAX_PENDING) this.#isSpent = true;
    if (this.#pending.size <= SYNC_THRESHOLD || this.#keepingUp || this.#running || !this.#isFilled) return;
    // In the background, so that the next query has little to wait for.
    this.#keepingUp = this.#syncInBackground().finally(() => (this.#keepingUp = undefined));
  }

  async #syncInBackground(): Promise<void> {
    await delay(SYNC_DELAY_MS, undefined, { ref: false });
    const names = [...this.#pending];
    this.#pending.clear();
    try {
      await this.#send(texts(names, this.options.store));
    } catch (error) {
      // Whoever asks next hears of it.
      this.#isSpent = true;
      this.options.log.warn({ err: error }, 'a copy for queries could not be kept up');
    }
  }

  #onMessage(message: FromWorker): void {
    switch (message.kind) {
      case 'applied':
        this.#figures = message.figures;
        this.#ahead -= 1;
        this.#applied?.();
        return;
      case 'running':
        this.#running?.begun();
        return;
      case 'answered':
        this.#running?.end(message);
        return;
      case 'refused':
        if (message.broken) this.#isSpent = true;
        if (message.fault !== undefined)
          this.options.log.error({ fault: message.fault }, 'a query could not be answered');
        this.#running?.end(message);
    }
  }

  #post(message: ToWorker): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#worker.postMessage(message);
  }

  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = new WorkerEnded(reason);
    this.#stopListening();
    this.#pending.clear();
    this.#end(this.#failure);
  }
}

function* texts(names: Iterable<Iri>, store: GraphSource): Generator<GraphText, void, undefined> {
  for (const graph of names) yield { graph, text: store.text(graph) };
}
