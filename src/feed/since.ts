/** What changed since a time: the members of a caller's feed from there on, in pages (W62). */
import type { Tombstones } from '../access/tombstones.js';
import type { Caller } from '../http/caller.js';
import type { TimeParameter } from '../http/query-parameters.js';
import { type Iri, node } from '../rdf/terms.js';
import type { GraphReader } from '../store/store.js';
import type { UriScheme } from '../uris.js';
import { type ListedMember, rankOf } from './documents.js';
import type { Member, MemberIndex } from './member-index.js';
import { MICROSECONDS } from './periods.js';
import type { CallerView, FeedViews } from './views.js';

/** The most members of a page. */
export const SINCE_PAGE = 1_000;
/** The most members that are looked at for a page. */
const MOST_SCANNED = 10_000;

export interface Wanted {
  readonly since: TimeParameter;
  /** The last member that the caller was given. One that it may not read any more, or never could, is ignored. */
  readonly after: Iri | undefined;
  /** Types with their subtypes; empty for all. */
  readonly types: ReadonlySet<string>;
  /** Objects whose revisions and events are wanted; empty for all. */
  readonly objects: readonly Iri[];
}

export interface ChangedPage {
  readonly members: readonly ListedMember[];
  /** Where the next page begins; undefined for the last page. */
  readonly next: { readonly since: string; readonly after: Iri } | undefined;
}

export interface SinceServices {
  readonly views: FeedViews;
  readonly members: MemberIndex;
  readonly contents: GraphReader;
  readonly uris: UriScheme;
  readonly tombstones: Pick<Tombstones, 'find'>;
}

/**
 * A page of the members whose feed time is not earlier than a time (W62). The next page begins after a member that the
 * caller may read: its name and its time tell nothing new.
 *
 * @param pageSize smaller in tests.
 */
export async function changedSince(
  { since, after, types, objects }: Wanted,
  caller: Caller,
  services: SinceServices,
  pageSize = SINCE_PAGE,
): Promise<ChangedPage> {
  const { members: index, views } = services;
  const last = after === undefined ? undefined : await index.find(after);
  const positions = await positionsOf(objects, index);
  const { listed, hasMore } = await views.read(caller, (found) => {
    const from = startOf(since, last && views.placeIn(last, found, caller), found);
    return scan(found, from, positions);
  });
  const members: ListedMember[] = [];
  let scanned: ListedMember | undefined;
  for (const member of listed) {
    if (members.length === pageSize) break;
    scanned = member;
    const isWanted = types.size === 0 || (await isOfType(member, types, services));
    if (isWanted) members.push(member);
  }
  const isLast = scanned === undefined || (scanned === listed.at(-1) && !hasMore);
  const end = isLast || scanned === undefined ? undefined : await index.at(scanned.position);
  if (end === undefined || scanned === undefined) return { members, next: undefined };
  return { members, next: { since: timeText(scanned), after: end.graph } };
}

const millisecond = ({ time }: { readonly time: number }): number => Math.floor(time / MICROSECONDS);

const timeText = (member: ListedMember): string => new Date(millisecond(member)).toISOString();

/** The first member that is wanted. @param last of the page before. */
function startOf({ instant }: TimeParameter, last: ListedPlace | undefined, { view }: CallerView): number {
  const first = view.indexOf({ time: instant.getTime() * MICROSECONDS, position: -Infinity });
  // Access that was taken and given again has moved the member: what follows its new place is not all that is new.
  const isThere = last !== undefined && millisecond(last) === instant.getTime();
  return isThere ? Math.max(first, view.indexOf({ ...last, position: last.position + 1 })) : first;
}

type ListedPlace = Omit<ListedMember, 'rank'>;

/** The next members from an index on. @param positions of those that are wanted; undefined for all. */
function scan(
  { view }: CallerView,
  from: number,
  positions: ReadonlySet<number> | undefined,
): { readonly listed: readonly ListedMember[]; readonly hasMore: boolean } {
  const listed: ListedMember[] = [];
  for (let at = from; at < view.length; at += 1) {
    const place = view.at(at);
    if (positions?.has(place.position) === false) continue;
    if (listed.length === MOST_SCANNED) return { listed, hasMore: true };
    listed.push({ ...place, rank: rankOf(view, at) });
  }
  return { listed, hasMore: false };
}

/** The positions of the members of these objects; undefined for all. */
async function positionsOf(objects: readonly Iri[], index: MemberIndex): Promise<ReadonlySet<number> | undefined> {
  if (objects.length === 0) return undefined;
  const found = await Promise.all(objects.map((object) => index.ofObject(object)));
  return new Set(found.flat().map(({ position }: Member) => position));
}

async function isOfType(
  { position }: ListedMember,
  types: ReadonlySet<string>,
  { members, contents, uris, tombstones }: SinceServices,
): Promise<boolean> {
  const member = await members.at(position);
  if (member === undefined) return false;
  if (member.erased !== undefined) {
    const object = uris.eventObject(member.erased) ?? member.erased;
    const tombstone = (await tombstones.find(member.erased)) ?? (await tombstones.find(object));
    const stated = (await contents.read(uris.head(object))).types(node(object));
    return [tombstone?.formerType, ...stated].some((type) => type !== undefined && types.has(type));
  }
  const kind = uris.graphKind(member.graph);
  const subject = kind?.kind === 'revision' ? kind.object : member.graph;
  const data = await contents.read(member.graph);
  return data.types(node(subject)).some((type) => types.has(type));
}
