/** The messages that a node has taken: facts, report, statements and bytes of each, and their list (X58 to X64). */
import { messageTerms, type MessageTerms } from '../rdf/message-terms.js';
import { skolemize } from '../rdf/skolemize.js';
import { factory, type Iri, namedNode, node, type Quad, triple } from '../rdf/terms.js';
import { xsd } from '../rdf/vocabulary.js';
import { type ListedEntries, type ListedPage, listPage, type LookupSource } from '../store/lookup-page.js';
import { copyGraph, update } from '../store/sparql.js';
import type { EventTransaction } from '../transactions.js';
import { filterPartition, type MessageFilter, type MessageServices } from './lookups.js';
import { describeMessage, type MessageFacts } from './message.js';
import { messageReport, type MessageReport, type MessageSummary } from './schemas.js';

/** A message with all that is kept of it. */
export interface TakenMessage extends MessageFacts {
  readonly report: MessageReport;
  /** What it maps to (X47). */
  readonly statements: readonly Quad[];
  /** A message that maps to the same. */
  readonly repeats?: { readonly uri: Iri } | undefined;
  readonly bytes: Buffer;
}

export interface ListedMessages extends ListedEntries {
  readonly messages: readonly MessageSummary[];
}

const summaryOf = ({ unmapped: _unmapped, notes: _notes, more: _more, ...summary }: MessageReport): MessageSummary =>
  summary;

export class StoredMessages {
  readonly #ext: MessageTerms;

  constructor(private readonly services: Pick<MessageServices, 'store' | 'uris' | 'ids' | 'lookups'>) {
    this.#ext = messageTerms(services.uris.extensions);
  }

  /** The report of a message; undefined if the node has none with this URI. */
  async report(
    message: Iri,
    reader: Pick<EventTransaction, 'read'> = this.services.store,
  ): Promise<MessageReport | undefined> {
    const data = await reader.read(this.services.uris.messageReport(message));
    const text = data.object(node(message), this.#ext.report)?.value;
    return text === undefined ? undefined : messageReport.parse(JSON.parse(text));
  }

  /** A message as it was received. */
  async bytes(message: Iri): Promise<Buffer | undefined> {
    const data = await this.services.store.read(this.services.uris.messageBytes(message));
    const value = data.object(node(message), this.#ext.bytes)?.value;
    return value === undefined ? undefined : Buffer.from(value, 'base64');
  }

  /** Whether the content of a message was erased. */
  async isErased(message: Iri): Promise<boolean> {
    const data = await this.services.store.read(message);
    return data.object(node(message), this.#ext.hasErasure) !== undefined;
  }

  /** A page of the messages that pass a filter, newest first (X62): it costs the page, however many others there are. */
  async list(filter: MessageFilter, page: Omit<ListedPage, 'reverse'>): Promise<ListedMessages> {
    const { store, lookups } = this.services;
    const source: LookupSource = { lookup: lookups.messages.messages, partition: filterPartition(filter) };
    const listed = await listPage(store, [source], { ...page, reverse: true });
    const messages: MessageSummary[] = [];
    // One after the other: a report may be as large as its message.
    for (const { value } of listed.entries) {
      const report = await this.report(value);
      if (report !== undefined) messages.push(summaryOf(report));
    }
    return { ...listed, messages };
  }

  /** Keeps a message, in the transaction that applies it. */
  async write(tx: EventTransaction, uri: Iri, taken: TakenMessage): Promise<void> {
    const { uris, ids } = this.services;
    const { report, outcome, statements, repeats, bytes } = taken;
    const subject = node(uri);
    await tx.insert(uri, describeMessage(uri, report, taken, this.#ext));
    const graph = uris.messageStatements(uri);
    // The next message is not compared with one that did nothing.
    if (outcome !== 'stale' && repeats !== undefined)
      await tx.update(update(copyGraph(uris.messageStatements(repeats.uri), graph)));
    else if (outcome !== 'stale') {
      const named = skolemize(statements, (term) =>
        term.termType === 'BlankNode' ? namedNode(`internal:${ids.next()}`) : undefined,
      );
      await tx.insert(graph, named);
    }
    await tx.insert(uris.messageReport(uri), [
      triple(subject, this.#ext.report, factory.literal(JSON.stringify(report))),
    ]);
    await tx.insert(uris.messageBytes(uri), [
      triple(subject, this.#ext.bytes, factory.literal(bytes.toString('base64'), xsd.base64Binary)),
    ]);
  }
}
