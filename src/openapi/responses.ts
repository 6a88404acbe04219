/** Responses and bodies that several operations have. */
import { mediaTypes } from '../http/representation/negotiation.js';
import { type HeaderName, headerRefs } from './headers.js';
import type { JsonValue, Link, MediaType, RequestBody, Response, Schema } from './types.js';

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
export const CREATED_ID = '$response.header.Location#regex:/([^/]+)$';

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
  301: { description: 'The resource has moved permanently.', headers: headerRefs(['Location', 'Cache-Control']) },
  302: { description: 'The resource has moved temporarily.', headers: headerRefs(['Location', 'Cache-Control']) },
};

/** The destination of a browser that requests HTML without a token (D67). */
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
