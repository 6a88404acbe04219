/** This node's own tokens for calls to peers: the client credentials grant, asked for no oftener than needed. */
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Clock } from '../clock.js';
import type { OutboundClient } from '../outbound/http-client.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { InputError } from '../rdf/input-error.js';
import { parseJson } from '../rdf/jsonld/json.js';

/** A token and how many seconds it lasts. */
export interface GrantedToken {
  readonly token: string;
  readonly expiresIn: number;
}

/** A way to be given a token; throws `TokenRequestError` when none is given. */
export type TokenRequest = () => Promise<GrantedToken>;

/** This node as a client of an identity provider (`IDP_*`). */
export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authMethod: 'basic' | 'post';
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
}

/** No token was given. The message is for the operator and holds neither token nor secret. */
export class TokenRequestError extends Error {
  override readonly name = 'TokenRequestError';
}

/** The longest token that is sent on: servers read no more than 8 to 16 KiB of header. */
const MAX_TOKEN_LENGTH = 8192;
// RFC 6750's b64token: a token goes into a header field as it is, so nothing else may be in it.
const tokenAnswer = z.object({
  access_token: z
    .string()
    .max(MAX_TOKEN_LENGTH)
    .regex(/^[A-Za-z0-9._~+/-]+=*$/),
  token_type: z.string().regex(/^bearer$/i),
  // Some providers send the number as text, or null for what they do not know.
  expires_in: z.union([z.number(), z.string().regex(/^\d{1,12}$/)], 'no number of seconds').nullish(),
});
const errorAnswer = z.object({ error: z.string().regex(/^[A-Za-z_]{1,60}$/) });

/** What an unstated lifetime is taken for: the standard recommends the field, so this is for the careless. */
const DEFAULT_SECONDS = 60;
/** A lifetime longer than that is not believed: keys and clients change. */
const MAX_SECONDS = 86_400;

/** `application/x-www-form-urlencoded`, as the parts of Basic client authentication must be (RFC 6749 2.3.1). */
function formEncoded(text: string): string {
  return new URLSearchParams({ '': text }).toString().slice(1);
}

/** The grant of the identity provider at `tokenUrl`. */
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

  return async () => {
    const answer = await client
      .request({ method: 'POST', url: tokenUrl, headers, body: form.toString() })
      .catch((error: unknown) => {
        const why = error instanceof OutboundError ? error.message : 'the call failed';
        throw new TokenRequestError(`no token from the identity provider: ${why}`);
      });
    const body = parsed(answer.body);
    if (answer.status !== 200) {
      const named = errorAnswer.safeParse(body);
      const code = named.success ? ` ${named.data.error}` : '';
      throw new TokenRequestError(`the identity provider at ${provider} gave no token: ${answer.status}${code}`);
    }
    const token = tokenAnswer.safeParse(body);
    const seconds = token.success ? Number(token.data.expires_in ?? DEFAULT_SECONDS) : 0;
    // One that lasts less than a second has expired when it arrives.
    if (!token.success || seconds < 1)
      throw new TokenRequestError(`what the identity provider at ${provider} gave is no bearer token`);
    return { token: token.data.access_token, expiresIn: Math.min(seconds, MAX_SECONDS) };
  };
}

/** JSON, or undefined for what is none: an error page, say. */
function parsed(body: Buffer): unknown {
  try {
    return parseJson(body);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return undefined;
  }
}

/** How long a failure is the answer for all, so that a thousand deliveries do not storm a provider that is down. */
const FAILURE_PAUSE = 5_000;
/** A token younger than this is kept though a peer refuses it: one bad peer must not make us ask for every call. */
const RENEWAL_PAUSE = 30_000;

/** This node's token, kept until shortly before it expires. */
export class AccessTokenProvider {
  readonly #grant: TokenRequest;
  readonly #clock: Clock;
  readonly #log: Logger;
  #cached: { readonly token: string; readonly since: number; readonly until: number } | undefined;
  #failure: { readonly error: Error; readonly at: number } | undefined;
  #pending: Promise<string> | undefined;

  constructor(options: { readonly grant: TokenRequest; readonly clock: Clock; readonly log: Logger }) {
    this.#grant = options.grant;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  /**
   * A token that is valid for a while yet.
   *
   * @throws TokenRequestError when the identity provider gives none; again at once for the next 5 s.
   */
  get(): Promise<string> {
    const now = this.#clock.now().getTime();
    if (this.#cached !== undefined && this.#cached.since <= now && now < this.#cached.until) {
      return Promise.resolve(this.#cached.token);
    }
    if (this.#failure !== undefined && this.#failure.at <= now && now < this.#failure.at + FAILURE_PAUSE) {
      return Promise.reject(this.#failure.error);
    }
    this.#pending ??= this.#request(now).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  /** Gives up a token that a peer answered 401 to, so that the next call has a new one. */
  invalidate(token: string): void {
    const held = this.#cached;
    if (held?.token !== token) return;
    if (this.#clock.now().getTime() - held.since >= RENEWAL_PAUSE) this.#cached = undefined;
  }

  async #request(now: number): Promise<string> {
    try {
      const { token, expiresIn } = await this.#grant();
      const margin = Math.min(60, expiresIn / 10);
      // Counted from the question, so that a slow answer cannot make the token look younger than it is.
      this.#cached = { token, since: now, until: now + (expiresIn - margin) * 1000 };
      this.#failure = undefined;
      return token;
    } catch (error) {
      const failure = error instanceof Error ? error : new TokenRequestError('the identity provider gave no token');
      this.#failure = { error: failure, at: now };
      this.#log.warn({ reason: failure.message }, 'no token for calls to peers');
      throw failure;
    }
  }
}
