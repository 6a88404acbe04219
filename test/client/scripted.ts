/** A server that answers as a test says, and what was asked of it. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeNow } from '../support/exchange.js';

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface Scripted {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text as it is, anything else as JSON. */
  readonly body?: unknown;
}

/** Answers a request; undefined: closes the connection without an answer. */
export type Script = (asked: Asked, count: number) => Scripted | undefined;

export class ScriptedServer {
  readonly asked: Asked[] = [];

  private constructor(
    readonly url: string,
    private readonly server: Server,
  ) {}

  static async start(script: Script): Promise<ScriptedServer> {
    const server = createServer((request, response) => {
      void answer(request, response);
    });
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const asked = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      scripted.asked.push(asked);
      const said = script(asked, scripted.asked.length);
      if (said === undefined) {
        response.destroy();
        return;
      }
      const { status = 200, headers = {}, body = '' } = said;
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(status, { 'Content-Type': 'application/ld+json', ...headers }).end(text);
    };
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const scripted = new ScriptedServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return scripted;
  }

  /** The requests to paths that begin so. */
  to(prefix: string): Asked[] {
    return this.asked.filter(({ path }) => path.startsWith(prefix));
  }

  async close(): Promise<void> {
    await closeNow(this.server);
  }
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('it did not reject');
}

const api = 'https://onerecord.iata.org/ns/api#';
const cargo = 'https://onerecord.iata.org/ns/cargo#';

/** A Piece as an answer. */
export const piece = (uri: string, more: Readonly<Record<string, unknown>> = {}): Scripted => ({
  headers: { Revision: '1', 'Latest-Revision': '1' },
  body: { '@context': { cargo }, '@id': uri, '@type': 'cargo:Piece', 'cargo:goodsDescription': 'Books', ...more },
});

/** An `api:Error` as an answer. */
export const refusal = (status: number, message = 'no'): Scripted => ({
  status,
  body: {
    '@context': { api },
    '@type': 'api:Error',
    'api:hasTitle': 'Refused',
    'api:hasErrorDetail': { '@type': 'api:ErrorDetails', 'api:hasCode': String(status), 'api:hasMessage': message },
  },
});
