/** Describes violations in sentences for a partner's developer. */
import { getOrAdd } from '../../collections.js';
import { factory, isIri, type Iri, type Quad, type Quad_Subject, type Term, termKey } from '../../rdf/terms.js';
import { rdfTerms } from '../../rdf/vocabulary.js';
import type { Graph } from '../../rdf/graph.js';
import type { OntologyIndex } from '../ontology/ontology-index.js';
import type { Caution, Violation, ViolationKind } from './violation.js';
import type { ValidationResult } from 'shacl-engine';
import { mainText, textsOf } from '../../languages.js';
import { sh } from '../vocabulary.js';
import { expectation } from './expectations.js';
import type { ShapeIndex } from './shape-index.js';

/** The kinds of violation that a SHACL constraint can have. */
export type ConstraintKind = Exclude<ViolationKind, `unknown-${string}`>;

/** A result of the SHACL engine. */
interface ConstraintViolation {
  readonly kind: ConstraintKind;
  readonly subject: Term;
  readonly property: string | undefined;
  readonly value: Term | undefined;
  readonly shape: Term;
}

/** A result of one of the operator's shapes. */
interface LocalResult extends Omit<ConstraintViolation, 'shape'> {
  readonly result: ValidationResult;
}

const cautions: ReadonlyMap<string, Caution> = new Map([
  [sh.Warning.value, 'warning'],
  [sh.Info.value, 'info'],
]);

/** Longer values are truncated. */
const MAX_TEXT_LENGTH = 80;

/** The maximum number of named parents of an embedded object. */
const MAX_PARENTS = 6;

/** The maximum number of suggestions for a document's unknown names, since the search is slow. */
const MAX_SUGGESTIONS = 50;

export class Messages {
  readonly #roots: ReadonlySet<string>;
  readonly #classes = new Map<string, string>();
  #suggestions = 0;

  constructor(
    private readonly data: Graph,
    roots: readonly Term[],
    private readonly ontologyIndex: OntologyIndex,
  ) {
    this.#roots = new Set(roots.map(({ value }) => value));
  }

  unknownClass(subject: Quad_Subject, type: string): Violation {
    const near = this.#suggest(() => this.ontologyIndex.nearestClass(type));
    const message = `${this.#short(type)}${this.#whoseType(subject)} is not a class of ${this.#vocabulary(type)}${suggestion(near)}`;
    return this.#violation('unknown-class', subject, rdfTerms.type.value, message);
  }

  unknownProperty(subject: Quad_Subject, property: string): Violation {
    const near = this.#suggest(() => this.ontologyIndex.nearestProperty(property));
    return this.#violation(
      'unknown-property',
      subject,
      property,
      `${this.#place(subject, property)} is not a property of ${this.#vocabulary(property)}${suggestion(near)}`,
    );
  }

  constraintViolation({ kind, subject, property, value, shape }: ConstraintViolation, shapes: ShapeIndex): Violation {
    const place = property === undefined ? this.#subject(subject) : this.#place(subject, property);
    const expected = shapes.description(shape);
    switch (kind) {
      case 'missing': {
        const min = Number(shapes.minCount(shape) ?? 1);
        const given = property === undefined ? 0 : this.data.objects(subject, factory.namedNode(property)).length;
        const message =
          given === 0 && min < 2
            ? `${place} is required, but none was given`
            : `${place} must be given ${min} times, but ${given} values were given`;
        return this.#violation(kind, subject, property, message);
      }
      case 'too-many': {
        const max = shapes.maxCount(shape) ?? '1';
        const given = property === undefined ? [] : this.data.objects(subject, factory.namedNode(property));
        const allowed = max === '1' ? 'once' : `${max} times`;
        return this.#violation(
          kind,
          subject,
          property,
          `${place} may be given ${allowed}, but ${given.length} values were given: ${given
            .slice(0, 5)
            .map((term) => this.#value(term))
            .join(', ')}`,
        );
      }
      case 'value': {
        const given = value === undefined ? 'something else' : this.#given(value);
        const near = property === undefined || value === undefined ? undefined : this.#suggestValue(property, value);
        const message = `${place} must be ${expected ?? 'of another kind'}, but ${given} was given${suggestion(near)}`;
        return this.#violation(kind, subject, property, message);
      }
    }
  }

  /** Describes a violation of one of the operator's shapes, with the author's message if there is one (D76). */
  localViolation({ kind, subject, property, value, result }: LocalResult, shapes: ShapeIndex): Violation {
    const shape = result.shape.ptr.term;
    const texts = result.shape.message.length === 0 ? [] : textsOf(result.message);
    const caution = cautions.get(result.severity.value);
    const place = property === undefined ? this.#subject(subject) : this.#place(subject, property);
    const message = (): string => {
      if (kind !== 'value') return this.constraintViolation({ kind, subject, property, value, shape }, shapes).message;
      const expected = shapes.description(shape) ?? expectation(result, shapes.graph, (term) => this.#value(term));
      return `${place} must be ${expected}, but ${value === undefined ? 'it is not' : `${this.#given(value)} was given`}`;
    };
    return {
      ...this.#violation(kind, subject, property, mainText(texts) ?? message()),
      ...(texts.length > 0 && { texts }),
      ...(caution !== undefined && { caution }),
      ...(shape.termType === 'NamedNode' && isIri(shape.value) && { shape: shape.value }),
    };
  }

  /** The nearest value of an enumeration or code list; for a text, written as JSON-LD. */
  #suggestValue(property: string, value: Term): string | undefined {
    if (value.termType === 'BlankNode') return undefined;
    const near = this.#suggest(() => this.ontologyIndex.nearestValue(property, value.value));
    if (near === undefined || value.termType === 'NamedNode') return near === undefined ? near : this.#short(near);
    return `{"@id": "${near}"}`;
  }

  #suggest<Name extends string>(search: () => Name | undefined): Name | undefined {
    return this.#suggestions++ < MAX_SUGGESTIONS ? search() : undefined;
  }

  #violation(kind: Violation['kind'], subject: Term, property: string | undefined, message: string): Violation {
    const resource = this.#resource(subject);
    return {
      kind,
      message,
      ...(resource === undefined ? {} : { resource }),
      ...(property !== undefined && isIri(property) ? { property } : {}),
    };
  }

  /** The IRI of a resource, or of the nearest resource above it (D53). */
  #resource(subject: Term): Iri | undefined {
    const seen = new Set<string>();
    let found: Term | undefined = subject;
    while (found !== undefined && !seen.has(found.value)) {
      if (this.#isNamed(found) && isIri(found.value)) return found.value;
      seen.add(found.value);
      found = this.#linkTo(found)?.subject;
    }
    return undefined;
  }

  #place(subject: Term, property: string): string {
    return `${this.#short(property)} of ${this.#subject(subject)}`;
  }

  #linkTo(node: Term): Quad | undefined {
    const [first] = this.data.match(null, null, node);
    return first;
  }

  /** `cargo:Piece`; `cargo:Value in cargo:grossWeight of cargo:Piece` for an embedded object. */
  #subject(subject: Term): string {
    const steps: string[] = [];
    let current: Term = subject;
    for (let step = 0; step < MAX_PARENTS; step++) {
      const link = this.#isNamed(current) || this.#roots.has(current.value) ? undefined : this.#linkTo(current);
      if (link === undefined) return [...steps, this.#class(current)].join(' of ');
      steps.push(`${this.#class(current)} in ${this.#short(link.predicate.value)}`);
      current = link.subject;
    }
    return steps.join(' of ');
  }

  #isNamed(term: Term): boolean {
    return term.termType === 'NamedNode' && !term.value.startsWith('internal:');
  }

  #class(subject: Term): string {
    return getOrAdd(this.#classes, termKey(subject), () => this.#type(subject) ?? 'an object without a type');
  }

  #type(subject: Term): string | undefined {
    const [first, ...others] = this.data.types(subject);
    return first === undefined ? undefined : this.#short(this.ontologyIndex.hierarchy.mostSpecific([first, ...others]));
  }

  /** Names the resource that has a type, unless it is the root. */
  #whoseType(subject: Term): string {
    if (this.#isNamed(subject)) return `, the type of <${shorten(subject.value)}>,`;
    const link = this.#roots.has(subject.value) ? undefined : this.#linkTo(subject);
    return link === undefined ? '' : `, the type of an object in ${this.#place(link.subject, link.predicate.value)},`;
  }

  /** A received value with its kind. */
  #given(value: Term): string {
    if (value.termType === 'Literal') return this.#literal(value.value, value.language, value.datatype.value);
    const type = this.#type(value);
    const name = this.#isNamed(value) ? this.#value(value) : 'an embedded object';
    if (type !== undefined) return `${name} of type ${type}`;
    return this.data.about(value).length > 0 ? `${name} without a type` : name;
  }

  #value(value: Term): string {
    if (value.termType === 'Literal') return JSON.stringify(shorten(value.value));
    return value.termType === 'BlankNode' ? 'an embedded object' : this.#iri(value.value);
  }

  #literal(text: string, language: string, datatype: string): string {
    const quoted = JSON.stringify(shorten(text));
    return language === '' ? `${quoted} (${this.#iri(datatype)})` : `${quoted} (a text in the language ${language})`;
  }

  #iri(name: string): string {
    const short = this.ontologyIndex.shortName(name);
    return short === name ? `<${shorten(name)}>` : shorten(short);
  }

  #vocabulary(name: string): string {
    return this.ontologyIndex.namespaceOf(name) === this.ontologyIndex.namespaces.cargo
      ? 'the data model'
      : 'the API vocabulary';
  }

  #short(name: string): string {
    return shorten(this.ontologyIndex.shortName(name));
  }
}

const suggestion = (near: string | undefined): string => (near === undefined ? '' : `; did you mean ${near}?`);

function shorten(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…`;
}
