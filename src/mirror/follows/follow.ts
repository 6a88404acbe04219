/** A follow: which objects of a partner are copied, and how far this has come (M1 to M9). */
import { createHash } from 'node:crypto';
import type { Graph } from '../../rdf/graph.js';
import type { MirrorTerms } from '../../rdf/mirror-terms.js';
import { StoredPropertyReader } from '../../rdf/stored-property-reader.js';
import { type Iri, node, type Quad } from '../../rdf/terms.js';
import { dcterms, prov } from '../../rdf/vocabulary.js';
import { DamagedDataError } from '../../store/quarantine.js';
import { Facts } from '../facts.js';
import { type UnreachableReason, unreachableReasons } from '../partners/unreachable.js';

export type FollowTarget =
  | { readonly kind: 'object'; readonly object: Iri }
  /** Their URIs are in a graph of their own. */
  | { readonly kind: 'objects'; readonly count: number }
  | { readonly kind: 'type'; readonly type: Iri };

export const followStates = ['asked', 'following', 'refused', 'unreachable', 'frozen', 'ended'] as const;
export type FollowStateName = (typeof followStates)[number];

const refusedReasons = ['forbidden', 'not-found'] as const;
const frozenReasons = ['forbidden', 'gone', 'erased', 'moved'] as const;

export type FollowState =
  | { readonly kind: 'asked' | 'following' | 'ended' }
  | { readonly kind: 'refused'; readonly reason: (typeof refusedReasons)[number] }
  | { readonly kind: 'unreachable'; readonly reason: UnreachableReason }
  | { readonly kind: 'frozen'; readonly reason: (typeof frozenReasons)[number] };

export const works = ['spread', 'sweep', 'end', 'purge'] as const;

/** What remains to be done for a follow: to reach its copies, to check them, to leave them, or to leave and purge them. */
export type Work = (typeof works)[number];

/** What an operator may change. */
export interface FollowOptions {
  /** The number of links that are followed. */
  readonly depth: number;
  readonly events: boolean;
  readonly subscribe: boolean;
  readonly note: string | undefined;
}

export interface Follow extends FollowOptions {
  readonly uri: Iri;
  readonly id: string;
  readonly server: Iri;
  readonly target: FollowTarget;
  readonly targetKey: string;
  /** The agent, or `notification` for one that stands for notified objects (M18). */
  readonly by: Iri | 'notification';
  readonly createdAt: Date;
  readonly state: FollowState;
  readonly since: Date;
  readonly work: Work | undefined;
  /** Counts what was asked for: what came while earlier work was under way is work, too. */
  readonly position: number;
  /** The depth to which its copies have been reached. */
  readonly appliedDepth: number;
  readonly truncated: number;
}

/** The same for follows of the same objects (M3). */
export function targetKeyOf(
  server: Iri,
  target: { readonly objects: readonly Iri[] } | { readonly type: Iri },
): string {
  const parts = 'type' in target ? ['type', target.type] : ['objects', ...[...new Set(target.objects)].sort()];
  return createHash('sha256')
    .update([server, ...parts].join(' '))
    .digest('hex');
}

export function describeFollow(follow: Follow, ext: MirrorTerms): Quad[] {
  const { target, state } = follow;
  return new Facts(node(follow.uri))
    .iri(ext.server, follow.server)
    .iri(ext.object, target.kind === 'object' ? target.object : undefined)
    .count(ext.objects, target.kind === 'objects' ? target.count : undefined)
    .iri(ext.type, target.kind === 'type' ? target.type : undefined)
    .text(ext.targetKey, follow.targetKey)
    .count(ext.depth, follow.depth)
    .flag(ext.followsEvents, follow.events)
    .flag(ext.subscribes, follow.subscribe)
    .text(ext.note, follow.note)
    .iri(prov.wasAttributedTo, follow.by === 'notification' ? undefined : follow.by)
    .text(ext.by, follow.by === 'notification' ? follow.by : undefined)
    .date(dcterms.created, follow.createdAt)
    .text(ext.state, state.kind)
    .text(ext.reason, 'reason' in state ? state.reason : undefined)
    .date(ext.since, follow.since)
    .text(ext.work, follow.work)
    .count(ext.position, follow.position)
    .count(ext.appliedDepth, follow.appliedDepth)
    .count(ext.truncated, follow.truncated).statements;
}

/** @throws DamagedDataError for a graph that is no follow; undefined for an empty one. */
export function readFollow(data: Graph, uri: Iri, ext: MirrorTerms): Follow | undefined {
  if (data.size === 0) return undefined;
  const facts = new StoredPropertyReader(data, node(uri));
  const [server, createdAt, since] = [facts.iri(ext.server), facts.date(dcterms.created), facts.date(ext.since)];
  const by = facts.text(ext.by) === 'notification' ? 'notification' : facts.iri(prov.wasAttributedTo);
  const target = readTarget(facts, ext);
  if (server === undefined || createdAt === undefined || since === undefined || by === undefined || !target)
    throw new DamagedDataError(`<${uri}> is no follow`);
  return {
    uri,
    id: uri.slice(uri.lastIndexOf('/') + 1),
    server,
    target,
    targetKey: facts.text(ext.targetKey) ?? '',
    depth: facts.integer(ext.depth) ?? 0,
    events: facts.flag(ext.followsEvents),
    subscribe: facts.flag(ext.subscribes),
    note: facts.text(ext.note),
    by,
    createdAt,
    state: readState(facts, ext),
    since,
    work: works.find((work) => work === facts.text(ext.work)),
    position: facts.integer(ext.position) ?? 0,
    appliedDepth: facts.integer(ext.appliedDepth) ?? 0,
    truncated: facts.integer(ext.truncated) ?? 0,
  };
}

function readTarget(facts: StoredPropertyReader, ext: MirrorTerms): FollowTarget | undefined {
  const [object, type] = [facts.iri(ext.object), facts.iri(ext.type)];
  if (object !== undefined) return { kind: 'object', object };
  if (type !== undefined) return { kind: 'type', type };
  const count = facts.integer(ext.objects);
  return count === undefined ? undefined : { kind: 'objects', count };
}

function readState(facts: StoredPropertyReader, ext: MirrorTerms): FollowState {
  const kind = followStates.find((name) => name === facts.text(ext.state)) ?? 'asked';
  const text = facts.text(ext.reason);
  if (kind === 'refused') return { kind, reason: refusedReasons.find((reason) => reason === text) ?? 'forbidden' };
  if (kind === 'frozen') return { kind, reason: frozenReasons.find((reason) => reason === text) ?? 'forbidden' };
  if (kind !== 'unreachable') return { kind };
  return { kind, reason: unreachableReasons.find((reason) => reason === text) ?? 'connect' };
}

export const isSameState = (one: FollowState, other: FollowState): boolean =>
  one.kind === other.kind &&
  ('reason' in one ? one.reason : undefined) === ('reason' in other ? other.reason : undefined);
