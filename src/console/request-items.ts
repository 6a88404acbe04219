/** Action requests for the console, as one caller may see them. */
import { readStoredDelegation } from '../access-delegations/access-delegation.js';
import { type ActionRequest, contentFields } from '../action-requests/action-request.js';
import { type Change, readStoredChange } from '../change-requests/change.js';
import type { ChangeServices } from '../change-requests/lookups.js';
import type { Caller } from '../http/caller.js';
import type { Head } from '../logistics-objects/revisions.js';
import { StoredPropertyReader } from '../rdf/stored-property-reader.js';
import { type Iri, node } from '../rdf/terms.js';
import { prov } from '../rdf/vocabulary.js';
import { DamagedDataError } from '../store/quarantine.js';
import { readStoredSubscription } from '../subscriptions/stored-subscription.js';
import type { Labels } from './labels.js';
import { operationsOf } from './operations.js';
import { statusEntries } from './request-history.js';
import type { RequestErrorItem, RequestItem, RequestOperation } from './responses.js';

/** Competing requests that an answer names. */
const MAX_RIVALS = 100;
/** Operations of a request in a list, and of one alone: a Change may have as many. */
const LISTED_OPERATIONS = 20;
const ALL_OPERATIONS = 1_000;

interface ItemServices extends ChangeServices {
  readonly labels: Labels;
}

/** The facts about a request's object that the caller may see. */
interface VisibleObject {
  readonly label: string | null;
  readonly head: Head;
}

/** The facts in the request itself. */
type StoredFacts = Pick<
  RequestItem,
  'since' | 'requestedAt' | 'history' | 'description' | 'errors' | 'delegation' | 'subscription'
> & {
  readonly change: Change | undefined;
};

export class RequestItems {
  // A request is the same object until a commit changes it: values read from it are cached as long.
  readonly #facts = new WeakMap<ActionRequest, StoredFacts>();
  /** For short Changes on an existing revision, which never changes. */
  readonly #operations = new WeakMap<ActionRequest, readonly RequestOperation[]>();

  constructor(private readonly services: ItemServices) {}

  /** @param isListed leaves out most operations of long Changes, and competing requests. */
  async of(request: ActionRequest, caller: Caller, isListed: boolean): Promise<RequestItem> {
    const { requests, labels } = this.services;
    const { uri, kind, status, requestedBy } = request;
    const object = requests.objectOf(request);
    const visible = object && (await this.#visible(object, caller));
    const { change, ...facts } = this.#factsOf(request);
    const operations = change && (await this.#operationsOf(request, change, visible?.head));
    return {
      uri,
      kind,
      status,
      requestedBy,
      requestedByLabel: await labels.label(requestedBy, caller),
      ...facts,
      object: object ?? null,
      objectLabel: visible?.label ?? null,
      objectType: visible?.head.type ?? null,
      builtOn: change?.revision ?? (kind === 'VerificationRequest' ? this.#verified(request) : null),
      latest: visible?.head.latestRevision ?? null,
      operations: operations?.slice(0, isListed ? LISTED_OPERATIONS : ALL_OPERATIONS) ?? [],
      operationCount: operations?.length ?? 0,
      rivals:
        change !== undefined && visible !== undefined && !isListed ? await this.#rivals(request, change, caller) : [],
    };
  }

  #factsOf(request: ActionRequest): StoredFacts {
    const cached = this.#facts.get(request);
    if (cached !== undefined) return cached;
    const { vocabulary } = this.services;
    const { kind, statusSince, requestedAt } = request;
    const facts: StoredFacts = {
      change: kind === 'ChangeRequest' ? tolerant(() => readStoredChange(request, vocabulary)) : undefined,
      since: statusSince.toISOString(),
      requestedAt: requestedAt.toISOString(),
      history: statusEntries(request, vocabulary),
      description: contentFields(request, vocabulary).text(vocabulary.api.hasDescription) ?? null,
      errors: this.#errors(request),
      ...this.#delegation(request),
      ...this.#subscription(request),
    };
    this.#facts.set(request, facts);
    return facts;
  }

  /** The first operations of a Change about an object whose revisions the caller may read; and their number. */
  async operations(
    request: ActionRequest,
    head: Head,
  ): Promise<Pick<RequestItem, 'builtOn' | 'operations' | 'operationCount'>> {
    const { change } = this.#factsOf(request);
    const operations = change === undefined ? [] : await this.#operationsOf(request, change, head);
    return {
      builtOn: change?.revision ?? null,
      operations: operations.slice(0, LISTED_OPERATIONS),
      operationCount: operations.length,
    };
  }

  async #operationsOf(
    request: ActionRequest,
    change: Change,
    head: Head | undefined,
  ): Promise<readonly RequestOperation[]> {
    const isThere = head !== undefined && change.revision <= head.latestRevision;
    const cached = isThere ? this.#operations.get(request) : undefined;
    if (cached !== undefined) return cached;
    const operations = await operationsOf(change, head, this.services);
    if (isThere && operations.length <= LISTED_OPERATIONS) this.#operations.set(request, operations);
    return operations;
  }

  /** Undefined without access to the object. */
  async #visible(object: Iri, caller: Caller): Promise<VisibleObject | undefined> {
    const { labels, revisions } = this.services;
    const labelled = await labels.of(object, caller);
    const head = labelled && (await revisions.head(object));
    return labelled && head && { label: labelled.label, head };
  }

  /** The pending changes of the same revision that the caller may read (D15). */
  async #rivals(request: ActionRequest, { object, revision }: Change, caller: Caller): Promise<string[]> {
    if (request.status !== 'REQUEST_PENDING') return [];
    const { store, lookups, requests, vocabulary } = this.services;
    const pending = await store.lookup(lookups.changes.pending, object, { limit: MAX_RIVALS + 1 });
    const others = await requests.readable(pending.map(({ value }) => value).filter((uri) => uri !== request.uri));
    return others
      .filter((other) => requests.mayRead(other, caller))
      .filter((other) => tolerant(() => readStoredChange(other, vocabulary))?.revision === revision)
      .map(({ uri }) => uri)
      .slice(0, MAX_RIVALS);
  }

  #verified(request: ActionRequest): number | null {
    const { vocabulary } = this.services;
    return contentFields(request, vocabulary).integer(vocabulary.api.hasRevision) ?? null;
  }

  /** The errors of a request, including those that a verification reports. */
  #errors(request: ActionRequest): RequestErrorItem[] {
    const { api } = this.services.vocabulary;
    const fields = new StoredPropertyReader(request.data, node(request.uri));
    const content = contentFields(request, this.services.vocabulary);
    return [...fields.terms(api.hasError), ...content.terms(api.hasError)].map((term) => {
      const error = fields.of(term);
      return {
        title: error.text(api.hasTitle) ?? '',
        isWarning: error.iri(api.hasSeverity) === api.WARNING.value,
        details: error.terms(api.hasErrorDetail).map((detail) => {
          const of = fields.of(detail);
          return {
            code: of.text(api.hasCode) ?? null,
            message: of.text(api.hasMessage) ?? null,
            property: of.iri(api.hasProperty) ?? null,
            resource: of.iri(api.hasResource) ?? null,
          };
        }),
      };
    });
  }

  #delegation(request: ActionRequest): Pick<RequestItem, 'delegation'> {
    if (request.kind !== 'AccessDelegationRequest') return {};
    const stored = tolerant(() => readStoredDelegation(request, this.services.vocabulary));
    if (stored === undefined) return {};
    const { objects, delegates, permissions, expiresAt } = stored;
    return {
      delegation: {
        objects,
        delegates,
        permissions,
        expiresAt: expiresAt?.toISOString() ?? null,
        derivedFrom: request.data.iri(node(request.uri), prov.wasDerivedFrom) ?? null,
      },
    };
  }

  #subscription(request: ActionRequest): Pick<RequestItem, 'subscription'> {
    if (request.kind !== 'SubscriptionRequest') return {};
    const stored = tolerant(() => readStoredSubscription(request, this.services.vocabulary));
    if (stored === undefined) return {};
    const { subscriber, topicType, topic, events, sendLogisticsObjectBody, expiresAt } = stored;
    return {
      subscription: {
        subscriber,
        topicType,
        topic,
        events,
        sendBody: sendLogisticsObjectBody,
        expiresAt: expiresAt?.toISOString() ?? null,
      },
    };
  }
}

/** Undefined for damaged data: the rest of the request is answered. */
export function tolerant<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof DamagedDataError) return undefined;
    throw error;
  }
}
