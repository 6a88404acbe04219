/**
 * Reads JSON-LD in any of its forms as statements (T41). The library expands it; the statements are made here,
 * because the library's own rewrite the lexical forms of doubles.
 */
import type * as library from 'jsonld';
import { blankNode, literal, namedNode, quad, type Quad, rdfType, type Resource, type Term, xsd } from './terms.js';

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';

/** A document that is no JSON-LD, or whose context is elsewhere: nothing is fetched. */
export class JsonLdError extends Error {
  override readonly name = 'JsonLdError';
}

type Json = string | number | boolean | null | undefined | readonly Json[] | { readonly [member: string]: Json };
type JsonObject = Readonly<Record<string, Json>>;

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const listOf = (value: Json): readonly Json[] =>
  value === undefined || value === null ? [] : isArray(value) ? value : [value];

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

const isAbsolute = (iri: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:/.test(iri);

/** Turns expanded JSON-LD into statements. */
class Statements {
  readonly quads: Quad[] = [];
  #blanks = 0;
  readonly #labels = new Map<string, string>();

  #fresh(): Resource {
    return blankNode(`b${this.#blanks++}`);
  }

  /** Labels of the document are replaced, so that they are different from new ones. */
  #resource(id: Json): Resource | undefined {
    if (id === undefined) return this.#fresh();
    if (typeof id !== 'string') return undefined;
    if (!id.startsWith('_:')) return isAbsolute(id) ? namedNode(id) : undefined;
    const label = this.#labels.get(id) ?? this.#fresh().value;
    this.#labels.set(id, label);
    return blankNode(label);
  }

  /** Adds a node, and everything below it. */
  node(value: Json): Resource | undefined {
    if (!isObject(value)) return undefined;
    const subject = this.#resource(value['@id']);
    if (subject === undefined) return undefined;
    for (const type of listOf(value['@type'])) {
      const object = this.#resource(type);
      if (object !== undefined) this.quads.push(quad(subject, namedNode(rdfType), object));
    }
    for (const inner of [...listOf(value['@graph']), ...listOf(value['@included'])]) this.node(inner);
    for (const [property, values] of Object.entries(value)) {
      if (property === '@reverse' && isObject(values)) this.#reverse(subject, values);
      if (!isAbsolute(property)) continue;
      const predicate = namedNode(property);
      for (const item of listOf(values)) {
        const object = this.#object(item);
        if (object !== undefined) this.quads.push(quad(subject, predicate, object));
      }
    }
    return subject;
  }

  #reverse(object: Resource, properties: JsonObject): void {
    for (const [property, values] of Object.entries(properties)) {
      for (const item of listOf(values)) {
        const subject = this.node(item);
        if (subject !== undefined && isAbsolute(property)) this.quads.push(quad(subject, namedNode(property), object));
      }
    }
  }

  #object(value: Json): Term | undefined {
    if (!isObject(value)) return undefined;
    if ('@value' in value) return literalOf(value);
    return '@list' in value ? this.#list(listOf(value['@list'])) : this.node(value);
  }

  #list(items: readonly Json[]): Resource {
    const objects = items.map((item) => this.#object(item)).filter((object) => object !== undefined);
    let rest: Resource = namedNode(`${rdf}nil`);
    for (const object of objects.reverse()) {
      const cell = this.#fresh();
      this.quads.push(quad(cell, namedNode(`${rdf}first`), object), quad(cell, namedNode(`${rdf}rest`), rest));
      rest = cell;
    }
    return rest;
  }
}

/** A native number has no lexical form of its own: it gets the one of JSON, not the canonical `2.05E1`. */
function literalOf({ '@value': value, '@type': type, '@language': language }: JsonObject): Term | undefined {
  const datatype = typeof type === 'string' ? type : undefined;
  if (datatype === '@json') return literal(JSON.stringify(value), `${rdf}JSON`);
  if (typeof value === 'string') return literal(value, datatype, typeof language === 'string' ? language : '');
  if (typeof value === 'boolean') return literal(String(value), datatype ?? `${xsd}boolean`);
  if (typeof value !== 'number') return undefined;
  return literal(String(value), datatype ?? `${xsd}${Number.isInteger(value) ? 'integer' : 'double'}`);
}

function refuseRemote(url: string): Promise<never> {
  return Promise.reject(new JsonLdError(`its context is elsewhere, at ${url.slice(0, 200)}`));
}

/** The library, once it has been loaded. */
let jsonld: (typeof library)['default'] | undefined;

/**
 * The statements of a JSON-LD document. The library is loaded at the first one (T34).
 *
 * @param base the address of the document, against which relative IRIs are resolved.
 * @throws JsonLdError
 */
export async function parseJsonLd(document: unknown, base: string): Promise<Quad[]> {
  if (!isDocument(document)) throw new JsonLdError('it is neither a JSON object nor an array');
  jsonld ??= (await import('jsonld')).default;
  try {
    const expanded: unknown = await jsonld.expand(document, { base, documentLoader: refuseRemote });
    const statements = new Statements();
    for (const node of listOf(isExpanded(expanded) ? expanded : [])) statements.node(node);
    return statements.quads;
  } catch (error) {
    throw new JsonLdError(reasonOf(error), { cause: error });
  }
}

function isDocument(value: unknown): value is object & Record<string, never> {
  return typeof value === 'object' && value !== null;
}

function isExpanded(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The library wraps what its loader throws. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it is no JSON-LD';
  const { details } = error as { details?: { cause?: unknown } };
  const cause = details?.cause ?? error.cause;
  return cause instanceof JsonLdError ? cause.message : error.message.slice(0, 500);
}
