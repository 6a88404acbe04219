/** Questions and their rows in answers (K63, K65). */
import { z } from 'zod';
import { type Answer, component, time, uri } from '../openapi/json-schema.js';
import { chartKinds, columnKinds, parameterKinds } from './question.js';

const text = z.string();
const names = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/);
const short = z.string().max(200);

export const visibilities = ['own', 'internal', 'agents'] as const;
export type Visibility = (typeof visibilities)[number];

const parameter = z.object({
  name: names,
  label: short,
  kind: z.enum(parameterKinds),
  required: z.boolean(),
  default: z.string().max(2_000).nullable(),
  options: z
    .array(z.object({ value: short.min(1), label: short }))
    .max(100)
    .exactOptional()
    .meta({
      description: 'The values of a choice.',
    }),
});

const column = z.object({
  name: names.meta({ description: 'Of its variable in the query.' }),
  label: short,
  kind: z.enum(columnKinds),
});
export type ResultColumn = Answer<typeof column>;

const chart = z.object({
  kind: z.enum(chartKinds),
  x: names.nullable(),
  y: names.nullable().meta({ description: 'Null: the rows are counted.' }),
  by: names.nullable().meta({ description: 'The column by whose values rows are told apart.' }),
});

export const questionItem = component(
  'Question',
  z.object({
    id: text,
    title: text,
    words: text,
    builtIn: z.boolean(),
    owner: uri.nullable(),
    ownerLabel: text.nullable(),
    visibility: z.enum(visibilities),
    agents: z.array(uri).meta({ description: 'Who else sees it; for its owner only.' }),
    parameters: z.array(parameter),
    columns: z.array(column),
    chart: chart.nullable(),
    mirrored: z.boolean().meta({ description: "Whether it asks for the copies of partners' objects, too." }),
    view: text.nullable().meta({ description: 'A saved view of a list: its address below /console. It has no rows.' }),
    modified: time.nullable(),
    revision: z.int().nullable().meta({ description: 'The number of its revision; null for those of the node.' }),
  }),
);
export type QuestionItem = Answer<typeof questionItem>;

export const questionItems = component('Questions', z.object({ items: z.array(questionItem), truncated: z.boolean() }));
export type QuestionsAnswer = Answer<typeof questionItems>;

export const questionWithText = component(
  'QuestionWithText',
  questionItem.extend({ sparql: text.nullable().meta({ description: 'Null: it is not asked in SPARQL.' }) }),
);
export type QuestionAnswer = Answer<typeof questionWithText>;

const cell = z
  .object({
    value: z.union([z.string(), z.number()]).nullable(),
    label: text,
    uri: text.exactOptional(),
    server: text.exactOptional().meta({ description: "The server of a copy of a partner's object." }),
  })
  .meta({ description: 'A time is ISO 8601, a duration xsd:dayTimeDuration; null: there is none.' });
export type ResultCell = Answer<typeof cell>;

export const questionResults = component(
  'QuestionResults',
  z.object({
    columns: z.array(column),
    rows: z.array(z.array(cell)),
    truncated: z.boolean().meta({ description: 'Whether there are rows after these.' }),
    asOf: time,
  }),
);
export type ResultsAnswer = Answer<typeof questionResults>;

const content = {
  title: z.string().trim().min(1).max(200),
  words: z.string().max(2_000).default(''),
  sparql: z.string().max(60_000).optional(),
  view: z
    .string()
    .max(4_000)
    .regex(/^\/(?!\/)[^\s\\]*$/)
    .optional()
    .meta({ description: 'In place of a query: the address of a list below /console.' }),
  parameters: z
    .array(
      parameter.extend({
        required: z.boolean().default(false),
        default: z.string().max(2_000).nullable().default(null),
      }),
    )
    .max(20)
    .default([]),
  columns: z.array(column).max(50).default([]),
  chart: chart.nullable().default(null),
  mirrored: z.boolean().default(false),
};

/** What is stored of a question, apart from who sees it. */
export const questionContent = z.object(content);

/** The body of `POST` and `PUT`. */
export const questionBody = component(
  'QuestionBody',
  z.strictObject({
    ...content,
    visibility: z.enum(visibilities).default('own'),
    agents: z
      .array(z.string().max(2_000))
      .max(100)
      .default([])
      .meta({ description: 'Who sees it with the visibility `agents`.' }),
  }),
);
export type QuestionBody = z.output<typeof questionBody>;
/** A body without the members that have defaults. */
export type SentQuestion = Partial<Answer<typeof questionBody>> & Pick<Answer<typeof questionBody>, 'title'>;
