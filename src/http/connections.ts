/** The open connections of a server, and which of them have a request in flight. */
import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

export class Connections {
  /** The answers that each connection waits for. */
  readonly #inFlight = new Map<Duplex, Set<ServerResponse>>();

  /** Follows a server's connections. */
  follow(server: Server): void {
    const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => {
      this.#inFlight.set(socket, new Set());
      socket.once('close', () => this.#inFlight.delete(socket));
    });
  }

  /** Notes which requests a listener is answering. */
  watching(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      this.#inFlight.get(socket)?.add(response);
      response.once('close', () => this.#inFlight.get(socket)?.delete(response));
      listener(request, response);
    };
  }

  /**
   * Closes the connections without a request in flight: also those that have never sent one, which the server itself
   * does not count as idle.
   */
  closeIdle(): void {
    for (const [socket, responses] of this.#inFlight) if (responses.size === 0) socket.destroy();
  }

  /** Whether an answer has begun on a connection and is not at its end. */
  isAnswering(socket: Duplex): boolean {
    return Array.from(this.#inFlight.get(socket) ?? []).some((response) => response.headersSent);
  }
}
