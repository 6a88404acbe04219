/** How the console's answers are described. */
import { schemaRef } from '../../openapi/json-ld.js';
import { content } from '../../openapi/responses.js';
import type { JsonValue, Response } from '../../openapi/types.js';

const headers = ['ETag', 'Cache-Control', 'Content-Language', 'Vary'] as const;

/** 200 with one of the schemas as JSON. */
export function jsonResponse(description: string, schema: string, example: JsonValue): Response {
  return content(description, 'application/json', { schema: schemaRef(schema), example }, headers);
}

/** 200 with a page of a list. */
export function jsonPage(description: string, schema: string, example: JsonValue): Response {
  return content(description, 'application/json', { schema: schemaRef(schema), example }, [...headers, 'Link']);
}
