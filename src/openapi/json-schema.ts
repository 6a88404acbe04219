/** Schemas of plain JSON. Each is written once, with zod: from it come the type of an answer, and its JSON Schema. */
import { z } from 'zod';
import type { Reference, Schema } from './types.js';

const registry = z.registry<{ id: string }>();
const address = (id: string): string => `#/components/schemas/${id}`;

/** All members read-only, as answers are. */
type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Member in keyof Value]: DeepReadonly<Value[Member]> }
    : Value;

/** The type of an answer, by its schema. */
export type Answer<Of extends z.ZodType> = DeepReadonly<z.infer<Of>>;

/** Names a schema: it becomes a component of the document, and others refer to it. */
export function component<Of extends z.ZodType>(id: string, schema: Of): Of {
  registry.add(schema, { id });
  return schema;
}

/** A reference to a named schema. @throws TypeError for a schema without a name. */
export function referenceTo(schema: z.ZodType): Reference {
  const id = registry.get(schema)?.id;
  if (id === undefined) throw new TypeError('a schema of an answer needs a name');
  return { $ref: address(id) };
}

/** All named schemas, by their names. */
export function components(): Record<string, Schema> {
  const { schemas } = z.toJSONSchema(registry, { target: 'draft-2020-12', uri: address });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $id: _id, $schema: _dialect, '~standard': _standard, ...schema }]) => [
      id,
      schema,
    ]),
  );
}

/** Formats of texts in JSON Schema, which this node does not check in its own answers. */
const formatted = (format: string): z.ZodString => z.string().meta({ format });
const wholeFrom = (minimum: number): z.ZodNumber => z.number().meta({ type: 'integer', minimum });

export const uri = formatted('uri');
export const time = formatted('date-time');
export const count = wholeFrom(0);
export const revisionNumber = wholeFrom(1);

const cursor = (what: string): z.ZodNullable<z.ZodString> => z.string().nullable().meta({ description: what });
/** The members of a page of a list that lead to its neighbours (K80). */
export const pageMembers = {
  next: cursor('The cursor of the next page, for `after`; null on the last one.'),
  previous: cursor('The cursor of the previous page, for `before`; null on the first one.'),
};
