/** One query worker from the main thread's view: started, asked and terminated. */
import { Worker } from 'node:worker_threads';
import { codeOf, ServiceError } from '../errors.js';
import type { Iri } from '../rdf/terms.js';
import type { FillRate } from './fill-rate.js';
import { GraphFeed } from './graph-feed.js';
import type { QueryPoolOptions } from './query-pool-options.js';
import {
  type FromWorker,
  type QueryRequest,
  type Scope,
  type SentScope,
  rememberTooLarge,
  tooLargeMessage,
  type ToWorker,
  type WorkerSetup,
} from './worker/protocol.js';
import { WorkerDatasets } from './worker-datasets.js';
import { heapMegabytesFor, maxEngineBytesFor } from './worker-memory.js';

/** A terminated worker, with the reason. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded';
}

type QueryWorkerOptions = Pick<
  Required<QueryPoolOptions>,
  'store' | 'setup' | 'log' | 'maxGarbageQuads' | 'maxEngineBytes' | 'program'
> & {
  /** The datasets that were too large for earlier workers. */
  readonly tooLarge: Set<string>;
  readonly rate: Pick<FillRate, 'onFilled'>;
};

/** The worker cannot be updated: commits were missed. */
export class WorkerOutdated extends Error {
  override readonly name = 'WorkerOutdated';
}

/** Another worker holds the dataset of the query, or fills it. */
export class DatasetElsewhere extends Error {
  override readonly name = 'DatasetElsewhere';

  constructor(readonly dataset: string) {
    super('another worker has the dataset');
  }
}

/** The steps of a query. */
export interface QueryProgress {
  /** The access scope of its caller is determined. */
  readonly onScope: () => void;
  /** The dataset for the query is being filled or updated. */
  readonly onPreparing: () => void;
  /** The query itself begins. */
  readonly onRunning: () => void;
  /** Whether the query still needs an answer. */
  isWanted(): boolean;
}

type Outcome = Extract<FromWorker, { kind: 'answered' | 'prepared' | 'elsewhere' | 'retry' | 'failed' | 'warmed' }>;
type Answer = Pick<Extract<FromWorker, { kind: 'answered' }>, 'result' | 'writingMs' | 'dataset'>;

export class QueryWorker {
  readonly datasets = new WorkerDatasets();
  readonly #worker: Worker;
  readonly #feed: GraphFeed | undefined;
  /** The versions of the scopes whose content the worker has. */
  readonly #scopes = new Map<Iri, number>();
  #current: { readonly progress: QueryProgress | undefined; readonly resolve: (outcome: Outcome) => void } | undefined;
  #isPreparing = false;
  #failure: Error | undefined;
  #mustReplace = false;
  #warmSequence = -1;
  readonly #ready: Promise<void>;
  #onReady: () => void = () => undefined;
  /** Rejects when the worker has ended. */
  readonly ended: Promise<never>;
  #end: (reason: Error) => void = () => undefined;

  /** @throws Error if the system provides no thread; nothing is left behind then. */
  constructor(private readonly options: QueryWorkerOptions) {
    const { store, setup, log, program, maxGarbageQuads } = options;
    this.ended = new Promise((_resolve, reject) => (this.#end = reject));
    this.ended.catch(() => undefined);
    this.#ready = new Promise((resolve) => (this.#onReady = resolve));
    const maxEngineBytes = options.maxEngineBytes ?? maxEngineBytesFor(store.size.statements);
    const tooLarge = [...options.tooLarge];
    const workerData: WorkerSetup = { ...setup, file: store.file, maxEngineBytes, maxGarbageQuads, tooLarge };
    const resourceLimits = { maxOldGenerationSizeMb: heapMegabytesFor(maxEngineBytes) };
    this.#worker = new Worker(program(), { workerData, name: 'sparql', resourceLimits });
    if (store.file === undefined) {
      this.#feed = new GraphFeed(store, setup.base, (message) => {
        this.#post(message);
      });
    }
    this.#worker.on('message', (message: FromWorker) => {
      this.#onMessage(message);
    });
    this.#worker.on('error', (error) => {
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') {
        this.#fail(
          this.#isPreparing
            ? new ServiceError('insufficient-storage', tooLargeMessage(true), { cause: error })
            : new WorkerEnded('the query needs more memory than it may have'),
        );
        return;
      }
      log.error({ err: error }, 'a query worker failed');
      this.#fail(new WorkerEnded('a query worker failed'));
    });
    this.#worker.on('messageerror', (error) => {
      log.error({ err: error }, 'the message of a query worker could not be read');
      void this.terminate('a query worker failed');
    });
    this.#worker.on('exit', () => {
      this.#fail(new WorkerEnded('a query worker ended'));
    });
    this.#worker.unref();
  }

  /** Marks the datasets as outdated: the store may be in another state without a commit. */
  outdate(): void {
    this.#mustReplace = true;
  }

  /** Whether the worker must be replaced before the next query. */
  get mustReplace(): boolean {
    return this.#mustReplace || this.#failure !== undefined;
  }

  /** The commit of the datasets of everything; -1 before they are filled. */
  get warmSequence(): number {
    return this.#warmSequence;
  }

  /** Resolves when the worker waits for queries. @throws WorkerEnded, and the errors of the store. */
  async start(): Promise<void> {
    await Promise.race([this.#ready, this.ended]);
    if ((await this.#feed?.fill()) === false) this.#mustReplace = true;
  }

  /**
   * Runs a query on all data that is visible at the call, or newer data.
   *
   * @param elsewhere the datasets that other workers hold or fill.
   * @returns undefined if the query is no longer wanted.
   * @throws ServiceError for errors of the query, WorkerEnded if the worker ends before its answer, DatasetElsewhere,
   * WorkerOutdated.
   */
  async run(
    request: QueryRequest,
    scopeOf: () => Promise<Scope>,
    progress: QueryProgress,
    elsewhere: () => readonly string[] = () => [],
  ): Promise<Answer | undefined> {
    const { store } = this.options;
    const { sequence } = store;
    while (progress.isWanted()) {
      progress.onScope();
      const scope = await this.#scopeToSend(scopeOf);
      if (!progress.isWanted()) return undefined;
      progress.onRunning();
      if (!(await this.#sync())) throw new WorkerOutdated();
      const outcome = await this.#exchange(
        { kind: 'query', request, scope, sequence, elsewhere: elsewhere() },
        progress,
      );
      if (outcome.kind === 'answered') return outcome;
      if (outcome.kind === 'failed') throw this.#errorOf(outcome);
      progress.onPreparing();
      if (outcome.kind === 'elsewhere') throw new DatasetElsewhere(outcome.dataset);
      if (outcome.kind === 'retry' && scope.kind === 'some') this.#scopes.delete(scope.agent);
      // The worker may have read a durable commit that this thread has not published yet.
      while (store.sequence < outcome.sequence) await store.settled();
    }
    return undefined;
  }

  /**
   * Fills or updates a dataset of everything.
   *
   * @param named whether it has named graphs.
   * @throws as `run`.
   */
  async warm(named: boolean): Promise<void> {
    if (!(await this.#sync())) return;
    const outcome = await this.#exchange({ kind: 'warm', named }, undefined);
    if (outcome.kind === 'failed') throw this.#errorOf(outcome);
    if (outcome.kind === 'warmed' && named) this.#warmSequence = outcome.sequence;
  }

  /** Ends the worker immediately. */
  async terminate(reason: string): Promise<void> {
    this.#fail(new WorkerEnded(reason));
    await this.#worker.terminate();
  }

  /** @returns false if the worker must be replaced. @throws the errors of the store. */
  async #sync(): Promise<boolean> {
    if ((await this.#feed?.sync()) === false) this.#mustReplace = true;
    await this.options.store.updateFile();
    return !this.#mustReplace;
  }

  async #exchange(message: ToWorker, progress: QueryProgress | undefined): Promise<Outcome> {
    const outcome = new Promise<Outcome>((resolve) => (this.#current = { progress, resolve }));
    try {
      this.#post(message);
      return await Promise.race([outcome, this.ended]);
    } finally {
      this.#current = undefined;
    }
  }

  async #scopeToSend(scopeOf: () => Promise<Scope>): Promise<SentScope> {
    const { sequence } = this.options.store;
    const scope = await scopeOf();
    if (scope.kind === 'everything') return scope;
    const isCached = this.#scopes.get(scope.agent) === scope.version;
    this.#scopes.set(scope.agent, scope.version);
    return { ...scope, content: isCached ? undefined : scope.content, sequence };
  }

  #errorOf({ failure, broken, tooLarge, fault }: Extract<FromWorker, { kind: 'failed' }>): ServiceError {
    if (broken) this.#mustReplace = true;
    if (tooLarge !== undefined) rememberTooLarge(this.options.tooLarge, tooLarge);
    if (fault !== undefined) this.options.log.error({ fault }, 'a query could not be answered');
    return new ServiceError(failure.kind, failure.message);
  }

  #onMessage(message: FromWorker): void {
    const { log, store } = this.options;
    switch (message.kind) {
      case 'ready':
        this.#onReady();
        return;
      case 'preparing':
        this.#isPreparing = true;
        this.#current?.progress?.onPreparing();
        return;
      case 'running':
        this.#isPreparing = false;
        this.#current?.progress?.onRunning();
        return;
      case 'progress':
        this.datasets.onProgress(message.progress);
        return;
      case 'filled': {
        const { dataset, ...filled } = message.dataset;
        this.datasets.onFilled(dataset, filled.ms);
        this.options.rate.onFilled(filled.quads, filled.ms);
        log.info(filled, 'a dataset for queries is filled');
        return;
      }
      case 'held':
        this.datasets.onHeld(message.datasets);
        return;
      case 'damaged':
        // Reading the graph in this thread reports the damage.
        store.text(message.graph).catch((error: unknown) => {
          log.debug({ err: error, graph: message.graph }, 'a graph is left out of queries');
        });
        return;
      case 'answered':
      case 'prepared':
      case 'elsewhere':
      case 'warmed':
      case 'retry':
      case 'failed':
        this.#resolve(message);
    }
  }

  #resolve(outcome: Outcome): void {
    this.#isPreparing = false;
    this.datasets.onAnswered();
    this.#current?.resolve(outcome);
  }

  #post(message: ToWorker): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#worker.postMessage(message);
  }

  #fail(reason: Error): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#end(reason);
  }
}
