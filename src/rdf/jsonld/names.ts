/** IRIs as a JSON-LD document writes them, and the `@context` by which they are read back. */
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
  readonly #terms: Map<string, string>;
  #usesVocab = false;

  constructor(quads: Iterable<Quad>, { prefixes, vocab }: NamingOptions) {
    this.#prefixes = safePrefixes(quads, prefixes);
    this.#compaction = new Compaction(this.#prefixes);
    this.#vocab = vocab;
    this.#terms = vocab === undefined ? this.#iris : new Map<string, string>();
  }

  /** An IRI as an identifier, compacted if it has a known prefix. */
  identifier(iri: string): string {
    const cached = this.#iris.get(iri);
    if (cached !== undefined) return cached;
    const compact = this.#compaction.split(iri);
    if (compact !== undefined) this.#used.add(compact[0]);
    const name = compact?.join(':') ?? iri;
    this.#iris.set(iri, name);
    return name;
  }

  /** An IRI as a property or class, where `@vocab` applies. */
  term(iri: string): string {
    const cached = this.#terms.get(iri);
    if (cached !== undefined) return cached;
    if (this.#vocab === undefined) return this.identifier(iri);
    const [prefix, local] = this.#compaction.split(iri) ?? [];
    let name: string;
    // A name equal to a prefix would be read as the prefix's namespace.
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

  #isPrefix(name: string): boolean {
    return Object.hasOwn(this.#prefixes, name);
  }
}
