/** Messages as they come in: read, applied, kept with their report (X47 to X61). */
import { createHash } from 'node:crypto';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { messageTerms, type MessageTerms } from '../rdf/message-terms.js';
import { skolemize } from '../rdf/skolemize.js';
import { factory, type Iri, namedNode, node, triple } from '../rdf/terms.js';
import { xsdNs } from '../rdf/vocabulary.js';
import type { EventTransaction } from '../transactions.js';
import { type Applied, type Applying, contended } from './applying/apply.js';
import type { MessageServices } from './lookups.js';
import { describeMessage } from './message.js';
import { reportOf } from './reading/read-message.js';
import { messageReport, type MessageReport } from './schemas.js';
import type { XmlElement } from './xml/xml-element.js';
import { readXml, XmlError } from './xml/xml-reader.js';

export interface ReceiveOptions {
  readonly isDryRun: boolean;
  readonly isStrict: boolean;
}

/** Attempts of a message whose waybill others change. */
const MAX_ATTEMPTS = 5;
/** The characters of a digest in the id of a message. */
const ID_LENGTH = 32;

const base64 = namedNode(`${xsdNs}base64Binary`);

export class Messages {
  readonly #ext: MessageTerms;

  constructor(
    private readonly services: MessageServices,
    private readonly applying: Applying,
  ) {
    this.#ext = messageTerms(services.uris.extensions);
  }

  /**
   * Applies a message.
   *
   * @throws ServiceError for a document or a message that is not taken: nothing has happened then (X67 to X72).
   */
  async receive(bytes: Buffer, { trace }: Caller, options: ReceiveOptions): Promise<MessageReport> {
    const { uris, transactions, log } = this.services;
    const hash = createHash('sha256').update(bytes).digest();
    const uri = uris.message(hash.toString('hex').slice(0, ID_LENGTH));
    const digest = `sha-256=:${hash.toString('base64')}:`;
    const known = await this.report(uri);
    if (known !== undefined) return { ...known, outcome: 'duplicate' };
    const root = await this.#document(bytes);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const locks = [uri, ...(await this.applying.locks(root))];
      const found: { report: MessageReport | undefined } = { report: undefined };
      const work = async (tx: EventTransaction): Promise<void> => {
        const stored = await this.#reportIn(tx, uri);
        found.report = stored && { ...stored, outcome: 'duplicate' };
        if (stored !== undefined) return;
        const applied = await this.applying.apply(tx, root, locks, { isStrict: options.isStrict, uri });
        if (applied === undefined) return;
        found.report = this.#reportOf(applied, digest, options.isDryRun ? undefined : uri);
        await this.#store(tx, uri, applied, found.report, bytes);
      };
      if (options.isDryRun) await transactions.preview(locks, work, () => Promise.resolve(true));
      else await transactions.transact(locks, work, trace);
      const { report } = found;
      if (report === undefined) continue;
      const { type, outcome } = report;
      log.info({ type, message: uri, outcome }, 'a message was taken');
      return report;
    }
    throw contended();
  }

  /** The report of a message; undefined if the node has none with this URI. */
  async report(message: Iri): Promise<MessageReport | undefined> {
    return this.#reportIn(this.services.store, message);
  }

  /** A message as it was received. */
  async bytes(message: Iri): Promise<Buffer | undefined> {
    const data = await this.services.store.read(this.services.uris.messageBytes(message));
    const value = data.object(node(message), this.#ext.bytes)?.value;
    return value === undefined ? undefined : Buffer.from(value, 'base64');
  }

  async #reportIn(reader: Pick<EventTransaction, 'read'>, message: Iri): Promise<MessageReport | undefined> {
    const data = await reader.read(this.services.uris.messageReport(message));
    const text = data.object(node(message), this.#ext.report)?.value;
    return text === undefined ? undefined : messageReport.parse(JSON.parse(text));
  }

  async #document(bytes: Buffer): Promise<XmlElement> {
    try {
      return await turns.run(readXml(bytes));
    } catch (error) {
      if (error instanceof XmlError)
        throw new ServiceError('invalid-body', { message: error.message, property: error.path }, { cause: error });
      throw error;
    }
  }

  async #store(tx: EventTransaction, uri: Iri, applied: Applied, report: MessageReport, bytes: Buffer): Promise<void> {
    const { uris, ids } = this.services;
    const subject = node(uri);
    await tx.insert(uri, describeMessage(uri, report, applied.outcome, this.#ext));
    const statements = skolemize(applied.stated.statements, (term) =>
      term.termType === 'BlankNode' ? namedNode(`internal:${ids.next()}`) : undefined,
    );
    if (applied.outcome !== 'stale') await tx.insert(uris.messageStatements(uri), statements);
    await tx.insert(uris.messageReport(uri), [
      triple(subject, this.#ext.report, factory.literal(JSON.stringify(report))),
    ]);
    await tx.insert(uris.messageBytes(uri), [
      triple(subject, this.#ext.bytes, factory.literal(bytes.toString('base64'), base64)),
    ]);
  }

  #reportOf(
    { message, outcome, waybill, received, done }: Applied,
    digest: string,
    uri: Iri | undefined,
  ): MessageReport {
    const { type, header } = message;
    return {
      message: uri ?? null,
      digest,
      type,
      version: header.version ?? null,
      purpose: header.purposeCode ?? null,
      messageId: header.id ?? null,
      issued: header.issued === undefined ? null : new Date(header.issued).toISOString(),
      received: received.toISOString(),
      sender: [...header.sender],
      recipient: [...header.recipient],
      outcome: uri === undefined ? 'dry-run' : outcome,
      waybill,
      ...done,
      ...reportOf(message),
    };
  }
}
