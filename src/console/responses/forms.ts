/** Forms of the data model's classes, and codes with their meanings (K1 to K5). */
import { z } from 'zod';
import { type Answer, component, count, uri } from '../../openapi/json-schema.js';

const label = {
  label: z.string().meta({ description: "A clerk's words, or else the ontology's label." }),
  language: z.enum(['en', 'de']).meta({ description: 'The language of the label.' }),
};

export const formList = component(
  'FormList',
  z.object({
    items: z.array(
      z.object({
        type: uri,
        ...label,
        words: z.array(z.string()).meta({ description: 'Other words by which it is found.' }),
      }),
    ),
  }),
);
export type FormList = Answer<typeof formList>;

const code = z.object({ code: z.string(), iri: uri, ...label });

const fieldKinds = [
  'text',
  'boolean',
  'integer',
  'number',
  'date',
  'time',
  'dateTime',
  'duration',
  'quantity',
  'code',
  'link',
  'part',
  'any',
] as const;

const formField = component(
  'FormField',
  z.object({
    property: uri,
    ...label,
    help: z.string().nullable(),
    kind: z
      .enum(fieldKinds)
      .meta({ description: 'A `quantity` is a value with its unit, a `part` an embedded object.' }),
    min: count,
    max: count.nullable().meta({ description: 'Null without a limit.' }),
    units: z.array(code).nullable().meta({ description: 'Of a quantity: the units that fit the property.' }),
    list: z
      .string()
      .nullable()
      .meta({ description: 'Of a code: its list, as `/internal/codes` names it; null for codes of any list.' }),
    open: z.boolean().nullable().meta({ description: 'Of a code: whether codes outside its list are accepted, too.' }),
    part: uri.nullable().meta({ description: 'Of a part: the class whose form is nested.' }),
    targets: z.array(uri).meta({ description: 'Of a link: the classes that it may lead to.' }),
    first: z.boolean().meta({ description: 'Whether it is shown at once.' }),
  }),
);
export type FormField = Answer<typeof formField>;

export const form = component(
  'Form',
  z.object({
    type: uri,
    ...label,
    groups: z.array(z.object({ name: z.string(), label: z.string(), fields: z.array(uri) })),
    fields: z.array(formField).meta({ description: 'All properties of the class, in the order of the groups.' }),
  }),
);
export type Form = Answer<typeof form>;

export const codes = component(
  'Codes',
  z.object({
    total: count,
    open: z.boolean().meta({ description: 'Whether codes outside the list are accepted, too.' }),
    items: z.array(code),
  }),
);
export type CodesAnswer = Answer<typeof codes>;
