/** Reads stored properties. Unlike `PropertyReader`, it treats a missing or malformed value as absent, not as an error. */
import type { Graph } from './graph.js';
import type { Iri, NamedNode, Quad_Object, Term } from './terms.js';

export class StoredPropertyReader {
  constructor(
    private readonly data: Graph,
    private readonly subject: Term,
  ) {}

  /** A reader of a nested node. */
  of(subject: Term): StoredPropertyReader {
    return new StoredPropertyReader(this.data, subject);
  }

  terms(property: NamedNode): Quad_Object[] {
    return this.data.objects(this.subject, property);
  }

  iris(property: NamedNode): Iri[] {
    return this.data.iris(this.subject, property);
  }

  iri(property: NamedNode): Iri | undefined {
    return this.data.iri(this.subject, property);
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
    return this.data.date(this.subject, property);
  }
}
