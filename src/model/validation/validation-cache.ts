/**
 * Caches pairs of a shape and a property's values that passed validation: revisions and similar objects repeat most of
 * them. Sound only for shapes that depend on the values of one property; see `ofValues`. Failures are not cached.
 */
import { LRUCache } from 'lru-cache';
import type { Graph } from '../../rdf/graph.js';
import type { NamedNode, Quad_Subject, Term } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { sh } from '../vocabulary.js';

/** Size of the cache, in characters of its keys. */
const MAX_SIZE = 8 * 1024 ** 2;
/** Longer texts rarely repeat. */
const MAX_TEXT_LENGTH = 200;
/** Limits of what is cached: values of a property or statements of a resource, and nested resources. */
const MAX_VALUES = 50;
const MAX_DEPTH = 8;
/** Characters of the description of a value, or of all values of a property. */
const MAX_DESCRIPTION_LENGTH = 4_000;

/** A shape to validate, and the cache key of its result. */
interface CheckKey {
  readonly shape: Term;
  /** Undefined when the result depends on more than the values of one property. */
  readonly key: string | undefined;
}

export class ValidationCache {
  readonly #passed = new LRUCache<string, true>({
    maxSize: MAX_SIZE,
    sizeCalculation: (_, key) => key.length,
  });
  /** The property of each shape that depends on its values alone; undefined for other shapes. */
  readonly #properties = new Map<string, NamedNode | undefined>();
  /** Descriptions of the values in the data under validation. */
  readonly #descriptions = new WeakMap<Graph, Descriptions>();

  constructor(private readonly shapes: Graph) {}

  /** The shapes that are not known to pass for this subject. */
  keys(shapes: Iterable<Term>, subject: Quad_Subject, view: Graph): CheckKey[] {
    return Array.from(shapes, (shape) => ({ shape, key: this.#key(shape, subject, view) })).filter(
      ({ key }) => key === undefined || this.#passed.get(key) === undefined,
    );
  }

  /** Records that all of these shapes passed. */
  add(checks: readonly CheckKey[]): void {
    for (const { key } of checks) if (key !== undefined) this.#passed.set(key, true);
  }

  #key(shape: Term, subject: Quad_Subject, view: Graph): string | undefined {
    const property = this.#property(shape);
    if (property === undefined) return undefined;
    const descriptions = this.#descriptions.get(view) ?? new Descriptions(view);
    this.#descriptions.set(view, descriptions);
    const values = descriptions.ofValues(subject, property);
    return values === undefined ? undefined : `${nameOf(shape)} ${values}`;
  }

  #property(shape: Term): NamedNode | undefined {
    const name = nameOf(shape);
    if (!this.#properties.has(name)) this.#properties.set(name, this.#findProperty(shape));
    return this.#properties.get(name);
  }

  #findProperty(shape: Term): NamedNode | undefined {
    const path = this.shapes.object(shape, sh.path);
    if (path?.termType !== 'NamedNode') return undefined;
    const seen = new Set<string>();
    const isOfValues = (term: Term, allowed: ReadonlySet<string>): boolean => {
      const name = nameOf(term);
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
    return isOfValues(shape, ofValues) ? path : undefined;
  }
}

const nameOf = ({ termType, value }: Term): string => `${termType} ${value}`;

/** Describes values unambiguously, with all statements about them. */
class Descriptions {
  readonly #cached = new Map<string, string | undefined>();

  constructor(private readonly view: Graph) {}

  /** Describes the values of a property; undefined beyond the limits and for cycles. */
  ofValues(subject: Quad_Subject, property: NamedNode): string | undefined {
    const values = this.view.objects(subject, property);
    return joinSorted(values, (value) => this.#of(value, 0));
  }

  #of(value: Term, depth: number): string | undefined {
    if (value.value.length > MAX_TEXT_LENGTH) return undefined;
    if (value.termType === 'Literal') {
      const { language, datatype } = value;
      if (language.length + datatype.value.length > MAX_TEXT_LENGTH) return undefined;
      return `${JSON.stringify(value.value)}@${language}<${datatype.value}>`;
    }
    if (value.termType !== 'NamedNode' && value.termType !== 'BlankNode') return undefined;
    const key = nameOf(value);
    if (this.#cached.has(key) || depth > MAX_DEPTH) return this.#cached.get(key);
    // A resource in a cycle has no description.
    this.#cached.set(key, undefined);
    const description = joinSorted(this.view.about(value), ({ predicate, object }) => {
      if (predicate.value.length > MAX_TEXT_LENGTH) return undefined;
      const described = this.#of(object, depth + 1);
      return described === undefined ? undefined : `<${predicate.value}>${described}`;
    });
    if (description === undefined) return undefined;
    // No shape distinguishes blank nodes with equal descriptions.
    const name = value.termType === 'NamedNode' ? `<${value.value}>` : '_';
    const described = description === '' ? name : `${name}{${description}}`;
    this.#cached.set(key, described);
    return described;
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

const values = (...names: { readonly value: string }[]): ReadonlySet<string> =>
  new Set(names.map(({ value }) => value));

/** Properties that lead to other shapes, and to the lists of them. */
const references = values(sh.node, sh.not, sh.or, sh.property, rdfTerms.first, rdfTerms.rest);

/** The properties of a shape that depends on the values of one property, and on the statements about them, alone. */
const ofValues = values(
  rdfTerms.type,
  sh.path,
  sh.name,
  sh.description,
  sh.class,
  sh.datatype,
  sh.in,
  sh.maxCount,
  sh.maxExclusive,
  sh.maxInclusive,
  sh.maxLength,
  sh.minCount,
  sh.minExclusive,
  sh.minInclusive,
  sh.minLength,
  sh.node,
  sh.nodeKind,
  sh.not,
  sh.or,
  sh.pattern,
  sh.targetSubjectsOf,
);

/** The same for the shapes of the values. */
const ofResources = new Set([
  ...ofValues,
  ...values(rdfTerms.first, rdfTerms.rest, sh.closed, sh.hasValue, sh.ignoredProperties, sh.property, sh.targetClass),
]);
