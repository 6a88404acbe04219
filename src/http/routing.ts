/** Which resource an address names. Finding one costs what the path's length costs, whatever the number of resources. */

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  parameter?: { readonly name: string; readonly place: RouteNode<Target> };
  target?: { readonly template: string; readonly value: Target };
}

export interface RouteMatch<Target> {
  /** The path as it was declared: `/logistics-objects/:id`. */
  readonly template: string;
  readonly value: Target;
  /** The parts that vary, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** A part of a path, decoded; undefined when that cannot be done. */
function decoded(part: string): string | undefined {
  if (!part.includes('%')) return part;
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Declared paths as a tree of their parts. */
export class Routes<Target> {
  readonly #root: RouteNode<Target> = { literals: new Map() };

  /** @param targets by path, with `:name` for a part that varies. */
  constructor(targets: ReadonlyMap<string, Target>) {
    for (const [template, value] of targets) {
      let place = this.#root;
      for (const part of partsOf(template))
        place = part.startsWith(':') ? paramChild(place, part) : literalChild(place, part);
      place.target = { template, value };
    }
  }

  /**
   * The resource at a path, which may end with a slash. A part that is empty or cannot be decoded is none.
   *
   * @param path without the query, beginning with a slash.
   */
  find(path: string): RouteMatch<Target> | undefined {
    const parts: Record<string, string> = {};
    const target = match(this.#root, partsOf(path), 0, parts);
    return target && { ...target, params: parts };
  }
}

function partsOf(path: string): string[] {
  const parts = path.split('/');
  parts.shift();
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

function literalChild<Target>(place: RouteNode<Target>, literal: string): RouteNode<Target> {
  const known = place.literals.get(literal);
  if (known !== undefined) return known;
  const made: RouteNode<Target> = { literals: new Map() };
  place.literals.set(literal, made);
  return made;
}

function paramChild<Target>(place: RouteNode<Target>, part: string): RouteNode<Target> {
  place.parameter ??= { name: part.slice(1), place: { literals: new Map() } };
  return place.parameter.place;
}

function match<Target>(
  place: RouteNode<Target>,
  path: readonly string[],
  depth: number,
  parts: Record<string, string>,
): RouteNode<Target>['target'] {
  const part = path[depth];
  if (part === undefined) return place.target;
  const literal = place.literals.get(part);
  const found = literal && match(literal, path, depth + 1, parts);
  if (found !== undefined || place.parameter === undefined) return found;
  const value = decoded(part);
  if (value === undefined || value === '') return undefined;
  parts[place.parameter.name] = value;
  return match(place.parameter.place, path, depth + 1, parts);
}

/**
 * The path of a request's target below the base URL.
 *
 * @param target as it stands in the request line (RFC 9112, section 3.2).
 * @param basePath the base URL's own path, without a trailing slash.
 * @returns undefined for what is not below it.
 */
export function stripBasePath(basePath: string, target: string): string | undefined {
  const whole = pathOf(target);
  if (!whole?.startsWith(basePath)) return undefined;
  const path = whole.slice(basePath.length);
  if (path === '') return '/';
  return path.startsWith('/') ? path : undefined;
}

function pathOf(target: string): string | undefined {
  // The absolute form is for proxies, but a server must take it, too.
  if (!target.startsWith('/')) return URL.canParse(target) ? new URL(target).pathname : undefined;
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
