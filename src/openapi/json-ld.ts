/** JSON Schema for the compacted JSON-LD that this node writes (D3). */
import { xsdNs } from '../rdf/vocabulary.js';
import type { Reference, Schema, SchemaObject } from './types.js';

/**
 * An object without further description; without `additionalProperties` generators of types read one without members.
 */
export const anyObject = { type: 'object', additionalProperties: true } as const;

export const jsonLdSchemas = {
  Context: {
    description: 'The prefixes in use: an object that defines them, or several.',
    anyOf: [{ type: 'string' }, anyObject, { type: 'array', items: { anyOf: [{ type: 'string' }, anyObject] } }],
  },
  Link: {
    type: 'object',
    description: 'A resource by its IRI.',
    properties: { '@id': { type: 'string' }, '@type': { $ref: '#/components/schemas/Types' } },
    required: ['@id'],
  },
  Types: {
    description: 'A class or several.',
    anyOf: [
      { type: 'string', minLength: 1 },
      { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    ],
  },
  Literal: {
    type: 'object',
    description: 'A value with its datatype.',
    properties: { '@type': { type: 'string' }, '@value': {} },
    required: ['@value'],
  },
  Text: {
    description: 'A text, with its language if known.',
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { '@value': { type: 'string' }, '@language': { type: 'string' } },
        required: ['@value'],
      },
    ],
  },
  Flag: {
    description: 'True or false, native or typed.',
    anyOf: [{ type: 'boolean' }, { $ref: '#/components/schemas/Literal' }],
  },
  Uri: {
    description: 'A URI as xsd:anyURI; plain text and a link are accepted, too.',
    anyOf: [{ type: 'string' }, { $ref: '#/components/schemas/Literal' }, { $ref: '#/components/schemas/Link' }],
  },
  Number: {
    description: 'A whole number, native or typed.',
    anyOf: [{ type: 'integer' }, { type: 'string' }, { $ref: '#/components/schemas/Literal' }],
  },
  Decimal: {
    description: 'A number, native or typed.',
    anyOf: [{ type: 'number' }, { $ref: '#/components/schemas/Literal' }],
  },
  Time: {
    description: 'A time as xsd:dateTime.',
    anyOf: [{ $ref: '#/components/schemas/Literal' }, { type: 'string', format: 'date-time' }],
  },
} as const satisfies Record<string, Schema>;

/** Types with known names: the data model is open, and an object may have others. */
export function typesOf(description: string, classes: readonly string[]): SchemaObject {
  return {
    description,
    anyOf: [{ enum: [...classes] }, schemaRef('Types')],
  };
}

export function schemaRef(name: string): Reference {
  return { $ref: `#/components/schemas/${name}` };
}

export const link = schemaRef('Link');
export const uri = schemaRef('Uri');
export const time = schemaRef('Time');
export const wholeNumber = schemaRef('Number');
export const string = { type: 'string' } as const;
export const boolean = { type: 'boolean' } as const;

/** Names of a vocabulary, with its prefix and in full. */
export function namesIn(prefix: string, namespace: string, names: readonly string[]): string[] {
  return names.flatMap((name) => [`${prefix}:${name}`, namespace + name]);
}

/** A link to one of these resources. */
export function linkToOneOf(iris: readonly string[]): SchemaObject {
  return { type: 'object', properties: { '@id': { type: 'string', enum: iris } }, required: ['@id'] };
}

/** JSON-LD writes a single value without an array. */
export function oneOrMany(schema: Schema): SchemaObject {
  return { anyOf: [schema, { type: 'array', items: schema }] };
}

/** A resource of a class, with its optional and required properties. */
export function resource(
  description: string,
  type: Schema,
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): SchemaObject {
  return {
    type: 'object',
    description,
    properties: {
      '@context': schemaRef('Context'),
      '@id': string,
      '@type': type,
      ...properties,
    },
    required: ['@type', ...required],
  };
}

/** A typed value. */
export function literal(value: string, datatype: string): { readonly '@type': string; readonly '@value': string } {
  return { '@type': xsdNs + datatype, '@value': value };
}
