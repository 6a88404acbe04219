/** Collects the response to one outgoing request, or the reason for its failure. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../errors.js';
import { OutboundError } from './outbound-error.js';
import { tlsFailure } from './tls-failure.js';

export interface OutboundResponse {
  readonly status: number;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The body without its content coding. */
  readonly body: Buffer;
}

interface CollectorOptions {
  /** The server's origin, for messages. */
  readonly server: string;
  readonly isSecure: boolean;
  readonly ignoreBody: boolean;
  readonly maxBytes: number;
  /** The time limit for the connection, including the TLS handshake. */
  readonly connectMs: number;
}

/** An ignored body is read up to this size, so that the connection can be reused; beyond it the connection is closed. */
const MAX_DISCARDED_BYTES = 64 * 1024;
/** Interim responses (1xx) may have headers, so their number is bounded. */
const MAX_INTERIM_RESPONSES = 32;

export class ResponseCollector {
  /** The response, not decoded; rejects with an OutboundError, or with the reason given to `abort`. */
  readonly response: Promise<OutboundResponse>;
  readonly #chunks: Buffer[] = [];
  #resolve: (response: OutboundResponse) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #response: IncomingMessage | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #interim = 0;
  #isReset = false;
  #isSettled = false;

  /** @param request a request that has not been sent yet. */
  constructor(
    private readonly request: ClientRequest,
    private readonly options: CollectorOptions,
  ) {
    this.response = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    request.on('socket', (socket) => {
      if (!request.reusedSocket) this.#awaitConnection(socket);
    });
    request.on('information', () => {
      this.#interim += 1;
      if (this.#interim > MAX_INTERIM_RESPONSES) this.abort(this.#tooLarge());
    });
    request.on('response', (response) => {
      this.#read(response);
    });
    // The status 101 without an Upgrade in the request.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      this.abort(new OutboundError('invalid-answer', `${options.server} tried to change the protocol`));
    });
    // Never removed: an error event without a listener would end the process.
    request.on('error', (cause) => {
      this.#isReset ||= ['ECONNRESET', 'EPIPE'].includes(String(codeOf(cause)));
      this.abort(failureOf(cause, options.server));
    });
    request.on('close', () => {
      clearTimeout(this.#connectTimer);
      // Creating an error costs a stack trace, and most exchanges already have their response.
      if (!this.#isSettled) this.abort(new OutboundError('unreachable', `${options.server} closed the connection`));
    });
  }

  /**
   * Whether the request failed because the server had closed a reused connection: no response was received, so it may
   * be retried (RFC 9112, section 9.3.1). Every call of this node is repeatable: notifications keep their `@id`.
   */
  get isStale(): boolean {
    return this.request.reusedSocket && this.#isReset && this.#response === undefined && this.#interim === 0;
  }

  #awaitConnection(socket: Socket): void {
    const { server, isSecure, connectMs } = this.options;
    this.#connectTimer = setTimeout(() => {
      this.abort(new OutboundError('timeout', `no connection to ${server} within ${connectMs} ms`));
    }, connectMs);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(this.#connectTimer);
    });
  }

  #read(response: IncomingMessage): void {
    const { ignoreBody, maxBytes } = this.options;
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (ignoreBody) {
        if (this.#bytes > MAX_DISCARDED_BYTES) this.#finish(true);
      } else if (this.#bytes > maxBytes) this.abort(this.#tooLarge());
      else this.#chunks.push(chunk);
    });
    response.on('end', () => {
      if (response.complete) this.#finish(false);
    });
    response.on('error', (cause) => {
      this.abort(failureOf(cause, this.options.server));
    });
  }

  #finish(destroy: boolean): void {
    clearTimeout(this.#connectTimer);
    const response = this.#response;
    if (response !== undefined) {
      this.#isSettled = true;
      const { statusCode = 0, headers } = response;
      this.#resolve({ status: statusCode, headers, body: Buffer.concat(this.#chunks) });
    }
    if (destroy) this.request.destroy();
  }

  /** Ends the exchange; `response` rejects with the reason. Only the first outcome counts. */
  abort(reason: unknown): void {
    // The end of an ignored body does not matter.
    if (this.options.ignoreBody && this.#response !== undefined) this.#finish(false);
    this.#isSettled = true;
    this.#reject(reason);
    // After an incomplete response the connection cannot be reused.
    if (this.#response?.complete !== true) this.request.destroy();
  }

  #tooLarge(): OutboundError {
    return new OutboundError('too-large', `${this.options.server} sent more than this node reads`);
  }
}

function failureOf(cause: unknown, server: string): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause);
  const named = code === undefined ? '' : ` (${code})`;
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new OutboundError('too-large', `${server} sent more than this node reads`, { cause });
  }
  if (typeof code === 'string' && code.startsWith('HPE_')) {
    return new OutboundError('invalid-answer', `${server} sent an answer that is not HTTP${named}`, { cause });
  }
  const failure = tlsFailure(code);
  if (failure !== undefined) return new OutboundError('tls', `${server} ${failure}${named}`, { cause });
  return new OutboundError('unreachable', `${server} cannot be reached${named}`, { cause });
}
