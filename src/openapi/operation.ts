/**
 * Operations: each is declared once, beside its handler, and completed with what applies to all requests (`http/app.ts`):
 * authentication, negotiation, the limit of the body, and errors of the node. From the declaration come the route, the white
 * list and the values of its query, who may, and its description.
 */
import { assertInternal } from '../http/caller.js';
import type { Handler, HandlerResult, Method, RequestContext, Resource } from '../http/request-context.js';
import { type Feature, firstVersionWith } from '../api-versions.js';
import { parameterRefs } from './parameters.js';
import { errorResponseRefs, type ErrorStatus } from './error-responses.js';
import { type QueryDeclaration, type QueryParameter, type QueryValues, readQuery } from './query.js';
import type { DescribeSection, DescriptionContext, ModuleRoutes } from './section.js';
import type {
  MethodName,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  Schema,
  Tag,
} from './types.js';

/**
 * Callers: anyone without a token, anyone on the same machine and internal agents, any authenticated caller, one with a
 * permission, or internal agents only.
 */
type AccessLevel = 'anyone' | 'local' | 'authenticated' | 'permitted' | 'internal';

interface OperationSpec {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly accessLevel: AccessLevel;
  /** It exists in the API versions with this feature only. */
  readonly feature?: Feature;
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly body?: RequestBody;
  /** Whether it changes nothing; true for GET. */
  readonly safe?: boolean;
  readonly responses: Readonly<Record<string, Response | Reference>>;
  /** In addition to those that follow from the rest. */
  readonly errors?: readonly ErrorStatus[];
}

export interface Tagged {
  readonly tag: string;
  /** The security requirements of an operation that needs a token. */
  readonly security: Operation['security'];
}

const accessDescriptions: Readonly<Record<AccessLevel, string>> = {
  anyone: 'No token is needed.',
  local: 'For internal agents, and without a token for anyone on the same machine.',
  authenticated: 'For any authenticated caller.',
  permitted: 'For callers that have been permitted.',
  internal: 'For internal agents only.',
};

/** The operations of one path. */
export function address(
  { tag, security }: Tagged,
  specs: Readonly<Partial<Record<MethodName, OperationSpec>>>,
): PathItem {
  return Object.fromEntries(
    Object.entries(specs).map(([method, spec]) => [method, describedOperation(method, spec, tag, security)]),
  );
}

function describedOperation(
  method: string,
  {
    id,
    summary,
    description,
    accessLevel,
    feature,
    parameters = [],
    body,
    safe = method === 'get',
    responses,
    errors = [],
  }: OperationSpec,
  tag: string,
  security: Operation['security'],
): Operation {
  const since = feature && firstVersionWith(feature);
  const notModifiedResponse = method === 'get' ? notModified(responses['200']) : {};
  const isConditional = '304' in notModifiedResponse || (accessLevel !== 'anyone' && accessLevel !== 'local');
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: [description, accessDescriptions[accessLevel], since && `From API version ${since} on.`]
      .filter(Boolean)
      .join('\n\n'),
    ...(since !== undefined && { 'x-since': since }),
    parameters: [...parameters, ...(isConditional ? conditionsOf(method) : [])],
    ...(body && { requestBody: body }),
    responses: {
      ...responses,
      ...notModifiedResponse,
      ...errorResponseRefs([
        ...commonErrors(method, safe, accessLevel),
        ...(isConditional ? [412 as const] : []),
        ...errors,
      ]),
    },
    security: accessLevel === 'anyone' ? [] : accessLevel === 'local' ? [{}, ...security] : security,
  };
}

/** The parameters of conditional requests (RFC 9110, section 13). */
function conditionsOf(method: string): Reference[] {
  return method === 'get'
    ? parameterRefs('ifMatch', 'ifUnmodifiedSince', 'ifNoneMatch', 'ifModifiedSince')
    : parameterRefs('ifMatch', 'ifUnmodifiedSince', 'ifNotThere');
}

/** Errors that do not depend on the resource (D16, D33). */
function commonErrors(method: string, safe: boolean, accessLevel: AccessLevel): ErrorStatus[] {
  if (accessLevel === 'anyone') return [500];
  if (accessLevel === 'local') return [401, 403, 500, 503];
  return [
    401,
    ...(accessLevel === 'authenticated' ? [] : [403 as const]),
    406,
    ...(method === 'get' ? [] : [413 as const]),
    ...(safe ? [] : [507 as const]),
    429,
    500,
    503,
  ];
}

/** A read with an entity tag may be answered 304 with the same header fields (D9). */
function notModified(ok: Response | Reference | undefined): Record<string, Response> {
  if (ok === undefined || '$ref' in ok || ok.headers?.['ETag'] === undefined) return {};
  return { 304: { description: 'What the caller has is still right.', headers: ok.headers } };
}

/** What every declaration of an operation says. */
export interface Declaration<Query extends QueryDeclaration> {
  readonly method: Method;
  /** Below the base URL, with `:name` for a parameter. */
  readonly path: string;
  /** The parameters of the path that are not shared by several modules, by name. */
  readonly pathParameters?: Readonly<Record<string, PathParameter>>;
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Internal agents are told apart here; any other permission is the handler's to check. */
  readonly accessLevel: Exclude<AccessLevel, 'anyone' | 'local'>;
  /** What there must be, checked before who may: an address where there is nothing is 404 for everybody. */
  readonly requires?: (context: RequestContext) => Promise<unknown>;
  /** It exists in the API versions with this feature only. */
  readonly feature?: Feature;
  readonly query?: Query;
  /** Parameters that only the description has: header fields, and queries that are read as a text. */
  readonly others?: readonly (Parameter | Reference)[];
  /** Whether it changes nothing; true for GET. */
  readonly safe?: boolean;
  /** In addition to those that follow from the rest. */
  readonly errors?: readonly ErrorStatus[];
  /** `Link` of all its responses, errors included (RFC 8288). */
  readonly link?: string;
  /** An address of this node, not of the standard: everything in the newest version, unless another one is named (L9). */
  readonly isNodeApi?: true;
  /** Its handler negotiates: an Accept header without an RDF media type is not rejected before. */
  readonly negotiatesItself?: true;
  /**
   * What becomes of query parameters that are not declared. They are refused below `/internal/` and at the node's own
   * addresses; the standard's addresses ignore them.
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

/** An operation: what routes it, and what describes it. */
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
  others = [],
  feature,
  link,
  isNodeApi,
  negotiatesItself,
  unknownQuery = isNodeApi === true || path.startsWith('/internal/') ? 'refused' : 'ignored',
  requires,
  body,
  responses,
  handle,
  ...described
}: OperationDeclaration<Query>): DeclaredOperation {
  const declared = Object.values<QueryParameter<unknown>>(query ?? {});
  const names = declared.flatMap((parameter) => parameter.names);
  const handler: Handler = async (context) => {
    if (requires !== undefined) await requires(context);
    if (described.accessLevel === 'internal') assertInternal(context.caller);
    return handle(context, () => readQuery<Query>(query, context.query));
  };
  const inPath = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => pathParameter(name, pathParameters[name]));
  return {
    resource: {
      path,
      methods: { [method]: handler },
      ...(feature && { feature }),
      ...(link !== undefined && { link }),
      ...(isNodeApi && { isNodeApi }),
      ...(negotiatesItself && { negotiatesItself }),
      ...(unknownQuery === 'refused' ? { query: names } : { standardQuery: names }),
    },
    path: path.replace(/:(\w+)/g, '{$1}'),
    describe: (node, tag) =>
      address(
        { tag, security: node.security },
        {
          [method.toLowerCase()]: {
            ...described,
            ...(feature && { feature }),
            parameters: [...inPath, ...declared.flatMap(({ described }) => described), ...others],
            ...(body && { body: body(node) }),
            responses: responses(node),
          },
        },
      ),
  };
}

/** @throws TypeError for one that is neither declared nor shared. */
function pathParameter(name: string, own: PathParameter | undefined): Parameter | Reference {
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

/** What a module adds to the HTTP interface under several tags. */
export function combinedRoutes(...parts: readonly ModuleRoutes[]): ModuleRoutes {
  return {
    resources: parts.flatMap(({ resources }) => resources),
    sections: parts.flatMap(({ sections }) => sections),
  };
}
