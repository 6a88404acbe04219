/** The properties of each class (T50): what the restrictions of it and of its superclasses leave. */
import { getOrAdd } from '../../collections.js';
import type { Graph } from '../../rdf/graph.js';
import { compareTexts } from '../../rdf/order.js';
import { isIri, type Iri, node, type Term } from '../../rdf/terms.js';
import { rdfs, rdfTerms } from '../../rdf/vocabulary.js';
import type { Hierarchy } from '../ontology/hierarchy.js';
import type { Ontology, Range, Restriction } from '../ontology/ontology.js';
import { owl, owlNs } from '../vocabulary.js';
import type { Notes } from './notes.js';
import { alternativeKey, commonRange } from './ranges.js';

/** The values of a property in a class. */
export interface ClassProperty {
  /** Undefined for any value. */
  readonly range: Range | undefined;
  readonly many: boolean;
}

const functional = `${owlNs}FunctionalProperty`;

export class ClassProperties {
  readonly #byDomain = new Map<Iri, Set<Iri>>();
  readonly #found = new Map<Iri, ReadonlyMap<Iri, ClassProperty>>();

  constructor(
    private readonly ontology: Ontology,
    private readonly hierarchy: Hierarchy,
    private readonly graph: Graph,
    private readonly notes: Notes,
  ) {
    for (const property of ontology.properties.keys())
      for (const domain of graph.objects(node(property), rdfs.domain))
        for (const type of this.#members(domain)) getOrAdd(this.#byDomain, type, () => new Set()).add(property);
  }

  /** The properties that a class itself has restrictions on, or that have it as their domain. */
  own(type: Iri): ReadonlySet<Iri> {
    const restricted = this.ontology.classes.get(type)?.restrictions.keys() ?? [];
    return new Set([...restricted, ...(this.#byDomain.get(type) ?? [])]);
  }

  /** All properties of a class, with those of its superclasses. */
  of(type: Iri): ReadonlyMap<Iri, ClassProperty> {
    return getOrAdd(this.#found, type, () => {
      const line = this.#line(type);
      const properties = [...new Set(line.flatMap((one) => [...this.own(one)]))].sort(compareTexts);
      return new Map(properties.map((property) => [property, this.#effective(type, line, property)]));
    });
  }

  /** A class and its superclasses, in an order that does not depend on that of the statements. */
  #line(type: Iri): Iri[] {
    return [...this.hierarchy.ancestors(type)].sort(compareTexts);
  }

  #effective(type: Iri, line: readonly Iri[], property: Iri): ClassProperty {
    const restrictions = line.flatMap((one) => this.ontology.classes.get(one)?.restrictions.get(property) ?? []);
    const ranges = [
      ...(this.ontology.properties.get(property)?.ranges ?? []),
      ...restrictions.flatMap((restriction) => restriction.ranges),
    ].sort((one, other) => compareTexts(keyOf(one), keyOf(other)));
    const { range, widened } = commonRange(ranges, this.hierarchy);
    const max = Math.min(...restrictions.map((one) => this.#maximum(one, range)), Infinity);
    if (this.own(type).has(property)) this.#note(type, property, restrictions, { widened, range, max });
    return { range, many: max > 1 && !this.graph.types(node(property)).some((one) => one === functional) };
  }

  /** A count of a part of the values counts all of them where that part is all. */
  #maximum({ max, qualified }: Restriction, range: Range | undefined): number {
    const whole = range === undefined ? undefined : keyOf(range);
    return Math.min(max, ...qualified.filter((one) => keyOf(one.range) === whole).map((one) => one.max));
  }

  #note(
    type: Iri,
    property: Iri,
    restrictions: readonly Restriction[],
    { widened, range, max }: { widened: boolean; range: Range | undefined; max: number },
  ): void {
    const place = [type, property] as const;
    const [own] = restrictions.filter((one) => this.ontology.classes.get(type)?.restrictions.get(property) === one);
    if (widened) this.notes.add('disjointRanges', ...place);
    if (range === undefined) this.notes.add('anyValue', ...place);
    if (range?.some((one) => one.kind === 'datatype' && one.facets.length > 0) === true)
      this.notes.add('facets', ...place);
    if (own === undefined) return;
    const whole = range === undefined ? undefined : keyOf(range);
    if (own.min > 0 || own.qualified.some(({ min }) => min > 0)) this.notes.add('minimum', ...place);
    if (max > 1 && Number.isFinite(max)) this.notes.add('maximum', ...place);
    if (own.qualified.some((one) => Number.isFinite(one.max) && keyOf(one.range) !== whole))
      this.notes.add('partMaximum', ...place);
    if (own.values.length > 0) this.notes.add('fixedValue', ...place);
  }

  /** The classes of a domain: a name, or a union of names. */
  #members(domain: Term): Iri[] {
    if (domain.termType === 'NamedNode') return isIri(domain.value) && !domain.equals(owl.Thing) ? [domain.value] : [];
    return this.graph.list(this.graph.object(domain, owl.unionOf)).flatMap((member) => this.#members(member));
  }

  /** Notes what the ontology says and no restriction of a property holds. */
  noteRest(classes: readonly Iri[]): void {
    const used = new Set(classes.flatMap((type) => [...this.own(type)]));
    for (const property of this.ontology.properties.keys()) {
      const isAnnotation = this.graph.types(node(property)).some((type) => type === owl.AnnotationProperty.value);
      if (!used.has(property) && !isAnnotation) this.notes.add('noClass', undefined, property);
    }
    for (const type of classes) {
      const above = [rdfs.subClassOf, owl.equivalentClass].flatMap((name) => this.graph.objects(node(type), name));
      if (above.some((term) => term.termType === 'BlankNode' && !this.#isRead(term)))
        this.notes.add('expression', type);
    }
  }

  #isRead(expression: Term): boolean {
    return (
      [owl.onProperty, owl.intersectionOf, owl.oneOf].some(
        (name) => this.graph.object(expression, name) !== undefined,
      ) || this.graph.object(expression, rdfTerms.type) === undefined
    );
  }
}

/** A text that is equal for equal ranges. */
function keyOf(range: Range): string {
  return range.map(alternativeKey).sort(compareTexts).join(' ');
}
