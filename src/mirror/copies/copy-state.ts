/** The state of a copy, which follows from what is known about it (M33). */
import type { CopyFacts } from './copy-facts.js';

/** `refused` beside the states of M33: a linked object that this node never had access to (M36). */
export const copyStates = ['fresh', 'due', 'stale', 'frozen', 'refused', 'poison', 'disputed', 'ended'] as const;
export type CopyState = (typeof copyStates)[number];

export interface StateWithReason {
  readonly state: CopyState;
  readonly reason: string | undefined;
}

/** What is final comes before what may pass; what concerns the object before what concerns its server. */
export function stateOf(facts: CopyFacts): StateWithReason {
  const { reaches, access, disputes, silence } = facts;
  if (reaches.length === 0) return { state: 'ended', reason: undefined };
  if (access.kind === 'frozen' || access.kind === 'refused') return { state: access.kind, reason: access.reason };
  const dispute = disputes.at(-1);
  if (dispute !== undefined) return { state: 'disputed', reason: dispute.kind };
  const poison = facts.poison ?? facts.unreadEvents;
  if (poison !== undefined) return { state: 'poison', reason: poison.reason };
  if (silence !== undefined) return { state: 'stale', reason: silence };
  return { state: isBehind(facts) ? 'due' : 'fresh', reason: undefined };
}

/** Whether more is known to be at the partner than is held (M9). */
export const isBehind = ({ access, due, gaps }: CopyFacts): boolean =>
  access.kind === 'unknown' ||
  (due !== undefined && due.priority !== 'sweep') ||
  gaps.some(({ reason }) => reason === 'pending');
