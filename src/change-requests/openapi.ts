/** Changes: proposing one, and the history of those that were proposed. */
import { requestStatuses } from '../action-requests/action-request.js';
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
import { address, created, rdfResponse, jsonLdBody, moved, requestLinks } from '../openapi/operation.js';
import { listParameter, parameterRefs, timeParameter } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';
import type { JsonValue } from '../openapi/types.js';

function change(subject: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
    '@type': 'api:Change',
    'api:hasDescription': 'Add lemons',
    'api:hasLogisticsObject': subject.link(exampleIds.piece),
    'api:hasOperation': {
      '@type': 'api:Operation',
      'api:o': {
        '@type': 'api:OperationObject',
        'api:hasDatatype': literal('http://www.w3.org/2001/XMLSchema#string', 'anyURI'),
        'api:hasValue': 'Lemons',
      },
      'api:op': { '@id': 'api:ADD' },
      'api:p': literal(`${subject.namespaces.cargo}goodsDescription`, 'anyURI'),
      'api:s': subject.uri(exampleIds.piece),
    },
    'api:hasRevision': literal('1', 'positiveInteger'),
    'api:notifyRequestStatusChange': true,
  };
}

/** A request for that Change, as it is read. */
export function changeRequest(subject: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
    ...subject.link(exampleIds.changeRequest),
    '@type': 'api:ChangeRequest',
    'api:hasChange': { '@id': 'internal:8da25b1b-cfdb-483f-b9b8-436a2455ed3b', ...change(subject) },
    'api:hasLogisticsObject': subject.link(exampleIds.piece),
    'api:hasRequestStatus': { '@id': 'api:REQUEST_PENDING' },
    'api:isRequestedAt': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
    'api:isRequestedBy': subject.link(exampleIds.airline),
  };
}

export function changeRequests(subject: DescriptionContext): OpenApiSection {
  const tag = { name: 'Changes', description: 'Anybody may propose a change; the holder decides.' };
  const tagged = { tag: tag.name, security: subject.security };
  const trail = subject.document({
    '@id': subject.uri(`${exampleIds.piece}/audit-trail`),
    '@type': 'api:AuditTrail',
    'api:hasChangeRequest': changeRequest(subject),
    'api:hasLatestRevision': literal('1', 'positiveInteger'),
  });
  return {
    tag,
    paths: {
      '/logistics-objects/{id}': address(tagged, {
        patch: {
          id: 'requestChange',
          summary: 'Propose a change',
          description:
            'Makes a ChangeRequest that waits for the decision of the holder. All DELETE operations are applied, then all ADD operations, or nothing.',
          accessLevel: 'authenticated',
          parameters: parameterRefs('object'),
          body: jsonLdBody(schemaRef('Change'), subject.document(change(subject))),
          responses: { 201: created('The ChangeRequest', requestLinks), ...moved },
          errors: [400, 404, 415, 422],
        },
      }),
      '/logistics-objects/{id}/audit-trail': address(tagged, {
        get: {
          id: 'getAuditTrail',
          summary: 'Read the audit trail',
          description:
            'The ChangeRequests of a Logistics Object, newest last. The bounds are inclusive, in either order, and count the time of the last status change. Needs GET_LOGISTICS_OBJECT.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            timeParameter('updated-from', 'From this time; else from the creation. `updatedFrom` is read as well.'),
            timeParameter('updated-to', 'Until this time; else until now. `updatedTo` is read as well.'),
            listParameter('status', 'Only requests in one of these states, as short name or IRI.', [
              ...requestStatuses,
              'PENDING',
              'ACCEPTED',
              'REJECTED',
              ...namesIn('api', subject.namespaces.api, requestStatuses),
            ]),
          ],
          responses: {
            200: rdfResponse('The audit trail.', schemaRef('AuditTrail'), trail, ['Last-Modified']),
            ...moved,
          },
          errors: [400, 404, 415],
        },
      }),
    },
    schemas: {
      Change: resource(
        'What is to be changed, built on a revision.',
        { const: 'api:Change' },
        {
          'api:hasDescription': string,
          'api:hasLogisticsObject': link,
          'api:hasOperation': oneOrMany(schemaRef('Operation')),
          'api:hasRevision': wholeNumber,
          'api:notifyRequestStatusChange': boolean,
        },
        ['api:hasLogisticsObject', 'api:hasOperation', 'api:hasRevision'],
      ),
      Operation: resource(
        'One statement to add or to delete.',
        { const: 'api:Operation' },
        {
          'api:op': linkToOneOf(namesIn('api', subject.namespaces.api, ['ADD', 'DELETE'])),
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
        'The history of changes.',
        { const: 'api:AuditTrail' },
        { 'api:hasChangeRequest': oneOrMany(schemaRef('ActionRequest')), 'api:hasLatestRevision': wholeNumber },
        ['api:hasLatestRevision'],
      ),
    },
  };
}
