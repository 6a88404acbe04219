/** The partner of the example exchange with late notifications: its server returns 503 to the first attempts. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { SampleServer } from '../src/console/sample-node.js';

/** The number of refused attempts. */
const REFUSED = 3;
/** A node with the standard backoff has made four attempts by then. */
const MAX_WAIT_MS = 30_000;

/**
 * Settings of the node that creates the example: the standard backoff would take seconds, and the partner is on this
 * machine.
 */
export const sampleSettings = {
  DELIVERY_RETRY_MIN_MS: '100',
  DELIVERY_RETRY_MAX_MS: '1000',
  OUTBOUND_PRIVATE_ADDRESSES: 'true',
};

export class LatePartner implements SampleServer {
  #refused = 0;
  #updates = 0;
  readonly #waiting = new Set<() => void>();

  private constructor(
    private readonly server: Server,
    readonly agent: string,
  ) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /**
   * @param port of the partner, constant so that its name is the same in each example; another one if that is in use.
   */
  static async start(port = 0): Promise<LatePartner> {
    const server = createServer();
    const listen = async (at: number): Promise<void> => {
      server.listen(at, 'localhost');
      await once(server, 'listening');
    };
    try {
      await listen(port);
    } catch {
      await listen(0);
    }
    // The address of a server with a port has this type.
    const { port: used } = server.address() as AddressInfo;
    return new LatePartner(server, `http://localhost:${used}/logistics-objects/warehouse`);
  }

  /** @throws Error if the node has not delivered the notification within half a minute. */
  async hasReceived(updates: number): Promise<void> {
    const deadline = AbortSignal.timeout(MAX_WAIT_MS);
    while (this.#updates < updates)
      await new Promise<void>((resolve, reject) => {
        const giveUp = (): void => {
          reject(new Error(`${this.agent} was told of ${this.#updates} updates, not of ${updates}`));
        };
        this.#waiting.add(() => {
          deadline.removeEventListener('abort', giveUp);
          resolve();
        });
        deadline.addEventListener('abort', giveUp, { once: true });
      });
  }

  async stop(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    if (request.method !== 'POST' || request.url !== '/notifications') {
      response.writeHead(404).end();
      return;
    }
    const isUpdate = Buffer.concat(chunks).includes('LOGISTICS_OBJECT_UPDATED');
    if (isUpdate && this.#refused < REFUSED) {
      this.#refused += 1;
      response.writeHead(503).end();
      return;
    }
    response.writeHead(204).end();
    if (!isUpdate) return;
    this.#updates += 1;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const look of waiting) look();
  }
}
