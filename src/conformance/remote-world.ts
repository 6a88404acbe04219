/** A server over HTTP, as a row sees it (T28). */
import { changeBody, delegationBody, eventBody, shortName, subscriptionBody } from './bodies.js';
import type { Config } from './config.js';
import { expectStatus } from './expect.js';
import type { Graph } from './graph.js';
import { api, context } from './names.js';
import { Failed, Inapplicable, Untested } from './outcome.js';
import { graphOf, meaningOf } from './read-graph.js';
import { type Identity, RemoteCaller, type Sender } from './remote-caller.js';
import { describe, type Reply, type Sent } from './reply.js';
import type { ApiVersion } from './versions.js';
import type { Caller, Changing, Json, JsonObject, Operation, Receiver, Subscribing, World } from './world.js';

/** What all rows of one version share. */
export interface Session {
  readonly version: ApiVersion;
  readonly server: string;
  readonly run: string;
  readonly decide: Config['decide'];
  /** Those that the configuration has. */
  readonly identities: Readonly<Partial<Record<'holder' | 'partner' | 'stranger', Identity>>>;
  /** Or why deliveries do not reach the kit. */
  readonly receiver: Receiver | string;
  readonly time: { now(): Date; later(seconds: number): Promise<void> };
  readonly ids: () => string;
  readonly send: Sender['send'];
}

const DECISION_MS = 5_000;
const POLL_MS = 250;
const ended = /ACCEPTED|REJECTED|REVOKED|FAILED|ACKNOWLEDGED/;

export class RemoteWorld implements World, Sender {
  readonly mediaType: string;
  readonly anonymous: Caller;
  /** The last answer, for the report of an error that names none. */
  last: Reply | undefined;

  constructor(private readonly session: Session) {
    this.mediaType = `application/ld+json; version=${session.version}`;
    this.anonymous = new RemoteCaller({ name: 'anonymous', agent: undefined, token: undefined }, this);
  }

  get shared(): object {
    return this.session;
  }

  get version(): ApiVersion {
    return this.session.version;
  }

  get server(): string {
    return this.session.server;
  }

  get run(): string {
    return this.session.run;
  }

  get holder(): Caller {
    return this.#caller('holder');
  }

  get partner(): Caller {
    return this.#caller('partner');
  }

  get stranger(): Caller {
    return this.#caller('stranger');
  }

  get receiver(): Receiver {
    const { receiver } = this.session;
    if (typeof receiver === 'string') throw new Untested(receiver);
    return receiver;
  }

  #caller(name: 'holder' | 'partner' | 'stranger'): Caller {
    const identity = this.session.identities[name];
    if (identity === undefined) throw new Untested(`the configuration has no ${name}`);
    return new RemoteCaller(identity, this);
  }

  withToken(token: string): Caller {
    return new RemoteCaller({ name: 'token', agent: undefined, token: () => Promise.resolve(token) }, this);
  }

  async send(sent: Sent, body: string | Uint8Array | undefined, authorization: string | undefined): Promise<Reply> {
    this.last = await this.session.send(sent, body, authorization);
    return this.last;
  }

  id(): string {
    return this.session.ids();
  }

  now(): Date {
    return this.session.time.now();
  }

  later(seconds: number): Promise<void> {
    return this.session.time.later(seconds);
  }

  graph(reply: Reply): Promise<Graph> {
    return graphOf(reply);
  }

  async isSame(one: Graph, other: Graph): Promise<boolean> {
    return (await meaningOf(one)) === (await meaningOf(other));
  }

  optional(reply: Reply): void {
    if (![404, 405, 501].includes(reply.status)) return;
    throw new Inapplicable(`${reply.request.method} ${new URL(reply.request.url).pathname}: ${describe(reply)}`);
  }

  post(content: JsonObject): Promise<Reply> {
    const id = `${this.server}/logistics-objects/${this.id()}`;
    return this.holder.post('/logistics-objects', { '@context': context, '@id': id, ...content });
  }

  async create(content: JsonObject): Promise<string> {
    return this.#made(await this.post(content), 'the object could not be created');
  }

  piece(more: JsonObject = {}): Promise<string> {
    return this.create({
      '@type': 'cargo:Piece',
      'cargo:goodsDescription': `conformance kit ${this.run}`,
      ...more,
    });
  }

  async revision(object: string): Promise<number> {
    const reply = await this.holder.get(object);
    const revision = reply.headers.get('latest-revision') ?? reply.headers.get('revision');
    if (reply.status !== 200 || revision === null || !/^[0-9]+$/.test(revision))
      throw new Failed('200 with Revision and Latest-Revision', describe(reply), reply);
    return Number(revision);
  }

  async sendChange(
    caller: Caller,
    object: string,
    operations: readonly Operation[],
    changing: Changing = {},
  ): Promise<Reply> {
    const revision = changing.revision ?? (await this.revision(object));
    return caller.patch(object, changeBody(object, revision, operations, changing));
  }

  async submit(
    caller: Caller,
    object: string,
    operations: readonly Operation[],
    changing: Changing = {},
  ): Promise<string> {
    return this.#made(await this.sendChange(caller, object, operations, changing), 'the Change could not be submitted');
  }

  async decide(
    request: string,
    status: 'REQUEST_ACCEPTED' | 'REQUEST_REJECTED' | 'REQUEST_ACKNOWLEDGED',
    body?: Json,
  ): Promise<Reply | undefined> {
    const { decide } = this.session;
    if (decide === 'none') throw new Untested('nobody decides requests (decide: none)');
    if (decide === 'request') return this.holder.patch(`${request}?status=${status}`, body);
    if (status === 'REQUEST_REJECTED') throw new Untested('the server decides by itself (decide: automatic)');
    const until = performance.now() + DECISION_MS;
    while (!ended.test(await this.status(request))) {
      if (performance.now() > until)
        throw new Failed('a decision by the server within 5 s', 'REQUEST_PENDING', this.last);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return undefined;
  }

  async accept(request: string): Promise<void> {
    const reply = await this.decide(request, 'REQUEST_ACCEPTED');
    if (reply !== undefined) expectStatus(reply, [200, 204], '(the request could not be accepted)');
  }

  async change(object: string, operations: readonly Operation[]): Promise<string> {
    const request = await this.submit(this.partner, object, operations);
    await this.accept(request);
    return request;
  }

  async status(request: string): Promise<string> {
    const reply = await this.holder.get(request);
    expectStatus(reply, 200, '(the request could not be read)');
    const graph = await this.graph(reply);
    const [status] = [...graph.values(request, `${api}hasRequestStatus`), ...this.#anyStatus(graph)];
    if (status === undefined) throw new Failed('hasRequestStatus', 'a request without it', reply);
    return shortName(status.value);
  }

  /** The status where a request has no `@id`. */
  #anyStatus(graph: Graph): ReturnType<Graph['values']> {
    return graph
      .subjects(`${api}hasRequestStatus`)
      .flatMap((subject) => graph.values(subject, `${api}hasRequestStatus`));
  }

  async grant(
    object: string,
    permissions: readonly string[] = ['GET_LOGISTICS_OBJECT'],
    delegate: Caller = this.partner,
  ): Promise<string> {
    const body = delegationBody(object, delegate.agent, permissions);
    const reply = await this.partner.post('/access-delegations', body);
    const request = this.#made(reply, 'the AccessDelegation could not be requested');
    await this.accept(request);
    return request;
  }

  async subscribe(subscribing: Subscribing): Promise<string> {
    const reply = await this.partner.post('/subscriptions', subscriptionBody(this.partner.agent, subscribing));
    const request = this.#made(reply, 'the Subscription could not be requested');
    await this.accept(request);
    return request;
  }

  async event(object: string, more: JsonObject = {}): Promise<string> {
    const reply = await this.holder.post(`${object}/logistics-events`, eventBody(this.now(), more));
    return this.#made(reply, 'the event could not be posted');
  }

  /** The address of what was made (T11: what a row stands on is the server's obligation, too). */
  #made(reply: Reply, otherwise: string): string {
    if (reply.status !== 201) throw new Failed('201', `${otherwise}: ${describe(reply)}`, reply);
    const location = reply.headers.get('location');
    if (location === null) throw new Failed('201 with Location', `${otherwise}: 201 without Location`, reply);
    const isAddress = URL.canParse(location, reply.request.url);
    const address = isAddress ? new URL(location, reply.request.url) : undefined;
    if (address?.origin !== new URL(this.server).origin)
      throw new Failed(`Location at ${this.server}`, `${otherwise}: Location ${location}`, reply);
    return address.href;
  }
}
