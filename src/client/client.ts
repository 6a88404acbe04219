/** The client of one server (T38): its methods, each of which is carried out in `methods/`. */
import type { ChangeOptions, Operation } from './changes/operation.js';
import type { CallOptions, Exchange } from './exchange.js';
import type { EventCreation, EventFilter, EventValue, LogisticsEventRead } from './methods/events.js';
import * as events from './methods/events.js';
import type { CreateOptions, Created, ReadOptions } from './methods/objects.js';
import * as objects from './methods/objects.js';
import type {
  AccessRequest,
  FoundError,
  OutgoingNotification,
  ServerInformation,
  SubscriptionOptions,
  VerifyOptions,
} from './methods/partners.js';
import * as partners from './methods/partners.js';
import type {
  ActionRequest,
  AuditTrailOptions,
  RequestFilter,
  SettledOptions,
  SubmittedRequest,
} from './methods/requests.js';
import * as requests from './methods/requests.js';
import { type Revision, revisions } from './methods/revisions.js';
import type { List } from './pages.js';
import type { Head, RawAnswer, Read } from './read.js';
import type { NodeValue, Typed } from './values/types.js';

/**
 * @since 0.3.0
 */
export interface CallInit extends CallOptions {
  /** A text, or a document that is sent as JSON. */
  readonly body?: string | object | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/**
 * A client of one ONE Record server. `createClient` makes it.
 *
 * @since 0.3.0
 */
export class Client {
  readonly #exchange: Exchange;

  /** @internal */
  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** What the server says of itself: holder, versions, ontologies. @since 0.3.0 */
  information(options: CallOptions = {}): Promise<ServerInformation> {
    return partners.information(this.#exchange, options);
  }

  /**
   * Creates an object. With a `uri` of one's own a lost answer does no harm: it is sent again, and a 409 then counts as
   * success if the object has what was sent.
   *
   * @since 0.3.0
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- `create<Piece>` names what is written
  async create<T extends Typed = NodeValue>(value: T, options: CreateOptions = {}): Promise<Created> {
    return objects.create(this.#exchange, value, options);
  }

  /** Reads an object, or an earlier revision of it. @since 0.3.0 */
  async read<T extends Typed = NodeValue>(uri: string, options: ReadOptions = {}): Promise<Read<T>> {
    return objects.read<T>(this.#exchange, uri, options);
  }

  /** What the headers say of an object, without its value. @since 0.3.0 */
  async head(uri: string, options: CallOptions = {}): Promise<Head> {
    return objects.head(this.#exchange, uri, options);
  }

  /** The revisions of an object, the newest first, each to be read. @since 0.3.0 */
  revisions<T extends Typed = NodeValue>(uri: string, options: CallOptions = {}): AsyncGenerator<Revision<T>, void> {
    return revisions<T>(this.#exchange, uri, options);
  }

  /** The requests about an object that its audit trail lists. @since 0.3.0 */
  auditTrail(uri: string, options: AuditTrailOptions = {}): AsyncGenerator<ActionRequest, void> {
    return requests.auditTrail(this.#exchange, uri, options);
  }

  /** The events of an object. @since 0.3.0 */
  events<T extends Typed = EventValue>(uri: string, filter: EventFilter = {}): List<LogisticsEventRead<T>> {
    return events.events<T>(this.#exchange, uri, filter);
  }

  /** Adds an event to an object. @since 0.3.0 */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- `addEvent<LogisticsEvent>` names what is written
  async addEvent<T extends Typed = EventValue>(
    uri: string,
    event: NoInfer<T>,
    options: CallOptions = {},
  ): Promise<{ readonly uri: string }> {
    return events.addEvent(this.#exchange, uri, event, options);
  }

  /** Adds one event to each of many objects (2.3.0); says for each what became of it. @since 0.3.0 */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as addEvent
  async addEvents<T extends Typed = EventValue>(
    uris: readonly string[],
    event: NoInfer<T>,
    options: CallOptions = {},
  ): Promise<EventCreation[]> {
    return events.addEvents(this.#exchange, uris, event, options);
  }

  /**
   * Proposes what a recipe does to a copy of the value that was read. Without a difference nothing is sent, and the
   * result is undefined.
   *
   * @since 0.3.0
   */
  async change<T extends Typed>(
    read: Read<T>,
    recipe: (draft: T) => void | Promise<void>,
    options: ChangeOptions = {},
  ): Promise<SubmittedRequest | undefined> {
    return requests.change(this.#exchange, read, recipe, options);
  }

  /** The operations that make what was read another value. Sends nothing. @since 0.3.0 */
  operations<T extends Typed>(before: Read<T>, after: NoInfer<T>): Operation[] {
    return requests.operations(this.#exchange, before, after);
  }

  /** Proposes operations on a revision of an object. @since 0.3.0 */
  async propose(
    uri: string,
    operations: readonly Operation[],
    options: ChangeOptions & { readonly revision: number },
  ): Promise<SubmittedRequest> {
    return requests.propose(this.#exchange, uri, operations, options);
  }

  /** An ActionRequest. @since 0.3.0 */
  async request(uri: string, options: CallOptions = {}): Promise<ActionRequest> {
    return requests.request(this.#exchange, uri, options);
  }

  /** The ActionRequests that the caller may see, where the server lists them. @since 0.3.0 */
  requests(filter: RequestFilter = {}): List<ActionRequest> {
    return requests.requests(this.#exchange, filter);
  }

  /** Accepts a request, as the holder. @since 0.3.0 */
  async accept(uri: string, options: CallOptions = {}): Promise<void> {
    return requests.decide(this.#exchange, { name: 'accept' }, uri, 'REQUEST_ACCEPTED', undefined, options);
  }

  /** Acknowledges a VerificationRequest, as the holder (2.1.0). @since 0.3.0 */
  async acknowledge(uri: string, options: CallOptions = {}): Promise<void> {
    return requests.decide(this.#exchange, { name: 'acknowledge' }, uri, 'REQUEST_ACKNOWLEDGED', undefined, options);
  }

  /** Rejects a request, as the holder. @since 0.3.0 */
  async reject(uri: string, reason?: string, options: CallOptions = {}): Promise<void> {
    return requests.decide(this.#exchange, { name: 'reject' }, uri, 'REQUEST_REJECTED', reason, options);
  }

  /** Revokes a request: ends a subscription, gives access back, takes a proposal back. @since 0.3.0 */
  async revoke(uri: string, options: CallOptions = {}): Promise<void> {
    return requests.revoke(this.#exchange, uri, options);
  }

  /**
   * Waits until a request is decided on.
   *
   * @throws TimeoutError
   * @since 0.3.0
   */
  async settled(uri: string, options: SettledOptions = {}): Promise<ActionRequest> {
    return requests.settled(this.#exchange, uri, options);
  }

  /** Asks the holder for access to objects. @since 0.3.0 */
  async askAccess(asked: AccessRequest): Promise<SubmittedRequest> {
    return partners.askAccess(this.#exchange, asked);
  }

  /** Reports errors in an object (2.1.0). @since 0.3.0 */
  async verify(uri: string, errors: readonly FoundError[], options: VerifyOptions = {}): Promise<SubmittedRequest> {
    return partners.verify(this.#exchange, uri, errors, options);
  }

  /** Asks for notifications. @since 0.3.0 */
  async subscribe(subscription: SubscriptionOptions): Promise<SubmittedRequest> {
    return partners.subscribe(this.#exchange, subscription);
  }

  /** The subscriptions that this server, as a subscriber, offers for a topic. @since 0.3.0 */
  async offers(
    topic: string,
    options: CallOptions & Pick<SubscriptionOptions, 'topicType'> = {},
  ): Promise<NodeValue[]> {
    return partners.offers(this.#exchange, topic, options);
  }

  /** Sends a notification to a server, with this client's token. @since 0.3.0 */
  async notify(server: string, notification: OutgoingNotification, options: CallOptions = {}): Promise<void> {
    return partners.notify(this.#exchange, server, notification, options);
  }

  /**
   * Anything else, with token, version, errors and retries.
   *
   * @param path below the server's address, or a full address of it.
   * @since 0.3.0
   */
  async call(method: string, path: string, { body, headers, signal }: CallInit = {}): Promise<RawAnswer> {
    const url = /^https?:/.test(path)
      ? this.#exchange.own(path, 'path')
      : this.#exchange.at(path.startsWith('/') ? path : `/${path}`);
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const answer = await this.#exchange.transport.send(method.toUpperCase(), url, { body: text, headers, signal });
    await answer.orThrow();
    return { status: answer.status, headers: answer.headers, body: answer.text };
  }
}
