/** The requests of a run: at most four at once, at a rate, each bounded in time and size (T15, T16). */
import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, reasonOf, ServerGone } from './errors.js';
import { CantTell, Failed, Untested } from './outcome.js';
import type { Reply, Sent } from './reply.js';

const AT_ONCE = 4;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** All waits that `Retry-After` asks for, together. */
const MAX_WAIT_MS = 30_000;

export interface TransportOptions {
  /** Requests a second; 0 for no limit. */
  readonly rate: number;
  readonly readOnly: boolean;
  /** Aborts with the reason why the rest is untested. */
  readonly signal: AbortSignal;
}

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

export class Transport {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  #next = 0;
  #waited = 0;
  #gone: string | undefined;
  requests = 0;
  /** Answers 429. */
  limited = 0;

  constructor(private readonly options: TransportOptions) {}

  /** Why the server no longer answers. */
  get gone(): string | undefined {
    return this.#gone;
  }

  /**
   * @param authorization beside the headers of `sent`, which is kept without it.
   * @throws Failed without an answer, ServerGone without a server, Untested if it may not be sent.
   */
  async send(sent: Sent, body: string | Uint8Array | undefined, authorization: string | undefined): Promise<Reply> {
    if (this.options.readOnly && !reading.has(sent.method)) throw new Untested('the run only reads (--read-only)');
    for (let isRetry = false; ; isRetry = true) {
      this.#expectOpen();
      const release = await this.#slot();
      let reply: Reply;
      try {
        this.#expectOpen();
        await this.#turn();
        reply = await this.#once(sent, body, authorization);
      } catch (error) {
        if (codeOf(error) !== 'ECONNREFUSED') throw error;
        if (isRetry) {
          this.#gone = `${sent.url} refuses connections`;
          throw new ServerGone(this.#gone, { cause: error });
        }
        await delay(500);
        continue;
      } finally {
        release();
      }
      const wait = this.#askedToWait(reply);
      if (wait === undefined) return reply;
      await delay(wait);
    }
  }

  #expectOpen(): void {
    if (this.#gone !== undefined) throw new ServerGone(this.#gone);
    const { signal } = this.options;
    if (signal.aborted) throw new Untested(String(signal.reason));
  }

  /** Resolves when no request is on its way; after the signal no other begins. */
  async idle(): Promise<void> {
    while (this.#running > 0) await delay(20);
  }

  /** Waits for one of the places. */
  async #slot(): Promise<() => void> {
    if (this.#running >= AT_ONCE) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    } else this.#running += 1;
    return () => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    };
  }

  /** Waits for the turn that the rate gives. */
  async #turn(): Promise<void> {
    this.requests += 1;
    const { rate } = this.options;
    if (rate === 0) return;
    const now = performance.now();
    const turn = Math.max(this.#next, now);
    this.#next = turn + 1000 / rate;
    if (turn > now) await delay(turn - now);
  }

  async #once(sent: Sent, body: string | Uint8Array | undefined, authorization: string | undefined): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const response = await fetch(sent.url, {
        method: sent.method,
        redirect: 'manual',
        signal,
        headers: { ...sent.headers, ...(authorization !== undefined && { Authorization: authorization }) },
        ...(body !== undefined && { body }),
      });
      const { bytes, truncated } = await bounded(response);
      return {
        request: sent,
        status: response.status,
        headers: response.headers,
        text: new TextDecoder().decode(bytes),
        truncated,
      };
    } catch (error) {
      if (codeOf(error) === 'ECONNREFUSED') throw error;
      const came = signal.aborted ? `none within ${TIMEOUT_MS / 1000} s` : `none: ${reasonOf(error)}`;
      throw new Failed(`an answer to ${sent.method} ${sent.url}`, came, undefined, sent);
    }
  }

  /** How long a busy server asks to wait, while there is patience left. */
  #askedToWait({ status, headers }: Reply): number | undefined {
    if (status === 429) this.limited += 1;
    if (status !== 429 && status !== 503) return undefined;
    const asked = headers.get('retry-after');
    if (asked === null) return undefined;
    const seconds = Number(asked);
    const wait = Math.max(Number.isFinite(seconds) ? seconds * 1000 : Date.parse(asked) - Date.now(), 100);
    if (!Number.isFinite(wait) || this.#waited + wait > MAX_WAIT_MS) return undefined;
    this.#waited += wait;
    return wait;
  }
}

/** A longer answer is cut, and whoever reads it says so. */
async function bounded(response: Response): Promise<{ bytes: Buffer; truncated: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body !== null)
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > MAX_BYTES) return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), truncated: true };
    }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

/** @throws CantTell for an answer that was cut. */
export function expectWhole({ truncated }: Reply): void {
  if (truncated) throw new CantTell('the answer is longer than 4 MB');
}
