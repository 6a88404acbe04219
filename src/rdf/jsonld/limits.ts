/**
 * Limits of a JSON-LD document, checked before the JSON-LD processor runs. The processor recurses to the depth of the
 * document, copies the contexts for each object with its own context, and expands every name, so that a small body
 * could cause much work.
 */
import { getOrAdd } from '../../collections.js';
import { InputError } from '../input-error.js';
import { quote } from '../literals.js';

/** Maximum nesting of objects and arrays. */
const MAX_DEPTH = 100;
const MAX_VALUES = 200_000;
/** Maximum number of characters of one `@context`. */
const MAX_CONTEXT_LENGTH = 64_000;
/** Maximum number of definitions in all contexts. */
const MAX_DEFINITIONS = 2_000;
/** Maximum number of characters of all names after expansion. */
const MAX_EXPANDED_LENGTH = 40_000_000;
/** Maximum number of characters of contexts that the processor copies for objects with contexts. */
const MAX_COPIED_LENGTH = 30_000_000;
/** Maximum number of characters of a text that may be resolved against a `@base`. */
const MAX_RELATIVE_LENGTH = 8_000;
/** Maximum number of entries of an array whose nested arrays are flattened, which takes quadratic time. */
const MAX_MERGED_ENTRIES = 5_000;

/**
 * @throws InputError for a body that is not an object or array, exceeds a limit, holds lone surrogates, or has a key that
 *   no document needs (`__proto__`, `@import`).
 */
export function checkLimits(body: unknown): asserts body is object {
  if (typeof body !== 'object' || body === null) reject('The body is not a JSON object');
  new DocumentLimits().check(body);
}

function reject(message: string): never {
  throw new InputError(message);
}

class DocumentLimits {
  readonly #path: (string | number)[] = [];
  readonly #contexts = new ContextLimits();
  #values = 0;
  #copied = 0;
  #longestArray = 0;
  #longestText = 0;
  #merges = false;

  check(body: object): void {
    this.#value(body, 0);
    const contexts = this.#contexts;
    contexts.rejectScopedNests();
    if (contexts.longestName() * this.#values > MAX_EXPANDED_LENGTH) reject('The names of the @context are too long');
    if (this.#copied + (contexts.scoped ? contexts.length * this.#values : 0) > MAX_COPIED_LENGTH) {
      reject('The @contexts are too large for so many objects');
    }
    if (contexts.based && this.#longestText > MAX_RELATIVE_LENGTH) {
      reject(`With @base no text may be longer than ${MAX_RELATIVE_LENGTH} characters`);
    }
    if ((this.#merges || contexts.merges) && this.#longestArray > MAX_MERGED_ENTRIES) {
      reject(`With arrays in arrays or @set no array may have more than ${MAX_MERGED_ENTRIES} entries`);
    }
  }

  /** @param context the number of characters of the active contexts. */
  #value(value: unknown, context: number): void {
    if (++this.#values > MAX_VALUES) reject(`The body holds more than ${MAX_VALUES} values`);
    if (typeof value === 'string') this.#text(value);
    if (typeof value !== 'object' || value === null) return;
    if (this.#path.length >= MAX_DEPTH) reject(`The body is nested deeper than ${MAX_DEPTH} levels`);
    if (Array.isArray(value)) this.#array(value, context);
    else this.#object(value, context);
  }

  #array(values: readonly unknown[], context: number): void {
    this.#longestArray = Math.max(this.#longestArray, values.length);
    for (let index = 0; index < values.length; index++) {
      this.#merges ||= Array.isArray(values[index]);
      this.#path.push(index);
      this.#value(values[index], context);
      this.#path.pop();
    }
  }

  #object(value: object, outer: number): void {
    let context = outer;
    if ('@context' in value) {
      // The processor copies the active context to add the object's definitions.
      this.#copied += context;
      context += this.#contexts.add(value['@context']);
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === '@context') continue;
      this.#path.push(key);
      if (key === '__proto__') reject(`The key "__proto__" is not allowed${this.#place()}`);
      if (key === '@set') this.#merges = true;
      this.#text(key);
      this.#value(child, context);
      this.#path.pop();
    }
  }

  #text(text: string): void {
    this.#longestText = Math.max(this.#longestText, text.length);
    if (!text.isWellFormed()) reject(`${quote(text)} is not Unicode text${this.#place()}`);
  }

  #place(): string {
    return this.#path.length === 0 ? '' : ` (at ${quote(this.#path.join('/'))})`;
  }
}

/** Adds up the contexts of a document. Contexts of different objects count together, so the sums are upper bounds. */
class ContextLimits {
  /** The number of characters of all contexts. */
  length = 0;
  /** Whether a definition has a context of its own, which is processed at each use. */
  scoped = false;
  based = false;
  merges = false;
  #definitions = 0;
  #longestVocabulary = 0;
  #relative = 0;
  /** For each term, the length of its IRI as written and its possible prefixes. */
  readonly #terms = new Map<string, { length: number; readonly prefixes: Set<string> }>();
  /** The keywords and terms that each term is an alias of, in any context. */
  readonly #aliases = new Map<string, Set<string>>();
  /** Terms whose definition has a context of its own. */
  readonly #scopedTerms = new Set<string>();

  /** Checks a context and returns its length. */
  add(context: unknown): number {
    const length = this.#context(context, undefined, 0);
    if (length > MAX_CONTEXT_LENGTH) reject(`An @context is longer than ${MAX_CONTEXT_LENGTH} characters`);
    this.length += length;
    return length;
  }

  /**
   * An upper bound for the length of an expanded IRI: a term may begin with a prefix, whose IRI may begin with another.
   */
  longestName(): number {
    const cached = new Map<string, number>();
    const longest = (term: string): number => {
      const definition = this.#terms.get(term);
      if (definition === undefined) return 0;
      const length = cached.get(term);
      if (length !== undefined) return length;
      // The processor rejects a cycle within one context, but terms of several contexts can extend each other.
      cached.set(term, this.length);
      const expanded = definition.length + Math.max(0, ...Array.from(definition.prefixes, longest));
      cached.set(term, expanded);
      return expanded;
    };
    let max = 0;
    for (const term of this.#terms.keys()) max = Math.max(max, longest(term));
    return max + this.#longestVocabulary + this.#relative;
  }

  /**
   * Rejects the context of an alias of `@nest`: the processor ignores it and would silently produce other statements
   * (JSON-LD 1.1 API, section 5.1.2, step 14).
   */
  rejectScopedNests(): void {
    for (const term of this.#scopedTerms) {
      const reached = new Set([term]);
      for (const name of reached) for (const alias of this.#aliases.get(name) ?? []) reached.add(alias);
      if (reached.has('@nest')) reject(`A @context for ${quote(term)}, which stands for @nest, is not supported`);
    }
  }

  #context(context: unknown, term: string | undefined, depth: number): number {
    if (depth > MAX_DEPTH) reject(`An @context is nested deeper than ${MAX_DEPTH} levels`);
    if (typeof context === 'string') return this.#text(context, term);
    if (typeof context !== 'object' || context === null) return 4;
    let length = 0;
    for (const [key, value] of Object.entries(context)) {
      if (++this.#definitions > MAX_DEFINITIONS) reject(`The @contexts have more than ${MAX_DEFINITIONS} entries`);
      const isTerm = !Array.isArray(context) && !key.startsWith('@');
      if (!Array.isArray(context)) this.#key(key);
      if (isTerm) {
        this.#define(key, key);
        this.#seeDefinition(key, value);
      }
      length += key.length + 4 + this.#context(value, isTerm ? key : (term ?? key), depth + 1);
    }
    return length;
  }

  #seeDefinition(term: string, definition: unknown): void {
    const isObject = typeof definition === 'object' && definition !== null;
    if (isObject && '@context' in definition) this.#scopedTerms.add(term);
    const id = isObject && '@id' in definition ? definition['@id'] : definition;
    if (typeof id !== 'string') return;
    getOrAdd(this.#aliases, term, () => new Set()).add(id);
  }

  #key(key: string): void {
    // The processor would cache the merged import under the imported context, for all later documents.
    if (key === '@import') reject('@import is not supported in an @context');
    if (key === '__proto__') reject('The key "__proto__" is not allowed in an @context');
    if (key === '@context') this.scoped = true;
    if (key === '@base') this.based = true;
    if (!key.isWellFormed()) reject(`${quote(key)} is not Unicode text (in an @context)`);
  }

  #text(text: string, term: string | undefined): number {
    if (!text.isWellFormed()) reject(`${quote(text)} is not Unicode text (in an @context)`);
    if (text === '@set') this.merges = true;
    // A relative @vocab is appended to the enclosing one.
    if (term?.startsWith('@') && !text.includes(':')) this.#relative += text.length;
    else if (term?.startsWith('@')) this.#longestVocabulary = Math.max(this.#longestVocabulary, text.length);
    else if (term !== undefined) this.#define(term, text);
    return text.length;
  }

  #define(term: string, text: string): void {
    const definition = getOrAdd(this.#terms, term, () => ({ length: 0, prefixes: new Set() }));
    definition.length = Math.max(definition.length, text.length);
    const colon = text.indexOf(':');
    for (const prefix of colon > 0 ? [text.slice(0, colon), text] : [text]) {
      if (prefix !== term) definition.prefixes.add(prefix);
    }
  }
}
