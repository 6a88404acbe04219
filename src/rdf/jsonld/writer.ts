/**
 * Writes statements as JSON-LD: compacted (D3), or in another document form. Framing is not used: it cannot keep a node
 * out of its own subtree, does not give the same bytes for the same statements, and is about twenty times slower.
 */
import { getOrAdd } from '../../collections.js';
import type { Json, JsonObject } from './json.js';
import { isExpanded, isFlattened, type JsonLdForm } from './forms.js';
import { JsonLdNames } from './names.js';
import { displayLanguage, writtenForm } from '../literals.js';
import { compareTerms, compareTexts } from '../order.js';
import type { Prefixes } from '../prefixes.js';
import { isResource, type Literal, type Quad, type Quad_Object, type Resource, termKey } from '../terms.js';
import { rdfTerms, xsd } from '../vocabulary.js';

export interface WriteOptions {
  readonly prefixes: Prefixes;
  /** Whether a resource is nested where it is linked; by default all are. */
  readonly nest?: (resource: Resource) => boolean;
  /** IRIs of properties that are always written as an array. */
  readonly arrays?: ReadonlySet<string>;
  /** IRIs of properties whose values keep the given order, such as the items of a sorted collection. */
  readonly ordered?: ReadonlySet<string>;
  /** The namespace that the form `vocab` writes without a prefix. */
  readonly vocab?: string;
}

/** Maximum nesting; deeper objects follow under `@included`, so that readers with a depth limit can read them. */
const MAX_DEPTH = 32;
/** How many characters may be repeated because a resource is linked from several places: a partner may link a long text often. */
const MAX_REPEATED_CHARACTERS = 2_000_000;
/** What a statement counts beside its value. */
const CHARACTERS_PER_STATEMENT = 100;

/**
 * A document in D3's form: `@context` with the prefixes used, then the node object of the root, or `@graph` for any other
 * number of roots (D46). A node object has `@id`, `@type`, then the properties in order.
 *
 * A resource with statements is nested wherever it is linked, but never in itself, and repeated only up to a limit; all
 * other places have a link. Statements that the roots do not reach follow under `@included`: none is ever left out. The
 * same statements give the same document, in any order.
 *
 * @throws TypeError for what JSON-LD cannot express: variables and quoted statements.
 */
export function writeJsonLdGraph(data: Iterable<Quad>, roots: readonly Resource[], options: WriteOptions): JsonObject {
  return new Writer(data, options, 'compacted').document(roots);
}

/**
 * A document in any of the forms: `writeJsonLdGraph`'s for `compacted` and (with `@vocab`) `vocab`, an array of node
 * objects without a context for `expanded`, and every node on its own, the roots first, for `flattened` (under `@graph`,
 * with a context) and `flattened-expanded` (an array, without one).
 *
 * @throws TypeError as `writeJsonLdGraph`.
 */
export function writeJsonLdForm(
  form: JsonLdForm,
  data: Iterable<Quad>,
  roots: readonly Resource[],
  options: WriteOptions,
): Json {
  const writer = new Writer(data, options, form);
  return isExpanded(form) ? writer.nodes(roots) : writer.document(roots);
}

type Statements = Map<string, Quad_Object[]>;
interface Node {
  readonly resource: Resource;
  readonly statements: Statements;
  /** In characters, about. */
  size: number;
}

class Writer {
  readonly #nodes = new Map<string, Node>();
  readonly #links = new Map<string, number>();
  readonly #names: JsonLdNames;
  readonly #expanded: boolean;
  readonly #flat: boolean;
  /** Resources that may be written several times: a blank node among them needs a label. */
  readonly #repeated = new Set<string>();
  readonly #labels = new Map<string, string>();
  readonly #path = new Set<string>();
  readonly #written = new Set<string>();
  #repeatable = MAX_REPEATED_CHARACTERS;

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
      const create = (): Node => ({ resource: subject, statements: new Map(), size: 0 });
      const node = getOrAdd(this.#nodes, termKey(subject), create);
      getOrAdd(node.statements, predicate.value, () => []).push(object);
      node.size += CHARACTERS_PER_STATEMENT + object.value.length;
      if (isResource(object)) {
        const target = termKey(object);
        this.#links.set(target, (this.#links.get(target) ?? 0) + 1);
      }
    }
  }

  /** The node objects with the context that they need. */
  document(roots: readonly Resource[]): JsonObject {
    const nodes = this.nodes(roots);
    const [only] = nodes;
    const content = roots.length === 1 && only !== undefined && !this.#flat ? only : { '@graph': nodes };
    return { ...this.#names.context(), ...content };
  }

  /** One node object with everything else nested or included, or several side by side, the roots first. */
  nodes(roots: readonly Resource[]): JsonObject[] {
    this.#findRepeated(roots);
    // A flattened document has no node object without statements.
    const written = this.#flat ? roots.filter((root) => this.#nodes.has(termKey(root))) : roots;
    const contents = written.map((root) => this.#object(root, false));
    const rest = this.#rest();
    const [only] = contents;
    if (roots.length > 1 || only === undefined || this.#flat) return [...contents, ...rest];
    return [rest.length === 0 ? only : { ...only, '@included': rest }];
  }

  /** Finds the resources that can be nested in several places (a linked root has two), and everything below them. */
  #findRepeated(roots: readonly Resource[]): void {
    const queue = [...this.#nodes.keys()].filter((key) => (this.#links.get(key) ?? 0) > 1);
    if (roots.length > 1) queue.push(...roots.map(termKey).filter((key) => this.#links.has(key)));
    for (const key of queue) this.#repeated.add(key);
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      for (const values of this.#nodes.get(key)?.statements.values() ?? []) {
        for (const value of values) {
          if (!isResource(value) || this.#repeated.has(termKey(value))) continue;
          this.#repeated.add(termKey(value));
          queue.push(termKey(value));
        }
      }
    }
  }

  /** The nodes not reached from the roots, each once: unlinked ones first, since the others are nested in them. */
  #rest(): JsonObject[] {
    if (this.#written.size === this.#nodes.size) return [];
    const linked = (node: Node): number => (this.#links.has(termKey(node.resource)) ? 1 : 0);
    const unreached = [...this.#nodes.values()]
      .filter(({ resource }) => !this.#written.has(termKey(resource)))
      .sort((a, b) => linked(a) - linked(b) || compareTerms(a.resource, b.resource));
    this.#repeatable = 0;
    const included: JsonObject[] = [];
    for (const { resource } of unreached) {
      if (!this.#written.has(termKey(resource))) included.push(this.#object(resource, false));
    }
    return included;
  }

  /** @param byLink whether the resource is the value of a property. */
  #object(resource: Resource, byLink: boolean): JsonObject {
    const key = termKey(resource);
    const node = this.#nodes.get(key);
    const result: Record<string, Json> = {};
    // A blank node needs a label only if it is written or linked elsewhere, too.
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
    const key = termKey(resource);
    if (this.#flat) return false;
    const node = this.#nodes.get(key);
    if (node === undefined || this.#path.has(key) || this.#path.size >= MAX_DEPTH) return false;
    if (this.options.nest?.(resource) === false) return false;
    if (!this.#written.has(key)) return true;
    if (this.#repeatable < node.size) return false;
    this.#repeatable -= node.size;
    return true;
  }

  #id(resource: Resource): string {
    if (resource.termType === 'NamedNode') return this.#names.identifier(resource.value);
    return getOrAdd(this.#labels, resource.value, () => `_:b${this.#labels.size}`);
  }

  #literal(object: Literal): Json {
    const value = literal(object);
    return this.#expanded && typeof value !== 'object' ? { '@value': value } : value;
  }
}

const INTEGER = /^-?[0-9]{1,16}$/;

/** A literal as native JSON where that loses nothing, otherwise with the full IRI of its datatype (D3). */
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
      // A JSON number beyond 2^53 would be read as another integer.
      const number = INTEGER.test(text) ? Number(text) : NaN;
      if (Number.isSafeInteger(number)) return number;
    }
  }
  return { '@type': datatype.value, '@value': text };
}
