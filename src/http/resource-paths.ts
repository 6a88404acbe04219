/** The resources of the node by their paths, and the handler of each method. */
import { type ApiVersion, type Feature, hasFeature } from '../api-versions.js';
import { ServiceError } from '../errors.js';
import { methodNotAllowed } from './pages.js';
import type { Handler, Resource } from './request-context.js';
import { type RouteMatch, Routes } from './routing.js';

export const METHODS = ['GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'DELETE'];

/** A method of a path; with a feature, it exists only in the API versions that have it. */
interface Operation {
  readonly handler: Handler;
  readonly feature: Feature | undefined;
}

export type Path = Omit<Resource, 'path' | 'method' | 'handler' | 'feature' | 'query' | 'unknownQuery'> & {
  readonly operations: ReadonlyMap<string, Operation>;
  /** The query parameters of all its methods. */
  readonly declaredQuery: readonly string[];
};

/** Thrown by the handler of a shared address (`Resource.isShared`) for a request to the other resource there. */
export class ElsewhereError extends Error {
  override readonly name = 'ElsewhereError';
}

export const isElsewhere = (error: unknown): boolean => error instanceof ElsewhereError;

export class ResourcePaths {
  readonly #routes: Routes<Path>;

  constructor(resources: readonly Resource[], versions: readonly ApiVersion[]) {
    this.#routes = new Routes(byPath(resources, versions));
  }

  /** The resource at a path, as `Routes.find`; at a shared address the one that has the method. */
  find(path: string, method: string): RouteMatch<Path> | undefined {
    const found = this.#routes.find(path);
    if (found?.value.isShared !== true || found.value.operations.has(method)) return found;
    return this.beside(path, found);
  }

  /** The other resource at a shared address. */
  beside(path: string, { template }: RouteMatch<Path>): RouteMatch<Path> | undefined {
    return this.#routes.find(path, template);
  }
}

/** The handler, for requests with these query parameters only. */
function withOnly(names: readonly string[], handler: Handler): Handler {
  return async (context) => {
    context.query.assertOnly(names);
    return handler(context);
  };
}

/** The paths of the offered versions. Several modules may have operations at the same path. */
function byPath(resources: readonly Resource[], versions: readonly ApiVersion[]): Map<string, Path> {
  const paths = new Map<string, Path>();
  for (const { path, method, handler: unchecked, feature, query, unknownQuery, ...rest } of resources) {
    if (feature !== undefined && !versions.some((version) => hasFeature(version, feature))) continue;
    const previous = paths.get(path);
    const operations = new Map(previous?.operations);
    const handler = unknownQuery === 'refused' ? withOnly(query, unchecked) : unchecked;
    operations.set(method, { handler, feature });
    if (method === 'GET') operations.set('HEAD', { handler, feature });
    const declaredQuery = [...(previous?.declaredQuery ?? []), ...query];
    paths.set(path, { ...previous, ...rest, operations, declaredQuery });
  }
  return paths;
}

export const notFound: Handler = () => {
  throw new ServiceError('not-found', 'there is nothing at this address');
};

/**
 * The handler of a method.
 *
 * @param named the API version in the request, which determines the methods (V9, L6, L39).
 * @throws ServiceError `method-not-allowed`; or `not-found` if the version does not have the address.
 */
export function handlerFor(method: string, { operations }: Path, named: () => ApiVersion | undefined): Handler {
  const operation = operations.get(method);
  if (operation !== undefined && operation.feature === undefined) return operation.handler;
  const version = named();
  const exists = ({ feature }: Operation): boolean =>
    feature === undefined || version === undefined || hasFeature(version, feature);
  if (operation !== undefined && exists(operation)) return operation.handler;
  const allowed = METHODS.filter((name) => {
    const other = operations.get(name);
    return other !== undefined && exists(other);
  });
  if (allowed.length === 0) return notFound;
  throw methodNotAllowed(method, allowed);
}
