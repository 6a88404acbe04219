/**
 * The default graph of a view at every moment: the changes of each revision since its creation, and each event. The
 * engine keeps the versions; this module decides which graphs make them up, and in which order.
 */
import type { DatasetView } from './dataset-view.js';
import { momentSince } from './moments.js';
import { acceptedVariants, creationOf, type ObjectGraphs, revisionOf } from './object-graphs.js';
import type { Step, StoreSlices } from './store-slices.js';
import type { Parts } from './graph-scope.js';

type Texts = (graph: string) => string;

/** A revision or an event, and the moment from which it is in the default graph. */
export interface DatedGraph {
  readonly moment: number;
  /** The object of a revision, or the graph of an event. */
  readonly of: string;
  /** The number of a revision; 0 for an event. */
  readonly number: number;
  /** The variant of the revision of a copy that is shown in its place from this moment on (M40). */
  readonly variant?: string;
}

const graphOf = ({ of, number, variant }: DatedGraph): string =>
  variant ?? (number === 0 ? of : revisionOf(of, number));

export const datedRevision = (of: string, number: number, textOf: Texts): DatedGraph => ({
  moment: momentSince(creationOf(revisionOf(of, number), textOf)),
  of,
  number,
});

export const datedEvent = (of: string, textOf: Texts): DatedGraph => ({
  moment: momentSince(creationOf(of, textOf)),
  of,
  number: 0,
});

/** The graphs of an object that are in the default graph at any moment. */
export function* datedGraphs(group: ObjectGraphs, parts: Parts, textOf: Texts): Generator<DatedGraph, void, undefined> {
  const { object, revisions, events, variants } = group;
  if (parts.events) for (const event of events) yield datedEvent(event, textOf);
  if (!parts.content) return;
  let until = Infinity;
  for (const number of [...revisions].sort((one, other) => other - one)) {
    const accepted = variants.length === 0 ? [] : acceptedVariants(group, number, textOf);
    const decided = accepted.map(({ graph, since }) => ({
      ...{ of: object, number, variant: graph },
      moment: momentSince(since),
    }));
    for (const dated of [...decided, datedRevision(object, number, textOf)]) {
      // A revision that was replaced within the same moment was never valid.
      if (dated.moment >= until) continue;
      yield dated;
      until = dated.moment;
    }
  }
}

const inOrder = (one: DatedGraph, other: DatedGraph): number => one.moment - other.moment || one.number - other.number;

/** Commits keep changing data that is already filled. */
export class DatasetUnsettled extends Error {
  override readonly name = 'DatasetUnsettled';
}

export class DefaultHistory {
  /** The latest revision of each object, and its first moment. */
  readonly #latest = new Map<string, DatedGraph>();
  #isLost = false;

  constructor(private readonly view: DatasetView) {}

  /** Whether the view must be filled anew: a graph is older than data that is already loaded. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Adds new graphs in the order of their moments. */
  *add(dated: DatedGraph[], slices: StoreSlices): Generator<Step, void> {
    for (const graph of dated.sort(inOrder)) {
      if (this.#isLost) return;
      yield graph.number === 0 ? this.#step(graph, '', slices.text(graphOf(graph))) : this.#revise(graph, slices);
    }
  }

  #revise(dated: DatedGraph, slices: StoreSlices): Step {
    const latest = this.#latest.get(dated.of);
    if (latest !== undefined) {
      // A revision of a copy may be received after a later one: it was never the latest (M54).
      if (dated.number < latest.number && dated.moment >= latest.moment) return undefined;
      // Revisions never change. If one did, or were older than its predecessor, the moments between would change.
      if (graphOf(dated) === graphOf(latest) || dated.number < latest.number || dated.moment < latest.moment) {
        this.#isLost = true;
        return undefined;
      }
    }
    this.#latest.set(dated.of, dated);
    const before = latest === undefined ? '' : slices.text(graphOf(latest));
    return this.#step(dated, before, slices.text(graphOf(dated)));
  }

  #step({ moment }: DatedGraph, before: string, after: string): Step {
    return {
      characters: before.length + after.length,
      apply: () => {
        if (!this.#isLost) this.#isLost = !this.view.replaceSince(moment, before, after);
      },
    };
  }
}
