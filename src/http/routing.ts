/** Which resource an address names. Finding one costs what the path's length costs, whatever the number of resources. */

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  parameter?: { readonly name: string; readonly node: RouteNode<Target> };
  target?: { readonly template: string; readonly value: Target };
}

interface RouteMatch<Target> {
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
      let node = this.#root;
      for (const part of partsOf(template))
        node = part.startsWith(':') ? paramChild(node, part) : literalChild(node, part);
      node.target = { template, value };
    }
  }

  /**
   * The resource at a path, which may end with a slash. A part that is empty or cannot be decoded is none.
   *
   * @param path without the query, beginning with a slash.
   */
  find(path: string): RouteMatch<Target> | undefined {
    const params: Record<string, string> = {};
    const target = match(this.#root, partsOf(path), 0, params);
    return target && { ...target, params };
  }
}

function partsOf(path: string): string[] {
  const parts = path.split('/');
  parts.shift();
  if (parts.at(-1) === '') parts.pop();
  return parts;
}

function literalChild<Target>(node: RouteNode<Target>, literal: string): RouteNode<Target> {
  const existing = node.literals.get(literal);
  if (existing !== undefined) return existing;
  const created: RouteNode<Target> = { literals: new Map() };
  node.literals.set(literal, created);
  return created;
}

function paramChild<Target>(node: RouteNode<Target>, part: string): RouteNode<Target> {
  node.parameter ??= { name: part.slice(1), node: { literals: new Map() } };
  return node.parameter.node;
}

function match<Target>(
  node: RouteNode<Target>,
  path: readonly string[],
  depth: number,
  params: Record<string, string>,
): RouteNode<Target>['target'] {
  const part = path[depth];
  if (part === undefined) return node.target;
  const literal = node.literals.get(part);
  const found = literal && match(literal, path, depth + 1, params);
  if (found !== undefined || node.parameter === undefined) return found;
  const value = decoded(part);
  if (value === undefined || value === '') return undefined;
  params[node.parameter.name] = value;
  return match(node.parameter.node, path, depth + 1, params);
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
