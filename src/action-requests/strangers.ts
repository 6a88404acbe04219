/**
 * Limits the pending requests of agents without any permission on an object (`STRANGER_REQUESTS`). Every authenticated
 * agent may request, and pending requests cost the holder time and space.
 */
import type { Access } from '../access/access.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import type { IndexedLookup } from '../store/lookup.js';
import { requestKinds } from './action-request.js';
import { aboutPartition, type RequestLookups, requestorPartition } from './lookups.js';

/** Room comes with decisions, and nobody knows when these are made. */
const RETRY_SECONDS = 3_600;

export class Strangers {
  /** @param subscriptions the pending SubscriptionRequests by requestor and topic (`requestorPartition`). */
  constructor(
    private readonly services: Pick<Services, 'store' | 'settings'> & {
      readonly access: Access;
      readonly lookups: { readonly requests: RequestLookups };
    },
    private readonly subscriptions: IndexedLookup,
  ) {}

  /**
   * The objects on which a caller has no permission. They are lock keys of the transaction that calls `assertRoom`, so
   * that concurrent requests count each other, on any node.
   */
  async strangeTo(caller: Caller, objects: readonly Iri[]): Promise<Iri[]> {
    if (caller.internal) return [];
    const isStrange = await Promise.all(
      objects.map(async (object) => !(await this.services.access.holdsAny(caller, object))),
    );
    return objects.filter((_, index) => isStrange[index]);
  }

  /**
   * Checks that a caller may have another pending request on each of these objects, in a transaction with them as lock
   * keys.
   *
   * @param objects of `strangeTo`.
   * @throws ServiceError `too-many-requests` at the limit.
   */
  async assertRoom({ agent }: Caller, objects: readonly Iri[]): Promise<void> {
    const most = this.services.settings.strangerRequests;
    for (const object of objects) {
      if ((await this.#pending(agent, object)) < most) continue;
      throw new ServiceError(
        'too-many-requests',
        {
          message: `the authenticated agent has ${most} pending requests about this Logistics Object: an agent without a right on it may have no more`,
          resource: object,
        },
        { headers: { 'Retry-After': String(RETRY_SECONDS) } },
      );
    }
  }

  async #pending(agent: Iri, object: Iri): Promise<number> {
    const { store, lookups } = this.services;
    const counts = await Promise.all([
      store.count(this.subscriptions, requestorPartition(agent, object)),
      ...requestKinds.map((kind) =>
        store.count(
          lookups.requests.byObject,
          requestorPartition(agent, aboutPartition(object, kind, 'REQUEST_PENDING')),
        ),
      ),
    ]);
    return counts.reduce((sum, count) => sum + count, 0);
  }
}
