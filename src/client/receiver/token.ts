/** Verifies the token of a sender (T48). */
import { decodeJwt, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from 'jose';
import { type Keys, KeySet } from './key-set.js';
import type { Claims, ReceiverOptions, TrustedIssuer } from './options.js';
import { Refusal, unauthorized } from './refusal.js';

/** Only asymmetric ones: who verifies with a shared secret could sign, too. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const MAX_LENGTH = 8192;
const TOLERANCE_SECONDS = 5;

export class TokenVerifier {
  readonly #issuers: ReadonlyMap<string, TrustedIssuer & { readonly keys: KeySet }>;
  readonly #isAccepted: (agent: string, claims: Claims) => boolean | Promise<boolean>;
  readonly #now: () => Date;

  constructor({ issuers, agents, fetch = globalThis.fetch, now = () => new Date() }: ReceiverOptions) {
    this.#now = now;
    this.#issuers = new Map(
      issuers.map((issuer) => [issuer.issuer, { ...issuer, keys: new KeySet(issuer.jwksUri, { fetch, now }) }]),
    );
    const listed = typeof agents === 'function' ? undefined : new Set(agents);
    this.#isAccepted = typeof agents === 'function' ? agents : (agent) => listed?.has(agent) === true;
  }

  /**
   * The claims of the token in an `Authorization` field.
   *
   * @throws Refusal 401 for an invalid token, 403 for a sender that is not accepted, 503 without keys.
   */
  async verify(authorization: string | undefined): Promise<Claims> {
    const [, token] = /^ *bearer +([^ ]+) *$/i.exec(authorization ?? '') ?? [];
    if (token === undefined) throw unauthorized('a bearer token is needed');
    const invalid = (cause?: unknown): Refusal => unauthorized('the token is not valid here', 'invalid_token', cause);
    if (token.length > MAX_LENGTH) throw invalid();
    const payload = await this.#payload(token).catch((error: unknown) => {
      throw error instanceof Refusal ? error : invalid(error);
    });
    const { iss, logistics_agent_uri: agent } = payload;
    if (iss === undefined || typeof agent !== 'string' || agent === '') throw invalid();
    const claims: Claims = { ...payload, iss, logistics_agent_uri: agent };
    if (!(await this.#isAccepted(agent, claims)))
      throw new Refusal(403, 'notifications of this sender are not accepted');
    return claims;
  }

  async #payload(token: string): Promise<JWTPayload> {
    const issuer = this.#issuers.get(String(decodeJwt(token).iss));
    if (issuer === undefined) throw new TypeError('an unknown issuer');
    const options: JWTVerifyOptions = {
      algorithms,
      issuer: issuer.issuer,
      ...(issuer.audience !== undefined && { audience: issuer.audience }),
      requiredClaims: ['exp'],
      clockTolerance: TOLERANCE_SECONDS,
      currentDate: this.#now(),
    };
    const keys = await issuer.keys.current();
    try {
      return await verified(token, keys, options);
    } catch (error) {
      // The provider may have a new key.
      if (!(error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed))
        throw error;
      const newer = await issuer.keys.newer();
      if (newer === keys) throw error;
      return verified(token, newer, options);
    }
  }
}

async function verified(token: string, keys: Keys, options: JWTVerifyOptions): Promise<JWTPayload> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    for await (const key of error) {
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (cause) {
        if (!(cause instanceof errors.JWSSignatureVerificationFailed)) throw cause;
      }
    }
    throw new errors.JWSSignatureVerificationFailed();
  }
}
