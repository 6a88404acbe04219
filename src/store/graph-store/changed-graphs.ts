/** Which graphs commits have changed, from the feed of any record. */
import type { Iri } from '../../rdf/terms.js';
import type { GraphRecord } from '../record.js';
import type { ChangedGraphs } from '../store.js';

/** How many commits of a shared record are read at a time. */
const FEED_PAGE = 1_000;

/** The graphs that were changed after a commit, up to another one. @throws what the record throws. */
export async function changedGraphs(
  record: Pick<GraphRecord, 'shared' | 'changedSince'>,
  after: number,
  until: number,
): Promise<ChangedGraphs> {
  const { shared } = record;
  if (after > until) return { kind: 'gap' };
  if (shared === undefined) {
    const graphs = record.changedSince?.(after, until);
    return graphs === undefined ? { kind: 'gap' } : { kind: 'graphs', graphs, sequence: until };
  }
  const graphs = new Set<Iri>();
  let sequence = after;
  while (sequence < until) {
    const page = await shared.feed(sequence, Math.min(FEED_PAGE, until - sequence));
    if (page.kind === 'gap' || page.entries.length === 0) return { kind: 'gap' };
    for (const entry of page.entries) {
      for (const graph of entry.graphs) graphs.add(graph);
      ({ sequence } = entry);
    }
  }
  return { kind: 'graphs', graphs, sequence };
}
