/**
 * A line of the list of erasures (P43): an erasure, the beginning of a legal hold, or its end, as JSON. It has neither
 * remarks nor reasons that somebody has written: they could quote what was erased.
 */
import { z } from 'zod';
import { type ErasureReason, erasureReasons } from '../rdf/erasure-terms.js';
import { type Iri, isIri } from '../rdf/terms.js';
import type { UriScheme } from '../uris.js';

/** What an erasure is of. */
export const erasedKinds = ['object', 'event', 'notification', 'message', 'copy'] as const;
export type ErasedKind = (typeof erasedKinds)[number];

export interface ErasureLine {
  readonly kind: 'erasure';
  /** The URI of the erasure. */
  readonly id: Iri;
  readonly what: ErasedKind;
  readonly erased: Iri;
  /** Of an object: the only property whose values went (P29). */
  readonly property?: Iri | undefined;
  readonly subject?: Iri | undefined;
  readonly reason: ErasureReason;
  readonly at: Date;
  readonly by: Iri;
  /** Whether anybody was notified. */
  readonly told: boolean;
}

export interface HoldLine {
  readonly kind: 'hold' | 'hold-end';
  /** The object, message or copy. */
  readonly held: Iri;
  readonly at: Date;
  readonly by: Iri;
}

export type ListLine = ErasureLine | HoldLine;

type Naming = Pick<UriScheme, 'base' | 'isOfKind' | 'eventObject' | 'objectId'>;

const resource = z.string().refine((text): text is Iri => isIri(text), 'must be an absolute IRI');
const time = z.iso.datetime({ precision: 3 }).transform((text) => new Date(text));

/** Members that this version does not know may limit what is erased: a line with one cannot be read. */
const schema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('erasure'),
    id: resource,
    what: z.enum(erasedKinds),
    erased: resource,
    property: resource.optional(),
    subject: resource.optional(),
    reason: z.enum(erasureReasons),
    at: time,
    by: resource,
    told: z.boolean(),
  }),
  z.strictObject({ kind: z.enum(['hold', 'hold-end']), held: resource, at: time, by: resource }),
]);

/** What a URI is of, as far as an erasure names it: what is not of this node is the copy of a partner's object. */
export function erasedKind(erased: Iri, uris: Naming): ErasedKind {
  if (uris.isOfKind(erased, 'inbox-entry')) return 'notification';
  if (uris.isOfKind(erased, 'message')) return 'message';
  if (uris.eventObject(erased) !== undefined) return 'event';
  return uris.objectId(erased) === undefined ? 'copy' : 'object';
}

/** The line as it is written, without its end. */
export const writeLine = (line: ListLine): string => JSON.stringify({ ...line, at: line.at.toISOString() });

/** Whether two lines say the same: a hold has no id of its own. */
export const keyOf = (line: ListLine): string =>
  line.kind === 'erasure' ? line.id : `${line.kind} ${line.at.toISOString()} ${line.held}`;

/** @throws Error with the reason, for a text that is no line of a list of this node. */
export function parseLine(text: string, uris: Naming): ListLine {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error('it is not JSON', { cause });
  }
  const { success, data, error } = schema.safeParse(json);
  if (!success) {
    const [issue] = error.issues;
    const place = issue?.path.join('.') ?? '';
    throw new Error(`${place === '' ? '' : `\`${place}\`: `}${issue?.message ?? 'it has another form'}`);
  }
  if (data.kind !== 'erasure') return data;
  if (!uris.isOfKind(data.id, 'erasure')) throw new Error(`\`id\` is no erasure of a node with BASE_URL=${uris.base}`);
  if (erasedKind(data.erased, uris) !== data.what) throw new Error(`\`erased\` is no ${data.what} of this node`);
  if (data.property !== undefined && data.what !== 'object') throw new Error('`property` goes with an object only');
  if (data.subject !== undefined && data.property === undefined) throw new Error('`subject` goes with `property` only');
  return data;
}
