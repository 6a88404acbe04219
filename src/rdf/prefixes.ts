/** Prefixes, and the IRIs that they can abbreviate unambiguously. */
import { getOrAdd } from '../collections.js';
import type { Quad, Term } from './terms.js';
import { aclNs, dctermsNs, type Namespaces, provNs, rdfsNs, standardNamespaces, vcardNs, xsdNs } from './vocabulary.js';

/** Prefix to namespace. */
export type Prefixes = Readonly<Record<string, string>>;

const prefixesByNamespaces = new WeakMap<Namespaces, Prefixes>();

/** The prefixes in all output of this node. */
export function prefixesOf(namespaces: Namespaces): Prefixes {
  return getOrAdd(prefixesByNamespaces, namespaces, () => ({
    acl: aclNs,
    api: namespaces.api,
    cargo: namespaces.cargo,
    dcterms: dctermsNs,
    prov: provNs,
    rdfs: rdfsNs,
    vcard: vcardNs,
    xsd: xsdNs,
  }));
}

const PREFIX_NAMES: ReadonlySet<string> = new Set(Object.keys(prefixesOf(standardNamespaces)));

/**
 * Whether an IRI's scheme equals one of this node's prefixes: a reader would take `cargo:coload` for a name in the
 * prefix's namespace. The node stores no such IRI (D52).
 */
export function hasPrefixAsScheme(iri: string): boolean {
  return PREFIX_NAMES.has(iri.slice(0, Math.max(0, iri.indexOf(':'))));
}

// Only names with the same form in JSON-LD and Turtle, without escapes.
const LOCAL_NAME = /^[A-Za-z_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?$/;

/** The most names that a `Compaction` keeps, more than the terms of all vocabularies here, and the longest one. */
const MOST_NAMES = 4_096;
const LONGEST_NAME = 200;

const compactions = new WeakMap<Prefixes, Compaction>();

/** Abbreviates IRIs with prefixes. */
export class Compaction {
  readonly #byNamespace: ReadonlyMap<string, string>;
  /** Terms that were split before: those of a vocabulary are in every document. */
  readonly #names = new Map<string, readonly [prefix: string, local: string]>();

  constructor(prefixes: Prefixes) {
    // JSON-LD 1.1 requires one of these characters at the end of a prefix's namespace (section 4.1.5, simple terms).
    const usable = Object.entries(prefixes).filter(([, namespace]) => /[:/?#]$/.test(namespace));
    this.#byNamespace = new Map(usable.map(([prefix, namespace]) => [namespace, prefix]));
  }

  /** The one of these prefixes, which nearly all documents have. */
  static of(prefixes: Prefixes): Compaction {
    return getOrAdd(compactions, prefixes, () => new Compaction(prefixes));
  }

  /** Prefix and local name of an IRI; undefined without a matching prefix or a plain local name. */
  split(iri: string): readonly [prefix: string, local: string] | undefined {
    const known = this.#names.get(iri);
    if (known !== undefined) return known;
    const name = this.#split(iri);
    if (name !== undefined && this.#names.size < MOST_NAMES && iri.length <= LONGEST_NAME) this.#names.set(iri, name);
    return name;
  }

  #split(iri: string): readonly [prefix: string, local: string] | undefined {
    const end = Math.max(iri.lastIndexOf('#'), iri.lastIndexOf('/'), iri.lastIndexOf('?'), iri.lastIndexOf(':')) + 1;
    const prefix = this.#byNamespace.get(iri.slice(0, end));
    if (prefix === undefined) return undefined;
    const local = iri.slice(end);
    return LOCAL_NAME.test(local) ? [prefix, local] : undefined;
  }

  /** The short form of an IRI for a message, or the full IRI. */
  display(iri: string): string {
    return this.split(iri)?.join(':') ?? iri;
  }
}

const HTTP = /^https?:/;

/**
 * The usable prefixes for a set of statements: all except those that occur as the scheme of an IRI. With a prefix
 * `api`, the IRI `api:x` would be read as another IRI.
 */
export class SafePrefixes {
  readonly #schemes = new Set<string>();
  readonly #hasHttp: boolean;

  constructor(private readonly prefixes: Prefixes) {
    this.#hasHttp = 'http' in prefixes || 'https' in prefixes;
  }

  /** Registers a statement that will be written. */
  add({ subject, predicate, object }: Quad): void {
    this.#addScheme(subject);
    this.#addScheme(predicate);
    this.#addScheme(object);
  }

  /** The prefixes that are still usable. */
  get usable(): Prefixes {
    if (this.#schemes.size === 0) return this.prefixes;
    return Object.fromEntries(Object.entries(this.prefixes).filter(([prefix]) => !this.#schemes.has(prefix)));
  }

  #addScheme(term: Term): void {
    if (term.termType === 'NamedNode') {
      // Of nearly all IRIs.
      if (!this.#hasHttp && HTTP.test(term.value)) return;
      const scheme = term.value.slice(0, term.value.indexOf(':'));
      if (scheme in this.prefixes) this.#schemes.add(scheme);
    } else if (term.termType === 'Literal') this.#addScheme(term.datatype);
  }
}
