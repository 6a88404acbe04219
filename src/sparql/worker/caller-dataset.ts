/**
 * The dataset of one caller: filled from the store with what the caller may see, and kept up with its commits. It costs
 * what the caller may see and what was changed of that, whatever else the store holds.
 */
import type { SnapshotSource } from '../../store/snapshot.js';
import { type QueriedGraph, queriedFolders, queriedKinds } from '../../graph-kinds.js';
import type { Iri } from '../../rdf/terms.js';
import { DatasetView } from './dataset-view.js';
import { groupByObject, type ObjectGraphs, revisionOf, validRevision, wasCreatedUntil } from './object-graphs.js';
import { FeedGap, type SliceLimits, type Step, StoreSlices } from './store-slices.js';
import { changes, EVERY_PART, isVisible, type Parts, partsOf, type GraphScope, without } from './graph-scope.js';

export interface CallerDatasetOptions {
  readonly base: Iri;
  readonly graphScope: GraphScope;
  /** Whether it has the named graphs: all revisions, their provenance, requests. */
  readonly named: boolean;
  /** What its default graph is as of, in milliseconds; undefined for now. */
  readonly until: number | undefined;
  /** What its engine may take, queries included. */
  readonly maxBytes: number | undefined;
  /** How long the store is read at a time. */
  readonly slices?: SliceLimits | undefined;
}

/** How far a dataset is filled. */
export interface FillProgress {
  readonly statements: number;
  /** What share of the graphs was read, from 0 to 1. */
  readonly share: number;
}

export class CallerDataset {
  readonly view: DatasetView;
  #graphScope: GraphScope;
  #sequence = 0;
  readonly #kindOf: (graph: string) => QueriedGraph | undefined;
  /** The revision of each object in the default graph, where it follows the commits. */
  readonly #latest = new Map<string, number>();
  #share = 0;

  private constructor(private readonly options: CallerDatasetOptions) {
    this.view = new DatasetView(options.maxBytes);
    this.#graphScope = options.graphScope;
    this.#kindOf = queriedKinds(options.base);
  }

  /**
   * A dataset that is filled from the store.
   *
   * @param onSlice called after each slice.
   * @throws DatasetTooLarge
   */
  static filled(
    options: CallerDatasetOptions,
    source: SnapshotSource,
    onSlice: (progress: FillProgress) => void = () => undefined,
  ): CallerDataset {
    const dataset = new CallerDataset(options);
    const slices = new StoreSlices(source, undefined, options.slices);
    slices.run(dataset.#fill(slices), () => {
      onSlice({ statements: dataset.view.quads, share: dataset.#share });
    });
    dataset.#sequence = slices.sequence;
    dataset.view.flush();
    return dataset;
  }

  /** The commit that it is as of. */
  get sequence(): number {
    return this.#sequence;
  }

  get version(): number {
    return this.#graphScope.version;
  }

  /**
   * Makes it as of the latest commit, for a new scope.
   *
   * @returns false when it must be filled anew.
   * @throws DatasetTooLarge
   */
  update(source: SnapshotSource, graphScope: GraphScope): boolean {
    const { named, until } = this.options;
    const isSame = graphScope.version === this.#graphScope.version;
    // What was is what it was. Named graphs are those of now, also beside a default graph of the past.
    if (until !== undefined && !isSame) return false;
    if (until !== undefined && !named) return true;
    const slices = new StoreSlices(source, this.#sequence, this.options.slices);
    try {
      if (!slices.run(this.#update(slices, graphScope), () => undefined)) return false;
    } catch (error) {
      if (error instanceof FeedGap) return false;
      throw error;
    }
    this.#sequence = slices.sequence;
    return true;
  }

  *#fill(slices: StoreSlices): Generator<Step, boolean> {
    const { base, named } = this.options;
    const { sets } = this.#graphScope;
    if (sets === undefined) {
      let count = 0;
      for (const group of groupByObject(slices.names(`${base}/logistics-objects/`), this.#kindOf)) {
        yield* this.#add(group, EVERY_PART, slices);
        count += countOf(group);
        this.#share = count / Math.max(slices.graphs, count);
      }
    } else {
      const objects = new Set([...sets.objects, ...sets.events]);
      let count = 0;
      for (const object of objects) {
        yield* this.#addObject(object, partsOf(sets, object), slices);
        this.#share = (count += 1) / (objects.size + (named ? sets.requests.size : 0));
      }
    }
    if (named) {
      if (sets === undefined)
        for (const folder of queriedFolders(base)) yield* this.#setAll(slices.names(folder), slices);
      else yield* this.#setAll(sets.requests, slices);
    }
    this.#share = 1;
    return yield* this.#follow(slices);
  }

  *#update(slices: StoreSlices, graphScope: GraphScope): Generator<Step, boolean> {
    if (!(yield* this.#follow(slices))) return false;
    if (graphScope.version === this.#graphScope.version) return true;
    yield* this.#changeScope(slices, graphScope);
    return yield* this.#follow(slices);
  }

  *#addObject(object: string, parts: Parts, slices: StoreSlices): Generator<Step, void> {
    if (!parts.content && !parts.events && !parts.internal) return;
    for (const group of groupByObject(slices.names(`${object}/`), this.#kindOf)) {
      yield* this.#add(group, parts, slices);
    }
  }

  *#add(group: ObjectGraphs, { content, events, internal }: Parts, slices: StoreSlices): Generator<Step, void> {
    const { named, until } = this.options;
    if (named) {
      if (content) for (const graph of group.content) yield this.#setNamed(graph, slices);
      if (events) for (const graph of [...group.events, ...group.besideEvents]) yield this.#setNamed(graph, slices);
      if (internal) for (const graph of group.internal) yield this.#setNamed(graph, slices);
    }
    if (content) {
      const revisions = group.revisions.filter((number) => !slices.changed.has(revisionOf(group.object, number)));
      const number = validRevision({ ...group, revisions }, until, (graph) => slices.text(graph));
      if (number > 0) {
        if (until === undefined) this.#latest.set(group.object, number);
        yield this.#addToDefault(revisionOf(group.object, number), slices);
      }
    }
    if (!events) return;
    for (const event of group.events) {
      const isValid = until === undefined || wasCreatedUntil(event, until, (graph) => slices.text(graph));
      yield isValid ? this.#addToDefault(event, slices) : undefined;
    }
  }

  *#setAll(graphs: Iterable<string>, slices: StoreSlices): Generator<Step, void> {
    for (const graph of graphs) yield this.#setNamed(graph, slices);
  }

  #setNamed(graph: string, slices: StoreSlices): Step {
    const text = slices.unchanged(graph);
    if (text === undefined) return undefined;
    return {
      characters: text.length,
      apply: () => {
        this.view.setGraph(graph, text);
      },
    };
  }

  #addToDefault(graph: string, slices: StoreSlices): Step {
    const text = slices.unchanged(graph);
    if (text === undefined) return undefined;
    return {
      characters: text.length,
      apply: () => {
        this.view.addToDefault(text);
      },
    };
  }

  #replaceInDefault(before: string, after: string): Step {
    return {
      characters: before.length + after.length,
      apply: () => {
        this.view.replaceInDefault(before, after);
      },
    };
  }

  /** Takes over what commits have changed. @returns false where only filling it anew helps. */
  *#follow(slices: StoreSlices): Generator<Step, boolean> {
    const { named, until } = this.options;
    for (const graph of slices.changed) {
      // Removed first: a commit after this slice adds it again.
      slices.changed.delete(graph);
      const kind = this.#kindOf(graph);
      if (kind === undefined || !isVisible(graph, kind, this.#graphScope)) continue;
      if (named) yield this.#setNamed(graph, slices);
      if (until !== undefined) continue;
      if (kind.kind === 'event') yield this.#addToDefault(graph, slices);
      if (kind.kind !== 'revision') continue;
      const before = this.#latest.get(kind.object) ?? 0;
      // Revisions and events never change. Should one: what of it is in the default graph can no longer be told.
      if (kind.number <= before) return false;
      this.#latest.set(kind.object, kind.number);
      const old = before === 0 ? '' : slices.text(revisionOf(kind.object, before));
      yield this.#replaceInDefault(old, slices.text(graph));
    }
    return true;
  }

  *#changeScope(slices: StoreSlices, graphScope: GraphScope): Generator<Step, void> {
    const { sets: before } = this.#graphScope;
    const { sets: after } = graphScope;
    this.#graphScope = graphScope;
    if (before === undefined || after === undefined) return;
    for (const object of new Set([
      ...changes(before.objects, after.objects),
      ...changes(before.events, after.events),
    ])) {
      const [old, now] = [partsOf(before, object), partsOf(after, object)];
      yield* this.#removeObject(object, without(old, now), slices);
      yield* this.#addObject(object, without(now, old), slices);
    }
    if (!this.options.named) return;
    for (const request of changes(before.requests, after.requests)) {
      yield after.requests.has(request) ? this.#setNamed(request, slices) : this.#dropNamed(request);
    }
  }

  #dropNamed(graph: string): Step {
    return {
      characters: 0,
      apply: () => {
        this.view.setGraph(graph, '');
      },
    };
  }

  *#removeObject(object: string, { content, events }: Parts, slices: StoreSlices): Generator<Step, void> {
    if (!content && !events) return;
    for (const group of groupByObject(slices.names(`${object}/`), this.#kindOf)) {
      const graphs = [...(content ? group.content : []), ...(events ? [...group.events, ...group.besideEvents] : [])];
      if (this.options.named) for (const graph of graphs) yield this.#dropNamed(graph);
      if (!events) continue;
      for (const event of group.events) {
        const text = slices.unchanged(event);
        if (text !== undefined) yield this.#replaceInDefault(text, '');
      }
    }
    if (!content) return;
    const latest = this.#latest.get(object) ?? 0;
    this.#latest.delete(object);
    if (latest > 0) yield this.#replaceInDefault(slices.text(revisionOf(object, latest)), '');
  }
}

const countOf = ({ content, events, besideEvents, internal }: ObjectGraphs): number =>
  content.length + events.length + besideEvents.length + internal.length;
