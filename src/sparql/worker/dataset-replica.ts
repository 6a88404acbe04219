/**
 * A worker's copy of the dataset: all graphs that are for analysis, what each is, and the views that callers have of
 * them. The first view is everything as it is now; the others are made out of it when somebody asks.
 */
import { LRUCache } from 'lru-cache';
import { type Iri, isIri } from '../../rdf/terms.js';
import { prov, type Vocabulary } from '../../rdf/vocabulary.js';
import type { GraphText } from '../../store/store.js';
import { type GraphKind, graphKinds } from './graph-kind.js';
import type { ReplicaMetrics, PastTime, Scope } from './protocol.js';
import { DatasetView } from './dataset-view.js';

/** What there is of one object. */
interface ObjectGraphs {
  /** The number in its head. */
  latest: number;
  /** When each revision was made, by its number; 0 until its provenance has come. */
  readonly revisions: Map<number, number>;
  readonly events: Map<Iri, number>;
}

/** A view for somebody who does not see everything, or for a moment in the past. */
interface DerivedView {
  readonly view: DatasetView;
  readonly version: number;
  /** The stamp of the last change that it has seen. */
  stamp: number;
}

/** Statements of derived views that are kept for the next query, at least; a copy that is larger allows as many again. */
const MAX_KEPT_QUADS = 200_000;

export class DatasetReplica {
  readonly #everything: DatasetView;
  readonly #objects = new Map<Iri, ObjectGraphs>();
  readonly #requests = new Set<Iri>();
  /** Which revision of each object is in the default graph. */
  readonly #shownRevisions = new Map<Iri, Iri>();
  readonly #derived = new LRUCache<string, DerivedView>({ max: 16 });
  readonly #role: (graph: string) => GraphKind | undefined;
  readonly #base: Iri;
  readonly #maxBytes: number | undefined;
  readonly #latestRevision: string;
  /** Counts changes. */
  #stamp = 0;

  /** @param maxBytes what the engine of each view may take, queries included. */
  constructor(base: Iri, { api }: Vocabulary, maxBytes?: number) {
    this.#maxBytes = maxBytes;
    this.#everything = new DatasetView(maxBytes);
    this.#base = base;
    this.#role = graphKinds(base);
    this.#latestRevision = api.hasLatestRevision.value;
  }

  get metrics(): ReplicaMetrics {
    const { graphs, quads, garbageQuads: deadQuads } = this.#everything;
    const views = [this.#everything, ...Array.from(this.#derived.values(), ({ view }) => view)];
    const memoryBytes = views.reduce((sum, view) => sum + view.memoryBytes, 0);
    return { graphs: graphs.size, quads, deadQuads, memoryBytes };
  }

  /** Has the engine take what is still in hand, so that the first query need not wait for it. */
  settle(): void {
    this.#everything.flush();
  }

  /** Takes over the new state of graphs. */
  apply(changes: readonly GraphText[]): void {
    const touched = new Map<Iri, Iri[]>();
    const texts = new Map(changes.map(({ graph, text }) => [graph, text]));
    for (const { graph, text } of changes) {
      const role = this.#role(graph);
      // The main thread sends none of these; should it ever, they are not for analysis all the same.
      if (role === undefined) continue;
      this.#stamp += 1;
      this.#everything.setGraph(graph, text, this.#stamp);
      this.#note(graph, role, text, touched);
    }
    for (const [object, events] of touched) {
      const { latest } = this.#of(object);
      const wanted = this.#revision(object, latest);
      const before = this.#shownRevisions.get(object);
      const moved = before !== wanted && this.#everything.graphs.has(wanted);
      this.#everything.setDefaultGraph(
        moved ? [wanted, ...events] : events,
        moved && before !== undefined ? [before] : [],
        texts,
      );
      if (moved) this.#shownRevisions.set(object, wanted);
    }
  }

  /**
   * What a caller's query runs on.
   *
   * @param named whether the query looks into named graphs: for a moment in the past they would have to be copied.
   */
  view(scope: Scope, at: PastTime | undefined, named: boolean): DatasetView {
    if (at === undefined) return scope.kind === 'everything' ? this.#everything : this.#present(scope);
    return this.#past(scope, at, named);
  }

  #present(scope: Extract<Scope, { kind: 'some' }>): DatasetView {
    const known = this.#derived.get(scope.agent);
    if (known?.version === scope.version && known.stamp === this.#stamp) return known.view;
    const view = known?.view ?? new DatasetView(this.#maxBytes);
    const { graphs, shown } = this.#select(scope);
    for (const graph of [...view.graphs.keys()]) if (!graphs.has(graph)) view.setGraph(graph, '', 0);
    for (const [graph, stamp] of graphs) {
      if (view.graphs.get(graph) !== stamp) view.setGraph(graph, this.#everything.text(graph), stamp);
    }
    view.setDefaultGraph(
      shown,
      [...view.shown].filter((graph) => !shown.has(graph)),
    );
    this.#keep(scope.agent, { view, version: scope.version, stamp: this.#stamp });
    return view;
  }

  #past(scope: Scope, at: PastTime, named: boolean): DatasetView {
    const [who, version] = scope.kind === 'everything' ? ['', 0] : [scope.agent, scope.version];
    const key = `${String(at.until)} ${String(named)} ${who}`;
    const known = this.#derived.get(key);
    // What was is what it was; named graphs are those of now, also in a question about the past.
    if (known?.version === version && (!named || known.stamp === this.#stamp)) return known.view;
    const view = new DatasetView(this.#maxBytes);
    const { graphs, shown } = this.#select(scope, at.until);
    if (named) {
      for (const [graph, stamp] of graphs) view.setGraph(graph, this.#everything.text(graph), stamp);
      view.setDefaultGraph(shown);
    } else for (const graph of shown) view.addToDefaultGraph(this.#everything.text(graph));
    if (at.settled) this.#keep(key, { view, version, stamp: this.#stamp });
    return view;
  }

  /** The graphs that a scope opens, with their stamps, and those of them that make its default graph. */
  #select(scope: Scope, until?: number): { graphs: Map<Iri, number>; shown: Set<Iri> } {
    const graphs = new Map<Iri, number>();
    const shown = new Set<Iri>();
    const add = (graph: string): void => {
      const stamp = isIri(graph) ? this.#everything.graphs.get(graph) : undefined;
      if (isIri(graph) && stamp !== undefined) graphs.set(graph, stamp);
    };
    const everything = scope.kind === 'everything';
    for (const object of everything ? this.#objects.keys() : iris(scope.objects)) {
      const found = this.#objects.get(object);
      if (found === undefined) continue;
      add(`${object}/head`);
      for (const number of found.revisions.keys()) {
        const revision = this.#revision(object, number);
        add(revision);
        add(`${revision}/provenance`);
      }
      const number = until === undefined ? found.latest : validAt(found, until);
      if (number > 0) shown.add(this.#revision(object, number));
    }
    for (const object of everything ? this.#objects.keys() : iris(scope.events)) {
      for (const [event, recordedAt] of this.#objects.get(object)?.events ?? []) {
        add(event);
        add(`${event}/provenance`);
        if (until === undefined || (recordedAt > 0 && recordedAt <= until)) shown.add(event);
      }
    }
    for (const request of everything ? this.#requests : iris(scope.requests)) {
      if (this.#requests.has(request)) add(request);
    }
    return { graphs, shown: new Set([...shown].filter((graph) => graphs.has(graph))) };
  }

  #keep(key: string, derived: DerivedView): void {
    this.#derived.set(key, derived);
    const bound = Math.max(MAX_KEPT_QUADS, this.#everything.quads);
    const total = (): number =>
      Array.from(this.#derived.values()).reduce((sum, { view }) => sum + view.quads + view.garbageQuads, 0);
    while (this.#derived.size > 1 && total() > bound) this.#derived.pop();
  }

  #note(graph: Iri, role: GraphKind, text: string, touched: Map<Iri, Iri[]>): void {
    if (role.kind === 'action-request') {
      if (text === '') this.#requests.delete(graph);
      else this.#requests.add(graph);
      return;
    }
    const object = this.#of(role.object);
    const events = touched.get(role.object) ?? [];
    touched.set(role.object, events);
    switch (role.kind) {
      case 'head':
        object.latest = Number(valueOf(text, this.#latestRevision) ?? 0);
        return;
      case 'revision':
        object.revisions.set(role.number, object.revisions.get(role.number) ?? 0);
        return;
      case 'revision-provenance':
        object.revisions.set(role.number, timeOf(text));
        return;
      case 'event':
        object.events.set(role.event, object.events.get(role.event) ?? 0);
        events.push(role.event);
        return;
      case 'event-provenance':
        object.events.set(role.event, timeOf(text));
    }
  }

  #of(object: Iri): ObjectGraphs {
    let found = this.#objects.get(object);
    if (found === undefined) {
      found = { latest: 0, revisions: new Map(), events: new Map() };
      this.#objects.set(object, found);
    }
    return found;
  }

  #revision(object: Iri, number: number): Iri {
    const revision = `${object}/revisions/${String(number)}`;
    if (!object.startsWith(this.#base) || !isIri(revision)) throw new TypeError(`no revision: ${revision}`);
    return revision;
  }
}

/** The newest revision made until then, by number; 0 when there was none. */
function validAt({ revisions }: ObjectGraphs, until: number): number {
  let found = 0;
  for (const [number, madeAt] of revisions) if (madeAt > 0 && madeAt <= until && number > found) found = number;
  return found;
}

function* iris(list: string): Generator<Iri, void, undefined> {
  for (const text of list.split('\n')) if (isIri(text)) yield text;
}

/** The literal of the first statement with a predicate. No literal holds an unescaped quote, so that nothing else matches. */
function valueOf(text: string, predicate: string): string | undefined {
  const beginning = `> <${predicate}> "`;
  const at = text.indexOf(beginning);
  if (at === -1) return undefined;
  const from = at + beginning.length;
  return text.slice(from, text.indexOf('"', from));
}

const timeOf = (provenance: string): number => {
  const time = Date.parse(valueOf(provenance, prov.generatedAtTime.value) ?? '');
  return Number.isNaN(time) ? 0 : time;
};
