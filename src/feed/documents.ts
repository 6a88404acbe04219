/**
 * The documents of a caller's feed: a search tree by time (W55 to W58). They follow from the caller's members and the
 * size of a page alone, so that every node of a database makes the same ones, and nothing is stored for a caller.
 */
import { createHash } from 'node:crypto';
import {
  ALWAYS,
  type DocumentName,
  MOST_PARTS,
  type Part,
  pathOf,
  type Period,
  periodBelow,
  SECOND,
  shortDigest,
} from './periods.js';
import type { FeedView, Place, Range } from './view.js';

/** Changes with every change of the documents' bytes: the addresses of closed documents change with it. */
const FORM = 2;

/** The most digests that are kept for a view. */
const MOST_DIGESTS = 20_000;

/** A link to a document of a shorter period or a part. */
export interface Relation {
  /** Below the address of the feed. */
  readonly path: string;
  /** The property that the bounds are of. */
  readonly by: 'time' | 'position';
  /** Inclusive; a time in microseconds. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** A member in a document. */
export interface ListedMember extends Place {
  /** The number of the member among those of its second. */
  readonly rank: number;
}

export interface FeedDocument {
  /** Below the address of the feed; empty for the root. */
  readonly path: string;
  readonly isClosed: boolean;
  readonly relations: readonly Relation[];
  readonly members: readonly ListedMember[];
}

/** The answer for an address. */
export type Found =
  | { readonly kind: 'document'; readonly document: FeedDocument }
  | { readonly kind: 'replaced'; readonly path: string }
  /** The caller may read nothing of that period. */
  | { readonly kind: 'empty' };

/** Digests of periods that are closed, for one view. */
export type Digests = Map<string, { readonly changes: number; readonly length: number; readonly digest: string }>;

export interface Reading {
  readonly view: FeedView;
  readonly digests: Digests;
  readonly pageSize: number;
  /** Periods that end until then are closed; in microseconds. */
  readonly closedUntil: number;
}

/** A period or a part, with its members. */
interface Section extends Omit<DocumentName, 'digest'> {
  readonly range: Range;
}

/** The root (W55). */
export function rootDocument(reading: Reading): FeedDocument {
  const { view } = reading;
  return contentOf({ period: ALWAYS, part: undefined, range: { from: 0, to: view.length } }, reading);
}

/** What an address leads to (W58, W60). */
export function findDocument(name: DocumentName, reading: Reading): Found {
  const section = sectionOf(name, reading);
  if (section.range.from >= section.range.to) return { kind: 'empty' };
  const document = contentOf(section, reading);
  if (name.digest === undefined)
    return { kind: 'document', document: { ...document, path: pathOf(name), isClosed: false } };
  return document.path === pathOf(name) ? { kind: 'document', document } : { kind: 'replaced', path: document.path };
}

/** The number of documents in the whole tree. */
export function documentCount(view: FeedView, pageSize: number): number {
  // Nothing is closed, so that no digest is made.
  const reading = { view, pageSize, closedUntil: -Infinity, digests: new Map() };
  const below = (section: Section): number => {
    if (section.range.to - section.range.from <= pageSize) return 1;
    return sectionsBelow(section, reading).reduce((sum, one) => sum + below(one.section), 1);
  };
  return below({ period: ALWAYS, part: undefined, range: { from: 0, to: view.length } });
}

/** The number of a member among those of its second. */
export function rankOf(view: FeedView, index: number): number {
  const second = Math.floor(view.at(index).time / SECOND_US) * SECOND_US;
  return index - view.between(second, second + SECOND_US).from;
}

const SECOND_US = 1_000_000;

function sectionOf({ period, part }: Omit<DocumentName, 'digest'>, { view, pageSize }: Reading): Section {
  const whole = view.between(period.start, period.end);
  if (part === undefined) return { period, part, range: whole };
  const width = widthOf(part.exponent, pageSize);
  const from = Math.min(whole.to, whole.from + part.index * width);
  return { period, part, range: { from, to: Math.min(whole.to, from + width) } };
}

function contentOf(section: Section, reading: Reading): FeedDocument {
  const { view, pageSize } = reading;
  const { from, to } = section.range;
  const isClosed = isOver(section.period, reading);
  const path = addressOf(section, reading);
  if (to - from > pageSize) return { path, isClosed, relations: relationsOf(section, reading), members: [] };
  const ranks = new Map<number, number>();
  const members = Array.from({ length: to - from }, (_, offset): ListedMember => {
    const place = view.at(from + offset);
    const second = Math.floor(place.time / SECOND_US);
    // The first member of a second in this document may not be the first one of the second.
    const rank = ranks.get(second) ?? rankOf(view, from + offset);
    ranks.set(second, rank + 1);
    return { ...place, rank };
  });
  return { path, isClosed, relations: [], members };
}

/** The root is never closed. */
const isOver = ({ end }: Period, { closedUntil }: Reading): boolean => end <= closedUntil;

function relationsOf(section: Section, reading: Reading): Relation[] {
  return sectionsBelow(section, reading).map(({ section: below, ...bounds }) => ({
    path: addressOf(below, reading),
    ...bounds,
  }));
}

/** A period or part with the bounds of its members. */
interface BoundedSection extends Omit<Relation, 'path'> {
  readonly section: Section;
}

const sectionsBelow = (section: Section, reading: Reading): BoundedSection[] =>
  section.period.fields.length < SECOND ? shorterPeriods(section, reading) : parts(section, reading);

/** The shorter periods with members. */
function shorterPeriods({ period, range }: Section, { view }: Reading): BoundedSection[] {
  const found: BoundedSection[] = [];
  for (let from = range.from; from < range.to;) {
    const below = periodBelow(period, view.at(from));
    const { to } = view.between(below.start, below.end);
    const section = { period: below, part: undefined, range: { from, to } };
    found.push({ section, by: 'time', from: below.start, to: below.end });
    from = to;
  }
  return found;
}

/** The parts of a second, or of a part. */
function parts({ period, part, range }: Section, { pageSize, view }: Reading): BoundedSection[] {
  const count = range.to - range.from;
  let exponent = 0;
  while (count > widthOf(exponent, pageSize) * MOST_PARTS) exponent += 1;
  if (part !== undefined) exponent = part.exponent - 1;
  const width = widthOf(exponent, pageSize);
  const second = view.between(period.start, period.end).from;
  const found: BoundedSection[] = [];
  for (let { from } = range; from < range.to; from += width) {
    const to = Math.min(range.to, from + width);
    const below: Part = { exponent, index: (from - second) / width };
    const section = { period, part: below, range: { from, to } };
    found.push({ section, by: 'position', from: from - second, to: from - second + width });
  }
  return found;
}

/** The members that a part has room for. */
const widthOf = (exponent: number, pageSize: number): number => pageSize * MOST_PARTS ** exponent;

/** The address of a document: with a digest of its members once its period is closed (W57). */
function addressOf({ period, part, range }: Section, reading: Reading): string {
  const name = { period, part, digest: undefined };
  return pathOf(isOver(period, reading) ? { ...name, digest: digestOf(pathOf(name), range, reading) } : name);
}

/** A digest of the members of a closed period. Only erasures change a member's statements, so that its name and theirs stand for them. */
function digestOf(path: string, range: Range, { view, digests, pageSize }: Reading): string {
  const length = range.to - range.from;
  const known = digests.get(path);
  if (known?.changes === view.changes && known.length === length) return known.digest;
  const hash = createHash('sha256').update(`${FORM} ${pageSize} ${path}\n`);
  for (const bytes of view.bytesOf(range)) hash.update(bytes);
  const digest = shortDigest(hash.digest('hex'));
  // Callers may ask for the documents of any second.
  if (digests.size >= MOST_DIGESTS) digests.clear();
  digests.set(path, { changes: view.changes, length, digest });
  return digest;
}
