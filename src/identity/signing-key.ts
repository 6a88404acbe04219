/** The development identity provider's key, kept beside the data so that its tokens outlive a restart. */
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { calculateJwkThumbprint, type CryptoKey, exportJWK, generateKeyPair, importJWK } from 'jose';
import { z } from 'zod';
import { codeOf } from '../errors.js';
import type { JsonWebKeySet } from './json-web-keys.js';

/** An RS256 key pair: the private half to sign with, the public half as it is published. */
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
 * The signing key of a data folder, made at the first call; without a folder a fresh one.
 *
 * @throws Error naming the file when what is there is no signing key: replacing it unasked would void all tokens.
 */
export async function loadOrCreateSigningKey(folder: string | undefined): Promise<SigningKey> {
  if (folder === undefined) return signingKey(await freshKey());
  const file = join(folder, FILE);
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (kept === undefined) {
    const jwk = await freshKey();
    await keep(folder, JSON.stringify(jwk));
    return signingKey(jwk);
  }
  return signingKeyIn(kept).catch(() => {
    // Without the cause: it might quote the key.
    throw new Error(`${file} holds no signing key; remove it to have a new one made`);
  });
}

async function signingKeyIn(text: string): Promise<SigningKey> {
  return signingKey(privateJwk.parse(JSON.parse(text)));
}

async function freshKey(): Promise<PrivateJwk> {
  const { privateKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true });
  return privateJwk.parse(await exportJWK(privateKey));
}

async function signingKey(jwk: PrivateJwk): Promise<SigningKey> {
  const { kty, n, e } = jwk;
  const kid = await calculateJwkThumbprint({ kty, n, e });
  const privateKey = await importJWK(jwk, 'RS256');
  if (privateKey instanceof Uint8Array) throw new TypeError('an RSA key is no secret of bytes');
  return { kid, privateKey, jwks: { keys: [{ kty, use: 'sig', alg: 'RS256', kid, n, e }] } };
}

/** Writes the key whole or not at all, readable by its owner alone. */
async function keep(folder: string, content: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const draft = join(folder, `${FILE}.new`);
  // One that an interrupted start left behind may have another mode.
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
