/** Copies in answers (M50, M51). */
import { z } from 'zod';
import { diffStatement } from '../../logistics-objects/differences/schemas.js';
import { type Answer, component, count, revisionNumber, time, uri } from '../../openapi/json-schema.js';
import { foundBys, gapReasons } from '../copies/copy-facts.js';
import { copyStates } from '../copies/copy-state.js';

const textOrNull = z.string().nullable();
const timeOrNull = time.nullable();

const copyItem = component(
  'Copy',
  z.object({
    object: uri,
    server: uri,
    holder: uri.nullable().meta({ description: 'The data holder of the server, by its server information.' }),
    type: uri.nullable().meta({ description: 'The most specific type; null if nothing is held.' }),
    label: textOrNull,
    revision: revisionNumber.nullable().meta({ description: 'The latest revision held; null if none is.' }),
    latest: revisionNumber.nullable().meta({ description: 'The highest revision that an answer has named.' }),
    state: z.enum(copyStates),
    reason: textOrNull,
    received: timeOrNull.meta({ description: 'When that revision was received.' }),
    checked: timeOrNull.meta({ description: 'When the server last answered about the object.' }),
    gaps: count.meta({ description: 'The number of ranges of missing revisions.' }),
  }),
);
export type CopyItem = Answer<typeof copyItem>;

export const copyItems = component('Copies', z.object({ items: z.array(copyItem), total: count }));
export type CopiesAnswer = Answer<typeof copyItems>;

const heldRevision = component(
  'CopiedRevision',
  z.object({
    revision: revisionNumber,
    graph: uri,
    received: time,
    valid: timeOrNull.meta({ description: "The partner's Last-Modified." }),
    foundBy: z.enum(foundBys).meta({ description: 'What led to the request that brought it.' }),
    notification: uri.nullable(),
    digest: z.string().meta({ description: 'SHA-256 over the canonical N-Quads of what was received.' }),
    digestAfterErasure: textOrNull.meta({
      description: 'The same over what is left since the partner erased a property; null if it erased none.',
    }),
    erased: timeOrNull.meta({ description: 'When statements were deleted because the partner had erased a property.' }),
    statements: count,
    variants: count.meta({
      description: 'What the partner stated later for the same number: graphs `<graph>/variants/<1 to this number>`.',
    }),
    purged: timeOrNull.meta({ description: 'When its statements were deleted from this node.' }),
  }),
);
export type HeldRevisionItem = Answer<typeof heldRevision>;

const missingRevisions = component(
  'MissingRevisions',
  z.object({
    from: revisionNumber,
    to: revisionNumber,
    reason: z.enum(gapReasons),
    tried: count.meta({ description: 'The number of attempts to fetch them.' }),
    next: timeOrNull.meta({ description: 'The next attempt.' }),
  }),
);

export const copiedRevisions = component(
  'CopiedRevisions',
  z.object({ object: uri, items: z.array(z.union([heldRevision, missingRevisions])), total: count }),
);
export type CopiedRevisionsAnswer = Answer<typeof copiedRevisions>;
export type CopiedRevisionItem = CopiedRevisionsAnswer['items'][number];

export const copiedDiff = component(
  'CopiedRevisionDiff',
  z.object({
    object: uri,
    from: revisionNumber,
    to: revisionNumber,
    statements: z.array(diffStatement),
    revisions: z
      .array(heldRevision)
      .meta({ description: 'The two revisions and those held between them, newest first.' }),
    truncated: z.boolean(),
  }),
);
export type CopiedDiffAnswer = Answer<typeof copiedDiff>;
