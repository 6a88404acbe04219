/**
 * Splits a body into Logistics Objects (D6): nested Logistics Objects become objects of their own, linked from their
 * parents; other nested nodes become embedded objects of the object they are reached from.
 */
import { type Steps, turns } from '../async/turns.js';
import type { Services } from '../services.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import { type Graph, graphOf, graphSteps } from '../rdf/graph.js';
import { type Iri, isIri, namedNode, node, type Quad, type Resource, triple } from '../rdf/terms.js';
import { renamer } from '../rdf/skolemize.js';
import { rdfTerms } from '../rdf/vocabulary.js';

/** A Logistics Object to create. */
export interface SplitObject {
  readonly uri: Iri;
  readonly types: readonly [Iri, ...Iri[]];
  readonly statements: Graph;
}

/** In lenient mode classes may be unknown, and nested nodes may have addresses of this node (D40). */
export type SplitterServices = Pick<Services, 'model' | 'uris' | 'vocabulary' | 'ids' | 'lenient' | 'log'>;

const MAX_WARNINGS = 100;

/** Logistics Objects in one body. */
const MAX_OBJECTS = 2_000;

/** The nodes that a step splits off. */
const OBJECTS_IN_STEP = 5;
const NODES_IN_STEP = 50;

/**
 * The most characters of all copies: an embedded object of several objects is copied into each of them. 4 × the body
 * and 1 MiB.
 */
const MAX_COPY_FACTOR = 4;
const COPY_ALLOWANCE = 1024 ** 2;

const lengthOf = ({ subject, predicate, object }: Quad): number =>
  subject.value.length + predicate.value.length + object.value.length;

const isInternal = (term: Resource): boolean => term.termType === 'BlankNode' || term.value.startsWith('internal:');

/** The IRI that a document gives a node, for the detail of an error (D53). */
function addressOf(term: Resource): Iri | undefined {
  return !isInternal(term) && isIri(term.value) ? term.value : undefined;
}

class ObjectSplitter {
  readonly #data: Graph;
  readonly #uris = new Map<string, Iri>();
  readonly #reached = new Set<string>();
  readonly #problems: ErrorDetail[] = [];
  /** By the node that they are about, each once. */
  readonly #warnings = new Map<string, string>();
  /** Characters that copies may still take. */
  #budget = COPY_ALLOWANCE;

  constructor(
    data: Graph,
    private readonly root: Resource,
    private readonly services: SplitterServices,
  ) {
    // The server assigns revisions: revision numbers of a copied representation are removed.
    const { api } = services.vocabulary;
    const isRetained = (quad: Quad): boolean =>
      !quad.predicate.equals(api.hasRevision) && !quad.predicate.equals(api.hasLatestRevision);
    this.#data = graphOf(Array.from(data).filter(isRetained));
    for (const quad of this.#data) this.#budget += MAX_COPY_FACTOR * lengthOf(quad);
  }

  *split(): Steps<SplitObject[]> {
    const found: SplitObject[] = [];
    const queue: Resource[] = [this.root];
    const seen = new Set([this.root.value]);
    for (let root = queue.shift(); root !== undefined; root = queue.shift()) {
      const { object, children } = yield* this.#object(root);
      if (found.length % OBJECTS_IN_STEP === OBJECTS_IN_STEP - 1) yield;
      if (object !== undefined) found.push(object);
      if (found.length > MAX_OBJECTS) {
        throw new ServiceError(
          'too-large',
          `a body may have at most ${MAX_OBJECTS} Logistics Objects: create the others separately, and link them`,
        );
      }
      for (const child of children.filter(({ value }) => !seen.has(value))) {
        seen.add(child.value);
        queue.push(child);
      }
    }
    const unreached = new Set(
      Array.from(this.#data, ({ subject }) => subject.value).filter((subject) => !this.#reached.has(subject)),
    );
    for (const subject of unreached) {
      const what = isIri(subject) ? `<${subject}>` : 'a node without @id';
      this.#problems.push({ message: `${what} is not linked from the Logistics Object` });
    }
    if (this.#problems.length > 0) throw new ServiceError('invalid-resource', this.#problems);
    if (this.#warnings.size > 0) {
      const warnings = [...this.#warnings.values()].slice(0, MAX_WARNINGS);
      this.services.log.warn({ warnings }, 'a request body was accepted with corrections');
    }
    return found;
  }

  /** Whether a node becomes a Logistics Object; otherwise it is a link or an embedded object. */
  #isObjectRoot(term: Resource): boolean {
    if (term.equals(this.root)) return true;
    if (this.services.model.isLogisticsObject(this.#data.types(term)))
      return isInternal(term) || this.#hasContent(term);
    const types = this.#lenientTypes(term);
    if (types === undefined || this.#isKnown(types)) return false;
    this.#warnings.set(
      term.value,
      `<${term.value}> has an unknown class (${types.join(', ')}): it becomes a separate Logistics Object`,
    );
    return true;
  }

  /** Whether a node with a URI of this node becomes an embedded object with another identifier (D40). */
  #isRenamed(term: Resource): boolean {
    const types = this.#lenientTypes(term);
    if (types === undefined || !this.#isKnown(types)) return false;
    this.#warnings.set(
      term.value,
      `<${term.value}> is an address of this node, but ${types.join(', ')} is not a Logistics Object: it becomes an embedded object with another identifier`,
    );
    return true;
  }

  /**
   * The types of a nested node that is described at an address of this node, in lenient mode (D40); undefined for any
   * other node. One without a type is an error: it may be a link to an object of this node.
   */
  #lenientTypes(term: Resource): Iri[] | undefined {
    if (!this.services.lenient || term.termType !== 'NamedNode' || term.equals(this.root)) return undefined;
    if (!this.services.uris.isOwn(term.value) || !this.#hasContent(term)) return undefined;
    const types = this.#data.types(term);
    return types.length === 0 || this.services.model.isLogisticsObject(types) ? undefined : types;
  }

  #isKnown(types: readonly Iri[]): boolean {
    return types.some((type) => this.services.model.isClass(type));
  }

  #hasContent(term: Resource): boolean {
    for (const quad of this.#data.match(term)) if (!quad.predicate.equals(rdfTerms.type)) return true;
    return false;
  }

  /** The URI that a Logistics Object has or gets (D7). */
  #uri(term: Resource): Iri {
    const assigned = this.#uris.get(term.value);
    if (assigned !== undefined) return assigned;
    const { uris, ids } = this.services;
    let id = term.termType === 'BlankNode' ? ids.next() : uris.objectId(term.value);
    if (id === undefined) {
      const form = `${uris.base}/logistics-objects/<id>`;
      this.#problems.push({
        message: `the @id of a new Logistics Object must be of the form ${form} with an id of 1 to 200 of A-Z a-z 0-9 . _ ~ -; ${JSON.stringify(term.value)} is not`,
        ...(isIri(term.value) && { resource: term.value }),
      });
      id = ids.next();
    }
    const uri = uris.object(id);
    this.#uris.set(term.value, uri);
    return uri;
  }

  /** The statements of one object, and the nested objects that it links to. */
  *#object(own: Resource): Steps<{ object: SplitObject | undefined; children: Resource[] }> {
    const { model, lenient, vocabulary, ids } = this.services;
    const uri = this.#uri(own);
    const [first, ...others] = this.#data.types(own);
    if (first === undefined || !(lenient || model.isLogisticsObject([first, ...others]))) {
      const stated = first === undefined ? 'it has no @type' : `${[first, ...others].join(', ')} is not`;
      this.#problems.push({
        message: `the @type of a Logistics Object must be a class that inherits from cargo:LogisticsObject; ${stated}`,
        property: rdfTerms.type.value,
        resource: addressOf(own),
        strictOnly: first !== undefined,
      });
    }

    const children: Resource[] = [];
    const quads: Quad[] = [];
    const queue: Resource[] = [own];
    /** The name of a node in this object's graph. */
    const rename = renamer((term) => {
      if (term.equals(own)) return node(uri);
      if (!this.#isObjectRoot(term)) {
        queue.push(term);
        const isUnchanged = term.termType === 'NamedNode' && !isInternal(term) && !this.#isRenamed(term);
        return isUnchanged ? undefined : namedNode(`internal:${ids.next()}`);
      }
      children.push(term);
      const name = node(this.#uri(term));
      for (const type of this.#data.types(term)) {
        const quad = triple(name, rdfTerms.type, node(type));
        this.#take(quad);
        quads.push(quad);
      }
      return name;
    });

    let nodes = 0;
    for (let term = queue.pop(); term !== undefined; term = queue.pop()) {
      nodes += 1;
      if (nodes % NODES_IN_STEP === 0) yield;
      this.#reached.add(term.value);
      if (this.#isEventContent(term)) {
        this.#problems.push({
          message:
            'a Logistics Event is not part of a Logistics Object; create it at the logistics-events address of its object',
          property: vocabulary.cargo.events.value,
          resource: addressOf(term) ?? addressOf(own),
        });
      }
      this.#checkNodeAddress(term, own);
      const subject = rename(term);
      for (const source of this.#data.match(term)) {
        const { predicate, object } = source;
        const isType = predicate.equals(rdfTerms.type);
        this.#take(source);
        quads.push(triple(subject, predicate, isType ? object : rename(object)));
      }
    }
    const object = first && { uri, types: [first, ...others] as const, statements: yield* graphSteps(quads) };
    return { object, children };
  }

  /** @throws ServiceError `too-large` when a statement's copy exceeds the bound. */
  #take(quad: Quad): void {
    this.#budget -= lengthOf(quad);
    if (this.#budget >= 0) return;
    throw new ServiceError(
      'too-large',
      'data that several Logistics Objects share are copied into each, which would make this body too long: create the objects separately',
    );
  }

  /** A body must not describe a resource of this node. */
  #checkNodeAddress(term: Resource, own: Resource): void {
    if (term.equals(own) || !isIri(term.value) || !this.#hasContent(term)) return;
    if (!this.services.uris.isOwn(term.value) || this.#isRenamed(term)) return;
    this.#problems.push({
      message: `<${term.value}> is an address of this node and not part of this Logistics Object; it can be linked, not described`,
      resource: term.value,
    });
  }

  #isEventContent(term: Resource): boolean {
    const { model, vocabulary } = this.services;
    const isEvent = this.#data
      .types(term)
      .some((type) => model.isSubclassOf(type, vocabulary.cargo.LogisticsEvent.value));
    return isEvent && this.#hasContent(term);
  }
}

/**
 * The Logistics Objects that a body describes, the root first.
 *
 * @throws ServiceError `invalid-resource` with a detail for each node that cannot be part of the object (D6, D7).
 */
export function splitIntoObjects(root: Resource, data: Graph, services: SplitterServices): Promise<SplitObject[]> {
  return turns.run(new ObjectSplitter(data, root, services).split());
}
