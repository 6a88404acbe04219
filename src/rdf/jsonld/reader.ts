/** JSON-LD documents of callers as statements (D2, D5): any form, any inline context, nothing fetched, nothing lost. */
import jsonld from 'jsonld';
import { InputError } from '../input-error.js';
import { checkLimits } from './limits.js';
import { StatementCollector, type Subject } from './statements.js';
import { isJsonObject } from './json.js';
import { quote } from '../literals.js';
import { prefixesOf } from '../prefixes.js';
import { type Graph, graphOf } from '../graph.js';
import { type Iri, type Quad, isIri } from '../terms.js';
import { type Namespaces, type Vocabulary, rdfTerms } from '../vocabulary.js';

export interface ReadOptions {
  readonly vocabulary: Vocabulary;
  /**
   * Whether a property that no `@context` maps and blanks around an `@id` are refused; otherwise they are left out with a
   * warning (D40).
   */
  readonly strict: boolean;
  /** Properties whose xsd:anyURI literals may be of any form, since their reader has an answer of its own for them (D16). */
  readonly uncheckedUris?: ReadonlySet<string>;
}

export interface ReadRootOptions extends ReadOptions {
  /** Whether a node of these types can be the root, to find it among several (D2). */
  readonly isRootType?: (types: readonly Iri[]) => boolean;
}

/** A document's statements. */
export interface JsonLdData {
  readonly data: Graph;
  /** What was left out of the document or read otherwise than it stands, in sentences. */
  readonly warnings: readonly string[];
}

/** A document about one object. */
export interface JsonLdDocument extends JsonLdData {
  /** A blank node where the document gives no `@id`. */
  readonly root: Subject;
}

/**
 * Reads a document about one object: a single node object, or several of which exactly one can be the root, which is
 * the one that no other links, or else the one of a root's type (D2).
 *
 * @param body Parsed JSON (see `parseJson`).
 * @throws InputError with a detail for each problem, naming the place.
 */
export async function readJsonLd(body: unknown, options: ReadRootOptions): Promise<JsonLdDocument> {
  const { collector, tops } = await read(body, options);
  const root = findRoot(tops, collector.quads, options.isRootType);
  return { root, data: graphOf(collector.quads), warnings: collector.warnings };
}

/**
 * Reads a document that may have several roots, such as an access control list (D46), or none.
 *
 * @throws InputError as `readJsonLd`.
 */
export async function readJsonLdDataset(body: unknown, options: ReadOptions): Promise<JsonLdData> {
  const { collector } = await read(body, options);
  return { data: graphOf(collector.quads), warnings: collector.warnings };
}

interface Reading {
  readonly collector: StatementCollector;
  readonly tops: readonly Subject[];
}

async function read(body: unknown, options: ReadOptions): Promise<Reading> {
  checkLimits(body);
  const collector = new StatementCollector(
    prefixesOf(options.vocabulary.namespaces),
    options.strict,
    options.uncheckedUris,
  );
  const expanded = await expand(body, options, collector);
  const tops: Subject[] = [];
  for (const value of expanded) {
    const top = isJsonObject(value) ? collector.node(value) : undefined;
    if (top !== undefined) tops.push(top);
  }
  if (collector.problems.length > 0) throw new InputError(collector.problems);
  return { collector, tops };
}

/** What the processor tells of while it expands. */
interface ProcessorEvent {
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
}

async function expand(
  body: object,
  { vocabulary, strict }: ReadOptions,
  collector: StatementCollector,
): Promise<readonly unknown[]> {
  let refused: string | undefined;
  // The processor's type declarations know neither a missing base nor events.
  const options: object = {
    // Without a base, a relative IRI stays as the caller wrote it, and is refused by its own text.
    base: null,
    documentLoader: (url: string) => {
      const context = bundledContext(url, vocabulary.namespaces);
      if (context === undefined) {
        refused = url;
        return Promise.reject(new Error('only the bundled contexts are known'));
      }
      return Promise.resolve({ documentUrl: url, document: { '@context': context } });
    },
    eventHandler: ({ event }: { readonly event: ProcessorEvent }) => {
      const problem = describe(event);
      if (problem === undefined) return;
      if (strict) collector.problem(problem);
      else collector.warn(`${problem}; left out`);
    },
  };
  try {
    return await jsonld.expand(body, options);
  } catch (error) {
    // Expansion is a function of the body alone, so that whatever it throws is the body's fault, even a TypeError.
    throw new InputError(refused === undefined ? reason(error) : refusal(refused), { cause: error });
  }
}

function refusal(url: string): string {
  return `The @context ${quote(url)} is not known here and is not fetched: write it inline`;
}

function reason(error: unknown): string {
  if (!(error instanceof Error && error.name.startsWith('jsonld.'))) return 'The body is no JSON-LD: see its @context';
  return `The body is no JSON-LD: ${error.message.replace(/^Invalid JSON-LD syntax; /, '')}`;
}

/** The contexts that may be named by URL: the two namespaces (D2). */
function bundledContext(url: string, { api, cargo }: Namespaces): Record<string, string> | undefined {
  const namespace = [api, cargo].find((known) => url === known || url === known.replace(/#$/, ''));
  return namespace === undefined ? undefined : { api, cargo, '@vocab': namespace };
}

/** What an event means for the caller: content that would be lost without a word. */
function describe({ code, details }: ProcessorEvent): string | undefined {
  if (code === 'free-floating scalar') return 'A value stands outside of any object';
  const property = details['property'];
  if (code !== 'invalid property' || typeof property !== 'string') return undefined;
  // A context may say itself that a term means nothing.
  const ignoredByContext = details['expandedProperty'] === null && !property.startsWith('@');
  return ignoredByContext ? undefined : `No @context maps the property ${quote(property)}`;
}

function findRoot(
  tops: readonly Subject[],
  quads: readonly Quad[],
  isRootType: ReadRootOptions['isRootType'],
): Subject {
  const candidates = new Map(tops.map((top) => [keyOf(top), top]));
  const [only] = candidates.values();
  if (only === undefined) throw new InputError('The body describes no object');
  if (candidates.size === 1) return only;

  const linked = new Set<string>();
  const types = new Map<string, Iri[]>();
  for (const { subject, predicate, object } of quads) {
    if (object.termType === 'Literal') continue;
    if (!predicate.equals(rdfTerms.type)) {
      if (!subject.equals(object)) linked.add(keyOf(object));
    } else if (isIri(object.value)) {
      const known = types.get(keyOf(subject));
      if (known === undefined) types.set(keyOf(subject), [object.value]);
      else known.push(object.value);
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

function keyOf(term: { readonly termType: string; readonly value: string }): string {
  return term.termType === 'BlankNode' ? `_:${term.value}` : term.value;
}
