/** The server information and the data model in the OpenAPI document. */
import { apiVersions } from '../api-versions.js';
import { anyObject, link, literal, oneOrMany, resource, schemaRef, string, uri } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';

export const informationTag = { name: 'Server information', description: 'The server information of this node.' };
export const modelTag = { name: 'Data model', description: 'The ontologies and shapes that this node validates with.' };

export const informationExample = (node: DescriptionContext): JsonValue =>
  node.document({
    '@id': node.uri('/'),
    '@type': 'api:ServerInformation',
    'api:hasDataHolder': { ...node.link(exampleIds.holder), '@type': 'cargo:Organization' },
    'api:hasServerEndpoint': literal(node.base, 'anyURI'),
    'api:hasSupportedApiVersion': [...apiVersions],
    'api:hasSupportedContentType': ['application/ld+json', 'text/turtle'],
    'api:hasSupportedLanguage': 'en-US',
    'api:hasSupportedOntology': literal(node.namespaces.cargo, 'anyURI'),
  });

export const informationSchemas: Readonly<Record<string, Schema>> = {
  ServerInformation: resource(
    'What a node is and speaks.',
    { const: 'api:ServerInformation' },
    {
      'api:hasDataHolder': link,
      'api:hasServerEndpoint': uri,
      'api:hasSupportedApiVersion': oneOrMany(string),
      'api:hasSupportedContentType': oneOrMany(string),
      'api:hasSupportedEncoding': oneOrMany(string),
      'api:hasSupportedLanguage': oneOrMany(string),
      'api:hasSupportedOntology': oneOrMany(uri),
      'api:hasSupportedOntologyVersion': oneOrMany(uri),
    },
    ['api:hasDataHolder', 'api:hasServerEndpoint', 'api:hasSupportedApiVersion'],
  ),
};

export const modelSchemas: Readonly<Record<string, Schema>> = {
  Graph: {
    type: 'object',
    description: 'A whole graph.',
    properties: { '@context': schemaRef('Context'), '@graph': { type: 'array', items: anyObject } },
  },
};
