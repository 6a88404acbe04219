/** Decisions on action requests: accept, reject, revoke (D18, D19, D22). What they do is up to the handler of each kind. */
import type { Services } from '../services.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import { type ErrorReport, reportOf } from '../rdf/error-description.js';
import type { Iri } from '../rdf/terms.js';
import { DamagedDataError } from '../store/damaged-entries.js';
import type { EventTransaction, Transactions } from '../transactions.js';
import type { ActionRequest, RequestKind } from './action-request.js';
import type { ActionRequests, Decision } from './action-requests.js';

/** What accepting and revoking a kind of request mean. */
export interface RequestHandler {
  /** What a transaction that changes this request's status locks, beside the request itself. */
  lockKeys?(request: ActionRequest): readonly Iri[];
  /**
   * Does what was asked for, in the transaction that makes the request REQUEST_ACCEPTED.
   *
   * @throws RequestFailure when it cannot be done: the transaction is rolled back, and the request becomes REQUEST_FAILED.
   */
  accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void>;
  /** Undoes what accepting did, when an accepted request is revoked; nothing by default. */
  revoke?(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void>;
  /** Who may revoke the request beside its requestor and internal agents. */
  revokers?(request: ActionRequest): readonly Iri[];
}

/** Accepting a request failed; the error goes into its `hasError` (D19). */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure';

  constructor(readonly error: ServiceError) {
    super(error.message, { cause: error });
  }
}

export class Decisions {
  constructor(
    private readonly services: Pick<Services, 'clock'> & {
      readonly transactions: Transactions;
      readonly requests: ActionRequests;
    },
    private readonly handlers: Readonly<Record<RequestKind, RequestHandler>>,
    /** Whose requests are accepted at once (`AUTO_ACCEPT`). */
    private readonly autoAccepts: (requestedBy: Iri) => boolean,
  ) {}

  /**
   * The holder's decision (D18). Accepting does what was asked for and changes the status in one transaction.
   *
   * @param allow gets the request before it is decided, and throws where a precondition fails.
   * @param reason why a request is rejected.
   * @throws ServiceError `unprocessable` when the request is not pending, or when accepting it failed: it is then
   *   REQUEST_FAILED and nothing else has changed (D19).
   */
  async decide(
    uri: Iri,
    outcome: 'accept' | 'reject',
    agent: Iri,
    allow: (current: ActionRequest) => void,
    reason?: ErrorReport,
  ): Promise<void> {
    const { transactions, requests } = this.services;
    const request = await requests.getOrThrow(uri);
    const lockKeys = this.#lockKeys(request);
    try {
      await transactions.transact(lockKeys, async (tx) => {
        const current = await requests.getOrThrowIn(tx, uri);
        allow(current);
        const decision = this.#decision(current, agent);
        requests.nextStatus(current, outcome);
        if (outcome === 'accept') await this.#accept(tx, current, decision);
        await requests.transition(tx, current, outcome, decision, reason);
      });
    } catch (failure) {
      if (!(failure instanceof RequestFailure)) throw failure;
      await transactions.transact(lockKeys, async (tx) => {
        const current = await requests.getOrThrowIn(tx, uri);
        // Another decision may have been committed meanwhile: then that one stands, and this one is rejected.
        requests.nextStatus(current, outcome);
        await requests.transition(tx, current, 'fail', this.#decision(current, agent), reportOf(failure.error));
      });
      throw new ServiceError('unprocessable', failure.error.details, { cause: failure });
    }
  }

  /**
   * Revokes a request (D22): by its requestor or an internal agent.
   *
   * @param allow gets the request before it is revoked, and throws where a precondition fails.
   * @throws ServiceError `forbidden`, or `unprocessable` when it is in no state to be revoked.
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
    await transactions.transact(this.#lockKeys(request), async (tx) => {
      const current = await requests.getOrThrowIn(tx, uri);
      allow(current);
      const decision = this.#decision(current, caller.agent);
      requests.nextStatus(current, 'revoke');
      if (current.status === 'REQUEST_ACCEPTED') await this.#handler(current).revoke?.(tx, current, decision);
      await requests.transition(tx, current, 'revoke', decision);
    });
  }

  /** Accepts a new request where `AUTO_ACCEPT` says so. A failure is recorded in the request; the submission succeeds. */
  async autoAccept(request: ActionRequest): Promise<void> {
    if (request.status !== 'REQUEST_PENDING' || !this.autoAccepts(request.requestedBy)) return;
    try {
      await this.decide(request.uri, 'accept', request.requestedBy, () => undefined);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.kind !== 'unprocessable') throw error;
    }
  }

  /** Now, but not before the request's last status change, should the clock have jumped back. */
  #decision({ statusSince }: ActionRequest, agent: Iri): Decision {
    const now = this.services.clock.now();
    return { agent, at: now > statusSince ? now : statusSince };
  }

  /** An `unprocessable` error of any module is a failure of the request (D19), and so are stored data that cannot be read. */
  async #accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void> {
    try {
      await this.#handler(request).accept(tx, request, decision);
    } catch (error) {
      if (error instanceof DamagedDataError) {
        const message = `what this node has stored of the request cannot be read: ${error.message}`;
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
