/** Calls to other servers, bounded in time and size, and kept away from this machine's own network. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { Logger } from 'pino';
import { Agent, type Dispatcher, errors } from 'undici';
import { codeOf } from '../errors.js';
import { isGlobalAddress } from './global-address.js';

export type OutboundFailure = 'address-refused' | 'unreachable' | 'timeout' | 'too-large' | 'invalid-url';

/** A call that brought no answer. The message names the server alone: a path or query may hold what logs must not. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';

  constructor(
    readonly reason: OutboundFailure,
    message: string,
    options?: { readonly cause?: unknown },
  ) {
    super(message, options);
  }
}

export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
  /** The status and header are enough: the answer's body is thrown away, and may be longer than is read. */
  readonly ignoreBody?: boolean;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Asks the name service for all addresses of a host; a lookup that failed has an error, and no addresses. */
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

export interface OutboundOptions {
  /** Whether addresses that are not globally routable may be called (`OUTBOUND_PRIVATE_ADDRESSES`). */
  readonly allowPrivateAddresses: boolean;
  readonly log: Logger;
  /** Bounds of one exchange: from the call to its last byte, and until the connection stands. */
  readonly timeouts?: { readonly exchangeMs?: number; readonly connectMs?: number };
  /** The longest answer that is read. */
  readonly maxBytes?: number;
  readonly resolve?: Resolve;
}

const resolveBySystem: Resolve = (host, answer) => {
  systemLookup(host, { all: true }, answer);
};

/**
 * A name lookup that gives global addresses only. The connection is made to what it gives and nothing is looked up a
 * second time, so a name that changes its address between check and connection gains nothing.
 */
export function globalOnly(resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolve(host, (error, addresses = []) => {
      // Node.js gives no addresses at all with an error, whatever its types say.
      const allowed = addresses.filter(({ address }) => isGlobalAddress(address));
      const [first] = allowed;
      if (error !== null) callback(error, []);
      else if (first === undefined) callback(refused(host), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    });
  };
}

function refused(host: string): OutboundError {
  return new OutboundError('address-refused', `${host} has no address that is globally routable`);
}

export class OutboundClient {
  readonly #agent: Agent;
  readonly #exchangeMs: number;
  readonly #allowPrivateAddresses: boolean;
  readonly #log: Logger;

  /** A client for addresses that a caller or partner supplied. */
  constructor({ allowPrivateAddresses, log, timeouts = {}, maxBytes = 1024 ** 2, resolve }: OutboundOptions) {
    const { exchangeMs = 10_000, connectMs = 5_000 } = timeouts;
    this.#exchangeMs = exchangeMs;
    this.#allowPrivateAddresses = allowPrivateAddresses;
    this.#log = log;
    this.#agent = new Agent({
      connect: {
        timeout: connectMs,
        ...(allowPrivateAddresses ? {} : { lookup: globalOnly(resolve ?? resolveBySystem) }),
      },
      headersTimeout: exchangeMs,
      bodyTimeout: exchangeMs,
      maxResponseSize: maxBytes,
      connections: 16,
    });
  }

  /** A client for the addresses of the operator's own settings: any network, the same other bounds. */
  static unrestricted(options: Omit<OutboundOptions, 'allowPrivateAddresses' | 'resolve'>): OutboundClient {
    return new OutboundClient({ ...options, allowPrivateAddresses: true });
  }

  /**
   * One exchange. Every status is an answer; a redirect is given back as it is and never followed.
   *
   * @throws OutboundError when there is no answer; the reason of `signal` when the caller gave up.
   */
  async request({ method, url, headers, body, signal, ignoreBody = false }: OutboundRequest): Promise<OutboundAnswer> {
    const { origin, pathname, search } = this.#target(url);
    signal?.throwIfAborted();
    const exchange = new Exchange(ignoreBody);
    const giveUp = (): void => {
      exchange.end(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    // A slow trickle of bytes resets the body's own timeout; this one ends the exchange whatever the server does.
    const timer = setTimeout(() => {
      exchange.end(new OutboundError('timeout', `${origin} did not answer within ${this.#exchangeMs} ms`));
    }, this.#exchangeMs);
    try {
      const path = `${pathname}${search}`;
      this.#agent.dispatch({ origin, path, method, headers: headers ?? {}, body: body ?? null }, exchange);
      return await exchange.answer;
    } catch (cause) {
      if (signal?.aborted === true) throw signal.reason;
      const failure = failureOf(cause, origin);
      this.#log.debug({ server: origin, reason: failure.reason }, 'outgoing call failed');
      throw failure;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
  }

  /** Waits for the exchanges under way and closes all connections. */
  async close(): Promise<void> {
    await this.#agent.close();
  }

  #target(text: string): URL {
    if (!URL.canParse(text)) throw new OutboundError('invalid-url', 'not an absolute URL');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new OutboundError('invalid-url', 'only http and https addresses are called');
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('invalid-url', 'an address with a user name or password in it is not called');
    }
    // A literal address is never looked up, so it is checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!this.#allowPrivateAddresses && isIP(host) !== 0 && !isGlobalAddress(host)) throw refused(host);
    return url;
  }
}

/** What is thrown away is read for a while, so that the connection can be used again; then the connection is let go. */
const DISCARDED_BYTES = 64 * 1024;

/** One exchange, as undici tells of it: without the streams that it makes of an answer otherwise. */
class Exchange implements Dispatcher.DispatchHandler {
  readonly answer: Promise<OutboundAnswer>;
  readonly #chunks: Buffer[] = [];
  #fulfil: (answer: OutboundAnswer) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #controller: Dispatcher.DispatchController | undefined;
  #head: Omit<OutboundAnswer, 'body'> | undefined;
  #discarded = 0;
  #ended = false;

  constructor(private readonly ignoreBody: boolean) {
    this.answer = new Promise((fulfil, reject) => {
      this.#fulfil = fulfil;
      this.#reject = reject;
    });
  }

  /** Ends the exchange from this side. */
  end(reason: unknown): void {
    this.#ended = true;
    this.#fail(reason);
    this.#letGo();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#ended) this.#letGo();
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: OutboundAnswer['headers']): void {
    // Before the answer there may be others that only tell of it (1xx).
    if (status >= 200) this.#head = { status, headers };
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.ignoreBody) this.#chunks.push(chunk);
    else if ((this.#discarded += chunk.length) > DISCARDED_BYTES) {
      this.onResponseEnd();
      this.#letGo();
    }
  }

  onResponseEnd(): void {
    if (this.#head !== undefined) this.#fulfil({ ...this.#head, body: Buffer.concat(this.#chunks) });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error);
  }

  #fail(reason: unknown): void {
    // However a body ends that nobody wants, the answer was there.
    if (this.ignoreBody) this.onResponseEnd();
    this.#reject(reason);
  }

  #letGo(): void {
    this.#controller?.abort(new errors.RequestAbortedError());
  }
}

function failureOf(cause: unknown, origin: string): OutboundError {
  if (cause instanceof OutboundError) return cause;
  if (
    cause instanceof errors.ConnectTimeoutError ||
    cause instanceof errors.HeadersTimeoutError ||
    cause instanceof errors.BodyTimeoutError
  ) {
    return new OutboundError('timeout', `${origin} did not answer in time`, { cause });
  }
  if (cause instanceof errors.ResponseExceededMaxSizeError || cause instanceof errors.HeadersOverflowError) {
    return new OutboundError('too-large', `${origin} answered more than is read`, { cause });
  }
  const code = codeOf(cause);
  // What undici itself has to say is no secret of anybody.
  const called = code === undefined ? '' : cause instanceof errors.UndiciError ? ` (${cause.message})` : ` (${code})`;
  return new OutboundError('unreachable', `${origin} cannot be reached${called}`, { cause });
}
