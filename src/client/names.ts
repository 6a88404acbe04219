/** The names of a data model: short ones in values, IRIs in statements (T40). */
import type { Model, ModelProperty } from './model.js';
import { xsd } from './rdf/terms.js';

const isIri = (name: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(name);

export class Names {
  readonly #classes = new Map<string, string>();
  readonly #properties = new Map<string, string>();
  readonly #ancestors = new Map<string, ReadonlySet<string>>();

  constructor(readonly model: Model | undefined) {
    if (model === undefined) return;
    for (const name of Object.keys(model.classes)) this.#classes.set(this.classIri(name), name);
    for (const name of Object.keys(model.properties)) this.#properties.set(this.propertyIri(name), name);
  }

  /** The IRI of a class; a name that the model does not have stands for itself. */
  classIri(name: string): string {
    return this.#iri(this.model?.classes, name);
  }

  propertyIri(name: string): string {
    return this.#iri(this.model?.properties, name);
  }

  #iri(table: Readonly<Record<string, { readonly iri?: string }>> | undefined, name: string): string {
    const row = own(table, name);
    return row === undefined ? name : (row.iri ?? `${this.model?.namespace ?? ''}${name}`);
  }

  /** The short name of a class, or its IRI. */
  className(iri: string): string {
    return this.#classes.get(iri) ?? iri;
  }

  propertyName(iri: string): string {
    return this.#properties.get(iri) ?? iri;
  }

  isIri(name: string): boolean {
    return isIri(name);
  }

  /** The row of a property, by its IRI. */
  property(iri: string): ModelProperty | undefined {
    return own(this.model?.properties, this.propertyName(iri));
  }

  /** A class and its superclasses, by short name. */
  ancestors(name: string): ReadonlySet<string> {
    const known = this.#ancestors.get(name);
    if (known !== undefined) return known;
    const found = new Set([name]);
    for (const one of found) for (const parent of own(this.model?.classes, one)?.superclasses ?? []) found.add(parent);
    this.#ancestors.set(name, found);
    return found;
  }

  /** The most specific class that the model has; else the first. */
  mainType(iris: readonly string[]): string | undefined {
    const names = iris.map((iri) => this.className(iri));
    const known = names.filter((name) => own(this.model?.classes, name) !== undefined);
    const specific = known.find((name) => known.every((other) => this.ancestors(name).has(other)));
    return specific ?? known[0] ?? names[0];
  }

  /** Whether an object of a class may have several values of a property (T40). */
  isMany(types: readonly string[], property: string): boolean {
    const name = this.propertyName(property);
    for (const type of types) {
      for (const ancestor of this.ancestors(this.className(type))) {
        const row = own(this.model?.classes, ancestor);
        if (row?.many?.includes(name) === true) return true;
        if (row?.one?.includes(name) === true) return false;
      }
    }
    return this.property(property)?.many === true;
  }

  /** Whether a class is one of objects with an address of their own, which are linked to and never embedded. */
  isLogisticsObject(type: string): boolean {
    return this.ancestors(this.className(type)).has('LogisticsObject');
  }

  /** The IRIs of the datatypes of a property's literals. */
  datatypes(property: string): string[] {
    const range = this.property(property)?.range ?? [];
    return range.filter((name) => name.startsWith('xsd:')).map((name) => xsd + name.slice('xsd:'.length));
  }

  /** The IRI of the class that a new link of a property is of. */
  linkClass(property: string): string | undefined {
    const named = this.property(property)?.range.find((name) => !name.startsWith('xsd:'));
    if (named === undefined) return undefined;
    if (own(this.model?.classes, named) !== undefined) return this.classIri(named);
    const codes = own(this.model?.codes, named);
    return codes === undefined ? named : `${this.model?.namespace ?? ''}${named}`;
  }
}

/** A member of a table; names come from answers, so that those of `Object.prototype` must not be found. */
function own<Row>(table: Readonly<Record<string, Row>> | undefined, name: string): Row | undefined {
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;
}
