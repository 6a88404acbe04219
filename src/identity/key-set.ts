/** The public keys that an identity provider signs with: kept as long as it allows, looked up again with restraint. */
import { createLocalJWKSet } from 'jose';
import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { OutboundClient } from '../outbound/http-client.js';
import type { OutboundResponse } from '../outbound/response-collector.js';
import { OutboundError } from '../outbound/outbound-error.js';
import { type JsonWebKeySet, readKeySet } from './json-web-keys.js';

/** The keys at one moment: given a token's header, the one key or keys it may be signed with. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

/** Where an identity provider's keys come from. */
export interface KeySource {
  /**
   * The keys now: the same object for as long as they are the same keys.
   *
   * @throws ServiceError `unavailable` when they were never had and cannot be had.
   */
  current(): Promise<KeySet>;

  /** The keys after asking for newer ones, for a token that none of the keys fits; asks every 30 s at most (D48). */
  refresh(): Promise<KeySet>;
}

/** Keys that are at hand: those of the development identity provider, which a node need not ask itself for. */
export class LocalKeySource implements KeySource {
  readonly #keys: KeySet;

  constructor(document: JsonWebKeySet) {
    this.#keys = createLocalJWKSet(document);
  }

  current(): Promise<KeySet> {
    return Promise.resolve(this.#keys);
  }

  refresh(): Promise<KeySet> {
    return this.current();
  }
}

/** Every look for newer keys after the first: no oftener, whatever callers send. */
const COOLDOWN_MS = 30_000;
/** Every attempt to have keys at all. */
const RETRY_MS = 5_000;
const DEFAULT_LIFETIME = 600_000;
const MAX_LIFETIME = 86_400_000;

/** The keys behind an identity provider's `jwksUri`. */
export class RemoteKeySource implements KeySource {
  readonly #url: string;
  readonly #client: OutboundClient;
  readonly #clock: Clock;
  readonly #log: Logger;
  #known: { readonly keys: KeySet; readonly document: string } | undefined;
  #fetchedAt = Number.NEGATIVE_INFINITY;
  #lifetime = 0;
  #attemptedAt = Number.NEGATIVE_INFINITY;
  #lastFailed = false;
  #fetching: Promise<void> | undefined;

  constructor(options: {
    readonly url: string;
    readonly client: OutboundClient;
    readonly clock: Clock;
    readonly log: Logger;
  }) {
    this.#url = options.url;
    this.#client = options.client;
    this.#clock = options.clock;
    this.#log = options.log;
  }

  async current(): Promise<KeySet> {
    if (this.#known === undefined) {
      if (this.#fetching !== undefined || this.#passed(this.#attemptedAt, RETRY_MS)) await this.#fetch();
    } else if (this.#passed(this.#fetchedAt, this.#lifetime)) {
      const due = this.#passed(this.#attemptedAt, COOLDOWN_MS);
      // Once a fetch has failed, callers go on with the old keys rather than wait for a provider that may hang.
      if (this.#lastFailed) {
        if (due) void this.#fetch();
      } else if (due || this.#fetching !== undefined) {
        await this.#fetch();
      }
    }
    return this.#keys();
  }

  async refresh(): Promise<KeySet> {
    if (this.#fetching !== undefined || this.#passed(this.#attemptedAt, COOLDOWN_MS)) await this.#fetch();
    return this.#keys();
  }

  #keys(): KeySet {
    if (this.#known !== undefined) return this.#known.keys;
    throw new ServiceError('unavailable', "the identity provider's keys cannot be fetched", {
      headers: { 'Retry-After': String(RETRY_MS / 1000) },
    });
  }

  /** Whether so long a time has passed; a clock that went back counts as if it had. */
  #passed(since: number, pause: number): boolean {
    const elapsed = this.#clock.now().getTime() - since;
    return elapsed < 0 || elapsed >= pause;
  }

  /** Fetches the keys, all callers together; never rejects: what came of it is in the fields. */
  #fetch(): Promise<void> {
    this.#fetching ??= this.#fetchOnce().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #fetchOnce(): Promise<void> {
    this.#attemptedAt = this.#clock.now().getTime();
    try {
      const answer = await this.#client.request({
        method: 'GET',
        url: this.#url,
        headers: { accept: 'application/json, application/jwk-set+json' },
      });
      if (answer.status !== 200) throw new TypeError(`it answered ${answer.status}`);
      const document = answer.body.toString('base64');
      // The same document keeps its KeySet, and with it every token that was verified with it.
      if (document !== this.#known?.document) this.#known = { keys: this.#read(answer.body), document };
      this.#fetchedAt = this.#clock.now().getTime();
      this.#lifetime = lifetime(answer);
      this.#lastFailed = false;
    } catch (error) {
      this.#lastFailed = true;
      this.#log.warn(
        { jwksUri: this.#url, reason: error instanceof OutboundError ? error.message : String(error) },
        this.#known === undefined
          ? "an identity provider's keys cannot be fetched"
          : 'going on with the keys fetched before',
      );
    }
  }

  /** @throws Error when it is no key set; a key that cannot be used is told, and the others are used. */
  #read(body: Buffer): KeySet {
    const { usable, unusable } = readKeySet(body);
    for (const { kid, reason } of unusable) {
      this.#log.warn({ jwksUri: this.#url, kid, reason }, 'a key of an identity provider cannot be used');
    }
    return createLocalJWKSet({ keys: usable });
  }
}

/** How long an answer may be kept, in milliseconds: as Cache-Control and Age say, within bounds of our own. */
function lifetime({ headers }: OutboundResponse): number {
  const control = String(headers['cache-control'] ?? '').toLowerCase();
  if (/\bno-(store|cache)\b/.test(control)) return COOLDOWN_MS;
  const maxAge = /\bmax-age\s*=\s*"?(\d{1,12})/.exec(control)?.[1];
  if (maxAge === undefined) return DEFAULT_LIFETIME;
  const age = /^\d{1,12}$/.exec(String(headers['age'] ?? ''))?.[0] ?? '0';
  return Math.min(Math.max((Number(maxAge) - Number(age)) * 1000, COOLDOWN_MS), MAX_LIFETIME);
}
