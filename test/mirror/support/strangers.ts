/**
 * Servers of others, by their answers as recorded: no code of ours has shaped them. They hold nothing and check no
 * token, so what this node says of them must be that there is nothing.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { closeNow } from '../../support/exchange.js';
import { freePort } from '../../support/ports.js';

const folder = new URL('../strangers/', import.meta.url);

interface RecordedAnswer {
  /** A method and a path, or in words what has no row of its own. */
  readonly request: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly note?: string;
}

interface Recording {
  /** What it is. */
  readonly server: string;
  /** The day. */
  readonly recorded: string;
  readonly answers: readonly RecordedAnswer[];
}

/** The names of the recordings. */
export const strangers: readonly string[] = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

const pathPattern = (path: string): RegExp => new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`);

export class Stranger {
  /** Method and path of each request. */
  readonly calls: string[] = [];
  #server: Server | undefined;

  private constructor(
    readonly port: number,
    readonly recording: Recording,
  ) {}

  static async start(name: string): Promise<Stranger> {
    const recording = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8')) as Recording;
    const stranger = new Stranger(await freePort(), recording);
    await stranger.#open();
    return stranger;
  }

  get base(): string {
    return `http://localhost:${this.port}`;
  }

  async close(): Promise<void> {
    await closeNow(this.#server);
    this.#server = undefined;
  }

  async #open(): Promise<void> {
    const server = createServer((request, response) => {
      request.resume();
      const { method = '' } = request;
      const { pathname } = new URL(request.url ?? '/', this.base);
      this.calls.push(`${method} ${pathname}`);
      const { status, headers, body } = this.#answerTo(method, pathname);
      response.writeHead(status, headers).end(body);
    });
    this.#server = server;
    server.listen(this.port, 'localhost');
    await once(server, 'listening');
  }

  #answerTo(method: string, path: string): RecordedAnswer {
    const { answers } = this.recording;
    const atPath = answers.filter(({ request }) => pathPattern(request.split(' ')[1] ?? '').test(path));
    const inWords = atPath.length > 0 ? 'other methods at known paths' : 'anything else';
    const found =
      atPath.find(({ request }) => request.startsWith(`${method} /`)) ??
      answers.find(({ request }) => request === inWords);
    if (found === undefined) throw new Error(`nothing was recorded for ${method} ${path}`);
    return found;
  }
}
