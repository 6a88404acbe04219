/** The lookup of watched objects: by agent, in the order in which they were taken up (K92). */
import type { IndexedLookup, LookupScope } from '../../store/lookup.js';
import { readWatched } from './watched-object.js';

export interface WatchedLookups {
  readonly byAgent: IndexedLookup;
}

export function watchedLookups({ index, uris }: LookupScope): WatchedLookups {
  return {
    byAgent: index({
      name: 'watched',
      version: 1,
      covers: (graph) => uris.isOfKind(graph, 'watched'),
      entries: (statements, graph) => {
        const watched = readWatched(statements, graph);
        return watched === undefined
          ? []
          : [{ partition: watched.agent, order: watched.since.getTime(), value: graph }];
      },
    }),
  };
}
