/**
 * Statements as JSON-LD: compacted as D3 has it, or in another document form. It is written here and not by framing
 * because framing can neither keep a node off its own path nor give the same bytes for the same statements, and is some
 * twenty times slower.
 */
import type { Json, JsonObject } from './json.js';
import { isExpanded, isFlattened, type JsonLdForm } from './forms.js';
import { JsonLdNames } from './names.js';
import { displayLanguage, writtenForm } from '../literals.js';
import { compareTerms, compareTexts } from '../order.js';
import type { Prefixes } from '../prefixes.js';
import type { BlankNode, Literal, NamedNode, Quad, Quad_Object } from '../terms.js';
import { rdfTerms, xsd } from '../vocabulary.js';

export type Resource = NamedNode | BlankNode;

export interface WriteOptions {
  readonly prefixes: Prefixes;
  /** Whether a resource with statements is nested where it is linked; all are, when this is absent. */
  readonly nest?: (resource: Resource) => boolean;
  /** IRIs of properties that are written as an array even when they have one value. */
  readonly arrays?: ReadonlySet<string>;
  /** IRIs of properties whose values stay in the order in which they come, such as the items of a sorted collection. */
  readonly ordered?: ReadonlySet<string>;
  /** The namespace that the form `vocab` writes without a prefix. */
  readonly vocab?: string;
}

/** Objects in objects: what is deeper stands under `@included`, so that every reader with a limit can read it. */
const DEPTH_LIMIT = 32;
/** Statements that may be written again because their subject is linked from several places. */
const REPETITION_LIMIT = 10_000;

/**
 * A document of D3's form: `@context` with the prefixes used, `@id`, `@type`, then the properties in order.
 *
 * A resource with statements is nested wherever it is linked, but never in itself, and again only until what is
 * repeated reaches a limit; a link is written in all other places. Statements that are not reached from the root
 * follow under `@included`: none is ever left out. The same statements give the same document, in whatever order
 * they come.
 *
 * @throws TypeError for what JSON-LD cannot say: variables and quoted statements.
 */
export function writeJsonLd(data: Iterable<Quad>, root: Resource, options: WriteOptions): JsonObject {
  const writer = new Writer(data, options, 'compacted');
  return writer.framed(writer.tree(root));
}

/**
 * A document about several resources side by side: one of them as `writeJsonLd` gives it, any other number under
 * `@graph` (D46).
 *
 * @throws TypeError as `writeJsonLd`.
 */
export function writeJsonLdGraph(data: Iterable<Quad>, roots: readonly Resource[], options: WriteOptions): JsonObject {
  const [first] = roots;
  const writer = new Writer(data, options, 'compacted');
  return writer.framed(
    roots.length === 1 && first !== undefined ? writer.tree(first) : { '@graph': writer.nodes(roots) },
  );
}

/**
 * A document in any of the forms: `writeJsonLdGraph`'s for `compacted` and (with `@vocab`) `vocab`, an array of node
 * objects without a context for `expanded`, and every node on its own, the roots first, for `flattened` (under `@graph`,
 * with a context) and `flattened-expanded` (an array, without one).
 *
 * @throws TypeError as `writeJsonLd`.
 */
export function writeJsonLdForm(
  form: JsonLdForm,
  data: Iterable<Quad>,
  roots: readonly Resource[],
  options: WriteOptions,
): Json {
  const writer = new Writer(data, options, form);
  const [first] = roots;
  const nodes =
    roots.length === 1 && first !== undefined && !isFlattened(form) ? [writer.tree(first)] : writer.nodes(roots);
  if (isExpanded(form)) return nodes;
  const [only] = nodes;
  return writer.framed(roots.length === 1 && only !== undefined && !isFlattened(form) ? only : { '@graph': nodes });
}

type Statements = Map<string, Quad_Object[]>;
interface Node {
  readonly resource: Resource;
  readonly statements: Statements;
  size: number;
}

class Writer {
  readonly #nodes = new Map<string, Node>();
  readonly #links = new Map<string, number>();
  readonly #names: JsonLdNames;
  readonly #expanded: boolean;
  readonly #flat: boolean;
  /** Resources that may be written several times: blank nodes among them need a label to stay one. */
  readonly #repeated = new Set<string>();
  readonly #labels = new Map<string, string>();
  readonly #path = new Set<string>();
  readonly #written = new Set<string>();
  #repeatable = REPETITION_LIMIT;

  constructor(
    data: Iterable<Quad>,
    private readonly options: WriteOptions,
    form: JsonLdForm,
  ) {
    const quads = [...data];
    this.#expanded = isExpanded(form);
    this.#flat = isFlattened(form);
    this.#names = new JsonLdNames(quads, {
      prefixes: this.#expanded ? {} : options.prefixes,
      vocab: form === 'vocab' ? options.vocab : undefined,
    });
    for (const { subject, predicate, object } of quads) {
      if (!isResource(subject)) throw new TypeError(`a ${subject.termType} cannot be written as a JSON-LD subject`);
      const key = keyOf(subject);
      let node = this.#nodes.get(key);
      if (node === undefined) this.#nodes.set(key, (node = { resource: subject, statements: new Map(), size: 0 }));
      const values = node.statements.get(predicate.value);
      if (values === undefined) node.statements.set(predicate.value, [object]);
      else values.push(object);
      node.size++;
      if (isResource(object)) {
        const target = keyOf(object);
        this.#links.set(target, (this.#links.get(target) ?? 0) + 1);
      }
    }
  }

  /** A node object with the context that it needs. */
  framed(content: JsonObject): JsonObject {
    return { ...this.#names.context(), ...content };
  }

  /** One node object that holds everything. */
  tree(root: Resource): JsonObject {
    this.#findRepeated();
    const content = this.#object(root, false);
    const included = this.#rest();
    return included.length === 0 ? content : { ...content, '@included': included };
  }

  /** Node objects side by side, these first. */
  nodes(roots: readonly Resource[]): JsonObject[] {
    this.#findRepeated(roots);
    // In a flattened document a node of which nothing is said stands nowhere on its own.
    const shown = this.#flat ? roots.filter((root) => this.#nodes.has(keyOf(root))) : roots;
    const contents = shown.map((root) => this.#object(root, false));
    return [...contents, ...this.#rest()];
  }

  /** What has several places to be written in, and all that is below it: a root that is linked has two. */
  #findRepeated(roots: readonly Resource[] = []): void {
    const open = [...this.#nodes.keys()].filter((key) => (this.#links.get(key) ?? 0) > 1);
    if (roots.length > 1) open.push(...roots.map(keyOf).filter((key) => this.#links.has(key)));
    for (const key of open) this.#repeated.add(key);
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      for (const values of this.#nodes.get(key)?.statements.values() ?? []) {
        for (const value of values) {
          if (!isResource(value) || this.#repeated.has(keyOf(value))) continue;
          this.#repeated.add(keyOf(value));
          open.push(keyOf(value));
        }
      }
    }
  }

  /** What the root does not reach, each once: those that nobody links first, since they bring the others with them. */
  #rest(): JsonObject[] {
    if (this.#written.size === this.#nodes.size) return [];
    const linked = (node: Node): number => (this.#links.has(keyOf(node.resource)) ? 1 : 0);
    const left = [...this.#nodes.values()]
      .filter(({ resource }) => !this.#written.has(keyOf(resource)))
      .sort((a, b) => linked(a) - linked(b) || compareTerms(a.resource, b.resource));
    this.#repeatable = 0;
    const included: JsonObject[] = [];
    for (const { resource } of left) {
      if (!this.#written.has(keyOf(resource))) included.push(this.#object(resource, false));
    }
    return included;
  }

  /** A resource with its statements. `byLink` tells whether it stands as the value of a property. */
  #object(resource: Resource, byLink: boolean): JsonObject {
    const key = keyOf(resource);
    const node = this.#nodes.get(key);
    const result: Record<string, Json> = {};
    // A blank node needs its label only if it stands or is linked in another place, too.
    const isLabelled = this.#flat || node === undefined || this.#repeated.has(key) || (!byLink && this.#links.has(key));
    if (isLabelled || resource.termType === 'NamedNode') result['@id'] = this.#id(resource);
    if (node === undefined) return result;
    this.#written.add(key);
    this.#path.add(key);
    const properties: [name: string, predicate: string, values: Quad_Object[]][] = [];
    for (const [predicate, values] of node.statements) {
      if (predicate === rdfTerms.type.value && values.every((value) => value.termType === 'NamedNode')) {
        const types = values.map(({ value }) => this.#names.term(value)).sort(compareTexts);
        const [only] = types;
        result['@type'] = types.length === 1 && only !== undefined && !this.#expanded ? only : types;
      } else properties.push([this.#names.term(predicate), predicate, values]);
    }
    properties.sort(([a], [b]) => compareTexts(a, b));
    for (const [name, predicate, values] of properties) {
      const [first] = values;
      result[name] =
        values.length === 1 && first !== undefined && !this.#expanded && !this.options.arrays?.has(predicate)
          ? this.#value(first)
          : (this.options.ordered?.has(predicate) ? values : [...values].sort(compareTerms)).map((value) =>
              this.#value(value),
            );
    }
    this.#path.delete(key);
    return result;
  }

  #value(object: Quad_Object): Json {
    if (object.termType === 'Literal') return this.#literal(object);
    if (!isResource(object)) throw new TypeError(`a ${object.termType} cannot be written as a JSON-LD value`);
    return this.#isNestedHere(object) ? this.#object(object, true) : { '@id': this.#id(object) };
  }

  #isNestedHere(resource: Resource): boolean {
    const key = keyOf(resource);
    if (this.#flat) return false;
    const node = this.#nodes.get(key);
    if (node === undefined || this.#path.has(key) || this.#path.size >= DEPTH_LIMIT) return false;
    if (this.options.nest?.(resource) === false) return false;
    if (!this.#written.has(key)) return true;
    if (this.#repeatable < node.size) return false;
    this.#repeatable -= node.size;
    return true;
  }

  #id(resource: Resource): string {
    if (resource.termType === 'NamedNode') return this.#names.identifier(resource.value);
    const known = this.#labels.get(resource.value);
    if (known !== undefined) return known;
    const label = `_:b${this.#labels.size}`;
    this.#labels.set(resource.value, label);
    return label;
  }

  #literal(object: Literal): Json {
    const value = literal(object);
    return this.#expanded && typeof value !== 'object' ? { '@value': value } : value;
  }
}

function isResource(term: Quad['subject'] | Quad_Object): term is Resource {
  return term.termType === 'NamedNode' || term.termType === 'BlankNode';
}

/** No IRI begins with `_:`, so a label never meets an IRI. */
function keyOf(resource: Resource): string {
  return resource.termType === 'NamedNode' ? resource.value : `_:${resource.value}`;
}

const INTEGER = /^-?[0-9]{1,16}$/;

/** A literal as native JSON where nothing is lost by it, else with its datatype's full IRI (D3). */
function literal({ value, language, datatype }: Literal): Json {
  if (language !== '') return { '@language': displayLanguage(language), '@value': value };
  const text = writtenForm(value, datatype.value);
  switch (datatype.value) {
    case xsd.string.value:
      return text;
    case xsd.boolean.value:
      if (text === 'true' || text === 'false') return text === 'true';
      break;
    case xsd.integer.value: {
      // A JSON number beyond 2^53 would come back as another integer.
      const number = INTEGER.test(text) ? Number(text) : NaN;
      if (Number.isSafeInteger(number)) return number;
    }
  }
  return { '@type': datatype.value, '@value': text };
}
