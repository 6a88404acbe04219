/** Contradictions in a partner's answers (M40): all are stored, and shown until an internal agent has decided. */
import type { Iri } from '../../rdf/terms.js';
import type { ObjectAnswer } from '../fetching/fetch-object.js';
import type { HolderChange } from '../partners/partner.js';
import type { CopyFacts, Dispute } from './copy-facts.js';

/** The most contradictions of a copy, and the most decisions about them, that are kept. */
const MAX_DISPUTES = 50;

/** Contradictions between an answer with a revision and what is held; another digest is found elsewhere. */
export function contradictionsOf(
  before: CopyFacts,
  { revision, object, holderChange }: Pick<ObjectAnswer, 'revision' | 'object' | 'holderChange'>,
  { number, type, isNewest, now }: { number: number; type: Iri; isNewest: boolean; now: Date },
): Dispute[] {
  const found: Dispute[] = isNewest ? otherHolder(before, holderChange, now) : [];
  const add = (kind: Dispute['kind'], text: string): void => {
    found.push({ kind, since: now, revision: number, text });
  };
  if (revision !== undefined && object.revision !== undefined && object.revision !== revision)
    add('numbers', `the header names revision ${revision}, the body ${object.revision}`);
  if (isNewest && number < before.held) add('went-back', `the newest is revision ${number}; ${before.held} is held`);
  if (isNewest && number > before.held && before.type !== undefined && before.type !== type)
    add('type-changed', `revision ${number} is a ${type}; before it was a ${before.type}`);
  return found;
}

/** That the server has named another data holder since the last check of what is held. */
export function otherHolder(
  { held, checkedAt }: Pick<CopyFacts, 'held' | 'checkedAt'>,
  change: HolderChange | undefined,
  now: Date,
): Dispute[] {
  if (change === undefined || held === 0 || checkedAt === undefined || checkedAt >= change.at) return [];
  const text = `the data holder of the server was ${change.from}, and is ${change.to}`;
  return [{ kind: 'holder-changed', since: now, revision: undefined, text }];
}

/** The contradictions with new ones: the same is one, and does not come back after a decision about it. */
export const withDisputes = (
  { disputes, decidedDisputes }: Pick<CopyFacts, 'disputes' | 'decidedDisputes'>,
  added: readonly Dispute[],
): readonly Dispute[] => [
  ...disputes,
  ...added
    .filter(({ kind, revision }) => !disputes.some((known) => known.kind === kind && known.revision === revision))
    .filter(({ kind, text }) => !decidedDisputes.some((known) => known.kind === kind && known.text === text))
    .slice(0, Math.max(0, MAX_DISPUTES - disputes.length)),
];

/** Without the oldest, if there are too many. */
export const latestDisputes = <One extends Dispute>(disputes: readonly One[]): readonly One[] =>
  disputes.slice(-MAX_DISPUTES);
