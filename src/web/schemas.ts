/** Graphs in the OpenAPI document. */
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue } from '../openapi/types.js';
import { dctermsNs } from '../rdf/vocabulary.js';

export const tag = {
  name: 'Graphs',
  description: 'The named graphs in queries, provenance and exports: each can be read at its own name.',
};

export const graphExample = (described: DescriptionContext): JsonValue => ({
  '@context': { ...described.context, dcterms: dctermsNs },
  '@id': described.uri(exampleIds.piece),
  '@type': 'cargo:Piece',
  'api:hasLatestRevision': 3,
});
