/**
 * The public keys of identity providers, cached as Cache-Control allows. jose's `createRemoteJWKSet` does not use
 * cached keys after a failed fetch, ignores Cache-Control, and delays only after successful fetches
 * (docs/performance.md).
 */
import { createLocalJWKSet } from 'jose';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { OutboundClient } from '../outbound/http-client.js';
import type { OutboundResponse } from '../outbound/response-collector.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { type JsonWebKeySet, readKeySet } from './json-web-keys.js';

/** Selects the possible keys of a token by its header. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

/** The state of an identity provider's key set. */
export interface KeySetStatus {
  /** `outdated`: the keys of an earlier fetch are used. `missing`: there are no keys, and tokens cannot be verified. */
  readonly state: 'current' | 'outdated' | 'missing';
  /** Undefined for the development identity provider. */
  readonly jwksUri?: string;
  /** The number of usable keys. */
  readonly keys: number;
  readonly fetchedAt?: string;
  /** The reason for the failure of the last fetch. */
  readonly error?: string;
}

export interface KeySource {
  /**
   * The current keys: the same object until they change.
   *
   * @throws ServiceError `unavailable` if no fetch has ever succeeded.
   */
  current(): Promise<KeySet>;

  /** The state for operators. */
  status(): KeySetStatus;

  /** Fetches the keys for a token that no cached key verifies, at most every 30 s (D48). */
  refresh(): Promise<KeySet>;
}

/** The keys of the development identity provider, which need no fetch. */
export function localKeySource(document: JsonWebKeySet): KeySource {
  const keys = Promise.resolve(createLocalJWKSet(document));
  return {
    current: () => keys,
    refresh: () => keys,
    status: () => ({ state: 'current', keys: document.keys.length }),
  };
}

/** Time between fetches of newer keys, whatever tokens arrive. */
const COOLDOWN_MS = 30_000;
/** Time between fetches while there are no keys. */
const RETRY_MS = 5_000;
const DEFAULT_LIFETIME_MS = 600_000;
const MAX_LIFETIME_MS = 86_400_000;

/** The keys at an identity provider's `jwksUri`. */
export class RemoteKeySource implements KeySource {
  #cached: { readonly keys: KeySet; readonly count: number; readonly document: string } | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #lifetimeMs = 0;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  /** The failure of the last fetch. */
  #failure: string | undefined;
  #fetching: Promise<void> | undefined;

  constructor(
    private readonly options: {
      readonly url: string;
      readonly client: OutboundClient;
      readonly clock: Clock;
      readonly log: Logger;
    },
  ) {}

  async current(): Promise<KeySet> {
    if (this.#cached === undefined) {
      if (this.#fetching !== undefined || this.#hasPassed(this.#attemptedAt, RETRY_MS)) await this.#fetch();
    } else if (this.#hasPassed(this.#fetchedAt, this.#lifetimeMs)) {
      const due = this.#hasPassed(this.#attemptedAt, COOLDOWN_MS);
      // After a failed fetch, callers use the cached keys and do not wait for a provider that may hang.
      if (this.#failure !== undefined) {
        if (due) void this.#fetch();
      } else if (due || this.#fetching !== undefined) {
        await this.#fetch();
      }
    }
    return this.#keys();
  }

  async refresh(): Promise<KeySet> {
    if (this.#fetching !== undefined || this.#hasPassed(this.#attemptedAt, COOLDOWN_MS)) await this.#fetch();
    return this.#keys();
  }

  /** Fetches the keys at the start of the node, so that a failure is logged before the first token. Never rejects. */
  async prefetch(signal: AbortSignal): Promise<void> {
    await this.#fetch(signal);
    // The provider may have started after the node: the first token does not wait for the delay between attempts.
    if (this.#cached === undefined) this.#attemptedAt = Number.NEGATIVE_INFINITY;
  }

  status(): KeySetStatus {
    const cached = this.#cached;
    return {
      jwksUri: this.options.url,
      state: cached === undefined ? 'missing' : this.#failure === undefined ? 'current' : 'outdated',
      keys: cached?.count ?? 0,
      ...(cached !== undefined && { fetchedAt: new Date(this.#fetchedAt).toISOString() }),
      ...(this.#failure !== undefined && { error: this.#failure }),
    };
  }

  #keys(): KeySet {
    if (this.#cached !== undefined) return this.#cached.keys;
    throw new ServiceError('unavailable', "the identity provider's keys cannot be fetched", {
      headers: { 'Retry-After': String(RETRY_MS / 1000) },
    });
  }

  /** Also true if the clock was set back. */
  #hasPassed(since: number, ms: number): boolean {
    const elapsed = this.options.clock.now().getTime() - since;
    return elapsed < 0 || elapsed >= ms;
  }

  /** Fetches the keys, once for concurrent callers; never rejects. */
  #fetch(signal?: AbortSignal): Promise<void> {
    this.#fetching ??= this.#fetchOnce(signal).finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchOnce(signal: AbortSignal | undefined): Promise<void> {
    this.#attemptedAt = this.options.clock.now().getTime();
    try {
      const response = await this.options.client.request({
        method: 'GET',
        url: this.options.url,
        headers: { accept: 'application/json, application/jwk-set+json' },
        ...(signal && { signal }),
      });
      if (response.status !== 200) throw new TypeError(`the response has status ${response.status}`);
      const document = response.body.toString('base64');
      // An unchanged document has the same KeySet, so that tokens verified with it stay cached.
      if (document !== this.#cached?.document) this.#cached = { ...this.#read(response.body), document };
      this.#fetchedAt = this.options.clock.now().getTime();
      this.#lifetimeMs = lifetimeMs(response);
      this.#failure = undefined;
    } catch (error) {
      if (signal?.aborted === true) return;
      this.#failure = error instanceof OutboundError ? error.message : String(error);
      this.options.log.warn(
        { jwksUri: this.options.url, reason: this.#failure },
        this.#cached === undefined
          ? "an identity provider's keys cannot be fetched"
          : "an identity provider's keys cannot be refreshed; the cached ones are used",
      );
    }
  }

  /** Logs and ignores unusable keys. @throws Error for anything but a key set. */
  #read(body: Buffer): { keys: KeySet; count: number } {
    const { usable, unusable } = readKeySet(body);
    for (const { kid, reason } of unusable) {
      this.options.log.warn({ jwksUri: this.options.url, kid, reason }, 'a key of an identity provider cannot be used');
    }
    return { keys: createLocalJWKSet({ keys: usable }), count: usable.length };
  }
}

/** The time for which a response may be cached by Cache-Control and Age, within bounds. */
function lifetimeMs({ headers }: OutboundResponse): number {
  const control = String(headers['cache-control'] ?? '').toLowerCase();
  if (/\bno-(store|cache)\b/.test(control)) return COOLDOWN_MS;
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,12})/.exec(control)?.[1];
  if (maxAge === undefined) return DEFAULT_LIFETIME_MS;
  const age = /^\d{1,12}$/.exec(String(headers['age'] ?? ''))?.[0] ?? '0';
  return Math.min(Math.max((Number(maxAge) - Number(age)) * 1000, COOLDOWN_MS), MAX_LIFETIME_MS);
}
