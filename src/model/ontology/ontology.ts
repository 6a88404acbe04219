/** Reads OWL: classes, properties, restrictions and individuals. */
import { getOrAdd } from '../../collections.js';
import { iri, isIri, type Iri, type NamedNode, node, type Quad, type Quad_Object, type Term } from '../../rdf/terms.js';
import { rdfNs, rdfs, rdfTerms, xsdNs } from '../../rdf/vocabulary.js';
import { Graph, graphOf } from '../../rdf/graph.js';
import { owl, owlNs, schema } from '../vocabulary.js';

/** A bound on a datatype's values, such as xsd:minInclusive. */
export interface Facet {
  readonly name: Iri;
  readonly value: Quad_Object;
}

/** A kind of value that a property may have. */
export type Alternative =
  | { readonly kind: 'datatype'; readonly datatype: Iri; readonly facets: readonly Facet[] }
  | { readonly kind: 'class'; readonly class: Iri }
  | { readonly kind: 'term'; readonly term: Quad_Object };

/** The range of a property: one of the alternatives must hold. */
export type Range = readonly Alternative[];

/** The restrictions of a class on a property. */
export interface Restriction {
  readonly ranges: readonly Range[];
  readonly min: number;
  readonly max: number;
  readonly values: readonly Quad_Object[];
  readonly qualified: readonly { readonly range: Range; readonly min: number; readonly max: number }[];
}

export interface ClassDefinition {
  readonly parents: ReadonlySet<Iri>;
  readonly restrictions: ReadonlyMap<Iri, Restriction>;
}

export interface PropertyDefinition {
  readonly kind: 'data' | 'object' | 'any';
  /** All of them apply; without ranges, every value is allowed. */
  readonly ranges: readonly Range[];
}

export interface Ontology {
  readonly classes: ReadonlyMap<Iri, ClassDefinition>;
  readonly properties: ReadonlyMap<Iri, PropertyDefinition>;
  /** Individuals with their types. */
  readonly individuals: ReadonlyMap<Iri, ReadonlySet<Iri>>;
}

/** A restriction while it is read. */
type OpenRestriction = {
  -readonly [Key in keyof Restriction]: Restriction[Key] extends readonly (infer Item)[] ? Item[] : Restriction[Key];
};

interface OpenClass {
  readonly parents: Set<Iri>;
  readonly restrictions: Map<Iri, OpenRestriction>;
}

const cardinalities = new Map<string, { min: boolean; max: boolean; qualified: boolean }>([
  [owl.cardinality.value, { min: true, max: true, qualified: false }],
  [owl.minCardinality.value, { min: true, max: false, qualified: false }],
  [owl.maxCardinality.value, { min: false, max: true, qualified: false }],
  [owl.qualifiedCardinality.value, { min: true, max: true, qualified: true }],
  [owl.minQualifiedCardinality.value, { min: true, max: false, qualified: true }],
  [owl.maxQualifiedCardinality.value, { min: false, max: true, qualified: true }],
]);

/** Class expressions nested deeper are ignored. */
const MAX_DEPTH = 16;

/**
 * Reads OWL. A class expression that shapes cannot express (complements, unions with restrictions) is ignored, since the
 * model is open-world (D38).
 */
export function readOntology(quads: Iterable<Quad>): Ontology {
  return new Reader(quads instanceof Graph ? quads : graphOf(quads)).read();
}

class Reader {
  readonly #classes = new Map<Iri, OpenClass>();
  readonly #properties = new Map<Iri, { kind: PropertyDefinition['kind']; ranges: Range[] }>();
  readonly #individuals = new Map<Iri, Set<Iri>>();

  constructor(private readonly graph: Graph) {}

  read(): Ontology {
    for (const subject of this.graph.subjects()) {
      if (subject.termType === 'NamedNode' && isIri(subject.value)) this.#declare(subject, subject.value);
    }
    // A property that occurs only in restrictions counts as declared.
    for (const { restrictions } of this.#classes.values()) {
      for (const name of restrictions.keys()) {
        if (!this.#properties.has(name)) this.#properties.set(name, { kind: 'any', ranges: [] });
      }
    }
    for (const name of this.#properties.keys()) this.#inheritRanges(name, new Set());
    // A resource whose types are not classes (the ontology's header, a shape) is not an individual of the model.
    for (const [individual, types] of this.#individuals) {
      if (!Array.from(types).some((type) => this.#classes.has(type))) this.#individuals.delete(individual);
    }
    return { classes: this.#classes, properties: this.#properties, individuals: this.#individuals };
  }

  #declare(subject: NamedNode, name: Iri): void {
    for (const type of this.graph.types(subject)) {
      if (type === owl.Class.value || type === rdfs.Class.value) this.#class(name);
      else if (type === owl.ObjectProperty.value) this.#property(subject, name, 'object');
      else if (type === owl.DatatypeProperty.value) this.#property(subject, name, 'data');
      else if (type === owl.AnnotationProperty.value || type === rdfTerms.Property.value)
        this.#property(subject, name, 'any');
      else if (!type.startsWith(owlNs)) this.#individual(name, type);
    }
    for (const { predicate, object } of this.graph.about(subject)) {
      if (predicate.equals(rdfs.subClassOf)) this.#inherit(name, object, 0);
      else if (predicate.equals(owl.equivalentClass)) this.#equal(name, object);
      else if (predicate.equals(owl.oneOf)) this.#enumerate(name, subject);
    }
  }

  #class(name: Iri): OpenClass {
    return getOrAdd(this.#classes, name, () => ({ parents: new Set(), restrictions: new Map() }));
  }

  /**
   * A property declared as both data and object property allows any values; a property with `schema:rangeIncludes`
   * allows each of these kinds: OWL cannot express a choice between a text and an object.
   */
  #property(subject: NamedNode, name: Iri, declared: PropertyDefinition['kind']): void {
    const included = this.graph
      .objects(subject, schema.rangeIncludes)
      .flatMap((range) => this.#expression(range, 0))
      .flat();
    const ranges = (): Range[] => [
      ...this.graph.objects(subject, rdfs.range).flatMap((range) => this.#expression(range, 0)),
      ...(included.length > 0 ? [included] : []),
    ];
    const kind = included.length > 0 ? 'any' : declared;
    const property = getOrAdd(this.#properties, name, () => ({ kind, ranges: ranges() }));
    if (property.kind !== kind) property.kind = 'any';
  }

  #individual(name: Iri, type: Iri): void {
    getOrAdd(this.#individuals, name, () => new Set()).add(type);
  }

  /** Makes `name` a subclass of a class expression. */
  #inherit(name: Iri, expression: Term, depth: number): void {
    if (depth > MAX_DEPTH) return;
    if (expression.termType === 'NamedNode') {
      if (isIri(expression.value) && expression.value !== name) this.#class(name).parents.add(expression.value);
      return;
    }
    if (this.graph.object(expression, owl.onProperty) !== undefined) this.#restrict(name, expression);
    for (const member of this.graph.list(this.graph.object(expression, owl.intersectionOf))) {
      this.#inherit(name, member, depth + 1);
    }
  }

  #equal(name: Iri, expression: Term): void {
    this.#inherit(name, expression, 0);
    if (expression.termType === 'NamedNode' && isIri(expression.value)) this.#inherit(expression.value, node(name), 0);
    else if (this.graph.object(expression, owl.oneOf) !== undefined) this.#enumerate(name, expression);
  }

  #enumerate(name: Iri, expression: Term): void {
    for (const member of this.graph.list(this.graph.object(expression, owl.oneOf))) {
      if (member.termType === 'NamedNode' && isIri(member.value)) this.#individual(member.value, name);
    }
  }

  #restrict(name: Iri, expression: Term): void {
    const property = this.graph.object(expression, owl.onProperty);
    if (property?.termType !== 'NamedNode' || !isIri(property.value)) return;
    const restriction = getOrAdd(this.#class(name).restrictions, property.value, () => ({
      ranges: [],
      min: 0,
      max: Infinity,
      values: [],
      qualified: [],
    }));
    for (const { predicate, object } of this.graph.about(expression)) {
      if (predicate.equals(owl.allValuesFrom)) restriction.ranges.push(...this.#expression(object, 0));
      else if (predicate.equals(owl.someValuesFrom)) this.#qualify(restriction, object, 1, Infinity);
      else if (predicate.equals(owl.hasValue)) restriction.values.push(object);
      else this.#bound(restriction, expression, predicate.value, Number(object.value));
    }
  }

  #bound(restriction: OpenRestriction, expression: Term, predicate: string, count: number): void {
    const bounds = cardinalities.get(predicate);
    if (bounds === undefined || !Number.isSafeInteger(count)) return;
    const min = bounds.min ? count : 0;
    const max = bounds.max ? count : Infinity;
    const filler = this.graph.object(expression, owl.onClass) ?? this.graph.object(expression, owl.onDataRange);
    if (bounds.qualified && filler !== undefined) this.#qualify(restriction, filler, min, max);
    else tighten(restriction, min, max);
  }

  /** Adds a qualified count, or an unqualified one if the filler allows everything. */
  #qualify(restriction: OpenRestriction, filler: Term, min: number, max: number): void {
    const [range, ...more] = this.#expression(filler, 0);
    if (range === undefined) tighten(restriction, min, max);
    else if (more.length === 0) restriction.qualified.push({ range, min, max });
  }

  /** The ranges of a class expression or data range; empty if shapes cannot express it. */
  #expression(term: Term, depth: number): Range[] {
    if (depth > MAX_DEPTH) return [];
    if (term.termType === 'NamedNode') return this.#named(term, depth);
    const union = this.graph.object(term, owl.unionOf);
    if (union !== undefined) {
      const members = this.graph.list(union).map((member) => this.#expression(member, depth + 1));
      return members.every((ranges) => ranges.length === 1) ? [members.flat(2)] : [];
    }
    const values = this.graph.object(term, owl.oneOf);
    if (values !== undefined) return [this.graph.list(values).map((value) => ({ kind: 'term', term: value }))];
    const parts = this.graph.list(this.graph.object(term, owl.intersectionOf));
    if (parts.length > 0) return parts.flatMap((part) => this.#expression(part, depth + 1));
    const base = this.graph.object(term, owl.onDatatype);
    return base === undefined || !isIri(base.value)
      ? []
      : [[{ kind: 'datatype', datatype: base.value, facets: this.#facets(term) }]];
  }

  #named(term: NamedNode, depth: number): Range[] {
    const name = term.value;
    if (!isIri(name) || name === owl.Thing.value || name === rdfs.Resource.value) return [];
    if (name === rdfs.Literal.value || name.startsWith(xsdNs) || name.startsWith(rdfNs)) {
      return [[{ kind: 'datatype', datatype: name, facets: [] }]];
    }
    const isDatatype = this.graph.types(term).includes(iri(rdfs.Datatype.value));
    const definition = isDatatype ? this.graph.object(term, owl.equivalentClass) : undefined;
    if (definition !== undefined) return this.#expression(definition, depth + 1);
    return isDatatype ? [[{ kind: 'datatype', datatype: name, facets: [] }]] : [[{ kind: 'class', class: name }]];
  }

  #facets(restriction: Term): Facet[] {
    return this.graph
      .list(this.graph.object(restriction, owl.withRestrictions))
      .flatMap((facet) => this.graph.about(facet))
      .flatMap(({ predicate, object }) => (isIri(predicate.value) ? [{ name: predicate.value, value: object }] : []));
  }

  /** A property also has the ranges of its super-properties. */
  #inheritRanges(name: Iri, seen: Set<Iri>): readonly Range[] {
    const property = this.#properties.get(name);
    if (property === undefined || seen.has(name)) return property?.ranges ?? [];
    seen.add(name);
    for (const parent of this.graph.objects(node(name), rdfs.subPropertyOf)) {
      if (!isIri(parent.value)) continue;
      const inherited = this.#inheritRanges(parent.value, seen);
      property.ranges.push(...inherited.filter((range) => !property.ranges.includes(range)));
    }
    return property.ranges;
  }
}

function tighten(restriction: OpenRestriction, min: number, max: number): void {
  restriction.min = Math.max(restriction.min, min);
  restriction.max = Math.min(restriction.max, max);
}
