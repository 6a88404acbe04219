/** The server of the kit that is sent notifications, well behaved or not (T16, T25, T26). */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf, UsageError } from './errors.js';
import { Graph, type Term } from './graph.js';
import { api } from './names.js';
import { Failed } from './outcome.js';
import { textToGraph } from './read-graph.js';
import { claimsOf } from './tokens.js';
import type { Behaviour, Received, Receiver, Wanted } from './world.js';

const MAX_BYTES = 1024 * 1024;
const MAX_NOTIFICATIONS = 10_000;
/** A delivery has failed after (T15). */
const PATIENCE_MS = 15_000;
const HUGE = Buffer.alloc(64 * 1024, 'x');
const HUGE_CHUNKS = 160;

export interface Listening {
  readonly host: string;
  readonly port: number;
}

/** @throws UsageError for another text than `<address:port>`. */
export function parseListen(text: string, option: string): Listening {
  const at = text.lastIndexOf(':');
  const port = Number(text.slice(at + 1));
  if (at === -1 || text.slice(at + 1) === '' || !Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`${option}: ${text} is no <address:port>`);
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port };
}

export interface ReceiverOptions {
  /** A free port of loopback without. */
  readonly listen?: Listening;
  /** Its public address. */
  readonly url?: string;
  /** How it answers where no row says otherwise. */
  readonly usual?: (received: Received) => readonly Behaviour[];
  /** Told of every notification. */
  readonly onReceived?: (received: Received) => void;
  /** Ends the waits. */
  readonly signal?: AbortSignal;
}

export class NotificationServer implements Receiver {
  readonly #received: Received[] = [];
  readonly #attempts = new Map<string, number>();
  readonly #behaviours = new Map<string, Behaviour[]>();
  readonly #followed: { readonly object: string; readonly authorization: string | undefined }[] = [];
  readonly #watching = new Set<() => void>();
  readonly #server: Server;
  #url = '';

  private constructor(private readonly options: ReceiverOptions) {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
  }

  /** @throws UsageError if it cannot listen there. */
  static async start(options: ReceiverOptions = {}): Promise<NotificationServer> {
    const receiver = new NotificationServer(options);
    const { host = '127.0.0.1', port = 0 } = options.listen ?? {};
    try {
      receiver.#server.listen(port, host);
      await once(receiver.#server, 'listening');
    } catch (cause) {
      throw new UsageError(`--receiver: cannot listen at ${host}:${port}: ${reasonOf(cause)}`, { cause });
    }
    const address = receiver.#server.address();
    const bound = typeof address === 'object' && address !== null ? address.port : port;
    const name = host.includes(':') ? `[${host}]` : host === '127.0.0.1' ? 'localhost' : host;
    receiver.#url = options.url?.replace(/(?<!\/)\/+$/, '') ?? `http://${name}:${bound}`;
    return receiver;
  }

  get url(): string {
    return this.#url;
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  received({ object, eventType }: Wanted): readonly Received[] {
    return this.#received.filter(
      (one) => one.object === object && (eventType === undefined || one.eventType === eventType),
    );
  }

  async notifications(wanted: Wanted, atLeast = 1): Promise<readonly Received[]> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = this.received(wanted);
      if (found.length >= atLeast) return found;
      const left = until - performance.now();
      if (left <= 0 || this.options.signal?.aborted === true) {
        const what = `${wanted.eventType ?? 'notification'} about ${wanted.object} at ${this.url}/notifications`;
        throw new Failed(`${atLeast} × ${what}, within ${PATIENCE_MS / 1000} s`, `${found.length}`);
      }
      await this.#next(left);
    }
  }

  async none(wanted: Wanted, seconds: number): Promise<void> {
    const until = performance.now() + seconds * 1000;
    for (;;) {
      const [first] = this.received(wanted);
      if (first !== undefined)
        throw new Failed(
          `no ${wanted.eventType ?? 'notification'} about ${wanted.object}`,
          `one: ${first.eventType ?? ''}`,
        );
      const left = until - performance.now();
      if (left <= 0) return;
      await this.#next(left);
    }
  }

  behave(object: string, behaviours: readonly Behaviour[]): void {
    this.#behaviours.set(object, [...behaviours]);
  }

  followed(object: string): readonly { readonly authorization: string | undefined }[] {
    return this.#followed.filter((one) => one.object === object);
  }

  /** Waits until something comes. */
  async #next(ms: number): Promise<void> {
    let wake: () => void = () => undefined;
    const came = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.#watching.add(wake);
    const ended = new AbortController();
    await Promise.race([came, delay(ms, undefined, { signal: ended.signal }).catch(() => undefined)]);
    ended.abort();
    this.#watching.delete(wake);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver');
    if (pathname === '/redirected') {
      this.#followed.push({ object: searchParams.get('of') ?? '', authorization: request.headers.authorization });
      request.resume();
      response.writeHead(204).end();
      return;
    }
    if (request.method === 'POST' && pathname === '/notifications') {
      await this.#take(request, response);
      return;
    }
    request.resume();
    if (request.method === 'GET' && pathname === '/') this.#send(response, 200, this.#information());
    else if (request.method === 'GET' && pathname === '/subscriptions') this.#send(response, 200, []);
    else this.#send(response, 404, { '@type': `${api}Error`, [`${api}hasTitle`]: 'Not found' });
  }

  #send(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'Content-Type': 'application/ld+json', 'Content-Language': 'en-US' });
    response.end(JSON.stringify(body));
  }

  #information(): unknown {
    return {
      '@id': `${this.url}/`,
      '@type': `${api}ServerInformation`,
      [`${api}hasDataHolder`]: { '@id': `${this.url}/logistics-objects/_receiver` },
      [`${api}hasServerEndpoint`]: { '@type': 'http://www.w3.org/2001/XMLSchema#anyURI', '@value': `${this.url}/` },
      [`${api}hasSupportedApiVersion`]: ['2.0.0', '2.1.0', '2.2.0', '2.3.0'],
      [`${api}hasSupportedContentType`]: ['application/ld+json'],
      [`${api}hasSupportedLanguage`]: ['en-US'],
    };
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of request) {
      const bytes: unknown = chunk;
      if (!Buffer.isBuffer(bytes)) continue;
      size += bytes.byteLength;
      if (size > MAX_BYTES) {
        this.#send(response, 413, { '@type': `${api}Error`, [`${api}hasTitle`]: 'Too large' });
        return;
      }
      chunks.push(bytes);
    }
    const received = await this.#read(request, Buffer.concat(chunks).toString('utf8'));
    if (this.#received.length < MAX_NOTIFICATIONS) this.#received.push(received);
    this.options.onReceived?.(received);
    for (const wake of this.#watching) wake();
    const own = received.object === undefined ? undefined : this.#behaviours.get(received.object);
    const behaviour = (own === undefined ? undefined : own.length > 1 ? own.shift() : own[0]) ?? { kind: 'good' };
    const all = own === undefined ? (this.options.usual?.(received) ?? [behaviour]) : [behaviour];
    await respond(response, all, `${this.url}/redirected?of=${encodeURIComponent(received.object ?? '')}`);
  }

  async #read(request: IncomingMessage, text: string): Promise<Received> {
    let graph = new Graph([]);
    try {
      graph = await textToGraph(text, request.headers['content-type'] ?? '', `${this.url}/`);
    } catch {
      // A row that looks for its statements does not find them.
    }
    const node: Term | undefined = graph.instances(`${api}Notification`)[0];
    const value = (name: string): string | undefined =>
      node === undefined ? undefined : graph.value(node, api + name)?.value;
    const id = node?.termType === 'NamedNode' ? node.value : undefined;
    const key = id ?? `${value('hasEventType') ?? ''} ${value('hasLogisticsObject') ?? ''}`;
    const attempt = (this.#attempts.get(key) ?? 0) + 1;
    this.#attempts.set(key, attempt);
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    return {
      attempt,
      id,
      node,
      eventType: value('hasEventType')?.replace(api, ''),
      object: value('hasLogisticsObject'),
      headers: request.headers,
      claims: token === undefined ? undefined : claimsOf(token),
      text,
      graph,
      at: performance.now(),
    };
  }
}

/** Answers as a partner that misbehaves: delays first, then the last answer that is named. */
async function respond(response: ServerResponse, behaviours: readonly Behaviour[], elsewhere: string): Promise<void> {
  let status = 204;
  let headers: Record<string, string> = {};
  for (const behaviour of behaviours) {
    switch (behaviour.kind) {
      case 'good':
        break;
      case 'late':
        await delay(behaviour.seconds * 1000, undefined, { ref: false });
        break;
      case 'error':
        status = behaviour.status;
        break;
      case 'redirect':
        status = 302;
        headers = { Location: behaviour.to ?? elsewhere };
        break;
      case 'drop':
        // After a status, even one whose body is cut, the sender may take the notification for confirmed.
        response.destroy();
        return;
      case 'huge':
        await writeHuge(response);
        return;
    }
  }
  if (!response.destroyed) response.writeHead(status, headers).end();
}

/** 10 MB, as long as the caller reads them. */
async function writeHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'application/ld+json' });
  // A caller that reads no more is no error of the receiver.
  await pipeline(Readable.from(Array.from({ length: HUGE_CHUNKS }, () => HUGE)), response).catch(() => undefined);
}
