/**
 * Which Logistics Objects there are: an index kept up by the commit feed. A query for a page of them would look at all of
 * them, and everybody else would wait that long.
 */
import type { UriScheme } from '../uris.js';
import { type Iri, isIri, detachString } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { DamagedEntries } from '../store/damaged-entries.js';
import { IncrementalIndex } from '../store/cache/incremental-index.js';
import { type Timestamped, SortedIndex } from '../store/cache/sorted-index.js';
import { QueryTemplates } from '../store/query-templates.js';
import type { Store } from '../store/store.js';
import type { Head, Revisions } from './revisions.js';

export interface ListedObject {
  readonly uri: Iri;
  readonly type: Iri;
}

interface Entry extends Timestamped {
  type: Iri;
}

export interface ObjectIndexContext {
  readonly store: Store;
  readonly revisions: Pick<Revisions, 'head'>;
  readonly addresses: UriScheme;
  readonly vocabulary: Vocabulary;
  readonly damaged: DamagedEntries;
}

export class ObjectIndex {
  /** In the order in which they were created. */
  readonly #objects = new SortedIndex<Entry>();
  readonly #followed: IncrementalIndex<Head>;

  private constructor({ store, revisions, addresses, damaged }: ObjectIndexContext) {
    this.#followed = new IncrementalIndex({
      store,
      keyOf: (graph) => addresses.headObject(graph),
      load: (object) => revisions.head(object),
      update: (object, head) => {
        this.#take(object, head);
      },
      part: 'list of Logistics Objects',
      damaged,
    });
  }

  /** An index of what the store holds. */
  static async open(context: ObjectIndexContext): Promise<ObjectIndex> {
    const index = new ObjectIndex(context);
    const all = new QueryTemplates(context.vocabulary).select(`
      SELECT ?object ?type ?created WHERE {
        GRAPH ?head {
          ?object api:hasLatestRevision ?revision
          OPTIONAL { ?object dcterms:created ?created }
          OPTIONAL { ?object a ?type }
        }
        FILTER(STR(?head) = CONCAT(STR(?object), "/head"))
      }`);
    const found = new Map<Iri, Entry>();
    for (const solution of await context.store.select(all())) {
      const [uri = '', type = '', created = ''] = ['object', 'type', 'created'].map(
        (name) => solution.get(name)?.value,
      );
      if (!isIri(uri)) continue;
      const at = Date.parse(created);
      if (isIri(type) && !Number.isNaN(at)) found.set(uri, { uri, type, at });
      // Reading it says what is the matter, and sets it aside.
      else await context.revisions.head(uri);
    }
    index.#objects.fill(found.values());
    return index;
  }

  /**
   * The node's objects, oldest first, of some types or of all, and how many there are before paging; as of the last
   * commit when this is called.
   */
  async list(
    types: readonly Iri[] | undefined,
    { limit, offset }: { readonly limit: number; readonly offset: number },
  ): Promise<{ items: readonly ListedObject[]; total: number }> {
    await this.#followed.refresh();
    const wanted = types && new Set(types);
    const { entries } = this.#objects;
    const listed = wanted === undefined ? entries : entries.filter(({ type }) => wanted.has(type));
    return { items: listed.slice(offset, offset + limit), total: listed.length };
  }

  /** When an object was created stays as it is; one whose head cannot be read any more stays as it was. */
  #take(uri: Iri, head: Head | undefined): void {
    if (head === undefined) return;
    const { created } = head;
    const type = detachString(head.type);
    const known = this.#objects.get(uri);
    if (known === undefined) this.#objects.add({ uri, type, at: created.getTime() });
    else known.type = type;
  }
}
