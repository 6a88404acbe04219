/** Messages as they come in: read, applied, kept with their report (X47 to X61). */
import { createHash } from 'node:crypto';
import { turns } from '../async/turns.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import type { EventTransaction } from '../transactions.js';
import { type Applied, type Applying, contended } from './applying/apply.js';
import type { MessageServices } from './lookups.js';
import { reportOf } from './reading/read-message.js';
import type { MessageReport } from './schemas.js';
import type { StoredMessages } from './stored-messages.js';
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

export class Messages {
  constructor(
    private readonly services: MessageServices,
    private readonly stored: StoredMessages,
    private readonly applying: Applying,
  ) {}

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
    const known = await this.stored.report(uri);
    if (known !== undefined) return { ...known, outcome: 'duplicate' };
    const root = await this.#document(bytes);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const preparation = await this.applying.prepare(root);
      const locks = [uri, ...preparation.locks];
      const found: { report: MessageReport | undefined } = { report: undefined };
      const work = async (tx: EventTransaction): Promise<void> => {
        const earlier = await this.stored.report(uri, tx);
        found.report = earlier && { ...earlier, outcome: 'duplicate' };
        if (earlier !== undefined) return;
        const applied = await this.applying.apply(tx, root, preparation, { isStrict: options.isStrict, uri });
        if (applied === undefined) return;
        const { outcome, stated, repeats, message } = applied;
        const { conversation } = message.header;
        const report = this.#reportOf(applied, digest, options.isDryRun ? undefined : uri);
        found.report = report;
        const { statements } = stated;
        // Statuses are not compared with those before.
        const says = message.type === 'XFSU' || outcome === 'stale' ? undefined : (repeats?.says ?? stated.digest());
        await this.stored.write(tx, uri, { report, outcome, conversation, says, statements, repeats, bytes });
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

  async #document(bytes: Buffer): Promise<XmlElement> {
    try {
      return await turns.run(readXml(bytes));
    } catch (error) {
      if (error instanceof XmlError)
        throw new ServiceError('invalid-body', { message: error.message, property: error.path }, { cause: error });
      throw error;
    }
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
