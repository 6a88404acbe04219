/** The error responses by status, with the titles of D33. */
import { errorKinds } from '../errors.js';
import { type HeaderName, headerRefs } from './headers.js';
import { anyObject, link, linkToOneOf, oneOrMany, resource, schemaRef, string, uri } from './json-ld.js';
import type { JsonValue, MediaType, Reference, Response, Schema } from './types.js';

export const errorSchemas: Readonly<Record<string, Schema>> = {
  Error: resource(
    'What is wrong.',
    { const: 'api:Error' },
    {
      'api:hasTitle': string,
      'api:hasSeverity': linkToOneOf(['api:ERROR', 'api:WARNING']),
      'api:hasErrorDetail': oneOrMany(schemaRef('ErrorDetail')),
    },
    ['api:hasTitle', 'api:hasErrorDetail'],
  ),
  ErrorDetail: resource(
    'One problem: what, and where. In API version 2.0.0 it is called ErrorDetails.',
    { enum: ['api:ErrorDetail', 'api:ErrorDetails'] },
    {
      'api:hasCode': { type: 'string', description: 'The HTTP status; in a Verification the code of its author.' },
      'api:hasMessage': string,
      'api:hasProperty': oneOrMany(uri),
      'api:hasResource': oneOrMany({ anyOf: [uri, link] }),
    },
  ),
};

interface ErrorResponse {
  readonly description: string;
  /** An example of a message. */
  readonly message: string;
  readonly headers?: readonly HeaderName[];
  /** The body while the node starts and cannot write an Error. */
  readonly plain?: JsonValue;
}

const errorResponseTexts = {
  400: {
    description: 'The body or a query parameter is malformed or invalid; one detail for each problem.',
    message: 'query parameter `at` must be a time such as 20260131T093000Z, not "yesterday"',
    headers: ['Server-Timing'],
  },
  401: {
    description: 'The bearer token is missing or invalid.',
    message: 'a bearer token is needed: Authorization: Bearer <token>',
    headers: ['WWW-Authenticate'],
  },
  403: {
    description: 'The caller lacks the permission.',
    message: 'https://node.example/logistics-objects/airline may not do this',
  },
  404: {
    description: 'The resource does not exist, or did not exist yet.',
    message: 'there is no Logistics Object at this address',
  },
  405: {
    description: 'The resource does not support the method.',
    message: 'DELETE is not allowed here; allowed: POST',
    headers: ['Allow'],
  },
  406: {
    description: 'The node supports none of the media types or API versions in `Accept`.',
    message: 'API version 9.9 is not supported; supported: 2.0.0',
    headers: ['Server-Timing'],
  },
  409: {
    description: 'The identifier is taken, or a request with the same `Idempotency-Key` is under way.',
    message: 'https://node.example/logistics-objects/piece-1 is taken',
    headers: ['Retry-After'],
  },
  410: {
    description:
      'The resource was erased, and the caller could read it; or the caller may read nothing of a period of the feed any more.',
    message: 'erased on 2026-11-22T09:30:00Z',
  },
  412: {
    description: 'A precondition of the request failed; nothing was changed.',
    message: 'If-Match does not name the current state of this resource',
  },
  413: {
    description: 'The body is larger than this node accepts.',
    message: 'the request body is larger than this node accepts',
  },
  415: {
    description: 'The operation does not accept the `Content-Type`.',
    message: 'the body\'s content type must be application/ld+json; "text/plain" was given',
    headers: ['Accept', 'Accept-Patch', 'Accept-Post', 'Accept-Encoding'],
  },
  422: {
    description: 'The request is well-formed, but cannot be carried out.',
    message: 'the request is REQUEST_REJECTED: only a pending one can be decided',
  },
  429: { description: 'Too many requests.', message: 'too many requests; try again later', headers: ['Retry-After'] },
  500: {
    description: 'The node failed; the message has the request id for its operator.',
    message: 'something went wrong in this node; request id 5d3b12f2-76c8-4a26-9b35-5d2b0ff0a1c4',
  },
  502: {
    description: 'The partner cannot be reached or sent an invalid response.',
    message: 'https://partner.example could not be reached',
  },
  503: {
    description: 'Temporarily unavailable: the node is starting, or lacks a resource that it needs.',
    message: "the identity provider's keys cannot be fetched",
    plain: { status: 'starting' },
    headers: ['Retry-After', 'Server-Timing'],
  },
  507: {
    description:
      "The disk has no space for the change, and nothing was changed; or a query's dataset exceeds the memory.",
    message: 'There is no room on disk; nothing was changed',
    headers: ['Server-Timing'],
  },
} as const satisfies Record<number, ErrorResponse>;

export type ErrorStatus = keyof typeof errorResponseTexts;

/** An example of an Error body. */
function errorExample(status: number, message: string): JsonValue {
  const kind = Object.values(errorKinds).find((candidate) => candidate.status === status);
  return {
    '@context': { api: 'https://onerecord.iata.org/ns/api#' },
    '@id': 'internal:e8424d99-a73d-42e6-873b-1a9909c5fa5e',
    '@type': 'api:Error',
    'api:hasErrorDetail': {
      '@id': 'internal:9323c197-98d0-4e95-b368-fd01969495b5',
      '@type': 'api:ErrorDetail',
      'api:hasCode': String(status),
      'api:hasMessage': message,
    },
    'api:hasTitle': kind?.title ?? 'Error',
  };
}

function errorContent(status: number, { message, plain }: ErrorResponse): Readonly<Record<string, MediaType>> {
  return {
    'application/ld+json': { schema: schemaRef('Error'), example: errorExample(status, message) },
    ...(plain && { 'application/json': { schema: anyObject, example: plain } }),
  };
}

const componentName = (status: number): string => `Refused${status}`;

export const errorResponses: Readonly<Record<string, Response>> = Object.fromEntries(
  Object.entries(errorResponseTexts).map(([code, response]: [string, ErrorResponse]) => [
    componentName(Number(code)),
    {
      description: response.description,
      headers: headerRefs(['Cache-Control', 'Content-Language', 'Vary', 'Link', ...(response.headers ?? [])]),
      content: errorContent(Number(code), response),
    },
  ]),
);

/** References to error responses. */
export function errorResponseRefs(statuses: readonly ErrorStatus[]): Record<string, Reference> {
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${componentName(status)}` }]),
  );
}
