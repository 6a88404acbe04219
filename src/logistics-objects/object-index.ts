/**
 * Which Logistics Objects there are: an index kept up by the commit feed. A query for a page of them would look at all of
 * them, and everybody else would wait that long.
 */
import type { Addresses } from '../addresses.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { Followed } from '../store/followed.js';
import { insertInOrder } from '../store/ordered.js';
import { Preparer } from '../store/prepared.js';
import type { Store } from '../store/store.js';
import type { Head, Revisions } from './revisions.js';

export interface ListedObject {
  readonly uri: Iri;
  readonly type: Iri;
}

interface Entry {
  readonly uri: Iri;
  type: Iri;
  /** In milliseconds since 1970. */
  readonly created: number;
}

export interface ObjectIndexContext {
  readonly store: Store;
  readonly revisions: Pick<Revisions, 'head'>;
  readonly addresses: Addresses;
  readonly vocabulary: Vocabulary;
}

const isAfter = (one: Entry, other: Entry): boolean =>
  one.created > other.created || (one.created === other.created && one.uri > other.uri);

export class ObjectIndex {
  readonly #byUri = new Map<Iri, Entry>();
  /** Oldest first. */
  readonly #inOrder: Entry[] = [];
  readonly #followed: Followed<Head>;

  private constructor({ store, revisions, addresses }: ObjectIndexContext) {
    this.#followed = new Followed({
      store,
      subject: (graph) => addresses.headObject(graph),
      find: (object) => revisions.head(object),
      take: (object, head) => {
        this.#take(object, head);
      },
    });
  }

  /** An index of what the store holds. */
  static async open(context: ObjectIndexContext): Promise<ObjectIndex> {
    const index = new ObjectIndex(context);
    const all = new Preparer(context.vocabulary).select(`
      SELECT ?object ?type ?created WHERE {
        GRAPH ?head { ?object api:hasLatestRevision ?revision ; dcterms:created ?created ; a ?type }
        FILTER(STR(?head) = CONCAT(STR(?object), "/head"))
      }`);
    for (const solution of await context.store.select(all())) {
      const [uri = '', type = '', created = ''] = ['object', 'type', 'created'].map(
        (name) => solution.get(name)?.value,
      );
      if (isIri(uri) && isIri(type)) index.#byUri.set(uri, { uri, type, created: Date.parse(created) });
    }
    index.#inOrder.push(...[...index.#byUri.values()].sort((one, other) => (isAfter(one, other) ? 1 : -1)));
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
    const listed = wanted === undefined ? this.#inOrder : this.#inOrder.filter(({ type }) => wanted.has(type));
    return { items: listed.slice(offset, offset + limit), total: listed.length };
  }

  /** When an object was created stays as it is, and none is ever gone. */
  #take(uri: Iri, head: Head | undefined): void {
    if (head === undefined) return;
    const { type, created } = head;
    const known = this.#byUri.get(uri);
    if (known !== undefined) {
      known.type = type;
      return;
    }
    const entry = { uri, type, created: created.getTime() };
    this.#byUri.set(uri, entry);
    insertInOrder(this.#inOrder, entry, isAfter);
  }
}
