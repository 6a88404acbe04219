/**
 * Which Changes of an object wait for a decision: an index kept up by the commit feed. A query would look at every
 * ChangeRequest that the object ever had, or at everything that waits anywhere.
 */
import type { ActionRequest } from '../action-requests/action-request.js';
import { type FollowedRequestsContext, followRequests } from '../action-requests/followed-requests.js';
import { type Iri, detachString } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { IncrementalIndex } from '../store/cache/incremental-index.js';
import { readStoredChange } from './change.js';
import type { ChangeRequestQueries } from './queries.js';

export interface PendingChangesContext extends FollowedRequestsContext {
  readonly queries: ChangeRequestQueries;
  readonly vocabulary: Vocabulary;
}

export class PendingChanges {
  readonly #followed: IncrementalIndex<ActionRequest>;
  readonly #byObject = new Map<Iri, Map<Iri, Date>>();
  readonly #objects = new Map<Iri, Iri>();

  private constructor(
    private readonly context: PendingChangesContext,
    known: Iterable<Iri>,
  ) {
    this.#followed = followRequests(context, 'pending changes', known, (uri, request) => {
      this.#take(uri, request);
    });
  }

  /** An index of what the store holds. */
  static async open(context: PendingChangesContext): Promise<PendingChanges> {
    return new PendingChanges(context, await context.queries.pending());
  }

  /** The pending ChangeRequests about an object, oldest first; as of the last commit when this is called. */
  async forObject(object: Iri): Promise<Iri[]> {
    await this.#followed.refresh();
    return [...(this.#byObject.get(object) ?? [])]
      .sort(([one, earlier], [other, later]) => Number(earlier) - Number(later) || (one < other ? -1 : 1))
      .map(([uri]) => uri);
  }

  #take(uri: Iri, request: ActionRequest | undefined): void {
    this.#forget(uri);
    if (request?.kind !== 'ChangeRequest' || request.status !== 'REQUEST_PENDING') return;
    const object = detachString(readStoredChange(request, this.context.vocabulary).object);
    const others = this.#byObject.get(object) ?? new Map<Iri, Date>();
    this.#byObject.set(object, others.set(uri, request.requestedAt));
    this.#objects.set(uri, object);
  }

  #forget(uri: Iri): void {
    const object = this.#objects.get(uri);
    if (object === undefined) return;
    this.#objects.delete(uri);
    const others = this.#byObject.get(object);
    others?.delete(uri);
    if (others?.size === 0) this.#byObject.delete(object);
  }
}
