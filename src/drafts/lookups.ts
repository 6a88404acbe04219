/** The lookup of drafts in the order of their last change: by agent, those that end, shared templates, and those of an object. */
import type { Iri } from '../rdf/terms.js';
import type { IndexedLookup, LookupScope } from '../store/lookup.js';
import { readDraft } from './draft.js';

/** The partition of the drafts that end after `DRAFT_DAYS` (K15): templates stay. */
export const ENDING_DRAFTS = 'ending';
/** The partition of the templates that internal agents share. */
export const SHARED_TEMPLATES = 'shared';

/** The partition of the drafts and templates that were made from an object. */
export const copiesPartition = (object: Iri): string => `copies ${object}`;

export interface DraftLookups {
  readonly drafts: IndexedLookup;
}

export function draftLookups({ index, uris }: LookupScope): DraftLookups {
  return {
    drafts: index({
      name: 'drafts',
      version: 2,
      covers: (graph) => uris.isOfKind(graph, 'draft'),
      entries: (statements, graph) => {
        const draft = readDraft(statements, graph);
        if (draft === undefined) return [];
        const { owner, kind, visibility, modified, copyOf } = draft;
        const partitions = [
          owner,
          ...(kind === 'draft' ? [ENDING_DRAFTS] : []),
          ...(kind === 'template' && visibility === 'internal' ? [SHARED_TEMPLATES] : []),
          ...(copyOf === undefined ? [] : [copiesPartition(copyOf)]),
        ];
        return partitions.map((partition) => ({ partition, order: modified.getTime(), value: graph }));
      },
    }),
  };
}
