/**
 * Operations: the specification of a module, completed with what applies to all requests (`http/app.ts`): authentication,
 * negotiation, the limit of the body, and errors of the node.
 */
import { type Feature, firstVersionWith } from '../api-versions.js';
import { mediaTypes } from '../http/representation/negotiation.js';
import { type HeaderName, headerRefs } from './headers.js';
import { parameterRefs } from './parameters.js';
import { errorResponseRefs, type ErrorStatus } from './error-responses.js';
import type {
  JsonValue,
  Link,
  MediaType,
  MethodName,
  Operation,
  Parameter,
  PathItem,
  Reference,
  RequestBody,
  Response,
  Schema,
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

export type Paths = Readonly<Record<string, PathItem>>;

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
    Object.entries(specs).map(([method, spec]) => [method, operation(method, spec, tag, security)]),
  );
}

function operation(
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

/** 200 with a resource as RDF, in any of the media types of D4. The example is its JSON-LD. */
export function rdfResponse(
  description: string,
  schema: Schema,
  example: JsonValue,
  headers: readonly HeaderName[] = [],
): Response {
  const texts = [...new Set(Object.values(mediaTypes))].filter((type) => type !== mediaTypes.jsonld);
  return {
    description,
    headers: headerRefs(['Type', 'ETag', 'Cache-Control', 'Content-Language', 'Vary', ...headers]),
    content: {
      [mediaTypes.jsonld]: { schema, example },
      ...Object.fromEntries(texts.map((type): [string, MediaType] => [type, { schema: { type: 'string' } }])),
    },
  };
}

/** The last segment of the new resource's URI (`#regex:` is an extension of Schemathesis). */
const CREATED_ID = '$response.header.Location#regex:/([^/]+)$';

/** Operations on the created resource, with the parameters that identify it. */
export function linksTo(
  operations: readonly string[],
  parameters: Readonly<Record<string, string>> = { id: CREATED_ID },
): Readonly<Record<string, Link>> {
  return Object.fromEntries(operations.map((operationId) => [operationId, { operationId, parameters }]));
}

/** An event belongs to the object that it was posted to. */
export const eventLinks = linksTo(['getLogisticsEvent'], { id: '$request.path.id', event: CREATED_ID });
export const requestLinks = linksTo(['getActionRequest', 'decideActionRequest', 'revokeActionRequest']);

/** 201 of a creating operation. */
export function created(what: string, links: Readonly<Record<string, Link>>): Response {
  return { description: `${what} has been created.`, headers: headerRefs(['Location', 'Type']), links };
}

/** Redirects of an object that was relocated, and of all paths below it. */
export const moved: Readonly<Record<'301' | '302', Response>> = {
  301: { description: 'It has moved there for good.', headers: headerRefs(['Location', 'Cache-Control']) },
  302: { description: 'It is there for the time being.', headers: headerRefs(['Location', 'Cache-Control']) },
};

/** Where a browser is led that asks for HTML without a token (D67). */
export const seePage: Readonly<Record<'303', Response>> = {
  303: {
    description: 'The page for people, in the console: for a browser that asks for HTML without a token.',
    headers: headerRefs(['Location', 'Cache-Control', 'Vary']),
  },
};

/** A JSON-LD body in any of its forms (D2); the schema and the example are in the compacted one. */
export function jsonLdBody(schema: Schema, example: JsonValue, description?: string): RequestBody {
  return {
    description: [description, 'Compacted, expanded or flattened JSON-LD; contexts are not fetched.']
      .filter(Boolean)
      .join(' '),
    required: true,
    content: { [mediaTypes.jsonld]: { schema, example } },
  };
}

/** A body of plain JSON, for the paths under `/internal/` (D47). */
export function jsonBody(schema: Schema, example: JsonValue): RequestBody {
  return {
    required: true,
    content: { 'application/json': { schema, example }, 'application/ld+json': { schema, example } },
  };
}

/** A response of one media type. */
export function content(
  description: string,
  type: string,
  media: MediaType,
  headers: readonly HeaderName[] = [],
): Response {
  return {
    description,
    ...(headers.length > 0 && { headers: headerRefs(headers) }),
    content: { [type]: media },
  };
}
