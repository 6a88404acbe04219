/**
 * Reads the properties of an API object with their types, and collects all problems (D33). A value of xsd:anyURI may be
 * a typed literal, plain text or `{"@id": …}` (D5).
 */
import type { ErrorDetail } from '../errors.js';
import { InvalidResourceError } from './input-error.js';
import type { Graph } from './graph.js';
import { inUtcIfUnzoned } from './literals.js';
import { type Iri, type IriNode, isIri, isNamedNode, localName, type Quad_Object, type Term } from './terms.js';

/** The allowed number of values of a property. */
interface Cardinality {
  readonly min: number;
  readonly max: number;
}

const any: Cardinality = { min: 0, max: Infinity };
const one: Cardinality = { min: 1, max: 1 };
const optional: Cardinality = { min: 0, max: 1 };

export class PropertyReader {
  /** @param problems shared by the readers of one body. */
  constructor(
    private readonly data: Graph,
    private readonly subject: Term,
    readonly problems: ErrorDetail[] = [],
  ) {}

  /** A reader of a nested node that shares the problems. */
  of(subject: Term): PropertyReader {
    return new PropertyReader(this.data, subject, this.problems);
  }

  addError(property: IriNode, message: string): void {
    this.problems.push({
      message,
      property: property.value,
      ...(isNamedNode(this.subject) && isIri(this.subject.value) && { resource: this.subject.value }),
    });
  }

  terms(property: IriNode, { min, max }: Cardinality = any): Quad_Object[] {
    const values = this.data.objects(this.subject, property);
    if (values.length < min) this.addError(property, `${localName(property.value)} is missing`);
    if (values.length > max)
      this.addError(
        property,
        `${localName(property.value)} is given ${values.length} times, at most ${max} is allowed`,
      );
    return values.slice(0, max);
  }

  iris(property: IriNode, cardinality: Cardinality = any): Iri[] {
    return this.terms(property, cardinality).flatMap((term) => {
      if (term.termType !== 'BlankNode' && isIri(term.value)) return [term.value];
      this.addError(property, `${localName(property.value)} must be an IRI, not ${display(term)}`);
      return [];
    });
  }

  iri(property: IriNode): Iri | undefined {
    return this.iris(property, one)[0];
  }

  text(property: IriNode): string | undefined {
    return this.#texts(property, one)[0];
  }

  optionalText(property: IriNode): string | undefined {
    return this.#texts(property, optional)[0];
  }

  texts(property: IriNode): string[] {
    return this.#texts(property, any);
  }

  flag(property: IriNode, fallback = false): boolean {
    const [term] = this.terms(property, optional);
    if (term === undefined) return fallback;
    if (term.termType === 'Literal' && /^(true|1)$/.test(term.value)) return true;
    if (term.termType === 'Literal' && /^(false|0)$/.test(term.value)) return false;
    this.addError(property, `${localName(property.value)} must be true or false, not ${display(term)}`);
    return fallback;
  }

  positiveInteger(property: IriNode): number | undefined {
    const [term] = this.terms(property, one);
    if (term === undefined) return undefined;
    if (term.termType === 'Literal' && /^\+?0*[1-9]\d{0,14}$/.test(term.value)) return Number(term.value);
    this.addError(property, `${localName(property.value)} must be a positive integer, not ${display(term)}`);
    return undefined;
  }

  /** An xsd:dateTime; without a time zone it is UTC (D56). */
  optionalInstant(property: IriNode): Date | undefined {
    const [term] = this.terms(property, optional);
    if (term === undefined) return undefined;
    const instant = new Date(inUtcIfUnzoned(term.value));
    if (term.termType === 'Literal' && !Number.isNaN(instant.getTime())) return instant;
    this.addError(property, `${localName(property.value)} must be a date and time, not ${display(term)}`);
    return undefined;
  }

  /**
   * Values from a set of names in a namespace, each as a full IRI or as a plain name.
   *
   * @param others values that are left out, and no errors.
   */
  names<Name extends string>(
    property: IriNode,
    names: readonly Name[],
    terms: Readonly<Record<Name, IriNode>>,
    cardinality: Cardinality = any,
    others: readonly IriNode[] = [],
  ): Name[] {
    return this.terms(property, cardinality).flatMap((term) => {
      if (others.some((other) => other.equals(term))) return [];
      const name = nameOf(term, names, terms);
      if (name !== undefined) return [name];
      this.addError(property, `${localName(property.value)} must be one of ${names.join(', ')}, not ${display(term)}`);
      return [];
    });
  }

  /** @throws InvalidResourceError with all problems, if there are any. */
  throwIfInvalid(): void {
    if (this.problems.length > 0) throw new InvalidResourceError(this.problems);
  }

  #texts(property: IriNode, cardinality: Cardinality): string[] {
    return this.terms(property, cardinality).flatMap((term) => {
      if (term.termType === 'Literal') return [term.value];
      this.addError(property, `${localName(property.value)} must be text, not ${display(term)}`);
      return [];
    });
  }
}

/** The name of a term in a set of names; undefined if the set does not contain it. */
export function nameOf<Name extends string>(
  { termType, value }: Term,
  names: readonly Name[],
  terms: Readonly<Record<Name, IriNode>>,
): Name | undefined {
  return names.find((name) => terms[name].value === value || (termType === 'Literal' && name === value));
}

/** The form of a term in messages, truncated to 200 characters. */
export function display(term: Term): string {
  const text = term.value.length > 200 ? `${term.value.slice(0, 200)}…` : term.value;
  return term.termType === 'Literal'
    ? JSON.stringify(text)
    : term.termType === 'BlankNode'
      ? 'a node without @id'
      : `<${text}>`;
}
