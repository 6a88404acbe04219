/**
 * Derives SHACL shapes from an ontology: for each property a shape of its values, for any resource with the property
 * (the model is open-world, D38), and for each class a shape with the restrictions on its properties.
 *
 * The shapes include the rules that are more lenient than OWL (D5, D38, D39), so that a partner's own validation agrees
 * with this node's.
 */
import { factory, type Iri, localName, type NamedNode, node, type Quad } from '../../rdf/terms.js';
import { xsd } from '../../rdf/vocabulary.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import { CodeLists } from '../code-lists.js';
import { Hierarchy } from '../ontology/hierarchy.js';
import { shortNames } from '../suggestions.js';
import type { ClassDefinition, Ontology, PropertyDefinition, Range, Restriction } from '../ontology/ontology.js';
import { RangeShapes, rangeKey } from './range-shapes.js';
import { ShapeWriter } from './shape-writer.js';
import { sh } from '../vocabulary.js';

/** The shapes of all classes and properties in an ontology. */
export function deriveShapes(ontology: Ontology, namespaces: Namespaces): Quad[] {
  return new ShapeDerivation(ontology, namespaces).derive();
}

class ShapeDerivation {
  readonly #out = new ShapeWriter();
  readonly #ranges: RangeShapes;
  readonly #properties = new Map<Iri, NamedNode>();
  readonly #counts = new Map<string, NamedNode>();
  /** Times that the node compares. They need a time zone for this (D56). */
  readonly #compared: ReadonlySet<string>;

  constructor(
    private readonly ontology: Ontology,
    namespaces: Namespaces,
  ) {
    const hierarchy = new Hierarchy(ontology);
    this.#compared = new Set(['eventDate', 'creationDate'].map((name) => namespaces.cargo + name));
    this.#ranges = new RangeShapes(this.#out, {
      namespaces,
      hierarchy,
      shortName: shortNames(namespaces),
      classes: [...ontology.classes.keys()],
      codeLists: new CodeLists(ontology, hierarchy, namespaces),
    });
  }

  derive(): Quad[] {
    for (const [name, property] of this.ontology.properties) this.#property(name, property);
    for (const [name, definition] of this.ontology.classes) {
      if (definition.restrictions.size > 0) this.#class(name, definition);
    }
    return this.#out.quads;
  }

  /** The shape of a property's values, for every class. */
  #property(name: Iri, { kind, ranges }: PropertyDefinition): void {
    if (ranges.length === 0 && kind === 'any') return;
    const shape = this.#out.named(name, sh.PropertyShape);
    this.#properties.set(name, shape);
    this.#out.add(shape, sh.targetSubjectsOf, node(name));
    this.#out.add(shape, sh.path, node(name));
    if (this.#compared.has(name)) {
      const label = 'a date and time with its time zone, such as 2026-03-01T10:00:00Z (xsd:dateTime)';
      this.#out.add(shape, sh.datatype, xsd.dateTime);
      this.#out.add(shape, sh.pattern, factory.literal('(Z|[+-][0-9]{2}:[0-9]{2})$'));
      this.#out.add(shape, sh.description, factory.literal(label));
    } else if (ranges.length > 0) this.#values(shape, ranges);
    else {
      this.#out.add(shape, sh.nodeKind, kind === 'data' ? sh.Literal : sh.BlankNodeOrIRI);
      this.#out.add(shape, sh.description, factory.literal(kind === 'data' ? 'a literal' : 'an object'));
    }
  }

  #class(name: Iri, definition: ClassDefinition): void {
    const shape = this.#out.named(name, sh.NodeShape);
    this.#out.add(shape, sh.targetClass, node(name));
    for (const [property, restriction] of definition.restrictions) {
      for (const propertyShape of this.#propertyShapes(name, property, restriction)) this.#out.add(shape, sh.property, propertyShape);
    }
  }

  /** The shapes of a restriction of a class: shared ones, or class-specific ones for narrower restrictions. */
  #propertyShapes(owner: Iri, property: Iri, restriction: Restriction): NamedNode[] {
    const general = this.ontology.properties.get(property)?.ranges ?? [];
    const rangeKeys = new Set(general.map(rangeKey));
    const narrower = restriction.ranges.filter((range) => !rangeKeys.has(rangeKey(range)));
    const required = new Set([...rangeKeys, ...restriction.ranges.map(rangeKey)]);
    // A qualified count is an unqualified count if all values must be in its range.
    const [counted, qualified] = split(restriction.qualified, ({ range }) => required.has(rangeKey(range)));
    const min = Math.max(restriction.min, ...counted.map((count) => count.min));
    const max = Math.min(restriction.max, ...counted.map((count) => count.max));

    const shapes: NamedNode[] = [];
    const shared = this.#properties.get(property);
    if (shared !== undefined) shapes.push(shared);
    if (min > 0 || max < Infinity) shapes.push(this.#count(property, min, max));
    if (narrower.length > 0)
      shapes.push(
        this.#classShape(owner, property, (shape) => {
          this.#values(shape, narrower);
        }),
      );
    for (const value of restriction.values) {
      shapes.push(
        this.#classShape(owner, property, (shape) => {
          this.#out.add(shape, sh.hasValue, value);
        }),
      );
    }
    for (const { range, min: minQualified, max: maxQualified } of qualified) {
      shapes.push(
        this.#classShape(owner, property, (shape) => {
          const { term, label } = this.#ranges.shape(range);
          this.#out.add(shape, sh.qualifiedValueShape, term);
          if (minQualified > 0) this.#out.add(shape, sh.qualifiedMinCount, this.#out.integer(minQualified));
          if (maxQualified < Infinity) this.#out.add(shape, sh.qualifiedMaxCount, this.#out.integer(maxQualified));
          this.#out.add(shape, sh.description, factory.literal(label));
        }),
      );
    }
    return shapes;
  }

  #count(property: Iri, min: number, max: number): NamedNode {
    const key = `${property} ${min} ${max}`;
    const cached = this.#counts.get(key);
    if (cached !== undefined) return cached;
    const shape = this.#out.named(property, sh.PropertyShape, `-${min}-${max === Infinity ? 'n' : max}`);
    this.#out.add(shape, sh.path, node(property));
    if (min > 0) this.#out.add(shape, sh.minCount, this.#out.integer(min));
    if (max < Infinity) this.#out.add(shape, sh.maxCount, this.#out.integer(max));
    this.#counts.set(key, shape);
    return shape;
  }

  #classShape(owner: Iri, property: Iri, write: (shape: NamedNode) => void): NamedNode {
    const shape = this.#out.named(owner, sh.PropertyShape, `-${localName(property)}`);
    this.#out.add(shape, sh.path, node(property));
    write(shape);
    return shape;
  }

  #values(shape: NamedNode, ranges: readonly Range[]): void {
    const shapes = ranges.map((range) => this.#ranges.shape(range));
    for (const { term } of shapes) this.#out.add(shape, sh.node, term);
    this.#out.add(shape, sh.description, factory.literal(shapes.map(({ label }) => label).join(' and ')));
  }
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
