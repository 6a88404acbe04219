/** Action requests as the OpenAPI document has them. */
import { link, literal, oneOrMany, resource, schemaRef, time } from '../openapi/json-ld.js';
import { type DescriptionContext, exampleIds } from '../openapi/section.js';
import type { JsonValue, Schema } from '../openapi/types.js';
import { requestKinds } from './action-request.js';

type Members = Readonly<Record<string, JsonValue>>;

export const tag = {
  name: 'Action requests',
  description: 'Requests for changes, access, subscriptions and verifications, and their status.',
};

/** A Change in a request body. */
export const changeExample = (node: DescriptionContext): Members => ({
  '@type': 'api:Change',
  'api:hasDescription': 'Add lemons',
  'api:hasLogisticsObject': node.link(exampleIds.piece),
  'api:hasOperation': {
    '@type': 'api:Operation',
    'api:o': {
      '@type': 'api:OperationObject',
      'api:hasDatatype': literal('http://www.w3.org/2001/XMLSchema#string', 'anyURI'),
      'api:hasValue': 'Lemons',
    },
    'api:op': { '@id': 'api:ADD' },
    'api:p': literal(`${node.namespaces.cargo}goodsDescription`, 'anyURI'),
    'api:s': node.uri(exampleIds.piece),
  },
  'api:hasRevision': literal('1', 'positiveInteger'),
  'api:notifyRequestStatusChange': true,
});

/** A request for that Change in an answer. */
export const changeRequestExample = (node: DescriptionContext): Members => ({
  ...node.link(exampleIds.changeRequest),
  '@type': 'api:ChangeRequest',
  'api:hasChange': { '@id': 'internal:8da25b1b-cfdb-483f-b9b8-436a2455ed3b', ...changeExample(node) },
  'api:hasLogisticsObject': node.link(exampleIds.piece),
  'api:hasRequestStatus': { '@id': 'api:REQUEST_PENDING' },
  'api:isRequestedAt': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
  'api:isRequestedBy': node.link(exampleIds.airline),
});

/** The reason for a rejection in a request body. */
export const reasonExample = (node: DescriptionContext): Members =>
  node.document({
    '@type': 'api:Error',
    'api:hasTitle': 'Not with this booking',
    'api:hasErrorDetail': {
      '@type': 'api:ErrorDetail',
      'api:hasMessage': 'the pieces have been weighed already',
    },
  });

/** That reason in an answer. */
export const errorExample = (node: DescriptionContext): Members =>
  node.document({
    '@id': node.uri(`${exampleIds.changeRequest}/errors/33121ab9-2743-464b-96b5-fcaf3fec1eee`),
    '@type': 'api:Error',
    'api:hasTitle': 'Not with this booking',
    'api:hasErrorDetail': {
      '@id': 'internal:0a4f5a35-7d4e-4f4e-9a7c-3f3b8fb8e6ad',
      '@type': 'api:ErrorDetails',
      'api:hasMessage': 'the pieces have been weighed already',
    },
  });

export const schemas: Readonly<Record<string, Schema>> = {
  ActionRequest: resource(
    'A ChangeRequest, AccessDelegationRequest, SubscriptionRequest or VerificationRequest.',
    { enum: requestKinds.map((kind) => `api:${kind}`) },
    {
      'api:hasAccessDelegation': schemaRef('AccessDelegation'),
      'api:hasChange': schemaRef('Change'),
      'api:hasSubscription': schemaRef('Subscription'),
      'api:hasVerification': schemaRef('Verification'),
      'api:hasError': oneOrMany(schemaRef('Error')),
      'api:hasLogisticsObject': oneOrMany(link),
      'api:hasRequestStatus': link,
      'api:hasRequestStatusHistory': oneOrMany(schemaRef('RequestStatusEntry')),
      'api:hasRequestStatusSince': time,
      'api:isRequestedAt': time,
      'api:isRequestedBy': link,
      'api:isRevokedBy': link,
      'api:isRevokedAt': time,
      'api:revokedAt': time,
    },
    ['@id', 'api:hasRequestStatus', 'api:isRequestedAt', 'api:isRequestedBy'],
  ),
  RequestStatusEntry: resource(
    'A status that the request had, since when, and who ended it.',
    { const: 'api:RequestStatusEntry' },
    { 'api:hasRequestStatus': link, 'api:hasRequestStatusSince': time, 'api:isChangedBy': link },
    ['api:hasRequestStatus', 'api:hasRequestStatusSince'],
  ),
};
