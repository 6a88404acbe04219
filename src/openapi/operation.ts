/**
 * Operations: each is declared once, next to its handler, and completed with the behaviour common to all requests
 * (`http/app.ts`): authentication, negotiation, the limit of the body, and errors of the node. The route, the allowed
 * query parameters with their types, the access level and the description are read off the declaration.
 */
import { assertInternal } from '../http/caller.js';
import type { Handler, HandlerResult, Method, RequestContext, Resource } from '../http/request-context.js';
import { type AccessLevel, describedOperation, type OperationText } from './described-operation.js';
import type { ErrorStatus } from './error-responses.js';
import { headerRefs } from './headers.js';
import { parameterRefs } from './parameters.js';
import { type QueryDeclaration, type QueryParameter, type QueryValues, readQuery } from './query.js';
import type { DescribeSection, DescriptionContext, ModuleRoutes } from './section.js';
import type { Parameter, PathItem, Reference, RequestBody, Response, Schema, Tag } from './types.js';

/** The members of every declaration of an operation. */
export interface Declaration<Query extends QueryDeclaration> extends OperationText {
  readonly method: Method;
  /** The path below the base URL, with `:name` for a parameter, and `*name` for the rest of the path. */
  readonly path: string;
  /** The parameters of the path that are not shared by several modules, by name. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  /** Internal agents are checked here; any other permission is the handler's to check. */
  readonly accessLevel: Exclude<AccessLevel, 'anyone' | 'local'>;
  /** Preconditions, checked before permissions: an address without a resource is 404 for all callers. */
  readonly requires?: (context: RequestContext) => Promise<unknown>;
  readonly query?: Query;
  /** Parameters that the handler does not get. */
  readonly otherQuery?: readonly QueryParameter<unknown>[];
  /** The header fields that the handler reads. */
  readonly headers?: readonly Parameter[];
  /** `Link` of all its responses, errors included (RFC 8288). */
  readonly link?: string;
  /** An address of this node, not of the standard: everything in the newest version, unless another one is named (L9). */
  readonly isNodeApi?: true;
  /** See `Resource.isShared`. */
  readonly isShared?: true;
  /** `Idempotency-Key` is heeded: the transaction of its handler gives an `answer` (K22, K25). */
  readonly isIdempotent?: true;
  /** Its handler negotiates: an Accept header without an RDF media type is not rejected before. */
  readonly negotiatesItself?: true;
  /** Media types in addition to those of RDF (`RequestContext.otherType`). */
  readonly otherTypes?: readonly string[];
  /**
   * The treatment of undeclared query parameters. They are refused below `/internal/` and at the node's own addresses;
   * the standard's addresses ignore them.
   */
  readonly unknownQuery?: 'refused' | 'ignored';
}

export interface OperationDeclaration<Query extends QueryDeclaration> extends Declaration<Query> {
  readonly body?: (node: DescriptionContext) => RequestBody;
  readonly responses: (node: DescriptionContext) => Readonly<Record<string, Response | Reference>>;
  /** @param query reads the query; throws ServiceError `invalid-query`. */
  readonly handle: (context: RequestContext, query: () => QueryValues<Query>) => Promise<HandlerResult>;
}

export type PathParameter = Pick<Parameter, 'description' | 'schema' | 'example'>;

/** An operation: its route and its description. */
export interface DeclaredOperation {
  readonly resource: Resource;
  /** The path as OpenAPI writes it: `/logistics-objects/{id}`. */
  readonly path: string;
  readonly describe: (node: DescriptionContext, tag: string) => PathItem;
}

/** Declares an operation. */
export function operation<const Query extends QueryDeclaration = Record<string, never>>({
  method,
  path,
  pathParameters = {},
  query,
  otherQuery = [],
  headers = [],
  link,
  isNodeApi = path.startsWith('/internal/') || undefined,
  isShared,
  isIdempotent,
  negotiatesItself,
  otherTypes,
  unknownQuery = isNodeApi === true ? 'refused' : 'ignored',
  requires,
  body,
  responses,
  handle,
  ...text
}: OperationDeclaration<Query>): DeclaredOperation {
  const declared = [...Object.values<QueryParameter<unknown>>(query ?? {}), ...otherQuery];
  const handler: Handler = async (context) => {
    if (requires !== undefined) await requires(context);
    if (text.accessLevel === 'internal') assertInternal(context.caller);
    return handle(context, () => readQuery<Query>(query, context.query));
  };
  const inPath = Array.from(path.matchAll(/[:*](\w+)/g), ([, name = '']) => pathParameter(name, pathParameters[name]));
  return {
    resource: {
      path,
      method,
      handler,
      query: declared.flatMap(({ names }) => names),
      unknownQuery,
      ...(text.feature && { feature: text.feature }),
      ...(link !== undefined && { link }),
      ...(isNodeApi && { isNodeApi }),
      ...(isShared && { isShared }),
      ...(isIdempotent && { isIdempotent }),
      ...(negotiatesItself && { negotiatesItself }),
      ...(otherTypes && { otherTypes }),
    },
    path: path.replace(/[:*](\w+)/g, '{$1}'),
    describe: (node, tag) => {
      const requestBody = body?.(node);
      const isRead = declared.length > 0 || unknownQuery === 'refused' || requestBody !== undefined;
      const errors: ErrorStatus[] = [
        ...(isRead ? [400 as const] : []),
        ...(inPath.length > 0 ? [404 as const] : []),
        // An object, or a request, that was erased.
        ...(/[:*](?:id|uri)\b/.test(path) ? [410 as const] : []),
        ...(requestBody?.required === true ? [415 as const] : []),
        ...(isIdempotent === true ? [400 as const, 409 as const, 410 as const, 422 as const] : []),
        ...(text.errors ?? []),
      ];
      const name = method.toLowerCase();
      return {
        [name]: describedOperation(
          name,
          { ...text, errors },
          {
            parameters: [
              ...inPath,
              ...declared.flatMap(({ described }) => described),
              ...headers,
              ...(isIdempotent === true ? parameterRefs('idempotencyKey') : []),
            ],
            body: requestBody,
            responses: isIdempotent === true ? replayable(responses(node)) : responses(node),
          },
          { tag, security: node.security },
        ),
      };
    },
  };
}

/** Successful responses, which a repetition of the request gets again (K23). */
function replayable(
  responses: Readonly<Record<string, Response | Reference>>,
): Readonly<Record<string, Response | Reference>> {
  const replayed = headerRefs(['Idempotent-Replayed']);
  return Object.fromEntries(
    Object.entries(responses).map(([status, response]) =>
      !status.startsWith('2') || '$ref' in response
        ? [status, response]
        : [status, { ...response, headers: { ...response.headers, ...replayed } }],
    ),
  );
}

/** @throws TypeError for a field that is neither declared nor shared. */
export function pathParameter(name: string, own: PathParameter | undefined): Parameter | Reference {
  if (own !== undefined) return { name, in: 'path', required: true, ...own };
  if (name === 'id') return { $ref: '#/components/parameters/object' };
  throw new TypeError(`the parameter ${name} of a path is not declared`);
}

/** Several operations under a tag, as a module adds them to the HTTP interface. */
export function moduleRoutes(
  tag: Tag,
  operations: readonly DeclaredOperation[],
  schemas: Readonly<Record<string, Schema>> = {},
): ModuleRoutes {
  const describeSection: DescribeSection = (node) => {
    const paths: Record<string, PathItem> = {};
    for (const { path, describe } of operations) paths[path] = { ...paths[path], ...describe(node, tag.name) };
    return { tag, paths, schemas };
  };
  return { resources: operations.map(({ resource }) => resource), sections: [describeSection] };
}

/** The operations that a module adds under several tags. */
export function combinedRoutes(...parts: readonly ModuleRoutes[]): ModuleRoutes {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    sections: parts.flatMap(({ sections }) => sections),
  };
}
