/** The parties of the demo: nodes as processes of their own, and callers with tokens. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** A port that is free now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no port'));
      });
    });
  });
}

/** A node in a process of its own. */
export class Node {
  #process: ChildProcess | undefined;

  constructor(
    readonly name: string,
    readonly url: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get holder(): string {
    return `${this.url}/logistics-objects/_data-holder`;
  }

  /**
   * Starts the node, and waits until it reports that it is listening.
   *
   * @param port another one than that of its URL: then it is reachable from inside only.
   */
  start(port?: number): Promise<void> {
    const own = { ...this.env, ...(port !== undefined && { PORT: String(port) }) };
    const child = spawn(process.execPath, [MAIN], {
      env: { ...process.env, LOG_LEVEL: 'warn', LOG_FORMAT: 'json', ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#process = child;
    let log = '';
    child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
    return new Promise((resolve, reject) => {
      child.once('exit', (code) => {
        reject(new Error(`${this.name} ended with code ${code ?? 'none'}\n${log}`));
      });
      child.stdout.on('data', (chunk: Buffer) => {
        if (chunk.toString().includes('listening on')) resolve();
      });
    });
  }

  /** Stops the node gracefully, as an operator does. */
  stop(): Promise<void> {
    const child = this.#process;
    if (child?.exitCode !== null) return Promise.resolve();
    return new Promise((resolve) => {
      child.once('exit', () => {
        resolve();
      });
      child.kill('SIGTERM');
    });
  }

  /** A caller with a token of this node's development identity provider. */
  async caller(client: string): Promise<Caller> {
    const response = await fetch(`${this.url}/dev-idp/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const body: unknown = await response.json();
    const token = typeof body === 'object' && body !== null && 'access_token' in body ? String(body.access_token) : '';
    const agent = client === 'holder' ? this.holder : `${this.url}/logistics-objects/${client}`;
    return new Caller(agent, token);
  }
}

/** A party that calls all nodes of the network in its own name. */
export class Caller {
  constructor(
    readonly agent: string,
    private readonly token: string,
  ) {}

  /** Asks a SELECT query. @returns a line for each solution. */
  async select(node: Node, query: string, parameters: Readonly<Record<string, string>>): Promise<string[]> {
    const asked = new URLSearchParams({ query, ...parameters });
    const response = await fetch(`${node.url}/sparql?${asked.toString()}`, {
      headers: { Authorization: `Bearer ${this.token}`, Accept: 'text/csv' },
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`the query got ${response.status} ${text}`);
    return text.trim().split(/\r?\n/).slice(1);
  }

  /** Sends a Cargo-XML message. @param query `?dry-run=true` asks what it would do. */
  async sendMessage(node: Node, xml: string, query = ''): Promise<Reply> {
    const response = await fetch(`${node.url}/internal/messages${query}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.token}`, 'Content-Type': 'application/xml' },
      body: xml,
    });
    const body: unknown = await response.json();
    return { status: response.status, headers: response.headers, body };
  }

  /** @param version of the API. */
  async call(method: string, url: string, body?: unknown, version = '2.0.0'): Promise<Reply> {
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      headers: {
        Authorization: `Bearer ${this.token}`,
        Accept: `application/ld+json; version=${version}, application/json;q=0.5`,
        ...(body !== undefined && { 'Content-Type': `application/ld+json; version=${version}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed: unknown =
      text !== '' && (response.headers.get('content-type') ?? '').includes('json') ? JSON.parse(text) : text;
    return { status: response.status, headers: response.headers, body: parsed };
  }
}
