/** Listening and stopping: the one place that owns sockets. */
import { constants } from 'node:crypto';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  STATUS_CODES,
} from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { codeOf, ServiceError } from '../../errors.js';
import { Connections } from './connections.js';
import { fromClientError } from '../errors.js';

export interface TlsOptions {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** With it, clients must present a certificate that one of these authorities has signed. */
  readonly clientCa: Buffer | undefined;
}

/** How long a client may take, in milliseconds, and how much it may say before its request begins. */
export interface ServerTimeouts {
  /** Until the head of a request is there: from the connection on, or from the request's first byte. */
  readonly headersMs: number;
  /** Until the whole request is there, its body included. */
  readonly requestMs: number;
  /** Between two requests. Longer than the minute after which proxies usually let a connection go: they must be first. */
  readonly keepAliveMs: number;
  /** While an answer waits that the client does not take. */
  readonly writeStallTimeoutMs: number;
  /** How often clients are looked at. */
  readonly connectionsCheckingIntervalMs: number;
}

const DEFAULT_TIMEOUTS: ServerTimeouts = {
  headersMs: 15_000,
  requestMs: 120_000,
  keepAliveMs: 65_000,
  writeStallTimeoutMs: 60_000,
  connectionsCheckingIntervalMs: 5_000,
};

/** Of all headers together, and of the request line: long tokens and queries fit. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;

/** An error as an answer holds it. */
export interface ErrorContent {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: Buffer;
}

export interface HttpListener {
  readonly port: number;
  /**
   * Puts the app behind the sockets; until then every request is answered 503.
   *
   * @param describe what is answered to a request that cannot be read, beside its status.
   */
  serve(listener: RequestListener, describe?: (refusal: ServiceError) => ErrorContent): void;
  /**
   * Takes other certificates for the connections to come; those that are open go on.
   *
   * @throws Error when they cannot be used; then nothing has changed.
   */
  secure(tls: TlsOptions): void;
  /** Takes no new connection, lets the requests in flight finish, and closes. */
  close(): Promise<void>;
}

/** How long requests in flight may take when the node stops. */
const GRACE_MS = 10_000;

const STARTING: RequestListener = (request, response) => {
  const live = request.url?.endsWith('/health/live') === true;
  response.writeHead(live ? 200 : 503, { 'Content-Type': 'application/json', ...(!live && { 'Retry-After': '1' }) });
  response.end(JSON.stringify({ status: live ? 'live' : 'starting' }));
};

/**
 * How long a client that has been answered may go on sending: cut off at once, it might not hear the answer. For the same
 * reason the answer does not say that the connection will end; it does only if the client has not come to its end by then.
 */
const LINGER_MS = 5_000;

function destroyAfterLinger(request: IncomingMessage): void {
  const { socket } = request;
  if (socket.destroyed) return;
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  timer.unref();
  request.once('close', () => {
    clearTimeout(timer);
  });
}

const EMPTY_ERROR_BODY: ErrorContent = { headers: {}, body: Buffer.alloc(0) };

/** A whole answer and the connection's end, written past a request that there is not. */
function writeRawResponse(socket: Duplex, status: number, { headers, body }: ErrorContent): void {
  const fields = { ...headers, Date: new Date().toUTCString(), 'Content-Length': body.length, Connection: 'close' };
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  const begin = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head.join('')}\r\n`;
  const end = (): void => {
    clearTimeout(timer);
    socket.destroy();
  };
  const timer = setTimeout(end, LINGER_MS);
  timer.unref();
  socket.end(Buffer.concat([Buffer.from(begin), body]), end);
}

/** `localhost` is both of the loopback addresses, so that a client reaches the node whichever it tries. */
function addressesOf(host: string): [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/** What the system says of an address that the machine does not have. */
const ABSENT: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A connection that cannot be accepted, for want of descriptors or memory, is lost to its client alone.
      server.on('error', () => undefined);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => {
      if (error === undefined) resolve();
      else reject(error);
    });
    server.closeIdleConnections();
  });
}

/** A connection whose last request is answered while the server stops stays open, idle, unless it is looked for again. */
const IDLE_CHECK_MS = 50;

/**
 * TLS 1.2 with forward secrecy and authenticated encryption alone (RFC 9325, sections 4.1 and 4.2), and what TLS 1.3 has.
 */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
].join(':');

/** All that a secure context is made of: one that is made anew forgets what is not told again. */
const certificates = ({ cert, key, clientCa }: TlsOptions): SecureContextOptions => ({
  cert,
  key,
  ...(clientCa && { ca: clientCa }),
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  // A client could make the server work without end (RFC 9325, section 3.5).
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
});

function createOne(
  answer: RequestListener,
  tls: TlsOptions | undefined,
  patience: ServerTimeouts,
): Server | SecureServer {
  const options: ServerOptions = {
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.keepAliveMs,
    connectionsCheckingInterval: patience.connectionsCheckingIntervalMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Refused by the app, in its own words.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(options, answer)
      : createSecureServer(
          {
            ...options,
            ...certificates(tls),
            handshakeTimeout: patience.headersMs,
            ...(tls.clientCa && { requestCert: true, rejectUnauthorized: true }),
          },
          answer,
        );
  server.maxHeadersCount = MAX_HEADERS;
  // There is no bound on the requests of a connection: to a client that sends several at once, the ones past it would
  // be answered with 503.
  server.timeout = patience.writeStallTimeoutMs;
  return server;
}

/**
 * Opens the sockets.
 *
 * @param port 0 takes a port that is free on all addresses of the host.
 * @throws Error of the system, such as EADDRINUSE.
 */
export async function listen(
  port: number,
  host: string,
  tls: TlsOptions | undefined,
  patience: ServerTimeouts = DEFAULT_TIMEOUTS,
): Promise<HttpListener> {
  let listener = STARTING;
  let contentOf: (refusal: ServiceError) => ErrorContent = () => EMPTY_ERROR_BODY;
  const connections = new Connections();
  const answer = connections.wrap((request, response) => {
    // A connection on which nothing moves is closed, unless it waits for us: an answer may take its time.
    response.on('timeout', () => {
      if (request.socket.writableLength > 0) request.socket.destroy();
    });
    // Node drops what comes after a request to upgrade in the same packet.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (!request.complete) destroyAfterLinger(request);
    });
    listener(request, response);
  });
  const server = (): Server | SecureServer => {
    const made = createOne(answer, tls, patience);
    connections.track(made);
    const turnAway = (socket: Duplex, refusal: ServiceError): void => {
      connections.rejectAfterPending(socket, () => {
        writeRawResponse(socket, refusal.status, contentOf(refusal));
      });
    };
    made.on('clientError', (error: Error, socket: Duplex) => {
      turnAway(socket, fromClientError(error));
    });
    made.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      // Node has let go of such a socket, its errors included.
      socket.on('error', () => socket.destroy());
      if (connections.isAnswering(socket)) socket.destroy();
      else
        turnAway(socket, new ServiceError('method-not-allowed', 'this node is no proxy', { headers: { Allow: '' } }));
    });
    // The app says whether it wants a body; what else a client expects is nothing that it could refuse.
    made.on('checkContinue', answer).on('checkExpectation', answer);
    return made;
  };
  const [first, ...others] = addressesOf(host);
  const servers = [server()];
  const taken = await open(servers[0] ?? server(), port, first);
  for (const other of others) {
    const next = server();
    try {
      await open(next, taken, other);
      servers.push(next);
    } catch (error) {
      // A machine without IPv6 has no second loopback address. Any other failure would leave clients that try that
      // address first with another program, or with nobody.
      if (ABSENT.has(String(codeOf(error)))) continue;
      await Promise.all(servers.map(close));
      throw error;
    }
  }
  return {
    port: taken,
    serve: (app, describe = contentOf) => {
      listener = app;
      contentOf = describe;
    },
    secure: (renewed) => {
      // Tried first: a server that refuses them halfway would be left with half of them.
      createSecureContext(certificates(renewed));
      for (const one of servers) if ('setSecureContext' in one) one.setSecureContext(certificates(renewed));
    },
    close: async () => {
      const closed = Promise.all(servers.map(close));
      const grace = setTimeout(() => {
        connections.closeAll();
      }, GRACE_MS);
      const idle = setInterval(() => {
        connections.closeIdle();
      }, IDLE_CHECK_MS);
      await closed;
      clearTimeout(grace);
      clearInterval(idle);
    },
  };
}
