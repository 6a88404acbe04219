/**
 * Caches pairs of a shape and a property's values that passed validation: revisions and similar objects repeat most of
 * them. This is sound only for shapes that depend on the values of one property; see `ofValues`. Failures are not
 * cached.
 *
 * Most shapes check only the datatype of a literal and whether its text is valid for it, and only whether the name of a
 * resource belongs to the model. The keys for these shapes omit everything else, so that a new weight matches the key
 * of another weight that passed. Other shapes check the texts and names of the values, but not the statements about
 * embedded objects.
 */
import { LRUCache } from 'lru-cache';
import { XsdValidation } from '../../bundled/rdf-validation.js';
import { getOrAdd } from '../../collections.js';
import type { Graph } from '../../rdf/graph.js';
import { isLiteral, type NamedNode, type Quad_Object, type Quad_Subject, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { irisOf, sh } from '../vocabulary.js';

/** Size of the cache, in characters of its keys. */
const MAX_SIZE = 8 * 1024 ** 2;
/** Size of the cache of whole resources, in characters of its keys. */
const MAX_RESOURCES_SIZE = 4 * 1024 ** 2;
/** Longer texts rarely repeat. */
const MAX_TEXT_LENGTH = 200;
/** Limits of cached data: values of a property or statements of a resource, and nested resources. */
const MAX_VALUES = 50;
const MAX_DEPTH = 8;
/** Characters of the description of a value, or of all values of a property. */
const MAX_DESCRIPTION_LENGTH = 4_000;

/** A shape to validate, and the cache key of its result. */
export interface CheckKey {
  readonly shape: Term;
  /** Undefined when the result depends on more than the values of one property. */
  readonly key: string | undefined;
}

export class ValidationCache {
  readonly #passed = new LRUCache<string, true>({
    maxSize: MAX_SIZE,
    sizeCalculation: (_, key) => key.length,
  });
  /** Resources that passed all their shapes, by their combined keys: one lookup instead of one for each shape. */
  readonly #passedResources = new LRUCache<string, true>({
    maxSize: MAX_RESOURCES_SIZE,
    sizeCalculation: (_, key) => key.length,
  });
  /** The shapes that depend on the values of one property alone; undefined for other shapes. */
  readonly #valueShapes = new Map<string, ValueShape | undefined>();
  /** Descriptions of the values in the data under validation. */
  readonly #descriptions = new WeakMap<Graph, Map<Detail, Descriptions>>();

  readonly #names: Names;

  constructor(private readonly shapes: Graph) {
    this.#names = new Names(shapes);
  }

  /** The shapes that have not passed for this subject yet. */
  keys(shapes: Iterable<Term>, subject: Quad_Subject, view: Graph): CheckKey[] {
    const checks = Array.from(shapes, (shape) => ({ shape, key: this.#key(shape, subject, view) }));
    if (checks.length === 0) return checks;
    const isCacheable = checks.every(({ key }) => key !== undefined);
    const all = isCacheable ? checks.map(({ key }) => key).join('\n') : undefined;
    if (all !== undefined && this.#passedResources.get(all) !== undefined) return [];
    const open = checks.filter(({ key }) => key === undefined || this.#passed.get(key) === undefined);
    if (all !== undefined && open.length === 0) this.#passedResources.set(all, true);
    return open;
  }

  /** Records that all of these shapes passed. */
  add(checks: readonly CheckKey[]): void {
    for (const { key } of checks) if (key !== undefined) this.#passed.set(key, true);
  }

  #key(shape: Term, subject: Quad_Subject, view: Graph): string | undefined {
    const valueShape = this.#valueShape(shape);
    if (valueShape === undefined) return undefined;
    const values = this.#describe(view, valueShape.detail).ofValues(subject, valueShape.property);
    return values === undefined ? undefined : `${valueShape.key} ${values}`;
  }

  #describe(view: Graph, detail: Detail): Descriptions {
    let descriptions = this.#descriptions.get(view);
    if (descriptions === undefined) this.#descriptions.set(view, (descriptions = new Map<Detail, Descriptions>()));
    return getOrAdd(descriptions, detail, () => {
      if (detail === 'kinds') return new Descriptions(view, this.#names);
      return new Descriptions(view, undefined, detail === 'texts' ? undefined : this.#describe(view, 'kinds'));
    });
  }

  #valueShape(shape: Term): ValueShape | undefined {
    const name = termKey(shape);
    if (!this.#valueShapes.has(name)) this.#valueShapes.set(name, this.#findValueShape(shape));
    return this.#valueShapes.get(name);
  }

  #findValueShape(shape: Term): ValueShape | undefined {
    const property = this.shapes.object(shape, sh.path);
    if (property?.termType !== 'NamedNode' || !this.#isOfValues(shape)) return undefined;
    const read = new Set<Depth>();
    this.#collectReads(shape, { literal: true, depth: 'own' }, read, new Set());
    const detail = read.has('nested') ? 'texts' : read.has('own') ? 'own texts' : 'kinds';
    return { property, detail, key: `${termKey(shape)} ${detail}` };
  }

  #isOfValues(shape: Term): boolean {
    const seen = new Set<string>();
    const isOfValues = (term: Term, allowed: ReadonlySet<string>): boolean => {
      const name = termKey(term);
      if (seen.has(name)) return true;
      seen.add(name);
      return this.shapes
        .about(term)
        .every(
          ({ predicate, object }) =>
            allowed.has(predicate.value) &&
            (!predicate.equals(sh.path) || object.termType === 'NamedNode') &&
            (!references.has(predicate.value) || isOfValues(object, ofResources)),
        );
    };
    return isOfValues(shape, ofValues);
  }

  /**
   * Finds shapes that read data omitted from `kinds`: the text of a literal.
   *
   * @param literal whether the shape can receive a literal: not after `sh:nodeKind sh:IRI`.
   */
  #collectReads(
    shape: Term,
    { literal, depth }: { readonly literal: boolean; readonly depth: Depth },
    read: Set<Depth>,
    seen: Set<string>,
  ): void {
    const name = `${termKey(shape)} ${literal} ${depth}`;
    if (seen.has(name)) return;
    seen.add(name);
    const kind = this.shapes.object(shape, sh.nodeKind);
    const canBeLiteral = literal && !(kind !== undefined && resourceKinds.has(kind.value));
    for (const { predicate, object } of this.shapes.about(shape)) {
      if (this.#readsText(predicate, object, canBeLiteral)) read.add(depth);
      if (!references.has(predicate.value)) continue;
      const isProperty = predicate.equals(sh.property);
      // The values of another property can be literals, independently of this value.
      const ofProperty = isProperty && !this.shapes.object(object, sh.path)?.equals(rdfTerms.type);
      const inside = { literal: canBeLiteral || ofProperty, depth: isProperty ? 'nested' : depth } as const;
      this.#collectReads(object, inside, read, seen);
    }
  }

  /** Whether a constraint depends on data that `kinds` omits from the values themselves. */
  #readsText(constraint: Term, operand: Quad_Object, canBeLiteral: boolean): boolean {
    if (constraint.equals(sh.pattern)) return canBeLiteral;
    if (constraint.equals(sh.hasValue)) return isLiteral(operand);
    if (constraint.equals(sh.in)) return this.shapes.list(operand).some(isLiteral);
    return textConstraints.has(constraint.value);
  }
}

/** Whether a shape reads the values of its property, or also those of a resource among them. */
type Depth = 'own' | 'nested';

/**
 * The level of detail of a description. `kinds` omits the texts of literals (only their validity for the datatype
 * remains) and names that no shape distinguishes; `own texts` omits both from statements about the values.
 */
type Detail = 'texts' | 'own texts' | 'kinds';

/** A shape that depends on the values of one property alone. */
interface ValueShape {
  readonly property: NamedNode;
  readonly detail: Detail;
  readonly key: string;
}

const xsdValidation = new XsdValidation();

/** The names that a shape can distinguish: those in the shapes, and those that match a pattern of the shapes. */
class Names {
  readonly #stated = new Set<string>();
  readonly #patterns: readonly RegExp[];

  constructor(shapes: Graph) {
    for (const { subject, object } of shapes)
      for (const { termType, value } of [subject, object]) if (termType === 'NamedNode') this.#stated.add(value);
    const patterns = new Map(
      Array.from(shapes.match(null, sh.pattern), ({ subject, object }) => {
        const flags = shapes.object(subject, sh.flags)?.value ?? '';
        return [`${flags} ${object.value}`, new RegExp(object.value, flags)];
      }),
    );
    this.#patterns = [...patterns.values()];
  }

  matters(name: string): boolean {
    return this.#stated.has(name) || this.#patterns.some((pattern) => pattern.test(name));
  }
}

/** Describes values unambiguously, with all statements about them. */
class Descriptions {
  readonly #cached = new Map<string, string | undefined>();

  /**
   * @param names the names to include, without texts; undefined for all names and texts.
   * @param nested describes the objects of statements about the values.
   */
  constructor(
    private readonly view: Graph,
    private readonly names?: Names,
    private readonly nested?: Descriptions,
  ) {}

  /** Describes the values of a property; undefined beyond the limits and for cycles. */
  ofValues(subject: Quad_Subject, property: NamedNode): string | undefined {
    const values = this.view.objects(subject, property);
    return joinSorted(values, (value) => this.#of(value, 0));
  }

  #of(value: Term, depth: number): string | undefined {
    if (value.termType === 'Literal') {
      const { language, datatype } = value;
      if (language.length + datatype.value.length > MAX_TEXT_LENGTH) return undefined;
      const kind = `@${language}<${datatype.value}>`;
      // The engine's own check, so that the key makes the same distinctions as the engine.
      if (this.names !== undefined) return `${xsdValidation.validateSimple(value) ? '' : 'not '}${kind}`;
      return value.value.length > MAX_TEXT_LENGTH ? undefined : JSON.stringify(value.value) + kind;
    }
    if (value.value.length > MAX_TEXT_LENGTH) return undefined;
    if (value.termType !== 'NamedNode' && value.termType !== 'BlankNode') return undefined;
    const key = termKey(value);
    if (this.#cached.has(key) || depth > MAX_DEPTH) return this.#cached.get(key);
    // A resource in a cycle has no description.
    this.#cached.set(key, undefined);
    const description = joinSorted(this.view.about(value), ({ predicate, object }) => {
      if (predicate.value.length > MAX_TEXT_LENGTH) return undefined;
      // Shapes compare types by their texts; `#readsText` relies on types that are not literals.
      if (object.termType === 'Literal' && predicate.equals(rdfTerms.type)) return undefined;
      const described = (this.nested ?? this).#of(object, depth + 1);
      return described === undefined ? undefined : `<${predicate.value}>${described}`;
    });
    if (description === undefined) return undefined;
    // No shape distinguishes blank nodes with equal descriptions.
    const name = value.termType === 'NamedNode' ? `<${this.#name(value)}>` : '_';
    const described = description === '' ? name : `${name}{${description}}`;
    this.#cached.set(key, described);
    return described;
  }

  #name({ value }: NamedNode): string {
    return this.names === undefined || this.names.matters(value) ? value : '';
  }
}

/** Joins descriptions in sorted order; undefined when they exceed a limit or one is undefined. */
function joinSorted<Part>(parts: readonly Part[], write: (part: Part) => string | undefined): string | undefined {
  if (parts.length > MAX_VALUES) return undefined;
  const written: string[] = [];
  let length = 0;
  for (const part of parts) {
    const text = write(part);
    length += text?.length ?? Infinity;
    if (text === undefined || length > MAX_DESCRIPTION_LENGTH) return undefined;
    written.push(text);
  }
  return written.sort().join(' ');
}

/** Properties that refer to other shapes or lists of shapes. */
const references = irisOf(sh.node, sh.not, sh.or, sh.property, rdfTerms.first, rdfTerms.rest);

/** Constraints on the text of a value, in addition to sh:pattern. */
const textConstraints = irisOf(
  sh.maxExclusive,
  sh.maxInclusive,
  sh.maxLength,
  sh.minExclusive,
  sh.minInclusive,
  sh.minLength,
);

const resourceKinds = irisOf(sh.IRI, sh.BlankNodeOrIRI);

/** The allowed properties of a shape that depends only on the values of one property and the statements about them. */
const ofValues: ReadonlySet<string> = new Set([
  ...textConstraints,
  ...irisOf(rdfTerms.type, sh.path, sh.name, sh.description, sh.class, sh.datatype, sh.in, sh.maxCount, sh.minCount),
  ...irisOf(sh.node, sh.nodeKind, sh.not, sh.or, sh.pattern, sh.targetSubjectsOf, sh.message, sh.severity),
]);

/** The same for shapes of the values. */
const ofResources = new Set([
  ...ofValues,
  ...irisOf(rdfTerms.first, rdfTerms.rest, sh.closed, sh.hasValue, sh.ignoredProperties, sh.property, sh.targetClass),
]);
