/** The node's data model by name: classes, properties and codes, with the constraints of their shapes. */
import type { Model } from '../model/model.js';
import { owl, owlNs, schemaNs, sh } from '../model/vocabulary.js';
import { prefixesOf } from '../rdf/prefixes.js';
import { Graph } from '../rdf/graph.js';
import { compareTexts } from '../rdf/order.js';
import { isIri, type Iri, node, type Term } from '../rdf/terms.js';
import { type Namespaces, rdfNs, rdfs } from '../rdf/vocabulary.js';
import type {
  ModelAnswer,
  ModelNames,
  ModelTerm,
  ModelTermKind,
  ModelTermProperty,
  ModelVocabulary,
} from './responses/model.js';

/** A name is of few terms; `OTHER` is in many lists. */
const MAX_ITEMS = 20;
const MAX_CODES = 500;
const MAX_USES = 300;

/** The part of an IRI behind its namespace. */
const nameOf = (iri: string): string => iri.slice((iri.includes('#') ? iri.indexOf('#') : iri.lastIndexOf('/')) + 1);

const byName = (one: string, other: string): number => nameOf(one).localeCompare(nameOf(other), 'en');

/** A property of a class. */
export type ClassProperty = ModelTermProperty & { readonly property: Iri };

/** The bounds and constraints of a property in the shapes of classes. */
interface Demand {
  readonly of: Iri;
  readonly min: number;
  readonly max: number | null;
  readonly words: readonly string[];
}

export class ModelTerms {
  readonly #words: Graph;
  readonly #shapes: Graph;
  /** IRIs by name, in lower case. */
  readonly #byName = new Map<string, Iri[]>();
  #names: ModelNames | undefined;
  /** The keys of `#byName` that are names, in order. */
  #sorted: readonly string[] | undefined;

  constructor(
    private readonly model: Model,
    private readonly namespaces: Namespaces,
  ) {
    const ontologies = (['cargo', 'api', 'code-lists'] as const).map((name) => [...model.ontologyGraph(name)]);
    this.#words = new Graph(ontologies.flat());
    this.#shapes = new Graph([...model.shapesGraph('cargo'), ...model.shapesGraph('api')]);
    const { classes, properties, individuals } = model.ontology;
    for (const iri of new Set([...classes.keys(), ...properties.keys(), ...individuals.keys()])) {
      for (const name of new Set([nameOf(iri), iri.slice(iri.lastIndexOf('/') + 1), iri])) {
        const key = name.toLowerCase();
        const existing = this.#byName.get(key);
        if (existing === undefined) this.#byName.set(key, [iri]);
        else existing.push(iri);
      }
    }
  }

  /** Every name of the model. */
  names(): ModelNames {
    const { api, cargo, codeLists } = this.namespaces;
    const { classes, properties, individuals } = this.model.ontology;
    const below = (namespace: string, all: Iterable<Iri>): string[] =>
      Array.from(all)
        .filter((iri) => iri.startsWith(namespace))
        .map((iri) => iri.slice(namespace.length))
        .sort();
    const vocabulary = (namespace: string): ModelVocabulary => ({
      namespace,
      classes: below(namespace, classes.keys()),
      properties: below(namespace, properties.keys()),
      individuals: below(namespace, individuals.keys()),
    });
    const lists = new Map<string, string[]>();
    for (const code of below(codeLists, individuals.keys())) {
      const [list = '', name] = code.split('#');
      if (name !== undefined) lists.set(list, [...(lists.get(list) ?? []), name]);
    }
    this.#names ??= {
      prefixes: { ...prefixesOf(this.namespaces), rdf: rdfNs },
      codeLists,
      vocabularies: [cargo, api, ...this.#otherNamespaces()].map(vocabulary),
      lists: Array.from(lists, ([name, codes]) => ({ name, codes })),
    };
    return this.#names;
  }

  /** The namespaces that an operator's ontologies define. */
  #otherNamespaces(): string[] {
    const { api, cargo, codeLists } = this.namespaces;
    const { classes, properties } = this.model.ontology;
    const namespaces = [api, cargo, codeLists, owlNs, schemaNs];
    const names = [...classes.keys(), ...properties.keys()].filter(
      (iri) => !namespaces.some((ns) => iri.startsWith(ns)),
    );
    return [...new Set(names.map((iri) => iri.slice(0, iri.length - nameOf(iri).length)))].sort();
  }

  /** Everything of a name: `Piece`, `grossWeight`, `StatusCode#ARR`, `ARR` or an IRI, in any case; undefined without any. */
  find(name: string): ModelAnswer | undefined {
    const found = this.#byName.get(name.trim().toLowerCase());
    if (found === undefined) return undefined;
    // `Location` is a class, `location` a property: an exact match comes first.
    const isExact = (iri: Iri): boolean => nameOf(iri) === name || iri === name;
    const items = [...found].sort((one, other) => Number(isExact(other)) - Number(isExact(one)));
    return {
      name,
      items: items.slice(0, MAX_ITEMS).map((iri) => this.#term(iri)),
      truncated: items.length > MAX_ITEMS,
    };
  }

  /** The terms whose names begin with a text, in any case: the shortest names first. */
  beginning(text: string, limit: number): Iri[] {
    const wanted = text.trim().toLowerCase();
    this.#sorted ??= [...this.#byName.keys()].filter((name) => !name.includes('/')).sort(compareTexts);
    const names = this.#sorted;
    let [from, to] = [0, names.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((names[middle] ?? '') < wanted) from = middle + 1;
      else to = middle;
    }
    const found: string[] = [];
    for (let at = from; names[at]?.startsWith(wanted) === true && found.length < MAX_USES; at += 1)
      found.push(names[at] ?? '');
    found.sort((one, other) => one.length - other.length || compareTexts(one, other));
    return [...new Set(found.flatMap((name) => this.#byName.get(name) ?? []))].slice(0, limit);
  }

  /** The ontology's label of a term. */
  labelOf(term: Iri): string | null {
    return this.#text(term, rdfs.label);
  }

  commentOf(term: Iri): string | null {
    return this.#text(term, rdfs.comment);
  }

  #term(iri: Iri): ModelTerm {
    const { classes, properties, individuals } = this.model.ontology;
    const kind: ModelTermKind = classes.has(iri) ? 'class' : properties.has(iri) ? 'property' : 'code';
    const values = kind === 'class' ? this.model.valuesOf(iri) : undefined;
    const members = values?.members ?? [];
    const parents = kind === 'class' ? classes.get(iri)?.parents : kind === 'code' ? individuals.get(iri) : undefined;
    const children = Array.from(classes).flatMap(([child, definition]) => (definition.parents.has(iri) ? child : []));
    return {
      iri,
      kind,
      label: this.#text(iri, rdfs.label),
      comment: this.#text(iri, rdfs.comment),
      deprecated: this.#words.object(node(iri), owl.deprecated)?.value === 'true',
      parents: [...(parents ?? [])].sort(byName),
      children: kind === 'class' ? children.sort(byName).slice(0, MAX_USES) : [],
      properties: kind === 'class' ? [...this.propertiesOf(iri)] : [],
      ranges: kind === 'property' ? this.model.rangesOf(iri) : [],
      requirement: kind === 'property' ? this.#requirement(iri) : null,
      codes: [...members].sort(byName).slice(0, MAX_CODES),
      codeCount: members.length,
      isOpen: values?.open ?? false,
      usedBy: this.#usesOf(iri, kind).sort(byName).slice(0, MAX_USES),
    };
  }

  /** The text in English, or in any language. */
  #text(iri: Iri, predicate: Parameters<Graph['objects']>[1]): string | null {
    const texts = this.#words.objects(node(iri), predicate).filter((term) => term.termType === 'Literal');
    return (texts.find(({ language }) => language.startsWith('en')) ?? texts[0])?.value ?? null;
  }

  /** The constraints of a property shape, wherever it is used. */
  #requirement(property: Iri): string | null {
    const [shape] = this.#shapes.match(null, sh.targetSubjectsOf, node(property));
    return shape === undefined ? null : (this.#shapes.object(shape.subject, sh.description)?.value ?? null);
  }

  /** The constraints of the shape of one class, by property. */
  #demandsOf(type: Iri): Map<Iri, Demand> {
    const found = new Map<Iri, Demand>();
    for (const { subject } of this.#shapes.match(null, sh.targetClass, node(type)))
      for (const shape of this.#shapes.objects(subject, sh.property)) {
        const path = this.#shapes.object(shape, sh.path)?.value;
        if (path === undefined || !isIri(path)) continue;
        const existing = found.get(path) ?? { of: type, min: 0, max: null, words: [] };
        const max = this.#count(shape, sh.maxCount);
        const words = this.#shapes.object(shape, sh.description)?.value;
        found.set(path, {
          of: type,
          min: Math.max(existing.min, this.#count(shape, sh.minCount) ?? 0),
          max: max === null ? existing.max : Math.min(max, existing.max ?? max),
          words: words === undefined ? existing.words : [...existing.words, words],
        });
      }
    return found;
  }

  #count(shape: Term, predicate: Parameters<Graph['object']>[1]): number | null {
    const text = this.#shapes.object(shape, predicate)?.value;
    return text === undefined || !Number.isSafeInteger(Number(text)) ? null : Number(text);
  }

  /** The properties of a class; inherited ones are narrowed by its own shape. */
  propertiesOf(type: Iri): readonly ClassProperty[] {
    const found = new Map<Iri, ClassProperty>();
    // `ancestors` begins with the class itself.
    for (const ancestor of this.model.ancestors(type))
      for (const [property, { of, min, max, words }] of this.#demandsOf(ancestor)) {
        const existing = found.get(property);
        const limits = [max, existing?.max ?? null].filter((limit) => limit !== null);
        found.set(property, {
          property,
          of: existing?.of ?? of,
          ranges: this.model.rangesOf(property),
          // The narrower range is described last.
          requirement: existing?.requirement ?? words.at(-1) ?? this.#requirement(property),
          min: Math.max(min, existing?.min ?? 0),
          max: limits.length === 0 ? null : Math.min(...limits),
        });
      }
    return [...found.values()].sort((one, other) => byName(one.property, other.property));
  }

  #usesOf(iri: Iri, kind: ModelTermKind): Iri[] {
    const { classes, properties } = this.model.ontology;
    if (kind === 'property')
      return Array.from(classes.keys()).filter((type) => classes.get(type)?.restrictions.has(iri) === true);
    if (kind === 'class')
      return Array.from(properties.keys()).filter((each) => this.model.rangesOf(each).includes(iri));
    return [];
  }
}
