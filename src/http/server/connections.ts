/** Tracks the open connections of a server, to close the idle ones when it stops. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export class Connections {
  /** The number of responses that each connection still has to send. */
  readonly #pending = new Map<Socket, number>();
  /** Connections in their TLS handshake, by the client's address: the server hands over another socket afterwards. */
  readonly #handshaking = new Map<string, Socket>();

  /** Tracks a server's connections. */
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

  /** Counts a response until it is sent or aborted. */
  count({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#change(socket, 1);
    response.once('close', () => {
      this.#change(socket, -1);
    });
  }

  /** Also closes connections that have never sent a request, which Node does not count as idle. */
  closeIdle(): void {
    for (const [socket, pending] of this.#pending) if (pending === 0) socket.destroy();
    for (const socket of this.#handshaking.values()) socket.destroy();
  }

  closeAll(): void {
    for (const socket of [...this.#pending.keys(), ...this.#handshaking.values()]) socket.destroy();
  }

  #add(socket: Socket): void {
    this.#pending.set(socket, 0);
    socket.once('close', () => this.#pending.delete(socket));
  }

  #change(socket: Socket, by: 1 | -1): void {
    const pending = this.#pending.get(socket);
    if (pending !== undefined) this.#pending.set(socket, pending + by);
  }
}

const clientOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress ?? ''} ${remotePort ?? 0}`;
