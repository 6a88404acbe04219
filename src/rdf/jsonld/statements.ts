/**
 * Converts expanded JSON-LD to statements. The processor's own conversion is unsuitable: it changes literals ("heavy"
 * as an xsd:double becomes NaN, "12,5" becomes 12, a native number as an xsd:decimal gets an exponent), and takes time
 * quadratic in the values of a property.
 */
import type { ErrorDetail } from '../../errors.js';
import { getOrAdd } from '../../collections.js';
import { isJsonObject } from './json.js';
import { decimalForm, doubleForm, isLanguageTag, lexicalError, quote } from '../literals.js';
import { Compaction, type Prefixes } from '../prefixes.js';
import {
  type BlankNode,
  type Iri,
  type IriNode,
  type Literal,
  type NamedNode,
  type Quad,
  type Quad_Object,
  factory,
  isIri,
  node,
  triple,
} from '../terms.js';
import { rdfTerms, xsd } from '../vocabulary.js';
import { bindsXsdWithoutHash, withHash } from './xsd-prefix.js';

export type Subject = IriNode | BlankNode;

/** Further problems and warnings are dropped. */
const MAX_PROBLEMS = 100;

/** A position in the document: a property of a subject, below the position of that subject. */
interface JsonPath {
  readonly parent: JsonPath | undefined;
  readonly subject: Subject;
  readonly property: string;
  /** Position among several values. */
  readonly index: number | undefined;
}

/** Collects the statements and problems of one expanded document. */
export class StatementCollector {
  readonly quads: Quad[] = [];
  readonly problems: ErrorDetail[] = [];
  readonly warnings: string[] = [];
  readonly #compaction: Compaction;
  readonly #labels = new Map<string, BlankNode>();
  #xsdWithoutHash: boolean | undefined;

  /**
   * @param strict whether spaces around an `@id` are an error; otherwise they are removed with a warning (D40).
   * @param document the original document: used only for its binding of an invalid prefix.
   * @param uncheckedUris properties whose xsd:anyURI literals are not checked.
   */
  constructor(
    private readonly prefixes: Prefixes,
    private readonly strict: boolean,
    private readonly document: unknown,
    private readonly uncheckedUris: ReadonlySet<string> = new Set(),
  ) {
    this.#compaction = Compaction.of(prefixes);
  }

  /** Adds the statements of a node object and returns its term; undefined if its `@id` is not an IRI. */
  node(value: Readonly<Record<string, unknown>>, place?: JsonPath): Subject | undefined {
    const subject = this.#subject(value, place);
    if (subject === undefined) return undefined;
    for (const [key, entry] of Object.entries(value)) {
      if (key === '@type') this.#types(subject, entry, place);
      else if (key === '@reverse') this.#reverse(subject, entry, place);
      else if (key === '@included') this.#included(entry, place);
      else if (key === '@graph') this.problem('A named graph is not supported', place);
      else if (!key.startsWith('@')) this.#property(subject, key, entry, place);
    }
    return subject;
  }

  /**
   * @param subject the resource at fault, if it is not the subject of the place.
   * @param strictOnly whether lenient mode accepts it (D40).
   */
  problem(message: string, place?: JsonPath, subject?: Subject, strictOnly = false): void {
    if (this.problems.length >= MAX_PROBLEMS) return;
    const resource = nearestIri(place, subject);
    this.problems.push({
      message: place === undefined ? message : `${message} (at ${this.#path(place)})`,
      ...(place !== undefined && isIri(place.property) ? { property: place.property } : {}),
      ...(resource === undefined ? {} : { resource }),
      ...(strictOnly ? { strictOnly } : {}),
    });
  }

  warn(message: string): void {
    if (this.warnings.length < MAX_PROBLEMS) this.warnings.push(message);
  }

  #subject(value: Readonly<Record<string, unknown>>, place: JsonPath | undefined): Subject | undefined {
    if (!('@id' in value)) return factory.blankNode();
    const text = value['@id'];
    if (typeof text === 'string') {
      const id = this.#trimmed(text, place);
      if (id.startsWith('_:')) return this.#blank(id);
      if (this.#isMapped(id, '@id', place)) return node(id);
    } else this.problem('The @id is not an IRI', place);
    return undefined;
  }

  #trimmed(id: string, place: JsonPath | undefined): string {
    const trimmed = this.strict ? id : id.trim();
    if (trimmed !== id) {
      const where = place === undefined ? '' : ` (at ${this.#path(place)})`;
      this.warn(`The @id ${quote(id)} has blanks around it; read without them${where}`);
    }
    return trimmed;
  }

  #blank(label: string): BlankNode {
    return getOrAdd(this.#labels, label, () => factory.blankNode());
  }

  /** Whether a text is an absolute IRI, and not a compact IRI with an undefined prefix. */
  #isMapped(text: string, role: string, place: JsonPath | undefined, subject?: Subject): text is Iri {
    if (!isIri(text)) {
      const why = isIri(text.trim()) ? ': there are blanks around it' : '';
      this.problem(
        `The ${role} ${quote(text)} is not an absolute IRI${why}`,
        place,
        subject,
        role === '@id' && why !== '',
      );
      return false;
    }
    const prefix = text.slice(0, text.indexOf(':'));
    if (!Object.hasOwn(this.prefixes, prefix)) return true;
    this.problem(`No @context maps the prefix of the ${role} ${quote(text)}`, place, subject);
    return false;
  }

  #types(subject: Subject, types: unknown, place: JsonPath | undefined): void {
    for (const type of asArray(types)) {
      if (typeof type !== 'string') this.problem('A @type is not an IRI', place, subject);
      else if (this.#isMapped(type, '@type', place, subject))
        this.quads.push(triple(subject, rdfTerms.type, node(type)));
    }
  }

  #property(subject: Subject, property: string, values: unknown, parent: JsonPath | undefined): void {
    if (property.startsWith('_:')) {
      this.problem(`A blank node cannot be a property: ${quote(property)}`, parent);
    } else if (this.#isMapped(property, 'property', parent, subject)) {
      const predicate = node(property);
      const list = asArray(values);
      list.forEach((value, index) => {
        const place = { parent, subject, property, index: list.length > 1 ? index : undefined };
        this.#statement(subject, predicate, value, place);
      });
    }
  }

  #statement(subject: Subject, predicate: NamedNode, value: unknown, place: JsonPath): void {
    // The statement precedes the statements of its object, as in the document.
    const position = this.quads.length;
    const object = this.#object(value, place);
    if (object !== undefined) this.quads.splice(position, 0, triple(subject, predicate, object));
  }

  #object(value: unknown, place: JsonPath): Quad_Object | undefined {
    if (!isJsonObject(value)) {
      this.problem('The value is neither a literal nor an object', place);
      return undefined;
    }
    if ('@value' in value) return this.#literal(value, place);
    if ('@list' in value) return this.#list(asArray(value['@list']), place);
    return this.node(value, place);
  }

  #list(items: readonly unknown[], place: JsonPath): Quad_Object {
    const cells = items.map(() => factory.blankNode());
    items.forEach((item, index) => {
      const cell = cells[index];
      if (cell === undefined) return;
      this.#statement(cell, rdfTerms.first, item, { ...place, index });
      this.quads.push(triple(cell, rdfTerms.rest, cells[index + 1] ?? rdfTerms.nil));
    });
    return cells[0] ?? rdfTerms.nil;
  }

  #reverse(object: Subject, map: unknown, place: JsonPath | undefined): void {
    if (!isJsonObject(map)) return;
    for (const [property, values] of Object.entries(map)) {
      if (!this.#isMapped(property, 'property', place)) continue;
      for (const value of asArray(values)) {
        const subject = isJsonObject(value) ? this.node(value, place) : undefined;
        if (subject !== undefined) this.quads.push(triple(subject, node(property), object));
      }
    }
  }

  #included(values: unknown, place: JsonPath | undefined): void {
    for (const value of asArray(values)) if (isJsonObject(value)) this.node(value, place);
  }

  #literal(value: Readonly<Record<string, unknown>>, place: JsonPath): Literal | undefined {
    const { '@value': content, '@type': named, '@language': language } = value;
    const type = typeof named === 'string' ? this.#datatype(named) : named;
    if ('@direction' in value) this.warn(`The @direction of a text is not stored (at ${this.#path(place)})`);
    if (typeof language === 'string') {
      if (isLanguageTag(language) && typeof content === 'string')
        return factory.literal(content, language.toLowerCase());
      this.problem(`${quote(language)} is not a language tag`, place);
      return undefined;
    }
    if (type === '@json' || type === rdfTerms.langString.value) {
      this.problem(
        `The datatype ${type === '@json' ? '@json' : 'rdf:langString without @language'} is not supported`,
        place,
      );
      return undefined;
    }
    if (type !== undefined && (typeof type !== 'string' || !this.#isMapped(type, 'datatype', place))) return undefined;
    const datatype = type ?? nativeDatatype(content);
    const text = lexicalForm(content, datatype);
    const unchecked = datatype === xsd.anyURI.value && this.uncheckedUris.has(place.property);
    const error =
      text === undefined ? inexact(content, datatype) : unchecked ? undefined : lexicalError(text, datatype);
    if (text === undefined || error !== undefined) {
      this.problem(error ?? 'The value is not a literal', place);
      return undefined;
    }
    return factory.literal(text, node(datatype));
  }

  /** A datatype; for XMLSchema, the document's prefix may lack the `#` (D5). */
  #datatype(text: string): string {
    const meant = withHash(text);
    if (meant === undefined) return text;
    this.#xsdWithoutHash ??= bindsXsdWithoutHash(this.document);
    return this.#xsdWithoutHash ? meant : text;
  }

  #path(place: JsonPath): string {
    const steps: string[] = [];
    for (let at: JsonPath | undefined = place; at !== undefined; at = at.parent) {
      steps.unshift(this.#compaction.display(at.property) + (at.index === undefined ? '' : `[${at.index}]`));
    }
    return steps.join('/');
  }
}

/** The IRI of a resource, or of the nearest resource above it (D53). */
function nearestIri(place: JsonPath | undefined, subject: Subject | undefined): Iri | undefined {
  const isExternal = (term: Subject | undefined): term is IriNode =>
    term?.termType === 'NamedNode' && !term.value.startsWith('internal:');
  if (isExternal(subject)) return subject.value;
  for (let at = place; at !== undefined; at = at.parent) if (isExternal(at.subject)) return at.subject.value;
  return undefined;
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** The datatype of an untyped value (Deserialize JSON-LD to RDF, 8.2.2). */
function nativeDatatype(value: unknown): Iri {
  if (typeof value === 'boolean') return xsd.boolean.value;
  if (typeof value !== 'number') return xsd.string.value;
  return isInteger(value) ? xsd.integer.value : xsd.double.value;
}

const isInteger = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 1e21;

/** The lexical form of a value; undefined for a number that JSON may have rounded, and for an invalid value. */
function lexicalForm(value: unknown, datatype: Iri): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (datatype === xsd.double.value || datatype === xsd.float.value) return doubleForm(value);
  if (isInteger(value) && !Number.isSafeInteger(value)) return undefined;
  return datatype === xsd.decimal.value ? decimalForm(value) : String(value);
}

function inexact(value: unknown, datatype: Iri): string | undefined {
  if (typeof value !== 'number') return undefined;
  if (!Number.isFinite(value)) return 'The number is beyond xsd:double';
  return `JSON cannot represent the number ${value} exactly: write it as {"@type": "${datatype}", "@value": "…"}`;
}
