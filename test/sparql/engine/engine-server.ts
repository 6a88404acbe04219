/** A SPARQL engine in this process: Oxigraph behind the SPARQL 1.1 Protocol, which can be made to fail. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { type EngineStore, startEngine } from '../../../src/store/oxigraph/engine.js';

export interface ReceivedQuery {
  readonly text: string;
  readonly authorization: string | undefined;
  readonly timeout: string | null;
}

export class EngineServer {
  #store: EngineStore = startEngine().newStore();
  readonly queries: ReceivedQuery[] = [];
  readonly updates: string[] = [];
  /** N-Quads that were posted. */
  readonly loads: string[] = [];
  /** Answers a call in place of the engine; undefined lets the engine answer. */
  interfere: (kind: 'query' | 'update' | 'load', text: string, response: ServerResponse) => boolean = () => false;

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      });
    });
  }

  static async start(): Promise<EngineServer> {
    const server = createServer();
    const engine = new EngineServer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return engine;
  }

  get settings(): { readonly queryUrl: string; readonly updateUrl: string } {
    return { queryUrl: `${this.#address}/query`, updateUrl: `${this.#address}/update` };
  }

  /** Where N-Quads are posted. */
  get loadUrl(): string {
    return `${this.#address}/store?no_transaction`;
  }

  get #address(): string {
    return `http://127.0.0.1:${String((this.server.address() as AddressInfo).port)}`;
  }

  /** As an engine that was started without its data. */
  empty(): void {
    this.#store = startEngine().newStore();
  }

  update(text: string): void {
    this.#store.update(text);
  }

  load(quads: string): void {
    this.#store.load(quads, { format: 'application/n-quads' });
  }

  /** The answer to a query, in this format. */
  answer(text: string, accept: string): string {
    return String(this.#store.query(text, { results_format: accept }));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readAll(request);
    const url = new URL(request.url ?? '/', 'http://engine.example');
    const kind = url.pathname === '/update' ? 'update' : url.pathname === '/store' ? 'load' : 'query';
    if (kind === 'query') {
      const { authorization } = request.headers;
      this.queries.push({ text, authorization, timeout: url.searchParams.get('timeout') });
    } else if (kind === 'update') this.updates.push(text);
    else this.loads.push(text);
    if (this.interfere(kind, text, response)) return;
    try {
      if (kind !== 'query') {
        if (kind === 'update') this.update(text);
        else this.load(text);
        response.statusCode = 204;
        response.end();
        return;
      }
      const accept = request.headers.accept ?? 'application/sparql-results+json';
      const answer = this.answer(text, accept);
      response.setHeader('Content-Type', accept);
      response.end(answer);
    } catch (error) {
      response.statusCode = 400;
      response.end(`secret words of the engine: ${String(error)}`);
    }
  }
}
