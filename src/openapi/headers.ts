/** The header fields of responses, described once (specification, Conventions; D9). */
import type { Header, Reference } from './types.js';

const text = { type: 'string' } as const;
const uri = { type: 'string', format: 'uri' } as const;
const revision = { type: 'integer', minimum: 1 } as const;

export const headers = {
  Location: {
    description: 'The URI of the new resource, of the decided or revoked request, or of the relocated resource.',
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
  Revision: { description: 'The returned revision.', required: true, schema: revision, example: 2 },
  'Latest-Revision': {
    description: 'The latest revision.',
    required: true,
    schema: revision,
    example: 3,
  },
  ETag: {
    description:
      'The strong tag of these bytes, for `If-None-Match` and `If-Match`: the state (of a revision its number and a digest of its statements), then the form, and `-gzip` if compressed.',
    required: true,
    schema: text,
    example: '"3.mY8pVmYv0yWc3m1kq2XrTg.jsonld.2.0.0"',
  },
  'Content-Digest': {
    description: 'SHA-256 of the bytes (RFC 9530).',
    required: false,
    schema: text,
    example: 'sha-256=:4REjxQ4yrqUVicfSKYNO/cF9zNj5ANbzgDZt3/h3Qxo=:',
  },
  'Last-Modified': {
    description:
      "The time of the resource's last change; for an old revision, of its creation. Absent with embedded linked objects, for which only the entity tag is valid.",
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
    description: 'The request fields that the response depends on.',
    required: true,
    schema: text,
    example: 'Accept, Authorization, Accept-Language',
  },
  'Cache-Control': {
    description:
      'How caches may store the response: `private, no-cache` with revalidation each time (304), `no-store` for errors, some minutes for a 301.',
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
  Allow: { description: 'The supported methods.', required: true, schema: text, example: 'GET, HEAD, PATCH' },
  'Retry-After': {
    description: 'Seconds until a retry makes sense.',
    required: false,
    schema: { type: 'integer', minimum: 0 },
    example: 30,
  },
  'Memento-Datetime': {
    description: 'The second in which the revision was created; for a query, the second whose data it sees (RFC 7089).',
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
  'Mirror-State': {
    description: "The state of a copy of a partner's object.",
    required: true,
    schema: text,
    example: 'fresh',
  },
  'Mirror-Received': {
    description: 'When this node received the revision.',
    required: true,
    schema: text,
    example: 'Sun, 01 Mar 2026 10:00:00 GMT',
  },
  'Mirror-Checked': {
    description: "When the partner's server last answered about the object.",
    required: false,
    schema: text,
    example: 'Sun, 01 Mar 2026 11:00:00 GMT',
  },
  Accept: {
    description: 'The accepted media types.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Patch': {
    description: 'The accepted media types of a PATCH.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Post': {
    description: 'The accepted media types of a POST.',
    required: false,
    schema: text,
    example: 'application/ld+json',
  },
  'Accept-Encoding': {
    description: 'The accepted content codings, if the coding was the reason.',
    required: false,
    schema: text,
    example: 'gzip, deflate, br, identity',
  },
  'X-Request-Id': {
    description: 'The id of the request in the log: from its `X-Request-Id` or `traceparent`, else new.',
    required: true,
    schema: { type: 'string', maxLength: 128 },
    example: '5d3b12f2-76c8-4a26-9b35-5d2b0ff0a1c4',
  },
  'Idempotent-Replayed': {
    description: '`true`: the request with this `Idempotency-Key` was done before, and this is its first answer.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Content-Disposition': {
    description: 'Of a file (CSV, XLSX): its name (RFC 6266).',
    required: false,
    schema: text,
    example: 'attachment; filename="late-shipments-2026-11.csv"',
  },
  Truncated: {
    description: '`true` if the result has further rows.',
    required: false,
    schema: { type: 'string', const: 'true' },
    example: 'true',
  },
  'Server-Timing': {
    description:
      'For internal agents, also with errors: the time of a query in milliseconds by phase (waiting, scope, filling, running, writing).',
    required: false,
    schema: text,
    example: 'waiting;dur=0.2, scope;dur=0.0, filling;dur=0.0, running;dur=12.4, writing;dur=0.8',
  },
  'Dataset-Sequence': {
    description:
      "The last commit in this node's SPARQL engine at the time of the query; only with `SPARQL_ENGINE_URL`.",
    required: false,
    schema: { type: 'string', pattern: '^[0-9]+$' },
    example: '1042',
  },
  'Dataset-Behind': {
    description: 'The number of commits before the query that were not yet in that engine.',
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
