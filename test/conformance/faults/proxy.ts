/** A proxy between the kit and a node, and between the node and the kit's receiver: what it alters is a fault (T31). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { closeNow } from '../../support/exchange.js';
import { freePort } from '../../support/ports.js';

/** A message with a body, as it passes. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
export interface Asked extends Message {
  readonly method: string;
  /** With its query. */
  readonly path: string;
}
export interface Answered extends Message {
  readonly status: number;
}

/** Sends a request to where the proxy stands before, past the fault. */
export type Send = (asked: Asked) => Promise<Answered>;

/** What a side of the proxy does with a request, instead of sending it on and giving its answer back. */
export type Passing = (asked: Asked, send: Send) => Promise<Answered>;

export const unaltered: Passing = (asked, send) => send(asked);

/** Headers that belong to one connection. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'content-length',
  'host',
  'accept-encoding',
  'content-encoding',
]);

const plain = (headers: Iterable<readonly [string, string | readonly string[] | undefined]>): Record<string, string> =>
  Object.fromEntries(
    Array.from(headers, ([name, value]) => [name.toLowerCase(), String(value)] as const).filter(
      ([name]) => !ofConnection.has(name),
    ),
  );

export class Proxy {
  passing: Passing = unaltered;
  #server: Server | undefined;

  private constructor(
    readonly port: number,
    /** The server behind it. */
    private readonly target: () => string,
  ) {}

  static async start(target: () => string): Promise<Proxy> {
    const proxy = new Proxy(await freePort(), target);
    const server = createServer((request, response) => {
      proxy.#pass(request, response).catch(() => response.destroy());
    });
    proxy.#server = server;
    server.listen(proxy.port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  async stop(): Promise<void> {
    await closeNow(this.#server);
  }

  readonly send: Send = async ({ method, path, headers, body }) => {
    const hasBody = body !== '' && method !== 'GET' && method !== 'HEAD';
    const response = await fetch(this.target() + path, {
      method,
      headers,
      redirect: 'manual',
      ...(hasBody && { body }),
    });
    return { status: response.status, headers: plain(response.headers), body: await response.text() };
  };

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: plain(Object.entries(request.headers)),
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const { status, headers, body } = await this.passing(asked, this.send);
    response.writeHead(status, headers);
    response.end(status === 204 || asked.method === 'HEAD' ? undefined : body);
  }
}
