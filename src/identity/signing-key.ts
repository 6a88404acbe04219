/** The development identity provider's key, stored in the data folder so that its tokens are valid after a restart. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import { z } from 'zod';
import { codeOf } from '../errors.js';
import type { JsonWebKeySet } from './json-web-keys.js';

/** An RS256 key pair: the private key, and the published form of the public key. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly jwks: JsonWebKeySet;
}

const number = z.string().regex(/^[A-Za-z0-9_-]+$/);
const privateJwk = z.object({
  kty: z.literal('RSA'),
  n: number,
  e: number,
  d: number,
  p: number,
  q: number,
  dp: number,
  dq: number,
  qi: number,
});
type PrivateJwk = z.output<typeof privateJwk>;

const FILE = 'dev-idp-key.json';

/**
 * Loads the signing key of a data folder, or creates it. Without a folder, creates one in memory.
 *
 * @throws Error that names a file without a signing key: replacing it would invalidate all tokens.
 */
export async function loadOrCreateSigningKey(folder: string | undefined): Promise<SigningKey> {
  if (folder === undefined) return signingKey(await generateJwk());
  const file = join(folder, FILE);
  const stored = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (stored === undefined) {
    const jwk = await generateJwk();
    await writeAtomically(folder, JSON.stringify(jwk));
    return signingKey(jwk);
  }
  return parseSigningKey(stored).catch(() => {
    // Without the cause, which might quote the key.
    throw new Error(`${file} has no signing key; remove it to create a new one`);
  });
}

/** The signing key that several nodes share, from their storage of common values. */
export async function sharedSigningKey(
  value: (name: string, make: () => Promise<string>) => Promise<string>,
): Promise<SigningKey> {
  return parseSigningKey(await value('dev-idp-key', async () => JSON.stringify(await generateJwk())));
}

async function parseSigningKey(text: string): Promise<SigningKey> {
  return signingKey(privateJwk.parse(JSON.parse(text)));
}

async function generateJwk(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return privateJwk.parse(await exportJWK(privateKey));
}

async function signingKey(jwk: PrivateJwk): Promise<SigningKey> {
  const { kty, n, e } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const privateKey = await importJWK(jwk, 'RS256');
  if (privateKey instanceof Uint8Array) throw new TypeError('an RSA key is not a symmetric key');
  return { kid, privateKey, jwks: { keys: [{ kty, use: 'sig', alg: 'RS256', kid, n, e }] } };
}

/** Writes a file that only its owner can read. */
async function writeAtomically(folder: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${FILE}.new`);
  // The file of an interrupted start may have another mode.
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, FILE));
}
