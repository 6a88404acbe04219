/** What the console draws of an object. */
import { count, flag, listOf, mapOf, nullable, record, revisionNumber, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { parameterRefs, timeParameter } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import { directions } from '../neighbours.js';
import { LIFE_DEPTH, MAX_DEPTH, MAX_NODES, MAX_STEPS } from './pictures.js';
import { requestKinds, requestStatuses } from '../../action-requests/action-request.js';
import { jsonResponse } from './json-response.js';

export function pictures(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const { cargo } = node.namespaces;
  const [holder, asked] = [node.uri(exampleIds.holder), '2026-03-01T09:00:00.000Z'];
  const [piece, shipment] = [node.uri(exampleIds.piece), node.uri('/logistics-objects/shipment-1')];
  return {
    paths: {
      '/internal/objects/{id}/links': address(tagged, {
        get: {
          id: 'listLinks',
          summary: 'List what an object points to and what points to it',
          description:
            'One or two steps. Of an object that the caller may not read only the URI is given, and only where an object that it may read points to it; objects of other nodes are not fetched. `more` counts neighbours that are not in the answer.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'direction',
              in: 'query',
              description: 'What is listed: what it points to, what points to it, or both.',
              schema: { type: 'string', enum: directions, default: 'both' },
            },
            {
              name: 'depth',
              in: 'query',
              description: 'The number of links from the object.',
              schema: { type: 'integer', minimum: 1, maximum: MAX_STEPS, default: 1 },
            },
            timeParameter('at', 'As of when; now by default.'),
            {
              name: 'limit',
              in: 'query',
              description: 'The most objects to list, with the object itself.',
              schema: { type: 'integer', minimum: 1, maximum: MAX_NODES, default: MAX_NODES },
            },
          ],
          responses: {
            200: jsonResponse('The neighbours.', 'Links', {
              object: piece,
              nodes: [
                { uri: piece, type: `${cargo}Piece`, label: 'Oranges', here: true, readable: true, missing: false },
                { uri: shipment, type: `${cargo}Shipment`, label: 'Fruit', here: true, readable: true, missing: false },
              ],
              edges: [{ from: shipment, to: piece, property: `${cargo}pieces` }],
              more: { [shipment]: 2 },
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
      '/internal/objects/{id}/life': address(tagged, {
        get: {
          id: 'getLife',
          summary: 'The revisions, requests and events of the objects of a shipment',
          description:
            'Of the object and of those that links lead to, up to 100, without agents and locations. Requests and events as far as the caller may read them; of each object the newest ones.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'depth',
              in: 'query',
              description: 'The number of links from the object; 0 for the object alone.',
              schema: { type: 'integer', minimum: 0, maximum: MAX_DEPTH, default: LIFE_DEPTH },
            },
          ],
          responses: {
            200: jsonResponse('The lives.', 'Life', {
              object: piece,
              lanes: [
                {
                  uri: piece,
                  type: `${cargo}Piece`,
                  label: 'Oranges',
                  revisions: [{ number: 1, at: asked, by: holder, request: null }],
                  events: [
                    {
                      uri: node.uri(exampleIds.event),
                      code: 'https://onerecord.iata.org/ns/code-lists/StatusCode#RCS',
                      timeType: `${cargo}ACTUAL`,
                      happened: '2026-03-01T08:15:00.000Z',
                      recorded: '2026-03-01T09:30:00.000Z',
                      by: holder,
                      revision: 1,
                    },
                  ],
                  requests: [
                    {
                      uri: node.uri(exampleIds.changeRequest),
                      kind: 'ChangeRequest',
                      status: 'REQUEST_PENDING',
                      requestedBy: node.uri(exampleIds.airline),
                      requestedAt: '2026-03-01T10:00:00.000Z',
                      decidedBy: null,
                      decidedAt: null,
                      builtOn: 1,
                    },
                  ],
                },
              ],
              parties: [{ uri: holder, label: 'Example Data Holder' }],
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
      '/internal/objects/{id}/knowledge': address(tagged, {
        get: {
          id: 'getKnowledge',
          summary: 'Who knew which value of a property when',
          description:
            'The values that the object had, and for each party from when on it could read each of them (by the access lists and delegations) and when it was told (by receipts, and what waits). Internal agents are told of all parties, others of themselves.',
          accessLevel: 'permitted',
          parameters: [
            ...parameterRefs('object'),
            {
              name: 'property',
              in: 'query',
              required: true,
              description: 'The property, by its IRI or by its name in the data model.',
              schema: { type: 'string', minLength: 1, maxLength: 2000 },
              example: 'goodsDescription',
            },
          ],
          responses: {
            200: jsonResponse('Who knew what when.', 'WhoKnew', {
              object: piece,
              type: `${cargo}Piece`,
              label: 'Oranges',
              property: `${cargo}goodsDescription`,
              values: [{ revision: 1, at: asked, by: holder, value: [{ type: 'literal', value: 'Oranges' }] }],
              parties: [
                {
                  uri: node.uri(exampleIds.airline),
                  label: 'Example Air',
                  readable: [{ from: asked, until: null, because: 'written', request: null }],
                  known: [
                    {
                      revision: 1,
                      asked: false,
                      couldRead: asked,
                      status: 'confirmed',
                      written: asked,
                      confirmed: '2026-03-01T09:00:02.000Z',
                      attempts: 1,
                      lastError: null,
                    },
                  ],
                },
              ],
              receiptDays: 90,
              truncated: false,
            }),
          },
          errors: [400, 404],
        },
      }),
    },
    schemas: {
      WhoKnew: record({
        object: uri,
        type: uri,
        label: nullable(string),
        property: uri,
        values: listOf(
          record({ revision: revisionNumber, at: time, by: nullable(uri), value: listOf(schemaRef('TermValue')) }),
        ),
        parties: listOf(
          record({
            uri,
            label: nullable(string),
            readable: listOf(
              record({
                from: nullable(time),
                until: nullable(time),
                because: { enum: ['written', 'group', 'authenticated', 'delegation'] },
                request: nullable(uri),
              }),
            ),
            known: listOf(
              record({
                revision: revisionNumber,
                asked: flag,
                couldRead: nullable(time),
                status: { enum: ['none', 'waiting', 'confirmed', 'skipped', 'unknown'] },
                written: nullable(time),
                confirmed: nullable(time),
                attempts: count,
                lastError: nullable(string),
              }),
            ),
          }),
        ),
        receiptDays: count,
        truncated: flag,
      }),
      Party: record({ uri, label: nullable(string) }),
      LifeLane: record({
        uri,
        type: uri,
        label: nullable(string),
        revisions: listOf(record({ number: revisionNumber, at: time, by: nullable(uri), request: nullable(uri) })),
        events: listOf(
          record({
            uri,
            code: nullable(string),
            timeType: nullable(string),
            happened: nullable(time),
            recorded: nullable(time),
            by: nullable(string),
            revision: nullable(revisionNumber),
          }),
        ),
        requests: listOf(
          record({
            uri,
            kind: { enum: requestKinds },
            status: { enum: requestStatuses },
            requestedBy: uri,
            requestedAt: time,
            decidedBy: nullable(uri),
            decidedAt: nullable(time),
            builtOn: nullable(revisionNumber),
          }),
        ),
      }),
      Life: record({
        object: uri,
        lanes: listOf(schemaRef('LifeLane')),
        parties: listOf(schemaRef('Party')),
        truncated: flag,
      }),
      LinkNode: record({
        uri,
        type: nullable(uri),
        label: nullable(string),
        here: flag,
        readable: flag,
        missing: flag,
      }),
      Links: record({
        object: uri,
        nodes: listOf(schemaRef('LinkNode')),
        edges: listOf(record({ from: uri, to: uri, property: uri })),
        more: mapOf(count),
        truncated: flag,
      }),
    },
  };
}
