/**
 * Reading what this node has stored, where `Fields` reads what callers send: what is missing or of another kind is
 * absent here, never a problem to be told to a caller.
 */
import type { Graph } from './graph.js';
import { type Iri, isIri, type NamedNode, type Quad_Object, type Term } from './terms.js';

export class StoredFields {
  constructor(
    private readonly data: Graph,
    private readonly subject: Term,
  ) {}

  /** The fields of a nested node. */
  of(subject: Term): StoredFields {
    return new StoredFields(this.data, subject);
  }

  terms(property: NamedNode): Quad_Object[] {
    return this.data.objects(this.subject, property);
  }

  iris(property: NamedNode): Iri[] {
    return this.terms(property).flatMap(({ termType, value }) =>
      termType !== 'BlankNode' && isIri(value) ? [value] : [],
    );
  }

  iri(property: NamedNode): Iri | undefined {
    return this.iris(property)[0];
  }

  texts(property: NamedNode): string[] {
    return this.terms(property).flatMap(({ termType, value }) => (termType === 'Literal' ? [value] : []));
  }

  text(property: NamedNode): string | undefined {
    return this.texts(property)[0];
  }

  flag(property: NamedNode): boolean {
    return this.texts(property).some((text) => text === 'true' || text === '1');
  }

  integer(property: NamedNode): number | undefined {
    const text = this.text(property);
    return text !== undefined && /^\+?\d{1,15}$/.test(text) ? Number(text) : undefined;
  }

  date(property: NamedNode): Date | undefined {
    const date = new Date(this.text(property) ?? NaN);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
}
