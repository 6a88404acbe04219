/** Action requests of all kinds: read, list, decide, revoke. */
import { requestKinds, requestStatuses } from './action-request.js';
import { collectionResponse } from '../openapi/collection.js';
import { headerRefs } from '../openapi/headers.js';
import { link, literal, namesIn, oneOrMany, resource, schemaRef, time } from '../openapi/json-ld.js';
import { address } from '../openapi/operation.js';
import { rdfResponse } from '../openapi/responses.js';
import { listParameter, parameterRefs, queryTime } from '../openapi/parameters.js';
import { exampleIds, type OpenApiSection, type DescriptionContext } from '../openapi/section.js';
import type { JsonValue, Parameter } from '../openapi/types.js';

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The action request's id: the last part of its URI.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
};

const error: Parameter = {
  name: 'error',
  in: 'path',
  required: true,
  description: "The error's id: the last part of its URI.",
  schema: { type: 'string' },
};

/** A Change, as it is posted. */
export function changeExample(node: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
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
  };
}

/** A request for that Change, as it is read. */
export function changeRequestExample(node: DescriptionContext): Readonly<Record<string, JsonValue>> {
  return {
    ...node.link(exampleIds.changeRequest),
    '@type': 'api:ChangeRequest',
    'api:hasChange': { '@id': 'internal:8da25b1b-cfdb-483f-b9b8-436a2455ed3b', ...changeExample(node) },
    'api:hasLogisticsObject': node.link(exampleIds.piece),
    'api:hasRequestStatus': { '@id': 'api:REQUEST_PENDING' },
    'api:isRequestedAt': literal('2026-03-01T10:00:00.4Z', 'dateTime'),
    'api:isRequestedBy': node.link(exampleIds.airline),
  };
}

export function actionRequests(node: DescriptionContext): OpenApiSection {
  const tag = {
    name: 'Action requests',
    description: 'Requests for changes, access, subscriptions and verifications, and their status.',
  };
  const tagged = { tag: tag.name, security: node.security };
  const named = (names: readonly string[]): string[] => [...names, ...namesIn('api', node.namespaces.api, names)];
  const done = (description: string) => ({ description, headers: headerRefs(['Location', 'Type']) });
  return {
    tag,
    paths: {
      '/action-requests': address(tagged, {
        get: {
          id: 'listActionRequests',
          summary: 'List action requests',
          description: 'Internal agents list all requests, any other caller its own. Oldest first.',
          accessLevel: 'authenticated',
          parameters: [
            listParameter(
              'status',
              'Only requests in one of these states, as short name or IRI.',
              named(requestStatuses),
            ),
            listParameter('type', 'Only requests of these kinds, as short name or IRI.', named(requestKinds)),
            {
              name: 'logistics-object',
              in: 'query',
              description: 'Only requests about this Logistics Object.',
              schema: { type: 'string', format: 'uri' },
            },
            {
              name: 'requested-by',
              in: 'query',
              description: 'Only requests of this agent; the caller itself, unless it is an internal agent.',
              schema: { type: 'string', format: 'uri' },
            },
            {
              name: 'since',
              in: 'query',
              description: 'Only requests that were made then or later.',
              schema: queryTime,
              example: '20260301T000000Z',
            },
            ...parameterRefs('limit', 'skip', 'after', 'before'),
          ],
          responses: {
            200: collectionResponse(node, 'The action requests.', '/action-requests', changeRequestExample(node)),
          },
          errors: [400, 403],
        },
      }),
      '/action-requests/{id}': address(tagged, {
        get: {
          id: 'getActionRequest',
          summary: 'Read an action request',
          description:
            'For its requestor, for internal agents and, of a delegation, for the delegates. A VerificationRequest has no form in API version 2.0.0: naming it is 406. Times and history of the status are in 2.3.0.',
          accessLevel: 'permitted',
          parameters: [id],
          responses: {
            200: rdfResponse(
              'The action request.',
              schemaRef('ActionRequest'),
              node.document(changeRequestExample(node)),
              ['Last-Modified'],
            ),
          },
          errors: [404],
        },
        patch: {
          id: 'decideActionRequest',
          summary: 'Accept, acknowledge, reject or revoke an action request',
          description:
            'Decisions are for internal agents, revoking for the requestor as well. Accepting a change applies it; when that fails, the request is REQUEST_FAILED and has an error. A verification is acknowledged, rejected or failed; these are no decisions on other requests, nor is accepting one on it.',
          accessLevel: 'permitted',
          parameters: [
            id,
            {
              name: 'status',
              in: 'query',
              required: true,
              description: 'The decision, as short name or IRI; REQUEST_REVOKED does what DELETE does.',
              schema: { type: 'string', enum: named(requestStatuses.filter((status) => status !== 'REQUEST_PENDING')) },
              example: 'REQUEST_ACCEPTED',
            },
          ],
          body: {
            description: 'An Error as the reason for a rejection or failure; any other body is ignored.',
            required: false,
            content: {
              'application/ld+json': {
                schema: schemaRef('Error'),
                example: node.document({
                  '@type': 'api:Error',
                  'api:hasTitle': 'Not with this booking',
                  'api:hasErrorDetail': {
                    '@type': 'api:ErrorDetail',
                    'api:hasMessage': 'the pieces have been weighed already',
                  },
                }),
              },
            },
          },
          responses: { 204: done('The decision was made.') },
          errors: [400, 404, 422],
        },
        delete: {
          id: 'revokeActionRequest',
          summary: 'Revoke an action request',
          description:
            'For its requestor and for internal agents. Revoking an accepted delegation also revokes what was derived from it; revoking a subscription ends it.',
          accessLevel: 'permitted',
          parameters: [id],
          responses: { 204: done('The request was revoked.') },
          errors: [404, 422],
        },
      }),
      '/action-requests/{id}/errors/{error}': address(tagged, {
        get: {
          id: 'getActionRequestError',
          summary: 'Read an error of an action request',
          description: 'Why it was rejected or has failed, at the address that its `hasError` gives. For its readers.',
          accessLevel: 'permitted',
          parameters: [id, error],
          responses: {
            200: rdfResponse(
              'The error.',
              schemaRef('Error'),
              node.document({
                '@id': node.uri(
                  '/action-requests/14d3be62-d6b2-4dbb-8d65-9ca4fc15a400/errors/33121ab9-2743-464b-96b5-fcaf3fec1eee',
                ),
                '@type': 'api:Error',
                'api:hasTitle': 'Not with this booking',
                'api:hasErrorDetail': {
                  '@id': 'internal:0a4f5a35-7d4e-4f4e-9a7c-3f3b8fb8e6ad',
                  '@type': 'api:ErrorDetails',
                  'api:hasMessage': 'the pieces have been weighed already',
                },
              }),
              ['Last-Modified'],
            ),
          },
          errors: [404],
        },
      }),
    },
    schemas: {
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
    },
  };
}
