/**
 * Gives the things of a message their ids (X10, X13, X15) and makes their statements. The ids follow from the number of
 * the waybill, so that a later message finds the same things without an index.
 */
import type { Steps } from '../async/turns.js';
import { getOrAdd } from '../collections.js';
import { factory, type Iri, type IriNode, node as iriNode, type Quad, type Resource, triple } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import { flightOf, idPart, sharedId, shortened } from './ids.js';
import type { Mappings } from './mapping/mappings.js';
import { identifiedId, partiesOf, roleOf } from './parties.js';
import { DraftNode, type DraftValue, sameTerm } from './reading/draft.js';
import type { Leaf } from './reading/findings.js';
import type { ReadMessage } from './reading/read-message.js';

/** An object that a message describes. */
export interface DescribedObject {
  readonly id: string;
  readonly uri: Iri;
  readonly type: string;
  /** Whether its id is made of a code, and all waybills share it (X13). */
  readonly isShared: boolean;
  readonly quads: readonly Quad[];
  /** The count that a piece is one of. */
  readonly countedBy: Leaf | undefined;
}

export interface DescribedEvent {
  /** The statements about the event, whose node is a blank one until it has an id (X45). */
  readonly node: Resource;
  readonly quads: readonly Quad[];
}

export interface Description {
  readonly waybill: DescribedObject;
  readonly objects: readonly DescribedObject[];
  readonly events: readonly DescribedEvent[];
  /** What each statement comes from; those of rules and classes have no entry. */
  readonly sources: ReadonlyMap<Quad, DraftValue>;
}

export interface DescribeOptions {
  /** The URI of the object with an id. */
  readonly objectUri: (id: string) => Iri;
  /** The id that a waybill has at present, by that of its number (X51). */
  readonly presentId?: (id: string) => string;
  /** Ids that do not follow from the tables, but from what the node has (X15, X26, X39). */
  readonly ids?: ReadonlyMap<DraftNode, string>;
}

/** Number of nodes, or statements, per step. */
const STEP = 200;

/** The id of a waybill (X10). */
export function waybillId(waybill: DraftNode): string {
  const number = idPart(waybill.text('waybillNumber') ?? '');
  const prefix = waybill.text('waybillPrefix');
  if (prefix !== undefined) return `awb-${idPart(prefix)}-${number}`;
  const [master] = waybill.nodes('masterWaybill');
  const ofMaster = master?.text('waybillNumber');
  return shortened(
    ofMaster === undefined
      ? `hawb-${number}`
      : `hawb-${idPart(master?.text('waybillPrefix') ?? '')}-${idPart(ofMaster)}-${number}`,
  );
}

/** The statements of a message, in steps. */
export function describe(message: ReadMessage, mappings: Mappings, options: DescribeOptions): Steps<Description> {
  return new Describer(mappings, options).describe(message);
}

/** An object while its statements are collected; several nodes of a message may be the same one. */
interface OpenObject {
  readonly id: string;
  readonly type: string;
  readonly isShared: boolean;
  readonly nodes: Set<DraftNode>;
}

/** Where the walk is. */
interface Above {
  readonly waybill: string;
  /** The id of the nearest object above. */
  readonly object: string;
  /** The nodes above, the nearest one first. */
  readonly nodes: readonly DraftNode[];
}

class Describer {
  readonly #objects = new Map<string, OpenObject>();
  readonly #ids = new Map<DraftNode, string>();
  readonly #counts = new Map<string, number>();
  readonly #sources = new Map<Quad, DraftValue>();
  readonly #objectUri: (id: string) => Iri;
  readonly #presentId: (id: string) => string;
  readonly #known: ReadonlyMap<DraftNode, string>;
  /** The ids of parties that what identifies them is in. */
  readonly #identified = new Map<DraftNode, string>();
  readonly #terms = new Map<Iri, IriNode>();
  #blanks = 0;
  #count = 0;

  constructor(
    private readonly mappings: Mappings,
    { objectUri, presentId = (id) => id, ids = new Map() }: DescribeOptions,
  ) {
    this.#objectUri = objectUri;
    this.#presentId = presentId;
    this.#known = ids;
  }

  *describe(message: ReadMessage): Steps<Description> {
    const { waybill, others, statuses } = message;
    const id = this.#waybillId(waybill);
    // The waybills are named first: their ids are in those of all other things.
    for (const one of [waybill, ...waybill.nodes('masterWaybill'), ...waybill.nodes('houseWaybills')])
      this.#open(one, this.#waybillId(one));
    for (const party of partiesOf(message)) {
      const own = party.isAlone ? undefined : identifiedId(this.#waybillId(party.waybill), party);
      if (own !== undefined) this.#identified.set(party.details, shortened(own));
    }
    const above: Above = { waybill: id, object: id, nodes: [] };
    yield* this.#name(waybill, above);
    for (const node of others) yield* this.#nameObject(node, 'ULD', above);
    for (const { node } of statuses) yield* this.#nameValues(node, above);
    const objects: DescribedObject[] = [];
    for (const object of this.#objects.values()) objects.push(yield* this.#described(object));
    const events: DescribedEvent[] = [];
    for (const { node } of statuses) {
      const subject = this.#blank();
      events.push({ node: subject, quads: yield* this.#statements(node, subject) });
    }
    const [first] = objects;
    if (first === undefined) throw new Error('a message without its waybill');
    return { waybill: first, objects, events, sources: this.#sources };
  }

  #waybillId(waybill: DraftNode): string {
    return this.#presentId(waybillId(waybill));
  }

  #open(node: DraftNode, id: string, isShared = false): OpenObject {
    const known = this.#objects.get(id);
    this.#ids.set(node, id);
    known?.nodes.add(node);
    if (known !== undefined) return known;
    const object = { id, type: node.type, isShared, nodes: new Set([node]) };
    this.#objects.set(id, object);
    return object;
  }

  /** Names what is below an object that has its id. */
  *#name(node: DraftNode, above: Above): Steps<void> {
    const id = this.#ids.get(node) ?? above.object;
    const waybill = node.type === 'Waybill' ? id : above.waybill;
    yield* this.#nameValues(node, { waybill, object: id, nodes: above.nodes });
  }

  *#nameValues(node: DraftNode, above: Above): Steps<void> {
    this.#count += 1;
    if (this.#count % STEP === 0) yield;
    const below: Above = { ...above, nodes: [node, ...above.nodes] };
    for (const [property, values] of node.values)
      for (const value of values) {
        if (value.kind !== 'node') continue;
        if (!this.mappings.names.isObject(value.node.type)) yield* this.#nameValues(value.node, below);
        else if (!this.#visited.has(value.node)) yield* this.#nameObject(value.node, `${node.type}#${property}`, below);
      }
  }

  readonly #visited = new Set<DraftNode>();

  *#nameObject(node: DraftNode, property: string, above: Above): Steps<void> {
    this.#visited.add(node);
    const shared = sharedId(node);
    const given = shared ?? this.#known.get(node) ?? this.#identified.get(node);
    const id = this.#ids.get(node) ?? given ?? this.#idAt(node, property, above);
    this.#open(node, id, shared !== undefined);
    yield* this.#name(node, above);
  }

  #idAt(node: DraftNode, property: string, above: Above): string {
    const pattern =
      this.mappings.ids.find((rule) => rule.property === property)?.pattern ??
      `{parent}-${property.slice(property.indexOf('#') + 1)}`;
    const id = pattern.replaceAll(/\{([^}]+)\}/g, (_whole, name: string) => this.#part(name, pattern, node, above));
    return shortened(this.#distinct(node, id, pattern));
  }

  #part(name: string, pattern: string, node: DraftNode, above: Above): string {
    if (name === 'waybill') return above.waybill;
    if (name === 'parent') return above.object;
    if (name === 'n') return String(node.number ?? this.#next(`${above.waybill} ${pattern}`));
    if (name === 'role') return roleOf(above.nodes[0]);
    if (name === 'flight') return flightOf(node);
    const own = this.#valueAt(name, node, above);
    if (own !== undefined) return idPart(own);
    // Of several values those that are there are enough (X16).
    const names = [...pattern.matchAll(/\{([^}]+#[^}]+)\}/g)].map(([, one = '']) => one);
    if (names.some((one) => this.#valueAt(one, node, above) !== undefined)) return '';
    return names[0] === name ? String(this.#next(`${above.waybill} ${pattern}`)) : '';
  }

  /** A value that an id is made of, such as `ULD#uldSerialNumber`; of a code its text. */
  #valueAt(name: string, node: DraftNode, above: Above): string | undefined {
    const property = name.slice(name.indexOf('#') + 1);
    const nodes = [node, ...above.nodes];
    const text = nodes.find((one) => one.type === name.slice(0, name.indexOf('#')))?.text(property);
    const [code] = nodes.flatMap((one) => one.nodes(property));
    return text ?? code?.text('code');
  }

  #next(key: string): number {
    const next = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, next);
    return next;
  }

  /** A second contact, and a second party of a role that nothing identifies, has its number (X15). */
  #distinct(node: DraftNode, id: string, pattern: string): string {
    const known = this.#objects.get(shortened(id));
    if (known === undefined || pattern.includes('-uld-') || pattern.includes('{flight}') || known.nodes.has(node))
      return id;
    return `${id}-${this.#next(`again ${id}`) + 1}`;
  }

  *#described({ id, type, isShared, nodes }: OpenObject): Steps<DescribedObject> {
    const uri = this.#objectUri(id);
    const subject = this.#named(uri);
    const [first, ...others] = nodes;
    const merged = first ?? new DraftNode(type);
    for (const other of others) this.#merge(merged, other, isShared);
    const { countedBy } = merged;
    return { id, uri, type, isShared, countedBy, quads: yield* this.#statements(merged, subject) };
  }

  /** The first mention of a shared thing counts: another name is reported (X13). */
  #merge(into: DraftNode, other: DraftNode, isShared: boolean): void {
    for (const [property, values] of other.values)
      for (const value of values) {
        const present = into.of(property);
        if (value.kind === 'node') {
          if (present.length === 0) into.add(property, value);
          continue;
        }
        const isSame = present.some((one) => one.kind === 'term' && sameTerm(one.term, value.term));
        if (present.length === 0 && !isShared) into.add(property, value);
        else if (!isSame && this.mappings.names.isSingle(into.type, property))
          value.leaf?.leftOut(isShared ? 'shared' : 'mismatch');
      }
  }

  /** The statements about a node, and then those about the nodes in it that have no URI. */
  *#statements(node: DraftNode, subject: Resource): Steps<Quad[]> {
    const { names } = this.mappings;
    const quads: Quad[] = [];
    const embedded = [{ node, subject }];
    for (const { node: described, subject: about } of embedded) {
      quads.push(triple(about, rdfTerms.type, names.classTerm(described.type)));
      for (const [property, values] of described.values) {
        const predicate = names.propertyTerm(property);
        for (const value of values) {
          const quad = triple(about, predicate, this.#objectOf(value));
          this.#sources.set(quad, value);
          quads.push(quad);
          if (value.kind === 'node' && quad.object.termType === 'BlankNode')
            embedded.push({ node: value.node, subject: quad.object });
          if (quads.length % STEP === 0) yield;
        }
      }
    }
    // An object has at least its type.
    yield;
    return quads;
  }

  #objectOf(value: DraftValue): Quad['object'] {
    if (value.kind === 'term') {
      const { term } = value;
      return term.kind === 'iri' ? this.#named(term.iri) : factory.literal(term.text, this.#named(term.datatype));
    }
    const id = this.#ids.get(value.node);
    return id === undefined ? this.#blank() : this.#named(this.#objectUri(id));
  }

  /** A message names few things, each many times. */
  #named(uri: Iri): IriNode {
    return getOrAdd(this.#terms, uri, () => iriNode(uri));
  }

  #blank(): ReturnType<typeof factory.blankNode> {
    this.#blanks += 1;
    return factory.blankNode(`m${this.#blanks}`);
  }
}
