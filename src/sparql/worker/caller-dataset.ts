/**
 * The dataset of one caller: filled from the store with what the caller may see, and kept up with its commits. It costs
 * what the caller may see and what was changed of that, whatever else the store holds.
 */
import type { GraphSnapshot } from '../../store/snapshot.js';
import type { ScopeContent } from './protocol.js';
import { DatasetView } from './dataset-view.js';
import { type GraphKind, graphKinds, isForInternalAgents } from './graph-kind.js';
import { groupByObject, type ObjectGraphs, revisionOf, validEvents, validRevision } from './object-graphs.js';

/** What a caller may see. */
export interface Visibility {
  /** Goes up with each change. */
  readonly version: number;
  /** Undefined for everything. */
  readonly sets: ScopeSets | undefined;
}

export interface ScopeSets {
  readonly objects: ReadonlySet<string>;
  readonly events: ReadonlySet<string>;
  readonly requests: ReadonlySet<string>;
}

export function scopeSets({ objects, events, requests }: ScopeContent): ScopeSets {
  const set = (list: string): Set<string> => new Set(list === '' ? [] : list.split('\n'));
  return { objects: set(objects), events: set(events), requests: set(requests) };
}

export interface CallerDatasetOptions {
  readonly base: string;
  readonly visibility: Visibility;
  /** Whether it has the named graphs: all revisions, their provenance, requests. */
  readonly named: boolean;
  /** What its default graph is as of, in milliseconds; undefined for now. */
  readonly until: number | undefined;
  /** What its engine may take, queries included. */
  readonly maxBytes: number | undefined;
}

/** What of an object is visible. */
interface Parts {
  readonly content: boolean;
  readonly events: boolean;
}

export class CallerDataset {
  readonly view: DatasetView;
  #visibility: Visibility;
  #sequence: number;
  readonly #kindOf: (graph: string) => GraphKind | undefined;
  /** The revision of each object in the default graph, where it follows the commits. */
  readonly #latest = new Map<string, number>();

  /** Fills it. @throws DatasetTooLarge */
  constructor(
    private readonly options: CallerDatasetOptions,
    snapshot: GraphSnapshot,
  ) {
    this.view = new DatasetView(options.maxBytes);
    this.#visibility = options.visibility;
    this.#kindOf = graphKinds(options.base);
    this.#sequence = snapshot.sequence;
    this.#fill(snapshot);
    this.view.flush();
  }

  /** The commit that it is as of. */
  get sequence(): number {
    return this.#sequence;
  }

  get version(): number {
    return this.#visibility.version;
  }

  /** Makes it as of the snapshot, for a new visibility. @returns false when it must be filled anew. @throws DatasetTooLarge */
  update(snapshot: GraphSnapshot, visibility: Visibility): boolean {
    const { named, until } = this.options;
    const isSame = visibility.version === this.#visibility.version;
    // What was is what it was. Named graphs are those of now, also beside a default graph of the past.
    if (until !== undefined) {
      if (!isSame) return false;
      if (!named) return true;
      return this.#sequence === snapshot.sequence;
    }
    if (snapshot.sequence !== this.#sequence && !this.#follow(snapshot)) return false;
    if (!isSame) this.#changeVisibility(snapshot, visibility);
    this.#sequence = snapshot.sequence;
    return true;
  }

  #fill(snapshot: GraphSnapshot): void {
    const { base, named } = this.options;
    const { sets } = this.#visibility;
    if (sets === undefined) {
      const all = snapshot.names(`${base}/logistics-objects/`);
      for (const group of groupByObject(all, this.#kindOf)) this.#add(group, { content: true, events: true }, snapshot);
    } else {
      for (const object of sets.objects) this.#addObject(object, partsOf(sets, object), snapshot);
      for (const object of sets.events) {
        if (!sets.objects.has(object)) this.#addObject(object, partsOf(sets, object), snapshot);
      }
    }
    if (!named) return;
    for (const request of sets?.requests ?? snapshot.names(`${base}/action-requests/`))
      this.#setNamed(request, snapshot);
  }

  #addObject(object: string, parts: Parts, snapshot: GraphSnapshot): void {
    if (!parts.content && !parts.events) return;
    for (const group of groupByObject(snapshot.names(`${object}/`), this.#kindOf)) this.#add(group, parts, snapshot);
  }

  #add(group: ObjectGraphs, { content, events }: Parts, snapshot: GraphSnapshot): void {
    const { named, until } = this.options;
    if (named) {
      if (content) for (const graph of group.content) this.#setNamed(graph, snapshot);
      if (events) for (const graph of [...group.events, ...group.eventProvenance]) this.#setNamed(graph, snapshot);
      for (const graph of this.#visibleLists(group)) this.#setNamed(graph, snapshot);
    }
    if (content) {
      const number = validRevision(group, until, snapshot);
      if (number > 0) this.view.addToDefault(snapshot.text(revisionOf(group.object, number)));
      if (until === undefined && number > 0) this.#latest.set(group.object, number);
    }
    if (events) for (const event of validEvents(group, until, snapshot)) this.view.addToDefault(snapshot.text(event));
  }

  #visibleLists({ accessLists, object }: ObjectGraphs): readonly string[] {
    return accessLists.filter((graph) => isVisible(graph, { kind: 'access-list', object }, this.#visibility));
  }

  #setNamed(graph: string, snapshot: GraphSnapshot): void {
    this.view.setGraph(graph, snapshot.text(graph));
  }

  /** Takes over what commits have changed. @returns false where only filling it anew helps. */
  #follow(snapshot: GraphSnapshot): boolean {
    const changed = snapshot.changedSince(this.#sequence);
    if (changed === undefined) return false;
    const newest = new Map<string, number>();
    for (const graph of changed) {
      const kind = this.#kindOf(graph);
      if (kind === undefined || !isVisible(graph, kind, this.#visibility)) continue;
      // Revisions and events never change. Should one: what of it is in the default graph can no longer be told.
      if (kind.kind === 'revision' && kind.number <= (this.#latest.get(kind.object) ?? 0)) return false;
      if (this.options.named) this.#setNamed(graph, snapshot);
      if (kind.kind === 'event') this.view.addToDefault(snapshot.text(graph));
      if (kind.kind === 'revision') newest.set(kind.object, Math.max(kind.number, newest.get(kind.object) ?? 0));
    }
    for (const [object, number] of newest) {
      const before = this.#latest.get(object) ?? 0;
      const text = (of: number): string => (of === 0 ? '' : snapshot.text(revisionOf(object, of)));
      this.view.replaceInDefault(text(before), text(number));
      this.#latest.set(object, number);
    }
    return true;
  }

  #changeVisibility(snapshot: GraphSnapshot, visibility: Visibility): void {
    const { sets: before } = this.#visibility;
    const { sets: after } = visibility;
    this.#visibility = visibility;
    if (before === undefined || after === undefined) return;
    for (const object of new Set([
      ...changes(before.objects, after.objects),
      ...changes(before.events, after.events),
    ])) {
      const [old, now] = [partsOf(before, object), partsOf(after, object)];
      this.#removeObject(object, { content: old.content && !now.content, events: old.events && !now.events }, snapshot);
      this.#addObject(object, { content: now.content && !old.content, events: now.events && !old.events }, snapshot);
    }
    if (!this.options.named) return;
    for (const request of changes(before.requests, after.requests)) {
      if (after.requests.has(request)) this.#setNamed(request, snapshot);
      else this.view.setGraph(request, '');
    }
  }

  #removeObject(object: string, { content, events }: Parts, snapshot: GraphSnapshot): void {
    if (!content && !events) return;
    for (const group of groupByObject(snapshot.names(`${object}/`), this.#kindOf)) {
      const graphs = [
        ...(content ? group.content : []),
        ...(events ? [...group.events, ...group.eventProvenance] : []),
      ];
      if (this.options.named) for (const graph of graphs) this.view.setGraph(graph, '');
      if (events) for (const event of group.events) this.view.replaceInDefault(snapshot.text(event), '');
    }
    if (!content) return;
    const latest = this.#latest.get(object) ?? 0;
    if (latest > 0) this.view.replaceInDefault(snapshot.text(revisionOf(object, latest)), '');
    this.#latest.delete(object);
  }
}

/** Whether a caller may see a graph. */
export function isVisible(graph: string, kind: GraphKind, { sets }: Visibility): boolean {
  if (sets === undefined) return true;
  if (isForInternalAgents(kind)) return false;
  if (kind.kind === 'action-request') return sets.requests.has(graph);
  const isEvent = kind.kind === 'event' || kind.kind === 'event-provenance';
  return (isEvent ? sets.events : sets.objects).has(kind.object);
}

const partsOf = ({ objects, events }: ScopeSets, object: string): Parts => ({
  content: objects.has(object),
  events: events.has(object),
});

/** What is in one of the sets only. */
function* changes(before: ReadonlySet<string>, after: ReadonlySet<string>): Generator<string, void, undefined> {
  for (const item of before) if (!after.has(item)) yield item;
  for (const item of after) if (!before.has(item)) yield item;
}
