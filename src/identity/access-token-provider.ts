/** This node's access tokens for calls to peers, by the client credentials grant (RFC 6749, section 4.4). */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { OutboundClient } from '../outbound/http-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { InputError } from '../rdf/input-error.js';
import { parseJson } from '../rdf/jsonld/json.js';
import type { ClientCredentials } from '../settings/settings.js';

interface GrantedToken {
  readonly token: string;
  /** The lifetime in seconds. */
  readonly expiresIn: number;
}

/** @throws TokenRequestError without a token. */
export type TokenRequest = (signal?: AbortSignal) => Promise<GrantedToken>;

/** The identity provider granted no token. The message is for the operator and contains no secrets. */
export class TokenRequestError extends Error {
  override readonly name = 'TokenRequestError';
}

/** Most servers accept at most 8 to 16 KiB of header fields. */
const MAX_TOKEN_LENGTH = 8192;
// RFC 6750's b64token: a token is sent in a header field, so it must not contain other characters.
const tokenResponse = z.object({
  access_token: z
    .string()
    .max(MAX_TOKEN_LENGTH)
    .regex(/^[A-Za-z0-9._~+/-]+=*$/),
  token_type: z.string().regex(/^bearer$/i),
  // Some providers send the number as text, or null.
  expires_in: z.union([z.number(), z.string().regex(/^\d{1,12}$/)], 'not a number of seconds').nullish(),
});
const errorResponse = z.object({ error: z.string().regex(/^[A-Za-z_]{1,60}$/) });

/** The lifetime of a token whose response has no `expires_in`. */
const DEFAULT_SECONDS = 60;
/** Upper bound for lifetimes: keys and clients change. */
const MAX_SECONDS = 86_400;

/** The encoding of the parts of Basic client authentication (RFC 6749, section 2.3.1). */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** Requests tokens from the identity provider at `tokenUrl`. */
export function clientCredentialsGrant(credentials: ClientCredentials, client: OutboundClient): TokenRequest {
  const { tokenUrl, clientId, clientSecret, authMethod, scope, audience } = credentials;
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  if (authMethod === 'post') {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  if (scope !== undefined) form.set('scope', scope);
  if (audience !== undefined) form.set('audience', audience);
  const pair = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`;
  const basic = `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(authMethod === 'basic' ? { authorization: basic } : {}),
  };
  const provider = new URL(tokenUrl).origin;

  return async (signal) => {
    const response = await client
      .request({ method: 'POST', url: tokenUrl, headers, body: form.toString(), ...(signal && { signal }) })
      .catch((error: unknown) => {
        const reason = error instanceof OutboundError ? error.message : 'the call failed';
        throw new TokenRequestError(`no token from the identity provider: ${reason}`);
      });
    const body = parseOrUndefined(response.body);
    if (response.status !== 200) {
      const error = errorResponse.safeParse(body);
      const code = error.success ? ` ${error.data.error}` : '';
      const hint = code === ' invalid_client' ? '; IDP_CLIENT_ID or IDP_CLIENT_SECRET is wrong' : '';
      throw new TokenRequestError(
        `the identity provider at ${provider} granted no token: ${response.status}${code}${hint}`,
      );
    }
    const token = tokenResponse.safeParse(body);
    const seconds = token.success ? Number(token.data.expires_in ?? DEFAULT_SECONDS) : 0;
    if (!token.success || seconds < 1)
      throw new TokenRequestError(`the response of the identity provider at ${provider} is not a valid bearer token`);
    return { token: token.data.access_token, expiresIn: Math.min(seconds, MAX_SECONDS) };
  };
}

/** Undefined for a body that is not JSON, such as an error page. */
function parseOrUndefined(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** The lifetime of a cached failure, so that a series of deliveries does not call a failed provider repeatedly. */
const FAILURE_CACHE_MS = 5_000;
/**
 * A younger token is not discarded even if a peer rejects it: one faulty peer must not cause a token request for every
 * call.
 */
const MIN_AGE_MS = 30_000;

/** This node's token, cached until shortly before it expires. */
export class AccessTokenProvider {
  #cached: { readonly token: string; readonly since: number; readonly until: number } | undefined;
  #failure: { readonly error: Error; readonly at: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(
    private readonly services: { readonly grant: TokenRequest; readonly clock: Clock; readonly log: Logger },
  ) {}

  /**
   * A token that does not expire soon.
   *
   * @param signal ends the request for a new token.
   * @throws TokenRequestError if the identity provider grants none; the error is cached for 5 s.
   */
  get(signal?: AbortSignal): Promise<string> {
    const now = this.services.clock.now().getTime();
    if (this.#cached !== undefined && this.#cached.since <= now && now < this.#cached.until) {
      return Promise.resolve(this.#cached.token);
    }
    if (this.#failure !== undefined && this.#failure.at <= now && now < this.#failure.at + FAILURE_CACHE_MS) {
      return Promise.reject(this.#failure.error);
    }
    this.#pending ??= this.#request(now, signal).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** The reason why the last request for a token failed; undefined after a success. */
  get lastError(): string | undefined {
    return this.#failure?.error.message;
  }

  /** Discards a token that a peer rejected with 401, so that the next call gets a new one. */
  invalidate(token: string): void {
    const cached = this.#cached;
    if (cached?.token !== token) return;
    if (this.services.clock.now().getTime() - cached.since >= MIN_AGE_MS) this.#cached = undefined;
  }

  async #request(now: number, signal: AbortSignal | undefined): Promise<string> {
    try {
      const { token, expiresIn } = await this.services.grant(signal);
      const margin = Math.min(60, expiresIn / 10);
      // Counted from the time of the request: after a slow response the token is older than it seems.
      this.#cached = { token, since: now, until: now + (expiresIn - margin) * 1000 };
      this.#failure = undefined;
      return token;
    } catch (error) {
      const failure = error instanceof Error ? error : new TokenRequestError('the identity provider granted no token');
      this.#failure = { error: failure, at: now };
      if (signal?.aborted !== true)
        this.services.log.warn({ reason: failure.message }, 'no token for calls to partners');
      throw failure;
    }
  }
}
