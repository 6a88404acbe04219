/** The header fields of responses, described once (specification, Conventions; D9). */
import type { Header, Reference } from './types.js';

const text = { type: 'string' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const revision = { type: 'integer', minimum: 1 } as const;

export const headers = {
  Location: {
    description: 'The URI of the new resource, of the request that was decided or revoked, or of what has moved.',
    required: true,
    schema: uri,
    example: 'https://node.example/action-requests/14d3be62-d6b2-4dbb-8d65-9ca4fc15a400',
  },
  Type: {
    description: "The IRI of the resource's most specific class.",
    required: true,
    schema: uri,
    example: 'https://onerecord.iata.org/ns/cargo#Piece',
  },
  Revision: { description: 'The revision that is returned.', required: true, schema: revision, example: 2 },
  'Latest-Revision': {
    description: 'The newest revision that there is.',
    required: true,
    schema: revision,
    example: 3,
  },
  ETag: {
    description:
      'The strong tag of these bytes, for `If-None-Match` and `If-Match`: the state (of a revision its number and a digest of its statements), then the form, and `-gzip` where they are compressed.',
    required: true,
    schema: text,
    example: '"3.mY8pVmYv0yWc3m1kq2XrTg.jsonld.2.0.0"',
  },
  'Last-Modified': {
    description:
      'When the resource last changed; of an old revision, when that one was made. Absent where linked objects are embedded: there the tag alone tells.',
    required: false,
    schema: text,
    example: 'Sun, 01 Mar 2026 10:00:00 GMT',
  },
  'Content-Language': {
    description:
      'The language of the texts that the node writes: English, unless a shape of its operator says why a body is refused in one that `Accept-Language` prefers.',
    required: true,
    schema: text,
    example: 'en-US',
  },
  Vary: {
    description: 'What a shared cache must tell apart.',
    required: true,
    schema: text,
    example: 'Accept, Authorization, Accept-Language',
  },
  'Cache-Control': {
    description:
      'How long the answer may be kept: `private, no-cache` to be asked for again each time (304), `no-store` for refusals, some minutes for a 301.',
    required: true,
    schema: text,
    example: 'private, no-cache',
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    required: true,
    schema: text,
    example: 'Bearer realm="cargograph"',
  },
  Allow: { description: 'The methods that there are.', required: true, schema: text, example: 'GET, HEAD, PATCH' },
  'Retry-After': {
    description: 'Seconds after which to try again.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  'Memento-Datetime': {
    description:
      'The second in which the revision was made; of a query, the second that it was asked as of (RFC 7089).',
    required: true,
    schema: text,
    example: 'Sun, 01 Mar 2026 10:00:00 GMT',
  },
  'Content-Location': {
    description: 'The address of the revision that the body is (RFC 9110, section 8.7).',
    required: true,
    schema: uri,
    example: 'https://node.example/logistics-objects/piece-1/revisions/2',
  },
  Link: {
    description:
      'The pages beside this one (`next`, `prev`); of a Logistics Object and its revisions the TimeGate, the TimeMap and mementos (RFC 7089); at `/` the description of this node (`service-desc`, `service-doc`).',
    required: false,
    schema: text,
    example: '<https://node.example/logistics-objects?limit=100&skip=100>; rel="next"',
  },
  Accept: {
    description: 'The media types that can be read here.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Patch': {
    description: 'The media types of a PATCH here.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Post': {
    description: 'The media types of a POST here.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Encoding': {
    description: 'The content codings that can be read, where the coding was the reason.',
    required: false,
    schema: text,
    example: 'gzip, deflate, br, identity',
  },
  'X-Request-Id': {
    description: 'What the log names the request by: from `X-Request-Id` or `traceparent` of the request, else new.',
    required: true,
    schema: { type: 'string', maxLength: 128 },
    example: '5d3b12f2-76c8-4a26-9b35-5d2b0ff0a1c4',
  },
  Truncated: {
    description: '`true` when there are more rows than are returned.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Server-Timing': {
    description:
      'For internal agents, also with errors: where the time of a query went, in milliseconds by phase (waiting, scope, filling, running, writing).',
    required: false,
    schema: text,
    example: 'waiting;dur=0.2, scope;dur=0.0, filling;dur=0.0, running;dur=12.4, writing;dur=0.8',
  },
  'Dataset-Sequence': {
    description: 'The commit that the SPARQL engine of this node was as of; only with `SPARQL_ENGINE_URL`.',
    required: false,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1042',
  },
  'Dataset-Behind': {
    description: 'How many commits before the query that engine did not have yet.',
    required: false,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '0',
  },
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof headers;

/** These header fields, for responses that do not always have them. */
export function optionalHeaders(names: readonly HeaderName[]): Record<string, Header> {
  return Object.fromEntries(names.map((name) => [name, { ...headers[name], required: false }]));
}

/** References to header fields. */
export function headerRefs(names: readonly HeaderName[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
