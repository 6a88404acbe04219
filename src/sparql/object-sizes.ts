/** Estimates the size of a caller's datasets from a sample of its objects, without reading the others. */
import type { EventLookups } from '../logistics-events/lookups.js';
import { ALL_OBJECTS, type ObjectLookups } from '../logistics-objects/lookups.js';
import type { Revisions } from '../logistics-objects/revisions.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { LookupReader } from '../store/lookup.js';
import { lineCount } from '../store/oxigraph/ntriples.js';
import type { GraphSource } from '../store/store.js';
import type { UriScheme } from '../uris.js';

export interface ObjectSizesContext {
  readonly store: Pick<GraphSource, 'text' | 'size'> & LookupReader;
  readonly lookups: {
    readonly events: Pick<EventLookups, 'byCreation'>;
    readonly objects: Pick<ObjectLookups, 'byCreation'>;
  };
  readonly revisions: Pick<Revisions, 'head'>;
  readonly uris: UriScheme;
}

/** The objects whose content and whose events a caller may see. */
export interface SeenObjects {
  readonly objects: ReadonlySet<Iri>;
  readonly events: ReadonlySet<Iri>;
}

/** The size of a dataset, or of a part of it. */
export interface DatasetSize {
  /** The statements of the default graph: of the latest revisions and the events. */
  readonly latest: number;
  /** The statements of the named graphs. */
  readonly named: number;
  /** The number of the named graphs. */
  readonly graphs: number;
}

/** The mean sizes of one object, of its content and of its events. */
export interface ObjectSize {
  readonly content: DatasetSize;
  readonly events: DatasetSize;
}

const SAMPLE = 24;
/** The sample is taken from the first objects: a walk through millions of names would block the main thread. */
const MAX_VISITED = 10_000;

const NOTHING: DatasetSize = { latest: 0, named: 0, graphs: 0 };

export class ObjectSizes {
  constructor(private readonly context: ObjectSizesContext) {}

  /** The mean size of an object, of a sample of these. */
  async mean({ objects, events }: SeenObjects): Promise<ObjectSize> {
    const [content, ofEvents] = await Promise.all([
      Promise.all(sample(objects).map((object) => this.#content(object))),
      Promise.all(sample(events).map((object) => this.#events(object))),
    ]);
    return { content: meanOf(content), events: meanOf(ofEvents) };
  }

  /** The size of the dataset of everything: the statements of its named graphs are those of the store. */
  async everything(): Promise<DatasetSize> {
    const { store, lookups } = this.context;
    const { byCreation } = lookups.objects;
    const [count, ...ends] = await Promise.all([
      store.count(byCreation, ALL_OBJECTS),
      store.lookup(byCreation, ALL_OBJECTS, { limit: SAMPLE / 2 }),
      store.lookup(byCreation, ALL_OBJECTS, { limit: SAMPLE / 2, reverse: true }),
    ]);
    const objects = new Set(ends.flat().map(({ value }) => value));
    const { latest } = sizeOf(await this.mean({ objects, events: objects }), count, count);
    return { latest, named: store.size.statements, graphs: store.size.graphs };
  }

  /** Its revisions are taken to be as large as the latest one. */
  async #content(object: Iri): Promise<DatasetSize> {
    const { revisions, uris } = this.context;
    const head = await revisions.head(object);
    if (head === undefined) return NOTHING;
    const revision = uris.revision(object, head.latestRevision);
    const [latest = 0, provenance = 0, ofHead = 0] = await this.#statements([
      revision,
      uris.provenance(revision),
      uris.head(object),
    ]);
    const { latestRevision: count } = head;
    return { latest, named: count * (latest + provenance) + ofHead, graphs: 2 * count + 1 };
  }

  /** Its events are taken to be as large as the first one. */
  async #events(object: Iri): Promise<DatasetSize> {
    const { store, lookups, uris } = this.context;
    const { byCreation } = lookups.events;
    const [count, [first]] = await Promise.all([
      store.count(byCreation, object),
      store.lookup(byCreation, object, { limit: 1 }),
    ]);
    if (first === undefined || !isIri(first.value)) return NOTHING;
    const [event = 0, provenance = 0] = await this.#statements([first.value, uris.provenance(first.value)]);
    return { latest: count * event, named: count * (event + provenance), graphs: 2 * count };
  }

  #statements(graphs: readonly Iri[]): Promise<number[]> {
    return Promise.all(graphs.map(async (graph) => lineCount(await this.context.store.text(graph))));
  }
}

/** The estimated size of the datasets of a number of objects of a mean size. */
export const sizeOf = (mean: ObjectSize, objects: number, events: number): DatasetSize =>
  sum([times(mean.content, objects), times(mean.events, events)]);

const times = ({ latest, named, graphs }: DatasetSize, count: number): DatasetSize => ({
  latest: Math.round(latest * count),
  named: Math.round(named * count),
  graphs: Math.round(graphs * count),
});

const sum = (sizes: readonly DatasetSize[]): DatasetSize =>
  sizes.reduce(
    (one, other) => ({
      latest: one.latest + other.latest,
      named: one.named + other.named,
      graphs: one.graphs + other.graphs,
    }),
    NOTHING,
  );

function meanOf(sizes: readonly DatasetSize[]): DatasetSize {
  const { latest, named, graphs } = sum(sizes);
  const count = Math.max(1, sizes.length);
  return { latest: latest / count, named: named / count, graphs: graphs / count };
}

/** Evenly distributed members. */
function sample(all: ReadonlySet<Iri>): Iri[] {
  const visited = Math.min(all.size, MAX_VISITED);
  const chosen: Iri[] = [];
  let at = 0;
  for (const each of all) {
    if (at >= visited) break;
    if (Math.floor((at * SAMPLE) / visited) >= chosen.length) chosen.push(each);
    at += 1;
  }
  return chosen;
}
