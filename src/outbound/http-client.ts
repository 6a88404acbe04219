/**
 * HTTP client for calls to other servers, with limits on time and size, and without access to private networks. It uses
 * the client of Node.js, which accepts several interim responses (1xx), as RFC 9110, section 15.2, requires.
 */
import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP } from 'node:net';
import type { Logger } from 'pino';
import type { Tracer } from '../tracing/tracer.js';
import { acceptedCodings, decoded } from './content-coding.js';
import { isGlobalAddress } from './global-address.js';
import { addressRefused, filteredLookup, limitedSystemResolve, type Resolve, systemResolve } from './lookup.js';
import { OutboundError } from './outbound-error.js';
import type { OutboundTls } from './tls.js';
import { type OutboundResponse, ResponseCollector } from './response-collector.js';

interface OutboundRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  readonly signal?: AbortSignal;
  /** Whether the body is discarded, whatever its length: only status and headers are needed. */
  readonly ignoreBody?: boolean;
}

export interface OutboundOptions {
  /** Whether calls to addresses that are not globally routable are allowed (`OUTBOUND_PRIVATE_ADDRESSES`). */
  readonly allowPrivateAddresses: boolean;
  readonly log: Logger;
  /** Makes the called server continue the trace of the current span. */
  readonly tracer?: Pick<Tracer, 'headers'>;
  /** Time limits of one exchange: from the request to the last byte of the response, and for the connection. */
  readonly timeouts?: { readonly exchangeMs?: number; readonly connectMs?: number };
  /** The size limit of a body, before and after decoding. */
  readonly maxBytes?: number;
  readonly resolve?: Resolve;
  /** `EXTRA_CA_FILE` and the client certificate. */
  readonly tls?: Pick<OutboundTls, 'context'>;
  /** Certificate authorities (PEM) to trust instead of the default ones. */
  readonly ca?: string;
  /** For tests: a wrapper around an exchange. */
  readonly around?: (exchange: () => Promise<OutboundResponse>) => Promise<OutboundResponse>;
}

/** The maximum number of connections to one server. */
const MAX_CONNECTIONS = 16;
/** The maximum number of idle connections to all servers of a protocol. */
const MAX_IDLE_CONNECTIONS = 64;
/** Shorter than the 5 s after which many servers close an idle connection. */
const IDLE_MS = 4_000;
/** The size limit of a response's header. */
const MAX_HEADER_BYTES = 16 * 1024;

const now = (exchange: () => Promise<OutboundResponse>): Promise<OutboundResponse> => exchange();

export class OutboundClient {
  readonly #httpAgent: HttpAgent;
  readonly #httpsAgent: HttpsAgent;
  readonly #pending = new Set<Promise<unknown>>();
  #isClosed = false;

  /** For URLs from callers or partners. */
  constructor(private readonly options: OutboundOptions) {
    const { allowPrivateAddresses, resolve = limitedSystemResolve, ca } = options;
    const agentOptions = {
      keepAlive: true,
      maxSockets: MAX_CONNECTIONS,
      maxFreeSockets: MAX_IDLE_CONNECTIONS,
      timeout: IDLE_MS,
      lookup: filteredLookup(resolve, allowPrivateAddresses ? () => true : isGlobalAddress),
    };
    this.#httpAgent = new HttpAgent(agentOptions);
    this.#httpsAgent = new HttpsAgent({ ...agentOptions, ...(ca !== undefined && { ca }) });
  }

  /** For URLs in the operator's settings: any network, with the same limits. */
  static unrestricted(options: Omit<OutboundOptions, 'allowPrivateAddresses'>): OutboundClient {
    return new OutboundClient({ resolve: systemResolve, ...options, allowPrivateAddresses: true });
  }

  /**
   * Does one exchange. Every status from 200 on is a response; redirects are not followed.
   *
   * @throws OutboundError without a response; the reason of `signal` when that is aborted.
   */
  async request(call: OutboundRequest): Promise<OutboundResponse> {
    const target = this.#target(call.url);
    call.signal?.throwIfAborted();
    if (this.#isClosed) throw new OutboundError('unreachable', 'this node is stopping');
    const { around = now } = this.options;
    const response = around(() => this.#exchange(call, target));
    this.#pending.add(response);
    try {
      return await response;
    } catch (error) {
      if (error instanceof OutboundError) {
        this.options.log.debug({ server: target.origin, reason: error.reason }, 'outgoing call failed');
      }
      throw error;
    } finally {
      this.#pending.delete(response);
    }
  }

  /** Waits for pending exchanges and closes all connections. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#pending);
    this.#httpAgent.destroy();
    this.#httpsAgent.destroy();
  }

  async #exchange(call: OutboundRequest, target: URL, isRetry = false): Promise<OutboundResponse> {
    const { method, headers = {}, body, signal, ignoreBody = false } = call;
    const { timeouts: { exchangeMs = 10_000, connectMs = 5_000 } = {}, maxBytes = 1024 ** 2 } = this.options;
    const isSecure = target.protocol === 'https:';
    const options = {
      method,
      // Without this field, every coding would be acceptable (RFC 9110, section 12.5.3).
      headers: {
        'Accept-Encoding': ignoreBody ? 'identity' : acceptedCodings,
        ...headers,
        ...this.options.tracer?.headers(),
      },
      agent: isSecure ? this.#httpsAgent : this.#httpAgent,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
    };
    const secureContext = this.options.tls?.context;
    const request = isSecure
      ? httpsRequest(target, { ...options, ...(secureContext && { secureContext }) })
      : httpRequest(target, options);
    const collector = new ResponseCollector(request, {
      server: target.origin,
      isSecure,
      ignoreBody,
      maxBytes,
      connectMs,
    });
    const abort = (): void => {
      collector.abort(signal?.reason);
    };
    signal?.addEventListener('abort', abort, { once: true });
    // Slow bytes reset the timeouts of the connection, but not this one.
    const timer = setTimeout(() => {
      collector.abort(new OutboundError('timeout', `${target.origin} did not answer within ${exchangeMs} ms`));
    }, exchangeMs);
    try {
      request.end(body);
      const response = await collector.response;
      const coding = response.headers['content-encoding'];
      return { ...response, body: await decoded(response.body, coding, maxBytes, target.origin) };
    } catch (error) {
      if (isRetry || signal?.aborted === true || !collector.isStale) throw error;
      return await this.#exchange(call, target, true);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    }
  }

  #target(text: string): URL {
    if (!URL.canParse(text)) throw new OutboundError('invalid-url', 'not an absolute URL');
    const url = new URL(text);
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new OutboundError('invalid-url', 'only http and https addresses are called');
    }
    if (url.username !== '' || url.password !== '') {
      throw new OutboundError('invalid-url', 'an address with a user name or password is not called');
    }
    // IP addresses need no lookup, so they are checked here.
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!this.options.allowPrivateAddresses && isIP(host) !== 0 && !isGlobalAddress(host)) throw addressRefused(host);
    return url;
  }
}
