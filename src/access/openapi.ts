/** Access control lists, and requests for access. */
import { permissions } from './authorization.js';
import {
  boolean,
  link,
  linkToOneOf,
  namesIn,
  oneOrMany,
  resource,
  schemaRef,
  string,
  time,
} from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { created, rdfResponse, jsonLdBody, requestLinks } from '../openapi/responses.js';
import { parameterRefs } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';

export function access(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Access', description: 'Only the holder can read an object until access has been granted.' };
  const tagged = { tag: tag.name, security: node.security };
  const list = {
    '@context': { acl: 'http://www.w3.org/ns/auth/acl#', api: node.namespaces.api },
    '@id': `${node.uri(exampleIds.piece)}/acl#airline`,
    '@type': 'acl:Authorization',
    'acl:accessTo': node.link(exampleIds.piece),
    'acl:agent': node.link(exampleIds.airline),
    'acl:mode': [{ '@id': 'api:GET_LOGISTICS_EVENT' }, { '@id': 'api:GET_LOGISTICS_OBJECT' }],
  };
  const lists = schemaRef('AccessControlList');
  return {
    tag,
    paths: {
      '/logistics-objects/{id}/acl': address(tagged, {
        get: {
          id: 'getAccessControlList',
          summary: 'Read the access control list of a Logistics Object',
          description: 'What the holder has written, and what accepted delegations grant.',
          accessLevel: 'internal',
          parameters: parameterRefs('object'),
          responses: { 200: rdfResponse('The list.', lists, list) },
          errors: [404],
        },
        put: {
          id: 'putAccessControlList',
          summary: 'Replace the access control list of a Logistics Object',
          description:
            'Replaces what the holder has written; what delegations grant stays until they are revoked. A document without an authorization removes all access, and is rejected unless `clear` is true.',
          accessLevel: 'internal',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'clear',
              in: 'query',
              description: 'Whether a document without any authorization is accepted.',
              schema: { type: 'boolean', default: false },
            },
          ],
          body: jsonLdBody(lists, list),
          responses: { 204: { description: 'The list is replaced.' } },
          errors: [400, 404, 415],
        },
      }),
      '/access-delegations': address(tagged, {
        post: {
          id: 'requestAccessDelegation',
          summary: 'Request access',
          description:
            'For the caller or for others. Creates an AccessDelegationRequest, on which the holder decides. What it grants, and what is derived from it, ends at `api:expiresAt`. Where the request names API version 2.3.0 it is for one agent.',
          accessLevel: 'permitted',
          body: jsonLdBody(
            schemaRef('AccessDelegation'),
            node.document({
              '@type': 'api:AccessDelegation',
              'api:hasDescription': 'For the handling of the shipment',
              'api:hasLogisticsObject': node.link(exampleIds.piece),
              'api:hasPermission': [{ '@id': 'api:GET_LOGISTICS_OBJECT' }, { '@id': 'api:POST_LOGISTICS_EVENT' }],
              'api:isRequestedFor': node.link(exampleIds.airline),
              'api:notifyRequestStatusChange': true,
            }),
          ),
          responses: { 201: created('The AccessDelegationRequest', requestLinks) },
          errors: [400, 415],
        },
      }),
    },
    schemas: {
      AccessControlList: {
        type: 'object',
        description: 'One `acl:Authorization`, or several under `@graph`, in the W3C vocabulary of access control.',
        properties: {
          '@context': { type: 'object' },
          '@graph': { type: 'array', items: { type: 'object' } },
          '@id': string,
          '@type': schemaRef('Types'),
          'acl:accessTo': link,
          'acl:agent': oneOrMany(link),
          'acl:agentClass': oneOrMany(link),
          'acl:agentGroup': oneOrMany(link),
          'acl:mode': oneOrMany(link),
        },
      },
      AccessDelegation: resource(
        'Which permissions on which objects are requested, and for whom.',
        { const: 'api:AccessDelegation' },
        {
          'api:expiresAt': time,
          'api:hasDescription': string,
          'api:hasLogisticsObject': oneOrMany(link),
          'api:hasPermission': oneOrMany(linkToOneOf(namesIn('api', node.namespaces.api, permissions))),
          'api:isRequestedFor': oneOrMany(link),
          'api:notifyRequestStatusChange': boolean,
        },
        ['api:hasLogisticsObject', 'api:hasPermission', 'api:isRequestedFor'],
      ),
    },
  };
}
