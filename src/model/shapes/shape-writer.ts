/** Collects the statements of shapes. */
import {
  type BlankNode,
  factory,
  localName,
  type NamedNode,
  namedNode,
  type Quad,
  type Quad_Object,
  triple,
} from '../../rdf/terms.js';
import { rdfTerms, xsd } from '../../rdf/vocabulary.js';
import { shapeNs } from '../vocabulary.js';

export type PredicateObject = readonly [NamedNode, Quad_Object];

export class ShapeWriter {
  readonly quads: Quad[] = [];
  readonly #taken = new Set<string>();
  #blanks = 0;

  /** Creates a shape with a name from its subject. Two namespaces may contain the same local name. */
  named(about: string, type: NamedNode, suffix = ''): NamedNode {
    const local = encodeURIComponent(localName(about)) + suffix;
    let name = local;
    for (let number = 2; this.#taken.has(name); number++) name = `${local}-${number}`;
    this.#taken.add(name);
    const shape = namedNode(shapeNs + name);
    this.add(shape, rdfTerms.type, type);
    return shape;
  }

  add(subject: NamedNode | BlankNode, predicate: NamedNode, object: Quad_Object): void {
    this.quads.push(triple(subject, predicate, object));
  }

  anonymous(...statements: readonly PredicateObject[]): BlankNode {
    const blank = factory.blankNode(`shape${this.#blanks++}`);
    for (const [predicate, object] of statements) this.add(blank, predicate, object);
    return blank;
  }

  list(items: readonly Quad_Object[]): Quad_Object {
    return items.reduceRight<Quad_Object>(
      (rest, item) => this.anonymous([rdfTerms.first, item], [rdfTerms.rest, rest]),
      rdfTerms.nil,
    );
  }

  integer(value: number | bigint): Quad_Object {
    return factory.literal(String(value), xsd.integer);
  }
}
