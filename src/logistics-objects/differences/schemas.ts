/** Values and differing statements in answers. */
import { z } from 'zod';
import { type Answer, component, revisionNumber, uri } from '../../openapi/json-schema.js';

export const termValue = component(
  'TermValue',
  z.object({
    type: z.enum(['uri', 'literal']),
    value: z.string(),
    datatype: uri.exactOptional(),
    language: z.string().exactOptional(),
  }),
);
export type TermValue = Answer<typeof termValue>;

export const diffStatement = component(
  'DiffStatement',
  z.object({
    op: z.enum(['added', 'removed']),
    s: uri,
    p: uri,
    o: termValue,
    path: z
      .array(uri)
      .meta({ description: "The properties that lead from the object to the statement, the statement's own last." }),
    revision: revisionNumber.meta({ description: 'The revision that added it, or the first one without it.' }),
  }),
);
export type DiffStatement = Answer<typeof diffStatement>;
