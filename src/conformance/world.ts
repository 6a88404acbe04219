/** What a row can do with a server: as its callers, and as the receiver of its notifications (T28). */
import type { Graph, Term } from './graph.js';
import type { CallerName, Reply } from './reply.js';
import type { ApiVersion } from './versions.js';

/** JSON in a row's source. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json | undefined };
export type JsonObject = Readonly<Record<string, Json | undefined>>;

export interface Sending {
  /** Beside or instead of the usual ones; null leaves a usual one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
  /** A text or bytes are sent as they are. */
  readonly body?: Json | Uint8Array;
}

/**
 * A caller of the server. Addresses are full URIs of the server, or paths. `Accept` and `Content-Type` are
 * `application/ld+json; version=<the version under test>` unless the row says otherwise. No redirect is followed (T6).
 */
export interface Caller {
  readonly name: CallerName;
  /** Its `logistics_agent_uri`. @throws Untested if it cannot be known. */
  readonly agent: string;
  send(method: string, address: string, sending?: Sending): Promise<Reply>;
  get(address: string, headers?: Sending['headers']): Promise<Reply>;
  head(address: string, headers?: Sending['headers']): Promise<Reply>;
  post(address: string, body: Sending['body'], headers?: Sending['headers']): Promise<Reply>;
  patch(address: string, body?: Sending['body'], headers?: Sending['headers']): Promise<Reply>;
  put(address: string, body: Sending['body'], headers?: Sending['headers']): Promise<Reply>;
  delete(address: string, headers?: Sending['headers']): Promise<Reply>;
  /** Its token as text, for a token that is broken on purpose. */
  token(): Promise<string>;
}

/** One operation of a Change. */
export interface Operation {
  readonly op: 'ADD' | 'DELETE';
  /** The IRI of the subject. */
  readonly s: string;
  /** A property of the data model by its short name, or a full IRI. */
  readonly p: string;
  readonly value: string;
  /** `xsd:string` without; a class of the data model or a datatype, as a full IRI. */
  readonly datatype?: string;
}

export interface Changing {
  /** The latest one without. */
  readonly revision?: number;
  readonly description?: string;
  /** Further members of the Change. */
  readonly more?: JsonObject;
}

export interface Subscribing {
  /** An IRI: of an object, or of a class of the data model. */
  readonly topic: string;
  readonly topicType?: 'LOGISTICS_OBJECT_TYPE' | 'LOGISTICS_OBJECT_IDENTIFIER';
  /** All three without. */
  readonly events?: readonly string[];
  /** Further members of the Subscription. */
  readonly more?: JsonObject;
}

/** A notification that the kit's receiver was sent. */
export interface Received {
  /** The first one of its `@id` is 1; undefined ids are counted together. */
  readonly attempt: number;
  readonly id: string | undefined;
  /** The node of the notification in `graph`; undefined if it has none. */
  readonly node: Term | undefined;
  /** The IRI of `hasEventType`, without the namespace of the API. */
  readonly eventType: string | undefined;
  /** The object that it is about. */
  readonly object: string | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The claims of its token, unverified; undefined without a token that can be read. */
  readonly claims: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  readonly graph: Graph;
  /** Milliseconds of a steady clock. */
  readonly at: number;
}

/** Which notifications: those about an object, of a kind if one is named. */
export interface Wanted {
  readonly object: string;
  readonly eventType?: string;
}

/** How the receiver answers one attempt (T25). */
export type Behaviour =
  | { readonly kind: 'good' }
  | { readonly kind: 'error'; readonly status: number }
  | { readonly kind: 'late'; readonly seconds: number }
  | { readonly kind: 'huge' }
  | { readonly kind: 'redirect'; readonly to?: string }
  | { readonly kind: 'drop' };

export interface Receiver {
  /** The address that its server is known by. */
  readonly url: string;
  /** Waits until there are so many of these, at most 15 s (T15). @throws Failed if they do not come. */
  notifications(wanted: Wanted, atLeast?: number): Promise<readonly Received[]>;
  /** Those that came until now, without waiting. */
  received(wanted: Wanted): readonly Received[];
  /** Waits for so long. @throws Failed if one of these comes. */
  none(wanted: Wanted, seconds: number): Promise<void>;
  /** Answers the next notifications about an object so, one after the other; the last one also later ones. */
  behave(object: string, behaviours: readonly Behaviour[]): void;
  /** Requests that followed a redirect of the receiver, with their Authorization. */
  followed(object: string): readonly { readonly authorization: string | undefined }[];
}

export interface World {
  /** The version under test. */
  readonly version: ApiVersion;
  /** The address of the server, without a slash at its end. */
  readonly server: string;
  /** The id of the run. */
  readonly run: string;
  readonly holder: Caller;
  readonly partner: Caller;
  /** Authenticated, and has been granted nothing. */
  readonly stranger: Caller;
  readonly anonymous: Caller;
  /** A caller with a token of the row's own. */
  withToken(token: string): Caller;
  readonly receiver: Receiver;

  /** A short text that no other row and no other run uses: `kit-<run>-<number>`. */
  id(): string;
  /** The server's time. */
  now(): Date;
  /** Lets time pass, at most 5 s (T15). */
  later(seconds: number): Promise<void>;
  /** The statements of an answer. @throws CantTell if the kit cannot read it. */
  graph(reply: Reply): Promise<Graph>;
  /** Whether two answers mean the same, whatever their blank nodes are called. */
  isSame(one: Graph, other: Graph): Promise<boolean>;
  /** @throws Inapplicable for 404, 405 and 501: the server lacks what is optional (T10). */
  optional(reply: Reply): void;

  /** POSTs an object as the holder, with an `@id` and the mark of the run (T18); the reply as it came. */
  post(content: JsonObject): Promise<Reply>;
  /** Creates an object as the holder. @returns its URI. @throws Failed with the cause if the server refuses. */
  create(content: JsonObject): Promise<string>;
  /** Creates a Piece, as `create`. */
  piece(more?: JsonObject): Promise<string>;
  /** The latest revision of an object. */
  revision(object: string): Promise<number>;
  /** Sends a Change; the reply as it came. */
  sendChange(caller: Caller, object: string, operations: readonly Operation[], changing?: Changing): Promise<Reply>;
  /** Submits a Change. @returns the URI of its request. @throws Failed if the server refuses. */
  submit(caller: Caller, object: string, operations: readonly Operation[], changing?: Changing): Promise<string>;
  /** Decides as the configuration says (T4); the reply, if there was a request. */
  decide(
    request: string,
    status: 'REQUEST_ACCEPTED' | 'REQUEST_REJECTED' | 'REQUEST_ACKNOWLEDGED',
    body?: Json,
  ): Promise<Reply | undefined>;
  /** Accepts a request. @throws Failed if the server refuses. */
  accept(request: string): Promise<void>;
  /** Submits a Change as the partner and accepts it: the next revision. @returns the URI of its request. */
  change(object: string, operations: readonly Operation[]): Promise<string>;
  /** The short name of a request's status, as the holder reads it. */
  status(request: string): Promise<string>;
  /** Gives a caller (the partner) access by an accepted delegation. @returns the URI of its request. */
  grant(object: string, permissions?: readonly string[], delegate?: Caller): Promise<string>;
  /** Subscribes as the partner, accepted. @returns the URI of the SubscriptionRequest. */
  subscribe(subscribing: Subscribing): Promise<string>;
  /** An event of an object, posted as the holder. @returns its URI. */
  event(object: string, more?: JsonObject): Promise<string>;
  /** The same for all rows of one version in one run (`fixture.ts`). */
  readonly shared: object;
}
