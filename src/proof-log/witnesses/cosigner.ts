/** This node as a witness of its partners' logs (P25, C2SP tlog-witness). */
import { KeyedMutex } from '../../async/keyed-mutex.js';
import type { Clock } from '../../clock.js';
import { ServiceError } from '../../errors.js';
import { parseAddCheckpoint } from '../../proofs/format/add-checkpoint.js';
import { type Checkpoint, parseCheckpoint } from '../../proofs/format/checkpoint.js';
import { isEqual, sha256 } from '../../proofs/format/encoding.js';
import { FormatError } from '../../proofs/format/format-error.js';
import {
  type NoteSigner,
  parseNote,
  type SignedNote,
  signedNote,
  type VerifierKey,
  verifySignatures,
} from '../../proofs/format/note.js';
import { EMPTY_ROOT, isConsistent } from '../../proofs/format/tree.js';
import type { Iri } from '../../rdf/terms.js';
import type { GraphStore } from '../../store/graph-store/graph-store.js';

/** What a witness answers to a checkpoint that is signed by a log it knows. */
export type Cosigned =
  | { readonly kind: 'cosigned'; /** Signature lines. */ readonly lines: string }
  | { readonly kind: 'conflict'; /** Of the checkpoint that was cosigned last. */ readonly size: number };

export interface CosignerServices {
  readonly store: Pick<GraphStore, 'proofLog' | 'putLogValues' | 'sequence' | 'refresh'>;
  readonly clock: Clock;
  /** The lock of the values of logs. */
  readonly lockKey: Iri;
}

/** The hash by which a log is named in addresses. */
const hashOf = (origin: string): string => Buffer.from(sha256(origin)).toString('hex');

/** The value that holds the checkpoint of a log that was cosigned last. */
const keyOf = (originHash: string): string => `witness/${originHash}`;

const NOTHING: Pick<Checkpoint, 'size' | 'root'> = { size: 0, root: EMPTY_ROOT };

export class Cosigner {
  readonly #mutex = new KeyedMutex<string>();

  /** @param logs the keys of the logs that are cosigned; a key's name is the origin of its log. */
  constructor(
    private readonly services: CosignerServices,
    private readonly signer: NoteSigner,
    private readonly logs: readonly VerifierKey[],
  ) {}

  /**
   * Cosigns a checkpoint that continues the one that was cosigned last. It is durable before the answer; of two rivals,
   * also through two nodes, one wins.
   *
   * @throws ServiceError `invalid-body`, `not-found` for an unknown log, `forbidden` without a signature of the log, and
   * `unprocessable` for a proof that does not hold.
   */
  async add(body: Uint8Array): Promise<Cosigned> {
    const { oldSize, proof, note, checkpoint } = readBody(body);
    const keys = this.logs.filter(({ name }) => name === checkpoint.origin);
    if (keys.length === 0) throw new ServiceError('not-found', 'this node does not cosign a log of this origin');
    const { valid, invalid } = verifySignatures(note, keys);
    if (valid.length === 0 || invalid.length > 0)
      throw new ServiceError('forbidden', 'the checkpoint is not signed with a key of its log');
    if (oldSize > checkpoint.size) throw invalidBody('the old size is larger than that of the checkpoint');
    const originHash = hashOf(checkpoint.origin);
    return this.#mutex.run([originHash], async () => {
      const { store, clock, lockKey } = this.services;
      for (;;) {
        await store.refresh();
        const since = store.sequence;
        const last = await this.#last(originHash);
        if (last.size !== oldSize) return { kind: 'conflict', size: last.size };
        if (oldSize === checkpoint.size && !isEqual(last.root, checkpoint.root))
          return { kind: 'conflict', size: last.size };
        if (!isConsistent(oldSize, checkpoint.size, last.root, checkpoint.root, proof))
          throw new ServiceError('unprocessable', 'the proof of consistency does not hold');
        const line = this.signer.sign(note.text, clock.now());
        const value = signedNote(note.text, [...valid.map((each) => each.line), line]);
        if (await store.putLogValues([{ key: keyOf(originHash), value }], lockKey, since))
          return { kind: 'cosigned', lines: line };
      }
    });
  }

  /** The note of the checkpoint of a log that was cosigned last; undefined for a log without one. */
  async newest(originHash: string): Promise<string | undefined> {
    if (!this.logs.some(({ name }) => hashOf(name) === originHash)) return undefined;
    await this.services.store.refresh();
    return this.services.store.proofLog.value(keyOf(originHash));
  }

  async #last(originHash: string): Promise<Pick<Checkpoint, 'size' | 'root'>> {
    const note = await this.services.store.proofLog.value(keyOf(originHash));
    return note === undefined ? NOTHING : parseCheckpoint(parseNote(note).text);
  }
}

interface ReadBody extends Pick<ReturnType<typeof parseAddCheckpoint>, 'oldSize' | 'proof'> {
  readonly note: SignedNote;
  readonly checkpoint: Checkpoint;
}

const invalidBody = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('invalid-body', message, cause === undefined ? undefined : { cause });

/** @throws ServiceError `invalid-body` */
function readBody(body: Uint8Array): ReadBody {
  try {
    const { oldSize, proof, checkpoint } = parseAddCheckpoint(new TextDecoder('utf-8', { fatal: true }).decode(body));
    const note = parseNote(checkpoint);
    return { oldSize, proof, note, checkpoint: parseCheckpoint(note.text) };
  } catch (error) {
    if (error instanceof FormatError) throw invalidBody(error.message, error);
    if (error instanceof TypeError) throw invalidBody('the body is not UTF-8', error);
    throw error;
  }
}
