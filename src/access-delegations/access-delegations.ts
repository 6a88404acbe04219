/**
 * AccessDelegationRequests: somebody asks that somebody gets access, the holder decides. A delegation that a delegate
 * asked for somebody else hangs on the delegate's own, and falls with it (D23).
 */
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { grants } from '../access/authorization.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import type { Decision, RequestContent } from '../action-requests/action-requests.js';
import { objectsOf } from '../action-requests/lookups.js';
import type { RequestHandler } from '../action-requests/decisions.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Graph } from '../rdf/graph.js';
import type { JsonLdDocument } from '../rdf/jsonld/reader.js';
import { hasPrefixAsScheme } from '../rdf/prefixes.js';
import { type Iri, iri, node, type Quad, triple } from '../rdf/terms.js';
import { acl, prov, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Transaction } from '../store/store.js';
import type { EventTransaction } from '../transactions.js';
import {
  type AccessDelegation,
  describeAccessDelegation,
  readAccessDelegation,
  readStoredDelegation,
} from './access-delegation.js';

export const accessDelegationContent = (vocabulary: Vocabulary): RequestContent => ({
  readers: (request) => contentFields(request, vocabulary).iris(vocabulary.api.isRequestedFor),
  object: (request) => contentFields(request, vocabulary).iri(vocabulary.api.hasLogisticsObject),
});

export class AccessDelegations implements RequestHandler {
  constructor(private readonly services: ExchangeServices) {}

  /**
   * Makes an AccessDelegationRequest out of a body.
   *
   * @throws ServiceError `invalid-body` for a delegation that is none, or for an object that is not on this node (D23).
   */
  async submit({ root, data }: JsonLdDocument, caller: Caller): Promise<ActionRequest> {
    const { transactions, requests, objects, model, uris, vocabulary, clock, ids } = this.services;
    const delegation = readAccessDelegation(data, root, vocabulary);
    const violations = await model.check(data, [root]);
    if (violations.length > 0) throw new ServiceError('invalid-body', violations);
    const unreadable = delegation.delegates.filter(hasPrefixAsScheme);
    if (unreadable.length > 0) {
      const property = vocabulary.api.isRequestedFor.value;
      throw new ServiceError(
        'invalid-body',
        unreadable.map((delegate) => ({
          message: `isRequestedFor must be whole URIs: ${JSON.stringify(delegate)} begins with a prefix that nothing here expands (D52)`,
          property,
        })),
      );
    }
    const here = await Promise.all(delegation.objects.map((object) => objects.exists(object)));
    const elsewhere = delegation.objects.filter((_, index) => here[index] === false);
    if (elsewhere.length > 0) {
      const property = vocabulary.api.hasLogisticsObject.value;
      const message = 'access can be delegated only to Logistics Objects of this node; it has none with this URI';
      throw new ServiceError(
        'invalid-body',
        elsewhere.map((resource) => ({ message, property, resource })),
      );
    }
    return transactions.transact([uris.accessDelegations], async (tx) => {
      const sources = await this.#sources(delegation, caller);
      const { root: content, statements } = describeAccessDelegation(delegation, vocabulary, ids);
      return requests.open(
        tx,
        'AccessDelegationRequest',
        (uri) => [
          triple(uri, vocabulary.api.hasAccessDelegation, content),
          ...statements,
          ...sources.map((source) => triple(uri, prov.wasDerivedFrom, node(source))),
        ],
        { agent: caller.agent, at: clock.now() },
      );
    });
  }

  /** All access control lists take turns at one place, since a withdrawal reaches along a chain over many objects. */
  lockKeys(): readonly Iri[] {
    return [this.services.uris.accessDelegations];
  }

  /** Grants the permissions; that fails for an object which has moved since, whose access is another server's to give. */
  async accept(tx: Transaction, request: ActionRequest): Promise<void> {
    const { uris, vocabulary, objects: here } = this.services;
    const { permissions, delegates, objects } = readStoredDelegation(request, vocabulary);
    for (const object of objects) {
      await here.assertNotMoved(object);
      const list = uris.acl(object);
      const authorization = node(this.#authorization(object, request.uri));
      await tx.insert(list, [
        triple(authorization, rdfTerms.type, acl.Authorization),
        triple(authorization, acl.accessTo, node(object)),
        ...delegates.map((delegate) => triple(authorization, acl.agent, node(delegate))),
        ...permissions.map((permission) => triple(authorization, acl.mode, vocabulary.api[permission])),
        triple(authorization, prov.wasDerivedFrom, node(request.uri)),
      ]);
    }
  }

  /**
   * Takes back what was granted, and all that was derived from it alone (D23, D46). A derived request that cannot be read
   * keeps its status, and loses what it granted.
   */
  async revoke(tx: EventTransaction, request: ActionRequest, decision: Decision): Promise<void> {
    await this.#withdraw(tx, request.uri, request.data);
    const gone = new Set([request.uri]);
    const waiting = [request.uri];
    for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
      for (const { value: uri } of this.services.store.lookup(this.services.lookups.derivedDelegations, source)) {
        if (gone.has(uri)) continue;
        const derived = await this.#readableIn(tx, uri);
        if (derived === undefined) {
          await this.#withdraw(tx, uri, await tx.read(uri));
          gone.add(uri);
          waiting.push(uri);
          continue;
        }
        const sources = derived.data.iris(node(uri), prov.wasDerivedFrom);
        const standing = (await Promise.all(sources.map((other) => this.#stands(tx, other, gone)))).some(Boolean);
        if (standing) continue;
        if (derived.status === 'REQUEST_ACCEPTED') await this.#withdraw(tx, uri, derived.data);
        await this.services.requests.transition(tx, derived, 'revoke', decision);
        gone.add(uri);
        waiting.push(uri);
      }
    }
  }

  async #stands(tx: Transaction, source: Iri, gone: ReadonlySet<Iri>): Promise<boolean> {
    return !gone.has(source) && (await this.#readableIn(tx, source))?.status === 'REQUEST_ACCEPTED';
  }

  /** A request as a transaction sees it; undefined when what is stored of it cannot be read and was set aside. */
  async #readableIn(tx: Transaction, uri: Iri): Promise<ActionRequest | undefined> {
    const { requests } = this.services;
    return (await requests.find(uri)) === undefined ? undefined : requests.getOrThrowIn(tx, uri);
  }

  /** Takes what a request granted out of the lists of all objects that it names. */
  async #withdraw(tx: Transaction, request: Iri, data: Graph): Promise<void> {
    for (const object of objectsOf(data, this.services.vocabulary)) {
      const list = this.services.uris.acl(object);
      const authorization = this.#authorization(object, request);
      const present = await tx.read(list);
      const kept = Array.from(present).filter(({ subject }: Quad) => subject.value !== authorization);
      if (kept.length < present.size) await tx.replace(list, kept);
    }
  }

  #authorization(object: Iri, request: Iri): Iri {
    const { uris } = this.services;
    return iri(`${uris.acl(object)}#${uris.actionRequestId(request) ?? ''}`);
  }

  /**
   * The grants that a delegation for somebody else hangs on: those accepted requests that gave the requestor the
   * permissions it passes on. A permission that the requestor also holds otherwise hangs on nothing, and neither does
   * what it asks for itself.
   */
  async #sources({ delegates, objects, permissions }: AccessDelegation, caller: Caller): Promise<Iri[]> {
    if (caller.internal || delegates.every((delegate) => delegate === caller.agent)) return [];
    const lists = await Promise.all(objects.map((object) => this.services.access.authorizationsOf(object)));
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
