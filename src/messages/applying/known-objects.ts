/** What this node has already, as one transaction sees it: objects by their URIs and by their identifiers. */
import { canonical, codesOf } from '../../logistics-objects/identifiers.js';
import { identifierPartition, identifierStart, parseIdentifierEntry } from '../../logistics-objects/lookups.js';
import type { Head } from '../../logistics-objects/revisions.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, iri, node } from '../../rdf/terms.js';
import type { IndexedLookup, LookupEntry, LookupPage } from '../../store/lookup.js';
import type { MessageServices } from '../lookups.js';

/** Reads the state of a transaction, or the visible one. */
export interface StateReader {
  head(object: Iri): Promise<Head | undefined>;
  read(graph: Iri): Promise<Graph>;
  /** Of the visible commits: the lock key of a waybill's messages keeps the entries that its messages need. */
  lookup(lookup: IndexedLookup, partition: string, page: LookupPage): Promise<LookupEntry[]>;
}

/** Objects with one identifier that are looked at. */
const MAX_CANDIDATES = 100;

/** An object with its latest revision. */
export interface KnownObject {
  readonly uri: Iri;
  readonly type: Iri;
  readonly data: Graph;
}

export class KnownObjects {
  constructor(
    private readonly services: MessageServices,
    private readonly state: StateReader,
  ) {}

  /** The id of an object of this node. */
  idOf(object: Iri): string | undefined {
    return this.services.uris.objectId(object);
  }

  async has(object: Iri): Promise<boolean> {
    return (await this.state.head(object)) !== undefined;
  }

  /** Whether an object or event with this URI was erased, so that it is used up (P35). */
  async isErased(resource: Iri): Promise<boolean> {
    return (await this.state.read(this.services.uris.tombstone(resource))).size > 0;
  }

  /** The latest revision; undefined for an object that this node does not have. */
  async latest(object: Iri): Promise<KnownObject | undefined> {
    const head = await this.state.head(object);
    if (head === undefined) return undefined;
    const data = await this.state.read(this.services.uris.revision(object, head.latestRevision));
    return { uri: object, type: head.type, data };
  }

  /**
   * The objects that may have an identifier, by the index of business identifiers, the lowest id first: the index has
   * canonical forms.
   *
   * @param property its local name.
   */
  async withIdentifier(text: string, property: string): Promise<KnownObject[]> {
    const { lookups, uris } = this.services;
    const start = identifierStart(`${canonical(text)}/${property}/`);
    const entries = await this.state.lookup(lookups.objects.identifiers, identifierPartition(canonical(text)), {
      after: { order: 0, value: start },
      limit: MAX_CANDIDATES,
    });
    const found = await Promise.all(
      entries
        .filter(({ value }) => value.startsWith(start))
        .map(({ value }) => this.latest(uris.object(parseIdentifierEntry(value).id))),
    );
    return found.filter((object) => object !== undefined);
  }

  /** The texts of an object's codes. */
  codes({ uri, data }: Pick<KnownObject, 'uri' | 'data'>, property: string): string[] {
    return codesOf(data, node(uri), this.term(property), this.term('code'));
  }

  /** A property or class of the data model. */
  term(name: string): ReturnType<typeof node> {
    return node(iri(`${this.services.vocabulary.namespaces.cargo}${name}`));
  }
}
