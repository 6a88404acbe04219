/**
 * The datasets of a worker, one for each caller, time and extent that queries ask for. They are filled from the store
 * when they are asked for, kept up with its commits, and evicted when the memory of the worker is used up.
 */
import { LRUCache } from 'lru-cache';
import type { GraphSnapshot, SnapshotSource } from '../../store/snapshot.js';
import { CallerDataset, isVisible, scopeSets, type Visibility } from './caller-dataset.js';
import { DatasetTooLarge, DatasetView } from './dataset-view.js';
import { graphKinds } from './graph-kind.js';
import {
  type FilledDataset,
  type NamedDataset,
  type PastTime,
  rememberTooLarge,
  type ReplicaMetrics,
  type SentScope,
  type WorkerSetup,
} from './protocol.js';

const MAX_DATASETS = 32;
const EVERYTHING: Visibility = { version: 0, sets: undefined };

/** What a query needs. */
export interface DatasetRequest {
  readonly scope: SentScope;
  readonly at: PastTime | undefined;
  /** Whether it looks into named graphs. */
  readonly named: boolean;
  /** The commit that it is to see. */
  readonly sequence: number;
}

/** The main thread has to determine the scope again, as of this commit, and to send its content. */
export class ScopeOutdated extends Error {
  override readonly name = 'ScopeOutdated';

  constructor(readonly sequence: number) {
    super('the scope is outdated');
  }
}

/** A dataset that the memory of the worker does not hold. */
export class DatasetRejected extends Error {
  override readonly name = 'DatasetRejected';

  constructor(
    /** What it is remembered by; undefined for graphs that a query names, which others need not name. */
    readonly key: string | undefined,
    readonly named: boolean,
    cause: unknown,
  ) {
    super('the dataset needs more memory than it may have', { cause });
  }
}

/** Names a dataset: of whom, with named graphs or without, and as of when. */
const datasetKey = (scope: SentScope, named: boolean, at: PastTime | undefined): string =>
  `${scope.kind === 'everything' ? '' : scope.agent} ${String(named)} ${String(at?.until)}`;

/** What is remembered of datasets that are too large: one that the caller may see less of is another. */
const contentKey = ({ scope, named, at }: DatasetRequest): string =>
  `${datasetKey(scope, named, named ? undefined : at)} ${scope.kind === 'everything' ? '' : String(scope.version)}`;

export class DatasetReplica {
  /** The least recently used first. */
  readonly #datasets = new Map<string, CallerDataset>();
  readonly #visibilities = new LRUCache<string, Visibility>({ max: MAX_DATASETS });
  readonly #tooLarge: Set<string>;

  constructor(
    private readonly setup: Pick<WorkerSetup, 'base' | 'maxEngineBytes' | 'maxGarbageQuads' | 'tooLarge'>,
    private readonly source: SnapshotSource,
    private readonly events: {
      readonly onPreparing: () => void;
      readonly onFilled: (dataset: FilledDataset) => void;
    },
  ) {
    this.#tooLarge = new Set(setup.tooLarge);
  }

  get metrics(): ReplicaMetrics {
    let quads = 0;
    let memoryBytes = 0;
    for (const { view } of this.#datasets.values()) {
      quads += view.quads;
      memoryBytes += view.memoryBytes;
    }
    return { quads, memoryBytes };
  }

  /**
   * What a query runs on: as of its commit or a later one.
   *
   * @throws ScopeOutdated, DatasetRejected
   */
  view(request: DatasetRequest): DatasetView {
    const { scope, at, named, sequence } = request;
    const visibility = this.#visibility(scope);
    const key = datasetKey(scope, named, at);
    const present = this.#datasets.get(key);
    if (present?.version === visibility.version) {
      const isFrozen = at !== undefined && !named;
      const isNewer = scope.kind === 'some' && present.sequence > scope.sequence;
      if (isFrozen || (present.sequence >= sequence && !isNewer)) {
        this.#keep(key, present);
        return present.view;
      }
    }
    this.events.onPreparing();
    // Until it is as it should be, a query that is interrupted must not find it.
    this.#datasets.delete(key);
    return this.source.read((snapshot) => {
      const dataset = this.#guard(contentKey(request), named, () =>
        present?.update(snapshot, visibility) === true ? present : this.#fill(request, visibility, snapshot),
      );
      if (at?.settled !== false) this.#keep(key, dataset);
      checkScope(scope, visibility, snapshot);
      return dataset.view;
    });
  }

  /** A dataset of these graphs alone, as far as they are visible. @throws ScopeOutdated, DatasetRejected */
  viewOf(scope: SentScope, { defaultGraphs, namedGraphs }: NamedDataset): DatasetView {
    const visibility = this.#visibility(scope);
    const kindOf = graphKinds(this.setup.base);
    return this.source.read((snapshot) =>
      // The graphs that a query names may be few where the whole is too large.
      this.#guard(undefined, true, () => {
        checkScope(scope, visibility, snapshot);
        const view = new DatasetView(this.setup.maxEngineBytes);
        for (const graph of new Set([...defaultGraphs, ...namedGraphs])) {
          const kind = kindOf(graph);
          if (kind !== undefined && isVisible(graph, kind, visibility)) view.setGraph(graph, snapshot.text(graph));
        }
        view.flush();
        return view;
      }),
    );
  }

  /**
   * Fills the datasets of everything, and brings them up to date. What is known to be too large is left out.
   *
   * @param history whether the dataset with named graphs is wanted, too.
   *
   * @throws DatasetRejected
   */
  warm(history: boolean): number {
    const scope = { kind: 'everything' } as const;
    const sequence = this.source.read((snapshot) => snapshot.sequence);
    for (const named of history ? [false, true] : [false]) {
      const request = { scope, at: undefined, named, sequence };
      if (!this.#tooLarge.has(contentKey(request))) this.view(request);
    }
    return sequence;
  }

  /** Evicts datasets that hold more removed statements than present ones: the next query fills them anew. */
  evictGarbage(): void {
    for (const [key, { view }] of this.#datasets) {
      if (view.garbageQuads > Math.max(view.quads, this.setup.maxGarbageQuads)) this.#datasets.delete(key);
    }
  }

  #visibility(scope: SentScope): Visibility {
    if (scope.kind === 'everything') return EVERYTHING;
    const known = this.#visibilities.get(scope.agent);
    const visibility =
      known?.version === scope.version
        ? known
        : scope.content && { version: scope.version, sets: scopeSets(scope.content) };
    if (visibility === undefined) throw new ScopeOutdated(scope.sequence);
    this.#visibilities.set(scope.agent, visibility);
    return visibility;
  }

  #fill({ named, at }: DatasetRequest, visibility: Visibility, snapshot: GraphSnapshot): CallerDataset {
    const { base, maxEngineBytes: maxBytes } = this.setup;
    const begin = performance.now();
    const dataset = new CallerDataset({ base, visibility, named, until: at?.until, maxBytes }, snapshot);
    this.events.onFilled({ named, quads: dataset.view.quads, ms: Math.round(performance.now() - begin) });
    return dataset;
  }

  /** @param key what a dataset that is too large is remembered by. */
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

  /** Makes it the most recently used, and evicts others while they take more than the worker may have. */
  #keep(key: string, dataset: CallerDataset): void {
    this.#datasets.delete(key);
    this.#datasets.set(key, dataset);
    for (const oldest of this.#datasets.keys()) {
      if (oldest === key) return;
      if (this.#datasets.size <= MAX_DATASETS && this.metrics.memoryBytes <= this.setup.maxEngineBytes) return;
      this.#datasets.delete(oldest);
    }
  }
}

/**
 * Data that is newer than the scope may be shown only where the scope cannot have lost what is shown: otherwise a caller
 * could see what was written after its permission was withdrawn.
 */
function checkScope(scope: SentScope, { sets }: Visibility, snapshot: GraphSnapshot): void {
  if (scope.kind === 'everything' || sets === undefined || snapshot.sequence <= scope.sequence) return;
  const changed = snapshot.changedSince(scope.sequence);
  if (changed === undefined) throw new ScopeOutdated(snapshot.sequence);
  for (const graph of changed) {
    const object = graph.endsWith('/acl') ? graph.slice(0, -'/acl'.length) : undefined;
    const mayBeLost =
      object === undefined ? sets.requests.has(graph) : sets.objects.has(object) || sets.events.has(object);
    if (mayBeLost) throw new ScopeOutdated(snapshot.sequence);
  }
}
