/** JSON Schema for answers in plain JSON. */
import type { Schema, SchemaObject } from './types.js';

export const uri = { type: 'string', format: 'uri' } as const;
export const time = { type: 'string', format: 'date-time' } as const;
export const count = { type: 'integer', minimum: 0 } as const;
export const revisionNumber = { type: 'integer', minimum: 1 } as const;
export const flag = { type: 'boolean' } as const;

export function nullable(schema: Schema): SchemaObject {
  return { anyOf: [schema, { type: 'null' }] };
}

export function listOf(items: Schema): SchemaObject {
  return { type: 'array', items };
}

/** An object with these members, all of them required but those named optional. */
export function record(properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): SchemaObject {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, required, additionalProperties: false };
}

/** A map from any name to values of a schema. */
export function mapOf(values: Schema): SchemaObject {
  return { type: 'object', additionalProperties: values };
}
