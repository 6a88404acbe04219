/** The key set of an identity provider: fetched when it is needed, and kept (T49). */
import { createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { chunksOf, parseJson, readUpTo } from './bytes.js';
import { Refusal } from './refusal.js';

/** Selects the possible keys of a token by its header. */
export type Keys = ReturnType<typeof createLocalJWKSet>;

const LIFETIME_MS = 600_000;
/** Between fetches for tokens whose key is not known, whoever sends them. */
const COOLDOWN_MS = 30_000;
/** Between fetches while there are no keys. */
const RETRY_MS = 5000;
const TIMEOUT_MS = 5000;
const MAX_BYTES = 256 * 1024;
const MAX_KEYS = 100;

export class KeySet {
  #keys: Keys | undefined;
  #fetchedAt = -Infinity;
  #triedAt = -Infinity;
  #fetching: Promise<void> | undefined;

  constructor(
    private readonly url: string,
    private readonly options: { readonly fetch: typeof globalThis.fetch; readonly now: () => Date },
  ) {}

  /**
   * The keys: those of an earlier fetch where they cannot be had anew.
   *
   * @throws Refusal 503 without any.
   */
  async current(): Promise<Keys> {
    if (this.#keys === undefined) await this.#fetchAfter(RETRY_MS);
    else if (this.#passed(this.#fetchedAt, LIFETIME_MS)) await this.#fetchAfter(COOLDOWN_MS);
    return this.#usable();
  }

  /** The keys for a token that none of the current ones verifies. */
  async newer(): Promise<Keys> {
    await this.#fetchAfter(COOLDOWN_MS);
    return this.#usable();
  }

  #usable(): Keys {
    if (this.#keys !== undefined) return this.#keys;
    throw new Refusal(503, 'the keys of the identity provider cannot be had', {
      'Retry-After': String(RETRY_MS / 1000),
    });
  }

  /** Also if the clock was set back. */
  #passed(since: number, ms: number): boolean {
    const elapsed = this.options.now().getTime() - since;
    return elapsed < 0 || elapsed >= ms;
  }

  /** Fetches them once for all that wait. Never rejects. */
  #fetchAfter(ms: number): Promise<void> {
    if (this.#fetching === undefined && !this.#passed(this.#triedAt, ms)) return Promise.resolve();
    this.#fetching ??= this.#fetch()
      .catch(() => undefined)
      .finally(() => {
        this.#fetching = undefined;
      });
    return this.#fetching;
  }

  async #fetch(): Promise<void> {
    const { fetch, now } = this.options;
    this.#triedAt = now().getTime();
    const response = await fetch(this.url, {
      headers: { Accept: 'application/jwk-set+json, application/json' },
      redirect: 'error',
      // It also ends a body that does not end.
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const bytes = await readUpTo(chunksOf(response.body), MAX_BYTES);
    if (response.status !== 200 || bytes === undefined) throw new TypeError('no key set');
    this.#keys = createLocalJWKSet(keySetIn(parseJson(bytes)));
    this.#fetchedAt = now().getTime();
  }
}

function keySetIn(document: unknown): JSONWebKeySet {
  if (!isKeySet(document)) throw new TypeError('no key set');
  return document;
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  if (typeof value !== 'object' || value === null || !('keys' in value) || !Array.isArray(value.keys)) return false;
  return value.keys.length <= MAX_KEYS && value.keys.every((key) => typeof key === 'object' && key !== null);
}
