/** The statements of one answer, by subject and property, in the order in which the answer has them. */
import { type Quad, type Resource, rdfType, type Term, termKey } from './terms.js';

/** What is stated of one subject: values by the IRI of the property. */
export type Description = ReadonlyMap<string, readonly Term[]>;

const nothing: Description = new Map();

interface Subject {
  readonly term: Resource;
  readonly quads: Quad[];
  readonly properties: Map<string, Term[]>;
}

export class Graph {
  readonly quads: readonly Quad[];
  readonly #subjects = new Map<string, Subject>();

  /** @param quads repeated ones are left out. */
  constructor(quads: Iterable<Quad>) {
    const seen = new Set<string>();
    const distinct: Quad[] = [];
    for (const statement of quads) {
      const { subject, predicate, object } = statement;
      const key = termKey(subject);
      const whole = `${key} ${predicate.value} ${termKey(object)}`;
      if (seen.has(whole)) continue;
      seen.add(whole);
      distinct.push(statement);
      let known = this.#subjects.get(key);
      if (known === undefined) {
        known = { term: subject, quads: [], properties: new Map() };
        this.#subjects.set(key, known);
      }
      known.quads.push(statement);
      const values = known.properties.get(predicate.value);
      if (values === undefined) known.properties.set(predicate.value, [object]);
      else values.push(object);
    }
    this.quads = distinct;
  }

  /** The subjects, in the order in which they appear. */
  get subjects(): Resource[] {
    return Array.from(this.#subjects.values(), ({ term }) => term);
  }

  of(subject: Term): Description {
    return this.#subjects.get(termKey(subject))?.properties ?? nothing;
  }

  /** The statements of a subject. */
  quadsOf(subject: Term): readonly Quad[] {
    return this.#subjects.get(termKey(subject))?.quads ?? [];
  }

  values(subject: Term, property: string): readonly Term[] {
    return this.of(subject).get(property) ?? [];
  }

  /** The first value of the first of some properties that has one: versions name the same thing differently (T39). */
  first(subject: Term, ...properties: readonly string[]): Term | undefined {
    for (const property of properties) {
      const [value] = this.values(subject, property);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** The IRIs of its classes. */
  types(subject: Term): string[] {
    return this.values(subject, rdfType).map(({ value }) => value);
  }

  /** The subjects of a class. */
  instances(type: string): Resource[] {
    return this.subjects.filter((subject) => this.types(subject).includes(type));
  }

  /** Whether anything but classes is stated of it. */
  describes(subject: Term): boolean {
    const properties = this.of(subject);
    return properties.size > (properties.has(rdfType) ? 1 : 0);
  }

  /** The subjects that are the value of nothing: those that an answer is about. */
  get roots(): Resource[] {
    const linked = new Set(
      this.quads.flatMap(({ subject, object }) =>
        object.termType === 'Literal' || termKey(subject) === termKey(object) ? [] : [termKey(object)],
      ),
    );
    return this.subjects.filter((subject) => !linked.has(termKey(subject)));
  }
}
