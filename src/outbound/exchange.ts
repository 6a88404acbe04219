/** One exchange with another server: its answer, or why there is none. */
import type { ClientRequest, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { codeOf } from '../errors.js';
import { OutboundError } from './outbound-error.js';

export interface OutboundAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Without its content coding. */
  readonly body: Buffer;
}

export interface ExchangeOptions {
  /** What messages call the server: its origin. */
  readonly server: string;
  readonly isSecure: boolean;
  readonly ignoreBody: boolean;
  readonly maxBytes: number;
  /** Until the connection stands, the TLS handshake included. */
  readonly connectMs: number;
}

/** What is thrown away is read for a while, so that the connection can be used again; then the connection is let go. */
const DISCARDED_BYTES = 64 * 1024;
/** Interim answers (1xx) before the answer. Each may have headers of its own, so their number is bounded. */
const MAX_INTERIM_ANSWERS = 32;

export class Exchange {
  /** The answer, its content coding not undone; rejects with an OutboundError, or with what `end` was given. */
  readonly answer: Promise<OutboundAnswer>;
  readonly #chunks: Buffer[] = [];
  readonly #options: ExchangeOptions;
  readonly #request: ClientRequest;
  #fulfil: (answer: OutboundAnswer) => void = () => undefined;
  #reject: (reason: unknown) => void = () => undefined;
  #response: IncomingMessage | undefined;
  #connectTimer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #interim = 0;
  #isReset = false;
  #isSettled = false;

  /** Listens to a request that is not sent yet. */
  constructor(request: ClientRequest, options: ExchangeOptions) {
    this.#request = request;
    this.#options = options;
    this.answer = new Promise((fulfil, reject) => {
      this.#fulfil = fulfil;
      this.#reject = reject;
    });
    request.on('socket', (socket) => {
      if (!request.reusedSocket) this.#awaitConnection(socket);
    });
    request.on('information', () => {
      this.#interim += 1;
      if (this.#interim > MAX_INTERIM_ANSWERS) this.#fail(this.#tooLarge());
    });
    request.on('response', (response) => {
      this.#read(response);
    });
    // An unasked protocol switch (101) is no answer to anything.
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      this.#fail(new OutboundError('invalid-answer', `${options.server} answered with a change of protocol`));
    });
    // For as long as the request is there: an error that nobody hears would end the process.
    request.on('error', (cause) => {
      this.#isReset ||= ['ECONNRESET', 'EPIPE'].includes(String(codeOf(cause)));
      this.#fail(failureOf(cause, options.server));
    });
    request.on('close', () => {
      clearTimeout(this.#connectTimer);
      // An error costs a stack trace, and most exchanges have their answer by now.
      if (!this.#isSettled) this.#fail(new OutboundError('unreachable', `${options.server} closed the connection`));
    });
  }

  /**
   * Whether it failed because a kept connection had been closed meanwhile: nothing of an answer came, so that the request
   * may be sent once more (RFC 9112 9.3.1). Every call of this node may be repeated: notifications keep their `@id`.
   */
  get isStale(): boolean {
    return this.#request.reusedSocket && this.#isReset && this.#response === undefined && this.#interim === 0;
  }

  /** Ends the exchange from this side. */
  end(reason: unknown): void {
    this.#fail(reason);
  }

  #awaitConnection(socket: Socket): void {
    const { server, isSecure, connectMs } = this.#options;
    this.#connectTimer = setTimeout(() => {
      this.#fail(new OutboundError('timeout', `no connection to ${server} within ${connectMs} ms`));
    }, connectMs);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
      clearTimeout(this.#connectTimer);
    });
  }

  #read(response: IncomingMessage): void {
    const { ignoreBody, maxBytes } = this.#options;
    this.#response = response;
    response.on('data', (chunk: Buffer) => {
      this.#bytes += chunk.length;
      if (ignoreBody) {
        if (this.#bytes > DISCARDED_BYTES) this.#finish(true);
      } else if (this.#bytes > maxBytes) this.#fail(this.#tooLarge());
      else this.#chunks.push(chunk);
    });
    response.on('end', () => {
      if (response.complete) this.#finish(false);
    });
    response.on('error', (cause) => {
      this.#fail(failureOf(cause, this.#options.server));
    });
  }

  #finish(letGo: boolean): void {
    clearTimeout(this.#connectTimer);
    const response = this.#response;
    if (response !== undefined) {
      this.#isSettled = true;
      const { statusCode = 0, headers } = response;
      this.#fulfil({ status: statusCode, headers, body: Buffer.concat(this.#chunks) });
    }
    if (letGo) this.#request.destroy();
  }

  /** The first outcome counts; later ones change nothing. */
  #fail(reason: unknown): void {
    // However a body ends that nobody wants, the answer was there.
    if (this.#options.ignoreBody && this.#response !== undefined) this.#finish(false);
    this.#isSettled = true;
    this.#reject(reason);
    // Also after an answer: one that is not whole must not keep its connection.
    if (this.#response?.complete !== true) this.#request.destroy();
  }

  #tooLarge(): OutboundError {
    return new OutboundError('too-large', `${this.#options.server} answered more than is read`);
  }
}

function failureOf(cause: unknown, server: string): OutboundError {
  if (cause instanceof OutboundError) return cause;
  const code = codeOf(cause);
  const named = code === undefined ? '' : ` (${code})`;
  if (code === 'HPE_HEADER_OVERFLOW' || code === 'HPE_CHUNK_EXTENSIONS_OVERFLOW') {
    return new OutboundError('too-large', `${server} answered more than is read`, { cause });
  }
  if (typeof code === 'string' && code.startsWith('HPE_')) {
    return new OutboundError('invalid-answer', `${server} answered with what is no HTTP${named}`, { cause });
  }
  return new OutboundError('unreachable', `${server} cannot be reached${named}`, { cause });
}
