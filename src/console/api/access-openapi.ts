/** Access to objects, and agents. */
import { permissions } from '../../access/authorization.js';
import { count, flag, listOf, mapOf, nullable, record, time, uri } from '../../openapi/json.js';
import { schemaRef, string } from '../../openapi/json-ld.js';
import { address } from '../../openapi/operation.js';
import { parameterRefs } from '../../openapi/parameters.js';
import { type DescriptionContext, exampleIds, type OpenApiSection } from '../../openapi/section.js';
import type { Parameter } from '../../openapi/types.js';
import { jsonPage, jsonResponse } from './json-response.js';

const permission = { enum: [...permissions] };

function agentParameter(name: string, required = false): Parameter {
  return { name, in: 'query', required, description: 'The IRI of the agent.', schema: { type: 'string' } };
}

export function access(node: DescriptionContext, tag: string): Omit<OpenApiSection, 'tag'> {
  const tagged = { tag, security: node.security };
  const [object, airline, holder] = [exampleIds.piece, exampleIds.airline, exampleIds.holder].map((id) => node.uri(id));
  const authorization = `${object ?? ''}/acl#airline`;
  const written = {
    id: authorization,
    agents: [airline ?? ''],
    groups: [],
    everyone: false,
    permissions: ['GET_LOGISTICS_OBJECT'],
    at: '2026-03-01T10:00:00.000Z',
    by: holder ?? '',
  };
  const because = [{ kind: 'written', authorization }];
  const agent = {
    uri: airline ?? '',
    label: 'Example Air',
    server: 'https://airline.example',
    reads: { total: 1, byType: { [`${node.namespaces.cargo}Piece`]: 1 }, truncated: false },
    requests: { total: 3, pending: 1 },
    subscriptions: 1,
    queues: { count: 1, waiting: 0 },
    lastHeard: '2026-03-01T10:00:00.000Z',
    lastTold: null,
    refused: { total: 0, last: null, objects: [], others: 0 },
  };
  return {
    paths: {
      '/internal/objects/{id}/access': address(tagged, {
        get: {
          id: 'getObjectAccess',
          summary: 'Who has access to an object, and because of what',
          description:
            'What authorizations that were written and delegations give now, and lists that were replaced. Partners get their own access only.',
          accessLevel: 'authenticated',
          parameters: [...parameterRefs('object'), agentParameter('agent')],
          responses: {
            200: jsonResponse('The access.', 'ObjectAccess', {
              object: object ?? '',
              effective: [{ agent: airline ?? '', label: 'Example Air', permission: 'GET_LOGISTICS_OBJECT', because }],
              written: [written],
              delegations: [],
              replaced: [],
              truncated: false,
            }),
          },
          errors: [400, 403, 404],
        },
      }),
      '/internal/agents': address(tagged, {
        get: {
          id: 'listAgents',
          summary: 'List the agents that this node knows',
          description: 'Those that access control lists and action requests name.',
          accessLevel: 'internal',
          parameters: parameterRefs('consoleLimit', 'skip', 'after'),
          responses: { 200: jsonPage('The agents.', 'Agents', { total: null, items: [agent], refused: [] }) },
          errors: [400],
        },
      }),
      '/internal/agent': address(tagged, {
        get: {
          id: 'getAgent',
          summary: 'What this node knows of an agent',
          description: 'By default of the caller. Partners may ask about themselves only.',
          accessLevel: 'authenticated',
          parameters: [agentParameter('uri')],
          responses: { 200: jsonResponse('The agent.', 'Agent', agent) },
          errors: [400, 403],
        },
      }),
      '/internal/agent/access': address(tagged, {
        get: {
          id: 'getAgentAccess',
          summary: 'All that an agent may',
          description: 'By default the caller. Partners may ask about themselves only. At most 500 objects.',
          accessLevel: 'authenticated',
          parameters: [agentParameter('uri')],
          responses: {
            200: jsonResponse('What it may.', 'AgentAccess', {
              agent: airline ?? '',
              internal: false,
              items: [{ object: object ?? '', permissions: ['GET_LOGISTICS_OBJECT'], because }],
              truncated: false,
            }),
          },
          errors: [400, 403],
        },
        delete: {
          id: 'withdrawAgentAccess',
          summary: 'Withdraw all that an agent may, in one transaction',
          description:
            'It is removed from access control lists and from delegations to several agents; delegations to it alone are revoked, with what is derived from them. Access of every authenticated agent stays. At most 500 objects: `truncated` says that it is to be repeated.',
          accessLevel: 'internal',
          parameters: [agentParameter('uri', true)],
          responses: {
            200: jsonResponse('What was withdrawn.', 'WithdrawnAccess', {
              agent: airline ?? '',
              objects: [object ?? ''],
              delegations: [],
              truncated: false,
            }),
          },
          errors: [400],
        },
      }),
    },
    schemas: {
      ObjectAccess: record({
        object: uri,
        effective: listOf(
          record({
            agent: nullable(uri),
            label: nullable(string),
            permission,
            because: listOf(schemaRef('AccessReason')),
          }),
        ),
        written: listOf(schemaRef('WrittenAccess')),
        delegations: listOf(schemaRef('DelegatedAccess')),
        replaced: listOf(
          record({
            number: count,
            until: nullable(time),
            replacedBy: nullable(uri),
            written: listOf(schemaRef('WrittenAccess')),
          }),
        ),
        truncated: flag,
      }),
      AccessReason: record(
        {
          kind: { enum: ['internal', 'written', 'group', 'authenticated', 'delegation'] },
          authorization: uri,
          group: uri,
          request: uri,
        },
        ['authorization', 'group', 'request'],
      ),
      WrittenAccess: record({
        id: uri,
        agents: listOf(uri),
        groups: listOf(uri),
        everyone: flag,
        permissions: listOf(permission),
        at: nullable(time),
        by: nullable(uri),
      }),
      DelegatedAccess: record({
        request: uri,
        requestedBy: uri,
        for: listOf(uri),
        permissions: listOf(permission),
        acceptedBy: nullable(uri),
        at: nullable(time),
        expiresAt: nullable(time),
        derivedFrom: nullable(uri),
        falls: listOf(uri),
      }),
      Agents: record({
        total: nullable(count),
        items: listOf(schemaRef('Agent')),
        refused: listOf(record({ uri, total: count, last: time })),
      }),
      RefusedAttempts: record({
        total: count,
        last: nullable(time),
        objects: listOf(record({ object: nullable(uri), kinds: mapOf(count), last: time })),
        others: count,
      }),
      Agent: record({
        uri,
        label: nullable(string),
        server: nullable(uri),
        reads: record({ total: count, byType: mapOf(count), truncated: flag }),
        requests: record({ total: count, pending: count }),
        subscriptions: count,
        queues: record({ count, waiting: count }),
        lastHeard: nullable(time),
        lastTold: nullable(time),
        refused: nullable(schemaRef('RefusedAttempts')),
      }),
      AgentAccess: record({
        agent: uri,
        internal: flag,
        items: listOf(
          record({ object: uri, permissions: listOf(permission), because: listOf(schemaRef('AccessReason')) }),
        ),
        truncated: flag,
      }),
      WithdrawnAccess: record({ agent: uri, objects: listOf(uri), delegations: listOf(uri), truncated: flag }),
    },
  };
}
