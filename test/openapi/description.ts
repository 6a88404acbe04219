/** The description of a node, read as a caller's tools read it. */
import {
  type Header,
  type JsonValue,
  type MediaType,
  methods,
  type MethodName,
  type OpenApiDocument,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
} from '../../src/openapi/types.js';

/** What a node publishes about itself. */
export async function descriptionOf(nodeUrl: string): Promise<OpenApiDocument> {
  const response = await fetch(`${nodeUrl}/openapi.json`);
  return (await response.json()) as OpenApiDocument;
}

export interface DescribedOperation {
  readonly path: string;
  readonly method: MethodName;
  readonly operation: Operation;
}

export interface DescribedAnswer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, Header>;
  readonly content: Readonly<Record<string, MediaType>>;
}

/** A `{uri}` or `{document}` is the rest of the path, with its slashes. */
const pattern = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.]/g, '\\.')
      .replace(/\{(?:uri|document)\}/, '.+')
      .replace(/\{\w+\}/g, '[^/]+')}/?$`,
  );

/** An address with its varying parts unnamed, as routes and descriptions may name them differently. */
export const unnamed = (path: string): string => path.replace(/\{\w+\}|[:*]\w+/g, '{}');

/** Addresses that are also those of an object whose id is their last segment: it has all methods that they lack. */
const shared = new Map([['/logistics-objects/query', '/logistics-objects/{id}']]);

export class Description {
  readonly operations: readonly DescribedOperation[];
  readonly #patterns: readonly { readonly path: string; readonly matches: RegExp }[];

  constructor(readonly document: OpenApiDocument) {
    const paths = Object.entries(document.paths);
    this.operations = paths.flatMap(([path, item]) =>
      methods.flatMap((method) => {
        const operation = item[method];
        return operation === undefined ? [] : [{ path, method, operation }];
      }),
    );
    // An address without varying parts is that address and no other.
    this.#patterns = paths
      .map(([path]) => ({ path, matches: pattern(path) }))
      .sort((one, other) => one.path.split('{').length - other.path.split('{').length);
  }

  /** The described address that a path is at, for a method. */
  addressOf(path: string, method: string): string | undefined {
    // As a client resolves it before it calls: without dot segments.
    const { pathname: given } = new URL(path, 'http://node.example');
    const pathname = given.replace(/^\/console\/api\//, '/internal/');
    const address = this.#patterns.find(({ matches }) => matches.test(pathname))?.path;
    const other = shared.get(address ?? '');
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    return this.operations.some((each) => each.path === address && each.method === name) ? address : (other ?? address);
  }

  methodsAt(address: string): string[] {
    const paths = [address, shared.get(address)];
    const all = this.operations
      .filter(({ path }) => paths.includes(path))
      .flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]));
    return [...new Set(all)];
  }

  /** What is said of an answer of this operation; HEAD is described by GET. */
  answer(address: string, method: string, status: number): DescribedAnswer | undefined {
    const name = method === 'HEAD' ? 'get' : method.toLowerCase();
    const operationAt = (path: string | undefined): DescribedOperation | undefined =>
      this.operations.find((each) => each.path === path && each.method === name);
    const own = operationAt(address)?.operation.responses;
    const response =
      own?.[String(status)] ?? (own && operationAt(shared.get(address))?.operation.responses[String(status)]);
    return response === undefined ? undefined : this.#answer(status, response);
  }

  answersOf({ operation }: DescribedOperation): DescribedAnswer[] {
    return Object.entries(operation.responses).map(([status, response]) => this.#answer(Number(status), response));
  }

  parametersOf({ operation }: DescribedOperation): Parameter[] {
    return (operation.parameters ?? []).map((parameter) =>
      isReference(parameter) ? this.#resolve(this.document.components.parameters, parameter) : parameter,
    );
  }

  /** Every body that is shown as an example, with its schema and a name for it. */
  *examples(): Generator<{ readonly name: string; readonly media: MediaType }> {
    for (const described of this.operations) {
      const name = `${described.method.toUpperCase()} ${described.path}`;
      const bodies = Object.entries(described.operation.requestBody?.content ?? {});
      for (const [type, media] of bodies) yield { name: `${name} body ${type}`, media };
      for (const { status, content } of this.answersOf(described)) {
        for (const [type, media] of Object.entries(content)) yield { name: `${name} ${status} ${type}`, media };
      }
    }
  }

  #answer(status: number, given: Response | Reference): DescribedAnswer {
    const response = isReference(given) ? this.#resolve(this.document.components.responses, given) : given;
    const headers = Object.entries(response.headers ?? {}).map(([name, header]) => {
      const resolved = isReference(header) ? this.#resolve(this.document.components.headers, header) : header;
      return [name.toLowerCase(), resolved] as const;
    });
    return { status, headers: new Map(headers), content: response.content ?? {} };
  }

  #resolve<Component>(components: Readonly<Record<string, Component>>, { $ref }: Reference): Component {
    const component = components[$ref.slice($ref.lastIndexOf('/') + 1)];
    if (component === undefined) throw new Error(`${$ref} is not there`);
    return component;
  }
}

function isReference(value: object): value is Reference {
  return '$ref' in value;
}

/** The example of an operation's body. */
export function bodyExample({ operation }: DescribedOperation): JsonValue | undefined {
  return Object.values(operation.requestBody?.content ?? {})[0]?.example;
}
