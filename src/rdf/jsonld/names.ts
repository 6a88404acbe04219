/** The written form of IRIs in a JSON-LD document, and the `@context` for reading them back. */
import { getOrAdd } from '../../collections.js';
import type { JsonObject } from './json.js';
import { compareTexts } from '../order.js';
import { Compaction, type Prefixes } from '../prefixes.js';

interface NamingOptions {
  /** The prefixes that the statements allow (see `SafePrefixes`). */
  readonly prefixes: Prefixes;
  /**
   * The namespace of bare property and class names (`@vocab`). All other IRIs are then written in full: programs that
   * read such documents as plain JSON know no prefixes.
   */
  readonly vocab?: string | undefined;
}

const NONE = new Compaction({});

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
    this.#compaction = vocab === undefined ? Compaction.of(prefixes) : NONE;
    this.#vocab = vocab;
    this.#bareNames = vocab === undefined ? NONE : new Compaction({ '@vocab': vocab });
  }

  /** An IRI as an identifier, compacted with a known prefix. */
  identifier(iri: string): string {
    return getOrAdd(this.#iris, iri, () => {
      const compact = this.#compaction.split(iri);
      if (compact !== undefined) this.#used.add(compact[0]);
      return compact?.join(':') ?? iri;
    });
  }

  /** An IRI as a property or class, to which `@vocab` applies. */
  term(iri: string): string {
    if (this.#vocab === undefined) return this.identifier(iri);
    return getOrAdd(this.#terms, iri, () => {
      const [, local] = this.#bareNames.split(iri) ?? [];
      if (local === undefined) return iri;
      this.#usesVocab = true;
      return local;
    });
  }

  /** `{"@context": …}` with the prefixes used so far; empty without any. */
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
