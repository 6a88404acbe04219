/** Drafts and templates in answers and bodies (K14). */
import { z } from 'zod';
import { type Answer, component, time, uri } from '../openapi/json-schema.js';
import { type Iri, isIri } from '../rdf/terms.js';

export const draftKinds = ['draft', 'template'] as const;
export const draftVisibilities = ['own', 'internal'] as const;

/** Characters of a title, and of the name of a form. */
export const MAX_TITLE = 200;
/** Levels of objects and lists in the values of a form. */
const MAX_DEPTH = 100;

/** Whether a value of JSON is nested so deeply that it is no form. */
function isTooDeep(value: unknown): boolean {
  for (let level: unknown[] = [value], depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return true;
    level = level.flatMap((one): unknown[] => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

const members = {
  kind: z.enum(draftKinds),
  form: z.string().min(1).max(MAX_TITLE).meta({ description: 'The class whose form it is, by local name or IRI.' }),
  title: z.string().max(MAX_TITLE),
  visibility: z
    .enum(draftVisibilities)
    .meta({ description: '`internal`: a template that all internal agents read. A draft is always `own`.' }),
};

const values = z
  .record(z.string(), z.unknown())
  .refine((typed) => !isTooDeep(typed))
  .meta({ description: 'What was typed, in any form; it is given back as it is.' });

const source = z
  .string()
  .refine((text): text is Iri => isIri(text), 'must be an absolute IRI')
  .meta({ format: 'uri', description: 'The object that it is made from, with which it is erased.' });

export const draftBody = component('DraftBody', z.strictObject({ ...members, copyOf: source.optional(), values }));
export type DraftBody = Readonly<z.infer<typeof draftBody>>;

const stored = {
  uri,
  id: z.string(),
  owner: uri,
  created: time,
  modified: time,
  copyOf: uri.nullable().meta({ description: 'The object that it was made from, with which it is erased.' }),
};

export const draft = component('Draft', z.object({ ...stored, ...members, values }));
export type DraftAnswer = Answer<typeof draft>;

const draftItem = component('DraftItem', z.object({ ...stored, ...members }));
export type DraftItem = Answer<typeof draftItem>;

export const draftItems = component(
  'Drafts',
  z.object({
    items: z.array(draftItem),
    truncated: z.boolean().meta({ description: 'Whether there are more templates of other agents than are listed.' }),
  }),
);
export type DraftsAnswer = Answer<typeof draftItems>;
