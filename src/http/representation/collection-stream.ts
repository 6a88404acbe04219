/** A collection that is written while its items are read: each is its own body, as GET gives it. */
import { isExpanded, isFlattened } from '../../rdf/jsonld/forms.js';
import { isJsonObject, parseJson } from '../../rdf/jsonld/json.js';
import { graphOf } from '../../rdf/graph.js';
import { factory, type NamedNode, type Quad, triple } from '../../rdf/terms.js';
import { prefixesOf } from '../../rdf/prefixes.js';
import { rdfTerms, type Vocabulary, xsd } from '../../rdf/vocabulary.js';
import type { RepresentationFormat } from './negotiation.js';
import type { RdfResource, Representations } from './representation.js';

/** An item with its body in the form of the collection, or the error in its place. */
export type CollectedItem = { readonly item: NamedNode; readonly body: Buffer } | { readonly error: RdfResource };

interface Collecting {
  /** Names the collection. */
  readonly root: NamedNode;
  readonly form: RepresentationFormat;
  readonly vocabulary: Vocabulary;
  readonly representations: Pick<Representations, 'write'>;
}

/**
 * The chunks of an `api:Collection`: `hasItem` the items in their order, `hasError` the errors, `hasTotalItems` the number
 * of items. Errors are kept until the end, items are not.
 */
export function collectionChunks(
  items: AsyncIterable<CollectedItem>,
  collecting: Collecting,
): AsyncGenerator<Buffer, void, undefined> {
  const { syntax, jsonLd } = collecting.form;
  if (syntax !== 'jsonld') return statements(items, collecting);
  return isFlattened(jsonLd) ? flattened(items, collecting) : nested(items, collecting);
}

/** The body of each item, then the statements about the collection: the prefixes of Turtle may be given again. */
async function* statements(
  items: AsyncIterable<CollectedItem>,
  { root, form, vocabulary, representations }: Collecting,
): AsyncGenerator<Buffer, void, undefined> {
  const links = new Links(root, vocabulary);
  for await (const collected of items) {
    links.add(collected);
    if ('body' in collected) yield collected.body;
  }
  yield await representations.write({ root, data: graphOf(links.statements()) }, form);
}

/** Every node side by side. */
async function* flattened(
  items: AsyncIterable<CollectedItem>,
  { root, form, vocabulary, representations }: Collecting,
): AsyncGenerator<Buffer, void, undefined> {
  const isList = isExpanded(form.jsonLd);
  const context = JSON.stringify(prefixesOf(vocabulary.namespaces));
  const links = new Links(root, vocabulary);
  let before = isList ? '[' : `{"@context":${context},"@graph":[`;
  const written = (body: Buffer): Buffer => {
    const nodes = nodesOf(body).map((node) => JSON.stringify(node));
    const text = `${before}${nodes.join(',')}`;
    before = ',';
    return Buffer.from(text);
  };
  for await (const collected of items) {
    links.add(collected);
    if ('body' in collected) yield written(collected.body);
  }
  yield written(await representations.write({ root, data: graphOf(links.statements()) }, form));
  yield Buffer.from(isList ? ']\n' : ']}\n');
}

/** The nodes of a flattened document. */
function nodesOf(body: Buffer): readonly unknown[] {
  const document = parseJson(body);
  const nodes: unknown = isJsonObject(document) ? document['@graph'] : document;
  return Array.isArray(nodes) ? nodes : [];
}

/** Every item as a document within the collection, in compacted JSON-LD with its own `@context`. */
async function* nested(
  items: AsyncIterable<CollectedItem>,
  { root, form, vocabulary, representations }: Collecting,
): AsyncGenerator<Buffer, void, undefined> {
  const { api } = vocabulary;
  const isList = isExpanded(form.jsonLd);
  /** The text of a document without the array around a node of expanded JSON-LD. */
  const node = (body: Buffer): string => (isList ? body.toString().trim().slice(1, -1) : body.toString().trim());
  const about = async (...quads: readonly Quad[]): Promise<string> =>
    node(await representations.write({ root, data: graphOf(quads) }, form));
  const head = await about(triple(root, rdfTerms.type, api.Collection));
  const name = async (property: NamedNode): Promise<string> => {
    const [only] = membersOf(await about(triple(root, property, root)));
    return JSON.stringify(only?.[0]);
  };
  const errors: RdfResource[] = [];
  let total = 0;
  yield Buffer.from(`${isList ? '[' : ''}${head.slice(0, -1)},${await name(api.hasItem)}:[`);
  for await (const collected of items) {
    if ('error' in collected) errors.push(collected.error);
    else {
      yield Buffer.from(`${total === 0 ? '' : ','}${node(collected.body)}`);
      total += 1;
    }
  }
  yield Buffer.from(']');
  for (const [index, error] of errors.entries()) {
    const before = index === 0 ? `,${await name(api.hasError)}:[` : ',';
    yield Buffer.from(before + node(await representations.write(error, form)));
  }
  const [count] = membersOf(await about(triple(root, api.hasTotalItems, totalOf(total))));
  const counted = count?.map((part) => JSON.stringify(part)).join(':') ?? '';
  yield Buffer.from(`${errors.length === 0 ? '' : ']'},${counted}}${isList ? ']' : ''}\n`);
}

/** The properties of a node, as they are named within it. */
function membersOf(text: string): (readonly [name: string, value: unknown])[] {
  const document: unknown = JSON.parse(text);
  return isJsonObject(document) ? Object.entries(document).filter(([key]) => !key.startsWith('@')) : [];
}

const totalOf = (total: number): ReturnType<typeof factory.literal> =>
  factory.literal(String(total), xsd.nonNegativeInteger);

/** What is stated about a collection: its items by their names only. */
class Links {
  readonly #quads: Quad[] = [];
  #total = 0;

  constructor(
    private readonly root: NamedNode,
    private readonly vocabulary: Vocabulary,
  ) {}

  add(collected: CollectedItem): void {
    const { hasItem, hasError } = this.vocabulary.api;
    if ('error' in collected)
      this.#quads.push(triple(this.root, hasError, collected.error.root), ...collected.error.data);
    else {
      this.#total += 1;
      this.#quads.push(triple(this.root, hasItem, collected.item));
    }
  }

  *statements(): Generator<Quad> {
    const { api } = this.vocabulary;
    yield triple(this.root, rdfTerms.type, api.Collection);
    yield triple(this.root, api.hasTotalItems, totalOf(this.#total));
    yield* this.#quads;
  }
}

/** Bytes that are sent together. */
const CHUNK = 16 * 1024;

/** The same bytes in fewer chunks. */
export async function* gathered(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length < CHUNK) continue;
    yield Buffer.concat(parts);
    parts = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(parts);
}
