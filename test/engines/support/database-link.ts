/** The network between a node and its database, which a test can cut, let hang, or let forget its connections. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class DatabaseLink {
  readonly #sockets = new Set<Socket>();
  #isHanging = false;
  #isLosing = false;
  /** Connections that were made. */
  connections = 0;

  private constructor(
    private readonly server: Server,
    private readonly databasePort: number,
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

  /** Where it is reached on this machine. */
  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** The address of a database by way of this link. */
  url(url: string): string {
    return Object.assign(new URL(url), { port: String(this.port) }).href;
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

  /**
   * From now on what is sent is lost; of the connections of now for ever, since a firewall or a balancer has forgotten them.
   * Nobody is told.
   */
  lose(): void {
    this.#isLosing = true;
    for (const socket of this.#sockets) discard(socket);
  }

  /** Nothing more is lost of connections that are made from now on. */
  loseNoMore(): void {
    this.#isLosing = false;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  #accept(socket: Socket): void {
    this.connections += 1;
    const other = connect(this.databasePort, '127.0.0.1');
    for (const [from, to] of [
      [socket, other],
      [other, socket],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.#sockets.delete(from);
        to.destroy();
      });
      if (this.#isLosing) discard(from);
      else from.on('data', (data) => to.write(data));
      if (this.#isHanging) from.pause();
      else from.resume();
    }
  }
}

const discard = (socket: Socket): void => {
  socket.removeAllListeners('data').resume();
};
