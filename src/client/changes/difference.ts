/**
 * The difference between the graph that was read and a value that a caller made of it (T42): DELETE with the literals as
 * they were read, ADD with the datatypes of the model. Values that are the same are never rewritten, whatever their
 * lexical forms.
 */
import type { Names } from '../names.js';
import type { Graph } from '../rdf/graph.js';
import { type Literal, namedNode, type Resource, rdfType, type Term, termKey } from '../rdf/terms.js';
import { primitiveOf } from '../values/literals.js';
import { idOf, isLocal } from '../values/read-value.js';
import type { Item, Node } from '../values/tree.js';
import type { Operation, OperationObject } from './operation.js';
import { OperationList } from './operation-list.js';

/**
 * The operations that make one graph the other.
 *
 * @throws TypeError with the path, for what a Change cannot do: to change another object, or an embedded one to which the
 * server gave no id.
 */
export function differenceOf(graph: Graph, root: Resource, after: Node, names: Names): Operation[] {
  return new Difference(graph, root, names).all(after);
}

class Difference {
  readonly #operations = new OperationList();
  /** The paths at which the caller states something of an embedded object, by its key. */
  readonly #visited = new Map<string, Node>();
  /** The embedded objects that the value still has, or links to. */
  readonly #remaining = new Set<string>();
  readonly #resources: ReadonlyMap<string, Resource>;
  #labels = 0;

  constructor(
    private readonly graph: Graph,
    private readonly root: Resource,
    private readonly names: Names,
  ) {
    this.#resources = new Map(graph.subjects.map((subject) => [idOf(subject), subject]));
  }

  all(after: Node): Operation[] {
    if (after.id !== undefined && after.id !== idOf(this.root))
      throw new TypeError(`${after.path}.@id must stay ${idOf(this.root)}`);
    this.#resource(this.root, after);
    this.#deleteUnreached(this.root);
    return this.#operations.all();
  }

  /** Compares what is stated of a resource. */
  #resource(subject: Resource, after: Node): void {
    this.#visited.set(termKey(subject), after);
    this.#remaining.add(termKey(subject));
    this.#type(subject, after);
    const before = this.graph.of(subject);
    for (const property of new Set([...before.keys(), ...after.properties.keys()])) {
      if (property === rdfType) continue;
      const items = after.properties.get(property) ?? [];
      this.#property(
        subject,
        property,
        before.get(property) ?? [],
        items,
        `${after.path}.${this.names.propertyName(property)}`,
      );
    }
  }

  #type(subject: Resource, { type, path }: Node): void {
    const types = this.graph.types(subject);
    const main = this.names.mainType(types);
    const before = main === undefined ? undefined : this.names.classIri(main);
    if (type === undefined || type === before) return;
    if (before !== undefined) this.#delete(subject, rdfType, namedNode(before), path);
    if (!types.includes(type)) this.#add(subject, rdfType, { datatype: type, value: type }, path);
  }

  #property(subject: Resource, property: string, before: readonly Term[], after: readonly Item[], path: string): void {
    const left = new Map(before.map((term) => [termKey(term), term]));
    const added: Item[] = [];
    for (const item of after) {
      const same = this.#sameAs(item, [...left.values()]);
      if (same === undefined) {
        const isRepeated = before.some((term) => this.#isSame(item, term));
        if (isRepeated) this.#stated(item);
        else added.push(item);
      } else {
        left.delete(termKey(same));
        this.#stated(item);
      }
    }
    for (const term of left.values()) this.#delete(subject, property, term, path);
    for (const item of added) this.#addItem(subject, property, item);
  }

  #sameAs(item: Item, terms: readonly Term[]): Term | undefined {
    return terms.find((term) => this.#isSame(item, term));
  }

  #isSame(item: Item, term: Term): boolean {
    if (item.kind === 'literal') {
      if (term.termType !== 'Literal') return false;
      return item.value === undefined ? item.term.equals(term) : item.value === primitiveOf(term);
    }
    return term.termType !== 'Literal' && idIn(item) === idOf(term);
  }

  /** Looks into what the caller states of a resource that was there. */
  #stated(item: Item): void {
    if (item.kind === 'literal') return;
    const resource = this.#resources.get(idIn(item) ?? '');
    if (resource === undefined) return;
    if (item.kind === 'link' && (item.type === undefined || !this.#isOwn(resource))) {
      // It has been linked to, and keeps what is stated of it.
      this.#keep(resource);
      return;
    }
    const node = item.kind === 'node' ? item.node : { ...item, properties: new Map<string, Item[]>() };
    const seen = this.#visited.get(termKey(resource));
    if (seen === undefined) this.#resource(resource, node);
    else if (!isEqual(seen, node))
      throw new TypeError(`${item.path} and ${seen.path} are the same object with different values`);
  }

  /** An embedded object and those below it stay. */
  #keep(resource: Resource): void {
    if (this.#remaining.has(termKey(resource))) return;
    this.#remaining.add(termKey(resource));
    for (const terms of this.graph.of(resource).values())
      for (const term of terms) if (term.termType !== 'Literal') this.#keep(term);
  }

  #addItem(subject: Resource | string, property: string, item: Item): void {
    if (item.kind === 'literal') {
      this.#add(subject, property, literalObject(item.term), item.path);
      return;
    }
    const id = idIn(item);
    const known = id === undefined ? undefined : this.#resources.get(id);
    // What has no name is copied.
    if (item.kind === 'node' && (id === undefined || id.startsWith('_:'))) {
      this.#addNode(subject, property, item.node);
      return;
    }
    if (id === undefined) return;
    if (known === undefined && /^(?:internal:|_:)/.test(id))
      throw new TypeError(`${item.path}.@id: ${id} is not embedded here`);
    if (known === undefined && item.kind === 'node')
      throw new TypeError(`${item.path}: a Change can only link to ${id}`);
    if (known?.termType === 'BlankNode') throw unnamed(item.path);
    const type = item.kind === 'link' ? item.type : item.node.type;
    const [stated] = known === undefined ? [] : this.graph.types(known);
    this.#add(subject, property, { datatype: type ?? stated ?? this.#classFor(property), value: id }, item.path);
    this.#stated(item);
  }

  /** A new embedded object, under a label. */
  #addNode(subject: Resource | string, property: string, node: Node): void {
    const label = `_:new${this.#labels++}`;
    this.#add(subject, property, { datatype: node.type ?? this.#classFor(property), value: label }, node.path);
    for (const [inner, items] of node.properties) for (const item of items) this.#addItem(label, inner, item);
  }

  /** The statements of embedded objects that nothing links to any more. */
  #deleteUnreached(root: Resource): void {
    for (const subject of this.#embedded(root)) {
      if (this.#remaining.has(termKey(subject))) continue;
      for (const [property, terms] of this.graph.of(subject))
        for (const term of terms) this.#delete(subject, property, term, 'value');
    }
  }

  /** The embedded objects below the object that was read. */
  #embedded(root: Resource): Resource[] {
    const found = new Map<string, Resource>();
    const queue: Resource[] = [root];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      for (const term of [...this.graph.of(next).values()].flat()) {
        if (term.termType === 'Literal' || found.has(termKey(term)) || !this.#isOwn(term)) continue;
        found.set(termKey(term), term);
        queue.push(term);
      }
    }
    return [...found.values()];
  }

  /** Whether a resource is embedded, so that a Change of this object can change it; others have an address of their own. */
  #isOwn(resource: Resource): boolean {
    if (isLocal(resource)) return true;
    const types = this.graph.types(resource);
    if (!this.graph.describes(resource) || types.some((type) => this.names.isLogisticsObject(type))) return false;
    return this.names.model !== undefined || !/^https?:/.test(resource.value);
  }

  #objectOf(term: Term, property: string, path: string): OperationObject {
    if (term.termType === 'Literal') return literalObject(term);
    if (term.termType === 'BlankNode') throw unnamed(path);
    if (property === rdfType) return { datatype: term.value, value: term.value };
    const [type] = this.graph.types(term);
    return { datatype: type ?? this.#classFor(property), value: term.value };
  }

  #classFor(property: string): string {
    return this.names.linkClass(property) ?? 'http://www.w3.org/2000/01/rdf-schema#Resource';
  }

  #add(subject: Resource | string, p: string, object: OperationObject, path: string): void {
    this.#operations.add('ADD', typeof subject === 'string' ? subject : this.#subjectId(subject, path), p, object);
  }

  #delete(subject: Resource, p: string, term: Term, path: string): void {
    this.#operations.add('DELETE', this.#subjectId(subject, path), p, this.#objectOf(term, p, path));
  }

  #subjectId(subject: Resource, path: string): string {
    if (subject.termType === 'BlankNode') throw unnamed(path);
    if (subject.equals(this.root) || this.#isOwn(subject)) return subject.value;
    throw new TypeError(`${path}: ${subject.value} is another object`);
  }
}

function unnamed(path: string): TypeError {
  return new TypeError(`${path}: it is embedded without an id, so that a Change cannot name it`);
}

function literalObject({ value, datatype, language }: Literal): OperationObject {
  return { datatype: datatype.value, value, ...(language !== '' && { language }) };
}

/** The `@id` that a caller gives to a value. */
function idIn(item: Exclude<Item, { kind: 'literal' }>): string | undefined {
  return item.kind === 'link' ? item.id : item.node.id;
}

/** Whether two statements of a caller about one object are the same, wherever they stand. */
function isEqual(one: Node, other: Node): boolean {
  const text = (node: Node): string =>
    JSON.stringify(node, (name, value: unknown) => (value instanceof Map ? [...value] : name === 'path' ? 0 : value));
  return text(one) === text(other);
}
