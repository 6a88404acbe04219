/** The labels of objects and terms. */
import { z } from 'zod';
import { type Answer, component, uri } from '../../openapi/json-schema.js';

const label = component(
  'Label',
  z.object({
    uri,
    label: z.string(),
    type: uri,
    isAgent: z.boolean().meta({
      description: 'Whether it is an organization, a company or a person, which a name alone identifies.',
    }),
    mirrored: z.literal(true).exactOptional().meta({ description: "It is a copy of a partner's object." }),
  }),
);

/** The labels of objects and copies that the caller may read. */
export const labelItems = component(
  'Labels',
  z.object({
    items: z.array(label),
    missing: z.array(uri).meta({
      description: 'The requested objects of this node that do not exist; only for internal agents.',
    }),
  }),
);
export type LabelsAnswer = Answer<typeof labelItems>;

const termLabel = component(
  'TermLabel',
  z.object({
    term: uri,
    label: z.string(),
    language: z.string().nullable().meta({ description: 'Its language tag; null if the ontology has none.' }),
  }),
);
export type TermLabel = Answer<typeof termLabel>;

export const termLabelItems = component('TermLabels', z.object({ items: z.array(termLabel), truncated: z.boolean() }));
export type TermLabelsAnswer = Answer<typeof termLabelItems>;
