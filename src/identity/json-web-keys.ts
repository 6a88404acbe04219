/** Reads the JSON Web Key Sets of identity providers (RFC 7517). */
import { createPublicKey } from 'node:crypto';
import { z } from 'zod';
import { isJsonObject, parseJson } from '../rdf/jsonld/json.js';

// Only the public members: private ones that a provider publishes by mistake are discarded. Their lengths are bounded,
// because the cost of arithmetic grows with them.
const text = z.string().max(4096).exactOptional();
const publicKey = z.object({
  kty: z.enum(['RSA', 'EC', 'OKP']),
  alg: text,
  use: text,
  kid: text,
  key_ops: z.array(z.string()).exactOptional(),
  n: text,
  e: text,
  crv: text,
  x: text,
  y: text,
});
type PublicKey = z.output<typeof publicKey>;
const keySetDocument = z.object({ keys: z.array(z.unknown()).max(100) });

export interface JsonWebKeySet {
  keys: PublicKey[];
}

/** A key that is reported to the operator. */
interface UnusableKey {
  readonly kid: string | undefined;
  readonly reason: string;
}

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 16_384;
const MAX_KID_LENGTH = 200;
/** The algorithms by key type or curve. Only asymmetric ones: with a shared secret, a verifier could also sign. */
const algorithmsOf: ReadonlyMap<string | undefined, readonly string[]> = new Map([
  ['RSA', ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']],
  ['P-256', ['ES256']],
  ['P-384', ['ES384']],
  ['P-521', ['ES512']],
  ['Ed25519', ['EdDSA', 'Ed25519']],
]);

export const signatureAlgorithms: readonly string[] = [...algorithmsOf.values()].flat();

/**
 * Reads a key set. A null member counts as absent.
 *
 * @throws InputError or a zod error for anything else.
 */
export function readKeySet(document: Uint8Array): { usable: PublicKey[]; unusable: UnusableKey[] } {
  const { keys } = keySetDocument.parse(parseJson(document));
  const usable: PublicKey[] = [];
  const unusable: UnusableKey[] = [];
  for (const key of keys) {
    const members = isJsonObject(key)
      ? Object.fromEntries(Object.entries(key).filter(([, value]) => value !== null))
      : key;
    const parsed = publicKey.safeParse(members);
    const reason = parsed.success ? unusableReason(parsed.data) : z.prettifyError(parsed.error);
    if (parsed.success && reason === undefined) usable.push(parsed.data);
    // Encryption keys are normal, so they are not reported.
    else if (!isJsonObject(key) || key['use'] !== 'enc') unusable.push({ kid: kidOf(key), reason: reason ?? '' });
  }
  return { usable, unusable };
}

function kidOf(key: unknown): string | undefined {
  const kid = isJsonObject(key) ? key['kid'] : undefined;
  return typeof kid === 'string' ? kid.slice(0, MAX_KID_LENGTH) : undefined;
}

/** The reason why a key cannot verify signatures; undefined if it can. */
function unusableReason(key: PublicKey): string | undefined {
  const { kty, crv, alg, use, key_ops: operations } = key;
  const algorithms = algorithmsOf.get(kty === 'RSA' ? kty : crv);
  if (algorithms === undefined) return `the curve ${crv?.slice(0, 20) ?? ''} is not supported`;
  if (alg !== undefined && !algorithms.includes(alg)) return `its alg ${alg.slice(0, 20)} is not accepted`;
  if ((use ?? 'sig') !== 'sig' || operations?.includes('verify') === false) return 'it is not for signatures';
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' });
    const bits = asymmetricKeyDetails?.modulusLength;
    if (bits === undefined || (bits >= MIN_RSA_BITS && bits <= MAX_RSA_BITS)) return undefined;
    return `an RSA key of ${bits} bits: ${MIN_RSA_BITS} to ${MAX_RSA_BITS} are accepted`;
  } catch (error) {
    return error instanceof Error ? error.message : 'it is not a key';
  }
}
