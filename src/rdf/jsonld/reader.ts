/**
 * Reads callers' JSON-LD documents (D2, D5): any form and inline context. Nothing is fetched, and nothing is lost
 * silently.
 */
import jsonld from '../../bundled/jsonld.js';
import { getOrAdd } from '../../collections.js';
import { InputError } from '../input-error.js';
import { checkLimits } from './limits.js';
import { StatementCollector, type Subject } from './statements.js';
import { isJsonObject } from './json.js';
import { quote } from '../literals.js';
import { prefixesOf } from '../prefixes.js';
import { type Graph, graphOf } from '../graph.js';
import { type Iri, type Quad, isIri, termKey } from '../terms.js';
import { type Namespaces, type Vocabulary, rdfTerms } from '../vocabulary.js';

export interface ReadOptions {
  readonly vocabulary: Vocabulary;
  /**
   * Whether unmapped properties and spaces around an `@id` are errors; otherwise they are dropped with a warning (D40).
   */
  readonly strict: boolean;
  /** Properties whose xsd:anyURI literals are not checked here, because their reader reports its own error (D16). */
  readonly uncheckedUris?: ReadonlySet<string>;
  /** Relative IRIs are resolved against it; without it they are errors, as a caller's document has no address (D2). */
  readonly base?: Iri;
}

export interface ReadRootOptions extends ReadOptions {
  /** Whether a node of these types can be the root, for a choice among several nodes (D2). */
  readonly isRootType?: (types: readonly Iri[]) => boolean;
}

/** The statements of a document. */
export interface JsonLdData {
  readonly data: Graph;
  /** Sentences about dropped or reinterpreted content. */
  readonly warnings: readonly string[];
}

/** A document about one object. */
export interface JsonLdDocument extends JsonLdData {
  /** A blank node if the document has no `@id`. */
  readonly root: Subject;
}

/**
 * Reads a document about one object: a single node object, or several with exactly one possible root, which is the only
 * node without links to it, or otherwise the only one with a root's type (D2).
 *
 * @param body parsed JSON (see `parseJson`).
 * @throws InputError with a detail for each problem and its place.
 */
export async function readJsonLd(body: unknown, options: ReadRootOptions): Promise<JsonLdDocument> {
  return documentOf(await readStatements(body, options), options.isRootType);
}

/**
 * Reads a document with any number of roots, such as an access control list (D46).
 *
 * @throws InputError as `readJsonLd`.
 */
export function readJsonLdDataset(body: unknown, options: ReadOptions): Promise<JsonLdData> {
  return readStatements(body, options);
}

/** A document's statements, and the candidates for its root. */
export interface JsonLdStatements extends JsonLdData {
  readonly topLevelNodes: readonly Subject[];
}

/** The document with its root. @throws InputError without a root, or with several. */
export function documentOf(
  { data, topLevelNodes, warnings }: JsonLdStatements,
  isRootType: ReadRootOptions['isRootType'],
): JsonLdDocument {
  return { root: findRoot(topLevelNodes, data, isRootType), data, warnings };
}

/** Reads the statements of a document. @throws InputError as `readJsonLd`. */
export async function readStatements(body: unknown, options: ReadOptions): Promise<JsonLdStatements> {
  checkLimits(body);
  const collector = new StatementCollector(
    prefixesOf(options.vocabulary.namespaces),
    options.strict,
    body,
    options.uncheckedUris,
  );
  const expanded = await expand(body, options, collector);
  const topLevelNodes: Subject[] = [];
  for (const value of expanded) {
    const node = isJsonObject(value) ? collector.node(value) : undefined;
    if (node !== undefined) topLevelNodes.push(node);
  }
  if (collector.problems.length > 0) throw new InputError(collector.problems);
  return { data: graphOf(collector.quads), topLevelNodes, warnings: collector.warnings };
}

/** An event of the processor during expansion. */
interface ProcessorEvent {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function expand(
  body: object,
  { vocabulary, strict, base }: ReadOptions,
  collector: StatementCollector,
): Promise<readonly unknown[]> {
  let rejectedUrl: string | undefined;
  // The processor's type declarations lack a null base and events.
  const options: object = {
    // Without a base, a relative IRI is kept as written, and the error quotes it.
    base: base ?? null,
    documentLoader: (url: string) => {
      const context = bundledContext(url, vocabulary.namespaces);
      if (context === undefined) {
        rejectedUrl = url;
        return Promise.reject(new Error('only the bundled contexts are known'));
      }
      return Promise.resolve({ documentUrl: url, document: { '@context': context } });
    },
    eventHandler: ({ event }: { readonly event: ProcessorEvent }) => {
      const problem = describe(event);
      if (problem === undefined) return;
      if (strict) collector.problem(problem, undefined, undefined, true);
      else collector.warn(`${problem}; left out`);
    },
  };
  try {
    return await jsonld.expand(body, options);
  } catch (error) {
    // Expansion depends only on the body, so that every error is the body's fault, even a TypeError.
    throw new InputError(rejectedUrl === undefined ? reason(error) : unknownContext(rejectedUrl), { cause: error });
  }
}

function unknownContext(url: string): string {
  return `The @context ${quote(url)} is unknown and is not fetched: write it inline`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error && error.name.startsWith('jsonld.'))) return 'The body is not JSON-LD: see its @context';
  return `The body is not JSON-LD: ${error.message.replace(/^Invalid JSON-LD syntax; /, '')}`;
}

/** The contexts that documents may reference by URL: the two namespaces (D2). */
function bundledContext(url: string, { api, cargo }: Namespaces): Record<string, string> | undefined {
  const namespace = [api, cargo].find((each) => url === each || url === each.replace(/#$/, ''));
  return namespace === undefined ? undefined : { api, cargo, '@vocab': namespace };
}

/** Describes an event of lost content in a sentence; undefined for other events. */
function describe({ code, details }: ProcessorEvent): string | undefined {
  if (code === 'free-floating scalar') return 'A value is outside of any object';
  const property = details['property'];
  if (code !== 'invalid property' || typeof property !== 'string') return undefined;
  // A context may map a term to null intentionally.
  const ignoredByContext = details['expandedProperty'] === null && !property.startsWith('@');
  return ignoredByContext ? undefined : `No @context maps the property ${quote(property)}`;
}

function findRoot(
  topLevelNodes: readonly Subject[],
  quads: Iterable<Quad>,
  isRootType: ReadRootOptions['isRootType'],
): Subject {
  const candidates = new Map(topLevelNodes.map((node) => [termKey(node), node]));
  const [only] = candidates.values();
  if (only === undefined) throw new InputError('The body describes no object');
  if (candidates.size === 1) return only;

  const linked = new Set<string>();
  const types = new Map<string, Iri[]>();
  for (const { subject, predicate, object } of quads) {
    if (object.termType === 'Literal') continue;
    if (!predicate.equals(rdfTerms.type)) {
      if (!subject.equals(object)) linked.add(termKey(object));
    } else if (isIri(object.value)) {
      getOrAdd(types, termKey(subject), () => []).push(object.value);
    }
  }
  const unlinked = [...candidates.keys()].filter((key) => !linked.has(key));
  const left = unlinked.length > 0 ? unlinked : [...candidates.keys()];
  const roots = left.length > 1 ? left.filter((key) => isRootType?.(types.get(key) ?? [])) : left;
  const [root, ...others] = roots.flatMap((key) => candidates.get(key) ?? []);
  if (root === undefined || others.length > 0) {
    const names = left.slice(0, 10).map((key) => quote(key));
    throw new InputError(`The body has no single root: it could be one of ${names.join(', ')}`);
  }
  return root;
}
