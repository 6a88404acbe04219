/**
 * Writes statements as JSON-LD: compacted (D3), or in another document form. Framing is unsuitable: it can nest a node
 * within itself, does not give the same bytes for the same statements, and is about twenty times slower.
 */
import { sorted } from '../../async/sorting.js';
import { finish, type Steps } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import type { Json, JsonObject } from './json.js';
import { isExpanded, isFlattened, type JsonLdForm } from './forms.js';
import { JsonLdNames } from './names.js';
import { type IndexedNode, indexSteps, type NodeIndex } from './node-index.js';
import { displayLanguage, writtenForm } from '../literals.js';
import { compareTerms, compareTexts } from '../order.js';
import type { Prefixes } from '../prefixes.js';
import { isResource, type Literal, type Quad, type Quad_Object, type Resource, termKey } from '../terms.js';
import { rdfTerms, xsd } from '../vocabulary.js';

export interface WriteOptions {
  readonly prefixes: Prefixes;
  /** Whether a resource is nested at its links; by default all are. */
  readonly nest?: (resource: Resource) => boolean;
  /** IRIs of properties with an array as their value, whatever its length. */
  readonly arrays?: ReadonlySet<string>;
  /** IRIs of properties whose values keep their order, such as the items of a sorted collection. */
  readonly ordered?: ReadonlySet<string>;
  /** The namespace without a prefix in the form `vocab`. */
  readonly vocab?: string;
  /** Literals are written as they are stored, not in the form of their values (D3). */
  readonly keepsLiterals?: boolean;
}

/** Maximum nesting. Deeper objects follow under `@included`, so that readers with a depth limit can read them. */
const MAX_DEPTH = 32;
/**
 * Maximum number of characters repeated because several properties link the same resource: a partner may link a long
 * text often.
 */
const MAX_REPEATED_CHARACTERS = 2_000_000;
/** Number of values written per step. */
const STEP = 100;

/**
 * Writes a document in D3's form: `@context` with the used prefixes, then the node object of the root, or `@graph` for
 * any other number of roots (D46). A node object has `@id`, `@type`, then its properties in order.
 *
 * A resource with statements is nested at each link to it, but never within itself, and repeated only up to a limit;
 * all other places have a link. Statements that are unreachable from the roots follow under `@included`: none is ever
 * lost. The same statements give the same document, whatever their order.
 *
 * @throws TypeError for terms that JSON-LD cannot express: variables and quoted statements.
 */
export function writeJsonLdGraph(data: Iterable<Quad>, roots: readonly Resource[], options: WriteOptions): JsonObject {
  return finish(documentSteps('compacted', data, roots, options));
}

/**
 * Writes a document in any form: `compacted` and (with `@vocab`) `vocab` as `writeJsonLdGraph`; `expanded` as an array
 * of node objects without a context; `flattened` (under `@graph`, with a context) and `flattened-expanded` (an array,
 * without one) with every node separately, the roots first.
 *
 * @throws TypeError as `writeJsonLdGraph`.
 */
export function* jsonLdSteps(
  form: JsonLdForm,
  data: Iterable<Quad>,
  roots: readonly Resource[],
  options: WriteOptions,
): Steps<Json> {
  if (!isExpanded(form)) return yield* documentSteps(form, data, roots, options);
  return yield* new Writer(yield* indexSteps(data, {}), options, form).nodes(roots);
}

function* documentSteps(
  form: JsonLdForm,
  data: Iterable<Quad>,
  roots: readonly Resource[],
  options: WriteOptions,
): Steps<JsonObject> {
  return yield* new Writer(yield* indexSteps(data, options.prefixes), options, form).document(roots);
}

class Writer {
  readonly #names: JsonLdNames;
  readonly #expanded: boolean;
  readonly #flat: boolean;
  /** Resources that may occur several times: a blank node among them needs a label. */
  readonly #repeated = new Set<string>();
  readonly #labels = new Map<string, string>();
  readonly #path = new Set<string>();
  readonly #written = new Set<string>();
  #repeatable = MAX_REPEATED_CHARACTERS;
  /** The number of values written in this step. */
  #inStep = 0;

  constructor(
    private readonly index: NodeIndex,
    private readonly options: WriteOptions,
    form: JsonLdForm,
  ) {
    this.#expanded = isExpanded(form);
    this.#flat = isFlattened(form);
    this.#names = new JsonLdNames({
      prefixes: index.prefixes,
      vocab: form === 'vocab' ? options.vocab : undefined,
    });
  }

  /** The node objects with their context. */
  *document(roots: readonly Resource[]): Steps<JsonObject> {
    const nodes = yield* this.nodes(roots);
    const [only] = nodes;
    const content = roots.length === 1 && only !== undefined && !this.#flat ? only : { '@graph': nodes };
    return { ...this.#names.context(), ...content };
  }

  /** One node object with all others nested or included, or several side by side, the roots first. */
  *nodes(roots: readonly Resource[]): Steps<JsonObject[]> {
    yield* this.#findRepeated(roots);
    // A flattened document contains no node object without statements.
    const written = this.#flat ? roots.filter((root) => this.index.nodes.has(termKey(root))) : roots;
    const contents: JsonObject[] = [];
    for (const root of written) contents.push(yield* this.#object(root, false));
    const rest = yield* this.#rest();
    const [only] = contents;
    if (roots.length > 1 || only === undefined || this.#flat) return [...contents, ...rest];
    return [rest.length === 0 ? only : { ...only, '@included': rest }];
  }

  /**
   * Finds the resources that can be nested in several places (a linked root has two), with all resources below them.
   */
  *#findRepeated(roots: readonly Resource[]): Steps<void> {
    const queue: string[] = [];
    for (const [key, links] of this.index.links) {
      if (links > 1 && this.index.nodes.has(key)) queue.push(key);
      if (this.#isStepDone()) yield;
    }
    if (roots.length > 1) queue.push(...roots.map(termKey).filter((key) => this.index.links.has(key)));
    for (const key of queue) this.#repeated.add(key);
    for (let key = queue.pop(); key !== undefined; key = queue.pop()) {
      for (const values of this.index.nodes.get(key)?.statements.values() ?? []) {
        for (const value of values) {
          if (this.#isStepDone()) yield;
          if (!isResource(value) || this.#repeated.has(termKey(value))) continue;
          this.#repeated.add(termKey(value));
          queue.push(termKey(value));
        }
      }
    }
  }

  /**
   * The nodes that are unreachable from the roots, each once: first those without links to them, since they nest the
   * others.
   */
  *#rest(): Steps<JsonObject[]> {
    const { nodes, links } = this.index;
    if (this.#written.size === nodes.size) return [];
    const linked = (node: IndexedNode): number => (links.has(termKey(node.resource)) ? 1 : 0);
    const unreached = yield* sorted(
      [...nodes.values()].filter(({ resource }) => !this.#written.has(termKey(resource))),
      (a, b) => linked(a) - linked(b) || compareTerms(a.resource, b.resource),
    );
    this.#repeatable = 0;
    const included: JsonObject[] = [];
    for (const { resource } of unreached) {
      if (!this.#written.has(termKey(resource))) included.push(yield* this.#object(resource, false));
    }
    return included;
  }

  /** @param byLink whether the resource is the value of a property. */
  *#object(resource: Resource, byLink: boolean): Steps<JsonObject> {
    const key = termKey(resource);
    const node = this.index.nodes.get(key);
    const result: Record<string, Json> = {};
    // A blank node needs a label only if it occurs elsewhere, too.
    const isLabelled =
      this.#flat || node === undefined || this.#repeated.has(key) || (!byLink && this.index.links.has(key));
    if (isLabelled || resource.termType === 'NamedNode') result['@id'] = this.#id(resource);
    if (node === undefined) return result;
    this.#written.add(key);
    this.#path.add(key);
    const properties: [name: string, predicate: string, values: readonly Quad_Object[]][] = [];
    for (const [predicate, values] of node.statements) {
      if (this.#isStepDone()) yield;
      if (predicate === rdfTerms.type.value && values.every((value) => value.termType === 'NamedNode')) {
        const [only] = values;
        if (values.length === 1 && only !== undefined && !this.#expanded)
          result['@type'] = this.#names.term(only.value);
        else result['@type'] = yield* sorted(yield* this.#terms(values), compareTexts);
      } else properties.push([this.#names.term(predicate), predicate, values]);
    }
    for (const [name, predicate, values] of yield* sorted(properties, ([a], [b]) => compareTexts(a, b))) {
      const [first] = values;
      if (values.length === 1 && first !== undefined && !this.#expanded && !this.options.arrays?.has(predicate)) {
        result[name] = this.#isNested(first) ? yield* this.#object(first, true) : this.#value(first);
        if (this.#isStepDone()) yield;
        continue;
      }
      const written: Json[] = [];
      for (const value of this.options.ordered?.has(predicate) ? values : yield* sorted(values, compareTerms)) {
        written.push(this.#isNested(value) ? yield* this.#object(value, true) : this.#value(value));
        if (this.#isStepDone()) yield;
      }
      result[name] = written;
    }
    this.#path.delete(key);
    return result;
  }

  *#terms(values: readonly Quad_Object[]): Steps<string[]> {
    const terms: string[] = [];
    for (const { value } of values) {
      terms.push(this.#names.term(value));
      if (this.#isStepDone()) yield;
    }
    return terms;
  }

  /** Counts a value; returns whether the step ends after it. */
  #isStepDone(): boolean {
    this.#inStep += 1;
    if (this.#inStep < STEP) return false;
    this.#inStep = 0;
    return true;
  }

  /** A value without nesting. */
  #value(object: Quad_Object): Json {
    if (object.termType === 'Literal') return this.#literal(object);
    if (!isResource(object)) throw new TypeError(`a ${object.termType} cannot be written as a JSON-LD value`);
    return { '@id': this.#id(object) };
  }

  #isNested(value: Quad_Object): value is Resource {
    if (this.#flat || !isResource(value)) return false;
    const key = termKey(value);
    const node = this.index.nodes.get(key);
    if (node === undefined || this.#path.has(key) || this.#path.size >= MAX_DEPTH) return false;
    if (this.options.nest?.(value) === false) return false;
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
    const value = literal(object, this.options.keepsLiterals === true);
    return this.#expanded && typeof value !== 'object' ? { '@value': value } : value;
  }
}

const INTEGER = /^-?[0-9]{1,16}$/;

/** A literal as native JSON if that loses nothing, otherwise with the full IRI of its datatype (D3). */
function literal({ value, language, datatype }: Literal, asStored: boolean): Json {
  if (language !== '') return { '@language': asStored ? language : displayLanguage(language), '@value': value };
  const text = asStored ? value : writtenForm(value, datatype.value);
  switch (datatype.value) {
    case xsd.string.value:
      return text;
    case xsd.boolean.value:
      if (text === 'true' || text === 'false') return text === 'true';
      break;
    case xsd.integer.value: {
      // A reader would round a JSON number beyond 2^53.
      const number = INTEGER.test(text) ? Number(text) : NaN;
      if (Number.isSafeInteger(number) && String(number) === text) return number;
    }
  }
  return { '@type': datatype.value, '@value': text };
}
