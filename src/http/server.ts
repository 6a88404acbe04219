/** Listening and stopping: the one place that owns sockets. */
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export interface TlsOptions {
  readonly cert: Buffer;
  readonly key: Buffer;
  /** With it, clients must present a certificate that one of these authorities has signed. */
  readonly clientCa: Buffer | undefined;
}

export interface Listening {
  readonly port: number;
  /** Puts the app behind the sockets; until then every request is answered 503. */
  serve(listener: RequestListener): void;
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

/** `localhost` is both of the loopback addresses, so that a client reaches the node whichever it tries. */
function addressesOf(host: string): [string, ...string[]] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host];
}

function open(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
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

/**
 * Opens the sockets.
 *
 * @param port 0 takes a free port.
 * @throws Error of the system, such as EADDRINUSE.
 */
export async function listen(port: number, host: string, tls: TlsOptions | undefined): Promise<Listening> {
  let listener = STARTING;
  const answer: RequestListener = (request, response) => {
    listener(request, response);
  };
  const server = (): Server =>
    tls === undefined
      ? createServer(answer)
      : createSecureServer(
          {
            cert: tls.cert,
            key: tls.key,
            minVersion: 'TLSv1.2',
            ...(tls.clientCa && { ca: tls.clientCa, requestCert: true, rejectUnauthorized: true }),
          },
          answer,
        );
  const [first, ...others] = addressesOf(host);
  const servers = [server()];
  const taken = await open(servers[0] ?? server(), port, first);
  for (const other of others) {
    const next = server();
    // A machine without IPv6 has no second loopback address.
    const opened = await open(next, taken, other).then(
      () => true,
      () => false,
    );
    if (opened) servers.push(next);
  }
  return {
    port: taken,
    serve: (app) => {
      listener = app;
    },
    close: async () => {
      const closed = Promise.all(servers.map(close));
      const patience = setTimeout(() => {
        for (const open of servers) open.closeAllConnections();
      }, GRACE_MS);
      await closed;
      clearTimeout(patience);
    },
  };
}
