/** Helpers for the exchange between parties: a partner's server that records notifications, and bodies of requests. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'chai';
import {
  api,
  cargo,
  context,
  type Json,
  list,
  member,
  Party,
  type Reply,
  startTestNode,
  type TestNode,
} from './node.js';
import type { TestClock } from './clock.js';
import { freePort } from './ports.js';
import type { JsonObject } from './world.js';
import { xsd } from './changes.js';

export const anyUri = (value: string): JsonObject => ({ '@type': `${xsd}anyURI`, '@value': value });
export const dateTime = (value: string): JsonObject => ({ '@type': `${xsd}dateTime`, '@value': value });
export function iriOf(value: Json): string {
  const id = member(value, '@id');
  return typeof id === 'string' ? id : '';
}
/** The value of a property, whether it is a native value or a typed literal. */
export const valueOf = (value: Json): Json => member(value, '@value') ?? value;

/** A token of a node's development identity provider, for an agent of any server. */
export async function tokenFor(node: string, agent: string, client = 'visitor'): Promise<string> {
  const response = await fetch(`${node}/dev-idp/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${Buffer.from(`${client}:${client}-secret`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', logistics_agent_uri: agent }),
  });
  expect(response.status, 'token request').to.equal(200);
  return ((await response.json()) as { access_token: string }).access_token;
}

/** An agent that calls one node with a token from another node's identity provider. */
export async function partyFor(at: string, agent: string, from = at): Promise<Party> {
  return new Party(at, agent, await tokenFor(from, agent));
}

/** Free ports, for nodes that need each other's addresses before they start. */
export function freePorts(count: number): Promise<number[]> {
  return Promise.all(Array.from({ length: count }, freePort));
}

/** Retries without delay. */
export const fastRetries = { DELIVERY_RETRY_MIN_MS: '10', DELIVERY_RETRY_MAX_MS: '20' };

/** For tests that hold a partner's answer: how long they do depends on the machine. */
export const patient = { timeouts: { exchangeMs: 200_000, connectMs: 60_000 } };

/** Settings of a node that trusts these nodes' identity providers. */
export function trusting(...bases: readonly string[]): Record<string, string> {
  const issuers = bases.map((base) => ({
    issuer: `${base}/dev-idp`,
    jwksUri: `${base}/dev-idp/.well-known/jwks.json`,
  }));
  return { DEV_IDP: 'true', TRUSTED_ISSUERS: JSON.stringify(issuers) };
}

/** Two nodes, each with an identity provider of its own and trust in the other's. */
export class Pair {
  private constructor(
    readonly forwarder: TestNode,
    readonly airline: TestNode,
    readonly clock: TestClock,
  ) {}

  static async start(
    clock: TestClock,
    {
      forwarder: forwarderEnv = {},
      airline: airlineEnv = {},
    }: { forwarder?: Record<string, string>; airline?: Record<string, string> } = {},
  ): Promise<Pair> {
    const [one = 0, other = 0] = await freePorts(2);
    const [forwarderUrl, airlineUrl] = [`http://localhost:${one}`, `http://localhost:${other}`];
    const [forwarder, airline] = await Promise.all([
      startTestNode({
        clock,
        env: { PORT: String(one), ...trusting(airlineUrl), ...fastRetries, ...forwarderEnv },
      }),
      startTestNode({
        clock,
        env: { PORT: String(other), ...trusting(forwarderUrl), ...fastRetries, ...airlineEnv },
      }),
    ]);
    return new Pair(forwarder, airline, clock);
  }

  async stop(): Promise<void> {
    await Promise.all([this.forwarder.stop(), this.airline.stop()]);
  }
}

/** A notification as received by a partner's server. */
export interface ReceivedNotification {
  readonly id: string;
  readonly eventType: string;
  readonly object: string;
  readonly triggeredBy: string;
  readonly body: Json;
  readonly headers: IncomingHttpHeaders;
  readonly at: number;
}

/** Answers one call; `notification` is undefined for other requests. */
export type Behaviour = (
  response: ServerResponse,
  notification: ReceivedNotification | undefined,
  request: IncomingMessage,
) => void;

export const respondWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Behaviour =>
  (response) => {
    response.writeHead(status, headers).end(body);
  };

export const closeConnection: Behaviour = (response) => {
  response.destroy();
};

/** Closes a server at once, including open connections. */
export async function closeNow(server: Server | undefined): Promise<void> {
  if (server === undefined) return;
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

/** A partner's server: records every notification, and responds by `behaviour`. */
export class Receiver {
  /** All notifications, including repeated ones, in the order of arrival. */
  readonly received: ReceivedNotification[] = [];
  readonly calls: string[] = [];
  behaviour: Behaviour = respondWith(204);
  readonly #waiting = new Set<() => void>();
  #server: Server | undefined;

  private constructor(readonly port: number) {}

  static async start(): Promise<Receiver> {
    const receiver = new Receiver(await freePort());
    await receiver.open();
    return receiver;
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get agent(): string {
    return `${this.url}/logistics-objects/_receiver`;
  }

  /** Listens (again), on the same port as before. */
  async open(): Promise<void> {
    const server = createServer((request, response) => {
      this.#take(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    this.#server = server;
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
  }

  /** Closes at once, including open connections. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await closeNow(server);
  }

  /** Waits until the received notifications satisfy a condition; the test's own timeout bounds it. */
  async until(
    condition: (notifications: readonly ReceivedNotification[]) => boolean,
  ): Promise<readonly ReceivedNotification[]> {
    while (!condition(this.received)) {
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve);
      });
    }
    return this.received;
  }

  /** Waits for a number of notifications, each counted once. */
  async distinct(count: number): Promise<ReceivedNotification[]> {
    await this.until((notifications) => new Set(notifications.map(({ id }) => id)).size >= count);
    return withoutRepetitions(this.received);
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    this.calls.push(`${request.method ?? ''} ${request.url ?? ''}`);
    let notification: ReceivedNotification | undefined;
    if (request.method === 'POST' && request.url === '/notifications') {
      const body = JSON.parse(text) as Json;
      // With the form `vocab`, the names of the API are full IRIs.
      const linked = (name: string): string => iriOf(member(body, `api:${name}`) ?? member(body, api + name));
      notification = {
        id: iriOf(body),
        eventType: linked('hasEventType').replace(/^api:|^.*#/, ''),
        object: linked('hasLogisticsObject'),
        triggeredBy: linked('isTriggeredBy'),
        body,
        headers: request.headers,
        at: performance.now(),
      };
      this.received.push(notification);
    }
    this.behaviour(response, notification, request);
    const watching = [...this.#waiting];
    this.#waiting.clear();
    for (const look of watching) look();
  }
}

/** Each notification once, in the order of first arrival. */
export function withoutRepetitions(notifications: readonly ReceivedNotification[]): ReceivedNotification[] {
  const seen = new Set<string>();
  return notifications.filter(({ id }) => !seen.has(id) && seen.add(id));
}

export interface SubscriptionOptions {
  readonly subscriber: string;
  readonly topic: string;
  readonly topicType?: string;
  readonly events?: readonly string[];
  readonly more?: JsonObject;
}

const everyEvent = ['LOGISTICS_OBJECT_CREATED', 'LOGISTICS_OBJECT_UPDATED', 'LOGISTICS_EVENT_RECEIVED'];

/** A Subscription as JSON-LD; to a type unless the topic is an address. */
export function subscriptionBody({
  subscriber,
  topic,
  topicType,
  events = everyEvent,
  more = {},
}: SubscriptionOptions): JsonObject {
  const type = topicType ?? (topic.startsWith(cargo) ? 'LOGISTICS_OBJECT_TYPE' : 'LOGISTICS_OBJECT_IDENTIFIER');
  return {
    '@context': context,
    '@type': 'api:Subscription',
    'api:hasSubscriber': { '@id': subscriber },
    'api:hasTopicType': { '@id': `api:${type}` },
    'api:hasTopic': anyUri(topic),
    'api:includeSubscriptionEventType': events.map((event) => ({ '@id': `api:${event}` })),
    ...more,
  };
}

/** Submits a partner's subscription, accepts it as the holder, and returns the URI of the SubscriptionRequest. */
export async function subscribe(
  holder: Party,
  subscriber: Party,
  options: Omit<SubscriptionOptions, 'subscriber'>,
): Promise<string> {
  const reply = await subscriber.post('/subscriptions', subscriptionBody({ subscriber: subscriber.agent, ...options }));
  expect(reply.status, reply.text).to.equal(201);
  const request = reply.headers.get('location') ?? '';
  await accept(holder, request);
  return request;
}

export async function accept(holder: Party, request: string): Promise<void> {
  const reply = await holder.patch(`${request}?status=REQUEST_ACCEPTED`);
  expect(reply.status, reply.text).to.equal(204);
}

export interface DelegationOptions {
  readonly objects: readonly string[];
  readonly delegates: readonly string[];
  readonly permissions?: readonly string[];
  readonly more?: JsonObject;
}

/** An AccessDelegation as JSON-LD. */
export function delegationBody({
  objects,
  delegates,
  permissions = ['GET_LOGISTICS_OBJECT'],
  more = {},
}: DelegationOptions): JsonObject {
  return {
    '@context': context,
    '@type': 'api:AccessDelegation',
    'api:hasPermission': permissions.map((permission) => ({ '@id': `api:${permission}` })),
    'api:isRequestedFor': delegates.map((delegate) => ({ '@id': delegate })),
    'api:hasLogisticsObject': objects.map((object) => ({ '@id': object })),
    ...more,
  };
}

/** Requests a delegation, and returns the URI of the request. */
export async function requestDelegation(requestor: Party, grant: DelegationOptions): Promise<string> {
  const reply = await requestor.post('/access-delegations', delegationBody(grant));
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
}

/** A delegation that the holder has accepted. */
export async function delegate(holder: Party, requestor: Party, grant: DelegationOptions): Promise<string> {
  const request = await requestDelegation(requestor, grant);
  await accept(holder, request);
  return request;
}

/** A Logistics Event as JSON-LD. */
export function eventBody(more: JsonObject = {}): JsonObject {
  return {
    '@context': context,
    '@type': 'cargo:LogisticsEvent',
    'cargo:eventDate': dateTime('2026-02-28T12:00:00Z'),
    ...more,
  };
}

/** An access control list with one authorization. */
export function aclBody(
  object: string,
  whom: JsonObject,
  modes: readonly string[] = [`${api}GET_LOGISTICS_OBJECT`],
): JsonObject {
  return {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#', vcard: 'http://www.w3.org/2006/vcard/ns#' },
    '@type': 'acl:Authorization',
    'acl:accessTo': { '@id': object },
    'acl:mode': modes.map((mode) => ({ '@id': mode })),
    ...whom,
  };
}

/** A node's outbox, as in `/internal/deliveries`. */
export async function deliveries(holder: Party): Promise<{ total: number; items: Json[] }> {
  const { status, json } = await holder.get('/internal/deliveries?limit=1000');
  expect(status).to.equal(200);
  return { total: Number(member(json, 'total')), items: list(member(json, 'items')) };
}

/**
 * Polls until a condition without an event holds, such as the end of a delivery. The interval is longer than a check,
 * so that expensive checks do not slow the node down.
 */
export async function eventually(check: () => Promise<boolean>, timeoutMs = 200_000): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const began = performance.now();
    if (await check()) return;
    if (began > deadline) expect.fail(`the condition did not hold within ${timeoutMs} ms`);
    await delay(Math.max(10, 4 * (performance.now() - began)));
  }
}

/** Waits until the outbox is empty. */
export function settled(holder: Party, timeoutMs?: number): Promise<void> {
  const isEmpty = async (): Promise<boolean> =>
    member((await holder.get('/internal/deliveries?limit=0')).json, 'total') === 0;
  return eventually(isEmpty, timeoutMs);
}

/** Revokes every subscription of a node and waits until the outbox is empty, for the next test. */
export async function unsubscribeAll(holder: Party): Promise<void> {
  const query = 'type=SubscriptionRequest&status=REQUEST_PENDING,REQUEST_ACCEPTED&limit=100000';
  const { json } = await holder.get(`/action-requests?${query}`);
  const requests = list(member(json, 'api:hasItem')).map(iriOf);
  for (const request of requests) expect((await holder.delete(request)).status).to.equal(204);
  await settled(holder);
}

/** Creates a piece and returns its URI. */
export async function createPiece(holder: Party, more: JsonObject = {}): Promise<string> {
  const reply = await holder.post('/logistics-objects', {
    '@context': context,
    '@type': 'cargo:Piece',
    'cargo:goodsDescription': 'Oranges',
    ...more,
  });
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
}

export function created(reply: Reply): string {
  expect(reply.status, reply.text).to.equal(201);
  return reply.headers.get('location') ?? '';
}
