/** Writes statements as RDF/XML (RDF 1.1 XML Syntax), for tools that support no other syntax. */
import { sorted } from '../async/sorting.js';
import type { Steps } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import { compareStatements } from './order.js';
import type { Prefixes } from './prefixes.js';
import { type Quad, type Quad_Object, type Quad_Subject, termKey } from './terms.js';
import { written } from './turtle.js';
import { rdfNs, xsd } from './vocabulary.js';

/** Number of statements written per step. */
const STEP = 100;

// XML 1.0 cannot express these characters, not even as references.
// oxlint-disable-next-line no-control-regex
const NO_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;

/**
 * Writes statements as RDF/XML in sorted order: the same statements give the same text.
 *
 * @throws ServiceError `not-acceptable` for statements that RDF/XML cannot express.
 */
export function* rdfXmlSteps(data: Iterable<Quad>, prefixes: Prefixes): Steps<string> {
  const quads = yield* sorted(Array.from(data, written), compareStatements);
  const names = new ElementNames(prefixes);
  const lines: string[] = [];
  let subject = '';
  for (const [index, quad] of quads.entries()) {
    const key = termKey(quad.subject);
    if (key !== subject) {
      if (subject !== '') lines.push('  </rdf:Description>');
      lines.push(`  <rdf:Description ${resourceAttribute(quad.subject, 'about')}>`);
      subject = key;
    }
    lines.push(`    ${propertyElement(names.of(quad.predicate.value), quad.object)}`);
    if (index % STEP === STEP - 1) yield;
  }
  if (subject !== '') lines.push('  </rdf:Description>');
  const declarations = names.namespaces.map(([prefix, namespace]) => ` xmlns:${prefix}="${attribute(namespace)}"`);
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<rdf:RDF${declarations.join('')}>`, ...lines, '</rdf:RDF>\n'].join(
    '\n',
  );
}

/** The element names of properties, with a prefix for each namespace. */
class ElementNames {
  readonly #known: ReadonlyMap<string, string>;
  readonly #used = new Map<string, string>([[rdfNs, 'rdf']]);

  constructor(prefixes: Prefixes) {
    this.#known = new Map(Object.entries(prefixes).map(([prefix, namespace]) => [namespace, prefix]));
  }

  of(property: string): string {
    const local = localName(property);
    if (local === undefined || local === property) throw unwritable(`a property such as <${property}>`);
    const namespace = property.slice(0, -local.length);
    const prefix = this.#used.get(namespace) ?? this.#known.get(namespace) ?? `ns${this.#used.size}`;
    this.#used.set(namespace, prefix);
    return `${prefix}:${local}`;
  }

  get namespaces(): (readonly [prefix: string, namespace: string])[] {
    return [...this.#used].map(([namespace, prefix]) => [prefix, namespace]);
  }
}

const NAME_CHARACTER = /^[\p{L}\p{N}._-]$/u;
const FIRST_CHARACTER = /^[\p{L}_]$/u;

/**
 * The name at the end of an IRI, without a colon, as an element's name allows; the rest of the IRI is the namespace.
 * Undefined for an IRI that ends in no name.
 */
function localName(iri: string): string | undefined {
  const characters = Array.from(iri);
  const end = characters.findLastIndex((character) => !NAME_CHARACTER.test(character)) + 1;
  const name = characters.slice(end);
  const begin = name.findIndex((character) => FIRST_CHARACTER.test(character));
  return begin === -1 ? undefined : name.slice(begin).join('');
}

function propertyElement(name: string, object: Quad_Object): string {
  if (object.termType !== 'Literal') return `<${name} ${resourceAttribute(object, 'resource')}/>`;
  const { value, language, datatype } = object;
  if (NO_CHARACTERS.test(value)) throw unwritable('a text with control characters');
  const kind =
    language !== ''
      ? ` xml:lang="${attribute(language)}"`
      : datatype.equals(xsd.string)
        ? ''
        : ` rdf:datatype="${attribute(datatype.value)}"`;
  return `<${name}${kind}>${escaped(value)}</${name}>`;
}

function resourceAttribute(term: Quad_Subject | Quad_Object, name: 'about' | 'resource'): string {
  if (term.termType === 'NamedNode') return `rdf:${name}="${attribute(term.value)}"`;
  if (term.termType === 'BlankNode') return `rdf:nodeID="b${attribute(term.value)}"`;
  throw new TypeError(`RDF/XML cannot express a ${term.termType}`);
}

function unwritable(what: string): ServiceError {
  return new ServiceError('not-acceptable', `RDF/XML cannot express ${what}; Turtle, N-Triples and JSON-LD can`);
}

/** A line feed needs no escape in an element; a parser would turn an unescaped carriage return into a line feed. */
const escaped = (text: string): string => text.replace(/[&<>\r]/g, (character) => `&#${character.charCodeAt(0)};`);

const attribute = (text: string): string =>
  text.replace(/[&<>"\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
