/** A message as it is stored: facts in a graph of its own, with statements, report and bytes in graphs beside it (X64). */
import type { MessageTerms } from '../rdf/message-terms.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../rdf/vocabulary.js';
import { type MessageType, messageTypes } from './mapping/mappings.js';
import { type MessageOutcome, messageOutcomes, type MessageReport } from './schemas.js';

/** What the indexes know of a message. */
export interface StoredMessage {
  readonly uri: Iri;
  readonly type: MessageType;
  readonly outcome: MessageOutcome;
  readonly waybill: Iri;
  readonly received: Date;
  readonly issued: Date | undefined;
  /** The digest of its statements; undefined for a status, and for a message that was not applied. */
  readonly says: string | undefined;
  /** Its content was erased: later messages go on as without it. */
  readonly isErased: boolean;
}

/** The facts of a message; undefined for a graph that is none. */
export function readStoredMessage(data: Graph, uri: Iri, ext: MessageTerms): StoredMessage | undefined {
  const subject = node(uri);
  const type = messageTypes.find((one) => one === data.object(subject, ext.messageType)?.value);
  const outcome = messageOutcomes.find((one) => one === data.object(subject, ext.outcome)?.value);
  const waybill = data.iri(subject, ext.waybill);
  const received = data.date(subject, prov.generatedAtTime);
  if (type === undefined || outcome === undefined || waybill === undefined || received === undefined) return undefined;
  const issued = data.date(subject, ext.messageIssued);
  const says = data.object(subject, ext.statementsDigest)?.value;
  const isErased = data.object(subject, ext.hasErasure) !== undefined;
  return { uri, type, outcome, waybill, received, issued, says, isErased };
}

/** What the graph of a message has beside its report. */
export interface MessageFacts {
  readonly outcome: MessageOutcome;
  /** ConversationID of its header (X31). */
  readonly conversation?: string | undefined;
  /** The digest of its statements, for the next message of the type. */
  readonly says?: string | undefined;
}

/** The graph of a message. */
export function describeMessage(
  uri: Iri,
  report: MessageReport,
  { outcome, conversation, says }: MessageFacts,
  ext: MessageTerms,
): Quad[] {
  const subject = node(uri);
  const texts = (property: MessageTerms[keyof MessageTerms], values: readonly (string | null)[]): Quad[] =>
    values.flatMap((value) => (value === null ? [] : [triple(subject, property, factory.literal(value))]));
  const time = (text: string): ReturnType<typeof factory.literal> => factory.literal(text, xsd.dateTime);
  return [
    triple(subject, rdfTerms.type, prov.Entity),
    triple(subject, rdfTerms.type, ext.Message),
    ...texts(ext.messageType, [report.type]),
    ...texts(ext.messageVersion, [report.version]),
    ...texts(ext.messageId, [report.messageId]),
    ...texts(ext.conversationId, [conversation ?? null]),
    ...texts(ext.purpose, [report.purpose]),
    ...texts(ext.sender, report.sender),
    ...texts(ext.recipient, report.recipient),
    ...texts(ext.outcome, [outcome]),
    ...texts(ext.digest, [report.digest]),
    ...texts(ext.statementsDigest, [says ?? null]),
    ...(isIri(report.waybill) ? [triple(subject, ext.waybill, node(report.waybill))] : []),
    ...(report.issued === null ? [] : [triple(subject, ext.messageIssued, time(report.issued))]),
    triple(subject, prov.generatedAtTime, time(report.received)),
  ];
}
