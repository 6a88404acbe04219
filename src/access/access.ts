/** Authorization decisions, for HTTP, embedded objects, notification bodies and queries (D24). */
import type { Clock } from '../clock.js';
import type { UriScheme } from '../uris.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ParsedGraphs } from '../store/cache/parsed-graphs.js';
import { type Authorization, grants, type Permission, permissions, readAuthorizations } from './authorization.js';

export class Access {
  readonly #parse: (data: Graph) => readonly Authorization[];

  constructor(
    private readonly parsedGraphs: ParsedGraphs,
    private readonly uris: UriScheme,
    vocabulary: Vocabulary,
    private readonly clock: Clock,
  ) {
    this.#parse = (data) => readAuthorizations(data, vocabulary);
  }

  /**
   * Whether a caller holds a permission on an object now. Internal agents always do; other callers if the access
   * control list says so.
   */
  async isAllowed(caller: Caller, permission: Permission, object: Iri): Promise<boolean> {
    return this.hasNotEnded(await this.allowedUntil(caller, permission, object));
  }

  /**
   * When a caller's permission on an object expires, if the access control list does not change: for cached values
   * (V51).
   *
   * @returns milliseconds since 1970; Infinity without expiry, -Infinity for a caller without the permission.
   */
  async allowedUntil(caller: Caller, permission: Permission, object: Iri): Promise<number> {
    if (caller.internal) return Infinity;
    const authorizations = await this.#authorizationsOf(object);
    let end = -Infinity;
    for (const authorization of authorizations)
      if (authorization.endsAt > end && grants(authorization, permission, caller.agent)) end = authorization.endsAt;
    return end;
  }

  /** Whether a list, as a transaction sees it, lets an agent read its object now. */
  mayReadBy(list: Graph, agent: Iri): boolean {
    return this.#parse(list).some(
      (authorization) => this.hasNotEnded(authorization.endsAt) && grants(authorization, 'GET_LOGISTICS_OBJECT', agent),
    );
  }

  /** Now, in milliseconds since 1970. What had ended is held again if the clock was set back. */
  get now(): number {
    return this.clock.now().getTime();
  }

  /** Whether a permission that ends at this time (see `allowedUntil`) is held now. */
  hasNotEnded(end: number): boolean {
    return end === Infinity || end > this.now;
  }

  /** Whether a caller holds any permission on an object now. */
  async holdsAny(caller: Caller, object: Iri): Promise<boolean> {
    if (caller.internal) return true;
    const authorizations = await this.currentAuthorizations(object);
    return authorizations.some((authorization) =>
      permissions.some((permission) => grants(authorization, permission, caller.agent)),
    );
  }

  /** The authorizations of the object's access control list that have not ended. */
  async currentAuthorizations(object: Iri): Promise<Authorization[]> {
    return (await this.#authorizationsOf(object)).filter(({ endsAt }) => this.hasNotEnded(endsAt));
  }

  #authorizationsOf(object: Iri): Promise<readonly Authorization[]> {
    return this.parsedGraphs.get(this.uris.acl(object), this.#parse);
  }

  /** @throws ServiceError `forbidden` when the caller does not hold the permission. */
  async assertAllowed(caller: Caller, permission: Permission, object: Iri): Promise<void> {
    if (await this.isAllowed(caller, permission, object)) return;
    throw new ServiceError('forbidden', {
      message: `the authenticated agent does not hold ${permission} in the access control list of this Logistics Object`,
      resource: object,
    });
  }
}
