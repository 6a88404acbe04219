/** An index of the ontology's names: classes, properties and their ranges, individuals and codes. */
import { isIri, type Iri, iri } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import { CodeLists } from '../code-lists.js';
import { Hierarchy } from './hierarchy.js';
import { nearestName, type ShortName, shortNames } from '../suggestions.js';
import { namespaceSlip } from './namespace-slips.js';
import type { Ontology } from './ontology.js';

export class OntologyIndex {
  readonly hierarchy: Hierarchy;
  readonly codeLists: CodeLists;
  readonly shortName: ShortName;
  readonly #embeddable = new Map<string, Iri>();
  readonly #slips: readonly { readonly namespace: string; readonly slip: RegExp | undefined }[];
  readonly #logisticsObject: Iri;
  readonly #logisticsEvent: Iri;

  constructor(
    readonly ontology: Ontology,
    readonly namespaces: Namespaces,
  ) {
    this.hierarchy = new Hierarchy(ontology);
    this.codeLists = new CodeLists(ontology, this.hierarchy, namespaces);
    this.shortName = shortNames(namespaces);
    this.#slips = [namespaces.cargo, namespaces.api].map((namespace) => ({
      namespace,
      slip: namespaceSlip(namespace),
    }));
    this.#logisticsObject = iri(`${namespaces.cargo}LogisticsObject`);
    this.#logisticsEvent = iri(`${namespaces.cargo}LogisticsEvent`);
    for (const property of ontology.properties.keys()) {
      const [first, ...others] = this.range(property).filter((type) => this.hierarchy.isClass(type));
      if (first !== undefined && others.length === 0 && this.isEmbeddable(first)) this.#embeddable.set(property, first);
    }
  }

  isLogisticsObject(type: Iri): boolean {
    return this.hierarchy.isSubclassOf(type, this.#logisticsObject);
  }

  /** Whether objects of this class are embedded: classes of the model except Logistics Objects and events. */
  isEmbeddable(type: Iri): boolean {
    return (
      this.hierarchy.isClass(type) &&
      !this.isLogisticsObject(type) &&
      !this.hierarchy.isSubclassOf(type, this.#logisticsEvent)
    );
  }

  /** The datatypes and classes that a property's values may have; empty for any. */
  range(property: Iri): Iri[] {
    const alternatives = this.ontology.properties.get(property)?.ranges.flat() ?? [];
    const names = alternatives.flatMap((one) => (one.kind === 'term' ? [] : one.kind === 'class' ? one.class : one.datatype));
    return [...new Set(names)];
  }

  /** The class of an embedded object without a type: the range of its property. */
  embeddableRange(property: string): Iri | undefined {
    return this.#embeddable.get(property);
  }

  /** Whether this name is in the namespaces of the exchange, but is not a class. */
  isUnknownClass(name: string): boolean {
    return this.namespaceOf(name) !== undefined && isIri(name) && !this.hierarchy.isClass(name);
  }

  isUnknownProperty(name: string): boolean {
    return this.namespaceOf(name) !== undefined && isIri(name) && !this.ontology.properties.has(name);
  }

  nearestClass(name: string): string | undefined {
    return this.#nearest(name, this.ontology.classes.keys());
  }

  nearestProperty(name: string): string | undefined {
    return this.#nearest(name, this.ontology.properties.keys());
  }

  /** The nearest value to this text or IRI, for a property whose range is an enumeration or a code list. */
  nearestValue(property: string, given: string): Iri | undefined {
    if (!isIri(property) || (isIri(given) && this.ontology.individuals.has(given))) return undefined;
    const members = this.range(property).flatMap((type) => this.codeLists.of(type)?.members ?? []);
    const text = given.slice(Math.max(given.lastIndexOf(':'), given.lastIndexOf('#'), given.lastIndexOf('/')) + 1);
    return nearestName(text, members);
  }

  /** The exchange's namespace that a name belongs to, even if misspelled (D52). */
  namespaceOf(name: string): string | undefined {
    const { cargo, api } = this.namespaces;
    return (
      [cargo, api].find((namespace) => name.startsWith(namespace)) ??
      this.#slips.find(({ slip }) => slip?.test(name) === true)?.namespace
    );
  }

  #nearest(name: string, names: Iterable<Iri>): string | undefined {
    const namespace = this.namespaceOf(name) ?? this.namespaces.api;
    const near = nearestName(
      name,
      Array.from(names).filter((other) => other.startsWith(namespace)),
    );
    return near === undefined ? undefined : this.shortName(near);
  }
}
