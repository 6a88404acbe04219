/** The lookup of events by object, in the order of their creation (D13). */
import { instantOf } from '../rdf/literals.js';
import { node } from '../rdf/terms.js';
import type { Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

const MAX_ORDER = Number.MAX_SAFE_INTEGER;

/** The partitions are the objects. */
export function eventLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  const { cargo } = vocabulary;
  return {
    name: 'events',
    version: 1,
    covers: (graph) => uris.eventObject(graph) !== undefined,
    entries: (statements, graph) => {
      const object = uris.eventObject(graph);
      if (object === undefined || statements.match(node(graph), cargo.eventFor).size === 0) return [];
      const created = instantOf(statements.object(node(graph), cargo.creationDate)?.value ?? '');
      // Invalid times are sorted last.
      return [{ partition: object, order: Number.isFinite(created) ? created : MAX_ORDER, value: graph }];
    },
  };
}
