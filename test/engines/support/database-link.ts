/** The network between a node and its database, which a test can cut or let hang. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class DatabaseLink {
  readonly #sockets = new Set<Socket>();
  #isHanging = false;
  /** Connections that were made. */
  connections = 0;

  private constructor(
    private readonly server: Server,
    private readonly port: number,
  ) {
    server.on('connection', (socket) => {
      this.#accept(socket);
    });
  }

  /** @param port of the database on this machine. */
  static async to(port: number): Promise<DatabaseLink> {
    const server = createServer({ pauseOnConnect: true });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new DatabaseLink(server, port);
  }

  /** The address of a database by way of this link. */
  url(url: string): string {
    const { port } = this.server.address() as AddressInfo;
    return Object.assign(new URL(url), { port: String(port) }).href;
  }

  /** Resets all connections, as a firewall or an end of the server does. */
  cut(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** From now on nothing comes through, and nothing is told of it. */
  hang(): void {
    this.#isHanging = true;
    for (const socket of this.#sockets) socket.pause();
  }

  /** What was held back comes through. */
  goOn(): void {
    this.#isHanging = false;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    const other = connect(this.port, '127.0.0.1');
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('data', (data) => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isHanging) from.pause();
      else from.resume();
    }
  }
}
