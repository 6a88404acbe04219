/** The events of a partner's object that are held, as a collection (M51). */
import { collection } from '../../http/collection.js';
import type { RdfResource } from '../../http/representation/representation.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, isIri, node } from '../../rdf/terms.js';
import { prov } from '../../rdf/vocabulary.js';
import type { CopyHead } from '../copies/copy-facts.js';
import type { MirrorContext } from '../mirror-services.js';
import type { HeldCopies } from './held-copies.js';

/** Events read at a time. */
const PAGE = 500;

interface HeldEvent {
  readonly uri: Iri;
  /** In milliseconds; that of the receipt without one. */
  readonly createdAt: number;
  readonly receivedAt: number;
  readonly data: Graph;
}

export interface HeldEvents {
  readonly collection: RdfResource;
  readonly total: number;
  /** When the newest one was received. */
  readonly receivedAt: Date | undefined;
}

export class CopiedEvents {
  readonly #eventIn = (data: Graph, graph: Iri): Iri | undefined =>
    data.iri(node(this.context.uris.subjectOf(graph)), prov.specializationOf);

  constructor(
    private readonly context: MirrorContext,
    private readonly held: HeldCopies,
  ) {}

  /** A page in the order of creation. @param address of the collection. */
  async page(
    { object }: CopyHead,
    address: Iri,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<HeldEvents> {
    const events = await this.#all(object);
    events.sort((one, other) => one.createdAt - other.createdAt || (one.uri < other.uri ? -1 : 1));
    const items = events
      .slice(offset, offset + limit)
      .map(({ uri, data }) => ({ item: node(uri), statements: this.held.asReceived(object, data) }));
    const newest = events.reduce((latest, { receivedAt }) => Math.max(latest, receivedAt), 0);
    return {
      collection: await collection(node(address), items, events.length, this.context.vocabulary),
      total: events.length,
      receivedAt: newest === 0 ? undefined : new Date(newest),
    };
  }

  async #all(object: Iri): Promise<HeldEvent[]> {
    const { store, lookups, uris, parsedGraphs, vocabulary } = this.context;
    const events: HeldEvent[] = [];
    for (let offset = 0; ; offset += PAGE) {
      const page = await store.lookup(lookups.mirror.events, object, { limit: PAGE, offset });
      for (const { value, order } of page) {
        const uri = await parsedGraphs.get(uris.provenance(value), this.#eventIn);
        const data = await store.read(value);
        // The statements of a deleted event are gone (M31).
        if (uri === undefined || !isIri(uri) || data.size === 0) continue;
        const createdAt = data.date(node(uri), vocabulary.cargo.creationDate)?.getTime() ?? order;
        events.push({ uri, createdAt, receivedAt: order, data });
      }
      if (page.length < PAGE) return events;
    }
  }
}
