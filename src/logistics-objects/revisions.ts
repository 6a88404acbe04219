/**
 * Revisions of Logistics Objects: each is an immutable named graph with a provenance graph; a head of constant size
 * names the latest. The cost of a new revision is independent of the number of revisions and objects.
 */
import type { UriScheme } from '../uris.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, isIri, node, triple, type NamedNode } from '../rdf/terms.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { dcterms, prov, rdfs, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError, type Quarantine } from '../store/quarantine.js';
import type { GraphReader, Transaction } from '../store/store.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import { Identifiers, identifierStatements } from './identifiers.js';
import { addLinks, linkedObjects, removeLinks } from './links.js';
import { Words, writeWords } from './words.js';

/** The current state of a Logistics Object. */
export interface Head {
  readonly object: Iri;
  /** The most specific type (D8). */
  readonly type: Iri;
  readonly latestRevision: number;
  readonly created: Date;
  readonly modified: Date;
  /** The new URI of a moved object, permanent (301) or temporary (302). */
  readonly moved: { readonly location: string; readonly permanent: boolean } | undefined;
  /** The business identifiers of the latest revision, as `Identifiers.in` writes them. */
  readonly identifiers: readonly string[];
  /** The erasures of properties of the object (P29). */
  readonly erasures: readonly Iri[];
}

/** One revision of an object. */
export interface Revision {
  readonly head: Head;
  readonly number: number;
  readonly graph: Iri;
  readonly createdAt: Date;
}

/** The author, the time and the action request of a revision, and the message that it comes from (X64). */
interface RevisionMetadata {
  readonly agent: Iri;
  readonly at: Date;
  readonly request?: Iri | undefined;
  readonly derivedFrom?: Iri | undefined;
}

/** Revisions of an object whose times are kept with its head: those at which most bisections look. */
const MOST_TIMES = 256;
/** They count with the head: as many take the memory of a statement. */
const TIMES_OF_A_STATEMENT = 20;

/** Times of revisions in milliseconds since 1970, by their numbers: as dates they would take three times the memory. */
type Times = Map<number, number>;

function date(data: Graph, subject: Iri, property: NamedNode): Date {
  const text = data.object(node(subject), property)?.value ?? '';
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new DamagedDataError(`<${subject}> has no ${property.value}`);
  return value;
}

export class Revisions {
  readonly #identifiers: Identifiers;
  readonly #hasErasure: NamedNode;
  readonly #words: Words;
  readonly #parseHead: (data: Graph, graph: Iri) => Head | undefined;
  readonly #parseCreatedAt: (data: Graph) => Date;
  /** Cached with an object's head: empty after each change. */
  readonly #newTimes = (): Times => new Map();

  constructor(
    private readonly parsedGraphs: ParsedGraphs,
    private readonly uris: UriScheme,
    private readonly vocabulary: Vocabulary,
    private readonly quarantine: Quarantine,
  ) {
    this.#identifiers = new Identifiers(vocabulary.namespaces.cargo);
    this.#hasErasure = erasureTerms(uris.extensions).hasErasure;
    this.#words = new Words(vocabulary.namespaces.cargo);
    this.#parseHead = quarantine.tolerant('Logistics Objects', (data) => this.#head(data));
    this.#parseCreatedAt = (data) => {
      for (const { subject } of data.match(null, prov.generatedAtTime)) {
        if (isIri(subject.value)) return date(data, subject.value, prov.generatedAtTime);
      }
      throw new DamagedDataError('a revision has no provenance');
    };
  }

  /** The object's head; undefined if this node has no such object, or for an unreadable head in quarantine. */
  async head(object: Iri): Promise<Head | undefined> {
    return this.quarantine.tolerate(() => this.parsedGraphs.get(this.uris.head(object), this.#parseHead));
  }

  /** Whether this node has the object, but its head is unreadable. */
  isDamaged(object: Iri): boolean {
    return this.quarantine.has(this.uris.head(object));
  }

  /** The head in the state of a transaction. @throws DamagedDataError for an unreadable one. */
  async headIn(reader: GraphReader, object: Iri): Promise<Head | undefined> {
    return this.#head(await reader.read(this.uris.head(object)));
  }

  /**
   * As `headIn`, for an object that is to be created: it also reads the graphs that `create` writes, in one round trip
   * to a shared database.
   */
  async headBeforeCreation(reader: GraphReader, object: Iri): Promise<Head | undefined> {
    const revision = this.uris.revision(object, 1);
    const [head] = await Promise.all([
      this.headIn(reader, object),
      reader.read(this.uris.links(object)),
      reader.read(this.uris.words(object)),
      reader.read(revision),
      reader.read(this.uris.provenance(revision)),
    ]);
    return head;
  }

  /** The latest revision of an object. */
  latest(head: Head): Revision {
    return {
      head,
      number: head.latestRevision,
      graph: this.uris.revision(head.object, head.latestRevision),
      createdAt: head.modified,
    };
  }

  /** A revision of an object by one of its numbers. */
  async numbered(head: Head, number: number): Promise<Revision> {
    if (number === head.latestRevision) return this.latest(head);
    const graph = this.uris.revision(head.object, number);
    const createdAt = number === 1 ? head.created : await this.#createdAt(graph);
    return { head, number, graph, createdAt };
  }

  #createdAt(revision: Iri): Promise<Date> {
    return this.parsedGraphs.get(this.uris.provenance(revision), this.#parseCreatedAt);
  }

  /**
   * The revision that was valid at a time: the newest one created until then. Revision times never decrease, so it
   * is found by bisection over the provenance graphs. The times that it looks at are kept with the head: in a long history
   * a dozen promises would take an eighth of a request.
   *
   * @returns undefined when the object did not exist yet.
   */
  async validAt(head: Head, until: Date): Promise<Revision | undefined> {
    if (head.modified <= until) return this.latest(head);
    if (head.created > until) return undefined;
    const most = Math.min(MOST_TIMES, head.latestRevision);
    const weight = Math.ceil(most / TIMES_OF_A_STATEMENT);
    const times = await this.parsedGraphs.get(this.uris.head(head.object), this.#newTimes, weight);
    let found = { number: 1, createdAt: head.created.getTime() };
    let upper = head.latestRevision;
    while (upper - found.number > 1) {
      const number = Math.floor((found.number + upper) / 2);
      const createdAt = times.get(number) ?? (await this.#createdAt(this.uris.revision(head.object, number))).getTime();
      if (times.size < most) times.set(number, createdAt);
      if (createdAt <= until.getTime()) found = { number, createdAt };
      else upper = number;
    }
    return {
      head,
      number: found.number,
      createdAt: new Date(found.createdAt),
      graph: this.uris.revision(head.object, found.number),
    };
  }

  /** The time of the next revision: now, or that of the previous revision if the clock has been set back. */
  nextTime(previous: Head, now: Date): Date {
    return now > previous.modified ? now : previous.modified;
  }

  /** Writes an object's first revision (D8: number 1), its provenance and its head. */
  async create(tx: Transaction, subject: Iri, type: Iri, statements: Graph, by: RevisionMetadata): Promise<Head> {
    const head: Head = {
      object: subject,
      type,
      latestRevision: 1,
      created: by.at,
      modified: by.at,
      moved: undefined,
      identifiers: this.#identifiers.in(statements, subject),
      erasures: [],
    };
    await tx.insert(this.uris.revision(subject, 1), statements);
    await addLinks(tx, head, linkedObjects(statements, subject, this.uris), this.uris);
    await writeWords(tx, head, this.#words.in(statements, subject), this.uris);
    await this.#record(tx, head, by);
    return head;
  }

  /**
   * Makes the graph of the next revision, which the transaction has written, the latest.
   *
   * @param statements of the previous revision and of that graph.
   */
  async advance(
    tx: Transaction,
    previous: Head,
    { type, before, after }: { readonly type: Iri; readonly before: Graph; readonly after: Graph },
    by: RevisionMetadata,
  ): Promise<Head> {
    const { object } = previous;
    const latestRevision = previous.latestRevision + 1;
    const identifiers = this.#identifiers.in(after, object);
    const head: Head = { ...previous, type, latestRevision, modified: by.at, identifiers };
    const linked = linkedObjects(before, object, this.uris);
    const links = [...linkedObjects(after, object, this.uris)].filter((to) => !linked.has(to));
    await addLinks(tx, head, links, this.uris);
    await writeWords(tx, head, this.#words.in(after, object), this.uris);
    await this.#record(tx, head, by);
    return head;
  }

  /** Marks an object as moved; its revisions do not change. */
  async relocate(tx: Transaction, head: Head, moved: Head['moved'], agent: Iri): Promise<void> {
    await this.#writeHead(tx, { ...head, moved }, agent);
  }

  /** Adds the identifiers, links and words that earlier versions did not write; other objects do not change. */
  rewriteHead(tx: Transaction, object: Iri): Promise<void> {
    return this.#rewriteHead(tx, object);
  }

  /**
   * What follows from the latest revision, after the erasure of a property.
   *
   * @param unlinked objects to which no revision links any more.
   */
  async addErasure(tx: Transaction, object: Iri, erasure: Iri, unlinked: readonly Iri[]): Promise<void> {
    await removeLinks(tx, object, unlinked, this.uris);
    await this.#rewriteHead(tx, object, erasure);
  }

  async #rewriteHead(tx: Transaction, object: Iri, erasure?: Iri): Promise<void> {
    const data = await tx.read(this.uris.head(object));
    const head = this.#head(data);
    if (head === undefined) return;
    const agent = data.iri(node(object), prov.wasAttributedTo);
    if (agent === undefined) throw new DamagedDataError(`the head of ${object} names no agent`);
    const statements = await tx.read(this.latest(head).graph);
    await addLinks(tx, head, linkedObjects(statements, object, this.uris), this.uris);
    await writeWords(tx, head, this.#words.in(statements, object), this.uris);
    const erasures = erasure === undefined ? head.erasures : [...head.erasures, erasure];
    await this.#writeHead(tx, { ...head, erasures, identifiers: this.#identifiers.in(statements, object) }, agent);
  }

  async #record(tx: Transaction, head: Head, { agent, at, request, derivedFrom }: RevisionMetadata): Promise<void> {
    const { revision, provenance } = this.uris;
    const number = head.latestRevision;
    const graph = node(revision(head.object, number));
    const integer = factory.literal(String(number), xsd.integer);
    await tx.insert(provenance(revision(head.object, number)), [
      triple(graph, rdfTerms.type, prov.Entity),
      triple(graph, prov.specializationOf, node(head.object)),
      triple(graph, this.vocabulary.api.hasRevision, integer),
      triple(graph, prov.generatedAtTime, factory.literal(at.toISOString(), xsd.dateTime)),
      triple(graph, prov.wasAttributedTo, node(agent)),
      ...(request === undefined ? [] : [triple(graph, prov.wasGeneratedBy, node(request))]),
      ...(derivedFrom === undefined ? [] : [triple(graph, prov.wasDerivedFrom, node(derivedFrom))]),
      ...(number === 1 ? [] : [triple(graph, prov.wasRevisionOf, node(revision(head.object, number - 1)))]),
    ]);
    await this.#writeHead(tx, head, agent);
  }

  async #writeHead(tx: Transaction, head: Head, agent: Iri): Promise<void> {
    const subject = node(head.object);
    const { api } = this.vocabulary;
    await tx.replace(this.uris.head(head.object), [
      triple(subject, rdfTerms.type, node(head.type)),
      triple(subject, api.hasLatestRevision, factory.literal(String(head.latestRevision), xsd.integer)),
      triple(subject, dcterms.created, factory.literal(head.created.toISOString(), xsd.dateTime)),
      triple(subject, dcterms.modified, factory.literal(head.modified.toISOString(), xsd.dateTime)),
      triple(subject, prov.wasAttributedTo, node(agent)),
      ...identifierStatements(subject, dcterms.identifier, head.identifiers),
      ...head.erasures.map((erasure) => triple(subject, this.#hasErasure, node(erasure))),
      ...(head.moved === undefined
        ? []
        : [
            triple(
              subject,
              head.moved.permanent ? dcterms.isReplacedBy : rdfs.seeAlso,
              factory.literal(head.moved.location, xsd.anyURI),
            ),
          ]),
    ]);
  }

  #head(data: Graph): Head | undefined {
    const { api } = this.vocabulary;
    for (const { subject, object: latest } of data.match(null, api.hasLatestRevision)) {
      const type = data.object(subject, rdfTerms.type)?.value ?? '';
      if (!isIri(subject.value) || !isIri(type)) throw new DamagedDataError(`the head of ${subject.value} has no type`);
      const latestRevision = Number(latest.value);
      if (!Number.isSafeInteger(latestRevision) || latestRevision < 1)
        throw new DamagedDataError(`the head of ${subject.value} names no revision`);
      const replacedBy = data.object(subject, dcterms.isReplacedBy);
      const location = replacedBy ?? data.object(subject, rdfs.seeAlso);
      return {
        object: subject.value,
        type,
        latestRevision,
        created: date(data, subject.value, dcterms.created),
        modified: date(data, subject.value, dcterms.modified),
        moved: location && { location: location.value, permanent: replacedBy !== undefined },
        identifiers: data.objects(subject, dcterms.identifier).map(({ value }) => value),
        erasures: data.iris(subject, this.#hasErasure),
      };
    }
    if (data.size > 0) throw new DamagedDataError('a head without a revision');
    return undefined;
  }
}
