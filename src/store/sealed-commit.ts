/** The entries of a commit with the texts that they commit to. */
import type { EntryDraft } from '../proofs/sealing.js';
import type { Iri } from '../rdf/terms.js';
import type { PendingCommit } from './record.js';

interface DraftWithTexts {
  readonly draft: EntryDraft;
  readonly textOf: (graph: Iri) => string;
}

/** The text of a part that neither the commit nor `texts` has is empty: there is no such graph. */
export function draftsWithTexts({ changes, log }: Pick<PendingCommit, 'changes' | 'log'>): DraftWithTexts[] {
  if (log === undefined || log.drafts.length === 0) return [];
  const textOf = (graph: Iri): string =>
    changes.find((change) => change.graph === graph)?.text ?? log.texts?.get(graph) ?? '';
  return log.drafts.map((draft) => ({ draft, textOf }));
}
