/** The OpenAPI section of the server information. */
import { apiVersions } from '../api-versions.js';
import { link, literal, oneOrMany, resource, schemaRef, string, uri } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { rdfResponse, seePage } from '../openapi/responses.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';

export function serverInformation(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Server information', description: 'What this node is and speaks.' };
  const example = node.document({
    '@id': node.uri('/'),
    '@type': 'api:ServerInformation',
    'api:hasDataHolder': { ...node.link(exampleIds.holder), '@type': 'cargo:Organization' },
    'api:hasServerEndpoint': literal(node.base, 'anyURI'),
    'api:hasSupportedApiVersion': [...apiVersions],
    'api:hasSupportedContentType': ['application/ld+json', 'text/turtle'],
    'api:hasSupportedLanguage': 'en-US',
    'api:hasSupportedOntology': literal(node.namespaces.cargo, 'anyURI'),
  });
  return {
    tag,
    paths: {
      '/': address(
        { tag: tag.name, security: node.security },
        {
          get: {
            id: 'getServerInformation',
            summary: 'What this node is',
            description: 'The data holder, and the API versions, media types and ontologies that the node speaks.',
            accessLevel: 'authenticated',
            responses: {
              200: rdfResponse('The server information.', schemaRef('ServerInformation'), example, [
                'Last-Modified',
                'Link',
              ]),
              ...seePage,
            },
          },
        },
      ),
    },
    schemas: {
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
    },
  };
}
