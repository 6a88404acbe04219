/** Writes documents in the syntaxes that have named graphs (W61). The same statements give the same bytes. */
import { type Steps, turns } from '../async/turns.js';
import { sorted } from '../async/sorting.js';
import n3 from '../bundled/n3.js';
import { ServiceError } from '../errors.js';
import { type Offer, preferred } from '../http/representation/media-ranges.js';
import type { Json } from '../rdf/jsonld/json.js';
import { jsonLdSteps } from '../rdf/jsonld/writer.js';
import { compareStatements } from '../rdf/order.js';
import { type Prefixes, prefixesOf } from '../rdf/prefixes.js';
import { factory, namedNode, type Quad } from '../rdf/terms.js';
import { written } from '../rdf/turtle.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { DescribedDocument, DescribedMember } from './statements.js';
import { ldesNs, treeNs } from './terms.js';

export const feedTypes = {
  trig: 'application/trig',
  nquads: 'application/n-quads',
  jsonld: 'application/ld+json',
} as const;

export type FeedSyntax = keyof typeof feedTypes;

const offers: Readonly<Record<FeedSyntax, Offer>> = {
  trig: { type: feedTypes.trig },
  nquads: { type: feedTypes.nquads },
  jsonld: { type: feedTypes.jsonld, aliases: ['application/json'] },
};

/**
 * TriG where nothing else is preferred.
 *
 * @throws ServiceError `not-acceptable`: Turtle and N-Triples have no named graphs.
 */
export function feedSyntax(accept: string | undefined): FeedSyntax {
  const syntax = preferred(accept, offers);
  if (syntax !== undefined) return syntax;
  const types = Object.values(feedTypes).join(', ');
  throw new ServiceError('not-acceptable', `none of the media types in Accept is supported; available: ${types}`);
}

/** Statements written per step. */
const STEP = 100;

export class FeedSerialization {
  readonly #prefixes: Prefixes;

  constructor({ namespaces }: Vocabulary, extensions: string) {
    this.#prefixes = { ...prefixesOf(namespaces), ext: `${extensions}#`, ldes: ldesNs, tree: treeNs };
  }

  write(document: DescribedDocument, syntax: FeedSyntax): Promise<Buffer> {
    return turns.run(syntax === 'jsonld' ? this.#jsonLd(document) : this.#quads(document, syntax));
  }

  /** The statements of a member come together, members in their order (TREE profile). */
  *#quads({ about, members }: DescribedDocument, syntax: 'trig' | 'nquads'): Steps<Buffer> {
    const options =
      syntax === 'trig' ? { format: feedTypes.trig, prefixes: this.#prefixes } : { format: feedTypes.nquads };
    const writer = new n3.Writer(options);
    let count = 0;
    for (const quad of about) writer.addQuad(written(quad));
    yield;
    for (const { graph, about: own, content } of members) {
      for (const quad of own) writer.addQuad(written(quad));
      for (const { subject, predicate, object } of yield* inOrder(content)) {
        writer.addQuad(factory.quad(subject, predicate, object, namedNode(graph)));
        count += 1;
        if (count % STEP === 0) yield;
      }
    }
    let text = '';
    // Without a stream, the writer calls back before `end` returns.
    writer.end((_error, result: string) => (text = result));
    return Buffer.from(text);
  }

  /** An array in the expanded form: what is stated about the stream, then the members with their graphs. */
  *#jsonLd({ about, members }: DescribedDocument): Steps<Buffer> {
    const nodes: Json[] = yield* this.#expanded(about);
    for (const member of members) nodes.push(...(yield* this.#memberNodes(member)));
    return Buffer.from(`${JSON.stringify(nodes)}\n`);
  }

  *#memberNodes({ graph, about, content }: DescribedMember): Steps<Json[]> {
    const own = about.filter(({ subject }) => subject.value === graph);
    const others = yield* this.#expanded(about.filter((quad) => !own.includes(quad)));
    const [described = {}] = yield* this.#expanded(own);
    // An erasure has no statements of its own.
    const named =
      isObject(described) && content.size > 0 ? { ...described, '@graph': yield* this.#expanded(content) } : described;
    return [...others, named];
  }

  *#expanded(statements: Iterable<Quad>): Steps<Json[]> {
    const quads = Array.from(statements);
    const nested = new Set(
      quads.filter(({ object }) => object.termType === 'BlankNode').map(({ object }) => object.value),
    );
    const roots = new Map(
      quads
        .filter(({ subject }) => subject.termType === 'NamedNode' && !nested.has(subject.value))
        .map(({ subject }) => [subject.value, namedNode(subject.value)] as const),
    );
    const options = {
      prefixes: this.#prefixes,
      nest: ({ termType }: { readonly termType: string }) => termType === 'BlankNode',
    };
    const expanded: Json = yield* jsonLdSteps('expanded', quads, [...roots.values()], options);
    return isList(expanded) ? [...expanded] : [expanded];
  }
}

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = (value: Json): value is readonly Json[] => Array.isArray(value);

function* inOrder(content: Iterable<Quad>): Steps<readonly Quad[]> {
  return yield* sorted(Array.from(content, written), compareStatements);
}
