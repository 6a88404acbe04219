/**
 * The revisions of an object: the requestor, the decision and the changes of each. A revision is immutable, so items
 * are cached.
 */
import { contentFields } from '../action-requests/action-request.js';
import { changedProperties } from '../change-requests/change-statements.js';
import { ServiceError } from '../errors.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { compareRevisions, type RevisionDifferences } from '../logistics-objects/differences/compare-revisions.js';
import { missingFrom } from '../logistics-objects/differences/statements.js';
import type { Head } from '../logistics-objects/revisions.js';
import { Graph } from '../rdf/graph.js';
import { type Iri, iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import type { StoreCache } from '../store/cache/store-cache.js';
import { statusEntries } from './request-history.js';
import type { RevisionItem } from './responses.js';

/** The approximate size of an item without its texts, in bytes. */
const ITEM_BYTES = 500;
const BYTES_PER_CHARACTER = 2;
/** Revisions that an answer lists. */
export const MAX_REVISIONS = 50;

/** The content of a revision's provenance graph. */
interface Provenance {
  readonly at: string;
  readonly agent: string | null;
  readonly request: Iri | undefined;
  /** The message that made the revision (X64). */
  readonly message: Iri | undefined;
}

const NOTHING = new Graph([]);

export class History {
  readonly #items: StoreCache<RevisionItem>;
  readonly #parseProvenance = (data: Graph, graph: Iri): Provenance => {
    const revision = node(iri(graph.slice(0, graph.lastIndexOf('/'))));
    return {
      at: data.date(revision, prov.generatedAtTime)?.toISOString() ?? '',
      agent: data.object(revision, prov.wasAttributedTo)?.value ?? null,
      request: data.iri(revision, prov.wasGeneratedBy),
      message: data.iri(revision, prov.wasDerivedFrom),
    };
  };

  constructor(private readonly services: ExchangeServices) {
    this.#items = services.store.cache({
      share: 'history',
      bytes: ({ description, properties }) =>
        ITEM_BYTES + BYTES_PER_CHARACTER * ((description?.length ?? 0) + properties.join().length),
    });
  }

  /** The author and the time of a revision. */
  provenance(object: Iri, number: number): Promise<Provenance> {
    const { uris, parsedGraphs } = this.services;
    return parsedGraphs.get(uris.provenance(uris.revision(object, number)), this.#parseProvenance);
  }

  /** The statements of a revision. @throws ServiceError `not-found` when the object has no such revision. */
  async statements({ object, latestRevision }: Head, number: number): Promise<Graph> {
    if (number < 1 || number > latestRevision) {
      throw new ServiceError('not-found', {
        message: `the Logistics Object has no revision ${number}; the latest one is ${latestRevision}`,
        resource: object,
      });
    }
    return this.services.store.read(this.services.uris.revision(object, number));
  }

  /** Consecutive revisions, newest first; at most `MAX_REVISIONS` in a call. */
  async items({ object }: Head, newest: number, oldest: number): Promise<RevisionItem[]> {
    const { uris, store } = this.services;
    const items: RevisionItem[] = [];
    for (let number = newest; number >= Math.max(1, oldest); number -= 1) {
      const graph = uris.revision(object, number);
      const item = await this.#items.of(graph, async (track) => {
        track.graph(graph);
        track.graph(uris.provenance(graph));
        const data = await store.read(graph);
        const before = number === 1 ? NOTHING : await store.read(uris.revision(object, number - 1));
        return this.#item(object, number, before, data);
      });
      items.push(item);
    }
    return items;
  }

  async #item(object: Iri, number: number, before: Graph, after: Graph): Promise<RevisionItem> {
    const { requests, vocabulary } = this.services;
    const { at, agent, request: uri, message } = await this.provenance(object, number);
    const request = uri && (await requests.find(uri));
    const decided = request && statusEntries(request, vocabulary).at(-1);
    return {
      number,
      at,
      requestedBy: agent,
      decidedBy: decided?.by ?? null,
      request: uri ?? null,
      message: message ?? null,
      description: (request && contentFields(request, vocabulary).text(vocabulary.api.hasDescription)) ?? null,
      properties: changedProperties(before, after, object),
      added: missingFrom(before, after).length,
      removed: missingFrom(after, before).length,
    };
  }

  /**
   * The differences of two revisions; `from` may be the later one.
   *
   * @throws ServiceError `not-found` when the object has no such revision.
   */
  diff(head: Head, from: number, to: number): Promise<RevisionDifferences> {
    return compareRevisions(
      {
        object: head.object,
        read: (number) => this.statements(head, number),
        between: (low, high) => (high - low <= 1 ? undefined : Math.floor((low + high) / 2)),
      },
      from,
      to,
    );
  }
}
