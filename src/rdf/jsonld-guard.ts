/**
 * What a JSON-LD document must be before a JSON-LD processor sees it: bounded. The processor recurses as deep as the
 * document, clones contexts for each object that brings one, and joins every name to its namespace, so that a small
 * body could ask for a great deal of work.
 */
import { ServiceError } from '../errors.js';
import { quote } from './literals.js';

/** Objects and arrays in each other. */
export const DEPTH_LIMIT = 100;
const VALUE_LIMIT = 200_000;
/** Characters of one `@context`, and its definitions. */
const CONTEXT_LIMIT = 64_000;
const DEFINITION_LIMIT = 2_000;
/** Characters of context in force, summed over all values: what expanding all names can come to. */
const WORK_LIMIT = 300_000_000;
/** The same where contexts are processed again at each use (scoped contexts) or each IRI is resolved (`@base`). */
const REPEATED_WORK_LIMIT = 30_000_000;
/** Texts that may be resolved against a `@base`. */
const RELATIVE_LIMIT = 8_000;
/** Entries of an array where arrays are merged into the one around them, which takes time quadratic in them. */
const MERGED_LIMIT = 5_000;

/**
 * @throws ServiceError `invalid-body` for a body that is no object or array, is nested too deep, holds too much, holds
 *   a text that is no Unicode (lone surrogates), or a key that no JSON-LD document needs (`__proto__`, `@import`).
 */
export function guard(body: unknown): asserts body is object {
  if (typeof body !== 'object' || body === null) refuse('The body is no JSON object');
  new Guard().check(body);
}

function refuse(message: string): never {
  throw new ServiceError('invalid-body', message);
}

class Guard {
  readonly #path: (string | number)[] = [];
  #values = 0;
  #work = 0;
  #longestArray = 0;
  #longestText = 0;
  #definitions = 0;
  #merges = false;
  #scoped = false;
  #based = false;

  check(body: object): void {
    this.#value(body, 0);
    if (this.#work > (this.#scoped || this.#based ? REPEATED_WORK_LIMIT : WORK_LIMIT)) {
      refuse('The @context is too large for so many values');
    }
    if (this.#based && this.#longestText > RELATIVE_LIMIT) {
      refuse(`With @base no text may be longer than ${RELATIVE_LIMIT} characters`);
    }
    if (this.#merges && this.#longestArray > MERGED_LIMIT) {
      refuse(`With arrays in arrays or @set no array may have more than ${MERGED_LIMIT} entries`);
    }
  }

  /** @param context Characters of the contexts in force here. */
  #value(value: unknown, context: number): void {
    if (++this.#values > VALUE_LIMIT) refuse(`The body holds more than ${VALUE_LIMIT} values`);
    this.#work += context;
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
    let inForce = outer;
    if (Object.hasOwn(value, '@context') && '@context' in value) {
      const own = this.#context(value['@context'], 0);
      if (own > CONTEXT_LIMIT) refuse(`An @context is longer than ${CONTEXT_LIMIT} characters`);
      inForce += own;
      // Definitions in force are copied for each context.
      this.#work += 10 * inForce;
    }
    for (const [key, child] of Object.entries(value)) {
      if (key === '@context') continue;
      this.#path.push(key);
      this.#key(key);
      this.#work += inForce;
      this.#value(child, inForce);
      this.#path.pop();
    }
  }

  /** The characters of a context. */
  #context(context: unknown, depth: number): number {
    if (depth > DEPTH_LIMIT) refuse(`An @context is nested deeper than ${DEPTH_LIMIT} levels`);
    if (typeof context === 'string') {
      this.#text(context);
      return context.length;
    }
    if (typeof context !== 'object' || context === null) return 4;
    let length = 0;
    for (const [key, value] of Object.entries(context)) {
      if (++this.#definitions > DEFINITION_LIMIT) refuse(`The @contexts have more than ${DEFINITION_LIMIT} entries`);
      if (!Array.isArray(context)) this.#contextKey(key);
      length += key.length + 4 + this.#context(value, depth + 1);
    }
    return length;
  }

  #contextKey(key: string): void {
    this.#key(key);
    // The processor would keep what it makes of an import in place of the imported context, for all documents to come.
    if (key === '@import') refuse('@import is not supported in an @context');
    if (key === '@context') this.#scoped = true;
    if (key === '@base') this.#based = true;
  }

  #key(key: string): void {
    if (key === '__proto__') refuse(`The key "__proto__" is not allowed${this.#place()}`);
    this.#text(key);
  }

  #text(text: string): void {
    if (text === '@set') this.#merges = true;
    this.#longestText = Math.max(this.#longestText, text.length);
    if (!text.isWellFormed()) refuse(`${quote(text)} is no Unicode text${this.#place()}`);
  }

  #place(): string {
    return this.#path.length === 0 ? '' : ` (at ${quote(this.#path.join('/'))})`;
  }
}
