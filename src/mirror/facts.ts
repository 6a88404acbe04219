/** Writes the state of the mirror as statements: a value that is missing has none. */
import { factory, type Iri, isIri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { xsd } from '../rdf/vocabulary.js';

export class Facts {
  readonly statements: Quad[] = [];

  constructor(private readonly root: NamedNode) {}

  /** Facts about another resource in the same graph. */
  about(root: NamedNode, write: (facts: Facts) => void): this {
    const facts = new Facts(root);
    write(facts);
    this.statements.push(...facts.statements);
    return this;
  }

  text(property: NamedNode, value: string | undefined): this {
    if (value !== undefined) this.statements.push(triple(this.root, property, factory.literal(value)));
    return this;
  }

  texts(property: NamedNode, values: readonly string[]): this {
    for (const value of values) this.text(property, value);
    return this;
  }

  count(property: NamedNode, value: number | undefined): this {
    if (value !== undefined)
      this.statements.push(triple(this.root, property, factory.literal(String(value), xsd.integer)));
    return this;
  }

  flag(property: NamedNode, value: boolean): this {
    this.statements.push(triple(this.root, property, factory.literal(String(value), xsd.boolean)));
    return this;
  }

  date(property: NamedNode, value: Date | undefined): this {
    if (value !== undefined)
      this.statements.push(triple(this.root, property, factory.literal(value.toISOString(), xsd.dateTime)));
    return this;
  }

  iri(property: NamedNode, value: Iri | undefined): this {
    if (value !== undefined) this.statements.push(triple(this.root, property, node(value)));
    return this;
  }

  iris(property: NamedNode, values: readonly Iri[]): this {
    for (const value of values) this.iri(property, value);
    return this;
  }

  /** An address that a partner wrote: an IRI if it is one, else a text. */
  address(property: NamedNode, value: string | undefined): this {
    if (value === undefined) return this;
    return isIri(value) ? this.iri(property, value) : this.text(property, value);
  }
}
