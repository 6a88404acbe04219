/**
 * What has been found to fit. Objects come again with the most of what they held before, and with the same units, codes
 * and countries as others; whether a property of these values fits a shape that looks at nothing else need not be found
 * out again. Nothing is remembered of what did not fit.
 */
import { LRUCache } from 'lru-cache';
import type { Graph } from '../../rdf/graph.js';
import type { NamedNode, Quad_Subject, Term } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import { sh } from '../vocabulary.js';

/** How much is remembered, for all shapes together: in characters. */
const MAX_ENTRIES = 8 * 1024 ** 2;
/** Longer texts are rarely the same. */
const MAX_TEXT_LENGTH = 200;
/** More than this is not remembered: values of a property, statements about a resource, resources within each other. */
const MAX_VALUES = 50;
const MAX_DEPTH = 8;
/** What is said of a value, or of a property's values together, in characters. */
const MAX_DESCRIPTION_LENGTH = 4_000;

/** A shape that has to be asked, and what its answer is remembered under. */
export interface CheckKey {
  readonly shape: Term;
  /** Undefined when the answer depends on more than the values of one property. */
  readonly key: string | undefined;
}

export class ValidationCache {
  readonly #fits = new LRUCache<string, true>({
    maxSize: MAX_ENTRIES,
    sizeCalculation: (_, key) => key.length,
  });
  /** The property of each shape that looks at its values and at nothing else; undefined for other shapes. */
  readonly #properties = new Map<string, NamedNode | undefined>();
  /** What is known of the data that is being checked. */
  readonly #descriptions = new WeakMap<Graph, Descriptions>();

  constructor(private readonly shapes: Graph) {}

  /** What has to be asked of the shapes for this subject. */
  keys(shapes: Iterable<Term>, subject: Quad_Subject, view: Graph): CheckKey[] {
    return Array.from(shapes, (shape) => ({ shape, key: this.#key(shape, subject, view) })).filter(
      ({ key }) => key === undefined || this.#fits.get(key) === undefined,
    );
  }

  /** Remembers that all of these shapes had nothing to say. */
  add(questions: readonly CheckKey[]): void {
    for (const { key } of questions) if (key !== undefined) this.#fits.set(key, true);
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
            (!leading.has(predicate.value) || isOfValues(object, ofResources)),
        );
    };
    return isOfValues(shape, ofValues) ? path : undefined;
  }
}

const nameOf = ({ termType, value }: Term): string => `${termType} ${value}`;

/** Values in a form that no others share, with all that the data says of them: each is described once. */
class Descriptions {
  readonly #known = new Map<string, string | undefined>();

  constructor(private readonly view: Graph) {}

  /** Of a property's values; undefined for more than is worth remembering, and for what runs in a circle. */
  ofValues(subject: Quad_Subject, property: NamedNode): string | undefined {
    const values = this.view.objects(subject, property);
    return together(values, (value) => this.#of(value, 0));
  }

  #of(value: Term, depth: number): string | undefined {
    if (value.value.length > MAX_TEXT_LENGTH) return undefined;
    if (value.termType === 'Literal') {
      const { language, datatype } = value;
      if (language.length + datatype.value.length > MAX_TEXT_LENGTH) return undefined;
      return `${JSON.stringify(value.value)}@${language}<${datatype.value}>`;
    }
    if (value.termType !== 'NamedNode' && value.termType !== 'BlankNode') return undefined;
    const own = nameOf(value);
    if (this.#known.has(own) || depth > MAX_DEPTH) return this.#known.get(own);
    // Until it is described there is no description: what leads to itself has none.
    this.#known.set(own, undefined);
    const description = together(this.view.about(value), ({ predicate, object }) => {
      if (predicate.value.length > MAX_TEXT_LENGTH) return undefined;
      const described = this.#of(object, depth + 1);
      return described === undefined ? undefined : `<${predicate.value}>${described}`;
    });
    if (description === undefined) return undefined;
    // No shape can tell one blank node from another that is described alike.
    const name = value.termType === 'NamedNode' ? `<${value.value}>` : '_';
    const described = description === '' ? name : `${name}{${description}}`;
    this.#known.set(own, described);
    return described;
  }
}

/** Parts in an order of their own, that of statements says nothing; undefined when they are too many, or one is. */
function together<Part>(parts: readonly Part[], write: (part: Part) => string | undefined): string | undefined {
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

/** Constraints that lead to other shapes, and the lists of these. */
const leading = values(sh.node, sh.not, sh.or, sh.property, rdfTerms.first, rdfTerms.rest);

/** What may be said of a shape for it to look at the values of one property, and at what is said of them. */
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

/** The same of the shapes of the values themselves. */
const ofResources = new Set([
  ...ofValues,
  ...values(rdfTerms.first, rdfTerms.rest, sh.closed, sh.hasValue, sh.ignoredProperties, sh.property, sh.targetClass),
]);
