/** Listening and stopping: the one place that owns sockets. */
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { codeOf } from '../../errors.js';
import { jsonBody } from '../representation/json-body.js';
import { Connections } from './connections.js';
import { answerInTurn } from './pipelining.js';
import { secureContextOptions, type TlsOptions } from './tls.js';

/** In milliseconds. */
interface ServerTimeouts {
  /** Until the head of a request is complete: from the connection on, or from the request's first byte. */
  readonly headersMs: number;
  /** Until the whole request is received, its body included. */
  readonly requestMs: number;
  /** Between two requests. Longer than the minute after which most proxies close a connection, so that they do it first. */
  readonly keepAliveMs: number;
  /** While the client does not read a response that is written to it. */
  readonly writeStallTimeoutMs: number;
  /** How often the timeouts of requests are checked. */
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

export interface HttpListener {
  readonly port: number;
  /** Sets the listener of all requests; until then each is answered 503. */
  serve(listener: RequestListener): void;
  /**
   * Uses other certificates for new connections; open ones are not changed.
   *
   * @throws Error when they cannot be used; then nothing has changed.
   */
  secure(tls: TlsOptions): void;
  /** Accepts no new connection, lets the requests in flight finish, and closes. */
  close(): Promise<void>;
}

/** The time for requests in flight when the node stops. */
const GRACE_MS = 10_000;

const STARTING: RequestListener = (request, response) => {
  const live = request.url?.endsWith('/health/live') === true;
  response.writeHead(live ? 200 : 503, { 'Content-Type': 'application/json', ...(!live && { 'Retry-After': '1' }) });
  response.end(jsonBody({ status: live ? 'live' : 'starting' }));
};

/**
 * After a response that was sent before the end of its request, the socket stays open this long so that the client can
 * read the response before the connection is reset (RFC 9112, section 9.6). There is no `Connection: close`, because a
 * client that finishes its request in time may reuse the connection.
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

/** `localhost` is both of the loopback addresses, so that a client reaches the node whichever it tries. */
function addressesOf(host: string): [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

/** The system's codes for an address that the machine does not have. */
const ABSENT: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      // A connection that cannot be accepted, for lack of descriptors or memory, must not end the process.
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
  });
}

/**
 * The interval at which idle connections are closed while the server stops, since connections become idle when their
 * last response ends.
 */
const IDLE_CHECK_MS = 50;

function createOne(tls: TlsOptions | undefined, timeouts: ServerTimeouts): Server | SecureServer {
  const options: ServerOptions = {
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.keepAliveMs,
    connectionsCheckingInterval: timeouts.connectionsCheckingIntervalMs,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The app checks it, and answers with an Error body.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({
          ...options,
          ...secureContextOptions(tls),
          handshakeTimeout: timeouts.headersMs,
          ...(tls.clientCa && { requestCert: true, rejectUnauthorized: true }),
        });
  server.maxHeadersCount = MAX_HEADERS;
  server.timeout = timeouts.writeStallTimeoutMs;
  // `maxRequestsPerSocket` is not set: pipelined requests past it would be answered 503.
  return server;
}

/**
 * Opens the sockets. Node answers malformed HTTP: 400, 408, 413 or 431 without a body.
 *
 * @param port 0 takes a port that is free on all addresses of the host.
 * @throws Error of the system, such as EADDRINUSE.
 */
export async function listen(
  port: number,
  host: string,
  tls: TlsOptions | undefined,
  timeouts: ServerTimeouts = DEFAULT_TIMEOUTS,
): Promise<HttpListener> {
  let listener = STARTING;
  const connections = new Connections();
  const onRequest: RequestListener = (request, response) => {
    connections.count(request, response);
    // Closes a connection whose client stops reading, but not one that waits for a slow response.
    response.on('timeout', () => {
      if (request.socket.writableLength > 0) request.socket.destroy();
    });
    // Node drops the bytes after a request to upgrade in the same packet.
    if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close');
    response.once('close', () => {
      if (!request.complete) destroyAfterLinger(request);
    });
    listener(request, response);
  };
  const createServerFor = (): Server | SecureServer => {
    const server = createOne(tls, timeouts);
    connections.track(server);
    answerInTurn(server, onRequest);
    return server;
  };
  const [firstAddress, ...otherAddresses] = addressesOf(host);
  const first = createServerFor();
  const servers = [first];
  const actualPort = await open(first, port, firstAddress);
  for (const address of otherAddresses) {
    const next = createServerFor();
    try {
      await open(next, actualPort, address);
      servers.push(next);
    } catch (error) {
      // A machine without IPv6 has no second loopback address. After any other error, clients that try that address
      // first would reach another program, or none.
      if (ABSENT.has(String(codeOf(error)))) continue;
      await Promise.all(servers.map(close));
      throw error;
    }
  }
  return {
    port: actualPort,
    serve: (app) => {
      listener = app;
    },
    secure: (renewed) => {
      // Checked first, so that one server does not use certificates that another rejects.
      createSecureContext(secureContextOptions(renewed));
      for (const server of servers) {
        if ('setSecureContext' in server) server.setSecureContext(secureContextOptions(renewed));
      }
    },
    close: async () => {
      const closed = Promise.all(servers.map(close));
      const idle = setInterval(() => {
        connections.closeIdle();
      }, IDLE_CHECK_MS);
      const grace = setTimeout(() => {
        connections.closeAll();
      }, GRACE_MS);
      await closed;
      clearInterval(idle);
      clearTimeout(grace);
    },
  };
}
