/** What a message says, object by object, with the names that the node has for the things, and where it says so. */
import { createHash } from 'node:crypto';
import { ServiceError } from '../../errors.js';
import type { Violation } from '../../model/validation/violation.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import {
  type Iri,
  isIri,
  isNamedNode,
  node,
  type Quad,
  type Resource,
  type Term,
  termKey,
  triple,
} from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { Description } from '../describe.js';
import type { DraftNode, DraftValue } from '../reading/draft.js';
import type { Leaf } from '../reading/findings.js';
import { isEmbedded } from './content.js';

export interface StatedObject {
  readonly uri: Iri;
  readonly root: Resource;
  /** The IRI of its class. */
  readonly type: Iri;
  readonly isShared: boolean;
  quads: readonly Quad[];
  /** The count that a piece is one of. */
  readonly countedBy?: Leaf | undefined;
  /** The properties of refused values: what stands of them stays. */
  refused?: ReadonlySet<string>;
  /** What is withdrawn of an object that the message does not name. */
  readonly withdrawn?: Graph;
}

export interface StatedEvent {
  readonly root: Resource;
  quads: readonly Quad[];
  /** Its statements with the names that codes make, whatever the node has: the same status is the same event (X45). */
  readonly own: readonly Quad[];
}

export class Stated {
  readonly objects: StatedObject[] = [];
  readonly events: StatedEvent[] = [];
  readonly waybill: Iri;
  readonly #sources: ReadonlyMap<Quad, DraftValue>;

  /** @param aliases the objects that other names stand for. */
  constructor(description: Description, aliases: ReadonlyMap<Iri, Iri>, classOf: (name: string) => Iri) {
    const nameOf = (uri: Iri): Iri => aliases.get(uri) ?? uri;
    const renamed = <Kind extends Term>(term: Kind): Kind | ReturnType<typeof node> =>
      isNamedNode(term) && isIri(term.value) && aliases.has(term.value) ? node(nameOf(term.value)) : term;
    const sources = new Map<Quad, DraftValue>();
    const rename = (quad: Quad): Quad => {
      const source = description.sources.get(quad);
      const own = triple(renamed(quad.subject), quad.predicate, renamed(quad.object));
      if (source !== undefined) sources.set(own, source);
      return own;
    };
    const renameAll = (quads: readonly Quad[]): readonly Quad[] => (aliases.size === 0 ? quads : quads.map(rename));
    for (const { uri, type, isShared, quads, countedBy } of description.objects)
      this.objects.push({
        uri: nameOf(uri),
        root: node(nameOf(uri)),
        type: classOf(type),
        isShared,
        countedBy,
        quads: renameAll(quads),
      });
    for (const { node: root, quads } of description.events)
      this.events.push({ root, quads: renameAll(quads), own: quads });
    this.#sources = aliases.size === 0 ? description.sources : sources;
    this.waybill = nameOf(description.waybill.uri);
  }

  /** Whether a statement only fills what is lacking. */
  get hasWeak(): boolean {
    return [...this.#sources.values()].some(({ isWeak }) => isWeak);
  }

  /** A digest of all statements, equal for messages that say the same in the same order. */
  digest(): string {
    const hash = createHash('sha256');
    for (const { subject, predicate, object } of this.statements) {
      const kind = object.termType === 'Literal' ? `${object.language} ${object.datatype.value}` : '';
      hash.update(`${termKey(subject)}\n${predicate.value}\n${kind}\n${termKey(object)}\n`);
    }
    return hash.digest('hex');
  }

  /** All statements. */
  get statements(): Quad[] {
    return [...this.objects, ...this.events].flatMap(({ quads }) => quads);
  }

  /** Leaves only these objects. */
  keep(objects: readonly StatedObject[]): void {
    this.objects.splice(0, this.objects.length, ...objects);
  }

  find(uri: Iri): StatedObject | undefined {
    return this.objects.find((object) => object.uri === uri);
  }

  isWeak(quad: Quad): boolean {
    return this.#sources.get(quad)?.isWeak ?? false;
  }

  /** The value of the message that a statement comes from. */
  leafOf(quad: Quad): Leaf | undefined {
    const source = this.#sources.get(quad);
    return source?.kind === 'term' ? source.leaf : undefined;
  }

  /** The values of a statement, or below its node. */
  leavesOf(quad: Quad, quads: readonly Quad[]): Leaf[] {
    const own = this.leafOf(quad);
    if (own !== undefined) return [own];
    if (!isEmbedded(quad.object)) return [];
    return quads.filter(({ subject }) => subject.equals(quad.object)).flatMap((below) => this.leavesOf(below, quads));
  }

  /** The first value that a statement says, or that is below what it links to. */
  firstLeafOf(quad: Quad): Leaf | undefined {
    const source = this.#sources.get(quad);
    return source?.kind === 'node' ? firstLeafIn(source.node, new Set()) : source?.leaf;
  }

  /** The values of a statement that is left out as a whole: what it says, or what names the place that it links to. */
  leavesLeftOut(quad: Quad): Leaf[] {
    const source = this.#sources.get(quad);
    if (source?.kind === 'node') return source.node.shared === undefined ? [] : leavesIn(source.node);
    return source?.leaf === undefined ? [] : [source.leaf];
  }

  /** A statement of a thing that follows from none of its values is one of its parts. */
  add(object: StatedObject, quads: readonly Quad[]): void {
    object.quads = [...object.quads, ...quads];
  }

  /**
   * Leaves out what a shape refuses (X54).
   *
   * @throws ServiceError `unprocessable` for a violation that no value of the message makes.
   */
  refuse(object: StatedObject | StatedEvent, violations: readonly Violation[]): void {
    const refused = new Set<Quad>();
    for (const violation of violations) {
      const found = this.#causes(object.quads, violation);
      if (found.length === 0) throw new ServiceError('unprocessable', violations);
      for (const quad of found) {
        refused.add(quad);
        for (const leaf of this.leavesOf(quad, object.quads)) leaf.leftOut('refused', violation.message);
      }
    }
    if ('uri' in object)
      object.refused = new Set([...(object.refused ?? []), ...Array.from(refused, ({ predicate }) => predicate.value)]);
    object.quads = reachable(
      object.quads.filter((quad) => !refused.has(quad)),
      object.root,
    );
  }

  /** The statements with the property; of a missing one, those that lead to the node that lacks it. */
  #causes(quads: readonly Quad[], { property, kind }: Violation): Quad[] {
    const hasValue = (quad: Quad): boolean =>
      !quad.predicate.equals(rdfTerms.type) && this.leavesOf(quad, quads).length > 0;
    const direct = quads.filter(({ predicate }) => predicate.value === property).filter(hasValue);
    if (kind !== 'missing' && direct.length > 0) return direct;
    if (kind !== 'missing') return [];
    const complete = new Set(
      quads.filter(({ predicate }) => predicate.value === property).map(({ subject }) => subject.value),
    );
    return quads
      .filter((quad) => isEmbedded(quad.object) && !complete.has(quad.object.value))
      .filter(hasValue)
      .slice(0, 1);
  }
}

/** The first value of a node, or of the nodes below it; they may link back to it. */
function firstLeafIn(node: DraftNode, seen: Set<DraftNode>): Leaf | undefined {
  if (seen.has(node)) return undefined;
  seen.add(node);
  for (const value of [...node.values.values()].flat()) {
    const found = value.kind === 'node' ? firstLeafIn(value.node, seen) : value.leaf;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The values of a place or carrier, and of the nodes below it. */
function leavesIn(node: DraftNode): Leaf[] {
  return [...node.values.values()].flat().flatMap((value) => {
    if (value.kind === 'node') return leavesIn(value.node);
    return value.leaf === undefined ? [] : [value.leaf];
  });
}

/** The statements about named nodes, and about embedded objects that they still lead to. */
function reachable(quads: readonly Quad[], root: Resource): readonly Quad[] {
  const linked = new Set(quads.map(({ object }) => object.value));
  const rest = quads.filter(({ subject }) => subject.equals(root) || linked.has(subject.value));
  return rest.length === quads.length ? rest : reachable(rest, root);
}

/** The statements about an object in the statements of a message. */
export function statementsAbout(all: Graph, object: Iri): Graph {
  const quads: Quad[] = [];
  const queue: Term[] = [node(object)];
  const seen = new Set<string>();
  for (let term = queue.pop(); term !== undefined; term = queue.pop()) {
    if (seen.has(term.value)) continue;
    seen.add(term.value);
    for (const quad of all.about(term)) {
      quads.push(quad);
      if (isEmbedded(quad.object)) queue.push(quad.object);
    }
  }
  return graphOf(quads);
}
