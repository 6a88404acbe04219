/** The log of proofs as its modules use it: epochs, keys, checkpoints, and the proof of an entry. */
import type { KeyObject } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../errors.js';
import { toBase64 } from '../proofs/format/encoding.js';
import { type NoteSigner, writeVkey } from '../proofs/format/note.js';
import { writeTlogProof } from '../proofs/format/tlog-proof.js';
import { inclusionProof } from '../proofs/format/tree.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { SettingsError } from '../settings/settings.js';
import { restoredFrom, unmarkRestored } from '../store/folder/restored.js';
import type { Backfill } from './backfill/backfill.js';
import { createBackfill, type LoggedLookups } from './backfill/module.js';
import { Checkpoints, type SignedCheckpoint } from './checkpoints.js';
import { type Epoch, Epochs, type LogStart } from './epochs.js';
import { type LogKeys, readKeyFile, signerOf, signersOf, storedKey } from './keys.js';
import { Subtrees } from './subtrees.js';
import { Tiles } from './tiles.js';

/** An entry by its epoch and its index there. */
export interface EntryAddress {
  readonly epoch: number;
  readonly index: number;
}

/** The longest time for which a proof waits for the next checkpoint, and the time between two looks. */
const MAX_WAIT_MS = 5_000;
const LOOK_MS = 50;

export class ProofLog {
  readonly checkpoints: Checkpoints;
  readonly #subtrees: Subtrees;

  private constructor(
    private readonly services: Services,
    readonly epochs: Epochs,
    /** The epoch in which this node makes entries. */
    readonly epoch: Epoch,
    /** Sign its checkpoints: first that of the current key. */
    readonly signers: readonly [NoteSigner, ...NoteSigner[]],
    /** Gives entries to what is stored without one. */
    readonly backfill: Backfill,
  ) {
    this.checkpoints = new Checkpoints(services);
    this.#subtrees = new Subtrees(services.store);
  }

  /**
   * Opens the log, and begins one in a store without: its start is entry 0 (P1). Another key than the log's makes an entry,
   * too (P49).
   *
   * @returns undefined where the log is switched off.
   * @throws SettingsError for an unusable key, and for a key that other nodes on this database do not have (P50).
   */
  static async open(services: Services & { readonly lookups: LoggedLookups }): Promise<ProofLog | undefined> {
    const { settings, log } = services;
    if (!settings.proofs.isOn) return undefined;
    const { keyFile, oldKeyFiles } = settings.proofs;
    if (keyFile === undefined && settings.production)
      log.warn('the key of the log of proofs is in the store, and so in its backups: set PROOF_KEY_FILE');
    const keys: LogKeys = {
      current: await currentKey(services),
      earlier: await Promise.all(oldKeyFiles.map((file) => readKeyFile('PROOF_OLD_KEY_FILES', file))),
    };
    const epochs = new Epochs(services);
    const isEmpty = services.store.size.graphs === 0;
    const epoch = await currentEpoch(services, epochs, keys);
    const backfill = createBackfill(services);
    if (isEmpty) await backfill.skip();
    return new ProofLog(services, epochs, epoch, signersOf(epoch.origin, keys), backfill);
  }

  /** The newest checkpoint of an epoch, by default of the newest one; undefined before the first. */
  async checkpoint(epoch = this.epoch.number): Promise<SignedCheckpoint | undefined> {
    return this.checkpoints.newest({ number: epoch });
  }

  /** The newest entry of a graph; undefined for a graph without one. */
  async entryOf(graph: Iri): Promise<EntryAddress | undefined> {
    const [position] = await this.services.store.proofLog.positions([graph]);
    return position === undefined ? undefined : this.addressOf(position);
  }

  /** The epoch and the index of a position. */
  async addressOf(position: number): Promise<EntryAddress | undefined> {
    const epoch = (await this.epochs.all()).findLast(({ start }) => start <= position);
    return epoch && { epoch: epoch.number, index: position - epoch.start };
  }

  /** The position of an entry; undefined for one that is not there. */
  async positionOf({ epoch: number, index }: EntryAddress): Promise<number | undefined> {
    const epoch = await this.epochs.numbered(number);
    if (epoch === undefined) return undefined;
    const position = epoch.start + index;
    return position < (epoch.end ?? (await this.services.store.proofLog.size())) ? position : undefined;
  }

  /** The keys of an epoch, oldest first (P11). */
  async keysOf(number: number): Promise<readonly string[]> {
    return (await this.epochs.numbered(number))?.keys.map(({ key }) => key) ?? [];
  }

  /**
   * The proof of an entry (P15). Where no checkpoint covers it yet, the next one is awaited.
   *
   * @throws ServiceError `unavailable` with `Retry-After` if that takes longer than 5 s, `not-found` for an entry of an epoch
   * that has ended without one.
   */
  async prove(address: EntryAddress): Promise<string> {
    const epoch = await this.epochs.numbered(address.epoch);
    if (epoch === undefined) throw new RangeError('the entry is of an epoch that is not there');
    const { note, size } = await this.#covering(epoch, address.index);
    const tiles = new Tiles(this.services.store.proofLog, epoch);
    const hashes = await inclusionProof(address.index, size, this.#subtrees.hashes(epoch.number, tiles, size));
    return writeTlogProof({ index: address.index, hashes, checkpoint: note });
  }

  async #covering(epoch: Epoch, index: number): Promise<SignedCheckpoint> {
    const end = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const cosigned = await this.checkpoints.newestCosigned(epoch);
      if (cosigned !== undefined && cosigned.size > index) return cosigned;
      const checkpoint = await this.checkpoints.newest(epoch);
      if (checkpoint !== undefined && checkpoint.size > index) return checkpoint;
      // An epoch that has ended is not signed any more: its log may have gone on elsewhere (P21).
      if (epoch.end !== undefined)
        throw new ServiceError(
          'not-found',
          `the entry is under no checkpoint of ${epoch.origin}, which has ended: it has no proof`,
        );
      if (performance.now() >= end) break;
      await wait(LOOK_MS);
    }
    const seconds = Math.ceil(this.services.settings.proofs.checkpointMs / 1000);
    throw new ServiceError('unavailable', 'no checkpoint of the log covers this entry yet', {
      headers: { 'Retry-After': String(seconds) },
    });
  }
}

type BeginningServices = Pick<Services, 'settings' | 'store' | 'uris' | 'dataHolder' | 'clock'>;

/** The key that signs the log. @throws SettingsError for an unusable one. */
const currentKey = ({ settings, store, uris }: BeginningServices): Promise<KeyObject> =>
  settings.proofs.keyFile === undefined
    ? storedKey(store, uris.logLock, 'key')
    : readKeyFile('PROOF_KEY_FILE', settings.proofs.keyFile);

/**
 * Begins another epoch of the log, while no node runs on the store (P21).
 *
 * @param reason is stated in its entry 0.
 * @returns its origin.
 * @throws SettingsError without a log, and for an unusable key.
 */
export async function beginEpoch(services: BeginningServices, reason: string): Promise<string> {
  const { settings, store } = services;
  await store.refresh();
  const epochs = new Epochs(services);
  const last = await epochs.lastNumber();
  if (last === 0) throw new SettingsError('the store has no log of proofs: its first one begins when a node starts');
  const origin = epochs.originOf(last + 1);
  const key = writeVkey(signerOf(origin, await currentKey(services)).key);
  await epochs.begin(last + 1, 1, { key, ...(await previousOf(services, epochs, last)), reason });
  // A node that starts now would begin one more.
  if (settings.store.kind === 'folder') await unmarkRestored(settings.store.path);
  return origin;
}

/** The epoch of new entries, begun or with its new key, if need be. */
async function currentEpoch(services: Services, epochs: Epochs, keys: LogKeys): Promise<Epoch> {
  const { settings, store, log } = services;
  const folder = settings.store.kind === 'folder' ? settings.store.path : undefined;
  for (;;) {
    await store.refresh();
    const [epoch, last] = [await epochs.newest(), await epochs.lastNumber()];
    const keyIn = (number: number): string => writeVkey(signerOf(epochs.originOf(number), keys.current).key);
    const restored = folder === undefined ? undefined : await restoredFrom(folder);
    // A log never signs two histories: that of an export or a backup may have gone on elsewhere (P21).
    const isAnother = epoch?.number !== last || restored !== undefined;
    if (epoch === undefined || isAnother) {
      const reason = last === 0 ? undefined : (restored ?? 'import');
      await epochs.begin(last + 1, 1, { key: keyIn(last + 1), ...(await previousOf(services, epochs, last)), reason });
      if (folder !== undefined) await unmarkRestored(folder);
      continue;
    }
    const key = keyIn(epoch.number);
    const previousKey = epoch.keys.at(-1)?.key;
    if (previousKey === key) return epoch;
    if (store.otherProcesses > 0)
      throw new SettingsError('PROOF_KEY_FILE: the other nodes on this database sign the log with another key');
    log.warn({ key, previousKey }, 'the log of proofs has another key from now on');
    await epochs.begin(epoch.number, epoch.keys.length + 1, { key, previousKey });
  }
}

/** What the start of a log states of the one before it; nothing for the first one. */
async function previousOf(
  services: Pick<Services, 'uris' | 'store' | 'clock'>,
  epochs: Epochs,
  last: number,
): Promise<Omit<LogStart, 'key'>> {
  if (last === 0) return {};
  const checkpoint = await new Checkpoints(services).newest({ number: last });
  return {
    previousOrigin: epochs.originOf(last),
    ...(checkpoint && { previous: { size: checkpoint.size, root: toBase64(checkpoint.root) } }),
  };
}
