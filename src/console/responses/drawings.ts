/** Data for the console's drawings: neighbours, the life of a shipment, the timeline of access. */
import { z } from 'zod';
import { requestKinds, requestStatuses } from '../../action-requests/action-request.js';
import { type Answer, component, count, revisionNumber, time, uri } from '../../openapi/json-schema.js';
import { termValue } from '../../logistics-objects/differences/schemas.js';
import { requestOperation } from './requests.js';

const textOrNull = z.string().nullable();

const linkNode = component(
  'LinkNode',
  z.object({
    uri,
    type: uri.nullable().meta({
      description:
        'Null for an object of another node, and for one that the caller may not read or that does not exist.',
    }),
    label: textOrNull,
    here: z.boolean().meta({ description: 'Whether it is a resource of this node.' }),
    readable: z.boolean(),
    missing: z.boolean().meta({
      description: 'Whether it does not exist: only for internal agents, about objects of this node.',
    }),
  }),
);
export type LinkNode = Answer<typeof linkNode>;

const linkEdge = z.object({ from: uri, to: uri, property: uri });
export type LinkEdge = Answer<typeof linkEdge>;

export const links = component(
  'Links',
  z.object({
    object: uri,
    nodes: z.array(linkNode).meta({ description: 'The object first, then by distance.' }),
    edges: z.array(linkEdge),
    more: z
      .record(z.string(), count)
      .meta({ description: "The maximum number of a node's neighbours that are not in the response." }),
    truncated: z.boolean().meta({
      description: 'Whether some objects with links to one of the nodes were not searched.',
    }),
  }),
);
export type LinksAnswer = Answer<typeof links>;

const party = component('Party', z.object({ uri, label: textOrNull }));
export type Party = Answer<typeof party>;

const lifeRevision = z.object({
  number: revisionNumber,
  at: time,
  by: uri.nullable().meta({ description: 'The requestor.' }),
  request: uri.nullable(),
});
export type LifeRevision = Answer<typeof lifeRevision>;

const lifeEvent = z.object({
  uri,
  code: textOrNull,
  timeType: textOrNull,
  happened: time.nullable().meta({ description: 'When it happened, according to the event.' }),
  recorded: time.nullable().meta({ description: 'When this node recorded it.' }),
  by: textOrNull,
  revision: revisionNumber
    .nullable()
    .meta({ description: 'The latest revision of the object when the event was recorded.' }),
});
export type LifeEvent = Answer<typeof lifeEvent>;

const lifeRequest = z.object({
  uri,
  kind: z.enum(requestKinds),
  status: z.enum(requestStatuses),
  requestedBy: uri,
  requestedAt: time,
  decidedBy: uri.nullable(),
  decidedAt: time.nullable(),
  builtOn: revisionNumber.nullable().meta({ description: 'The revision that the change is based on.' }),
  operations: z.array(requestOperation).meta({ description: 'The first 20 operations of a change.' }),
  operationCount: count,
});
export type LifeRequest = Answer<typeof lifeRequest>;

const lifeTimeline = component(
  'LifeLane',
  z.object({
    uri,
    type: uri,
    label: textOrNull,
    revisions: z.array(lifeRevision).meta({ description: 'Oldest first; the last one is the latest.' }),
    events: z.array(lifeEvent).meta({ description: 'In the order of recording.' }),
    requests: z.array(lifeRequest).meta({ description: 'Requested changes, in the order of their requests.' }),
  }),
);
export type LifeTimeline = Answer<typeof lifeTimeline>;

export const life = component(
  'Life',
  z.object({
    object: uri,
    lanes: z.array(lifeTimeline),
    parties: z.array(party).meta({
      description: 'The agents that submitted requests or recorded events.',
    }),
    truncated: z.boolean().meta({
      description: 'Whether objects, or entries of a timeline, were left out: the newest are included.',
    }),
  }),
);
export type LifeAnswer = Answer<typeof life>;

const timelineValue = z.object({
  revision: revisionNumber,
  at: time,
  by: uri.nullable().meta({ description: 'The requestor.' }),
  value: z.array(termValue).meta({ description: 'None while the object lacked the property.' }),
});
export type TimelineValue = Answer<typeof timelineValue>;

const readableTime = z.object({
  from: time.nullable().meta({ description: 'Null if the access control list does not record the time.' }),
  until: time.nullable().meta({ description: 'Null: access continues.' }),
  because: z.enum(['written', 'group', 'authenticated', 'delegation']),
  request: uri.nullable().meta({ description: 'The delegation request.' }),
});
export type ReadableTime = Answer<typeof readableTime>;

const timelineEntry = z.object({
  revision: revisionNumber,
  asked: z.boolean().meta({ description: 'Whether the party itself requested the change to this value.' }),
  couldRead: time.nullable().meta({ description: 'The time since when it could read the value; null: not yet.' }),
  status: z.enum(['none', 'waiting', 'confirmed', 'skipped', 'filtered', 'not-known']).meta({
    description:
      'The notification of this value: `none` was written, it waits, it was confirmed, an operator skipped it, or the filter of the subscription left it out; `not-known` if receipts are no longer stored, or were not all read.',
  }),
  written: time.nullable(),
  confirmed: time.nullable(),
  attempts: count,
  lastError: textOrNull.meta({ description: 'The error of the last attempt, for a waiting notification.' }),
});
export type TimelineEntry = Answer<typeof timelineEntry>;

const partyTimeline = z.object({
  uri,
  label: textOrNull,
  readable: z.array(readableTime).meta({ description: 'The periods in which it could read the object.' }),
  known: z.array(timelineEntry).meta({ description: 'For each of the values, in their order.' }),
});
export type PartyTimeline = Answer<typeof partyTimeline>;

/** For each value of a property, the time since which each party could read it. */
export const accessTimeline = component(
  'WhoKnew',
  z.object({
    object: uri,
    type: uri,
    label: textOrNull,
    property: uri,
    values: z.array(timelineValue).meta({
      description: 'In chronological order, each from its first revision on; the last one is current.',
    }),
    parties: z.array(partyTimeline).meta({ description: 'For a partner: itself.' }),
    receiptDays: count.meta({
      description: 'The retention time of receipts; nothing is known about earlier deliveries.',
    }),
    truncated: z.boolean().meta({
      description: 'Whether revisions, parties or notifications were left out: the newest are included.',
    }),
  }),
);
export type AccessTimelineAnswer = Answer<typeof accessTimeline>;
