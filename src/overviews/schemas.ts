/** An object with its whole, in answers (K96). */
import { z } from 'zod';
import { type Answer, component, count, revisionNumber, time, uri } from '../openapi/json-schema.js';

const textOrNull = z.string().nullable();

export const quantity = component(
  'Quantity',
  z.object({ value: z.number(), unit: textOrNull.meta({ description: 'The code of the unit, such as KGM.' }) }),
);
export type QuantityAnswer = Answer<typeof quantity>;

const place = component('Place', z.object({ label: z.string(), uri: uri.nullable() }));
export type PlaceAnswer = Answer<typeof place>;

const number = z.object({ number: z.string(), kind: z.enum(['master', 'house', 'direct']), uri });

const weight = z.object({
  value: z.number(),
  unit: textOrNull,
  from: z.enum(['waybill', 'shipment', 'pieces']).meta({ description: 'Where the figure stands.' }),
  pieces: z
    .number()
    .nullable()
    .meta({ description: 'The sum of the pieces in the same unit; null if a piece states no weight, or is not here.' }),
});

const milestone = z.object({
  code: z.string(),
  label: z.string(),
  at: time.nullable(),
  timeType: textOrNull.meta({ description: 'Such as ACTUAL or PLANNED; an event without one has happened.' }),
  location: place.nullable(),
  by: uri.nullable(),
  recorded: time,
});

const lastMilestone = z.object({
  code: z.string(),
  label: z.string(),
  at: time.nullable(),
  location: place.nullable(),
  pieces: count
    .nullable()
    .meta({ description: 'The number of pieces that have reached it, where they differ; null where they do not.' }),
});

/** The members of an overview, of this node's object or of a copy. */
export const overviewMembers = {
  type: uri,
  label: textOrNull,
  numbers: z.array(number).meta({ description: 'Of the air waybills, that of the shipment first.' }),
  shipment: z
    .object({ uri, label: textOrNull })
    .nullable()
    .meta({ description: 'What it belongs to: itself for a shipment.' }),
  origin: place.nullable(),
  destination: place.nullable(),
  goods: textOrNull,
  pieces: z.object({
    total: count,
    readable: count.meta({ description: 'Those that are here and that the caller may read.' }),
  }),
  weight: weight.nullable(),
  parties: z.array(z.object({ role: textOrNull, label: textOrNull, uri: uri.nullable() })),
  documents: z.array(z.object({ label: textOrNull, type: textOrNull, uri: uri.nullable(), link: textOrNull })),
  milestone: lastMilestone.nullable().meta({ description: 'The last one that has been reached.' }),
  milestones: z.array(milestone),
  pending: count
    .nullable()
    .meta({ description: 'Requests that wait for a decision of this node; for internal agents, and null for a copy.' }),
  telling: z.object({ told: count, waiting: count, failing: count, notTold: count }).nullable().meta({
    description:
      'How many parties were told of the latest revision of the object; for internal agents, and null for a copy.',
  }),
  objects: z.array(uri).meta({ description: 'The objects that this is made of.' }),
  truncated: z
    .boolean()
    .meta({ description: 'Whether a bound was met: 1,000 objects, 100 waybills, 1,000 events of one.' }),
};
export const overview = component('Overview', z.object(overviewMembers));
export type Overview = Answer<typeof overview>;

const measures = z.object({
  length: quantity.nullable(),
  width: quantity.nullable(),
  height: quantity.nullable(),
  volume: quantity.nullable(),
});

const piece = component(
  'PieceItem',
  z.object({
    uri,
    upid: textOrNull,
    goods: textOrNull,
    weight: quantity.nullable(),
    dimensions: measures.nullable(),
    codes: z.array(z.string()).meta({ description: 'Special handling codes.' }),
    hsCodes: z.array(z.string()).meta({ description: 'HS codes of its products.' }),
    marks: z.array(z.string()).meta({ description: 'Shipping marks.' }),
    milestone: z.object({ code: z.string(), label: z.string(), at: time.nullable() }).nullable(),
    pending: count.nullable(),
    revision: revisionNumber,
  }),
);
export type PieceItem = Answer<typeof piece>;

export const pieceMembers = {
  total: count,
  items: z.array(piece),
  truncated: z.boolean().meta({ description: 'Whether a bound of the overview was met.' }),
};
export const pieceItems = component('PieceItems', z.object(pieceMembers));
export type PieceItems = Answer<typeof pieceItems>;

export const pieceOrders = ['upid', 'goods', 'weight', 'milestone'] as const;
export type PieceOrder = (typeof pieceOrders)[number];
