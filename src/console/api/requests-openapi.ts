/** Action requests for people. */
import { requestKinds, requestStatuses } from '../../action-requests/action-request.js';
import { permissions } from '../../access/authorization.js';
import { count, flag, listOf, mapOf, nullable, record, revisionNumber, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { listParameter, parameterRefs } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import type { JsonValue, Parameter, Schema } from '../../openapi/types.js';
import { requestOrders } from '../request-list.js';
import { decidedStatuses } from './requests.js';
import { jsonPage, jsonResponse } from './json-response.js';

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The action request's id: the last part of its URI.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9._~-]{1,200}$' },
};

function requestExample(node: DescriptionContext): Readonly<Record<string, JsonValue>> {
  const { cargo } = node.namespaces;
  return {
    uri: node.uri(exampleIds.changeRequest),
    kind: 'ChangeRequest',
    status: 'REQUEST_PENDING',
    since: '2026-03-01T10:00:00.400Z',
    requestedBy: node.uri(exampleIds.airline),
    requestedByLabel: 'Example Air',
    requestedAt: '2026-03-01T10:00:00.400Z',
    history: [{ status: 'REQUEST_PENDING', since: '2026-03-01T10:00:00.400Z', by: node.uri(exampleIds.airline) }],
    object: node.uri(exampleIds.piece),
    objectLabel: 'Oranges',
    objectType: `${cargo}Piece`,
    builtOn: 1,
    latest: 1,
    operations: [
      {
        op: 'ADD',
        s: node.uri(exampleIds.piece),
        p: `${cargo}goodsDescription`,
        o: { type: 'literal', value: 'Lemons' },
        path: [`${cargo}goodsDescription`],
      },
    ],
    operationCount: 1,
    description: 'Add lemons',
    errors: [],
    rivals: [],
  };
}

export function requests(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const request = requestExample(node);
  const uriParameter = (name: string, description: string): Parameter => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string', format: 'uri' },
  });
  return {
    paths: {
      '/internal/requests': address(tagged, {
        get: {
          id: 'listRequests',
          summary: 'List action requests with counts, pending ones first',
          description:
            'Internal agents list all, any other caller its own. Each with its object, the operations of its Change (at most 20) and its history.',
          accessLevel: 'authenticated',
          parameters: [
            listParameter('status', 'Only requests in one of these states, as short name or IRI.'),
            listParameter('type', 'Only requests of these kinds, as short name or IRI.'),
            uriParameter('object', 'Only requests about this Logistics Object: the newest 500 of them.'),
            uriParameter('by', 'Only requests of this agent; the caller itself, unless it is an internal agent.'),
            {
              name: 'sort',
              in: 'query',
              description: '`pending`: the pending ones, oldest first, then the others, newest first.',
              schema: { type: 'string', enum: requestOrders, default: 'pending' },
            },
            ...parameterRefs('consoleLimit', 'skip', 'after', 'before'),
          ],
          responses: {
            200: jsonPage('The requests.', 'Requests', {
              total: 1,
              counts: { REQUEST_PENDING: 1 },
              items: [request],
            }),
          },
          errors: [400, 403],
        },
      }),
      '/internal/requests/{id}': address(tagged, {
        get: {
          id: 'getRequest',
          summary: 'Read an action request with its operations and rivals',
          description: 'For its requestor, for internal agents and, of a delegation, for the delegates.',
          accessLevel: 'permitted',
          parameters: [id],
          responses: { 200: jsonResponse('The request.', 'Request', request) },
          errors: [400, 404],
        },
      }),
      '/internal/requests/{id}/preview': address(tagged, {
        get: {
          id: 'previewDecision',
          summary: 'What a decision would do',
          description:
            'The decision is made in a transaction that is given up: what changes, what it violates, which requests it rejects, who gets or loses access, and who is notified.',
          accessLevel: 'internal',
          parameters: [
            id,
            {
              name: 'decision',
              in: 'query',
              required: true,
              description: 'The decision, as short name or IRI.',
              schema: { type: 'string', enum: decidedStatuses },
              example: 'REQUEST_ACCEPTED',
            },
          ],
          responses: {
            200: jsonResponse('What it would do.', 'DecisionPreview', {
              decision: 'REQUEST_ACCEPTED',
              possible: true,
              reason: null,
              result: 'REQUEST_ACCEPTED',
              nextRevision: 2,
              statements: [],
              violations: [],
              warnings: [],
              missing: [],
              rejects: [],
              revokes: [],
              grants: [],
              withdraws: [],
              tells: [{ subscriber: node.uri(exampleIds.airline), event: 'LOGISTICS_OBJECT_UPDATED', count: 1 }],
            }),
          },
          errors: [400, 404],
        },
      }),
    },
    schemas: schemas(),
  };
}

function schemas(): Readonly<Record<string, Schema>> {
  const status = { enum: requestStatuses } as const;
  const permitted = listOf({ enum: permissions });
  const permission = { agent: uri, object: uri, permissions: permitted };
  return {
    Request: record(
      {
        uri,
        kind: { enum: requestKinds },
        status,
        since: time,
        requestedBy: uri,
        requestedByLabel: nullable(string),
        requestedAt: time,
        history: listOf(record({ status, since: time, by: nullable(uri) })),
        object: nullable(uri),
        objectLabel: nullable(string),
        objectType: nullable(uri),
        builtOn: nullable(revisionNumber),
        latest: nullable(revisionNumber),
        operations: listOf(
          record({ op: { enum: ['ADD', 'DELETE'] }, s: string, p: uri, o: schemaRef('TermValue'), path: listOf(uri) }),
        ),
        operationCount: count,
        description: nullable(string),
        errors: listOf(
          record({
            title: string,
            isWarning: flag,
            details: listOf(
              record({
                code: nullable(string),
                message: nullable(string),
                property: nullable(uri),
                resource: nullable(uri),
              }),
            ),
          }),
        ),
        rivals: listOf(uri),
        delegation: record({
          objects: listOf(uri),
          delegates: listOf(uri),
          permissions: permitted,
          expiresAt: nullable(time),
          derivedFrom: nullable(uri),
        }),
        subscription: record({
          subscriber: uri,
          topicType: string,
          topic: uri,
          events: listOf(string),
          sendBody: flag,
          expiresAt: nullable(time),
        }),
      },
      ['delegation', 'subscription'],
    ),
    Requests: record({ total: nullable(count), counts: mapOf(count), items: listOf(schemaRef('Request')) }),
    ConsoleViolation: record(
      {
        kind: string,
        message: string,
        resource: nullable(uri),
        property: nullable(uri),
        shape: nullable(uri),
        pointer: nullable(string),
        line: count,
        column: count,
      },
      ['line', 'column'],
    ),
    DecisionPreview: record({
      decision: status,
      possible: flag,
      reason: nullable(string),
      result: status,
      nextRevision: nullable(revisionNumber),
      statements: listOf(schemaRef('DiffStatement')),
      violations: listOf(schemaRef('ConsoleViolation')),
      warnings: listOf(schemaRef('ConsoleViolation')),
      missing: listOf(uri),
      rejects: listOf(uri),
      revokes: listOf(uri),
      grants: listOf(record(permission)),
      withdraws: listOf(record({ ...permission, request: nullable(uri) })),
      tells: listOf(record({ subscriber: uri, event: string, count })),
    }),
  };
}
