/**
 * The life of action requests of all kinds: opened, decided, revoked. This room owns the states; what accepting and
 * revoking mean is said by the room of each kind.
 */
import type { UriScheme } from '../uris.js';
import type { Clock, IdSource } from '../clock.js';
import { ServiceError } from '../errors.js';
import type { Publish } from '../domain-events.js';
import type { Caller } from '../identity/caller.js';
import { describeError, type ErrorReport, reportOf } from '../rdf/error-description.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, iri, type NamedNode, namedNode, node, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError, type DamagedEntries } from '../store/damaged-entries.js';
import type { Store, Transaction } from '../store/store.js';
import type { ParsedGraphCache } from '../store/cache/parsed-graph-cache.js';
import {
  type ActionRequest,
  nextStatus,
  readRequest,
  type RequestKind,
  type RequestStatus,
  statusEvent,
  type TransitionTrigger,
} from './action-request.js';

/** Who makes something happen to a request, and when. */
export interface Decision {
  readonly agent: Iri;
  readonly at: Date;
}

/** What a kind of request means; each kind's room registers its own. */
export interface RequestKindHandler {
  /** What a transaction that changes this request's status is about, beside the request itself. */
  lockKeys(request: ActionRequest): readonly Iri[];
  /**
   * Does what was asked for, in the transaction that makes the request REQUEST_ACCEPTED.
   *
   * @throws RequestFailure when it cannot be done: the transaction is given up, and the request becomes REQUEST_FAILED.
   */
  accept(tx: Transaction, request: ActionRequest, act: Decision): Promise<void>;
  /** Undoes what accepting did, when an accepted request is revoked. */
  revoke(tx: Transaction, request: ActionRequest, act: Decision): Promise<void>;
  /** Who may read the request beside its requestor and internal agents (D15). */
  readers(request: ActionRequest): readonly Iri[];
  /** Who may revoke the request beside these. */
  revokers(request: ActionRequest): readonly Iri[];
  /** Whether the requestor wants to hear of every status change (`notifyRequestStatusChange`, D30). */
  notifies(request: ActionRequest): boolean;
  /** The Logistics Object that the request is about, where it is about one. */
  object(request: ActionRequest): Iri | undefined;
}

/** Accepting a request did not work out; the refusal goes into its `hasError` (D19). */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(readonly error: ServiceError) {
    super(error.message, { cause: error });
  }
}

export interface ActionRequestsContext {
  readonly store: Store;
  readonly views: ParsedGraphCache;
  readonly addresses: UriScheme;
  readonly vocabulary: Vocabulary;
  readonly clock: Clock;
  readonly ids: IdSource;
  /** Whose requests are accepted at once (`AUTO_ACCEPT`). */
  readonly autoAccepts: (requestedBy: Iri) => boolean;
  readonly announce: Publish;
  /** Where requests that cannot be read are set aside. */
  readonly damaged: DamagedEntries;
}

export class ActionRequests {
  readonly #kinds = new Map<RequestKind, RequestKindHandler>();
  readonly #parse: (data: Graph) => ActionRequest | undefined;
  readonly #parseOrSetAside: (data: Graph, graph: Iri) => ActionRequest | undefined;

  constructor(private readonly context: ActionRequestsContext) {
    const read = new WeakMap<Graph, ActionRequest | undefined>();
    this.#parse = (data) => {
      // The store gives the same graph again while nothing has changed it.
      if (!read.has(data)) read.set(data, readRequest(data, context.vocabulary));
      return read.get(data);
    };
    this.#parseOrSetAside = context.damaged.tolerant('action requests', this.#parse);
  }

  register(kind: RequestKind, rules: RequestKindHandler): void {
    this.#kinds.set(kind, rules);
  }

  /** The request; undefined when there is none, or when what is stored of it cannot be read and was set aside. */
  find(uri: Iri): Promise<ActionRequest | undefined> {
    return this.context.views.get(uri, this.#parseOrSetAside);
  }

  /** Those of some requests that are there and can be read, in the same order. */
  async readable(uris: readonly Iri[]): Promise<ActionRequest[]> {
    const found = await Promise.all(uris.map((uri) => this.find(uri)));
    return found.filter((request) => request !== undefined);
  }

  /** @throws ServiceError `not-found` when there is no such request, `internal` when it cannot be read. */
  async getOrThrow(uri: Iri): Promise<ActionRequest> {
    const request = await this.find(uri);
    if (request !== undefined) return request;
    if (this.context.damaged.has(uri)) {
      const message = 'what this node has stored of this action request cannot be read; the log says why';
      throw new ServiceError('internal', { message, resource: uri });
    }
    throw new ServiceError('not-found', { message: 'there is no action request with this URI', resource: uri });
  }

  /** The request as a transaction sees it; for requests that are known to be there. */
  async getOrThrowIn(tx: Transaction, uri: Iri): Promise<ActionRequest> {
    const request = this.#parse(await tx.read(uri));
    if (request === undefined) throw new TypeError(`the action request ${uri} is gone`);
    return request;
  }

  /** Whether the caller is the requestor, or internal, or one whom the request's kind admits (D15). */
  mayRead(request: ActionRequest, caller: Caller): boolean {
    if (caller.internal || caller.agent === request.requestedBy) return true;
    return this.#rules(request).readers(request).includes(caller.agent);
  }

  /** @throws ServiceError `forbidden` when the caller may not read it. */
  requireReader(request: ActionRequest, caller: Caller): void {
    if (this.mayRead(request, caller)) return;
    throw new ServiceError('forbidden', { message: 'this action request is not yours to read', resource: request.uri });
  }

  /**
   * Makes a request, pending or (with a report) at once rejected, in the transaction that its room runs.
   *
   * @param content the statements of the request's own content, and those that tie the request to it.
   */
  async open(
    tx: Transaction,
    kind: RequestKind,
    content: (request: NamedNode) => readonly Quad[],
    { agent, at }: Decision,
    rejection?: ErrorReport,
  ): Promise<ActionRequest> {
    const { addresses, vocabulary, ids } = this.context;
    const { api } = vocabulary;
    const uri = addresses.actionRequest(ids.next());
    const root = node(uri);
    await tx.insert(uri, [
      triple(root, rdfTerms.type, api[kind]),
      triple(root, api.isRequestedBy, node(agent)),
      triple(root, api.isRequestedAt, factory.literal(at.toISOString(), xsd.dateTime)),
      ...this.#statusStatements(root, 'REQUEST_PENDING', { agent, at }),
      ...content(root),
    ]);
    const pending = await this.#announced(tx, uri);
    return rejection === undefined ? pending : this.transition(tx, pending, 'reject', { agent, at }, rejection);
  }

  /**
   * Changes a request's status in a transaction, keeping the history.
   *
   * @throws ServiceError `unprocessable` when that cannot happen to it now (D18, D22).
   */
  async transition(
    tx: Transaction,
    request: ActionRequest,
    trigger: TransitionTrigger,
    act: Decision,
    report?: ErrorReport,
  ): Promise<ActionRequest> {
    const { api } = this.context.vocabulary;
    const status = this.#next(request, trigger);
    const root = node(request.uri);
    const outdated = [
      ...request.data.match(root, api.hasRequestStatus),
      ...request.data.match(root, api.hasRequestStatusSince),
    ];
    const kept = Array.from(request.data).filter((quad) => !outdated.includes(quad));
    const errors = report === undefined ? [] : this.#errorStatements(root, report);
    const revocation =
      status !== 'REQUEST_REVOKED'
        ? []
        : [
            triple(root, api.isRevokedBy, node(act.agent)),
            triple(root, api.revokedAt, factory.literal(act.at.toISOString(), xsd.dateTime)),
          ];
    await tx.replace(request.uri, [...kept, ...this.#statusStatements(root, status, act), ...errors, ...revocation]);
    return this.#announced(tx, request.uri);
  }

  /**
   * The holder's decision (D18). Accepting does what was asked for and changes the status in one transaction.
   *
   * @param allow is given the request as it is before it is decided, and throws where that must not be.
   * @param reason why a request is rejected.
   * @throws ServiceError `unprocessable` when the request is not pending, or when accepting it failed: it is then
   *   REQUEST_FAILED and nothing else has changed (D19).
   */
  async decide(
    uri: Iri,
    decision: 'accept' | 'reject',
    agent: Iri,
    allow: (current: ActionRequest) => void,
    reason?: ErrorReport,
  ): Promise<void> {
    const request = await this.getOrThrow(uri);
    const concerns = this.#concerns(request);
    try {
      await this.context.store.transact(concerns, async (tx) => {
        const current = await this.getOrThrowIn(tx, uri);
        allow(current);
        const act = this.#act(current, agent);
        this.#next(current, decision);
        if (decision === 'accept') await this.#accept(tx, current, act);
        await this.transition(tx, current, decision, act, reason);
      });
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      await this.context.store.transact(concerns, async (tx) => {
        const current = await this.getOrThrowIn(tx, uri);
        // Another decision may have come between: then that one stands, and this one cannot be made any more.
        this.#next(current, decision);
        await this.transition(tx, current, 'fail', this.#act(current, agent), reportOf(failure.error));
      });
      throw new ServiceError('unprocessable', failure.error.details, { cause: failure });
    }
  }

  /**
   * Revokes a request (D22): by its requestor or an internal agent.
   *
   * @param allow is given the request as it is before it is revoked, and throws where that must not be.
   * @throws ServiceError `forbidden`, or `unprocessable` when it is in no state to be revoked.
   */
  async revoke(uri: Iri, caller: Caller, allow: (current: ActionRequest) => void): Promise<void> {
    const request = await this.getOrThrow(uri);
    const others = this.#rules(request).revokers(request);
    if (!caller.internal && caller.agent !== request.requestedBy && !others.includes(caller.agent)) {
      throw new ServiceError('forbidden', {
        message: 'only the requestor or the data holder may revoke this action request',
        resource: uri,
      });
    }
    await this.context.store.transact(this.#concerns(request), async (tx) => {
      const current = await this.getOrThrowIn(tx, uri);
      allow(current);
      const act = this.#act(current, caller.agent);
      this.#next(current, 'revoke');
      if (current.status === 'REQUEST_ACCEPTED') await this.#rules(current).revoke(tx, current, act);
      await this.transition(tx, current, 'revoke', act);
    });
  }

  /** Accepts a request that was just made, where `AUTO_ACCEPT` says so; that it fails is recorded in it and told nobody else. */
  async autoAccept(request: ActionRequest): Promise<void> {
    if (request.status !== 'REQUEST_PENDING' || !this.context.autoAccepts(request.requestedBy)) return;
    try {
      await this.decide(request.uri, 'accept', request.requestedBy, () => undefined);
    } catch (refusal) {
      if (!(refusal instanceof ServiceError) || refusal.kind !== 'unprocessable') throw refusal;
    }
  }

  /** Now, but never before what has already happened to the request, should the clock have jumped back. */
  #act({ statusSince }: ActionRequest, agent: Iri): Decision {
    const now = this.context.clock.now();
    return { agent, at: now > statusSince ? now : statusSince };
  }

  /** The request as it is now, after whoever has to hear of its status has been told (D30, D41). */
  async #announced(tx: Transaction, uri: Iri): Promise<ActionRequest> {
    const request = await this.getOrThrowIn(tx, uri);
    const rules = this.#rules(request);
    if (rules.notifies(request)) {
      await this.context.announce(tx, {
        kind: 'status-changed',
        request: uri,
        eventType: statusEvent(request),
        requestedBy: request.requestedBy,
        object: rules.object(request),
      });
    }
    return request;
  }

  /** What cannot be done any more is a failure of the request, whichever room says so (D19); what cannot be read, too. */
  async #accept(tx: Transaction, request: ActionRequest, act: Decision): Promise<void> {
    try {
      await this.#rules(request).accept(tx, request, act);
    } catch (refusal) {
      if (refusal instanceof DamagedDataError) {
        const message = `what this node has stored of the request cannot be read: ${refusal.message}`;
        throw new RequestFailure(new ServiceError('unprocessable', { message, resource: request.uri }));
      }
      throw refusal instanceof ServiceError && refusal.kind === 'unprocessable' ? new RequestFailure(refusal) : refusal;
    }
  }

  #rules({ kind }: ActionRequest): RequestKindHandler {
    const rules = this.#kinds.get(kind);
    if (rules === undefined) throw new TypeError(`nobody has said what a ${kind} means`);
    return rules;
  }

  #concerns(request: ActionRequest): readonly Iri[] {
    return [request.uri, ...this.#rules(request).lockKeys(request)];
  }

  #next(request: ActionRequest, trigger: TransitionTrigger): RequestStatus {
    const status = nextStatus(request, trigger);
    if (status !== undefined) return status;
    throw new ServiceError('unprocessable', {
      message: `a ${request.kind} that is ${request.status} cannot be ${{ accept: 'accepted', reject: 'rejected', fail: 'failed', revoke: 'revoked' }[trigger]}`,
      property: this.context.vocabulary.api.hasRequestStatus.value,
      resource: request.uri,
    });
  }

  #statusStatements(root: NamedNode, status: RequestStatus, { agent, at }: Decision): Quad[] {
    const { vocabulary, ids } = this.context;
    const { api } = vocabulary;
    const since = factory.literal(at.toISOString(), xsd.dateTime);
    const entry = namedNode(`internal:${ids.next()}`);
    return [
      triple(root, api.hasRequestStatus, api[status]),
      triple(root, api.hasRequestStatusSince, since),
      triple(root, api.hasRequestStatusHistory, entry),
      triple(entry, rdfTerms.type, api.RequestStatusEntry),
      triple(entry, api.hasRequestStatus, api[status]),
      triple(entry, api.hasRequestStatusSince, since),
      triple(entry, api.isChangedBy, node(agent)),
    ];
  }

  #errorStatements(root: NamedNode, report: ErrorReport): Quad[] {
    const { vocabulary, ids } = this.context;
    const error = node(iri(`${root.value}/errors/${ids.next()}`));
    return [triple(root, vocabulary.api.hasError, error), ...describeError(report, error, vocabulary, ids)];
  }
}
