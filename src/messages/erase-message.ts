/** The erasure of a message (P28): XML cannot be cut, so that all of its content goes; that it came, and when, stays. */
import { messageTerms } from '../rdf/message-terms.js';
import { factory, type Iri, node, triple } from '../rdf/terms.js';
import type { Transaction } from '../store/store.js';
import type { MessageServices } from './lookups.js';
import { messageReport } from './schemas.js';

/**
 * Erases bytes, statements and the values of the report. Messages with the same waybill are applied as if this one had
 * not come; the same bytes are still known.
 */
export async function eraseMessage(
  tx: Transaction,
  message: Iri,
  erasure: Iri,
  { uris }: Pick<MessageServices, 'uris'>,
): Promise<void> {
  const ext = messageTerms(uris.extensions);
  const subject = node(message);
  const data = await tx.read(message);
  if (data.size === 0) return;
  const named = [ext.messageId, ext.conversationId, ext.sender, ext.recipient, ext.statementsDigest];
  const facts = Array.from(data).filter(({ predicate }) => !named.some((property) => property.equals(predicate)));
  await tx.replace(message, [...facts, triple(subject, ext.hasErasure, node(erasure))]);
  await tx.erase(uris.messageStatements(message));
  await tx.erase(uris.messageBytes(message));
  const graph = uris.messageReport(message);
  const text = (await tx.read(graph)).object(subject, ext.report)?.value;
  if (text === undefined) return;
  const report = messageReport.parse(JSON.parse(text));
  const { more: _more, ...rest } = report;
  const emptied = { ...rest, messageId: null, sender: [], recipient: [], unmapped: [], notes: [] };
  await tx.replace(graph, [triple(subject, ext.report, factory.literal(JSON.stringify(emptied)))]);
}
