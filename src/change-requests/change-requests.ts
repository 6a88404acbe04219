/**
 * ChangeRequests: a partner requests, the holder decides, an accepted Change becomes the next revision (D16 to D21). A
 * requestor that may not read the object gets no information about it (D73).
 */
import type { ChangeServices } from './lookups.js';
import type { Assessment, Decision, RequestContent } from '../action-requests/action-requests.js';
import { RequestFailure, type RequestHandler } from '../action-requests/decisions.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { Caller, Requestor } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import type { Violation } from '../model/validation/violation.js';
import { type ErrorReport, reportOf, warningsOf } from '../rdf/error-description.js';
import type { Graph } from '../rdf/graph.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { type Iri, node, triple } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { GraphReader, Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import { type Change, describeChange, readStoredChange, readSubmittedChange } from './change.js';
import { ChangeApplication } from './change-application.js';
import { validateSubmission } from './change-statements.js';

export const changeRequestContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: () => [],
  object: (request) => contentFields(request, vocabulary).iri(vocabulary.api.hasLogisticsObject),
});

export class ChangeRequests implements RequestHandler {
  /** Made of an immutable value, and gone with it: no cache of the store. */
  readonly #read = new WeakMap<ActionRequest, Change>();

  readonly #application: ChangeApplication;

  constructor(private readonly services: ChangeServices) {
    this.#application = new ChangeApplication(services);
  }

  /**
   * Creates a ChangeRequest from a body: pending, or rejected for an outdated revision (D17). If its Change cannot be
   * accepted, the pending request reports that in its `hasError` (D63). A requestor without read access to the object
   * receives only errors of the Change itself (D73).
   *
   * @param head the object in the path.
   * @param allow receives the object's head before the request is created, and throws if a precondition fails (D49).
   * @throws ServiceError for the errors of D16, in its order.
   */
  async submit(
    { root, data }: JsonLdDocument,
    head: Head,
    requestor: Requestor,
    allow: (current: Head, reader: GraphReader) => Promise<void>,
  ): Promise<ActionRequest> {
    const { transactions, requests, strangers, revisions, vocabulary, ids, model, clock } = this.services;
    const submitted = readSubmittedChange(data, root, vocabulary);
    const { change, unprocessable } = submitted;
    if (change.object !== head.object) {
      throw new ServiceError('invalid-resource', {
        message: `hasLogisticsObject of the Change is <${change.object}>, which is not the Logistics Object that this request is sent to`,
        property: vocabulary.api.hasLogisticsObject.value,
        resource: head.object,
      });
    }
    // An unprocessable op or p must not make the body invalid as well (D16).
    const reportedBelow = new Set<string | undefined>(unprocessable.map(({ property }) => property));
    const violations = (await model.check(data, [root])).filter(
      ({ kind, property }) => !(kind === 'value' && reportedBelow.has(property)),
    );
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);

    const isReader = await this.#mayRead(requestor, head.object);
    const unknown = await this.#unknownVerifications(change, isReader ? undefined : requestor);
    return transactions.transact(
      [head.object],
      async (tx) => {
        await strangers.assertRoom(requestor, await strangers.strangeTo(requestor, [head.object]));
        const current = (await revisions.headIn(tx, head.object)) ?? head;
        await allow(current, tx);
        const isOutdated = change.revision !== current.latestRevision;
        const data = isOutdated || !isReader ? undefined : await tx.read(revisions.latest(current).graph);
        validateSubmission({ change, unprocessable: [...unprocessable, ...unknown] }, data, this.services);
        if (!isReader) await this.#application.assertKnownNames(change);
        const assessment = isReader ? await this.#assess(change, current, data) : undefined;
        const { root: content, statements } = describeChange(change, vocabulary, ids);
        const request = await requests.create(
          tx,
          'ChangeRequest',
          (uri) => [
            triple(uri, vocabulary.api.hasLogisticsObject, node(head.object)),
            triple(uri, vocabulary.api.hasChange, content),
            ...statements,
          ],
          requestor,
          clock.now(),
          assessment,
        );
        tx.answer(requests.answer(201, request));
        return request;
      },
      requestor.trace,
    );
  }

  /**
   * Checks a Change at submission, for a requestor that may read the object.
   *
   * @param data the statements of the latest revision; undefined if the Change is based on another one.
   */
  async #assess(change: Change, current: Head, data: Graph | undefined): Promise<Assessment | undefined> {
    if (data === undefined) {
      const report = reportOf(outdatedRevision(change.object, change.revision, current.latestRevision));
      return { trigger: 'reject', report };
    }
    const { failure, cautions } = await this.#application.foresee(current, data, change);
    for (const caution of cautions) this.services.model.report(caution);
    const report = failure === undefined ? warnings(cautions) : reportOf(failure);
    return report && { report };
  }

  #mayRead(caller: Caller, object: Iri): Promise<boolean> {
    return this.services.access.isAllowed(caller, 'GET_LOGISTICS_OBJECT', object);
  }

  #mayRequestorRead({ requestedBy: agent }: ActionRequest, object: Iri): Promise<boolean> {
    return this.#mayRead({ agent, internal: this.services.internalAgents.has(agent) }, object);
  }

  /**
   * Errors for the named verification requests that are no VerificationRequests about this object (V40).
   *
   * @param only a requestor that may not read the object: requests of others are hidden from it (D73).
   */
  async #unknownVerifications(
    { object, verificationRequests }: Change,
    only: Caller | undefined,
  ): Promise<ErrorDetail[]> {
    const { requests, vocabulary } = this.services;
    const found = await requests.readable(verificationRequests);
    const readable = new Set(
      found
        .filter((request) => only === undefined || requests.mayRead(request, only))
        .filter((request) => request.kind === 'VerificationRequest' && requests.objectOf(request) === object)
        .map(({ uri }) => uri),
    );
    return verificationRequests
      .filter((uri) => !readable.has(uri))
      .map((uri) => ({
        message: `hasVerificationRequest must be the URI of a request to verify this Logistics Object; <${uri}> is not`,
        property: vocabulary.api.hasVerificationRequest.value,
        resource: object,
      }));
  }

  lockKeys(request: ActionRequest): readonly Iri[] {
    const object = changeRequestContent(this.services.vocabulary).object(request);
    return object === undefined ? [] : [object];
  }

  /**
   * Applies the Change as the object's next revision and rejects competing requests in the same transaction (D19, D20).
   *
   * @returns the warnings of the operator's shapes about this revision, for a requestor that may read the object (D73,
   *   D76).
   */
  accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<ErrorReport | undefined> {
    return this.#carryOut(tx, request, decision);
  }

  /**
   * Requests and accepts a Change of the data holder's own in one transaction (X48): what a message says of an object.
   *
   * @param source of the Change, which the provenance of the revision names (X64).
   * @throws RequestFailure for a Change that cannot be applied.
   */
  async record(tx: EventTransaction, change: Change, source: Iri): Promise<ActionRequest> {
    const { requests, vocabulary, ids, clock, dataHolder: agent } = this.services;
    const decision = { agent, at: clock.now() };
    const { root, statements } = describeChange(change, vocabulary, ids);
    const request = await requests.create(
      tx,
      'ChangeRequest',
      (uri) => [
        triple(uri, vocabulary.api.hasLogisticsObject, node(change.object)),
        triple(uri, vocabulary.api.hasChange, root),
        ...statements,
      ],
      { agent, apiVersion: undefined },
      decision.at,
    );
    const report = await this.#carryOut(tx, request, decision, source);
    return requests.transition(tx, request, 'accept', decision, report);
  }

  async #carryOut(
    tx: EventTransaction,
    request: ActionRequest,
    decision: Decision,
    derivedFrom?: Iri,
  ): Promise<ErrorReport | undefined> {
    const { revisions, requests, model } = this.services;
    const change = this.#change(request);
    const head = await revisions.headIn(tx, change.object);
    if (head === undefined) throw new DamagedDataError(`the Logistics Object <${change.object}> is missing`);
    if (head.latestRevision !== change.revision) {
      throw new RequestFailure(outdatedRevision(change.object, change.revision, head.latestRevision), 'reject');
    }
    await this.services.objects.assertNotMoved(change.object);
    const at = revisions.nextTime(head, decision.at);
    const { before, after, changed, cautions } = await this.#application.apply(tx, head, change);
    const [first = head.type, ...others] = after.types(node(change.object));
    const types = [first, ...others] as const;
    const { object, latestRevision: revision } = await revisions.advance(
      tx,
      head,
      { type: model.mostSpecific(types), before, after },
      { agent: request.requestedBy, at, request: request.uri, derivedFrom },
    );
    tx.raise({ kind: 'object-updated', object, types, revision, changedProperties: changed });
    for (const competing of await this.#competingRequests(tx, request, change)) {
      const reason = outdatedRevision(change.object, change.revision, head.latestRevision + 1);
      await requests.transition(tx, competing, 'reject', decision, reportOf(reason));
    }
    return (await this.#mayRequestorRead(request, change.object)) ? warnings(cautions) : undefined;
  }

  /**
   * The error that the requestor sees when its Change could not be applied: without numbers and values of an object
   * that it may not read (D73).
   */
  async reportable(request: ActionRequest, error: ServiceError): Promise<ServiceError> {
    const object = changeRequestContent(this.services.vocabulary).object(request);
    if (object === undefined || (await this.#mayRequestorRead(request, object))) return error;
    const message = 'the Change does not apply to the present state of the Logistics Object';
    return new ServiceError(error.kind, { message, resource: object });
  }

  /**
   * The Change of a request; cached, since the content of a request never changes.
   *
   * @throws DamagedDataError
   */
  #change(request: ActionRequest): Change {
    const cached = this.#read.get(request);
    if (cached !== undefined) return cached;
    const change = readStoredChange(request, this.services.vocabulary);
    this.#read.set(request, change);
    return change;
  }

  /** The pending requests on the same revision. Requests of agents that may not read the object stay pending (D73). */
  async #competingRequests(tx: Transaction, request: ActionRequest, change: Change): Promise<ActionRequest[]> {
    const { store, lookups, requests, quarantine } = this.services;
    const pending = await store.lookup(lookups.changes.pending, change.object);
    const competing: ActionRequest[] = [];
    for (const { value: uri } of pending.filter(({ value }) => value !== request.uri)) {
      try {
        const other = await requests.getOrThrowIn(tx, uri);
        const isOnSame = this.#change(other).revision === change.revision;
        if (isOnSame && (await this.#mayRequestorRead(other, change.object))) competing.push(other);
      } catch (error) {
        // A decision on it reports the error.
        if (!(error instanceof DamagedDataError)) throw error;
        quarantine.add('pending changes', uri, error);
      }
    }
    return competing;
  }
}

/** The warnings of the operator's shapes; the preview of the decision has remarks as well. */
function warnings(cautions: readonly Violation[]): ErrorReport | undefined {
  const found = cautions.filter(({ caution }) => caution === 'warning');
  return found.length === 0 ? undefined : warningsOf(found);
}

/** D17, D20: the report of a Change built on an outdated revision. */
function outdatedRevision(resource: Iri, built: number, latest: number): ServiceError {
  return new ServiceError('conflict', {
    message: `the Change was built on revision ${built}, but the latest revision of the Logistics Object is ${latest}`,
    resource,
  });
}
