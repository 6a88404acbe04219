/**
 * The stored state of a queue, in addition to its entries: the pause by an operator, and the failure of its first
 * notification. Each is a small graph. It survives restarts and is visible to all processes that share the store.
 */
import { type ApiVersion, parseApiVersion } from '../../api-versions.js';
import type { Graph } from '../../rdf/graph.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { factory, type Iri, iri, isIri, node, type Quad, triple } from '../../rdf/terms.js';
import { dcterms, prov, type Vocabulary, xsd } from '../../rdf/vocabulary.js';

/** A queue: the notifications to one receiver about one topic (D28). */
export interface QueueName {
  readonly receiver: Iri;
  readonly topic: Iri;
}

/** A pause of one queue, or of all queues of a receiver. */
export interface QueuePause {
  readonly receiver: Iri;
  /** Undefined: all queues of the receiver, including future ones. */
  readonly topic: Iri | undefined;
  readonly by: Iri;
  readonly at: Date;
  readonly reason: string | undefined;
}

/** An ended pause: the agent that resumed the queues, and the time. */
export interface EndedPause extends QueuePause {
  readonly endedBy: Iri;
  readonly endedAt: Date;
}

/** The reason why the first notification of a queue could not be delivered. */
export interface QueueFailure extends QueueName {
  /** The entry of the outbox. */
  readonly entry: Iri;
  readonly attempts: number;
  /** The time of its first failed attempt. */
  readonly since: Date;
  readonly nextAttempt: Date;
  readonly lastError: string;
  /** The API version of the last attempt. */
  readonly version: ApiVersion | undefined;
}

const time = (value: Date): ReturnType<typeof factory.literal> => factory.literal(value.toISOString(), xsd.dateTime);
const anyUri = (value: Iri): ReturnType<typeof factory.literal> => factory.literal(value, xsd.anyURI);

/** The node with a receiver in a graph, with its properties; undefined for a deleted graph. */
function rootOf(data: Graph, { api }: Vocabulary): { receiver: Iri; fields: StoredPropertyReader } | undefined {
  for (const { subject, object } of data.match(null, api.hasSubscriber))
    if (isIri(object.value)) return { receiver: object.value, fields: new StoredPropertyReader(data, subject) };
  return undefined;
}

/** The pause in a graph; undefined for none, or an invalid one. */
export function readPause(data: Graph, vocabulary: Vocabulary): QueuePause | undefined {
  const { receiver, fields } = rootOf(data, vocabulary) ?? {};
  const [by, at] = [fields?.iri(prov.wasAttributedTo), fields?.date(dcterms.created)];
  if (receiver === undefined || fields === undefined || by === undefined || at === undefined) return undefined;
  const { api } = vocabulary;
  return { receiver, topic: fields.iri(api.hasTopic), by, at, reason: fields.text(api.hasDescription) };
}

/** The statements of a pause. */
export function describePause(
  graph: Iri,
  { receiver, topic, by, at, reason }: QueuePause,
  { api }: Vocabulary,
): Quad[] {
  const root = node(graph);
  return [
    triple(root, api.hasSubscriber, node(receiver)),
    ...(topic === undefined ? [] : [triple(root, api.hasTopic, anyUri(topic))]),
    triple(root, prov.wasAttributedTo, node(by)),
    triple(root, dcterms.created, time(at)),
    ...(reason === undefined ? [] : [triple(root, api.hasDescription, factory.literal(reason))]),
  ];
}

/** The ended pause in a graph; undefined for none, or an invalid one. */
export function readEndedPause(data: Graph, vocabulary: Vocabulary): EndedPause | undefined {
  const pause = readPause(data, vocabulary);
  const { fields } = rootOf(data, vocabulary) ?? {};
  const [resumption, endedAt] = [fields?.iri(prov.wasInvalidatedBy), fields?.date(prov.invalidatedAtTime)];
  const endedBy = resumption && data.iri(node(resumption), prov.wasAssociatedWith);
  return pause === undefined || endedBy === undefined || endedAt === undefined
    ? undefined
    : { ...pause, endedBy, endedAt };
}

/**
 * The statements of an ended pause. The agent belongs to the resumption, as `prov:wasInvalidatedBy` names an activity.
 */
export function describeEndedPause(
  graph: Iri,
  { endedBy, endedAt, ...pause }: EndedPause,
  vocabulary: Vocabulary,
): Quad[] {
  const [root, resumption] = [node(graph), node(iri(`${graph}#resumption`))];
  return [
    ...describePause(graph, pause, vocabulary),
    triple(root, prov.invalidatedAtTime, time(endedAt)),
    triple(root, prov.wasInvalidatedBy, resumption),
    triple(resumption, prov.wasAssociatedWith, node(endedBy)),
  ];
}

/** The failure in a graph; undefined for none, or an invalid one. */
export function readFailure(data: Graph, vocabulary: Vocabulary): QueueFailure | undefined {
  const { api } = vocabulary;
  const { receiver, fields } = rootOf(data, vocabulary) ?? {};
  if (receiver === undefined || fields === undefined) return undefined;
  const [topic, entry, attempts] = [
    fields.iri(api.hasTopic),
    fields.iri(dcterms.source),
    fields.integer(dcterms.extent),
  ];
  const [since, nextAttempt] = [fields.date(dcterms.created), fields.date(dcterms.available)];
  const lastError = fields.text(api.hasMessage);
  const isWhole = topic !== undefined && entry !== undefined && attempts !== undefined;
  if (!isWhole || since === undefined || nextAttempt === undefined || lastError === undefined) return undefined;
  const version = parseApiVersion(fields.text(dcterms.conformsTo) ?? '');
  return { receiver, topic, entry, attempts, since, nextAttempt, lastError, version };
}

/** The statements of a failure. */
export function describeFailure(
  graph: Iri,
  { receiver, topic, entry, attempts, since, nextAttempt, lastError, version }: QueueFailure,
  { api }: Vocabulary,
): Quad[] {
  const root = node(graph);
  return [
    triple(root, api.hasSubscriber, node(receiver)),
    triple(root, api.hasTopic, anyUri(topic)),
    triple(root, dcterms.source, node(entry)),
    triple(root, dcterms.extent, factory.literal(String(attempts), xsd.integer)),
    triple(root, dcterms.created, time(since)),
    triple(root, dcterms.available, time(nextAttempt)),
    triple(root, api.hasMessage, factory.literal(lastError)),
    ...(version === undefined ? [] : [triple(root, dcterms.conformsTo, factory.literal(version))]),
  ];
}
