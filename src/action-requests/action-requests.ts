/** The life cycle of action requests of all kinds: create, change the status, read. See decisions.ts for decisions. */
import { turns } from '../async/turns.js';
import type { Tombstones } from '../access/tombstones.js';
import type { Services } from '../services.js';
import { ServiceError } from '../errors.js';
import type { Caller, Requestor } from '../http/caller.js';
import { describeError, type ErrorReport, storedMessages } from '../rdf/error-description.js';
import type { Graph } from '../rdf/graph.js';
import { factory, type Iri, iri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, xsd } from '../rdf/vocabulary.js';
import type { GraphReader } from '../store/store.js';
import type { ChangeAnswer, EventTransaction } from '../transactions.js';
import {
  type ActionRequest,
  contentFields,
  type Decided,
  mayBeDecided,
  nextStatus,
  readRequest,
  type RequestKind,
  type RequestStatus,
  statusEvent,
  type TransitionTrigger,
} from './action-request.js';
import { describeVersion } from './recorded-version.js';
import { inPresentForm, statusLeft } from './status-history.js';

/** The maximum number of stored errors in a message. */
const MAX_REASONS = 3;
/** The number of requests read in one step. */
const READ_AT_A_TIME = 10;

/** The author and the time of a change of status. */
export interface Decision {
  readonly agent: Iri;
  readonly at: Date;
}

/** Reads the content of a request, by its kind. */
export interface RequestContent {
  /** The agents that may read the request in addition to its requestor and internal agents (D15). */
  readers(request: ActionRequest): readonly Iri[];
  /** The Logistics Object that the request is about, if any. */
  object(request: ActionRequest): Iri | undefined;
}

/** The outcome of the checks at submission (D17, D63, V34). */
export interface Assessment {
  /** Absent: the request is pending, and the report says why it cannot be accepted. */
  readonly trigger?: 'reject' | 'fail';
  readonly report: ErrorReport;
}

const participles: Readonly<Record<TransitionTrigger, string>> = {
  accept: 'accepted',
  acknowledge: 'acknowledged',
  reject: 'rejected',
  fail: 'failed',
  revoke: 'revoked',
};

export class ActionRequests {
  readonly #parse: (data: Graph) => ActionRequest | undefined;
  readonly #parseOrQuarantine: (data: Graph, graph: Iri) => ActionRequest | undefined;

  constructor(
    private readonly services: Pick<
      Services,
      'parsedGraphs' | 'uris' | 'vocabulary' | 'ids' | 'quarantine' | 'dataHolder' | 'internalAgents'
    > & {
      /** Absent in programs that answer nobody. */
      readonly tombstones?: Tombstones;
    },
    private readonly contents: Readonly<Record<RequestKind, RequestContent>>,
  ) {
    const read = new WeakMap<Graph, ActionRequest | undefined>();
    this.#parse = (data) => {
      // The store returns the same Graph until a commit changes it.
      if (!read.has(data)) read.set(data, readRequest(inPresentForm(data, services), services.vocabulary));
      return read.get(data);
    };
    this.#parseOrQuarantine = services.quarantine.tolerant('action requests', this.#parse);
  }

  /** The request; undefined if it does not exist, or for an unreadable one in quarantine. */
  find(uri: Iri): Promise<ActionRequest | undefined> {
    const { quarantine, parsedGraphs } = this.services;
    return quarantine.tolerate(() => parsedGraphs.get(uri, this.#parseOrQuarantine));
  }

  /**
   * The requests with these URIs, in the same order, without missing or unreadable ones. The event loop gets turns in
   * between.
   */
  async readable(uris: readonly Iri[]): Promise<ActionRequest[]> {
    const found: (ActionRequest | undefined)[] = [];
    for (let begin = 0; begin < uris.length; begin += READ_AT_A_TIME) {
      if (begin > 0) await turns.next();
      found.push(...(await Promise.all(uris.slice(begin, begin + READ_AT_A_TIME).map((uri) => this.find(uri)))));
    }
    return found.filter((request) => request !== undefined);
  }

  /** @throws ServiceError `not-found` if the request does not exist, `internal` for an unreadable one; ErasedResource (P32). */
  async getOrThrow(uri: Iri): Promise<ActionRequest> {
    const request = await this.find(uri);
    if (request !== undefined) return request;
    if (this.services.quarantine.has(uri)) {
      const message = 'the stored data of this action request cannot be read; the log has the reason';
      throw new ServiceError('internal', { message, resource: uri });
    }
    const { tombstones } = this.services;
    const erased = await tombstones?.ofRequest(uri);
    if (tombstones !== undefined && erased !== undefined) throw await tombstones.error(erased, uri, uri);
    throw new ServiceError('not-found', { message: 'there is no action request with this URI', resource: uri });
  }

  /** The request as a transaction sees it; for requests that exist. @throws ErasedResource for one that was erased since. */
  async getOrThrowIn(tx: GraphReader, uri: Iri): Promise<ActionRequest> {
    return this.#parse(await tx.read(uri)) ?? (await this.getOrThrow(uri));
  }

  /** The Logistics Object that a request is about, if any. */
  objectOf(request: ActionRequest): Iri | undefined {
    return this.contents[request.kind].object(request);
  }

  /** The requestor and the readers of this kind of request, without internal agents (D15). */
  readersOf(request: ActionRequest): readonly Iri[] {
    return [...new Set([request.requestedBy, ...this.contents[request.kind].readers(request)])];
  }

  /** Whether the caller is the requestor, internal, or a reader of this kind of request (D15). */
  mayRead(request: ActionRequest, caller: Caller): boolean {
    if (caller.internal || caller.agent === request.requestedBy) return true;
    return this.contents[request.kind].readers(request).includes(caller.agent);
  }

  /** @throws ServiceError `forbidden` when the caller may not read it. */
  assertReader(request: ActionRequest, caller: Caller): void {
    if (this.mayRead(request, caller)) return;
    throw new ServiceError('forbidden', {
      message: 'the authenticated agent may not read this action request',
      resource: request.uri,
    });
  }

  /**
   * Creates a request in a transaction: pending, or settled at once by this node on behalf of the data holder (V49).
   *
   * @param content the statements of the Change, AccessDelegation, Subscription or Verification, and the link to it.
   */
  async create(
    tx: EventTransaction,
    kind: RequestKind,
    content: (request: NamedNode) => readonly Quad[],
    { agent, apiVersion }: Pick<Requestor, 'agent' | 'apiVersion'>,
    at: Date,
    assessment?: Assessment,
  ): Promise<ActionRequest> {
    const { uris, vocabulary, ids, dataHolder } = this.services;
    const { api } = vocabulary;
    const uri = uris.actionRequest(ids.next());
    const root = node(uri);
    const trigger = assessment?.trigger;
    await tx.insert(uri, [
      triple(root, rdfTerms.type, api[kind]),
      triple(root, api.isRequestedBy, node(agent)),
      triple(root, api.isRequestedAt, factory.literal(at.toISOString(), xsd.dateTime)),
      ...describeVersion(root, apiVersion),
      ...this.#statusStatements(root, 'REQUEST_PENDING', at),
      ...content(root),
      ...(assessment !== undefined && trigger === undefined ? this.#errorStatements(root, assessment.report) : []),
    ]);
    const pending = await this.#raiseStatus(tx, uri);
    if (trigger === undefined) return pending;
    return this.transition(tx, pending, trigger, { agent: dataHolder, at }, assessment?.report);
  }

  /** The answer to who created it (201), decided on it or revoked it (204). */
  answer(status: 201 | 204, { uri, kind }: ActionRequest): ChangeAnswer {
    return { status, location: uri, type: this.services.vocabulary.api[kind].value };
  }

  /**
   * Changes a request's status in a transaction, keeping the history. The errors of a pending request (D63) end with an
   * acceptance, its warnings (D76) with every decision, and a new report replaces both.
   *
   * @throws ServiceError `unprocessable` when the request has no such transition now (D18, D22).
   */
  async transition(
    tx: EventTransaction,
    request: ActionRequest,
    trigger: TransitionTrigger,
    decision: Decision,
    report?: ErrorReport,
  ): Promise<ActionRequest> {
    const { vocabulary, ids } = this.services;
    const { api } = vocabulary;
    const status = this.nextStatus(request, trigger);
    // The clock may have been set back since the last change of status.
    const at = decision.at > request.statusSince ? decision.at : request.statusSince;
    const root = node(request.uri);
    const errors = report === undefined ? [] : this.#errorStatements(root, report);
    const revocation =
      status !== 'REQUEST_REVOKED'
        ? []
        : [
            triple(root, api.isRevokedBy, node(decision.agent)),
            triple(root, api.isRevokedAt, factory.literal(at.toISOString(), xsd.dateTime)),
          ];
    const left = statusLeft(request, decision.agent, vocabulary, ids);
    await tx.replace(request.uri, [
      ...this.#withoutErrors(left, root, report === undefined && trigger !== 'accept' ? 'warnings' : 'all'),
      ...this.#statusStatements(root, status, at),
      ...errors,
      ...revocation,
    ]);
    return this.#raiseStatus(tx, request.uri);
  }

  /**
   * The status that a trigger leads to.
   *
   * @throws ServiceError `unprocessable` when the request has no such transition now (D18, D22).
   */
  nextStatus(request: ActionRequest, trigger: TransitionTrigger): RequestStatus {
    const status = nextStatus(request, trigger);
    if (status !== undefined) return status;
    // An accepted request reports the warnings of the operator's shapes (D76).
    const reasons =
      request.status === 'REQUEST_ACCEPTED'
        ? []
        : storedMessages(request.data, node(request.uri), this.services.vocabulary);
    const because = reasons.length === 0 ? '' : `: ${reasons.slice(0, MAX_REASONS).join('; ')}`;
    throw new ServiceError('unprocessable', {
      message: `${request.kind === 'AccessDelegationRequest' ? 'an' : 'a'} ${request.kind} that is ${request.status} cannot be ${participles[trigger]}${because}`,
      property: this.services.vocabulary.api.hasRequestStatus.value,
      resource: request.uri,
    });
  }

  /**
   * Checks that the holder may decide so on the request now.
   *
   * @throws ServiceError `unprocessable` for a decision that its kind does not have (V35), or when it is not pending.
   */
  assertDecidable(request: ActionRequest, decided: Decided): void {
    if (mayBeDecided(request, decided)) {
      this.nextStatus(request, decided);
      return;
    }
    throw new ServiceError('unprocessable', {
      message: `a request of the kind ${request.kind} cannot be ${participles[decided]} by a decision`,
      property: this.services.vocabulary.api.hasRequestStatus.value,
      resource: request.uri,
    });
  }

  /** Returns the request after a status change; raises the event for its requestor if it asked for notifications (D30, D41). */
  async #raiseStatus(tx: EventTransaction, uri: Iri): Promise<ActionRequest> {
    const { vocabulary } = this.services;
    const request = await this.getOrThrowIn(tx, uri);
    const eventType = statusEvent(request);
    const isNotified = contentFields(request, vocabulary).flag(vocabulary.api.notifyRequestStatusChange);
    if (isNotified && eventType !== undefined) {
      tx.raise({
        kind: 'status-changed',
        request: uri,
        eventType,
        requestedBy: request.requestedBy,
        object: this.objectOf(request),
      });
    }
    return request;
  }

  #statusStatements(root: NamedNode, status: RequestStatus, at: Date): Quad[] {
    const { api } = this.services.vocabulary;
    return [
      triple(root, api.hasRequestStatus, api[status]),
      triple(root, api.hasRequestStatusSince, factory.literal(at.toISOString(), xsd.dateTime)),
    ];
  }

  #withoutErrors(statements: readonly Quad[], root: NamedNode, which: 'all' | 'warnings'): readonly Quad[] {
    const { hasError, hasErrorDetail, hasSeverity, WARNING } = this.services.vocabulary.api;
    const dropped = new Set<string>();
    for (const { subject, predicate, object } of statements)
      if (predicate.equals(hasError) && subject.equals(root)) dropped.add(object.value);
    if (which === 'warnings') {
      const isWarning = (error: string): boolean =>
        statements.some(
          ({ subject, predicate, object }) =>
            subject.value === error && predicate.equals(hasSeverity) && object.equals(WARNING),
        );
      for (const error of dropped) if (!isWarning(error)) dropped.delete(error);
    }
    if (dropped.size === 0) return statements;
    for (const { subject, predicate, object } of statements)
      if (predicate.equals(hasErrorDetail) && dropped.has(subject.value)) dropped.add(object.value);
    return statements.filter(({ subject, object }) => !dropped.has(subject.value) && !dropped.has(object.value));
  }

  #errorStatements(root: NamedNode, report: ErrorReport): Quad[] {
    const { vocabulary, ids } = this.services;
    const error = node(iri(`${root.value}/errors/${ids.next()}`));
    return [triple(root, vocabulary.api.hasError, error), ...describeError(report, error, vocabulary, ids)];
  }
}
