/** The lookup of Logistics Objects by type, in the order of their creation. */
import { node } from '../rdf/terms.js';
import { dcterms, rdfTerms, type Vocabulary } from '../rdf/vocabulary.js';
import type { Lookup } from '../store/lookup.js';
import type { UriScheme } from '../uris.js';

/** The partition of all objects; the other partitions are the most specific types (D8). */
export const ALL_OBJECTS = '';

export function objectLookup(uris: UriScheme, vocabulary: Vocabulary): Lookup {
  const { api } = vocabulary;
  return {
    name: 'objects',
    version: 1,
    covers: (graph) => uris.headObject(graph) !== undefined,
    entries: (statements, graph) => {
      const value = uris.headObject(graph);
      if (value === undefined) return [];
      const object = node(value);
      const order = statements.date(object, dcterms.created)?.getTime();
      const type = statements.iri(object, rdfTerms.type);
      const isHead = statements.object(object, api.hasLatestRevision) !== undefined;
      if (!isHead || order === undefined || type === undefined) return [];
      return [ALL_OBJECTS, type].map((partition) => ({ partition, order, value }));
    },
  };
}
