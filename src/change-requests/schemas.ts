/** Changes and their history as the OpenAPI document has them. */
import { changeRequestExample } from '../action-requests/schemas.js';
import {
  boolean,
  link,
  linkToOneOf,
  literal,
  namesIn,
  oneOrMany,
  resource,
  schemaRef,
  string,
  uri,
  wholeNumber,
} from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import type { Namespaces } from '../rdf/vocabulary.js';

export const tag = { name: 'Changes', description: 'Any partner may request a change; the holder decides.' };

export const trailExample = (node: DescriptionContext): JsonValue =>
  node.document({
    '@id': node.uri(`${exampleIds.piece}/audit-trail`),
    '@type': 'api:AuditTrail',
    'api:hasChangeRequest': changeRequestExample(node),
    'api:hasLatestRevision': literal('1', 'positiveInteger'),
  });

export const schemas = ({ api }: Namespaces): Readonly<Record<string, Schema>> => ({
  Change: resource(
    'The changes to one revision.',
    { const: 'api:Change' },
    {
      'api:hasDescription': string,
      'api:hasLogisticsObject': link,
      'api:hasOperation': oneOrMany(schemaRef('Operation')),
      'api:hasRevision': wholeNumber,
      'api:hasVerificationRequest': oneOrMany(link),
      'api:notifyRequestStatusChange': boolean,
    },
    ['api:hasLogisticsObject', 'api:hasOperation', 'api:hasRevision'],
  ),
  Operation: resource(
    'One statement to add or to delete.',
    { const: 'api:Operation' },
    {
      'api:op': linkToOneOf(namesIn('api', api, ['ADD', 'DELETE'])),
      'api:s': {
        type: 'string',
        description: "The object's URI, the `internal:` id of an embedded object, or `_:label` for a new one.",
      },
      'api:p': uri,
      'api:o': oneOrMany({ anyOf: [schemaRef('OperationObject'), string] }),
    },
    ['api:op', 'api:s', 'api:p', 'api:o'],
  ),
  OperationObject: resource(
    'A value with its datatype, or the class of a resource.',
    { const: 'api:OperationObject' },
    { 'api:hasDatatype': uri, 'api:hasValue': string },
    ['api:hasDatatype', 'api:hasValue'],
  ),
  AuditTrail: resource(
    'The history of changes. Its requests are `hasChangeRequest` in API version 2.0.0, later `hasActionRequest`.',
    { const: 'api:AuditTrail' },
    {
      'api:hasActionRequest': oneOrMany(schemaRef('ActionRequest')),
      'api:hasChangeRequest': oneOrMany(schemaRef('ActionRequest')),
      'api:hasLatestRevision': wholeNumber,
    },
    ['api:hasLatestRevision'],
  ),
});
