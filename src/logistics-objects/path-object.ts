/** The object that a path names, its redirect, and the tag of its revisions. */
import { ServiceError } from '../errors.js';
import { stateTag } from '../http/representation/representation.js';
import type { HandlerResult, RequestContext } from '../http/request-context.js';
import type { Graph } from '../rdf/graph.js';
import type { Iri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';
import type { Head } from './revisions.js';

/**
 * The URI of the object that a path names.
 *
 * @throws ServiceError `not-found` for an id that no object can have (D7).
 */
export function pathObject(context: RequestContext, uris: UriScheme): Iri {
  const object = uris.findObject(context.param('id'));
  if (object !== undefined) return object;
  throw new ServiceError('not-found', 'there is no Logistics Object at this address');
}

/** The redirect of a moved object; undefined for one at this node. */
export function redirect({ moved }: Head, suffix = ''): HandlerResult | undefined {
  return moved && { kind: 'redirect', location: `${moved.location}${suffix}`, permanent: moved.permanent };
}

/**
 * The common prefix of the tags of a revision, with which conditions of a change are compared (D49): its number and its
 * content, because a database that lost its last commits assigns their numbers again.
 */
export function revisionTag(number: number, data: Graph): string {
  return `${number}.${stateTag(data)}`;
}
