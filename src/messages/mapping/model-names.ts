/** The names of the tables as IRIs of the data model; a name that the model lacks is an error (X3). */
import { getOrAdd } from '../../collections.js';
import type { Model } from '../../model/model.js';
import { type Iri, type IriNode, isIri, iri, node } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';

/** Lists whose codes have IRIs of another list (X5). */
const listOfCodes: Readonly<Record<string, string>> = { BasicRateClassCode: 'RateClassCode' };

/** The codes of a list. */
interface KnownCodes {
  readonly members: ReadonlySet<string>;
  readonly isOpen: boolean;
}

export class ModelNames {
  // A message asks the same of the model thousands of times.
  readonly #codes = new Map<string, KnownCodes | undefined>();
  readonly #objects = new Map<string, boolean>();
  readonly #singles = new Map<string, boolean>();
  readonly #classes = new Map<string, IriNode>();
  readonly #properties = new Map<string, IriNode>();

  constructor(
    private readonly model: Model,
    private readonly namespaces: Namespaces,
  ) {}

  /** @throws SyntaxError for a class that the model lacks. */
  class(name: string): Iri {
    return this.classTerm(name).value;
  }

  classTerm(name: string): IriNode {
    return getOrAdd(this.#classes, name, () => {
      const type = iri(this.namespaces.cargo + name);
      if (!this.model.isClass(type)) throw new SyntaxError(`the data model has no class ${name}`);
      return node(type);
    });
  }

  /** @throws SyntaxError for a property that the model lacks. */
  property(name: string): Iri {
    return this.propertyTerm(name).value;
  }

  propertyTerm(name: string): IriNode {
    return getOrAdd(this.#properties, name, () => {
      const property = iri(this.namespaces.cargo + name);
      if (!this.model.isProperty(property)) throw new SyntaxError(`the data model has no property ${name}`);
      return node(property);
    });
  }

  /** @throws SyntaxError for an individual that the model lacks. */
  individual(name: string): Iri {
    const individual = iri(this.namespaces.cargo + name);
    if (!this.model.ontology.individuals.has(individual)) throw new SyntaxError(`the data model has no value ${name}`);
    return individual;
  }

  /** @throws SyntaxError for a list that the model lacks. */
  list(name: string): Iri {
    const list = iri(this.namespaces.codeLists + name);
    if (!this.model.isClass(list)) throw new SyntaxError(`the data model has no code list ${name}`);
    return list;
  }

  /** The IRI of a code; undefined for one that is not of its list, unless the list is open (D39). */
  code(list: string, code: string): Iri | undefined {
    const text = `${this.namespaces.codeLists}${listOfCodes[list] ?? list}#${code}`;
    if (!isIri(text)) return undefined;
    const known = this.#knownCodes(list);
    return known?.members.has(text) === true || known?.isOpen === true ? text : undefined;
  }

  /** Whether the data model lists a code. */
  isListed(list: string, code: string): boolean {
    return this.#knownCodes(list)?.members.has(`${this.namespaces.codeLists}${list}#${code}`) === true;
  }

  #knownCodes(list: string): KnownCodes | undefined {
    return getOrAdd(this.#codes, list, () => {
      const values = this.model.valuesOf(iri(this.namespaces.codeLists + list));
      return values === undefined ? undefined : { members: new Set(values.members), isOpen: values.open };
    });
  }

  /** The code list that a property's values are of. */
  listOf(property: string): string | undefined {
    const { codeLists, cargo } = this.namespaces;
    const range = this.model.rangesOf(iri(cargo + property)).find((type) => type.startsWith(codeLists));
    return range?.slice(codeLists.length);
  }

  /** Of `cargo:DIRECT`, or `code-lists:ModeCode#4`. */
  value(prefixed: string): Iri {
    const [prefix = '', name = ''] = prefixed.split(':');
    if (prefix === 'cargo') return this.individual(name);
    const [list = '', code = ''] = name.split('#');
    const value = prefix === 'code-lists' ? this.code(list, code) : undefined;
    if (value === undefined) throw new SyntaxError(`the data model has no value ${prefixed}`);
    return value;
  }

  /** The code at the end of a code's IRI. */
  codeOf(code: string): string {
    return code.slice(code.indexOf('#') + 1);
  }

  /** The code of an IRI of a code list; undefined for another IRI. */
  listedCode(code: string): string | undefined {
    return code.startsWith(this.namespaces.codeLists) && code.includes('#') ? this.codeOf(code) : undefined;
  }

  /** The local name of the most specific of some classes; undefined for classes of other vocabularies. */
  classOf(types: readonly Iri[]): string | undefined {
    const [first, ...others] = types.filter((type) => type.startsWith(this.namespaces.cargo));
    return first === undefined
      ? undefined
      : this.model.mostSpecific([first, ...others]).slice(this.namespaces.cargo.length);
  }

  /** The local name of a property of the data model, the IRI of another one; undefined for those of the API. */
  nameOf(property: string): string | undefined {
    const { api, cargo } = this.namespaces;
    if (property.startsWith(cargo)) return property.slice(cargo.length);
    return property.startsWith(api) ? undefined : property;
  }

  /** The IRI of a property by the name that `nameOf` gives it. */
  iriOf(name: string): string {
    return name.includes(':') ? name : this.namespaces.cargo + name;
  }

  /** Whether nodes of this class have a URI of their own. */
  isObject(type: string): boolean {
    return getOrAdd(this.#objects, type, () => this.model.isLogisticsObject([iri(this.namespaces.cargo + type)]));
  }

  isEvent(type: string): boolean {
    const cargo = (name: string): Iri => iri(this.namespaces.cargo + name);
    return this.model.isSubclassOf(cargo(type), cargo('LogisticsEvent'));
  }

  /** Whether a node of this class has at most one value of a property. */
  isSingle(type: string, property: string): boolean {
    return getOrAdd(this.#singles, `${type}#${property}`, () => {
      const name = iri(this.namespaces.cargo + property);
      return [...this.model.ancestors(iri(this.namespaces.cargo + type))].some(
        (ancestor) => this.model.ontology.classes.get(ancestor)?.restrictions.get(name)?.max === 1,
      );
    });
  }

  /** The class of a property's values, if there is one alone. */
  rangeOf(property: string): string | undefined {
    const ranges = this.model.rangesOf(iri(this.namespaces.cargo + property));
    const [first] = ranges;
    if (first === undefined || ranges.length > 1 || !first.startsWith(this.namespaces.cargo)) return undefined;
    return first.slice(this.namespaces.cargo.length);
  }
}
