/** Validates data against the shapes of the types and properties in it. */
import type { Matchable, ValidationResult } from 'shacl-engine';
import { turns } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import {
  factory,
  isIri,
  type Iri,
  node,
  type Quad,
  type Quad_Subject,
  type Term,
  termKey,
  triple,
} from '../../rdf/terms.js';
import { type Namespaces, rdfTerms } from '../../rdf/vocabulary.js';
import { canonicalCode } from '../code-lists.js';
import { Graph } from '../../rdf/graph.js';
import { batches } from './batches.js';
import type { OntologyIndex } from '../ontology/ontology-index.js';
import { type CheckKey, ValidationCache } from './validation-cache.js';
import { type ConstraintKind, Messages } from './messages.js';
import type { Violation } from './violation.js';
import type { ShapeIndex } from './shape-index.js';
import { LinearValidator } from './validator.js';
import { irisOf, sh } from '../vocabulary.js';

/** The shapes to validate a resource against, and the number of values of each property. */
interface Checks {
  readonly counts: ReadonlyMap<string, number>;
  readonly open: readonly CheckKey[];
}

/** Number of resources per step: other requests are handled between the steps of a large document. */
const IN_STEP = 10;

export class Checker {
  readonly #validator: LinearValidator;
  readonly #cache: ValidationCache;

  constructor(
    shapes: Graph,
    private readonly index: ShapeIndex,
    private readonly ontologyIndex: OntologyIndex,
  ) {
    this.#validator = new LinearValidator(shapes, { factory });
    this.#cache = new ValidationCache(shapes);
  }

  /**
   * All distinct violations in the order of the data's resources, including remarks that do not refuse the data
   * (`caution`, D76).
   */
  async violations(data: Iterable<Quad>, roots: readonly Term[]): Promise<Violation[]> {
    const view = this.#view(data);
    const messages = new Messages(view, roots, this.ontologyIndex);
    const violations: Violation[] = [];
    for (const [index, subject] of view.subjects().entries()) {
      if (index % IN_STEP === IN_STEP - 1) await turns.next();
      violations.push(...this.#unknownNames(subject, view, messages));
      const checks = this.#checks(subject, view);
      // Nearly all written data has passed the same checks before.
      if (checks.open.length > 0)
        violations.push(...(await this.#constraintViolations(subject, view, checks, messages)));
    }
    return [...violations, ...(await this.#valueViolations(view, messages))];
  }

  /**
   * The data to validate. Codes of the oldest model are replaced by their newer form (D6), and an embedded object
   * without a type gets the class that its property requires.
   */
  #view(data: Iterable<Quad>): Graph {
    const { namespaces } = this.ontologyIndex;
    const quads = Array.from(data, (quad) => canonicalize(quad, namespaces));
    const graph = new Graph(quads);
    const implied: Quad[] = [];
    for (const { predicate, object } of quads) {
      if (object.termType !== 'NamedNode' && object.termType !== 'BlankNode') continue;
      const type = this.ontologyIndex.embeddableRange(predicate.value);
      if (type === undefined || graph.about(object).length === 0 || graph.object(object, rdfTerms.type) !== undefined)
        continue;
      implied.push(triple(object, rdfTerms.type, node(type)));
    }
    return implied.length === 0 ? graph : new Graph([...quads, ...implied]);
  }

  #unknownNames(subject: Quad_Subject, view: Graph, messages: Messages): Violation[] {
    const names = new Map<string, Violation>();
    for (const { predicate, object } of view.about(subject)) {
      if (predicate.equals(rdfTerms.type)) {
        if (this.ontologyIndex.isUnknownClass(object.value))
          names.set(`type ${object.value}`, messages.unknownClass(subject, object.value));
      } else if (this.ontologyIndex.isUnknownProperty(predicate.value)) {
        names.set(predicate.value, messages.unknownProperty(subject, predicate.value));
      }
    }
    return [...names.values()];
  }

  async #constraintViolations(
    subject: Quad_Subject,
    view: Graph,
    checks: Checks,
    messages: Messages,
  ): Promise<Violation[]> {
    const found = new Map<string, Violation>();
    for (const result of await this.#results(subject, view, checks)) {
      const kind = kindOf(result);
      const isLocal = this.index.isLocal(result.shape.ptr.term);
      const property = propertyOf(result);
      const value = kind === 'value' ? result.value?.term : undefined;
      if (!isLocal && value !== undefined && this.#hasUnknownClass(value, view)) continue;
      const parts = [
        kind,
        property ?? '',
        value === undefined ? '' : termKey(value),
        ...(isLocal ? placeOf(result) : []),
      ];
      // Several constraints of a shape with its own message would repeat that message for a value.
      getOrAdd(found, parts.join(' '), () =>
        isLocal
          ? messages.localViolation({ kind, subject: result.focusNode.term, property, value, result }, this.index)
          : messages.constraintViolation({ kind, subject, property, value, shape: result.shape.ptr.term }, this.index),
      );
    }
    return [...found.values()];
  }

  /** Violations of the operator's shapes for the values of a property (`sh:targetObjectsOf`). */
  async #valueViolations(view: Graph, messages: Messages): Promise<Violation[]> {
    const found = new Map<string, Violation>();
    let checked = 0;
    for (const { subject, predicate, object } of view) {
      const shapes = this.index.ofObjects(predicate.value);
      if (shapes === undefined) continue;
      if (checked++ % IN_STEP === IN_STEP - 1) await turns.next();
      for (const result of await this.#run(object, view, [...shapes])) {
        const kind = kindOf(result);
        const value = kind === 'value' ? result.value?.term : undefined;
        const isValue = result.path === null;
        const place = isValue
          ? { subject, property: predicate.value }
          : { subject: result.focusNode.term, property: propertyOf(result) };
        getOrAdd(found, [kind, value === undefined ? '' : termKey(value), ...placeOf(result)].join(' '), () =>
          messages.localViolation({ kind, ...place, value, result }, this.index),
        );
      }
    }
    return [...found.values()];
  }

  /** The checks of a resource that have not passed before. */
  #checks(subject: Quad_Subject, view: Graph): Checks {
    const types = view.types(subject).filter((type) => this.index.knows(type));
    const counts = new Map<string, number>();
    for (const { predicate } of view.about(subject))
      counts.set(predicate.value, (counts.get(predicate.value) ?? 0) + 1);
    return { counts, open: this.#cache.keys(this.index.select(subject, types.sort(), counts), subject, view) };
  }

  async #results(subject: Quad_Subject, view: Graph, { counts, open }: Checks): Promise<ValidationResult[]> {
    const { batchSize } = this.index;
    let checks = open;
    const results: ValidationResult[] = [];
    for (const [property, count] of counts) {
      if (count <= batchSize) continue;
      const batched = new Set(
        checks.map(({ shape }) => shape).filter((shape) => this.index.worksInBatches(shape, property)),
      );
      checks = checks.filter(({ shape }) => !batched.has(shape));
      for (const batch of batches(view, subject, property, batchSize)) {
        results.push(...(await this.#run(subject, batch, [...batched])));
        await turns.next();
      }
    }
    const shapes = checks.map(({ shape }) => shape);
    const others = await this.#run(subject, view, shapes);
    if (others.length === 0) this.#cache.add(checks);
    return [...results, ...others];
  }

  async #run(subject: Term, data: Matchable, shapes: readonly Term[]): Promise<readonly ValidationResult[]> {
    if (shapes.length === 0) return [];
    const report = await this.#validator.validate(
      { dataset: data, terms: [subject] },
      shapes.map((shape) => ({ terms: [shape] })),
    );
    return report.results;
  }

  /** Whether a value has an unknown class: its own violation reports this, so the constraint violation adds nothing. */
  #hasUnknownClass(value: Term, view: Graph): boolean {
    return view.types(value).some((type) => this.ontologyIndex.isUnknownClass(type));
  }
}

/** The property of a result; undefined for a path with inverse or alternative properties. */
function propertyOf({ path }: ValidationResult): string | undefined {
  const [step] = path ?? [];
  return step?.start === 'subject' && step.predicates.length === 1 ? step.predicates[0]?.value : undefined;
}

/** Distinguishes results of the operator's shapes with the same property and value. */
function placeOf({ shape, focusNode, constraintComponent }: ValidationResult): string[] {
  const rule = shape.message.length > 0 ? '' : constraintComponent.value;
  return [termKey(shape.ptr.term), termKey(focusNode.term), rule];
}

const maxCounts = irisOf(sh.MaxCountConstraintComponent, sh.QualifiedMaxCountConstraintComponent);
const minCounts = irisOf(
  sh.MinCountConstraintComponent,
  sh.HasValueConstraintComponent,
  sh.QualifiedMinCountConstraintComponent,
);

function kindOf({ constraintComponent }: ValidationResult): ConstraintKind {
  if (maxCounts.has(constraintComponent.value)) return 'too-many';
  return minCounts.has(constraintComponent.value) ? 'missing' : 'value';
}

// The engine matches texts by UTF-16 units and rejects surrogate pairs.
const BEYOND_BMP = /[\u{10000}-\u{10FFFF}\uFFFE\uFFFF]/gu;

/** A statement in the form that the shapes expect. */
function canonicalize(quad: Quad, namespaces: Namespaces): Quad {
  const { subject, predicate, object } = quad;
  if (object.termType === 'Literal') {
    const text = object.value.replace(
      BEYOND_BMP,
      (character) => `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`,
    );
    if (text === object.value) return quad;
    const kind = object.language === '' ? object.datatype : object.language;
    return triple(subject, predicate, factory.literal(text, kind));
  }
  if (object.termType !== 'NamedNode' || !isIri(object.value)) return quad;
  const code: Iri = canonicalCode(object.value, namespaces);
  return code === object.value ? quad : triple(subject, predicate, node(code));
}
