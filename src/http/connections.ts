/** The open connections of a server, and which of them have a request in flight. */
import type { RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

export class Connections {
  readonly #inFlight = new Map<Socket, number>();

  /** Follows a server's connections. */
  follow(server: Server): void {
    const event = 'setSecureContext' in server ? 'secureConnection' : 'connection';
    server.on(event, (socket: Socket) => {
      this.#inFlight.set(socket, 0);
      socket.once('close', () => this.#inFlight.delete(socket));
    });
  }

  /** Counts the requests that a listener answers. */
  counting(listener: RequestListener): RequestListener {
    return (request, response) => {
      const { socket } = request;
      this.#add(socket, 1);
      response.once('close', () => {
        this.#add(socket, -1);
      });
      listener(request, response);
    };
  }

  /**
   * Closes the connections without a request in flight: also those that have never sent one, which the server itself
   * does not count as idle.
   */
  closeIdle(): void {
    for (const [socket, requests] of this.#inFlight) if (requests === 0) socket.destroy();
  }

  #add(socket: Socket, change: 1 | -1): void {
    const requests = this.#inFlight.get(socket);
    if (requests !== undefined) this.#inFlight.set(socket, requests + change);
  }
}
