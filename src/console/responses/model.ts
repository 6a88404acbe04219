/** The data model of the node's validation, by name. */
import { z } from 'zod';
import { type Answer, component, count, uri } from '../../openapi/json-schema.js';

const textOrNull = z.string().nullable();
const names = z.array(z.string());

const vocabulary = z.object({ namespace: uri, classes: names, properties: names, individuals: names });
export type ModelVocabulary = Answer<typeof vocabulary>;

/** All names of the model, for completion and search. */
export const modelNames = component(
  'ModelNames',
  z.object({
    prefixes: z.record(z.string(), uri).meta({ description: 'The prefixes that need no declaration in a query.' }),
    codeLists: uri.meta({ description: 'The namespace of the code lists.' }),
    vocabularies: z.array(vocabulary),
    lists: z
      .array(z.object({ name: z.string(), codes: names }))
      .meta({ description: 'The codes of `StatusCode` are `<codeLists>StatusCode#<code>`.' }),
  }),
);
export type ModelNames = Answer<typeof modelNames>;

const termProperty = z.object({
  property: uri,
  of: uri.meta({ description: 'The class that declares it: this one or a superclass.' }),
  ranges: z.array(uri),
  requirement: textOrNull,
  min: count,
  max: count.nullable().meta({ description: 'Null without a limit.' }),
});
export type ModelTermProperty = Answer<typeof termProperty>;

const modelTerm = component(
  'ModelTerm',
  z.object({
    iri: uri,
    kind: z.enum(['class', 'property', 'code']),
    label: textOrNull,
    comment: textOrNull,
    deprecated: z.boolean(),
    parents: z.array(uri).meta({ description: 'Of a class: its direct superclasses. Of a code: its lists.' }),
    children: z.array(uri).meta({ description: 'Of a class: its direct subclasses.' }),
    properties: z.array(termProperty).meta({ description: 'Of a class: its own and inherited properties, by name.' }),
    ranges: z
      .array(uri)
      .meta({ description: 'Of a property: the datatypes and classes of its values; empty for any.' }),
    requirement: textOrNull.meta({ description: 'The constraints of its shape on each value, in words.' }),
    codes: z.array(uri).meta({ description: 'Of a list or an enumeration: the first of its members.' }),
    codeCount: count.meta({ description: 'The number of its members.' }),
    isOpen: z.boolean().meta({ description: 'Whether values outside its members are accepted, too.' }),
    usedBy: z.array(uri).meta({
      description: 'Of a property: the classes with it. Of a class: the properties with it as range.',
    }),
  }),
);
export type ModelTerm = Answer<typeof modelTerm>;
export type ModelTermKind = ModelTerm['kind'];

/** The full description of a name. */
export const modelTerms = component(
  'ModelTerms',
  z.object({
    name: z.string(),
    items: z.array(modelTerm),
    truncated: z.boolean().meta({ description: 'Whether further terms have this name.' }),
  }),
);
export type ModelAnswer = Answer<typeof modelTerms>;
