/** The open connections of a server: which of them have a request in flight, and when what cannot be read may be answered. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** What goes on on a connection. */
interface ConnectionState {
  readonly pending: Set<ServerResponse>;
  /** The answer to the request that came last, given or not. */
  latest: ServerResponse | undefined;
  /** Nothing more can be read on it. */
  isBroken: boolean;
}

export class Connections {
  readonly #open = new Map<Duplex, ConnectionState>();
  /** Those that have not shaken hands yet (TLS), by the client's end of them. */
  readonly #handshaking = new Map<string, Socket>();

  /** Follows a server's connections. */
  track(server: Server): void {
    if (!('setSecureContext' in server)) {
      server.on('connection', (socket: Socket) => {
        this.#add(socket);
      });
      return;
    }
    server.on('connection', (socket: Socket) => {
      const client = clientOf(socket);
      this.#handshaking.set(client, socket);
      socket.once('close', () => {
        if (this.#handshaking.get(client) === socket) this.#handshaking.delete(client);
      });
    });
    server.on('secureConnection', (socket: Socket) => {
      this.#handshaking.delete(clientOf(socket));
      this.#add(socket);
    });
  }

  /** Notes which requests a listener is answering. */
  wrap(listener: RequestListener): RequestListener {
    return (request, response) => {
      const traffic = this.#open.get(request.socket);
      if (traffic !== undefined) {
        traffic.latest = response;
        traffic.pending.add(response);
        response.once('close', () => {
          traffic.pending.delete(response);
          // Nothing of a request is kept while the connection waits for the next.
          if (request.complete) forget();
          else request.once('close', forget);
        });
        const forget = (): void => {
          if (traffic.latest === response) traffic.latest = undefined;
        };
      }
      listener(request, response);
    };
  }

  /**
   * Closes the connections without a request in flight: also those that have never sent one, which the server itself
   * does not count as idle.
   */
  closeIdle(): void {
    for (const [socket, { pending: answering }] of this.#open) if (answering.size === 0) socket.destroy();
    for (const socket of this.#handshaking.values()) socket.destroy();
  }

  /**
   * Has what cannot be read answered when the requests before it have been: no answer may be taken for another's. Who has
   * not shaken hands, has hung up or was answered already, hears nothing but the connection's end.
   */
  rejectAfterPending(socket: Duplex, refuse: () => void): void {
    const traffic = this.#open.get(socket);
    if (traffic === undefined) {
      socket.destroy();
      return;
    }
    if (traffic.isBroken) return;
    traffic.isBroken = true;
    const { pending: answering, latest } = traffic;
    // The request that is broken may be the last one itself, in its body.
    const own = latest?.req.complete === false ? latest : undefined;
    const end = (): void => {
      if (!socket.writable) socket.destroy();
      else if (own?.headersSent !== true) refuse();
      else if (answering.has(own)) own.once('close', () => socket.destroy());
      else socket.destroy();
    };
    const before = [...answering].filter((response) => response !== own);
    let waiting = before.length;
    if (waiting === 0) end();
    for (const response of before) {
      response.once('close', () => {
        waiting -= 1;
        if (waiting === 0) end();
      });
    }
  }

  /** Closes all of them, whatever goes on there. */
  closeAll(): void {
    for (const socket of [...this.#open.keys(), ...this.#handshaking.values()]) socket.destroy();
  }

  isAnswering(socket: Duplex): boolean {
    return (this.#open.get(socket)?.pending.size ?? 0) > 0;
  }

  #add(socket: Socket): void {
    this.#open.set(socket, { pending: new Set(), latest: undefined, isBroken: false });
    socket.once('close', () => this.#open.delete(socket));
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? 0}`;
