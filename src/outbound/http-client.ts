/**
 * Calls to other servers, bounded in time and size, and kept away from this machine's own network. Node.js' own client
 * makes them: it takes any number of interim answers (1xx) before the answer, as RFC 9110 15.2 demands.
 */
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import { acceptedCodings, decoded } from './content-coding.js';
import { Exchange, type OutboundAnswer } from './exchange.js';
import { isGlobalAddress } from './global-address.js';
import { anyAddress, globalOnly, limitedSystemResolve, refused, type Resolve, systemResolve } from './lookup.js';
import { OutboundError } from './outbound-error.js';

export interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
  /** The status and header are enough: the answer's body is thrown away, and may be longer than is read. */
  readonly ignoreBody?: boolean;
}

export interface OutboundOptions {
  /** Whether addresses that are not globally routable may be called (`OUTBOUND_PRIVATE_ADDRESSES`). */
  readonly allowPrivateAddresses: boolean;
  readonly log: Logger;
  /** Bounds of one exchange: from the call to its last byte, and until the connection stands. */
  readonly timeouts?: { readonly exchangeMs?: number; readonly connectMs?: number };
  /** The longest answer that is read, before and after its content coding is undone. */
  readonly maxBytes?: number;
  readonly resolve?: Resolve;
  /** Certificate authorities (PEM) to trust instead of the usual ones. */
  readonly ca?: string;
}

/** Connections to one server. */
const MAX_CONNECTIONS = 16;
/** Idle connections, to all servers of a protocol. */
const MAX_IDLE_CONNECTIONS = 64;
/** Shorter than the 5 s after which many servers close an idle connection. */
const IDLE_MS = 4_000;
/** The longest header section of an answer. */
const MAX_HEADER_BYTES = 16 * 1024;

export class OutboundClient {
  readonly #httpAgent: HttpAgent;
  readonly #httpsAgent: HttpsAgent;
  readonly #exchangeMs: number;
  readonly #connectMs: number;
  readonly #maxBytes: number;
  readonly #allowPrivateAddresses: boolean;
  readonly #log: Logger;
  readonly #underWay = new Set<Promise<unknown>>();
  #isClosed = false;

  /** A client for addresses that a caller or partner supplied. */
  constructor({
    allowPrivateAddresses,
    log,
    timeouts = {},
    maxBytes = 1024 ** 2,
    resolve = limitedSystemResolve,
    ca,
  }: OutboundOptions) {
    const { exchangeMs = 10_000, connectMs = 5_000 } = timeouts;
    this.#exchangeMs = exchangeMs;
    this.#connectMs = connectMs;
    this.#maxBytes = maxBytes;
    this.#allowPrivateAddresses = allowPrivateAddresses;
    this.#log = log;
    const options = {
      keepAlive: true,
      maxSockets: MAX_CONNECTIONS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS,
      timeout: IDLE_MS,
      lookup: allowPrivateAddresses ? anyAddress(resolve) : globalOnly(resolve),
    };
    this.#httpAgent = new HttpAgent(options);
    this.#httpsAgent = new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) });
  }

  /** A client for the addresses of the operator's own settings: any network, the same other bounds. */
  static unrestricted(options: Omit<OutboundOptions, 'allowPrivateAddresses'>): OutboundClient {
    return new OutboundClient({ resolve: systemResolve, ...options, allowPrivateAddresses: true });
  }

  /**
   * One exchange. Every status from 200 on is an answer; a redirect is given back as it is and never followed.
   *
   * @throws OutboundError when there is no answer; the reason of `signal` when the caller gave up.
   */
  async request(call: OutboundRequest): Promise<OutboundAnswer> {
    const target = this.#target(call.url);
    call.signal?.throwIfAborted();
    if (this.#isClosed) throw new OutboundError('unreachable', 'this node is stopping');
    const answer = this.#exchange(call, target);
    this.#underWay.add(answer);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof OutboundError) {
        this.#log.debug({ server: target.origin, reason: error.reason }, 'outgoing call failed');
      }
      throw error;
    } finally {
      this.#underWay.delete(answer);
    }
  }

  /** Waits for the exchanges under way and closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#underWay);
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }

  async #exchange(call: OutboundRequest, target: URL, isRepeated = false): Promise<OutboundAnswer> {
    const { method, headers = {}, body, signal, ignoreBody = false } = call;
    const isSecure = target.protocol === 'https:';
    const options = {
      method,
      // Without the field every coding would be acceptable (RFC 9110 12.5.3).
      headers: { 'Accept-Encoding': ignoreBody ? 'identity' : acceptedCodings, ...headers },
      agent: isSecure ? this.#httpsAgent : this.#httpAgent,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    };
    // Its fragment is not sent, and it holds no user name or password.
    const request = isSecure ? httpsRequest(target, options) : httpRequest(target, options);
    const exchange = new Exchange(request, {
      server: target.origin,
      isSecure,
      ignoreBody,
      maxBytes: this.#maxBytes,
      connectMs: this.#connectMs,
    });
    const giveUp = (): void => {
      exchange.end(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp, { once: true });
    // A slow trickle of bytes is activity for every timeout of a connection; this one ends the exchange whatever comes.
    const timer = setTimeout(() => {
      exchange.end(new OutboundError('timeout', `${target.origin} did not answer within ${this.#exchangeMs} ms`));
    }, this.#exchangeMs);
    try {
      request.end(body);
      const answer = await exchange.answer;
      const coding = answer.headers['content-encoding'];
      return { ...answer, body: await decoded(answer.body, coding, this.#maxBytes, target.origin) };
    } catch (error) {
      if (isRepeated || signal?.aborted === true || !exchange.isStale) throw error;
      return await this.#exchange(call, target, true);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
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
