/** Tokens of the callers: given, or by client credentials (T3 to T5). */
import { decodeJwt } from 'jose';
import type { PartyConfig } from './config.js';
import { reasonOf, UsageError } from './errors.js';

/** A token is renewed so long before it ends. */
const MARGIN_MS = 30_000;
/** Where the answer names no end. */
const DEFAULT_SECONDS = 60;
const TIMEOUT_MS = 10_000;

interface Current {
  readonly token: string;
  readonly until: number;
}

/** The claims of a token, unverified; undefined where it is no JWT. */
export function claimsOf(token: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

/** The tokens of one caller. */
export class Tokens {
  #current: Current | undefined;
  #asking: Promise<Current> | undefined;

  /** @param name the member of the configuration, for errors. */
  constructor(
    private readonly name: string,
    private readonly config: PartyConfig,
  ) {}

  /** What may never be shown: the secret, and the tokens. */
  get secrets(): string[] {
    return [this.config.token, this.config.clientSecret, this.#current?.token].filter((text) => text !== undefined);
  }

  /** The URI of the agent; undefined where the token is opaque and the configuration names none (T5). */
  async agent(): Promise<string | undefined> {
    if (this.config.agent !== undefined) return this.config.agent;
    const agent = claimsOf(await this.get())?.['logistics_agent_uri'];
    return typeof agent === 'string' ? agent : undefined;
  }

  /** @throws UsageError without a token. */
  async get(): Promise<string> {
    const { token } = this.config;
    if (token !== undefined) return token;
    if (this.#current !== undefined && performance.now() < this.#current.until) return this.#current.token;
    this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
    this.#current = await this.#asking;
    return this.#current.token;
  }

  async #ask(): Promise<Current> {
    const { tokenUrl = '', clientId = '', clientSecret = '', authMethod = 'basic', scope, parameters } = this.config;
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...parameters });
    if (scope !== undefined) body.set('scope', scope);
    const headers = new Headers();
    if (authMethod === 'basic') {
      const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
      headers.set('Authorization', `Basic ${Buffer.from(pair).toString('base64')}`);
    } else {
      body.set('client_id', clientId);
      body.set('client_secret', clientSecret);
    }
    const refused = (why: string): UsageError => new UsageError(`${this.name}: no token from ${tokenUrl}: ${why}`);
    let answer: unknown;
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(tokenUrl, { method: 'POST', redirect: 'error', headers, body, signal });
      if (!response.ok) throw refused(String(response.status));
      answer = await response.json();
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw refused(reasonOf(error));
    }
    if (typeof answer !== 'object' || answer === null || !('access_token' in answer)) throw refused('no access_token');
    const { access_token: token } = answer;
    if (typeof token !== 'string' || token === '') throw refused('no access_token');
    const asked = 'expires_in' in answer ? Number(answer.expires_in) : NaN;
    const seconds = Number.isFinite(asked) ? asked : DEFAULT_SECONDS;
    return { token, until: performance.now() + Math.max(seconds * 1000 - MARGIN_MS, 1000) };
  }
}
