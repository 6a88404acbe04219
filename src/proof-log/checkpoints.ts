/** Checkpoints: the signed heads of the log (P8). Each is durable before anybody sees it (P50). */
import { type Checkpoint, parseCheckpoint, writeCheckpoint } from '../proofs/format/checkpoint.js';
import { type NoteSigner, parseNote, parseSignatures, signedNote } from '../proofs/format/note.js';
import { treeRoot } from '../proofs/format/tree.js';
import type { Services } from '../services.js';
import type { Epoch } from './epochs.js';
import { padded, Tiles } from './tiles.js';

/** A checkpoint with the note that signs it. */
export interface SignedCheckpoint extends Checkpoint {
  /** The epoch of its log. */
  readonly epoch: number;
  readonly note: string;
}

/** What a witness has cosigned. */
export interface Cosigned {
  readonly size: number;
  readonly at: Date;
}

/** The cosignatures that are searched for that of one witness. */
const MAX_COSIGNATURES = 200;

type CheckpointServices = Pick<Services, 'uris' | 'store' | 'clock'>;

/** The keys of the checkpoints of an epoch begin like this, before their sizes. */
export const checkpointsOf = (epoch: number): string => `checkpoint/${epoch}/`;
/** When the newest checkpoint of an epoch was signed: a checkpoint has no time of its own. */
const signedKey = (epoch: number): string => `signed/${epoch}`;
/** The keys of the cosignatures of a checkpoint, one for each witness. */
export const cosignaturesOf = (epoch: number, size: number): string => `cosignature/${epoch}/${padded(size)}/`;

export class Checkpoints {
  constructor(private readonly services: CheckpointServices) {}

  /** The newest checkpoint of an epoch; undefined before the first one. */
  async newest(epoch: Pick<Epoch, 'number'>): Promise<SignedCheckpoint | undefined> {
    const [stored] = await this.services.store.proofLog.values({
      prefix: checkpointsOf(epoch.number),
      reverse: true,
      limit: 1,
    });
    return stored && this.#read(epoch.number, stored.value);
  }

  /** The newest checkpoint of an epoch with a cosignature (P15). */
  async newestCosigned(epoch: Pick<Epoch, 'number'>): Promise<SignedCheckpoint | undefined> {
    const { proofLog } = this.services.store;
    const prefix = `cosignature/${epoch.number}/`;
    const [cosignature] = await proofLog.values({ prefix, reverse: true, limit: 1 });
    const size = cosignature?.key.slice(prefix.length).split('/')[0];
    const stored = size === undefined ? undefined : await proofLog.value(checkpointsOf(epoch.number) + size);
    return stored === undefined ? undefined : this.#read(epoch.number, stored);
  }

  /** When the newest checkpoint of an epoch was signed; undefined before the first one of this release. */
  async signedAt(epoch: Pick<Epoch, 'number'>): Promise<Date | undefined> {
    const stored = await this.services.store.proofLog.value(signedKey(epoch.number));
    return stored === undefined ? undefined : new Date(stored);
  }

  /** The newest cosignature of a witness in an epoch, among those of the last checkpoints. @param name of its key. */
  async cosignatureOf(epoch: Pick<Epoch, 'number'>, name: string): Promise<Cosigned | undefined> {
    const prefix = `cosignature/${epoch.number}/`;
    const newest = await this.services.store.proofLog.values({ prefix, reverse: true, limit: MAX_COSIGNATURES });
    const end = `/${Buffer.from(name).toString('hex')}`;
    const found = newest.find(({ key }) => key.endsWith(end));
    const [signature] = found === undefined ? [] : parseSignatures(found.value);
    if (found === undefined || signature === undefined) return undefined;
    return {
      size: Number(found.key.slice(prefix.length, -end.length)),
      at: new Date(Number(signature.bytes.readBigUInt64BE(0)) * 1000),
    };
  }

  /** Adds the cosignature of a witness to a checkpoint. @param line of the note. */
  async cosign({ epoch, size }: Pick<SignedCheckpoint, 'epoch' | 'size'>, name: string, line: string): Promise<void> {
    const { store, uris } = this.services;
    const key = cosignaturesOf(epoch, size) + Buffer.from(name).toString('hex');
    while (!(await store.putLogValues([{ key, value: line }], uris.logLock, store.sequence))) await store.refresh();
  }

  /**
   * Signs the log as it is now, and makes the checkpoint durable.
   *
   * @returns undefined if nothing is new, or another node has signed since.
   */
  async sign(epoch: Epoch, signers: readonly NoteSigner[]): Promise<SignedCheckpoint | undefined> {
    const { store, uris, clock } = this.services;
    await store.refresh();
    const { sequence: since, proofLog } = store;
    const before = await this.newest(epoch);
    const size = (await proofLog.size()) - epoch.start;
    if (size <= (before?.size ?? 0)) return undefined;
    const tiles = new Tiles(proofLog, epoch);
    const subtrees = await tiles.completed(before?.size ?? 0, size);
    const root = await treeRoot(size, tiles.hashes(size));
    const text = writeCheckpoint({ origin: epoch.origin, size, root });
    const now = clock.now();
    const note = signedNote(
      text,
      signers.map((signer) => signer.sign(text, now)),
    );
    const values = [
      ...subtrees,
      { key: checkpointsOf(epoch.number) + padded(size), value: note },
      { key: signedKey(epoch.number), value: now.toISOString() },
    ];
    const isWritten = await store.putLogValues(values, uris.logLock, since);
    return isWritten ? { epoch: epoch.number, origin: epoch.origin, size, root, note } : undefined;
  }

  async #read(epoch: number, stored: string): Promise<SignedCheckpoint> {
    const { text, signatures } = parseNote(stored);
    const checkpoint = parseCheckpoint(text);
    const cosignatures = await this.services.store.proofLog.values({ prefix: cosignaturesOf(epoch, checkpoint.size) });
    const lines = [...signatures.map(({ line }) => line), ...cosignatures.map(({ value }) => value)];
    return { ...checkpoint, epoch, note: signedNote(text, lines) };
  }
}
