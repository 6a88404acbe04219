/** A partner's server that fails in a given way until it is repaired. */
import { once } from 'node:events';
import { createServer as createHttpServer, type RequestListener, type Server as HttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer, type Server, type Socket } from 'node:net';
import type { Certificate } from './certificates.js';
import { freePort } from './ports.js';

export class RepairablePartner {
  readonly #sockets = new Set<Socket>();
  readonly #repaired: HttpServer;
  readonly #server: Server;
  #handle: ((socket: Socket) => void) | undefined;

  private constructor(
    readonly port: number,
    act: ((socket: Socket) => void) | undefined,
    repaired: RequestListener,
    certificate: Certificate | undefined,
  ) {
    this.#handle = act;
    this.#repaired = certificate === undefined ? createHttpServer(repaired) : createHttpsServer(certificate, repaired);
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      // The other side may end a connection in any way.
      socket.on('error', () => socket.destroy());
      socket.on('close', () => this.#sockets.delete(socket));
      this.#handle?.(socket);
    });
  }

  /**
   * @param act its behaviour on a connection; undefined: it does not listen.
   * @param repaired its responses after the repair; with a certificate over TLS.
   */
  static async start(
    act: ((socket: Socket) => void) | undefined,
    repaired: RequestListener,
    certificate?: Certificate,
  ): Promise<RepairablePartner> {
    const partner = new RepairablePartner(await freePort(), act, repaired, certificate);
    if (act !== undefined) await partner.#listen();
    return partner;
  }

  async repair(): Promise<void> {
    this.#handle = (socket) => {
      this.#repaired.emit('connection', socket);
    };
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) await this.#listen();
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}
