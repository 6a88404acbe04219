/**
 * The classes of the data model as schemas, for generators of types: one component for each class, with the properties
 * that it adds to those of its superclasses.
 */
import type { ClassDefinition, Range } from '../model/ontology/ontology.js';
import type { Model } from '../model/model.js';
import { compareTexts } from '../rdf/order.js';
import { Compaction, prefixesOf } from '../rdf/prefixes.js';
import { type Iri, iri } from '../rdf/terms.js';
import { type Namespaces, rdfNs, xsdNs } from '../rdf/vocabulary.js';
import { link, linkToOneOf, oneOrMany, schemaRef, string, time, uri, wholeNumber } from './json-ld.js';
import type { Schema, SchemaObject } from './types.js';

const decimal = schemaRef('Decimal');
const text = schemaRef('Text');

/** Schemas of values by their datatypes; a literal of any other is a text or names its datatype. */
const datatypes: Readonly<Record<string, Schema>> = {
  [`${xsdNs}string`]: text,
  [`${rdfNs}langString`]: text,
  [`${xsdNs}boolean`]: schemaRef('Flag'),
  [`${xsdNs}integer`]: wholeNumber,
  [`${xsdNs}nonNegativeInteger`]: wholeNumber,
  [`${xsdNs}positiveInteger`]: wholeNumber,
  [`${xsdNs}double`]: decimal,
  [`${xsdNs}decimal`]: decimal,
  [`${xsdNs}float`]: decimal,
  [`${xsdNs}dateTime`]: time,
  [`${xsdNs}anyURI`]: uri,
};
const otherLiteral: Schema = { anyOf: [string, schemaRef('Literal')] };

/** The last segment of an IRI, and the last one before it. */
function namesOf(name: string): readonly [namespace: string, local: string] {
  const parts = name.split(/[#/:]/).filter((part) => part !== '');
  return [parts.at(-2) ?? '', parts.at(-1) ?? ''];
}

export class ModelSchemas {
  readonly #names: Compaction;
  readonly #element: Iri;
  /** Names of components, by class. */
  readonly #components = new Map<Iri, string>();
  readonly #schemas: Record<string, Schema> = {};

  constructor(
    private readonly model: Model,
    private readonly namespaces: Namespaces,
    /** Properties that a request may repeat, although a resource has one value. */
    private readonly repeated: ReadonlySet<string>,
  ) {
    this.#names = new Compaction(prefixesOf(namespaces));
    this.#element = iri(`${namespaces.cargo}CodeListElement`);
  }

  /** An instance of a class of the cargo vocabulary, or of one that inherits from it, each with its own properties. */
  anyBelow(name: string, description: string): SchemaObject {
    const root = iri(this.namespaces.cargo + name);
    return { description, anyOf: this.#sorted([root, ...this.model.descendants(root)]).map((type) => this.#ref(type)) };
  }

  /** The referenced components, including indirectly referenced ones. */
  all(): Readonly<Record<string, Schema>> {
    return this.#schemas;
  }

  /** A reference to the component of a class, which is made when the first one is. */
  #ref(type: Iri): Schema {
    const component = this.#components.get(type);
    if (component !== undefined) return schemaRef(component);
    const name = this.#componentName(type);
    this.#components.set(type, name);
    // Its position among the components, before the ones that it refers to.
    this.#schemas[name] = {};
    this.#schemas[name] = this.#schema(type);
    return schemaRef(name);
  }

  /**
   * `cargo.Piece`; for a class of another namespace, the last segment of that namespace is the prefix: `terms.Crate`.
   */
  #componentName(type: Iri): string {
    const name = (this.#names.split(type) ?? namesOf(type)).map((part) => part.replace(/[^\w-]/g, '_')).join('.');
    const isTaken = (candidate: string): boolean => candidate in this.#schemas;
    let free = name;
    for (let number = 2; isTaken(free); number += 1) free = `${name}-${number}`;
    return free;
  }

  #schema(type: Iri): Schema {
    const { classes } = this.model.ontology;
    const definition = classes.get(type);
    const parents = this.#sorted(definition?.parents ?? []).filter((parent) => classes.has(parent));
    const own: SchemaObject = {
      type: 'object',
      properties: { ...this.#head(type, parents.length === 0), ...this.#properties(definition) },
    };
    const names = this.#required(type, definition, parents.length === 0);
    const required = names.length > 0 ? { ...own, required: names } : own;
    const description = this.#names.display(type);
    return parents.length === 0
      ? { description, ...required }
      : { description, allOf: [...parents.map((parent) => this.#ref(parent)), required] };
  }

  /** The context, the identifier and the type; a subclass narrows the type alone. */
  #head(type: Iri, isRoot: boolean): Record<string, Schema> {
    const names = this.#sorted([type, ...this.model.descendants(type)]).map((each) => this.#names.display(each));
    const named: Schema = {
      anyOf: [
        { type: 'string', enum: names },
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
      ],
    };
    if (!isRoot) return { '@type': named };
    const open = ['LogisticsObject', 'LogisticsEvent'].find((name) => type === this.namespaces.cargo + name);
    return {
      '@context': schemaRef('Context'),
      '@id': string,
      '@type': open === undefined ? named : schemaRef(`${open}Types`),
    };
  }

  #properties(definition: ClassDefinition | undefined): Record<string, Schema> {
    const { properties } = this.model.ontology;
    const described = Array.from(definition?.restrictions ?? [], ([property, { ranges, max }]): [string, Schema] => {
      const value = this.#value(ranges.length > 0 ? ranges : (properties.get(property)?.ranges ?? []));
      return [this.#names.display(property), max === 1 && !this.repeated.has(property) ? value : oneOrMany(value)];
    });
    return Object.fromEntries(described.sort(([one], [other]) => compareTexts(one, other)));
  }

  /** An embedded object needs no type: it has that of its property's range. */
  #required(type: Iri, definition: ClassDefinition | undefined, isRoot: boolean): string[] {
    const { cargo } = this.namespaces;
    const isTyped = isRoot && (type === `${cargo}LogisticsObject` || type === `${cargo}LogisticsEvent`);
    const demanded = Array.from(definition?.restrictions ?? []).filter(([, { min }]) => min > 0);
    return [...(isTyped ? ['@type'] : []), ...demanded.map(([property]) => this.#names.display(property))];
  }

  /** With several ranges, a value of any of them: a class expression may be narrower than a schema can express. */
  #value(ranges: readonly Range[]): Schema {
    const schemas = ranges.flat().flatMap((one): readonly Schema[] => {
      if (one.kind === 'term') return one.term.termType === 'Literal' ? [otherLiteral] : [link];
      if (one.kind === 'datatype') return [datatypes[one.datatype] ?? otherLiteral];
      return this.#resource(one.class);
    });
    const [first, ...others] = new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values();
    if (first === undefined) return {};
    return others.length === 0 ? first : { anyOf: [first, ...others] };
  }

  #resource(type: Iri): readonly Schema[] {
    const values = this.model.valuesOf(type);
    // A code has an IRI of its own, or is an element with its list (D6).
    if (values?.kind === 'code-list') return [link, this.#ref(this.#element)];
    if (values !== undefined) return [values.open ? link : linkToOneOf(this.#closed(values.members))];
    return this.model.isClass(type) ? [this.#ref(type), link] : [link];
  }

  #closed(members: readonly Iri[]): string[] {
    return this.#sorted(members).map((member) => this.#names.display(member));
  }

  #sorted(names: Iterable<Iri>): Iri[] {
    return [...names].sort(compareTexts);
  }
}
