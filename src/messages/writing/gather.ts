/** Reads the objects that a message is written from, as nodes of the data model's classes (X76). */
import { type Steps, turns } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import { isObjectUri } from '../../logistics-objects/links.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, iri, isIri, isNamedNode, node, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { isEmbedded } from '../applying/content.js';
import type { ModelNames } from '../mapping/model-names.js';
import { DraftNode } from '../reading/draft.js';
import type { Branch, Branches } from './branches.js';

/** A revision of an object. */
export interface ReadObject {
  readonly data: Graph;
  readonly number: number;
  readonly createdAt: Date;
}

export interface ReadEvent {
  readonly uri: Iri;
  readonly data: Graph;
  readonly recordedAt: Date | undefined;
  /** The numbers of the houses whose shipments have it as well (X43). */
  readonly houses: readonly string[];
}

export interface ObjectSource {
  /** Whether this is the URI of an object of this node. */
  readonly isObject: (uri: string) => boolean;
  /** An object as the caller may read it; undefined for one that is not here, or not for this caller. */
  readonly read: (object: Iri) => Promise<ReadObject | undefined>;
}

export interface Gathered {
  readonly objects: ReadonlyMap<Iri, DraftNode>;
  readonly events: readonly { readonly uri: Iri; readonly node: DraftNode; readonly houses: readonly string[] }[];
  /** Objects of the waybill that nothing links to: the ULDs of its statuses. */
  readonly others: readonly DraftNode[];
  /** The URI of a node that is an object. */
  readonly uriOf: (node: DraftNode) => Iri | undefined;
  /** Objects that the message would name, but that are not in it. */
  readonly left: ReadonlyMap<string, 'not-readable' | 'too-many'>;
  /** The time of the latest revision or event. */
  readonly latest: Date;
  readonly areFirst: boolean;
}

/** Objects that a message is written from: as many pieces as a waybill may have, and what belongs to them. */
const MAX_OBJECTS = 25_000;

/** Objects that are read at a time. */
const AT_A_TIME = 50;

/** Server-made properties of an event. */
const ofRecord: ReadonlySet<string> = new Set(['creationDate', 'recordingOrganization']);

interface Reached {
  readonly object: Iri;
  readonly branch: Branch;
}

/** Where gathering begins. */
export interface GatheringRoots {
  readonly waybill: Iri;
  readonly branch: Branch;
  readonly ulds: readonly Iri[];
  readonly events: readonly ReadEvent[];
}

export class Gathering {
  readonly #read = new Map<Iri, ReadObject>();
  readonly #left = new Map<string, 'not-readable' | 'too-many'>();
  readonly #seen = new Map<Branch, Set<string>>();
  readonly #uris = new Map<DraftNode, Iri>();
  readonly #objects = new Map<Iri, DraftNode>();

  constructor(
    private readonly source: ObjectSource,
    private readonly names: ModelNames,
  ) {}

  /** Reads what the branches lead to. */
  async gather({ waybill, branch, ulds, events }: GatheringRoots, { status, uld }: Branches): Promise<Gathered> {
    let reached: Reached[] = [{ object: waybill, branch }, ...ulds.map((object) => ({ object, branch: uld }))];
    for (const { uri, data } of events) reached.push(...this.#links(data, node(uri), status));
    while (reached.length > 0) {
      const next: Reached[] = [];
      for (let from = 0; from < reached.length; from += AT_A_TIME) {
        const some = reached.slice(from, from + AT_A_TIME);
        const read = await Promise.all(some.map(({ object }) => this.#readOnce(object)));
        for (const [index, { object, branch: of }] of some.entries()) {
          const data = read[index]?.data;
          if (data !== undefined) next.push(...this.#links(data, node(object), of));
        }
      }
      reached = next;
    }
    return turns.run(this.#gathered(events, ulds));
  }

  async #readOnce(object: Iri): Promise<ReadObject | undefined> {
    const known = this.#read.get(object);
    if (known !== undefined || this.#left.has(object)) return known;
    if (this.#read.size >= MAX_OBJECTS) {
      this.#left.set(object, 'too-many');
      return undefined;
    }
    const read = await this.source.read(object);
    if (read === undefined) this.#left.set(object, 'not-readable');
    else this.#read.set(object, read);
    return read;
  }

  /** The objects that a branch leads to, through embedded objects. */
  #links(data: Graph, from: Term, { children }: Branch): Reached[] {
    const found: Reached[] = [];
    for (const [property, branch] of children)
      for (const object of data.objects(from, node(this.names.property(property)))) {
        const seen = getOrAdd(this.#seen, branch, () => new Set<string>());
        if (isEmbedded(object)) found.push(...this.#links(data, object, branch));
        else if (isNamedNode(object) && isIri(object.value) && !seen.has(object.value)) {
          seen.add(object.value);
          if (this.source.isObject(object.value)) found.push({ object: object.value, branch });
          // A link to another server is not followed.
          else if (isObjectUri(object.value)) this.#left.set(object.value, 'not-readable');
        }
      }
    return found;
  }

  *#gathered(events: readonly ReadEvent[], ulds: readonly Iri[]): Steps<Gathered> {
    for (const [object, { data }] of this.#read) {
      const draft = this.#named(data, node(object));
      this.#objects.set(object, draft);
      this.#uris.set(draft, object);
    }
    yield;
    for (const [object, { data }] of this.#read) {
      const draft = this.#objects.get(object);
      if (draft !== undefined) this.#fill(draft, data, node(object), new Map());
      yield;
    }
    const times = [...this.#read.values()].map(({ createdAt }) => createdAt.getTime());
    for (const { recordedAt } of events) if (recordedAt !== undefined) times.push(recordedAt.getTime());
    return {
      objects: this.#objects,
      events: events.map(({ uri, data, houses }) => {
        const draft = this.#named(data, node(uri));
        this.#fill(draft, data, node(uri), new Map());
        for (const property of ofRecord) draft.remove(property);
        return { uri, node: draft, houses };
      }),
      others: ulds.map((object) => this.#objects.get(object)).filter((draft) => draft !== undefined),
      uriOf: (draft) => this.#uris.get(draft),
      left: this.#left,
      latest: new Date(times.reduce((latest, time) => Math.max(latest, time), 0)),
      areFirst: [...this.#read.values()].every(({ number }) => number === 1),
    };
  }

  #named(data: Graph, subject: Term): DraftNode {
    return new DraftNode(this.names.classOf(data.types(subject)) ?? 'LogisticsObject');
  }

  #fill(draft: DraftNode, data: Graph, subject: Term, embedded: Map<string, DraftNode>): void {
    for (const { predicate, object } of data.about(subject)) {
      const property = predicate.equals(rdfTerms.type) ? undefined : this.names.nameOf(predicate.value);
      if (property === undefined) continue;
      if (object.termType === 'Literal') {
        const term = { kind: 'literal' as const, text: object.value, datatype: iri(object.datatype.value) };
        draft.set(property, term);
      } else if (isEmbedded(object)) {
        const key = termKey(object);
        const known = embedded.get(key);
        const part = known ?? this.#named(data, object);
        embedded.set(key, part);
        draft.link(property, part);
        if (known === undefined) this.#fill(part, data, object, embedded);
      } else if (isIri(object.value)) {
        const linked = this.#objects.get(object.value);
        if (linked === undefined) draft.set(property, { kind: 'iri', iri: object.value });
        else draft.link(property, linked);
      }
    }
  }
}
