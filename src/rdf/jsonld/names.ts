/** IRIs as a JSON-LD document writes them, and the `@context` by which they are read back. */
import { getOrAdd } from '../../collections.js';
import type { JsonObject } from './json.js';
import { compareTexts } from '../order.js';
import { Compaction, type Prefixes, safePrefixes } from '../prefixes.js';
import type { Quad } from '../terms.js';

interface NamingOptions {
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
  readonly #terms = new Map<string, string>();
  #usesVocab = false;

  constructor(quads: Iterable<Quad>, { prefixes, vocab }: NamingOptions) {
    this.#prefixes = safePrefixes(quads, prefixes);
    this.#compaction = new Compaction(this.#prefixes);
    this.#vocab = vocab;
  }

  /** An IRI as an identifier, compacted if it has a known prefix. */
  identifier(iri: string): string {
    return getOrAdd(this.#iris, iri, () => {
      const compact = this.#compaction.split(iri);
      if (compact !== undefined) this.#used.add(compact[0]);
      return compact?.join(':') ?? iri;
    });
  }

  /** An IRI as a property or class, where `@vocab` applies. */
  term(iri: string): string {
    if (this.#vocab === undefined) return this.identifier(iri);
    return getOrAdd(this.#terms, iri, () => {
      const [prefix, local] = this.#compaction.split(iri) ?? [];
      if (prefix === undefined || local === undefined) return iri;
      // A name equal to a prefix would be read as the prefix's namespace.
      if (this.#prefixes[prefix] !== this.#vocab || Object.hasOwn(this.#prefixes, local)) return this.identifier(iri);
      this.#usesVocab = true;
      return local;
    });
  }

  /** `{"@context": …}` with the prefixes used so far; empty if there are none. */
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
}
