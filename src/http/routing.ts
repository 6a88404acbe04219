/** Finds the resource at a path, in a tree of path segments. */

interface RouteNode<Target> {
  readonly literals: Map<string, RouteNode<Target>>;
  parameter?: { readonly name: string; readonly node: RouteNode<Target> };
  /** Of whatever follows. */
  rest?: { readonly name: string; readonly target: RouteNode<Target>['target'] };
  target?: { readonly template: string; readonly value: Target };
}

export interface RouteMatch<Target> {
  /** The path as it was declared: `/logistics-objects/:id`. */
  readonly template: string;
  readonly value: Target;
  /** The values of the parameters, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Undefined for an invalid escape. */
function decoded(segment: string): string | undefined {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

export class Routes<Target> {
  readonly #root: RouteNode<Target> = { literals: new Map() };

  /** @param targets by path, with `:name` for a parameter, and `*name` at its end for all that follows, as it was sent. */
  constructor(targets: ReadonlyMap<string, Target>) {
    for (const [template, value] of targets) {
      let node = this.#root;
      const segments = segmentsOf(template);
      const rest = segments.at(-1)?.startsWith('*') === true ? segments.pop() : undefined;
      for (const segment of segments)
        node = segment.startsWith(':') ? paramChild(node, segment) : literalChild(node, segment);
      if (rest === undefined) node.target = { template, value };
      else node.rest = { name: rest.slice(1), target: { template, value } };
    }
  }

  /**
   * The resource at a path, which may end with a slash. An empty segment or one with an invalid escape matches nothing.
   *
   * @param path without the query, beginning with a slash.
   * @param without a template that is passed over.
   */
  find(path: string, without?: string): RouteMatch<Target> | undefined {
    const params: Record<string, string> = {};
    const target = match(this.#root, segmentsOf(path), 0, { params, without });
    return target && { ...target, params };
  }
}

function segmentsOf(path: string): string[] {
  const segments = path.split('/').slice(1);
  if (segments.at(-1) === '') segments.pop();
  return segments;
}

function literalChild<Target>(node: RouteNode<Target>, literal: string): RouteNode<Target> {
  const existing = node.literals.get(literal);
  if (existing !== undefined) return existing;
  const created: RouteNode<Target> = { literals: new Map() };
  node.literals.set(literal, created);
  return created;
}

function paramChild<Target>(node: RouteNode<Target>, segment: string): RouteNode<Target> {
  node.parameter ??= { name: segment.slice(1), node: { literals: new Map() } };
  return node.parameter.node;
}

interface Search {
  readonly params: Record<string, string>;
  readonly without: string | undefined;
}

function match<Target>(
  node: RouteNode<Target>,
  path: readonly string[],
  depth: number,
  search: Search,
): RouteNode<Target>['target'] {
  const segment = path[depth];
  if (segment === undefined) return isSkipped(node, search) ? undefined : node.target;
  const literal = node.literals.get(segment);
  const found = literal && match(literal, path, depth + 1, search);
  if (found !== undefined) return found;
  if (node.rest !== undefined) {
    search.params[node.rest.name] = path.slice(depth).join('/');
    return node.rest.target;
  }
  if (node.parameter === undefined) return undefined;
  const value = decoded(segment);
  if (value === undefined || value === '') return undefined;
  search.params[node.parameter.name] = value;
  return match(node.parameter.node, path, depth + 1, search);
}

const isSkipped = <Target>({ target }: RouteNode<Target>, { without }: Search): boolean =>
  without !== undefined && target?.template === without;

/**
 * The path of a request's target below the base URL.
 *
 * @param target of the request line (RFC 9112, section 3.2).
 * @param basePath the base URL's path, without a trailing slash.
 * @returns undefined for a target that is not below it.
 */
export function stripBasePath(basePath: string, target: string): string | undefined {
  const whole = pathOf(target);
  if (!whole?.startsWith(basePath)) return undefined;
  const path = whole.slice(basePath.length);
  if (path === '') return '/';
  return path.startsWith('/') ? path : undefined;
}

function pathOf(target: string): string | undefined {
  // Servers must accept the absolute form, too (RFC 9112, section 3.2.2).
  if (!target.startsWith('/')) return URL.canParse(target) ? new URL(target).pathname : undefined;
  return stripQuery(target);
}

/** The target of a request without its query. */
export function stripQuery(target: string): string {
  const end = target.search(/[?#]/);
  return end === -1 ? target : target.slice(0, end);
}
