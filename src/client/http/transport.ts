/** Requests to one server: token, version, time limit, retries (T38, T44, T46). */
import { ConnectionError, TimeoutError } from '../errors.js';
import type { Fetch, Tokens } from '../tokens.js';
import { Answer } from './answer.js';
import { delayBefore, isRepeatable, isRetriedStatus, wasNotSent } from './retries.js';
import { Limit, reasonOf, sleep } from './waiting.js';

/** What a request is made of. */
export interface Sending {
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be sent again though the method may not (a creation under a URI of one's own). */
  readonly repeatable?: boolean | undefined;
}

export interface TransportOptions {
  readonly fetch: Fetch;
  readonly tokens: Tokens;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly version: string | undefined;
  readonly userAgent: string | undefined;
  /** Whether POST and PATCH carry an `Idempotency-Key`. */
  readonly idempotent: boolean;
  readonly random: () => number;
}

/** One call: the same key for all of its attempts. */
interface Call {
  readonly method: string;
  readonly url: string;
  readonly sending: Sending;
  readonly headers: Readonly<Record<string, string>>;
  readonly repeatable: boolean;
}

const WITHOUT_BODY = new Set(['GET', 'HEAD']);

export class Transport {
  constructor(private readonly options: TransportOptions) {}

  /**
   * Sends a request and reads the whole answer, of whatever status.
   *
   * @throws ConnectionError, TimeoutError, TokenError, or the reason of the caller's signal.
   */
  async send(method: string, url: string, sending: Sending = {}): Promise<Answer> {
    const { retries, random } = this.options;
    const call = this.#call(method, url, sending);
    let wasLost = false;
    for (let attempt = 0; ; attempt++) {
      let retryAfter: string | null = null;
      try {
        const answer = await this.#authorized(call);
        if (attempt === retries || !isRetriedStatus(answer.status, call.repeatable))
          return wasLost ? answer.afterLoss() : answer;
        retryAfter = answer.headers.get('retry-after');
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        const notSent = wasNotSent(error.cause);
        wasLost ||= !notSent;
        if (attempt === retries || !(call.repeatable || notSent)) throw error;
      }
      await sleep(delayBefore(attempt, retryAfter, random, Date.now()), sending.signal);
    }
  }

  #call(method: string, url: string, sending: Sending): Call {
    const { version, userAgent, idempotent } = this.options;
    const type = version === undefined ? 'application/ld+json' : `application/ld+json; version=${version}`;
    const keyed = idempotent && (method === 'POST' || method === 'PATCH');
    const headers = {
      Accept: type,
      ...(sending.body !== undefined && { 'Content-Type': type }),
      ...(userAgent !== undefined && { 'User-Agent': userAgent }),
      ...(keyed && { 'Idempotency-Key': crypto.randomUUID() }),
      ...sending.headers,
    };
    return { method, url, sending, headers, repeatable: isRepeatable(method) || keyed || sending.repeatable === true };
  }

  /** With a token; with a new one if the first was refused. */
  async #authorized(call: Call): Promise<Answer> {
    const { tokens } = this.options;
    const { signal } = call.sending;
    const token = await tokens.get(signal);
    const answer = await this.#once(call, token);
    if (answer.status !== 401) return answer;
    tokens.refused(token);
    return this.#once(call, await tokens.get(signal));
  }

  async #once({ method, url, headers, sending: { body, signal } }: Call, token: string): Promise<Answer> {
    const { fetch, timeoutMs } = this.options;
    const limit = new Limit(timeoutMs, signal);
    try {
      const response = await fetch(url, {
        method,
        headers: { Authorization: `Bearer ${token}`, ...headers },
        // A moved object is read where it is; what is written there must be meant for it.
        redirect: WITHOUT_BODY.has(method) ? 'follow' : 'manual',
        signal: limit.signal,
        ...(body !== undefined && { body }),
      });
      return new Answer(method, url, response, await response.text());
    } catch (error) {
      if (limit.isOver) throw new TimeoutError(method, url, timeoutMs);
      if (signal?.aborted === true) throw reasonOf(signal);
      throw new ConnectionError(method, url, error);
    } finally {
      limit.end();
    }
  }
}
