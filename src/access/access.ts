/** Authorization decisions, for HTTP, embedded objects, notification bodies and queries (D24). */
import type { UriScheme } from '../uris.js';
import { ServiceError } from '../errors.js';
import type { Caller } from '../http/caller.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { ParsedGraphCache } from '../store/cache/parsed-graph-cache.js';
import { type Authorization, grants, type Permission, readAuthorizations } from './authorization.js';

export class Access {
  readonly #parse: (data: Graph) => readonly Authorization[];

  constructor(
    private readonly parsedGraphs: ParsedGraphCache,
    private readonly uris: UriScheme,
    vocabulary: Vocabulary,
  ) {
    this.#parse = (data) => readAuthorizations(data, vocabulary);
  }

  /** Whether a caller holds a permission on an object: internal agents always do, other callers if its access control list says so. */
  async isAllowed(caller: Caller, permission: Permission, object: Iri): Promise<boolean> {
    if (caller.internal) return true;
    const authorizations = await this.authorizationsOf(object);
    return authorizations.some((authorization) => grants(authorization, permission, caller.agent));
  }

  /** The authorizations of the object's access control list. */
  authorizationsOf(object: Iri): Promise<readonly Authorization[]> {
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

/** @throws ServiceError `forbidden` when the caller is not the data holder or one of its internal agents. */
export function assertInternal(caller: Caller): void {
  if (caller.internal) return;
  throw new ServiceError('forbidden', 'this is for the internal agents of the data holder only');
}
