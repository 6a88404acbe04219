/** Objects, their revisions, and the differences between two of them. */
import { z } from 'zod';
import { diffStatement } from '../../logistics-objects/differences/schemas.js';
import { type Answer, component, count, pageMembers, revisionNumber, time, uri } from '../../openapi/json-schema.js';

/** The groups of results, of objects by their classes (K30). */
export const lookupGroups = [
  ...(['shipment', 'waybill', 'piece', 'unit', 'flight', 'partner', 'object', 'request', 'term'] as const),
] as const;
export type LookupGroup = (typeof lookupGroups)[number];

const found = component(
  'FoundItem',
  z.object({
    uri,
    /** The kind of resource with a URI of this node, or a term of the data model. */
    kind: z.enum(['object', 'event', 'request', 'revision', 'agent', 'term']),
    group: z.enum(lookupGroups),
    type: z.string().nullable(),
    label: z.string().nullable(),
    matched: z
      .object({ by: z.enum(['uri', 'id', 'identifier', 'words', 'name']), text: z.string(), property: uri.nullable() })
      .meta({
        description:
          'The match: the URI, the id, the identifier with its property, a text with words, or the name of a term.',
      }),
    shipment: z
      .object({ uri, label: z.string().nullable() })
      .nullable()
      .meta({ description: 'The shipment that it belongs to, if the caller may read it.' }),
    detail: z.string().nullable().meta({ description: 'One line: route, pieces, weight, last milestone.' }),
    mirrored: z.literal(true).exactOptional().meta({ description: "It is a copy of a partner's object." }),
  }),
);

export const foundItems = component(
  'Found',
  z.object({
    items: z.array(found),
    searched: z.array(z.enum(lookupGroups)).meta({ description: 'What was searched.' }),
    understood: z
      .object({ as: z.enum(['uri', 'waybill-number', 'flight', 'text']), text: z.string() })
      .meta({ description: 'What the text was taken for, without what people write around a number.' }),
    more: z.boolean().meta({ description: 'Whether there may be further results.' }),
  }),
);
export type LookupAnswer = Answer<typeof foundItems>;
export type LookupItem = Answer<typeof found>;
export type ResourceKind = LookupItem['kind'];

/** A page of a list. `total` is null if it cannot be determined without reading everything. */
export interface ListPage<Item> {
  readonly total: number | null;
  readonly items: readonly Item[];
}

const objectItem = component(
  'ObjectItem',
  z.object({
    uri,
    type: uri,
    label: z.string().nullable(),
    latestRevision: revisionNumber,
    created: time,
    modified: time,
    modifiedBy: uri.nullable(),
    pending: count.meta({ description: 'Change requests that wait for a decision.' }),
    movedTo: uri.nullable(),
  }),
);
export type ObjectItem = Answer<typeof objectItem>;

export const objectItems = component(
  'Objects',
  z.object({ total: count.nullable(), items: z.array(objectItem), ...pageMembers }),
);
export type ObjectsAnswer = Answer<typeof objectItems>;

const revisionItem = component(
  'Revision',
  z.object({
    number: revisionNumber,
    at: time,
    requestedBy: uri.nullable(),
    decidedBy: uri.nullable(),
    request: uri.nullable().meta({ description: 'The change request; null for revision 1.' }),
    message: uri.nullable().meta({ description: 'The Cargo-XML message that made the revision, if one did.' }),
    description: z.string().nullable(),
    properties: z.array(uri),
    added: count,
    removed: count,
  }),
);
export type RevisionItem = Answer<typeof revisionItem>;

export const revisionItems = component(
  'Revisions',
  z.object({ object: uri, latest: revisionNumber, total: count, items: z.array(revisionItem), ...pageMembers }),
);
export type RevisionsAnswer = Answer<typeof revisionItems>;

export const revisionDiff = component(
  'RevisionDiff',
  z.object({
    object: uri,
    from: revisionNumber,
    to: revisionNumber,
    statements: z.array(diffStatement),
    revisions: z.array(revisionItem).meta({ description: 'The two revisions and those between them, newest first.' }),
    truncated: z.boolean(),
  }),
);
export type DiffAnswer = Answer<typeof revisionDiff>;
