/**
 * ChangeRequests: a partner requests, the holder decides, an accepted Change becomes the next revision (D16 to D21). A
 * requestor that may not read the object gets no information about it (D73).
 */
import type { ChangeServices } from './lookups.js';
import type { Assessment, Decision, RequestContent } from '../action-requests/action-requests.js';
import { RequestFailure, type RequestHandler } from '../action-requests/decisions.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { ServiceError } from '../errors.js';
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
import { type Change, describeChange, readStoredChange } from './change.js';
import { submittedChange, unknownVerifications } from './submission.js';
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
    const { transactions, requests, strangers, revisions, vocabulary, ids, clock } = this.services;
    const { change, unprocessable } = await submittedChange({ root, data }, head, this.services);
    const isReader = await this.#mayRead(requestor, head.object);
    const unknown = await unknownVerifications(change, isReader ? undefined : requestor, this.services);
    return transactions.transact(
      [head.object],
      async (tx) => {
        await strangers.assertRoom(requestor, await strangers.strangeTo(requestor, [head.object]));
        const current =
          (await revisions.headIn(tx, head.object)) ?? (await this.services.objects.getOrThrow(head.object));
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
   * Requests and accepts a Change of an internal agent in one transaction (K19): rivals are rejected as by any
   * acceptance (D20). If it cannot be applied, nothing is stored.
   *
   * @param head the object in the path.
   * @param allow receives the object's head before anything is written, and throws if a precondition fails (D49).
   * @throws ServiceError for the errors of D16, `conflict` for another revision than the latest, `unprocessable` for a
   * missing statement or a violation of the data model.
   */
  async correct(
    document: JsonLdDocument,
    head: Head,
    requestor: Requestor,
    allow: (current: Head, reader: GraphReader) => Promise<void>,
  ): Promise<{ readonly request: ActionRequest; readonly revision: number }> {
    const { transactions, requests, revisions, laterLinks } = this.services;
    const { change, unprocessable } = await submittedChange(document, head, this.services);
    const unknown = await unknownVerifications(change, undefined, this.services);
    try {
      return await transactions.transact(
        [head.object, ...laterLinks.lockKeys(change.operations)],
        async (tx) => {
          const current =
            (await revisions.headIn(tx, head.object)) ?? (await this.services.objects.getOrThrow(head.object));
          await allow(current, tx);
          const isOutdated = change.revision !== current.latestRevision;
          const data = isOutdated ? undefined : await tx.read(revisions.latest(current).graph);
          validateSubmission({ change, unprocessable: [...unprocessable, ...unknown] }, data, this.services);
          const accepted = await this.#requestAndAccept(tx, change, requestor);
          tx.answer({ ...requests.answer(201, accepted.request), revision: accepted.revision });
          return accepted;
        },
        requestor.trace,
      );
    } catch (failure) {
      throw failure instanceof RequestFailure ? failure.error : failure;
    }
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

  lockKeys(request: ActionRequest): readonly Iri[] {
    const object = changeRequestContent(this.services.vocabulary).object(request);
    if (object === undefined) return [];
    try {
      return [object, ...this.services.laterLinks.lockKeys(this.#change(request).operations)];
    } catch (error) {
      // Accepting it reports the error.
      if (error instanceof DamagedDataError) return [object];
      throw error;
    }
  }

  /**
   * Applies the Change as the object's next revision and rejects competing requests in the same transaction (D19, D20).
   *
   * @returns the warnings of the operator's shapes about this revision, for a requestor that may read the object (D73,
   *   D76).
   */
  async accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<ErrorReport | undefined> {
    return (await this.#carryOut(tx, request, decision)).report;
  }

  /**
   * Requests and accepts a Change of the data holder's own in one transaction (X48): what a message says of an object.
   *
   * @param source of the Change, which the provenance of the revision names (X64).
   * @throws RequestFailure for a Change that cannot be applied.
   */
  async record(tx: EventTransaction, change: Change, source: Iri): Promise<ActionRequest> {
    const requestor = { agent: this.services.dataHolder, apiVersion: undefined };
    return (await this.#requestAndAccept(tx, change, requestor, source)).request;
  }

  /** @throws RequestFailure for a Change that cannot be applied. */
  async #requestAndAccept(
    tx: EventTransaction,
    change: Change,
    requestor: Pick<Requestor, 'agent' | 'apiVersion'>,
    source?: Iri,
  ): Promise<{ readonly request: ActionRequest; readonly revision: number }> {
    const { requests, vocabulary, ids, clock } = this.services;
    const decision = { agent: requestor.agent, at: clock.now() };
    const { root, statements } = describeChange(change, vocabulary, ids);
    const request = await requests.create(
      tx,
      'ChangeRequest',
      (uri) => [
        triple(uri, vocabulary.api.hasLogisticsObject, node(change.object)),
        triple(uri, vocabulary.api.hasChange, root),
        ...statements,
      ],
      requestor,
      decision.at,
    );
    const { report, revision } = await this.#carryOut(tx, request, decision, source);
    return { request: await requests.transition(tx, request, 'accept', decision, report), revision };
  }

  async #carryOut(
    tx: EventTransaction,
    request: ActionRequest,
    decision: Decision,
    derivedFrom?: Iri,
  ): Promise<{ readonly report: ErrorReport | undefined; readonly revision: number }> {
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
    const report = (await this.#mayRequestorRead(request, change.object)) ? warnings(cautions) : undefined;
    return { report, revision };
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
