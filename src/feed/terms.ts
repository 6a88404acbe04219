/** The vocabularies of the feed: LDES 1.0.0 and TREE. */
import { extended, type IriNode, node } from '../rdf/terms.js';
import { terms } from '../rdf/vocabulary.js';
import type { UriScheme } from '../uris.js';

export const ldesNs = 'https://w3id.org/ldes#';
export const treeNs = 'https://w3id.org/tree#';

export const ldes = terms(ldesNs, [
  'EventStream',
  'immutable',
  'pollingInterval',
  'sequencePath',
  'timestampPath',
  'versionDeleteObject',
  'versionDeletePath',
  'versionOfPath',
]);

export const tree = terms(treeNs, [
  'GreaterThanOrEqualToRelation',
  'LessThanRelation',
  'Node',
  'member',
  'node',
  'path',
  'relation',
  'value',
  'view',
]);

/** The place of a member among those of one instant (W52). */
export const positionTerm = (uris: Pick<UriScheme, 'extensions'>): IriNode =>
  node(extended(uris.extensions, '#position'));
