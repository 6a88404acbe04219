/** The keys that sign the log: of files (`PROOF_KEY_FILE`), or made at the first start and kept in the store. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { toMultibase } from '../proofs/format/encoding.js';
import { ED25519, NoteSigner, type VerifierKey } from '../proofs/format/note.js';
import type { Iri } from '../rdf/terms.js';
import { SettingsError } from '../settings/settings.js';
import type { GraphStore } from '../store/graph-store/graph-store.js';

/** The values beside the log that hold keys of a store, as PKCS#8 in PEM: that of its log, and that of its witness. */
export type StoredKey = 'key' | 'witness-key';

/** Bits of a file's mode that let others than its owner read or write it. */
const OTHERS = 0o077;

/**
 * Reads an Ed25519 key, as PKCS#8 in PEM.
 *
 * @throws SettingsError for a file that cannot be read, that others may read, or that has another kind of key.
 */
export async function readKeyFile(setting: string, file: string): Promise<KeyObject> {
  const unusable = (why: string, cause?: unknown): SettingsError =>
    new SettingsError(`${setting}: ${file} ${why}`, cause === undefined ? undefined : { cause });
  let pem: string;
  let mode: number;
  try {
    pem = await readFile(file, 'utf8');
    ({ mode } = await stat(file));
  } catch (cause) {
    throw unusable('cannot be read', cause);
  }
  if ((mode & OTHERS) !== 0) throw unusable('may be read by others: set its mode to 0600 or 0400');
  const key = privateKey(pem);
  // Without the cause, which might quote the key.
  if (key?.asymmetricKeyType !== 'ed25519') throw unusable('has no Ed25519 key (PKCS#8, PEM)');
  return key;
}

function privateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem);
  } catch {
    return undefined;
  }
}

/** A key in the store; the first node to ask makes it. @param lockKey of the log. */
export async function storedKey(
  store: Pick<GraphStore, 'proofLog' | 'putLogValues' | 'sequence' | 'refresh'>,
  lockKey: Iri,
  name: StoredKey,
): Promise<KeyObject> {
  for (;;) {
    await store.refresh();
    const { sequence } = store;
    const stored = await store.proofLog.value(name);
    const key = stored === undefined ? undefined : privateKey(stored);
    if (key !== undefined) return key;
    if (stored !== undefined) throw new SettingsError(`the ${name} of the log in the store is damaged: set its file`);
    const made = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    await store.putLogValues([{ key: name, value: made }], lockKey, sequence);
  }
}

/** The signers of a log's checkpoints: first that of its key, then those of earlier keys. */
export interface LogKeys {
  readonly current: KeyObject;
  readonly earlier: readonly KeyObject[];
}

/** A signer for the origin, which is also the name of its keys (P8). */
export const signerOf = (origin: string, key: KeyObject): NoteSigner => new NoteSigner(origin, ED25519, key);

export const signersOf = (origin: string, { current, earlier }: LogKeys): [NoteSigner, ...NoteSigner[]] => [
  signerOf(origin, current),
  ...earlier.map((key) => signerOf(origin, key)),
];

/** A key as a `Multikey` (Data Integrity): multicodec `ed25519-pub`, base58-btc. */
export const multikey = ({ publicKey }: Pick<VerifierKey, 'publicKey'>): string =>
  toMultibase(Buffer.concat([Buffer.of(0xed, 0x01), publicKey]));

/** The address of a key in the controller document at `/log/keys` (P11). */
export const keyAddress = (base: Iri, publicKeyMultibase: string): string => `${base}/log/keys#${publicKeyMultibase}`;
