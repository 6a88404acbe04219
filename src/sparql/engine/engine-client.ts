/**
 * Calls a SPARQL engine by the SPARQL 1.1 Protocol. The operator configures its addresses, so that any network is
 * allowed. An engine's own messages never reach a caller: they may contain addresses, files or credentials.
 */
import type { Logger } from 'pino';
import { z } from 'zod';
import { withAnySignal } from '../../async/with-any-signal.js';
import { OutboundClient } from '../../outbound/http-client.js';
import { OutboundError } from '../../outbound/outbound-error.js';
import type { OutboundResponse } from '../../outbound/response-collector.js';
import type { OutboundTls } from '../../outbound/tls.js';
import type { SparqlEngineSettings } from '../../settings/settings.js';

/**
 * The reason for a missing answer. Refused: a status from 400 to 499, except those of credentials, time limits and
 * overload.
 */
export type EngineFailure =
  'unreachable' | 'credentials' | 'refused' | 'failed' | 'timeout' | 'too-large' | 'invalid-answer';

export class EngineError extends Error {
  override readonly name = 'EngineError';

  constructor(
    readonly reason: EngineFailure,
    /** For the operator; without the engine's own words. */
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface EngineClientOptions {
  readonly log: Logger;
  readonly tls?: Pick<OutboundTls, 'context'>;
}

export interface EngineQuery {
  readonly text: string;
  /** The requested media type. */
  readonly accept: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/** The size limit of one answer. */
const MAX_ANSWER_BYTES = 256 * 2 ** 20;
/** The time limit of one update: dropping all graphs takes an engine a while. */
const UPDATE_TIMEOUT_MS = 15 * 60_000;
const PLAN_TIMEOUT_MS = 5_000;
const FUSEKI_VALIDATOR = '/$/validate/query';
const fusekiAnswer = z.object({ 'algebra-opt-quads': z.string() });
/** An engine that ends a query on its time limit has this much time to answer. */
const ENGINE_GRACE_MS = 1_000;

export class EngineClient {
  readonly #client: OutboundClient;

  constructor(
    private readonly settings: SparqlEngineSettings,
    { log, tls }: EngineClientOptions,
  ) {
    this.#client = OutboundClient.unrestricted({
      log,
      ...(tls !== undefined && { tls }),
      timeouts: { exchangeMs: UPDATE_TIMEOUT_MS },
      maxBytes: MAX_ANSWER_BYTES,
    });
  }

  /**
   * Returns the whole answer to a query. The engine also gets the time limit, as `timeout` in seconds (Fuseki, RDF4J,
   * GraphDB); others ignore the parameter.
   *
   * @throws EngineError; the reason of `signal` when that is aborted.
   */
  async query({ text, accept, timeoutMs, signal }: EngineQuery): Promise<Buffer> {
    const url = new URL(this.settings.queryUrl);
    if (!url.searchParams.has('timeout')) url.searchParams.set('timeout', String(Math.ceil(timeoutMs / 1000)));
    const timer = AbortSignal.timeout(timeoutMs + ENGINE_GRACE_MS);
    try {
      const { body } = await withAnySignal([timer, ...(signal === undefined ? [] : [signal])], (ended) =>
        this.#send(url.href, 'application/sparql-query', text, { Accept: accept }, ended),
      );
      return body;
    } catch (error) {
      if (timer.aborted && signal?.aborted !== true) throw new EngineError('timeout', 'the time limit was reached');
      throw error;
    }
  }

  /** Whether a pattern has a solution. @throws EngineError */
  async ask(pattern: string, timeoutMs: number): Promise<boolean> {
    const text = `ASK ${pattern}`;
    const answer = jsonOf(await this.query({ text, accept: 'application/sparql-results+json', timeoutMs }));
    if (
      typeof answer !== 'object' ||
      answer === null ||
      !('boolean' in answer) ||
      typeof answer.boolean !== 'boolean'
    ) {
      throw new EngineError('invalid-answer', 'the answer to ASK has no truth value');
    }
    return answer.boolean;
  }

  /**
   * The engine's own plan of a query, in its words. Only Fuseki tells one over HTTP, at an address of its server;
   * undefined from other engines.
   */
  async plan(text: string, signal?: AbortSignal): Promise<string | undefined> {
    const timer = AbortSignal.timeout(PLAN_TIMEOUT_MS);
    const form = new URLSearchParams({ query: text });
    const { href } = new URL(FUSEKI_VALIDATOR, this.settings.queryUrl);
    try {
      const headers = { Accept: 'application/json' };
      const { body } = await withAnySignal([timer, ...(signal === undefined ? [] : [signal])], (ended) =>
        this.#send(href, 'application/x-www-form-urlencoded', form.toString(), headers, ended),
      );
      const { success, data } = fusekiAnswer.safeParse(jsonOf(body));
      return success ? data['algebra-opt-quads'] : undefined;
    } catch (error) {
      if (error instanceof EngineError && signal?.aborted !== true) return undefined;
      throw error;
    }
  }

  /** Runs an update. The engine may have executed it even if this throws. @throws EngineError */
  async update(text: string, signal?: AbortSignal): Promise<void> {
    await this.#send(this.settings.updateUrl, 'application/sparql-update', text, {}, signal);
  }

  /** Whether an address for `load` is configured. */
  get canLoad(): boolean {
    return this.settings.loadUrl !== undefined;
  }

  /**
   * Adds N-Quads. The engine may load them in part: some may be there even if this throws.
   *
   * @throws EngineError; TypeError without an address for it.
   */
  async load(quads: string, signal?: AbortSignal): Promise<void> {
    const { loadUrl } = this.settings;
    if (loadUrl === undefined) throw new TypeError('the engine has no address that takes N-Quads');
    await this.#send(loadUrl, 'application/n-quads', quads, {}, signal);
  }

  /** Waits for pending calls and closes all connections. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async #send(
    url: string,
    type: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<OutboundResponse> {
    const { authorization } = this.settings;
    let response: OutboundResponse;
    try {
      response = await this.#client.request({
        method: 'POST',
        url,
        headers: {
          ...headers,
          'Content-Type': `${type}; charset=utf-8`,
          ...(authorization !== undefined && { Authorization: authorization }),
        },
        body,
        ...(signal !== undefined && { signal }),
      });
    } catch (cause) {
      if (!(cause instanceof OutboundError)) throw cause;
      const { reason, message } = cause;
      if (reason === 'timeout' || reason === 'too-large' || reason === 'invalid-answer')
        throw new EngineError(reason, message, { cause });
      throw new EngineError('unreachable', message, { cause });
    }
    const { status } = response;
    if (status >= 200 && status < 300) return response;
    throw new EngineError(failureOf(status), `the engine answered ${status}`);
  }
}

function failureOf(status: number): EngineFailure {
  if (status === 401 || status === 403) return 'credentials';
  if (status === 408 || status === 503 || status === 504) return 'timeout';
  return status >= 400 && status < 500 && status !== 429 ? 'refused' : 'failed';
}

/** Parses a body as JSON. @throws EngineError for a truncated body: an engine may break off after status 200. */
export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new EngineError('invalid-answer', 'the answer is not whole', { cause });
  }
}
