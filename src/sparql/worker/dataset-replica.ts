/**
 * The datasets of a worker: one for each caller, time and extent that queries need. A dataset is filled from the store
 * at its first query, updated with commits, and evicted when the worker's memory is used up.
 */
import { LRUCache } from 'lru-cache';
import { type AskableGraph, askableKinds, type Extent, isWithin } from '../../graph-kinds.js';
import type { GraphSnapshot, SnapshotSource } from '../../store/snapshot.js';
import { CallerDataset, type CallerDatasetOptions, type FillProgress } from './caller-dataset.js';
import { DatasetUnsettled } from './default-history.js';
import { DatasetTooLarge, DatasetView } from './dataset-view.js';
import {
  extentsKey,
  type DatasetProgress,
  type Extents,
  type FilledDataset,
  type HeldDataset,
  type NamedDataset,
  ownData,
  type PastTime,
  rememberTooLarge,
  type SentScope,
  type WorkerSetup,
} from './protocol.js';
import type { SliceLimits } from './store-slices.js';
import { momentOf } from './moments.js';
import { isVisible, scopeSets, type GraphScope } from './graph-scope.js';

const MAX_DATASETS = 32;
const EVERYTHING: GraphScope = { version: 0, sets: undefined };

/** The dataset that a query needs. */
export interface DatasetRequest {
  readonly scope: SentScope;
  readonly at: PastTime | undefined;
  readonly extents: Extents;
  /** The commit that the query must see. */
  readonly sequence: number;
  /** The datasets that another worker holds or fills: this one must not fill them. */
  readonly elsewhere: ReadonlySet<string>;
}

/** A dataset that is ready. */
export interface ReadyDataset {
  readonly key: string;
  readonly view: DatasetView;
  /** The requested moment of its default graph; undefined if there is only one. */
  readonly moment: number | undefined;
  /** The commit that it includes, if it was filled for this query. */
  readonly filledUpTo: number | undefined;
}

/** Another worker holds the dataset, or fills it. */
export class DatasetElsewhere extends Error {
  override readonly name = 'DatasetElsewhere';

  constructor(readonly dataset: string) {
    super('another worker has the dataset');
  }
}

/** The main thread must determine the scope again, at this commit, and send its content. */
export class ScopeOutdated extends Error {
  override readonly name = 'ScopeOutdated';

  constructor(readonly sequence: number) {
    super('the scope is outdated');
  }
}

/** A dataset that exceeds the memory of the worker. */
export class DatasetRejected extends Error {
  override readonly name = 'DatasetRejected';

  constructor(
    /** The key under which it is remembered; undefined for a dataset that a query itself names. */
    readonly key: string | undefined,
    readonly named: boolean,
    cause: unknown,
  ) {
    super('the dataset needs more memory than it may have', { cause });
  }
}

const keyOf = (scope: SentScope, extents: Extents, asOf: string): string =>
  extentsKey(scope.kind === 'everything' ? undefined : scope.agent, extents, asOf);

/** The key under which a dataset that is too large is remembered. Another content of the scope has another key. */
const contentKey = ({ scope, extents }: DatasetRequest, asOf: string): string =>
  `${keyOf(scope, extents, asOf)} ${scope.kind === 'everything' ? '' : String(scope.version)}`;

export class DatasetReplica {
  /** The least recently used dataset first. */
  readonly #datasets = new Map<string, CallerDataset>();
  readonly #graphScopes = new LRUCache<string, GraphScope>({ max: MAX_DATASETS });
  readonly #tooLarge: Set<string>;
  readonly #kindOf: (graph: string) => AskableGraph | undefined;
  /** Datasets with named graphs that a query about the past has used. */
  readonly #withMoments = new LRUCache<string, true>({ max: MAX_DATASETS });
  #ofOneTime: { readonly key: string; readonly dataset: CallerDataset } | undefined;

  constructor(
    private readonly setup: Pick<WorkerSetup, 'base' | 'maxEngineBytes' | 'maxGarbageQuads' | 'tooLarge'>,
    private readonly source: SnapshotSource,
    private readonly events: {
      readonly onPreparing: () => void;
      readonly onProgress: (progress: DatasetProgress) => void;
      readonly onFilled: (dataset: FilledDataset) => void;
    },
    private readonly slices?: SliceLimits,
    /**
     * Whether one dataset answers for all times; otherwise each query with a time fills its own. By default the engine
     * decides.
     */
    private hasMoments?: boolean,
  ) {
    this.#tooLarge = new Set(setup.tooLarge);
    this.#kindOf = askableKinds(setup.base);
  }

  /** The datasets that the worker holds. */
  get held(): readonly HeldDataset[] {
    return Array.from(this.#datasets, ([dataset, { view }]) => ({
      dataset,
      quads: view.quads,
      memoryBytes: view.memoryBytes,
    }));
  }

  /**
   * The dataset for a query, at its commit or a later one.
   *
   * @throws ScopeOutdated, DatasetRejected, DatasetElsewhere
   */
  view(request: DatasetRequest): ReadyDataset {
    const { at } = request;
    if (at === undefined) return this.#viewOfMany(request, 'now');
    this.hasMoments ??= DatasetView.hasMoments(this.setup.maxEngineBytes);
    if (!this.hasMoments || this.#tooLarge.has(contentKey(request, 'every-moment')))
      return this.#viewOfOne(request, at);
    try {
      return { ...this.#viewOfMany(request, 'every-moment'), moment: momentOf(at.until) };
    } catch (error) {
      if (!(error instanceof DatasetRejected || error instanceof DatasetUnsettled)) throw error;
      // A dataset of one time takes less memory than one of all times, and no later commit changes it.
      this.#withMoments.delete(keyOf(request.scope, request.extents, 'now'));
      return this.#viewOfOne(request, at);
    }
  }

  /**
   * A dataset that stays in memory: of now, or of every moment. One with named graphs serves both once it includes the
   * past.
   */
  #viewOfMany(request: DatasetRequest, asked: 'now' | 'every-moment'): ReadyDataset {
    const { scope, extents, sequence, elsewhere } = request;
    const named = extents.named !== undefined;
    const graphScope = this.#graphScope(scope);
    const key = keyOf(scope, extents, named ? 'now' : asked);
    if (named && asked === 'every-moment') this.#withMoments.set(key, true);
    const asOf = this.#withMoments.has(key) ? 'every-moment' : asked;
    const present = this.#datasets.get(key);
    const usable = asOf === 'now' || present?.hasMoments === true ? present : undefined;
    if (usable?.version === graphScope.version && isAsOf(usable, scope, sequence)) {
      this.#keep(key, usable);
      return { key, view: usable.view, moment: undefined, filledUpTo: undefined };
    }
    if (present === undefined && elsewhere.has(key)) throw new DatasetElsewhere(key);
    this.events.onPreparing();
    // Until it is complete, no other query may find it after an interruption.
    this.#datasets.delete(key);
    const dataset = this.#guard(contentKey(request, asOf), named, () =>
      usable?.update(this.source, graphScope) === true ? usable : this.#fill(request, graphScope, key, asOf),
    );
    this.#keep(key, dataset);
    this.source.read((snapshot) => {
      this.#checkScope(scope, graphScope, snapshot);
    });
    return {
      key,
      view: dataset.view,
      moment: undefined,
      filledUpTo: dataset === usable ? undefined : dataset.sequence,
    };
  }

  /** A dataset of one time, for one query: commits may still add revisions that are valid at this time. */
  #viewOfOne(request: DatasetRequest, at: PastTime): ReadyDataset {
    const { scope, extents, sequence } = request;
    const named = extents.named !== undefined;
    const graphScope = this.#graphScope(scope);
    const key = keyOf(scope, extents, String(at.until));
    const present = this.#takeOfOneTime(key);
    if (present?.version === graphScope.version && isAsOf(present, scope, sequence))
      return { key, view: present.view, moment: undefined, filledUpTo: undefined };
    this.events.onPreparing();
    const dataset = this.#guard(contentKey(request, named ? 'now' : String(at.until)), named, () =>
      this.#fill(request, graphScope, key, at.until),
    );
    this.#ofOneTime = { key, dataset };
    this.source.read((snapshot) => {
      this.#checkScope(scope, graphScope, snapshot);
    });
    return { key, view: dataset.view, moment: undefined, filledUpTo: dataset.sequence };
  }

  #takeOfOneTime(key: string): CallerDataset | undefined {
    const last = this.#ofOneTime;
    this.#ofOneTime = undefined;
    return last?.key === key ? last.dataset : undefined;
  }

  /**
   * A dataset of only these graphs, limited to the visible ones.
   *
   * @param extent the data that the query asks for.
   * @throws ScopeOutdated, DatasetRejected
   */
  viewOf(scope: SentScope, { defaultGraphs, namedGraphs }: NamedDataset, extent: Extent): DatasetView {
    const graphScope = this.#graphScope(scope);
    const texts = new Map<string, string>();
    this.source.read((snapshot) => {
      this.#checkScope(scope, graphScope, snapshot);
      for (const graph of new Set([...defaultGraphs, ...namedGraphs])) {
        const kind = this.#kindOf(graph);
        if (kind === undefined || !isWithin(kind, extent) || !isVisible(graph, kind, graphScope)) continue;
        texts.set(graph, snapshot.text(graph));
      }
    });
    // The graphs that a query names may be few even if the whole dataset is too large.
    return this.#guard(undefined, true, () => {
      const view = new DatasetView(this.setup.maxEngineBytes);
      for (const [graph, text] of texts) view.setGraph(graph, text);
      view.flush();
      return view;
    });
  }

  /**
   * Fills a dataset of everything, or updates it. A dataset that is known to be too large is skipped.
   *
   * @param named whether it has named graphs.
   * @returns the commit that it includes.
   * @throws DatasetRejected
   */
  warm(named: boolean): number {
    const scope = { kind: 'everything' } as const;
    const sequence = this.source.read((snapshot) => snapshot.sequence);
    const request = { scope, at: undefined, extents: ownData(named), sequence, elsewhere: new Set<string>() };
    if (!this.#tooLarge.has(contentKey(request, 'now'))) this.view(request);
    return sequence;
  }

  /**
   * Evicts datasets with more removed statements than present ones: the next query fills them anew. @returns whether
   * there was one.
   */
  evictGarbage(): boolean {
    const before = this.#datasets.size;
    for (const [key, { view }] of this.#datasets) {
      if (view.garbageQuads > Math.max(view.quads, this.setup.maxGarbageQuads)) this.#datasets.delete(key);
    }
    return this.#datasets.size < before;
  }

  #graphScope(scope: SentScope): GraphScope {
    if (scope.kind === 'everything') return EVERYTHING;
    const cached = this.#graphScopes.get(scope.agent);
    const graphScope =
      cached?.version === scope.version
        ? cached
        : scope.content && { version: scope.version, sets: scopeSets(scope.content) };
    if (graphScope === undefined) throw new ScopeOutdated(scope.sequence);
    this.#graphScopes.set(scope.agent, graphScope);
    return graphScope;
  }

  #fill(
    { scope, extents }: DatasetRequest,
    graphScope: GraphScope,
    dataset: string,
    asOf: CallerDatasetOptions['asOf'],
  ): CallerDataset {
    const { base, maxEngineBytes: maxBytes } = this.setup;
    const agent = scope.kind === 'everything' ? undefined : scope.agent;
    const named = extents.named !== undefined;
    const begin = performance.now();
    const onSlice = (progress: FillProgress): void => {
      this.events.onProgress({ ...progress, dataset, agent, named });
    };
    onSlice({ statements: 0, share: 0 });
    const options = { base, graphScope, extents, asOf, maxBytes, slices: this.slices };
    const filled = CallerDataset.filled(options, this.source, onSlice);
    this.events.onFilled({
      dataset,
      named,
      asOf: typeof asOf === 'number' ? new Date(asOf).toISOString() : asOf,
      quads: filled.view.quads,
      ms: Math.round(performance.now() - begin),
    });
    return filled;
  }

  /** @param key the key under which a dataset that is too large is remembered. */
  #guard<Result>(key: string | undefined, named: boolean, fill: () => Result): Result {
    if (key !== undefined && this.#tooLarge.has(key)) throw new DatasetRejected(key, named, undefined);
    try {
      return fill();
    } catch (error) {
      if (!(error instanceof DatasetTooLarge)) throw error;
      if (key !== undefined) rememberTooLarge(this.#tooLarge, key);
      throw new DatasetRejected(key, named, error);
    }
  }

  /** Makes a dataset the most recently used one, and evicts others while they exceed the worker's memory. */
  #keep(key: string, dataset: CallerDataset): void {
    this.#datasets.delete(key);
    this.#datasets.set(key, dataset);
    for (const oldest of this.#datasets.keys()) {
      if (oldest === key) return;
      if (this.#datasets.size <= MAX_DATASETS && memoryOf(this.held) <= this.setup.maxEngineBytes) return;
      this.#datasets.delete(oldest);
    }
  }

  /**
   * Data newer than the scope may be shown only if nothing visible can have left the scope since. Otherwise a caller
   * could see data that was written after its permission was withdrawn.
   */
  #checkScope(scope: SentScope, { sets }: GraphScope, snapshot: GraphSnapshot): void {
    if (scope.kind === 'everything' || sets === undefined || snapshot.sequence <= scope.sequence) return;
    const changed = snapshot.changedSince(scope.sequence);
    if (changed === undefined) throw new ScopeOutdated(snapshot.sequence);
    for (const graph of changed) {
      const kind = this.#kindOf(graph);
      const mayBeLost =
        kind?.kind === 'access-list'
          ? sets.objects.has(kind.object) || sets.events.has(kind.object)
          : sets.requests.has(graph);
      if (mayBeLost) throw new ScopeOutdated(snapshot.sequence);
    }
  }
}

/** Whether a dataset includes the commit that a query must see, and nothing newer than its caller may see. */
const isAsOf = (dataset: CallerDataset, scope: SentScope, sequence: number): boolean =>
  dataset.sequence >= sequence && (scope.kind === 'everything' || dataset.sequence <= scope.sequence);

const memoryOf = (datasets: readonly HeldDataset[]): number =>
  datasets.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0);
