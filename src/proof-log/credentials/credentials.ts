/**
 * Revisions as Verifiable Credentials 2.0 with a Data Integrity proof (P18), for tools that know credentials and no logs:
 * the key of the log signs them, and `evidence` is the entry that proves the revision.
 */
import { ServiceError } from '../../errors.js';
import { sha256, toMultibase } from '../../proofs/format/encoding.js';
import type { NoteSigner } from '../../proofs/format/note.js';
import { sortStatements } from '../../proofs/format/statements.js';
import { InputError } from '../../rdf/input-error.js';
import type { Documents } from '../../rdf/jsonld/large/documents.js';
import type { Json, JsonObject } from '../../rdf/jsonld/json.js';
import { logTerms } from '../../rdf/log-terms.js';
import type { Iri } from '../../rdf/terms.js';
import type { Services } from '../../services.js';
import type { Bundles, ReadEntry } from '../bundles.js';
import { keyAddress, multikey } from '../keys.js';
import { CREDENTIALS_CONTEXT, credentialContexts } from './context.js';
import { subjectOf } from './subject.js';

export const CREDENTIAL_TYPE = 'application/vc';
const CRYPTOSUITE = 'eddsa-rdfc-2022';

export class Credentials {
  constructor(
    private readonly services: Pick<Services, 'uris' | 'vocabulary' | 'documents'>,
    private readonly bundles: Pick<Bundles, 'committed'>,
    /** Of the log's current key. */
    private readonly signer: NoteSigner,
  ) {}

  /**
   * The credential of a revision, with every statement that is left of it. It has no time of its own, so that it is always
   * the same text until something is erased or the key changes.
   *
   * @param caller whose large documents are canonicalized one after another.
   * @throws ServiceError as `Bundles.committed`, and `unprocessable` for statements that JSON-LD loses.
   */
  async ofRevision(object: Iri, entry: ReadEntry, caller: string): Promise<JsonObject> {
    const { uris, vocabulary } = this.services;
    const { address, data } = await this.bundles.committed(entry);
    const { context, subject } = await subjectOf(object, data, vocabulary);
    const unsigned: JsonObject = {
      '@context': [CREDENTIALS_CONTEXT, ...(context === undefined ? [] : [context])],
      id: entry.record.graph,
      type: ['VerifiableCredential'],
      issuer: `${uris.base}/log/keys`,
      validFrom: entry.record.time,
      credentialSubject: subject,
      evidence: {
        id: `${uris.base}/log/${address.epoch}/entries/${address.index}`,
        // The data model demands a type of each evidence.
        type: logTerms(uris.extensions).LogEntry.value,
      },
    };
    return { ...unsigned, proof: await this.#proof(unsigned, caller) };
  }

  /** The proof of a document (Data Integrity EdDSA Cryptosuites, section 3.2). */
  async #proof(document: JsonObject, caller: string): Promise<JsonObject> {
    const options: JsonObject = {
      type: 'DataIntegrityProof',
      cryptosuite: CRYPTOSUITE,
      verificationMethod: keyAddress(this.services.uris.base, multikey(this.signer.key)),
      proofPurpose: 'assertionMethod',
    };
    const context: Json | undefined = document['@context'];
    const hashed = [
      await this.#hash({ ...(context !== undefined && { '@context': context }), ...options }, caller),
      await this.#hash(document, caller),
    ];
    return { ...options, proofValue: toMultibase(this.signer.signBytes(Buffer.concat(hashed))) };
  }

  async #hash(document: JsonObject, caller: string): Promise<Uint8Array> {
    return sha256(inOrder(await canonical(this.services.documents, document, caller)));
  }
}

async function canonical(documents: Documents, document: JsonObject, caller: string): Promise<string> {
  try {
    return await documents.canonical(document, credentialContexts(), caller);
  } catch (cause) {
    if (!(cause instanceof InputError)) throw cause;
    throw new ServiceError('unprocessable', 'these statements have no form as a credential', { cause });
  }
}

/** The lines in the order of code points, which RDFC-1.0 demands; the library's order differs beyond the BMP. */
function inOrder(nquads: string): string {
  const lines = nquads.split('\n').slice(0, -1);
  return sortStatements(lines)
    .map((line) => `${line}\n`)
    .join('');
}
