/** The feed in the OpenAPI document. */
import { anyObject } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import { dctermsNs, xsdNs } from '../rdf/vocabulary.js';
import { ldesNs, treeNs } from './terms.js';

export const tag = {
  name: 'Feed',
  description:
    'Everything that a caller may read as a Linked Data Event Stream: for a copy that is complete, at its own pace.',
};

/** Expanded JSON-LD: the stream, then its members, each with its statements under `@graph`. */
export const documentSchema: Schema = {
  type: 'array',
  items: { ...anyObject, properties: { '@id': { type: 'string' } }, required: ['@id'] },
};

export function feedExample(described: DescriptionContext): JsonValue {
  const feed = described.uri('/feed');
  const piece = described.uri(exampleIds.piece);
  const member = `${piece}/revisions/1`;
  const { cargo } = described.namespaces;
  return [
    { '@id': feed, '@type': [`${ldesNs}EventStream`], [`${treeNs}member`]: [{ '@id': member }] },
    {
      '@id': member,
      [`${dctermsNs}isVersionOf`]: [{ '@id': piece }],
      [`${dctermsNs}issued`]: [{ '@type': `${xsdNs}dateTime`, '@value': '2026-03-01T10:00:00.400Z' }],
      '@graph': [{ '@id': piece, '@type': [`${cargo}Piece`], [`${cargo}goodsDescription`]: [{ '@value': 'Oranges' }] }],
    },
  ];
}
