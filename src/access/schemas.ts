/** Access control lists as the OpenAPI document has them. */
import { anyObject, link, oneOrMany, schemaRef, string } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';

export const tag = {
  name: 'Access',
  description: 'Only the holder can read an object until it grants access.',
};

export const accessListExample = (node: DescriptionContext): Readonly<Record<string, JsonValue>> => ({
  '@context': { acl: 'http://www.w3.org/ns/auth/acl#', api: node.namespaces.api },
  '@id': `${node.uri(exampleIds.piece)}/acl#airline`,
  '@type': 'acl:Authorization',
  'acl:accessTo': node.link(exampleIds.piece),
  'acl:agent': node.link(exampleIds.airline),
  'acl:mode': [{ '@id': 'api:GET_LOGISTICS_EVENT' }, { '@id': 'api:GET_LOGISTICS_OBJECT' }],
});

export const schemas: Readonly<Record<string, Schema>> = {
  AccessControlList: {
    type: 'object',
    description: 'One `acl:Authorization`, or several under `@graph`, in the W3C vocabulary of access control.',
    properties: {
      '@context': schemaRef('Context'),
      '@graph': { type: 'array', items: anyObject },
      '@id': string,
      '@type': schemaRef('Types'),
      'acl:accessTo': link,
      'acl:agent': oneOrMany(link),
      'acl:agentClass': oneOrMany(link),
      'acl:agentGroup': oneOrMany(link),
      'acl:mode': oneOrMany(link),
    },
  },
};
