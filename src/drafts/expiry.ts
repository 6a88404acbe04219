/** Ends drafts `DRAFT_DAYS` after their last change (K15). Templates stay. */
import { dropUntil, type Expiring } from '../store/expiry.js';
import { readDraft } from './draft.js';
import { dropDraft, type DraftServices } from './drafts.js';
import { ENDING_DRAFTS } from './lookups.js';

const DAY_MS = 86_400_000;

/** Drops the drafts whose time is over, until the signal is aborted. */
export async function dropExpired(
  { store, uris, clock, settings, lookups }: Pick<DraftServices, 'store' | 'uris' | 'clock' | 'settings' | 'lookups'>,
  signal: AbortSignal,
): Promise<void> {
  const until = clock.now().getTime() - settings.draftDays * DAY_MS;
  const drafts: Expiring = {
    lookup: lookups.drafts.drafts,
    partition: ENDING_DRAFTS,
    isOver: (data, graph) => {
      const draft = readDraft(data, graph);
      return draft === undefined || (draft.kind === 'draft' && draft.modified.getTime() <= until);
    },
    drop: (tx, graph) => dropDraft(tx, graph, uris),
  };
  await dropUntil(store, drafts, until, signal);
}
