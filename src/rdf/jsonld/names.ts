/** IRIs as a JSON-LD document writes them, and the `@context` by which they are read back. */
import { getOrAdd } from '../../collections.js';
import type { JsonObject } from './json.js';
import { compareTexts } from '../order.js';
import { Compaction, type Prefixes } from '../prefixes.js';

interface NamingOptions {
  /** Those that the statements allow (see `SafePrefixes`). */
  readonly prefixes: Prefixes;
  /**
   * The namespace whose properties and classes are written by their bare names (`@vocab`). Everything else is then a whole
   * IRI: programs that read such documents as plain JSON know no prefix.
   */
  readonly vocab?: string | undefined;
}

export class JsonLdNames {
  readonly #prefixes: Prefixes;
  readonly #compaction: Compaction;
  readonly #vocab: string | undefined;
  readonly #bareNames: Compaction;
  readonly #used = new Set<string>();
  readonly #iris = new Map<string, string>();
  readonly #terms = new Map<string, string>();
  #usesVocab = false;

  constructor({ prefixes, vocab }: NamingOptions) {
    this.#prefixes = vocab === undefined ? prefixes : {};
    this.#compaction = new Compaction(this.#prefixes);
    this.#vocab = vocab;
    this.#bareNames = new Compaction(vocab === undefined ? {} : { '@vocab': vocab });
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
      const [, local] = this.#bareNames.split(iri) ?? [];
      if (local === undefined) return iri;
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
