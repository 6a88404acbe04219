/** Changes: requesting one, and the history of the requested ones. */
import { requestStatuses } from '../action-requests/action-request.js';
import { changeExample, changeRequestExample } from '../action-requests/schemas.js';
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
import { address } from '../openapi/operation.js';
import { created, rdfResponse, jsonLdBody, moved, requestLinks } from '../openapi/responses.js';
import { listParameter, parameterRefs, timeParameter } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';

export function changeRequests(node: DescriptionContext): OpenApiSection {
  const tag = { name: 'Changes', description: 'Any partner may request a change; the holder decides.' };
  const tagged = { tag: tag.name, security: node.security };
  const trail = node.document({
    '@id': node.uri(`${exampleIds.piece}/audit-trail`),
    '@type': 'api:AuditTrail',
    'api:hasChangeRequest': changeRequestExample(node),
    'api:hasLatestRevision': literal('1', 'positiveInteger'),
  });
  return {
    tag,
    paths: {
      '/logistics-objects/{id}': address(tagged, {
        patch: {
          id: 'requestChange',
          summary: 'Request a change',
          description:
            'Creates a ChangeRequest, on which the holder decides. All DELETE operations are applied, then all ADD operations, or nothing. A Change with a name that the data model does not have is 422; one that this revision cannot take (a value to delete that is not there, a second value of a single property) is 201, and the `hasError` of its pending request says why.',
          accessLevel: 'authenticated',
          parameters: parameterRefs('object'),
          body: jsonLdBody(schemaRef('Change'), node.document(changeExample(node))),
          responses: { 201: created('The ChangeRequest', requestLinks), ...moved },
          errors: [400, 404, 415, 422],
        },
      }),
      '/logistics-objects/{id}/audit-trail': address(tagged, {
        get: {
          id: 'getAuditTrail',
          summary: 'Read the audit trail',
          description:
            'The ChangeRequests of a Logistics Object and, from API version 2.1.0 on, its VerificationRequests, newest last, in pages in the order of the last status change. The bounds are inclusive, in either order, and count the time of the last status change. Needs GET_LOGISTICS_OBJECT.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            timeParameter(
              'updated-from',
              'From this time; by default from the creation. `updatedFrom` is read as well.',
            ),
            timeParameter('updated-to', 'Until this time; by default until now. `updatedTo` is read as well.'),
            listParameter('status', 'Only requests in one of these states, as short name or IRI.', [
              ...requestStatuses,
              'PENDING',
              'ACCEPTED',
              'REJECTED',
              ...namesIn('api', node.namespaces.api, requestStatuses),
            ]),
            ...parameterRefs('listLimit', 'skip', 'after', 'before'),
          ],
          responses: {
            200: rdfResponse('The audit trail.', schemaRef('AuditTrail'), trail, ['Last-Modified', 'Link']),
            ...moved,
          },
          errors: [400, 404, 415],
        },
      }),
    },
    schemas: {
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
          'api:op': linkToOneOf(namesIn('api', node.namespaces.api, ['ADD', 'DELETE'])),
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
    },
  };
}
