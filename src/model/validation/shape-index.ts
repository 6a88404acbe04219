/** Indexes shapes by class and property, so that only the shapes of occurring types and properties are evaluated. */
import { getOrAdd } from '../../collections.js';
import { type Iri, type NamedNode, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { Graph } from '../../rdf/graph.js';
import type { Hierarchy } from '../ontology/hierarchy.js';
import { irisOf, sh, shNs } from '../vocabulary.js';

/** A shape that cannot be violated by a property with fewer than `from` values. */
interface CandidateShape {
  readonly shape: Term;
  readonly from: number;
}

/** The shapes of a combination of types. */
interface ShapePlan {
  readonly byProperty: ReadonlyMap<string, readonly CandidateShape[]>;
  /** Shapes that are always evaluated, since a value may be missing. */
  readonly always: readonly Term[];
}

/** Cached combinations of types; a document may have any combination. */
const MAX_PLANS = 2000;

export class ShapeIndex {
  readonly #ofClass = new Map<string, Set<Term>>();
  readonly #ofProperty = new Map<string, Set<Term>>();
  readonly #ofNode = new Map<string, Set<Term>>();
  readonly #ofObject = new Map<string, Set<Term>>();
  /** Number of a property's values per batch: more than any shape counts. */
  readonly batchSize: number;
  readonly #plans = new Map<string, ShapePlan>();

  constructor(
    private readonly shapes: Graph,
    private readonly hierarchy: Hierarchy,
    private readonly localNames: ReadonlySet<string> = new Set(),
  ) {
    // Many classes may share a property shape: one term represents it everywhere.
    const terms = new Map<string, Term>();
    const unique = (term: Term): Term => getOrAdd(terms, termKey(term), () => term);
    const bounds = [...shapes.match(null, sh.maxCount), ...shapes.match(null, sh.minCount)]
      .map(({ object }) => Number(object.value))
      .filter((bound) => Number.isSafeInteger(bound));
    this.batchSize = bounds.reduce((size, bound) => Math.max(size, bound + 1), MIN_BATCH_SIZE);
    const collect = (target: NamedNode, found: Map<string, Set<Term>>): void => {
      for (const { subject, object } of shapes.match(null, target)) {
        const targeted = getOrAdd(found, object.value, () => new Set());
        for (const property of this.#isProperty(subject) ? [] : shapes.objects(subject, sh.property))
          targeted.add(unique(property));
        if (!this.#isOnlyProperties(subject)) targeted.add(unique(subject));
      }
    };
    collect(sh.targetClass, this.#ofClass);
    collect(sh.targetSubjectsOf, this.#ofProperty);
    collect(sh.targetNode, this.#ofNode);
    collect(sh.targetObjectsOf, this.#ofObject);
  }

  /** The statements of all shapes. */
  get graph(): Graph {
    return this.shapes;
  }

  /** Whether any shape distinguishes instances of this type. */
  knows(type: Iri): boolean {
    return this.hierarchy.isClass(type);
  }

  /** The shapes for a resource of these types with these numbers of values per property, the narrower ones first. */
  select(resource: Term, types: readonly Iri[], properties: ReadonlyMap<string, number>): Set<Term> {
    const plan = this.#plan(types);
    const selected = new Set(plan.always);
    for (const shape of this.#ofNode.get(resource.value) ?? []) selected.add(shape);
    for (const [property, count] of properties) {
      for (const { shape, from } of plan.byProperty.get(property) ?? []) if (count >= from) selected.add(shape);
      for (const shape of this.#ofProperty.get(property) ?? []) selected.add(shape);
    }
    return selected;
  }

  /** The shapes for the values of a property, of any kind (`sh:targetObjectsOf`). */
  ofObjects(property: string): ReadonlySet<Term> | undefined {
    return this.#ofObject.get(property);
  }

  /** Whether a shape is about this property and gives the same result for its values in batches. */
  worksInBatches(shape: Term, property: string): boolean {
    const path = this.shapes.object(shape, sh.path);
    return (
      path?.termType === 'NamedNode' &&
      path.value === property &&
      this.shapes.about(shape).every(({ predicate }) => !setLevel.has(predicate.value))
    );
  }

  /** Whether a shape is the operator's (D76). */
  isLocal(shape: Term): boolean {
    return this.localNames.has(termKey(shape));
  }

  /** The sh:description of a shape: its requirement, for messages. */
  description(shape: Term): string | undefined {
    return this.shapes.object(shape, sh.description)?.value;
  }

  /** The minimum number of values that a shape demands. */
  minCount(shape: Term): string | undefined {
    return this.shapes.object(shape, sh.minCount)?.value;
  }

  /** The maximum number of values that a shape allows. */
  maxCount(shape: Term): string | undefined {
    return this.shapes.object(shape, sh.maxCount)?.value;
  }

  #plan(types: readonly Iri[]): ShapePlan {
    const key = types.join(' ');
    const cached = this.#plans.get(key);
    if (cached !== undefined) return cached;
    const byProperty = new Map<string, CandidateShape[]>();
    const always = new Set<Term>();
    for (const type of new Set(types.flatMap((stated) => [...this.hierarchy.ancestors(stated)]))) {
      for (const shape of this.#ofClass.get(type) ?? []) {
        const path = this.shapes.object(shape, sh.path);
        if (path?.termType !== 'NamedNode' || this.#requiresValue(shape)) always.add(shape);
        else getOrAdd(byProperty, path.value, () => []).push({ shape, from: this.#from(shape) });
      }
    }
    const plan = { byProperty, always: [...always] };
    if (this.#plans.size >= MAX_PLANS) this.#plans.clear();
    this.#plans.set(key, plan);
    return plan;
  }

  /** Whether a resource without the property can violate a shape. */
  #requiresValue(shape: Term): boolean {
    return this.shapes.about(shape).some(({ predicate }) => requiresValue.has(predicate.value));
  }

  #from(shape: Term): number {
    const max = Number(this.maxCount(shape) ?? NaN);
    const onlyCounts = this.shapes.about(shape).every(({ predicate }) => countOnly.has(predicate.value));
    return onlyCounts && Number.isSafeInteger(max) ? max + 1 : 1;
  }

  #isProperty(shape: Term): boolean {
    return this.shapes.object(shape, sh.path) !== undefined;
  }

  #isOnlyProperties(shape: Term): boolean {
    return this.shapes.about(shape).every(({ predicate }) => !isConstraint(predicate));
  }
}

/** Up to this number, the values of a property are validated together. */
const MIN_BATCH_SIZE = 100;

const requiresValue = irisOf(sh.minCount, sh.hasValue, sh.qualifiedMinCount, sh.equals);
const countOnly = irisOf(rdfTerms.type, sh.path, sh.maxCount);
/** Terms of a node shape that demand nothing of the node itself. */
const structural = irisOf(
  ...[sh.targetClass, sh.targetNode, sh.targetObjectsOf, sh.targetSubjectsOf],
  ...[sh.property, sh.name, sh.description, sh.message, sh.severity, sh.deactivated],
);
const isConstraint = ({ value }: Term): boolean => value.startsWith(shNs) && !structural.has(value);
/** Constraints on all values of a property together, or on the resource instead of a property. */
const setLevel = irisOf(
  sh.hasValue,
  sh.equals,
  sh.qualifiedMinCount,
  sh.qualifiedMaxCount,
  sh.property,
  sh.closed,
  sh.uniqueLang,
);
