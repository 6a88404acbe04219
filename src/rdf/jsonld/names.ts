/** IRIs as a JSON-LD document writes them, and the `@context` by which they are read back. */
import type { JsonObject } from './json.js';
import { compareTexts } from '../order.js';
import { Compaction, type Prefixes, safePrefixes } from '../prefixes.js';
import type { Quad } from '../terms.js';

export interface NamingOptions {
  readonly prefixes: Prefixes;
  /** The namespace whose properties and classes need no prefix (`@vocab`). */
  readonly vocab?: string | undefined;
}

export class JsonLdNames {
  readonly #prefixes: Prefixes;
  readonly #compaction: Compaction;
  readonly #vocab: string | undefined;
  readonly #used = new Set<string>();
  readonly #iris = new Map<string, string>();
  readonly #terms: Map<string, string>;
  #usesVocab = false;

  constructor(quads: Iterable<Quad>, { prefixes, vocab }: NamingOptions) {
    this.#prefixes = safePrefixes(quads, prefixes);
    this.#compaction = new Compaction(this.#prefixes);
    this.#vocab = vocab;
    this.#terms = vocab === undefined ? this.#iris : new Map<string, string>();
  }

  /** An IRI in the place of an identifier, with its prefix if it has one that we know. */
  identifier(iri: string): string {
    const known = this.#iris.get(iri);
    if (known !== undefined) return known;
    const compact = this.#compaction.split(iri);
    if (compact !== undefined) this.#used.add(compact[0]);
    const name = compact?.join(':') ?? iri;
    this.#iris.set(iri, name);
    return name;
  }

  /** An IRI in the place of a property or a class, where `@vocab` counts. */
  term(iri: string): string {
    const known = this.#terms.get(iri);
    if (known !== undefined) return known;
    if (this.#vocab === undefined) return this.identifier(iri);
    const [prefix, local] = this.#compaction.split(iri) ?? [];
    let name: string;
    // A name that is also a prefix would be read as the prefix's namespace.
    if (
      prefix !== undefined &&
      this.#prefixes[prefix] === this.#vocab &&
      local !== undefined &&
      !this.#isPrefix(local)
    ) {
      this.#usesVocab = true;
      name = local;
    } else name = this.identifier(iri);
    this.#terms.set(iri, name);
    return name;
  }

  /** `{"@context": …}` with what has been used, or nothing where nothing has. */
  context(): JsonObject {
    if (this.#used.size === 0 && !this.#usesVocab) return {};
    const used = [...this.#used].sort(compareTexts);
    return {
      '@context': {
        ...(this.#usesVocab && this.#vocab !== undefined && { '@vocab': this.#vocab }),
        ...Object.fromEntries(used.map((prefix) => [prefix, this.#prefixes[prefix] ?? ''])),
      },
    };
  }

  #isPrefix(name: string): boolean {
    return Object.hasOwn(this.#prefixes, name);
  }
}
