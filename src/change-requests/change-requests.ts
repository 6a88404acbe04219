/** ChangeRequests: a partner requests, the holder decides, an accepted Change becomes the next revision (D16 to D21). */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Decision, RequestContent } from '../action-requests/action-requests.js';
import { RequestFailure, type RequestHandler } from '../action-requests/decisions.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { type ErrorDetail, ServiceError } from '../errors.js';
import type { Requestor } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import { reportOf } from '../rdf/error-description.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import type { Graph } from '../rdf/graph.js';
import { type Iri, isIri, node, type Quad, triple } from '../rdf/terms.js';
import { rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/damaged-entries.js';
import { copyGraph, deleteData, insertData, update } from '../store/sparql.js';
import type { Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import { type Change, describeChange, readStoredChange, readSubmittedChange } from './change.js';
import {
  changedProperties,
  type ChangeStatements,
  validateSubmission,
  toStatements,
  orphaned,
  unreadableNames,
} from './change-statements.js';

export const changeRequestContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: () => [],
  object: (request) => contentFields(request, vocabulary).iri(vocabulary.api.hasLogisticsObject),
});

export class ChangeRequests implements RequestHandler {
  readonly #read = new WeakMap<ActionRequest, Change>();

  constructor(private readonly services: ExchangeServices) {}

  /**
   * Creates a ChangeRequest from a body, pending, or already rejected when its revision is outdated (D17).
   *
   * @param head the object that the path names.
   * @param allow gets the object's head before the request is created, and throws where a precondition fails (D49).
   * @throws ServiceError for the errors of D16, in its order.
   */
  async submit(
    { root, data }: JsonLdDocument,
    head: Head,
    requestor: Requestor,
    allow: (current: Head) => void,
  ): Promise<ActionRequest> {
    const { transactions, requests, revisions, vocabulary, ids, model, clock } = this.services;
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

    const unknown = await this.#unknownVerifications(change);
    return transactions.transact(
      [head.object],
      async (tx) => {
        const current = (await revisions.headIn(tx, head.object)) ?? head;
        allow(current);
        const outdated = change.revision !== current.latestRevision;
        validateSubmission(
          { change, unprocessable: [...unprocessable, ...unknown] },
          outdated ? undefined : await tx.read(revisions.latest(current).graph),
          this.services,
        );
        const { root: content, statements } = describeChange(change, vocabulary, ids);
        return requests.create(
          tx,
          'ChangeRequest',
          (uri) => [
            triple(uri, vocabulary.api.hasLogisticsObject, node(head.object)),
            triple(uri, vocabulary.api.hasChange, content),
            ...statements,
          ],
          requestor,
          clock.now(),
          outdated
            ? {
                trigger: 'reject',
                report: reportOf(outdatedRevision(head.object, change.revision, current.latestRevision)),
              }
            : undefined,
        );
      },
      requestor.trace,
    );
  }

  /** What a Change says it answers, and what is no VerificationRequest about its object (V40). */
  async #unknownVerifications({ object, verificationRequests }: Change): Promise<ErrorDetail[]> {
    const { requests, vocabulary } = this.services;
    const found = await requests.readable(verificationRequests);
    const known = new Set(
      found
        .filter((request) => request.kind === 'VerificationRequest' && requests.objectOf(request) === object)
        .map(({ uri }) => uri),
    );
    return verificationRequests
      .filter((uri) => !known.has(uri))
      .map((uri) => ({
        message: `hasVerificationRequest must be the URI of a request to verify this Logistics Object; <${uri}> is none`,
        property: vocabulary.api.hasVerificationRequest.value,
        resource: object,
      }));
  }

  lockKeys(request: ActionRequest): readonly Iri[] {
    const object = changeRequestContent(this.services.vocabulary).object(request);
    return object === undefined ? [] : [object];
  }

  /** Applies the Change as the object's next revision, and rejects competing requests, in the same transaction (D19, D20). */
  async accept(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void> {
    const { revisions, requests, model } = this.services;
    const change = this.#change(request);
    const head = await revisions.headIn(tx, change.object);
    if (head === undefined) throw new DamagedDataError(`the Logistics Object <${change.object}> is missing`);
    if (head.latestRevision !== change.revision) {
      throw new RequestFailure(outdatedRevision(change.object, change.revision, head.latestRevision));
    }
    const at = revisions.nextTime(head, decision.at);
    const { after, changed } = await this.#apply(tx, head, change);
    const [first = head.type, ...others] = after.types(node(change.object));
    const types = [first, ...others] as const;
    const { object, latestRevision: revision } = await revisions.advance(tx, head, model.mostSpecific(types), {
      agent: request.requestedBy,
      at,
      request: request.uri,
    });
    tx.raise({ kind: 'object-updated', object, types, revision, changedProperties: changed });
    for (const competing of await this.#competingRequests(tx, request, change)) {
      const reason = outdatedRevision(change.object, change.revision, head.latestRevision + 1);
      await requests.transition(tx, competing, 'reject', decision, reportOf(reason));
    }
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

  /** Writes the next revision's graph: a copy without the DELETE group and with the ADD group; orphaned nodes are deleted (D21). */
  async #apply(tx: Transaction, head: Head, change: Change): Promise<{ after: Graph; changed: readonly Iri[] }> {
    const { uris } = this.services;
    const object = change.object;
    const from = uris.revision(object, head.latestRevision);
    const to = uris.revision(object, head.latestRevision + 1);
    const unreadable = unreadableNames(change, this.services.model);
    if (unreadable.length > 0) throw failure(unreadable);
    const plan = toStatements(change, this.services);
    const before = await tx.read(from);
    const deletions = await this.#present(tx, from, before, plan);
    const additions = [...plan.additions, ...(await this.#linkTypes(plan, object))];
    await tx.update(update(copyGraph(from, to), deleteData(to, deletions), insertData(to, additions)));
    const orphans = orphaned(await tx.read(to), object);
    if (orphans.length > 0) await tx.update(update(deleteData(to, orphans)));
    const after = await tx.read(to);
    await this.#check(after, object);
    return { after, changed: changedProperties(before, after, object) };
  }

  /** The statements to delete, as they are in the graph; a missing one fails the Change (D19). */
  async #present(tx: Transaction, graph: Iri, before: Graph, { deletions }: ChangeStatements): Promise<Quad[]> {
    const found: Quad[] = [];
    const missing: ErrorDetail[] = [];
    for (const quad of deletions) {
      if (await tx.contains(graph, quad)) found.push(quad);
      else {
        const similar = sameText(before, quad);
        if (similar === undefined) missing.push(missingStatement(quad));
        else found.push(similar);
      }
    }
    if (missing.length > 0) throw failure(missing);
    return found;
  }

  /**
   * The types of what the additions link to. An object of this node must exist (D19), and has its actual type whatever
   * class the Change names; anything else has that class.
   */
  async #linkTypes({ links }: ChangeStatements, object: Iri): Promise<Quad[]> {
    const { uris, revisions, vocabulary } = this.services;
    const missing: ErrorDetail[] = [];
    const types: Quad[] = [];
    for (const { target, type, property } of links) {
      if (target === object) continue;
      const isLocal = target.startsWith(`${uris.objects}/`);
      const head = isLocal ? await revisions.head(target) : undefined;
      if (isLocal && head === undefined) {
        const message = 'this node has no Logistics Object with this URI to link to';
        missing.push({ message, resource: target, property });
      }
      const linkedType = head?.type ?? type;
      if (linkedType !== vocabulary.cargo.LogisticsObject.value)
        types.push(triple(node(target), rdfTerms.type, node(linkedType)));
    }
    if (missing.length > 0) throw failure(missing);
    return types;
  }

  async #check(after: Graph, object: Iri): Promise<void> {
    const { model, lenient } = this.services;
    const types = after.types(node(object));
    const isClass = (type: Iri): boolean => !type.startsWith('internal:');
    if (!(types.length > 0 && types.every(isClass) && (lenient || model.isLogisticsObject(types)))) {
      throw failure([
        {
          message: 'the Change would leave the object without a type that inherits from LogisticsObject',
          resource: object,
        },
      ]);
    }
    const [violation, ...violations] = await model.check(after, [node(object)]);
    if (violation !== undefined) throw failure([violation, ...violations]);
  }

  async #competingRequests(tx: Transaction, request: ActionRequest, change: Change): Promise<ActionRequest[]> {
    const { store, lookups, requests, damaged } = this.services;
    const pending = store.lookup(lookups.pendingChanges, change.object).map(({ value }) => value);
    const competing: ActionRequest[] = [];
    for (const uri of pending.filter((uri) => uri !== request.uri)) {
      try {
        const other = await requests.getOrThrowIn(tx, uri);
        if (this.#change(other).revision === change.revision) competing.push(other);
      } catch (error) {
        // A decision on it reports the error.
        if (!(error instanceof DamagedDataError)) throw error;
        damaged.setAside('pending changes', uri, error);
      }
    }
    return competing;
  }
}

/**
 * The statement that a DELETE means when it has another language tag than the graph: text in a language is accepted as
 * xsd:string (D5), and a document's default language also tags texts without a language.
 */
function sameText(data: Graph, { subject, predicate, object }: Quad): Quad | undefined {
  if (object.termType !== 'Literal') return undefined;
  const isPlain = object.datatype.equals(xsd.string);
  if (!isPlain && object.language === '') return undefined;
  return Array.from(data.match(subject, predicate)).find(
    ({ object: other }) =>
      other.termType === 'Literal' &&
      other.value === object.value &&
      (isPlain ? other.language !== '' : other.datatype.equals(xsd.string)),
  );
}

function missingStatement({ subject, predicate, object }: Quad): ErrorDetail {
  const value = object.termType === 'Literal' ? JSON.stringify(object.value) : `<${object.value}>`;
  return {
    message: `the value ${value} to delete does not exist`,
    ...(isIri(predicate.value) && { property: predicate.value }),
    ...(isIri(subject.value) && { resource: subject.value }),
  };
}

function failure(details: readonly ErrorDetail[]): RequestFailure {
  return new RequestFailure(new ServiceError('unprocessable', details));
}

/** D17, D20: the report of a Change that was built on another revision than the latest. */
function outdatedRevision(resource: Iri, built: number, latest: number): ServiceError {
  return new ServiceError('conflict', {
    message: `the Change was built on revision ${built}, and the latest revision of the Logistics Object is ${latest}`,
    resource,
  });
}
