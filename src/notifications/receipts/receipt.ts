/**
 * A receipt: the subscriber, the notification, the time and the number of attempts; or an update that the filter of a
 * subscription left out (K57). Receipts of deliveries that are confirmed together share a graph, each as one statement: a
 * busy node writes thousands per minute and stores them for months (docs/console.md).
 */
import { z } from 'zod';
import type { Graph } from '../../rdf/graph.js';
import { factory, type Iri, iri, isIri, node, type Quad, triple } from '../../rdf/terms.js';
import { prov, rdfTerms } from '../../rdf/vocabulary.js';
import type { Services } from '../../services.js';
import type { Transaction } from '../../store/store.js';
import { type FilterRule, filterRules } from './filter-rules.js';

/** What the notification said beside its event type, object and revision, as far as a repetition needs it (K59). */
export interface NotificationContent {
  readonly subscription?: Iri | undefined;
  readonly changedProperties?: readonly Iri[] | undefined;
  /** The LogisticsEvent. */
  readonly event?: Iri | undefined;
  readonly triggeredBy?: Iri | undefined;
}

export interface Receipt extends NotificationContent {
  /** The `@id` of the notification. */
  readonly notification: Iri;
  /** The entry of the inbox that was forwarded to the back end; undefined for a notification of this node. */
  readonly received: Iri | undefined;
  readonly eventType: string;
  readonly object: Iri | undefined;
  /** The revision of the object, if the notification reports one. */
  readonly revision: number | undefined;
  readonly subscriber: Iri;
  readonly topic: Iri;
  readonly createdAt: Date;
  readonly attempts: number;
  /** The time of the subscriber's confirmation, or of the operator's skip. */
  readonly confirmedAt: Date;
  /** The agent that skipped it, and the reason; undefined for a confirmed one. */
  readonly skipped: { readonly by: Iri; readonly reason: string } | undefined;
  /** What left the update out, so that nothing was sent. */
  readonly filtered?: FilterRule | undefined;
  /** The notification that this one repeated at an operator's request. */
  readonly resends?: Iri | undefined;
}

/** A receipt with its IRI. */
export interface StoredReceipt {
  readonly uri: Iri;
  readonly receipt: Receipt;
}

const resource = z.custom<Iri>((value) => typeof value === 'string' && isIri(value));
const time = z
  .number()
  .int()
  .transform((value) => new Date(value));
const count = z.number().int().nonnegative();

const stored = z.object({
  notification: resource,
  received: resource.optional(),
  eventType: z.string(),
  object: resource.optional(),
  revision: count.optional(),
  subscriber: resource,
  topic: resource,
  createdAt: time,
  attempts: count,
  confirmedAt: time,
  skipped: z.object({ by: resource, reason: z.string() }).optional(),
  filtered: z.enum(filterRules).exactOptional(),
  resends: resource.exactOptional(),
  subscription: resource.exactOptional(),
  changedProperties: z.array(resource).exactOptional(),
  event: resource.exactOptional(),
  triggeredBy: resource.exactOptional(),
});

/** The statements of receipts in a graph. */
export function describeReceipts(graph: Iri, receipts: readonly Receipt[]): Quad[] {
  return receipts.map((receipt, index) => {
    const { createdAt, confirmedAt, ...rest } = receipt;
    const times = { createdAt: createdAt.getTime(), confirmedAt: confirmedAt.getTime() };
    const json = JSON.stringify({ ...rest, ...times });
    const uri = iri(`${graph}#${createdAt.getTime()}-${index}`);
    return triple(node(uri), prov.value, factory.literal(json, rdfTerms.JSON));
  });
}

/** The receipts in a graph, without invalid ones. */
export function readReceipts(data: Graph): StoredReceipt[] {
  return Array.from(data.match(null, prov.value)).flatMap(({ subject, object }) => {
    const receipt = readReceipt(object.value);
    return receipt === undefined || !isIri(subject.value) ? [] : [{ uri: subject.value, receipt }];
  });
}

function readReceipt(text: string): Receipt | undefined {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const { data } = stored.safeParse(json);
  if (data === undefined) return undefined;
  const { received, object, revision, skipped, ...rest } = data;
  return { ...rest, received, object, revision, skipped };
}

/** Writes receipts in the transaction that they belong to; none with `RECEIPT_DAYS` 0. */
export async function writeReceipts(
  tx: Transaction,
  receipts: readonly Receipt[],
  { settings, uris, ids }: Pick<Services, 'settings' | 'uris' | 'ids'>,
): Promise<void> {
  if (settings.receiptDays === 0 || receipts.length === 0) return;
  const graph = uris.receipts(ids.next());
  await tx.insert(graph, describeReceipts(graph, receipts));
}

/** The graph of a receipt. */
export function graphOfReceipt(uri: Iri): Iri {
  return iri(uri.replace(/#.*$/, ''));
}
