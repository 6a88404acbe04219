/** The entries of a commit with the texts that they commit to. */
import type { EntryDraft } from '../proofs/sealing.js';
import type { Iri } from '../rdf/terms.js';
import type { StoredDraft } from './proof-log.js';
import type { PendingCommit } from './record.js';

interface DraftWithTexts {
  readonly draft: EntryDraft;
  readonly textOf: (graph: Iri) => string;
}

/** What the record has when a commit is written. */
export interface StoredState {
  /** The text of a graph; empty without the graph, undefined for a damaged one. */
  text(graph: Iri): string | undefined;
  /** The position of the newest entry of a graph. */
  newest(graph: Iri): number | undefined;
}

/** @param state of the record after the commits before this one. */
export function draftsWithTexts(
  { changes, log }: Pick<PendingCommit, 'changes' | 'log'>,
  state: StoredState,
): DraftWithTexts[] {
  if (log === undefined) return [];
  // The text of a part that the commit does not have is empty: there is no such graph.
  const textOf = (graph: Iri): string => changes.find((change) => change.graph === graph)?.text ?? '';
  const { drafts, stored = [] } = log;
  return [...drafts.map((draft) => ({ draft, textOf })), ...stored.flatMap((each) => storedDraft(each, state))];
}

/** None for a graph that has another entry by now, and for one that is gone or damaged (P51). */
function storedDraft({ draft, newest }: StoredDraft, state: StoredState): DraftWithTexts[] {
  if (state.newest(draft.graph) !== newest) return [];
  const texts = new Map<Iri, string>();
  for (const part of draft.parts) {
    const text = state.text(part);
    if (text === undefined || (part === draft.graph && text === '')) return [];
    texts.set(part, text);
  }
  return [{ draft, textOf: (graph) => texts.get(graph) ?? '' }];
}

/** The most entries that a commit makes. */
export const entriesOf = ({ log }: Pick<PendingCommit, 'log'>): number =>
  (log?.drafts.length ?? 0) + (log?.stored?.length ?? 0);
