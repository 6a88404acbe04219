/** Access delegations as the OpenAPI document has them. */
import { permissions } from '../access/authorization.js';
import { boolean, link, linkToOneOf, namesIn, oneOrMany, resource, string, time } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import type { Namespaces } from '../rdf/vocabulary.js';

/** An AccessDelegation in a request body. */
export const delegationExample = (node: DescriptionContext): JsonValue =>
  node.document({
    '@type': 'api:AccessDelegation',
    'api:hasDescription': 'For the handling of the shipment',
    'api:hasLogisticsObject': node.link(exampleIds.piece),
    'api:hasPermission': [{ '@id': 'api:GET_LOGISTICS_OBJECT' }, { '@id': 'api:POST_LOGISTICS_EVENT' }],
    'api:isRequestedFor': node.link(exampleIds.airline),
    'api:notifyRequestStatusChange': true,
  });

export const schemas = ({ api }: Namespaces): Readonly<Record<string, Schema>> => ({
  AccessDelegation: resource(
    'Which permissions on which objects are requested, and for whom.',
    { const: 'api:AccessDelegation' },
    {
      'api:expiresAt': time,
      'api:hasDescription': string,
      'api:hasLogisticsObject': oneOrMany(link),
      'api:hasPermission': oneOrMany(linkToOneOf(namesIn('api', api, permissions))),
      'api:isRequestedFor': oneOrMany(link),
      'api:notifyRequestStatusChange': boolean,
    },
    ['api:hasLogisticsObject', 'api:hasPermission', 'api:isRequestedFor'],
  ),
});
