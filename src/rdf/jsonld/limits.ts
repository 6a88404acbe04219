/**
 * What a JSON-LD document must be before a JSON-LD processor sees it: bounded. The processor recurses as deep as the
 * document, copies its contexts for each object that brings one, and joins every name to its namespace, so that a
 * small body could ask for a great deal of work.
 */
import { InputError } from '../input-error.js';
import { quote } from '../literals.js';

/** Objects and arrays in each other. */
const DEPTH_LIMIT = 100;
const VALUE_LIMIT = 200_000;
/** Characters of one `@context`, and definitions of all. */
const CONTEXT_LIMIT = 64_000;
const DEFINITION_LIMIT = 2_000;
/** Characters that all names can come to when they are expanded. */
const NAME_LIMIT = 40_000_000;
/** Characters of context that are copied because objects bring contexts of their own. */
const COPY_LIMIT = 30_000_000;
/** Texts that may be resolved against a `@base`. */
const RELATIVE_LIMIT = 8_000;
/** Entries of an array where arrays are merged into the one around them, which takes time quadratic in them. */
const MERGED_LIMIT = 5_000;

/**
 * @throws InputError for a body that is no object or array, is nested too deep, holds too much, holds
 *   a text that is no Unicode (lone surrogates), or a key that no document needs (`__proto__`, `@import`).
 */
export function checkLimits(body: unknown): asserts body is object {
  if (typeof body !== 'object' || body === null) refuse('The body is no JSON object');
  new Guard().check(body);
}

function refuse(message: string): never {
  throw new InputError(message);
}

class Guard {
  readonly #path: (string | number)[] = [];
  readonly #contexts = new ContextGuard();
  #values = 0;
  #copied = 0;
  #longestArray = 0;
  #longestText = 0;
  #merges = false;

  check(body: object): void {
    this.#value(body, 0);
    const contexts = this.#contexts;
    contexts.refuseScopedNests();
    if (contexts.longestName() * this.#values > NAME_LIMIT) refuse('The names of the @context are too long');
    if (this.#copied + (contexts.scoped ? contexts.length * this.#values : 0) > COPY_LIMIT) {
      refuse('The @contexts are too large for so many objects');
    }
    if (contexts.based && this.#longestText > RELATIVE_LIMIT) {
      refuse(`With @base no text may be longer than ${RELATIVE_LIMIT} characters`);
    }
    if ((this.#merges || contexts.merges) && this.#longestArray > MERGED_LIMIT) {
      refuse(`With arrays in arrays or @set no array may have more than ${MERGED_LIMIT} entries`);
    }
  }

  /** @param context Characters of the contexts in force here. */
  #value(value: unknown, context: number): void {
    if (++this.#values > VALUE_LIMIT) refuse(`The body holds more than ${VALUE_LIMIT} values`);
    if (typeof value === 'string') this.#text(value);
    if (typeof value !== 'object' || value === null) return;
    if (this.#path.length >= DEPTH_LIMIT) refuse(`The body is nested deeper than ${DEPTH_LIMIT} levels`);
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
      // The contexts in force are copied to make the one with the object's own definitions.
      this.#copied += context;
      context += this.#contexts.add(value['@context']);
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === '@context') continue;
      this.#path.push(key);
      if (key === '__proto__') refuse(`The key "__proto__" is not allowed${this.#place()}`);
      if (key === '@set') this.#merges = true;
      this.#text(key);
      this.#value(child, context);
      this.#path.pop();
    }
  }

  #text(text: string): void {
    this.#longestText = Math.max(this.#longestText, text.length);
    if (!text.isWellFormed()) refuse(`${quote(text)} is no Unicode text${this.#place()}`);
  }

  #place(): string {
    return this.#path.length === 0 ? '' : ` (at ${quote(this.#path.join('/'))})`;
  }
}

/** Sums up the contexts of a document. Those of different objects are taken together: the sums are upper bounds. */
class ContextGuard {
  /** Characters of all contexts. */
  length = 0;
  /** Whether a definition has a context of its own, which is processed at each use. */
  scoped = false;
  based = false;
  merges = false;
  #definitions = 0;
  #longestVocabulary = 0;
  #relative = 0;
  /** For each term the length of its IRI as written, and the prefix that it may begin with. */
  readonly #terms = new Map<string, { length: number; readonly prefixes: Set<string> }>();
  /** What each term is another name of, in any of the contexts. */
  readonly #aliases = new Map<string, Set<string>>();
  /** Terms whose definition has a context of its own. */
  readonly #scopedTerms = new Set<string>();

  /** Checks a context and gives its characters. */
  add(context: unknown): number {
    const length = this.#context(context, undefined, 0);
    if (length > CONTEXT_LIMIT) refuse(`An @context is longer than ${CONTEXT_LIMIT} characters`);
    this.length += length;
    return length;
  }

  /** How long an IRI can become by the definitions: a term may begin with a prefix, and that with another. */
  longestName(): number {
    const known = new Map<string, number>();
    const longest = (term: string): number => {
      const definition = this.#terms.get(term);
      if (definition === undefined) return 0;
      const found = known.get(term);
      if (found !== undefined) return found;
      // In one context the processor refuses a circle; over several, terms can grow by each other.
      known.set(term, this.length);
      const length = definition.length + Math.max(0, ...Array.from(definition.prefixes, longest));
      known.set(term, length);
      return length;
    };
    let most = 0;
    for (const term of this.#terms.keys()) most = Math.max(most, longest(term));
    return most + this.#longestVocabulary + this.#relative;
  }

  /**
   * The processor does not use the context of a term that stands for `@nest`, and would give other statements without a
   * word (JSON-LD 1.1 API, section 5.1.2, step 14).
   */
  refuseScopedNests(): void {
    for (const term of this.#scopedTerms) {
      const reached = new Set([term]);
      for (const name of reached) for (const alias of this.#aliases.get(name) ?? []) reached.add(alias);
      if (reached.has('@nest')) refuse(`A @context for ${quote(term)}, which stands for @nest, is not supported`);
    }
  }

  #context(context: unknown, term: string | undefined, depth: number): number {
    if (depth > DEPTH_LIMIT) refuse(`An @context is nested deeper than ${DEPTH_LIMIT} levels`);
    if (typeof context === 'string') return this.#text(context, term);
    if (typeof context !== 'object' || context === null) return 4;
    let length = 0;
    for (const [key, value] of Object.entries(context)) {
      if (++this.#definitions > DEFINITION_LIMIT) refuse(`The @contexts have more than ${DEFINITION_LIMIT} entries`);
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
    const known = this.#aliases.get(term);
    if (known === undefined) this.#aliases.set(term, new Set([id]));
    else known.add(id);
  }

  #key(key: string): void {
    // The processor would keep what it makes of an import in place of the imported context, for all documents to come.
    if (key === '@import') refuse('@import is not supported in an @context');
    if (key === '__proto__') refuse('The key "__proto__" is not allowed in an @context');
    if (key === '@context') this.scoped = true;
    if (key === '@base') this.based = true;
    if (!key.isWellFormed()) refuse(`${quote(key)} is no Unicode text (in an @context)`);
  }

  #text(text: string, term: string | undefined): number {
    if (!text.isWellFormed()) refuse(`${quote(text)} is no Unicode text (in an @context)`);
    if (text === '@set') this.merges = true;
    // A relative @vocab is appended to the one around it.
    if (term?.startsWith('@') && !text.includes(':')) this.#relative += text.length;
    else if (term?.startsWith('@')) this.#longestVocabulary = Math.max(this.#longestVocabulary, text.length);
    else if (term !== undefined) this.#define(term, text);
    return text.length;
  }

  #define(term: string, text: string): void {
    let definition = this.#terms.get(term);
    if (definition === undefined) this.#terms.set(term, (definition = { length: 0, prefixes: new Set() }));
    definition.length = Math.max(definition.length, text.length);
    const colon = text.indexOf(':');
    for (const prefix of colon > 0 ? [text.slice(0, colon), text] : [text]) {
      if (prefix !== term) definition.prefixes.add(prefix);
    }
  }
}
