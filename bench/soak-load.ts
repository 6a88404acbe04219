/** The mixed load of `npm run soak`: reads, writes and queries on the latest objects that it has created. */
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../test/support/random.js';
import { change, event, question, smallPiece } from './payloads.js';

const random = seeded(1);
/** Reads and writes concern the latest objects, so that no object's history grows without limit. */
const RECENT = 500;
/** The limit of operations under way: more means that the node is too slow. */
const MOST_WAITING = 200;

interface Known {
  readonly uri: string;
  readonly number: number;
  revision: number;
  etag: string;
  busy: boolean;
}

export type Kind = 'read' | 'write' | 'query';

/** A caller of the node, and its observations. */
export class Client {
  latencies: Record<Kind, number[]> = { read: [], write: [], query: [] };
  readonly counts = new Map<string, number>();

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /** @throws Error for a rejection. */
  async send(
    kind: Kind,
    what: string,
    method: string,
    address: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const began = performance.now();
    const response = await fetch(address.startsWith('http') ? address : this.url + address, {
      method,
      headers: {
        Authorization: `Bearer ${this.token}`,
        ...(body !== undefined && { 'Content-Type': 'application/ld+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    this.latencies[kind].push(performance.now() - began);
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
    if (response.status >= 400) throw new Error(`${method} ${address}: ${response.status} ${text.slice(0, 300)}`);
    return response;
  }

  /** Returns the measurements since the last call. */
  takeLatencies(): Record<Kind, number[]> {
    const taken = this.latencies;
    this.latencies = { read: [], write: [], query: [] };
    return taken;
  }
}

/** The mixed load. */
export class Load {
  readonly #recent: Known[] = [];
  #made = 0;
  #waiting = 0;
  skipped = 0;
  readonly failures: string[] = [];

  constructor(private readonly client: Client) {}

  /** Starts an operation, or records an overload if too many wait. */
  begin(): void {
    if (this.#waiting >= MOST_WAITING) this.skipped += 1;
    else this.#follow(this.#operation());
  }

  /** Starts an analyst's query. */
  ask(): void {
    this.#follow(this.client.send('query', 'query', 'GET', `/sparql?query=${encodeURIComponent(question)}`));
  }

  /** Waits until all started operations have ended. */
  async end(): Promise<void> {
    while (this.#waiting > 0) await delay(20);
  }

  #follow(operation: Promise<unknown>): void {
    this.#waiting += 1;
    operation
      .catch((error: unknown) => {
        this.failures.push(error instanceof Error ? error.message : String(error));
      })
      .finally(() => (this.#waiting -= 1));
  }

  async #operation(): Promise<void> {
    const one = this.#recent[Math.floor(random() * this.#recent.length)];
    const dice = random();
    if (one === undefined || dice < 0.1) await this.#create();
    else if (dice < 0.18) await this.#change(one);
    else if (dice < 0.26) await this.client.send('write', 'event', 'POST', `${one.uri}/logistics-events`, event);
    else if (dice < 0.6) {
      const { headers } = await this.client.send('read', 'object', 'GET', one.uri);
      one.etag = headers.get('etag') ?? '';
    } else if (dice < 0.75) {
      const headers = { 'If-None-Match': one.etag };
      await this.client.send('read', 'object, conditional', 'GET', one.uri, undefined, headers);
    } else if (dice < 0.85) await this.client.send('read', 'events', 'GET', `${one.uri}/logistics-events`);
    else if (dice < 0.92) await this.client.send('read', 'audit trail', 'GET', `${one.uri}/audit-trail`);
    else if (dice < 0.97) await this.client.send('read', 'object, embedded', 'GET', `${one.uri}?embedded=true`);
    else await this.client.send('read', 'requests', 'GET', '/action-requests?limit=20');
  }

  async #create(): Promise<void> {
    const number = (this.#made += 1);
    const body = smallPiece(`goods ${number}.1`, number);
    const { headers } = await this.client.send('write', 'creation', 'POST', '/logistics-objects', body);
    this.#recent.push({ uri: headers.get('location') ?? '', number, revision: 1, etag: '', busy: false });
    if (this.#recent.length > RECENT) this.#recent.shift();
  }

  async #change(one: Known): Promise<void> {
    if (one.busy) return;
    one.busy = true;
    try {
      const { uri, number, revision } = one;
      const body = change(uri, revision, `goods ${number}.${revision}`, `goods ${number}.${revision + 1}`);
      const { headers } = await this.client.send('write', 'change', 'PATCH', uri, body);
      const request = headers.get('location') ?? '';
      await this.client.send('write', 'acceptance', 'PATCH', `${request}?status=REQUEST_ACCEPTED`);
      one.revision += 1;
    } finally {
      one.busy = false;
    }
  }
}
