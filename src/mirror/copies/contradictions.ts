/** Contradictions in a partner's answers (M40): all are stored, and shown. */
import type { Iri } from '../../rdf/terms.js';
import type { ObjectAnswer } from '../fetching/fetch-object.js';
import type { CopyFacts, Dispute } from './copy-facts.js';

/** Contradictions between an answer with a revision and what is held; another digest is found elsewhere. */
export function contradictionsOf(
  before: CopyFacts,
  { revision, object }: Pick<ObjectAnswer, 'revision' | 'object'>,
  { number, type, isNewest, now }: { number: number; type: Iri; isNewest: boolean; now: Date },
): Dispute[] {
  const found: Dispute[] = [];
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

/** The disputes with new ones: the same contradiction is one dispute. */
export const withDisputes = (disputes: readonly Dispute[], added: readonly Dispute[]): readonly Dispute[] => [
  ...disputes,
  ...added.filter(
    ({ kind, revision }) => !disputes.some((known) => known.kind === kind && known.revision === revision),
  ),
];
