/** The schemas of a description at work. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { OpenApiDocument, Schema } from '../../src/openapi/types.js';

/** Says what is wrong with a value, or nothing. */
export type Check = (schema: Schema, value: unknown) => string | undefined;

export function schemaCheck(document: OpenApiDocument): Check {
  // Formats are for readers here; what the node takes is checked by its own rules.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'document');
  const compiled = new Map<Schema, ReturnType<typeof ajv.compile>>();
  return (schema, value) => {
    const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as Schema;
    const validate = compiled.get(schema) ?? ajv.compile(local);
    compiled.set(schema, validate);
    return validate(value) ? undefined : ajv.errorsText(validate.errors);
  };
}
