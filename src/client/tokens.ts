/** Access tokens (T44). */
import { TokenError } from './errors.js';
import { Limit, reasonOf } from './http/waiting.js';

/**
 * What `fetch` does, as far as the client needs it.
 *
 * @since 0.3.0
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Where and how a token is asked for (RFC 6749, 4.4).
 *
 * @since 0.3.0
 */
export interface ClientCredentialsOptions {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  /** Further members of the form, for example `audience`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** How the client names itself: HTTP Basic, or members of the form. Default: `basic`. */
  readonly authMethod?: 'basic' | 'post';
}

/**
 * A way to tokens, for `createClient`; each client asks for tokens of its own.
 *
 * @since 0.3.0
 */
export interface ClientCredentials {
  readonly kind: 'client-credentials';
  /** Asks for a token. */
  request(fetch: Fetch, timeoutMs: number): Promise<IssuedToken>;
}

/**
 * An issued token.
 *
 * @since 0.3.0
 */
export interface IssuedToken {
  readonly token: string;
  /** For how many seconds it is kept. */
  readonly keepSeconds: number;
}

/**
 * What `createClient({ token })` takes.
 *
 * @since 0.3.0
 */
export type TokenSource = ClientCredentials | (() => string | Promise<string>);

/**
 * Tokens by client credentials (T44).
 *
 * @throws TypeError for a missing or wrong member.
 * @since 0.3.0
 */
export function clientCredentials(options: ClientCredentialsOptions): ClientCredentials {
  const { tokenUrl, clientId, clientSecret, scope, parameters = {}, authMethod = 'basic' } = options;
  for (const [name, value] of Object.entries({ tokenUrl, clientId, clientSecret }))
    if (typeof value !== 'string' || value === '') throw new TypeError(`clientCredentials: ${name} must be a text`);
  if (!/^https?:/.test(tokenUrl) || !URL.canParse(tokenUrl))
    throw new TypeError('clientCredentials: tokenUrl must be an http(s) URL');
  if (authMethod !== 'basic' && (authMethod as unknown) !== 'post')
    throw new TypeError('clientCredentials: authMethod must be basic or post');
  const form = new URLSearchParams({ grant_type: 'client_credentials', ...parameters });
  if (scope !== undefined) form.set('scope', scope);
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'Content-Type': 'application/x-www-form-urlencoded',
  };
  if (authMethod === 'basic')
    headers['Authorization'] = `Basic ${base64(`${encoded(clientId)}:${encoded(clientSecret)}`)}`;
  else {
    form.set('client_id', clientId);
    form.set('client_secret', clientSecret);
  }
  return {
    kind: 'client-credentials',
    request: (fetch, timeoutMs) => requestToken(fetch, tokenUrl, { headers, body: form.toString() }, timeoutMs),
  };
}

/** RFC 6749, 2.3.1: both parts are form-encoded first. */
const encoded = (text: string): string => new URLSearchParams({ a: text }).toString().slice('a='.length);
const base64 = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** What a token without `expires_in` is taken to last, and how long before its end it is renewed. */
const DEFAULT_SECONDS = 60;
const EARLY_SECONDS = 30;

async function requestToken(
  fetch: Fetch,
  tokenUrl: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
  timeoutMs: number,
): Promise<IssuedToken> {
  const limit = new Limit(timeoutMs, undefined);
  let status: number | undefined;
  let answer: unknown;
  try {
    const response = await fetch(tokenUrl, { method: 'POST', headers, body, redirect: 'error', signal: limit.signal });
    status = response.status;
    answer = await response.json().catch(() => undefined);
  } catch (cause) {
    throw new TokenError(
      `the token endpoint gave no answer${limit.isOver ? ` within ${timeoutMs} ms` : ''}`,
      status,
      undefined,
      { cause },
    );
  } finally {
    limit.end();
  }
  const { access_token: token, expires_in: expires, error } = membersOf(answer);
  const code = typeof error === 'string' ? error.slice(0, 200) : undefined;
  if (status < 200 || status > 299)
    throw new TokenError(`the token endpoint answered ${status}${code === undefined ? '' : ` ${code}`}`, status, code);
  if (typeof token !== 'string' || token === '')
    throw new TokenError('the token endpoint gave no access_token', status);
  const seconds = Number(expires);
  const stated = expires !== undefined && Number.isFinite(seconds) ? seconds - EARLY_SECONDS : DEFAULT_SECONDS;
  return { token, keepSeconds: Math.max(0, stated) };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The tokens of one client: one request at a time, however many callers wait (T44). */
export class Tokens {
  #current: { readonly token: string; readonly until: number } | undefined;
  #asked: Promise<string> | undefined;

  constructor(
    private readonly source: TokenSource,
    private readonly fetch: Fetch,
    private readonly timeoutMs: number,
  ) {}

  async get(signal: AbortSignal | undefined): Promise<string> {
    if (typeof this.source === 'function') return this.#ofFunction(this.source);
    if (this.#current !== undefined && performance.now() < this.#current.until) return this.#current.token;
    this.#asked ??= this.#ask(this.source).finally(() => {
      this.#asked = undefined;
    });
    return unlessAborted(this.#asked, signal);
  }

  /** Forgets a token that a server refused, unless another has replaced it. */
  refused(token: string): void {
    if (this.#current?.token === token) this.#current = undefined;
  }

  async #ask(source: ClientCredentials): Promise<string> {
    const { token, keepSeconds } = await source.request(this.fetch, this.timeoutMs);
    this.#current = { token, until: performance.now() + keepSeconds * 1000 };
    return token;
  }

  async #ofFunction(source: () => string | Promise<string>): Promise<string> {
    let token: unknown;
    try {
      token = await source();
    } catch (cause) {
      throw cause instanceof TokenError
        ? cause
        : new TokenError('the function for tokens failed', undefined, undefined, { cause });
    }
    if (typeof token === 'string' && token !== '') return token;
    throw new TokenError('the function for tokens gave none');
  }
}

/** A caller that stops waiting does not stop the request, which others wait for, too. */
function unlessAborted(asked: Promise<string>, signal: AbortSignal | undefined): Promise<string> {
  if (signal === undefined) return asked;
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    asked.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
