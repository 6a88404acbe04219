/**
 * Reading an API object's properties out of its statements: each in its own type, every problem a detail (D33). Values
 * of xsd:anyURI may come as a typed literal, as plain text or as `{"@id": …}` (D5).
 */
import { InputError, type InputProblem } from './input-error.js';
import type { Graph } from './graph.js';
import { inUtcIfUnzoned } from './literals.js';
import { type Iri, type IriNode, isIri, isNamedNode, localName, type Quad_Object, type Term } from './terms.js';

/** How often a property may come. */
export interface Cardinality {
  readonly min: number;
  readonly max: number;
}

const any: Cardinality = { min: 0, max: Infinity };
const one: Cardinality = { min: 1, max: 1 };
const optional: Cardinality = { min: 0, max: 1 };

export class PropertyReader {
  /** @param problems where what is wrong is collected; shared by the parts of one body. */
  constructor(
    private readonly data: Graph,
    private readonly subject: Term,
    readonly problems: InputProblem[] = [],
  ) {}

  /** The fields of a nested node; its problems are this one's. */
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

  terms(property: IriNode, { min: least, max: most }: Cardinality = any): Quad_Object[] {
    const values = this.data.objects(this.subject, property);
    if (values.length < least) this.addError(property, `${localName(property.value)} is missing`);
    if (values.length > most)
      this.addError(
        property,
        `${localName(property.value)} is given ${values.length} times, at most ${most} is allowed`,
      );
    return values.slice(0, most);
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

  optionalText(property: IriNode): string | undefined {
    return this.#texts(property, optional)[0];
  }

  text(property: IriNode): string | undefined {
    return this.#texts(property, one)[0];
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

  /** An xsd:dateTime; one without a time zone is taken as UTC. */
  optionalInstant(property: IriNode): Date | undefined {
    const [term] = this.terms(property, optional);
    if (term === undefined) return undefined;
    const instant = new Date(inUtcIfUnzoned(term.value));
    if (term.termType === 'Literal' && !Number.isNaN(instant.getTime())) return instant;
    this.addError(property, `${localName(property.value)} must be a date and time, not ${display(term)}`);
    return undefined;
  }

  /** One of a few named values, given as a full IRI or (in plain text) as its last part. */
  names<Name extends string>(
    property: IriNode,
    known: Readonly<Record<Name, IriNode>>,
    cardinality: Cardinality = any,
  ): Name[] {
    return this.terms(property, cardinality).flatMap((term) => {
      const name = nameOf(term, known);
      if (name !== undefined) return [name];
      this.addError(
        property,
        `${localName(property.value)} must be one of ${Object.keys(known).join(', ')}, not ${display(term)}`,
      );
      return [];
    });
  }

  /**
   * Ends the reading.
   *
   * @throws InputError with all problems, when there is one.
   */
  throwIfInvalid(): void {
    if (this.problems.length > 0) throw new InputError(this.problems);
  }

  #texts(property: IriNode, cardinality: Cardinality): string[] {
    return this.terms(property, cardinality).flatMap((term) => {
      if (term.termType === 'Literal') return [term.value];
      this.addError(property, `${localName(property.value)} must be text, not ${display(term)}`);
      return [];
    });
  }
}

/** The name of a term among a few known ones; undefined when it is none of them. */
export function nameOf<Name extends string>(term: Term, known: Readonly<Record<Name, IriNode>>): Name | undefined {
  const value = term.value;
  for (const name in known)
    if (known[name].value === value || (term.termType === 'Literal' && name === value)) return name;
  return undefined;
}

/** A term as a message shows it, cut to a length that a log line can bear. */
export function display(term: Term): string {
  const text = term.value.length > 200 ? `${term.value.slice(0, 200)}…` : term.value;
  return term.termType === 'Literal'
    ? JSON.stringify(text)
    : term.termType === 'BlankNode'
      ? 'a node without @id'
      : `<${text}>`;
}
