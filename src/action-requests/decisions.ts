/** Decisions on action requests: accept, acknowledge, reject, revoke (D18, D19, D22, V35). Each kind of request has a handler. */
import type { Services } from '../services.js';
import { ServiceError } from '../errors.js';
import type { Caller, Decider } from '../http/caller.js';
import { type ErrorReport, reportOf } from '../rdf/error-description.js';
import type { Iri } from '../rdf/terms.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { GraphReader } from '../store/store.js';
import type { EventTransaction, Transactions } from '../transactions.js';
import {
  type ActionRequest,
  approvalOf,
  type Decided,
  type RequestKind,
  type TransitionTrigger,
} from './action-request.js';
import type { ActionRequests, Decision } from './action-requests.js';

/** The effects of decisions on one kind of request. */
export interface RequestHandler {
  /** The lock keys of a transaction that changes this request's status, in addition to the request; none by default. */
  lockKeys?(request: ActionRequest): readonly Iri[];
  /**
   * Carries out the request in the transaction that makes it REQUEST_ACCEPTED; absent for kinds that are not accepted.
   *
   * @returns the warnings for the request's `hasError` (D76).
   * @throws RequestFailure if that is impossible: the transaction is rolled back, and the request becomes
   * REQUEST_FAILED or REQUEST_REJECTED.
   */
  accept?(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<ErrorReport | undefined>;
  /**
   * The error in the request's `hasError` when accepting failed: the whole error by default. The decider always gets
   * the whole error.
   */
  reportable?(request: ActionRequest, error: ServiceError): Promise<ServiceError>;
  /** Undoes the acceptance when an accepted request is revoked; nothing by default. */
  revoke?(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void>;
  /** The agents that may revoke the request in addition to its requestor and internal agents; none by default. */
  revokers?(request: ActionRequest): readonly Iri[];
}

/** Accepting a request failed; the error goes into its `hasError` (D19). */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  /** @param trigger the transition of the request: it fails by default. */
  constructor(
    readonly error: ServiceError,
    readonly trigger: 'fail' | 'reject' = 'fail',
  ) {
    super(error.message, { cause: error });
  }
}

export class Decisions {
  constructor(
    private readonly services: Pick<Services, 'clock' | 'dataHolder'> & {
      readonly transactions: Transactions;
      readonly requests: ActionRequests;
    },
    private readonly handlers: Readonly<Record<RequestKind, RequestHandler>>,
    /** Requestors with automatic acceptance (`AUTO_ACCEPT`). */
    private readonly autoAccepts: (requestedBy: Iri) => boolean,
  ) {}

  /**
   * The holder's decision (D18, V35). Acceptance carries out the request and changes its status in one transaction.
   *
   * @param allow receives the request before the decision, and throws if a precondition fails.
   * @param reason the reason of a rejection or failure.
   * @throws ServiceError `unprocessable` if the request is not pending, its kind has no such decision, or accepting it
   * failed: it is then REQUEST_FAILED and nothing else has changed (D19).
   */
  async decide(
    uri: Iri,
    outcome: Decided,
    { agent, trace }: Decider,
    allow: (current: ActionRequest) => void,
    reason?: ErrorReport,
  ): Promise<void> {
    const { transactions, requests } = this.services;
    const request = await requests.getOrThrow(uri);
    const lockKeys = this.#lockKeys(request);
    try {
      await transactions.transact(
        lockKeys,
        async (tx) => {
          const current = await requests.getOrThrowIn(tx, uri);
          allow(current);
          await this.#apply(tx, current, outcome, agent, reason);
          tx.answer(requests.answer(204, current));
        },
        trace,
      );
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      await transactions.transact(
        lockKeys,
        async (tx) => {
          const current = await requests.getOrThrowIn(tx, uri);
          // Another decision may have been committed since: this one is then an error.
          requests.nextStatus(current, outcome);
          await this.#fail(tx, current, failure, agent);
        },
        trace,
      );
      throw new ServiceError('unprocessable', failure.error.details, { cause: failure });
    }
  }

  /**
   * Revokes a request, for its requestor, an internal agent or a revoker of its kind (D22).
   *
   * @param allow receives the request before the revocation, and throws if a precondition fails.
   * @throws ServiceError `forbidden`, or `unprocessable` if its status does not allow it.
   */
  async revoke(uri: Iri, caller: Caller, allow: (current: ActionRequest) => void): Promise<void> {
    const { transactions, requests } = this.services;
    const request = await requests.getOrThrow(uri);
    const revokers = [request.requestedBy, ...(this.#handler(request).revokers?.(request) ?? [])];
    if (!caller.internal && !revokers.includes(caller.agent)) {
      throw new ServiceError('forbidden', {
        message: 'only the requestor or the data holder may revoke this action request',
        resource: uri,
      });
    }
    await transactions.transact(
      this.#lockKeys(request),
      async (tx) => {
        const current = await requests.getOrThrowIn(tx, uri);
        allow(current);
        await this.#apply(tx, current, 'revoke', caller.agent);
        tx.answer(requests.answer(204, current));
      },
      caller.trace,
    );
  }

  /**
   * Makes a decision in a transaction that is rolled back.
   *
   * @param collect reads the results of the transaction; `failure` is the reason why accepting fails, and the request
   * has then failed, or is rejected, in it.
   * @throws ServiceError `not-found`, or `unprocessable` for a decision that is impossible now.
   */
  async preview<Result>(
    uri: Iri,
    outcome: TransitionTrigger,
    agent: Iri,
    collect: (after: GraphReader, written: ReadonlySet<Iri>, failure: RequestFailure | undefined) => Promise<Result>,
  ): Promise<Result> {
    const { transactions, requests } = this.services;
    const lockKeys = this.#lockKeys(await requests.getOrThrow(uri));
    try {
      return await transactions.preview(
        lockKeys,
        async (tx) => this.#apply(tx, await requests.getOrThrowIn(tx, uri), outcome, agent),
        (after, written) => collect(after, written, undefined),
      );
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      return transactions.preview(
        lockKeys,
        async (tx) => this.#fail(tx, await requests.getOrThrowIn(tx, uri), failure, agent),
        (after, written) => collect(after, written, failure),
      );
    }
  }

  /** Ends a request that could not be accepted, with a report for its requestor. */
  async #fail(tx: EventTransaction, current: ActionRequest, failure: RequestFailure, agent: Iri): Promise<void> {
    const reported = (await this.#handler(current).reportable?.(current, failure.error)) ?? failure.error;
    await this.services.requests.transition(
      tx,
      current,
      failure.trigger,
      this.#decision(current, agent),
      reportOf(reported),
    );
  }

  /** The effects of a decision, in its transaction. */
  async #apply(
    tx: EventTransaction,
    current: ActionRequest,
    outcome: TransitionTrigger,
    agent: Iri,
    reason?: ErrorReport,
  ): Promise<void> {
    const { requests } = this.services;
    const decision = this.#decision(current, agent);
    let report = reason;
    if (outcome === 'revoke') {
      requests.nextStatus(current, outcome);
      if (current.status === 'REQUEST_ACCEPTED') await this.#handler(current).revoke?.(tx, current, decision);
    } else {
      requests.assertDecidable(current, outcome);
      if (outcome === 'accept') report = await this.#accept(tx, current, decision);
    }
    await requests.transition(tx, current, outcome, decision, report);
  }

  /**
   * Accepts or acknowledges a new request if `AUTO_ACCEPT` says so, as the data holder's decision (V38, V49). A failure is
   * recorded in the request; the submission succeeds.
   */
  async autoAccept(request: ActionRequest, { trace }: Pick<Caller, 'trace'>): Promise<void> {
    if (request.status !== 'REQUEST_PENDING' || !this.autoAccepts(request.requestedBy)) return;
    // The caller's key is that of its own request, which is committed.
    const decider = { agent: this.services.dataHolder, trace: trace && { ...trace, key: undefined } };
    try {
      await this.decide(request.uri, approvalOf(request), decider, () => undefined);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'unprocessable') throw error;
    }
  }

  /** A decision made now, or at the last status change if the clock has been set back. */
  #decision({ statusSince }: ActionRequest, agent: Iri): Decision {
    const now = this.services.clock.now();
    return { agent, at: now > statusSince ? now : statusSince };
  }

  /** An `unprocessable` error is a failure of the request (D19), and so is stored data that cannot be read. */
  async #accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<ErrorReport | undefined> {
    try {
      return await this.#handler(request).accept?.(tx, request, decision);
    } catch (error) {
      if (error instanceof DamagedDataError) {
        const message = `the stored data of the request cannot be read: ${error.message}`;
        throw new RequestFailure(new ServiceError('unprocessable', { message, resource: request.uri }));
      }
      throw error instanceof ServiceError && error.kind === 'unprocessable' ? new RequestFailure(error) : error;
    }
  }

  #handler({ kind }: ActionRequest): RequestHandler {
    return this.handlers[kind];
  }

  #lockKeys(request: ActionRequest): readonly Iri[] {
    return [request.uri, ...(this.#handler(request).lockKeys?.(request) ?? [])];
  }
}
