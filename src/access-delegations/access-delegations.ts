/**
 * AccessDelegationRequests: a partner requests access for itself or others, the holder decides. A delegation that a
 * delegate requests for others is derived from the delegate's own, and is revoked with it (D23).
 */
import type { DelegationServices } from './lookups.js';
import { grants } from '../access/authorization.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { Decision, RequestContent } from '../action-requests/action-requests.js';
import { objectsOf } from '../action-requests/lookups.js';
import type { RequestHandler } from '../action-requests/decisions.js';
import { hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import type { Caller, Requestor } from '../http/caller.js';
import type { Graph } from '../rdf/graph.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { hasPrefixAsScheme } from '../rdf/prefixes.js';
import { factory, type Iri, iri, type NamedNode, node, type Quad, triple } from '../rdf/terms.js';
import { acl, prov, rdfTerms, type Vocabulary, xsd } from '../rdf/vocabulary.js';
import type { LookupEntry } from '../store/lookup.js';
import type { Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import {
  type AccessDelegation,
  describeAccessDelegation,
  readAccessDelegation,
  readStoredDelegation,
} from './access-delegation.js';
import { DelegationExpiry } from './expiry.js';

export const accessDelegationContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: (request) => contentFields(request, vocabulary).iris(vocabulary.api.isRequestedFor),
  object: (request) => contentFields(request, vocabulary).iri(vocabulary.api.hasLogisticsObject),
});

export class AccessDelegations implements RequestHandler {
  constructor(private readonly services: DelegationServices) {}

  /**
   * Creates an AccessDelegationRequest from a body.
   *
   * @throws ServiceError `invalid-resource` for an invalid delegation, one whose expiry is past (V53), or one for an
   * object that is not on this node (D23).
   */
  async submit({ root, data }: JsonLdDocument, requestor: Requestor): Promise<ActionRequest> {
    const { transactions, requests, strangers, objects, model, uris, vocabulary, clock, ids } = this.services;
    const { apiVersion } = requestor;
    const maxDelegates = apiVersion !== undefined && hasFeature(apiVersion, 'oneDelegate') ? 1 : Infinity;
    const delegation = readAccessDelegation(data, root, vocabulary, maxDelegates);
    const violations = await model.check(data, [root]);
    if (violations.length > 0) throw new ServiceError('invalid-resource', violations);
    const now = clock.now();
    if (delegation.expiresAt !== undefined && delegation.expiresAt <= now) {
      const message = `expiresAt is ${delegation.expiresAt.toISOString()}, which is in the past`;
      throw new ServiceError('invalid-resource', { message, property: vocabulary.api.expiresAt.value });
    }
    const unreadable = delegation.delegates.filter(hasPrefixAsScheme);
    if (unreadable.length > 0) {
      const property = vocabulary.api.isRequestedFor.value;
      throw new ServiceError(
        'invalid-resource',
        unreadable.map((delegate) => ({
          message: `isRequestedFor must be absolute URIs: ${JSON.stringify(delegate)} begins with an undeclared prefix (D52)`,
          property,
        })),
      );
    }
    const exists = await Promise.all(delegation.objects.map((object) => objects.exists(object)));
    const unknown = delegation.objects.filter((_, index) => exists[index] === false);
    if (unknown.length > 0) {
      const property = vocabulary.api.hasLogisticsObject.value;
      const message = 'access can be delegated only to Logistics Objects of this node; it has none with this URI';
      throw new ServiceError(
        'invalid-resource',
        unknown.map((resource) => ({ message, property, resource })),
      );
    }
    const strange = await strangers.strangeTo(requestor, delegation.objects);
    return transactions.transact(
      [uris.accessDelegations, ...strange],
      async (tx) => {
        await strangers.assertRoom(requestor, strange);
        const sources = await this.#sources(delegation, requestor);
        const { root: content, statements } = describeAccessDelegation(delegation, vocabulary, ids);
        const request = await requests.create(
          tx,
          'AccessDelegationRequest',
          (uri) => [
            triple(uri, vocabulary.api.hasAccessDelegation, content),
            ...statements,
            ...sources.map((source) => triple(uri, prov.wasDerivedFrom, node(source))),
          ],
          requestor,
          now,
        );
        tx.answer(requests.answer(201, request));
        return request;
      },
      requestor.trace,
    );
  }

  /** One lock for all access control lists: a revocation can affect those of many objects. */
  lockKeys(): readonly Iri[] {
    return [this.services.uris.accessDelegations];
  }

  /**
   * Grants the permissions and notifies the delegates (V66). Fails for an expired delegation, and for a moved object,
   * whose access another server controls.
   */
  async accept(tx: EventTransaction, request: ActionRequest, { at }: Decision): Promise<undefined> {
    const { uris, vocabulary, dataHolder, objects: logisticsObjects } = this.services;
    const { permissions, delegates, objects } = readStoredDelegation(request, vocabulary);
    const end = await this.#expiry(tx).endOf(request);
    if (end <= at.getTime()) {
      const message = 'this delegation, or every delegation that it is derived from, has expired';
      throw new ServiceError('unprocessable', { message, property: vocabulary.api.expiresAt.value });
    }
    for (const object of objects) {
      await logisticsObjects.assertNotMoved(object);
      const list = uris.acl(object);
      const authorization = node(this.#authorization(object, request.uri));
      await tx.insert(list, [
        triple(authorization, rdfTerms.type, acl.Authorization),
        triple(authorization, acl.accessTo, node(object)),
        ...delegates.map((delegate) => triple(authorization, acl.agent, node(delegate))),
        ...permissions.map((permission) => triple(authorization, acl.mode, vocabulary.api[permission])),
        triple(authorization, prov.wasDerivedFrom, node(request.uri)),
        ...this.#endStatements(authorization, end),
      ]);
      const notified = delegates.filter((delegate) => delegate !== dataHolder);
      tx.raise({ kind: 'access-granted', request: request.uri, object, delegates: notified });
    }
  }

  /**
   * Removes the granted authorizations and revokes the delegations derived from this request alone (D23, D46). A
   * derived request that cannot be read keeps its status; its authorizations are removed.
   */
  async revoke(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void> {
    await this.#removeGrants(tx, request.uri, request.data);
    const revoked = new Set([request.uri]);
    const remaining = new Set<Iri>();
    const queue = [request.uri];
    for (let source = queue.shift(); source !== undefined; source = queue.shift()) {
      for (const { value: uri } of await this.#derivedFrom(source)) {
        if (revoked.has(uri)) continue;
        const derived = await this.#readableIn(tx, uri);
        if (derived === undefined) {
          await this.#removeGrants(tx, uri, await tx.read(uri));
          revoked.add(uri);
          queue.push(uri);
          continue;
        }
        const sources = derived.data.iris(node(uri), prov.wasDerivedFrom);
        const isStillGranted = (
          await Promise.all(sources.map((other) => this.#isValidSource(tx, other, revoked)))
        ).some(Boolean);
        if (isStillGranted) {
          remaining.add(uri);
          continue;
        }
        if (derived.status === 'REQUEST_ACCEPTED') await this.#removeGrants(tx, uri, derived.data);
        await this.services.requests.transition(tx, derived, 'revoke', decision);
        revoked.add(uri);
        queue.push(uri);
      }
    }
    await this.#shorten(tx, remaining, revoked);
  }

  #derivedFrom(delegation: Iri): Promise<LookupEntry[]> {
    const { store, lookups } = this.services;
    return store.lookup(lookups.delegations.derived, delegation);
  }

  /** Ends delegations when the last unrevoked delegation that they derive from expires (L37). */
  async #shorten(tx: EventTransaction, delegations: Set<Iri>, revoked: ReadonlySet<Iri>): Promise<void> {
    const expiry = this.#expiry(tx, revoked);
    // The iteration includes items added during it.
    for (const uri of delegations) {
      if (revoked.has(uri)) continue;
      const delegation = await this.#readableIn(tx, uri);
      if (delegation?.status !== 'REQUEST_ACCEPTED') continue;
      await this.#changeEnd(tx, delegation, await expiry.readableEndOf(delegation));
      for (const { value } of await this.#derivedFrom(uri)) delegations.add(value);
    }
  }

  async #changeEnd(tx: Transaction, { uri: request, data }: ActionRequest, end: number): Promise<void> {
    const { uris, vocabulary } = this.services;
    for (const object of objectsOf(data, vocabulary)) {
      const list = uris.acl(object);
      const authorization = node(this.#authorization(object, request));
      const present = await tx.read(list);
      if (present.match(authorization).size === 0) continue;
      const others = Array.from(present).filter(
        ({ subject, predicate }) => !(subject.equals(authorization) && predicate.equals(vocabulary.api.expiresAt)),
      );
      await tx.replace(list, [...others, ...this.#endStatements(authorization, end)]);
    }
  }

  #expiry(tx: Transaction, revoked: ReadonlySet<Iri> = new Set()): DelegationExpiry {
    const accepted = async (uri: Iri): Promise<ActionRequest | undefined> => {
      const request = revoked.has(uri) ? undefined : await this.#readableIn(tx, uri);
      return request?.status === 'REQUEST_ACCEPTED' ? request : undefined;
    };
    return new DelegationExpiry(accepted, this.services.vocabulary);
  }

  #endStatements(authorization: NamedNode, end: number): Quad[] {
    if (end === Infinity) return [];
    // 1970 if a source is unreadable: the authorization must not grant anything then.
    const time = new Date(Math.max(end, 0)).toISOString();
    return [triple(authorization, this.services.vocabulary.api.expiresAt, factory.literal(time, xsd.dateTime))];
  }

  async #isValidSource(tx: Transaction, source: Iri, revoked: ReadonlySet<Iri>): Promise<boolean> {
    return !revoked.has(source) && (await this.#readableIn(tx, source))?.status === 'REQUEST_ACCEPTED';
  }

  /** A request in the state of a transaction; undefined for an unreadable one in quarantine. */
  async #readableIn(tx: Transaction, uri: Iri): Promise<ActionRequest | undefined> {
    const { requests } = this.services;
    return (await requests.find(uri)) === undefined ? undefined : requests.getOrThrowIn(tx, uri);
  }

  /** Removes the authorizations of a request from the lists of all objects that it names. */
  async #removeGrants(tx: Transaction, request: Iri, data: Graph): Promise<void> {
    for (const object of objectsOf(data, this.services.vocabulary)) {
      const list = this.services.uris.acl(object);
      const authorization = this.#authorization(object, request);
      const present = await tx.read(list);
      const retained = Array.from(present).filter(({ subject }: Quad) => subject.value !== authorization);
      if (retained.length < present.size) await tx.replace(list, retained);
    }
  }

  #authorization(object: Iri, request: Iri): Iri {
    const { uris } = this.services;
    return iri(`${uris.acl(object)}#${uris.actionRequestId(request) ?? ''}`);
  }

  /**
   * The accepted requests that a delegation derives from: those that granted the requestor the permissions that it
   * passes on. Permissions that the requestor holds directly, or requests for itself, do not derive from others.
   */
  async #sources({ delegates, objects, permissions }: AccessDelegation, caller: Caller): Promise<Iri[]> {
    if (caller.internal || delegates.every((delegate) => delegate === caller.agent)) return [];
    const lists = await Promise.all(objects.map((object) => this.services.access.currentAuthorizations(object)));
    const sources = new Set<Iri>();
    for (const list of lists) {
      for (const permission of permissions) {
        const held = list.filter((authorization) => grants(authorization, permission, caller.agent));
        if (held.some(({ derivedFrom }) => derivedFrom === undefined)) continue;
        for (const { derivedFrom } of held) if (derivedFrom !== undefined) sources.add(derivedFrom);
      }
    }
    return [...sources];
  }
}
