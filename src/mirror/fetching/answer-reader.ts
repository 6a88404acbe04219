/** Reads the body of a partner's answer into its normal form. Runs in a thread (reader-thread.ts). */
import n3 from '../../bundled/n3.js';
import { Identifiers } from '../../logistics-objects/identifiers.js';
import { ObjectLabels } from '../../logistics-objects/object-labels.js';
import { InputError } from '../../rdf/input-error.js';
import { parseJson } from '../../rdf/jsonld/json.js';
import { readJsonLdDataset } from '../../rdf/jsonld/reader.js';
import { isLanguageTag, lexicalError, quote } from '../../rdf/literals.js';
import { type Graph, graphOf } from '../../rdf/graph.js';
import {
  factory,
  type Iri,
  isIri,
  isNamedNode,
  type Literal,
  node,
  type Quad,
  type Resource,
  type Term,
  termKey,
  triple,
} from '../../rdf/terms.js';
import { createVocabulary, type Vocabulary } from '../../rdf/vocabulary.js';
import type { Poison } from '../copies/copy-facts.js';
import { internalId } from '../copies/nodes.js';
import { auditTrailIn } from './audit-trail.js';
import { isAbout, normalForm, withoutTime } from './normal-form.js';
import { applyErasure } from './erasure.js';
import {
  type ErasureRequest,
  MAX_BLANK_NODES,
  MAX_EVENTS,
  MAX_STATEMENTS,
  type ReadRequest,
  type ReadResult,
  type ReceivedEvent,
} from './received.js';
import { tombstoneIn } from './tombstone.js';

/** An answer that cannot be stored (M39). */
class PoisonError extends Error {
  constructor(readonly poison: Poison) {
    super(poison.place);
  }
}

const poisoned = (reason: Poison['reason'], place: string): PoisonError => new PoisonError({ reason, place });

/** The longest description of an error's place. */
const MAX_PLACE = 500;

/** Never rejects because of the answer. */
export async function readAnswer(request: ReadRequest | ErasureRequest): Promise<ReadResult> {
  try {
    if (request.kind === 'erasure') return await applyErasure(request);
    const vocabulary = createVocabulary(request.namespaces);
    const data = await statementsOf(request, vocabulary);
    if (request.kind === 'audit-trail') return { kind: 'audit-trail', trail: auditTrailIn(data, vocabulary) };
    if (request.kind === 'events') return await readEvents(request, data, vocabulary);
    if (request.kind === 'tombstone') {
      const tombstone = tombstoneIn(data, request.object);
      if (tombstone === undefined) throw poisoned('about-another', 'no tombstone');
      return { kind: 'tombstone', ...tombstone };
    }
    return await readObject(request, data, vocabulary);
  } catch (error) {
    if (error instanceof PoisonError) return { kind: 'poison', poison: error.poison };
    const place = error instanceof InputError ? error.problems[0]?.message : undefined;
    const message = place ?? (error instanceof Error ? error.message : String(error));
    return { kind: 'poison', poison: { reason: 'unreadable', place: message.slice(0, MAX_PLACE) } };
  }
}

async function statementsOf(request: ReadRequest, vocabulary: Vocabulary): Promise<Graph> {
  const { bytes, mediaType, url } = request;
  if (bytes.length === 0) throw poisoned('unreadable', 'the answer is empty');
  const isTurtle = ['text/turtle', 'application/n-triples'].includes(mediaType);
  const data = isTurtle
    ? readTurtle(request)
    : (await readJsonLdDataset(parseJson(bytes), { vocabulary, strict: false, base: url })).data;
  if (data.size > MAX_STATEMENTS)
    throw poisoned('too-large', `${data.size} statements; the bound is ${MAX_STATEMENTS}`);
  const blank = new Set<string>();
  for (const { subject, object } of data)
    for (const term of [subject, object]) if (term.termType === 'BlankNode') blank.add(term.value);
  if (blank.size > MAX_BLANK_NODES && request.kind === 'object')
    throw poisoned('too-large', `${blank.size} blank nodes; the bound is ${MAX_BLANK_NODES}`);
  return data;
}

function readTurtle({ bytes, mediaType, url }: ReadRequest): Graph {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  const parser = new n3.Parser({ baseIRI: url, format: mediaType, factory });
  const quads: Quad[] = [];
  for (const { subject, predicate, object } of parser.parse(text)) {
    for (const term of [subject, predicate, object])
      if (isNamedNode(term) && !isIri(term.value)) throw poisoned('unreadable', `${quote(term.value)} is not an IRI`);
    if (object.termType === 'Literal') checkLiteral(object);
    quads.push(triple(subject, predicate, object));
  }
  return graphOf(quads);
}

function checkLiteral({ value, language, datatype }: Literal): void {
  const isWrong = language !== '' && !isLanguageTag(language);
  const error = isWrong ? `${quote(language)} is not a language tag` : lexicalError(value, datatype.value);
  if (error !== undefined) throw poisoned('unreadable', error);
}

async function readObject(
  { object, url, server, at, nodes }: ReadRequest,
  data: Graph,
  { api, namespaces: { cargo } }: Vocabulary,
): Promise<ReadResult> {
  const timeless = at === undefined ? data : graphOf(withoutTime(data, at));
  const address = isIri(withoutQuery(url)) ? withoutQuery(url) : object;
  const roots = new Set<string>([object, address]);
  const root = [...roots].find((name) => timeless.about(factory.namedNode(name)).length > 0);
  if (root === undefined || !isIri(root))
    throw poisoned('about-another', `nothing about <${object}>; it is about ${subjectsOf(timeless)}`);
  const [type, ...otherTypes] = timeless.types(node(root));
  if (type === undefined) throw poisoned('no-type', `<${root}> has no type`);
  const isNumber = ({ subject, predicate }: Quad): boolean =>
    subject.value === root && (predicate.equals(api.hasRevision) || predicate.equals(api.hasLatestRevision));
  const numberOf = (property: Term & { readonly termType: 'NamedNode' }): number | undefined => {
    const text = timeless.object(node(root), property)?.value ?? '';
    return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
  };
  const statements = Array.from(timeless).filter((quad) => !isNumber(quad));
  // What the answer says of others gives the object no names.
  const about = graphOf(statements.filter(({ subject }) => isAbout(subject, roots)));
  return {
    kind: 'object',
    object: {
      ...(await normalForm(statements, { roots, server, nodes })),
      types: [type, ...otherTypes],
      label: new ObjectLabels(cargo).in(about, root) ?? undefined,
      identifiers: new Identifiers(cargo).in(about, root),
      revision: numberOf(api.hasRevision),
      latest: numberOf(api.hasLatestRevision),
    },
  };
}

const withoutQuery = (url: string): string => url.replace(/[?#].*$/s, '');

function subjectsOf(data: Graph): string {
  const names = data.subjects().slice(0, 3);
  return names.length === 0 ? 'nothing' : names.map((name) => quote(termKey(name))).join(', ');
}

/**
 * The events of a list: those of the object, each with the nodes below it. What a list states of anything else is not
 * believed: statements about an event count in queries (M55).
 */
async function readEvents(
  { server, nodes, object, url }: ReadRequest,
  data: Graph,
  { api, cargo }: Vocabulary,
): Promise<ReadResult> {
  // The object may have moved to the address that answered (M22).
  const lists = [`${object}/logistics-events`, withoutQuery(url)];
  const items = new Set<Iri>();
  for (const { value } of data.subjects())
    if (isIri(value) && lists.some((list) => isEventOf(list, value))) items.add(value);
  if (items.size > MAX_EVENTS) throw poisoned('too-large', `${items.size} events; the bound is ${MAX_EVENTS}`);
  const events: ReceivedEvent[] = [];
  for (const event of items) {
    const statements = closureOf(data, node(event));
    // An event that is only named is not received.
    if (statements.length === 0) continue;
    const graph = await normalForm(statements, { roots: new Set([event]), server, nodes });
    const createdAt = data.date(node(event), cargo.creationDate)?.getTime();
    events.push({ ...graph, event, createdAt });
  }
  const listed = new Set(items);
  for (const { object: item } of data.match(null, api.hasItem))
    if (isIri(item.value) && lists.some((list) => isEventOf(list, item.value))) listed.add(item.value);
  const [total] = Array.from(data.match(null, api.hasTotalItems), ({ object: { value } }) => value);
  return {
    ...{ kind: 'events', events, listed: [...listed] },
    total: total !== undefined && /^\d{1,9}$/.test(total) ? Number(total) : undefined,
  };
}

/** Whether an address is the one of an event in a list. */
const isEventOf = (list: string, address: string): boolean =>
  address.startsWith(`${list}/`) && /^[^/?#]+$/.test(address.slice(list.length + 1));

/** The statements about a resource and the embedded nodes below it. */
function closureOf(data: Graph, root: Resource): Quad[] {
  const seen = new Set([termKey(root)]);
  const waiting: Resource[] = [root];
  const statements: Quad[] = [];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop())
    for (const quad of data.about(one)) {
      statements.push(quad);
      const { object } = quad;
      const isEmbedded =
        object.termType === 'BlankNode' || (isNamedNode(object) && internalId(object.value) !== undefined);
      if (!isEmbedded || seen.has(termKey(object))) continue;
      seen.add(termKey(object));
      waiting.push(object);
    }
  return statements;
}
