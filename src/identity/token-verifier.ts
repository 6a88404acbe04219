/** Authenticates callers: verifies bearer tokens with their issuers' keys (Authentication, D48, D68). */
import { hash } from 'node:crypto';
import {
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  jwtVerify,
  type JWTVerifyOptions,
  type ProtectedHeaderParameters,
} from 'jose';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { Caller } from '../http/caller.js';
import { signatureAlgorithms } from './json-web-keys.js';
import type { KeySet, KeySetStatus, KeySource } from './key-set.js';

/** A trusted identity provider. */
interface TrustedIssuer {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  readonly keys: KeySource;
  /** If defined, the token's `aud` must contain it. */
  readonly audience?: string | undefined;
}

const tokenTypes: ReadonlySet<unknown> = new Set(['jwt', 'at+jwt', 'application/at+jwt']);
/** The tolerance for `nbf` and `iat`; `exp` has none (D51). */
const CLOCK_TOLERANCE_SECONDS = 5;
const MAX_TOKEN_LENGTH = 8192;
const MAX_CACHED_MS = 300_000;

const challenge = 'Bearer realm="cargograph"';

/** These messages are sent in a header field, so they must not contain input. */
const tokenErrors = {
  malformed: 'the token is not a well-formed JWT',
  tooLong: 'the token is too long',
  type: 'the token header typ must be JWT or at+jwt',
  bound: 'the token is bound to a key or certificate, whose proof this node does not check',
  algorithm: 'the token is signed with an algorithm that is not accepted',
  issuer: 'the token is from an identity provider that this node does not trust',
  signature: 'the signature of the token matches no key of its identity provider',
  expired: 'the token has expired',
  notYet: 'the token is not valid yet',
  expiry: 'the token has no valid exp claim',
  audience: 'the token is for another audience',
  claims: 'the token has an invalid claim',
  agent: 'the token needs the claim logistics_agent_uri, an absolute http or https URI',
} as const;

const MISSING = 'missing';
const UNAVAILABLE = 'unavailable';

/** All reasons for rejected authentication: labels of a metric. */
export const rejectionReasons: readonly string[] = [...Object.keys(tokenErrors), MISSING, UNAVAILABLE];

/** The reason of an error of `authenticate`; `unavailable` if the keys could not be fetched. */
export function rejectionReason({ kind, message }: ServiceError): string {
  if (kind !== 'unauthenticated') return UNAVAILABLE;
  return Object.entries(tokenErrors).find(([, text]) => text === message)?.[0] ?? MISSING;
}

function tokenError(code: keyof typeof tokenErrors, cause?: unknown): ServiceError {
  const message = tokenErrors[code];
  const headers = { 'WWW-Authenticate': `${challenge}, error="invalid_token", error_description="${message}"` };
  return new ServiceError('unauthenticated', message, { headers, cause });
}

interface VerifiedToken {
  readonly caller: Caller;
  readonly source: KeySource;
  readonly keys: KeySet;
  /** The time of expiry in the cache, in milliseconds. */
  readonly until: number;
}

const BEARER = 'Bearer ';

/** The token of a field in the most common form; undefined for any other field. */
function usualToken(authorization: string): string | undefined {
  if (!authorization.startsWith(BEARER) || authorization.includes(' ', BEARER.length)) return undefined;
  return authorization.length > BEARER.length ? authorization.slice(BEARER.length) : undefined;
}

const digestOf = (token: string): string => hash('sha256', token, 'base64');

export class TokenVerifier {
  readonly #issuers: ReadonlyMap<string, TrustedIssuer>;
  readonly #internalAgents: ReadonlySet<Iri>;
  /** Tokens by digest, so that no token stays in memory. */
  readonly #verifiedTokens: LRUCache<string, VerifiedToken>;

  /**
   * @param options `internalAgents`: the data holder and `INTERNAL_AGENTS`.
   * @throws TypeError for a repeated issuer.
   */
  constructor(
    private readonly options: {
      readonly issuers: readonly TrustedIssuer[];
      readonly internalAgents: Iterable<Iri>;
      /** Whether tokens that are bound to a key or certificate are accepted without proof (D68). */
      readonly acceptsBound?: boolean;
      readonly clock: Clock;
      readonly log: Logger;
      /** The maximum number of cached verified tokens. */
      readonly capacity?: number;
    },
  ) {
    this.#issuers = new Map(options.issuers.map((issuer) => [issuer.issuer, issuer]));
    if (this.#issuers.size < options.issuers.length) throw new TypeError('an issuer of tokens is configured twice');
    this.#internalAgents = new Set(options.internalAgents);
    this.#verifiedTokens = new LRUCache({ max: options.capacity ?? 10_000 });
  }

  /**
   * Authenticates the caller of a request by its `Authorization` header.
   *
   * @throws ServiceError `unauthenticated` with a challenge (RFC 6750) for anything but a valid bearer token;
   * `unavailable` if the keys of its issuer cannot be fetched.
   */
  async authenticate(authorization: string | undefined): Promise<Caller> {
    const usual = usualToken(authorization ?? '');
    if (usual !== undefined) return this.verify(usual);
    const [scheme, ...credentials] = (authorization ?? '').trim().split(/ +/, 3);
    if (scheme?.toLowerCase() !== 'bearer') {
      throw new ServiceError('unauthenticated', 'a bearer token is needed: Authorization: Bearer <token>', {
        headers: { 'WWW-Authenticate': challenge },
      });
    }
    const [token] = credentials;
    if (token === undefined || credentials.length > 1) throw tokenError('malformed');
    return this.verify(token);
  }

  /**
   * The caller of an earlier verified token in an `Authorization` header, without checking the token's validity again.
   */
  recognize(authorization: string | undefined): Caller | undefined {
    const token = usualToken(authorization ?? '');
    if (token === undefined || token.length > MAX_TOKEN_LENGTH) return undefined;
    return this.#verifiedTokens.peek(digestOf(token))?.caller;
  }

  /** The key set of each trusted issuer. */
  keySets(): (KeySetStatus & { readonly issuer: string })[] {
    return [...this.#issuers.values()].map(({ issuer, keys }) => ({ issuer, ...keys.status() }));
  }

  /** Errors as `authenticate`. */
  async verify(token: string): Promise<Caller> {
    if (token.length > MAX_TOKEN_LENGTH) throw tokenError('tooLong');
    const digest = digestOf(token);
    const cached = this.#verifiedTokens.get(digest);
    if (cached !== undefined) {
      const isFresh = this.options.clock.now().getTime() < cached.until;
      if (isFresh && (await cached.source.current()) === cached.keys) return cached.caller;
      this.#verifiedTokens.delete(digest);
    }

    const issuer = this.#issuerOf(token);
    const { payload, keys } = await this.#verified(token, issuer);
    this.#checkTimes(payload);
    // Without the required proof, a stolen token would be sufficient (RFC 7800, 8705, 9449; D68).
    if (payload['cnf'] !== undefined && this.options.acceptsBound !== true) throw tokenError('bound');
    const agent = agentOf(payload);
    const caller: Caller = { agent, internal: this.#internalAgents.has(agent) };
    const until = Math.min((payload.exp ?? 0) * 1000, this.options.clock.now().getTime() + MAX_CACHED_MS);
    this.#verifiedTokens.set(digest, { caller, source: issuer.keys, keys, until });
    return caller;
  }

  /**
   * Checks `exp` without tolerance (D51), and `iat`: the library also applies its tolerance to `exp`, and accepts an
   * `iat` in the future.
   */
  #checkTimes({ exp = 0, iat = 0 }: JWTPayload): void {
    const now = this.options.clock.now().getTime() / 1000;
    if (now >= exp) throw tokenError('expired');
    if (iat > now + CLOCK_TOLERANCE_SECONDS) throw tokenError('notYet');
  }

  /** The trusted issuer that an unverified token names: it selects the keys. */
  #issuerOf(token: string): TrustedIssuer {
    let header: ProtectedHeaderParameters;
    let claims: JWTPayload;
    try {
      header = decodeProtectedHeader(token);
      claims = decodeJwt(token);
    } catch (cause) {
      throw tokenError('malformed', cause);
    }
    if (!tokenTypes.has(typeof header.typ === 'string' ? header.typ.toLowerCase() : undefined))
      throw tokenError('type');
    if (typeof header.alg !== 'string' || !signatureAlgorithms.includes(header.alg)) throw tokenError('algorithm');
    const issuer = typeof claims.iss === 'string' ? this.#issuers.get(claims.iss) : undefined;
    if (issuer === undefined) throw tokenError('issuer');
    return issuer;
  }

  async #verified(token: string, issuer: TrustedIssuer): Promise<{ payload: JWTPayload; keys: KeySet }> {
    const keys = await issuer.keys.current();
    const payload = await this.#tryVerify(token, issuer, keys);
    if (payload !== undefined) return { payload, keys };
    const refreshed = await issuer.keys.refresh();
    const second = refreshed === keys ? undefined : await this.#tryVerify(token, issuer, refreshed);
    if (second === undefined) throw tokenError('signature');
    return { payload: second, keys: refreshed };
  }

  /** The verified claims; undefined if no key of the set verifies the signature, but newer keys might. */
  async #tryVerify(token: string, issuer: TrustedIssuer, keys: KeySet): Promise<JWTPayload | undefined> {
    const options: JWTVerifyOptions = {
      algorithms: [...signatureAlgorithms],
      issuer: issuer.issuer,
      ...(issuer.audience === undefined ? {} : { audience: issuer.audience }),
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: this.options.clock.now(),
    };
    try {
      return (await jwtVerify(token, keys, options)).payload;
    } catch (error) {
      if (!(error instanceof errors.JWKSMultipleMatchingKeys)) {
        this.#classifyError(error, issuer);
        return undefined;
      }
      for await (const key of error) {
        try {
          return (await jwtVerify(token, key, options)).payload;
        } catch (cause) {
          this.#classifyError(cause, issuer);
        }
      }
      return undefined;
    }
  }

  /**
   * Returns if another key might verify the token.
   *
   * @throws ServiceError if none can.
   */
  #classifyError(error: unknown, issuer: TrustedIssuer): void {
    if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) return;
    if (error instanceof errors.JWTExpired) throw tokenError('expired', error);
    if (error instanceof errors.JWTClaimValidationFailed) throw tokenError(claimError(error), error);
    if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSInvalid))
      throw tokenError('malformed', error);
    // The provider has published an unusable key (too short, broken).
    this.options.log.warn(
      { issuer: issuer.issuer, reason: String(error) },
      'a key of an identity provider cannot be used',
    );
  }
}

function claimError({ claim, reason }: errors.JWTClaimValidationFailed): keyof typeof tokenErrors {
  if (claim === 'exp') return 'expiry';
  if (claim === 'aud') return 'audience';
  return claim === 'nbf' && reason === 'check_failed' ? 'notYet' : 'claims';
}

function agentOf(payload: JWTPayload): Iri {
  const agent = payload['logistics_agent_uri'];
  if (typeof agent !== 'string' || !isHttpIri(agent)) throw tokenError('agent');
  return agent;
}

/**
 * The identity provider and the expiry of an accepted token in an `Authorization` header; an invalid expiry date is
 * undefined.
 *
 * @throws TypeError for any other header.
 */
export function verifiedClaims(authorization: string | undefined): {
  readonly issuer: string;
  readonly expiresAt: Date | undefined;
} {
  const token = (authorization ?? '').trim().split(/ +/)[1];
  if (token === undefined) throw new TypeError('an authenticated request has a token');
  const { iss = '', exp } = decodeJwt(token);
  const expiresAt = new Date((exp ?? NaN) * 1000);
  // A JSON number may exceed the range of Date.
  return { issuer: iss, expiresAt: Number.isNaN(expiresAt.getTime()) ? undefined : expiresAt };
}

/** Whether a text is an absolute http or https IRI, as required for an agent's URI. */
export function isHttpIri(text: string): text is Iri {
  return /^https?:\/\/[^/]/i.test(text) && isIri(text) && URL.canParse(text);
}
