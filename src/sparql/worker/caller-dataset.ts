/**
 * The dataset of one caller: the part of the store that the caller may see, updated with each commit. Its cost depends
 * on this part and its changes, not on the size of the store.
 */
import type { SnapshotSource } from '../../store/snapshot.js';
import {
  type AskableGraph,
  askableKinds,
  type Extent,
  isWithin,
  objectFolders,
  queriedFolders,
} from '../../graph-kinds.js';
import type { Iri } from '../../rdf/terms.js';
import { DatasetLoads } from './dataset-loads.js';
import { DatasetView } from './dataset-view.js';
import type { Extents } from './protocol.js';
import {
  DatasetUnsettled,
  type DatedGraph,
  datedEvent,
  datedGraphs,
  datedRevision,
  DefaultHistory,
} from './default-history.js';
import {
  countOf,
  groupByObject,
  type ObjectGraphs,
  revisionOf,
  visibleGraph,
  unchangedOf,
  validRevision,
  wasCreatedUntil,
} from './object-graphs.js';
import { Retractions } from './retractions.js';
import { FeedGap, type SliceLimits, type Step, StoreSlices } from './store-slices.js';
import { changes, EVERY_PART, isVisible, type Parts, partsOf, type GraphScope, without } from './graph-scope.js';

export interface CallerDatasetOptions {
  readonly base: Iri;
  readonly graphScope: GraphScope;
  /** The named graphs are all revisions, their provenance, requests. */
  readonly extents: Extents;
  /** The time of its default graph: now, every moment (see `DatasetView.read`), or one time in milliseconds. */
  readonly asOf: 'now' | 'every-moment' | number;
  /** The memory limit of its engine, queries included. */
  readonly maxBytes: number | undefined;
  /** The limits of one slice of reading the store. */
  readonly slices?: SliceLimits | undefined;
}

/** The progress of filling a dataset. */
export interface FillProgress {
  readonly statements: number;
  /** The share of the graphs that was read, from 0 to 1. */
  readonly share: number;
}

/** The maximum number of attempts to fill a dataset while commits make it unusable. */
const MAX_ATTEMPTS = 3;

/** The data of both the default graph and the named graphs. */
const unionOf = ({ default: content, named = content }: Extents): Extent => (content === named ? content : 'both');

export class CallerDataset {
  readonly view: DatasetView;
  #graphScope: GraphScope;
  #sequence = 0;
  readonly #loads: DatasetLoads;
  readonly #kindOf: (graph: string) => AskableGraph | undefined;
  /** The revision of each object in the default graph, if the default graph follows the commits. */
  readonly #latest = new Map<string, number>();
  /** The accepted variants that are in the default graph in place of these revisions. */
  readonly #accepted = new Map<string, string>();
  readonly #retractions = new Retractions();
  /** Whether data that was loaded is gone from the store: only a new dataset is without it. */
  #isOutdated = false;
  /** The history of a default graph of every moment. */
  readonly #history: DefaultHistory | undefined;
  /** Graphs to be added to the history. */
  #dated: DatedGraph[] = [];
  #share = 0;

  private constructor(private readonly options: CallerDatasetOptions) {
    const hasMoments = options.asOf === 'every-moment';
    this.view = new DatasetView(options.maxBytes, hasMoments);
    this.#loads = new DatasetLoads(this.view);
    if (hasMoments) this.#history = new DefaultHistory(this.view);
    this.#graphScope = options.graphScope;
    this.#kindOf = askableKinds(options.base);
  }

  /**
   * Creates a dataset and fills it from the store.
   *
   * @param onSlice called after each slice.
   * @throws DatasetTooLarge, DatasetUnsettled
   */
  static filled(
    options: CallerDatasetOptions,
    source: SnapshotSource,
    onSlice: (progress: FillProgress) => void = () => undefined,
  ): CallerDataset {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const dataset = new CallerDataset(options);
      const slices = new StoreSlices(source, undefined, options.slices);
      const isFilled = slices.run(dataset.#fill(slices), () => {
        onSlice({ statements: dataset.view.quads, share: dataset.#share });
      });
      dataset.#sequence = slices.sequence;
      dataset.view.flush();
      // Otherwise a commit during filling has changed data that was already loaded.
      if (isFilled && !dataset.#isLost) return dataset;
    }
    throw new DatasetUnsettled();
  }

  /** Whether its default graph can be read at any moment. */
  get hasMoments(): boolean {
    return this.#history !== undefined;
  }

  /** The latest commit that it includes. */
  get sequence(): number {
    return this.#sequence;
  }

  get version(): number {
    return this.#graphScope.version;
  }

  /**
   * Updates the dataset to the latest commit and a new scope.
   *
   * @returns false if it must be filled anew.
   * @throws DatasetTooLarge
   */
  update(source: SnapshotSource, graphScope: GraphScope): boolean {
    const isSame = graphScope.version === this.#graphScope.version;
    // A dataset of one past time is filled for each query.
    if (typeof this.options.asOf === 'number' && !isSame) return false;
    const slices = new StoreSlices(source, this.#sequence, this.options.slices);
    try {
      if (!slices.run(this.#update(slices, graphScope), () => undefined) || this.#isLost) return false;
    } catch (error) {
      if (error instanceof FeedGap) return false;
      throw error;
    }
    this.#sequence = slices.sequence;
    return true;
  }

  get #isLost(): boolean {
    return this.#isOutdated || this.#history?.isLost === true;
  }

  *#fill(slices: StoreSlices): Generator<Step, boolean> {
    const { base, extents } = this.options;
    const { named } = extents;
    const { sets } = this.#graphScope;
    if (sets === undefined) {
      let count = 0;
      for (const folder of objectFolders(base, unionOf(extents)))
        for (const group of groupByObject(slices.names(folder), this.#kindOf)) {
          yield* this.#add(group, EVERY_PART, slices);
          count += countOf(group);
          this.#share = count / Math.max(slices.graphs, count);
        }
    } else {
      const objects = new Set([...sets.objects, ...sets.events]);
      let count = 0;
      for (const object of objects) {
        yield* this.#addObject(object, partsOf(sets, object), slices);
        this.#share = (count += 1) / (objects.size + (named === undefined ? 0 : sets.requests.size));
      }
    }
    if (named !== undefined) {
      if (sets === undefined)
        for (const folder of queriedFolders(base, named)) yield* this.#setAll(slices.names(folder), slices);
      else yield* this.#setAll(sets.requests, slices);
    }
    yield* this.#addDated(slices);
    this.#share = 1;
    return yield* this.#follow(slices);
  }

  *#update(slices: StoreSlices, graphScope: GraphScope): Generator<Step, boolean> {
    if (!(yield* this.#follow(slices))) return false;
    if (graphScope.version === this.#graphScope.version) return true;
    if (!(yield* this.#changeScope(slices, graphScope))) return false;
    return yield* this.#follow(slices);
  }

  /** Adds the collected graphs to the default graph of every moment. */
  *#addDated(slices: StoreSlices): Generator<Step, void> {
    const dated = this.#dated;
    this.#dated = [];
    yield* this.#history?.add(dated, slices) ?? [];
  }

  *#addObject(object: string, parts: Parts, slices: StoreSlices): Generator<Step, void> {
    if (!parts.content && !parts.events && !parts.internal) return;
    for (const group of groupByObject(slices.names(`${object}/`), this.#kindOf)) {
      yield* this.#add(group, parts, slices);
    }
  }

  *#add(found: ObjectGraphs, parts: Parts, slices: StoreSlices): Generator<Step, void> {
    const { content, events, internal } = parts;
    const group = unchangedOf(found, slices.changed);
    const { extents, asOf } = this.options;
    if (group.extent === 'mirrored' && this.#graphScope.sets !== undefined) return;
    const isWith = (extent: Extent | undefined): boolean => extent === 'both' || extent === group.extent;
    if (isWith(extents.named)) {
      if (content) for (const graph of group.content) yield this.#loads.setNamed(graph, slices);
      if (events)
        for (const graph of [...group.events, ...group.besideEvents]) yield this.#loads.setNamed(graph, slices);
      if (internal) for (const graph of group.internal) yield this.#loads.setNamed(graph, slices);
    }
    if (!isWith(extents.default)) return;
    const textOf = (graph: string): string => slices.text(graph);
    this.#retractions.onLoaded(group);
    if (asOf === 'every-moment') {
      for (const graph of datedGraphs(group, parts, textOf)) this.#dated.push(graph);
      yield undefined;
      return;
    }
    const until = asOf === 'now' ? undefined : asOf;
    if (content) {
      const number = validRevision(group, until, textOf);
      if (number > 0) {
        const graph = visibleGraph(group, number, until, textOf);
        if (until === undefined) this.#latest.set(group.object, number);
        if (group.variants.length > 0) this.#accepted.set(group.object, graph);
        yield this.#loads.addToDefault(graph, slices);
      }
    }
    if (!events) return;
    for (const event of group.events) {
      const isValid = until === undefined || wasCreatedUntil(event, until, textOf);
      yield isValid ? this.#loads.addToDefault(event, slices) : undefined;
    }
  }

  *#setAll(graphs: Iterable<string>, slices: StoreSlices): Generator<Step, void> {
    for (const graph of graphs) yield this.#loads.setNamed(graph, slices);
  }

  /** Applies the changes of commits. @returns false if the dataset must be filled anew. */
  *#follow(slices: StoreSlices): Generator<Step, boolean> {
    const { extents, asOf } = this.options;
    if (asOf === 'every-moment') return yield* this.#followMoments(slices);
    const textOf = (graph: string): string => slices.text(graph);
    for (const graph of slices.changed) {
      // Removed before it is read: a commit after this slice adds it again.
      slices.changed.delete(graph);
      const kind = this.#kindOf(graph);
      // What was erased is in no new dataset, and the engine keeps nothing of it.
      if (kind?.kind === 'erasure') return false;
      if (kind === undefined || !isVisible(graph, kind, this.#graphScope)) continue;
      if (kind.isQueried !== 'if named' && isWithin(kind, extents.named)) yield this.#loads.setNamed(graph, slices);
      if (!isWithin(kind, extents.default)) continue;
      if (this.#retractions.isRetracted(graph, kind, textOf)) return false;
      if (asOf !== 'now') continue;
      if (kind.kind === 'event' || kind.kind === 'copy-event') yield this.#loads.addToDefault(graph, slices);
      if (kind.kind === 'revision' && !(yield* this.#revise(kind.object, kind.number, slices))) return false;
      // A revision that was received after a later one is not in the default graph.
      const isLate = kind.kind === 'copy-revision' && kind.number < (this.#latest.get(kind.copy) ?? 0);
      if (kind.kind !== 'copy-revision' || isLate) continue;
      if (!(yield* this.#revise(kind.copy, kind.number, slices))) return false;
    }
    return true;
  }

  /** @returns false if the dataset must be filled anew. */
  *#revise(object: string, number: number, slices: StoreSlices): Generator<Step, boolean> {
    const before = this.#latest.get(object) ?? 0;
    // Revisions and events never change. If one did, its part of the default graph would be unknown.
    if (number <= before) return false;
    this.#latest.set(object, number);
    const visible = this.#accepted.get(object) ?? revisionOf(object, before);
    this.#accepted.delete(object);
    const old = before === 0 ? '' : slices.text(visible);
    yield this.#loads.replaceInDefault(old, slices.text(revisionOf(object, number)));
    return true;
  }

  /**
   * Like `#follow`, for every moment. Graphs are added in the order of their times, which can differ from the order of
   * commits.
   */
  *#followMoments(slices: StoreSlices): Generator<Step, boolean> {
    const { extents } = this.options;
    const textOf = (graph: string): string => slices.text(graph);
    while (slices.changed.size > 0 && !this.#isLost) {
      for (const graph of slices.changed) {
        slices.changed.delete(graph);
        const kind = this.#kindOf(graph);
        if (kind?.kind === 'erasure') this.#isOutdated = true;
        if (kind === undefined || !isVisible(graph, kind, this.#graphScope)) continue;
        if (kind.isQueried !== 'if named' && isWithin(kind, extents.named)) yield this.#loads.setNamed(graph, slices);
        if (!isWithin(kind, extents.default)) continue;
        if (this.#retractions.isRetracted(graph, kind, textOf)) this.#isOutdated = true;
        if (kind.kind === 'event' || kind.kind === 'copy-event') this.#dated.push(datedEvent(graph, textOf));
        if (kind.kind === 'revision') this.#dated.push(datedRevision(kind.object, kind.number, textOf));
        if (kind.kind === 'copy-revision') this.#dated.push(datedRevision(kind.copy, kind.number, textOf));
      }
      yield* this.#addDated(slices);
    }
    return !this.#isLost;
  }

  /** @returns false if the dataset must be filled anew. */
  *#changeScope(slices: StoreSlices, graphScope: GraphScope): Generator<Step, boolean> {
    const { sets: before } = this.#graphScope;
    const { sets: after } = graphScope;
    this.#graphScope = graphScope;
    if (before === undefined || after === undefined) return true;
    for (const object of new Set([
      ...changes(before.objects, after.objects),
      ...changes(before.events, after.events),
    ])) {
      const [old, now] = [partsOf(before, object), partsOf(after, object)];
      const lost = without(old, now);
      // The engine keeps the statements for every moment.
      if (this.hasMoments && (lost.content || lost.events)) return false;
      yield* this.#removeObject(object, lost, slices);
      yield* this.#addObject(object, without(now, old), slices);
    }
    yield* this.#addDated(slices);
    if (this.options.extents.named === undefined) return true;
    for (const request of changes(before.requests, after.requests)) {
      yield after.requests.has(request) ? this.#loads.setNamed(request, slices) : this.#loads.dropNamed(request);
    }
    return true;
  }

  *#removeObject(object: string, { content, events }: Parts, slices: StoreSlices): Generator<Step, void> {
    if (!content && !events) return;
    for (const group of groupByObject(slices.names(`${object}/`), this.#kindOf)) {
      const graphs = [...(content ? group.content : []), ...(events ? [...group.events, ...group.besideEvents] : [])];
      if (this.options.extents.named !== undefined) for (const graph of graphs) yield this.#loads.dropNamed(graph);
      if (!events) continue;
      for (const event of group.events) {
        const text = slices.unchanged(event);
        if (text !== undefined) yield this.#loads.replaceInDefault(text, '');
      }
    }
    if (!content) return;
    const latest = this.#latest.get(object) ?? 0;
    this.#latest.delete(object);
    if (latest > 0) yield this.#loads.replaceInDefault(slices.text(revisionOf(object, latest)), '');
  }
}
