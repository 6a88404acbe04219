/**
 * What has been found to fit. Objects come again with the most of what they held before, and with the same units, codes
 * and countries as others; whether such a value fits a shape that looks at each value by itself need not be found out
 * again. Nothing is remembered of a resource that the data says something about, nor of what did not fit.
 */
import { LRUCache } from 'lru-cache';
import type { Graph } from '../rdf/graph.js';
import type { NamedNode, Quad_Subject, Term } from '../rdf/terms.js';
import { rdfTerms } from '../rdf/vocabulary.js';
import { sh } from './vocabulary.js';

/** How many values are remembered, for all shapes together. */
const MOST_VALUES = 20_000;
/** Longer values are rarely the same. */
const LONGEST_VALUE = 200;
/** Properties with more values than this are not looked up. */
const MOST_OF_A_PROPERTY = 20;

export class KnownFits {
  readonly #fits = new LRUCache<string, true>({ max: MOST_VALUES });
  /** The property of each shape that looks at its values one by one; undefined for other shapes. */
  readonly #properties = new Map<string, NamedNode | undefined>();

  constructor(private readonly shapes: Graph) {}

  /** The shapes that still have to be asked. */
  unknown(shapes: readonly Term[], subject: Quad_Subject, view: Graph): Term[] {
    return shapes.filter((shape) => {
      const keys = this.#keys(shape, subject, view);
      return !keys?.every((key) => this.#fits.get(key) === true);
    });
  }

  /** Remembers that all of these shapes had nothing to say. */
  remember(shapes: readonly Term[], subject: Quad_Subject, view: Graph): void {
    for (const shape of shapes) for (const key of this.#keys(shape, subject, view) ?? []) this.#fits.set(key, true);
  }

  /** One key for each value that the shape looks at; undefined when its verdict depends on anything else. */
  #keys(shape: Term, subject: Quad_Subject, view: Graph): string[] | undefined {
    const property = this.#property(shape);
    if (property === undefined) return undefined;
    const values = view.objects(subject, property);
    if (values.length > MOST_OF_A_PROPERTY) return undefined;
    const keys: string[] = [];
    for (const value of values) {
      const key = valueKey(value, view);
      if (key === undefined) return undefined;
      keys.push(`${shape.value} ${key}`);
    }
    return keys;
  }

  #property(shape: Term): NamedNode | undefined {
    if (shape.termType !== 'NamedNode') return undefined;
    if (!this.#properties.has(shape.value)) this.#properties.set(shape.value, this.#findProperty(shape));
    return this.#properties.get(shape.value);
  }

  #findProperty(shape: Term): NamedNode | undefined {
    const path = this.shapes.object(shape, sh.path);
    if (path?.termType !== 'NamedNode') return undefined;
    const seen = new Set<string>();
    const isOfValues = (term: Term, allowed: ReadonlySet<string>): boolean => {
      const key = `${term.termType} ${term.value}`;
      if (seen.has(key)) return true;
      seen.add(key);
      return this.shapes
        .about(term)
        .every(
          ({ predicate, object }) =>
            allowed.has(predicate.value) &&
            (!predicate.equals(sh.path) || object.termType === 'NamedNode') &&
            (!leading.has(predicate.value) || isOfValues(object, withinValues)),
        );
    };
    return isOfValues(shape, ofValues) ? path : undefined;
  }
}

/** What says the same of a value wherever it stands; undefined for a resource that the data describes. */
function valueKey(value: Term, view: Graph): string | undefined {
  if (value.value.length > LONGEST_VALUE) return undefined;
  if (value.termType === 'Literal') return `"${value.value}"@${value.language}^^${value.datatype.value}`;
  if (value.termType === 'NamedNode' && view.about(value).length === 0) return `<${value.value}>`;
  return undefined;
}

const values = (...names: { readonly value: string }[]): ReadonlySet<string> =>
  new Set(names.map(({ value }) => value));

/** Constraints that lead to other shapes, and the lists of these. */
const leading = values(sh.node, sh.not, sh.or, sh.property, rdfTerms.first, rdfTerms.rest);

const aboutValues = [
  rdfTerms.type,
  sh.path,
  sh.name,
  sh.description,
  sh.class,
  sh.datatype,
  sh.in,
  sh.maxExclusive,
  sh.maxInclusive,
  sh.maxLength,
  sh.minExclusive,
  sh.minInclusive,
  sh.minLength,
  sh.node,
  sh.nodeKind,
  sh.not,
  sh.or,
  sh.pattern,
];

/** What may be said of a property for its values to be looked at one by one. */
const ofValues = values(...aboutValues, sh.targetSubjectsOf);

/** What may be said of the values themselves: of what the data does not describe it tells nothing that changes. */
const withinValues = values(
  ...aboutValues,
  rdfTerms.first,
  rdfTerms.rest,
  sh.closed,
  sh.hasValue,
  sh.ignoredProperties,
  sh.maxCount,
  sh.minCount,
  sh.property,
);
