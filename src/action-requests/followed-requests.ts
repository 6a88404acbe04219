/** Action requests that commits have touched, looked at when somebody asks: what indexes of requests are kept up with. */
import { setImmediate } from 'node:timers/promises';
import type { Addresses } from '../addresses.js';
import type { Iri } from '../rdf/terms.js';
import type { Store } from '../store/store.js';
import type { ActionRequest } from './action-request.js';
import type { ActionRequests } from './action-requests.js';

/** How many are looked at in one turn. */
const TURN = 100;

export interface FollowedRequestsContext {
  readonly store: Pick<Store, 'onCommit'>;
  readonly requests: ActionRequests;
  readonly addresses: Addresses;
}

export class FollowedRequests {
  /** Those that a commit has touched since they were last looked at. */
  readonly #stale: Set<Iri>;
  readonly #requests: ActionRequests;
  #looking: Promise<void> | undefined;

  /**
   * @param known those to be looked at first.
   * @param take is told what a request is now; undefined when it is gone.
   */
  constructor(
    { store, requests, addresses }: FollowedRequestsContext,
    known: Iterable<Iri>,
    private readonly take: (uri: Iri, request: ActionRequest | undefined) => void,
  ) {
    this.#stale = new Set(known);
    this.#requests = requests;
    store.onCommit(({ graphs }) => {
      for (const graph of graphs) if (addresses.actionRequestId(graph) !== undefined) this.#stale.add(graph);
    });
  }

  /**
   * Fulfils when everything is looked at that was committed before this was called. One look at a time, so that nobody
   * goes on with an index that another is mending.
   */
  async refresh(): Promise<void> {
    if (this.#stale.size === 0 && this.#looking === undefined) return;
    const before = this.#looking ?? Promise.resolve();
    const looking = before.catch(() => undefined).then(() => this.#look());
    this.#looking = looking;
    try {
      await looking;
    } finally {
      if (this.#looking === looking) this.#looking = undefined;
    }
  }

  async #look(): Promise<void> {
    for (const [index, uri] of [...this.#stale].entries()) {
      // After long without a question there are many: others have their turn between them.
      if (index % TURN === TURN - 1) await setImmediate();
      // Unmarked first: a commit during the reading marks it again.
      this.#stale.delete(uri);
      try {
        this.take(uri, await this.#requests.find(uri));
      } catch (error) {
        this.#stale.add(uri);
        throw error;
      }
    }
  }
}
