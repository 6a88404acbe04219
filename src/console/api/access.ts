/** Access to an object with its reasons, the rights of one agent and their withdrawal, and the list of agents. */
import { agentsFile } from '../list-exports.js';
import { exportOfList } from '../../openapi/exporting.js';
import { permissionsFor } from '../../access/access-entries.js';
import type { AgentAccess } from '../../access-delegations/withdrawal.js';
import { ServiceError } from '../../errors.js';
import type { Caller } from '../../http/caller.js';
import { nextLink } from '../../http/page-links.js';
import { pathObject } from '../../logistics-objects/path-object.js';
import { jsonOperation } from '../../openapi/json-operation.js';
import type { DeclaredOperation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { Iri } from '../../rdf/terms.js';
import { accessTo } from '../access.js';
import type { Agents } from '../agents.js';
import {
  type AccessAnswer,
  agentAccess as agentAccessSchema,
  type AgentAccessAnswer,
  type AgentItem,
  agentItem,
  agentItems,
  type AgentsAnswer,
  objectAccess,
  withdrawnAccess,
} from '../responses/access.js';
import type { ConsoleServices } from '../services.js';
import { consolePage } from './page.js';

/** Finding an agent means skipping all agents before it. */
const MAX_SKIP = 1000;
/** The part of a search text that is looked at. */
const MAX_TEXT = 200;
/** Maximum number of agents with refused attempts in a list. */
const MAX_REFUSED = 100;

export const agentParameter = (name: string): query.QueryParameter<Iri | undefined> =>
  query.iri(name, { description: 'The IRI of the agent.' }, 'the IRI of an agent');

/**
 * The agent of the query: by default the caller.
 *
 * @throws ServiceError `forbidden` if a partner asks about another agent.
 */
export function askedAgent(caller: Caller, named: Iri | undefined): Iri {
  const agent = named ?? caller.agent;
  if (caller.internal || agent === caller.agent) return agent;
  throw new ServiceError('forbidden', 'only internal agents may read the access of other agents');
}

const written = (node: DescriptionContext): string => node.uri(`${exampleIds.piece}/acl#airline`);

const agentExample = (node: DescriptionContext): AgentItem => ({
  uri: node.uri(exampleIds.airline),
  label: 'Example Air',
  note: null,
  isOwnName: true,
  server: 'https://airline.example',
  reads: { total: 1, byType: { [`${node.namespaces.cargo}Piece`]: 1 }, truncated: false },
  requests: { total: 3, pending: 1 },
  subscriptions: 1,
  queues: { count: 1, waiting: 0 },
  lastHeard: '2026-03-01T10:00:00.000Z',
  lastTold: null,
  refused: { total: 0, last: null, objects: [], others: 0 },
});

export function accessOperations(
  services: ConsoleServices,
  agents: Agents,
  agentAccess: AgentAccess,
): DeclaredOperation[] {
  const { objects, uris, access, internalAgents } = services;

  const ofObject = jsonOperation({
    method: 'GET',
    path: '/internal/objects/:id/access',
    id: 'getObjectAccess',
    summary: 'List the agents with access to an object, and the reasons',
    description:
      'Current access by authorizations and delegations, and the replaced lists. Partners get their own access only.',
    accessLevel: 'authenticated',
    query: { agent: agentParameter('agent') },
    errors: [403],
    answers: {
      description: 'The access.',
      schema: objectAccess,
      example: (node): AccessAnswer => ({
        object: node.uri(exampleIds.piece),
        effective: [
          {
            agent: node.uri(exampleIds.airline),
            label: 'Example Air',
            permission: 'GET_LOGISTICS_OBJECT',
            because: [{ kind: 'written', authorization: written(node) }],
          },
        ],
        written: [
          {
            id: written(node),
            agents: [node.uri(exampleIds.airline)],
            groups: [],
            everyone: false,
            permissions: ['GET_LOGISTICS_OBJECT'],
            later: false,
            inheritedFrom: null,
            at: '2026-03-01T10:00:00.000Z',
            by: node.uri(exampleIds.holder),
          },
        ],
        delegations: [],
        replaced: [],
        truncated: false,
      }),
    },
    handle: async (context, asks) => {
      const { caller } = context;
      const { object } = await objects.getOrThrow(pathObject(context, uris));
      const named = asks().agent;
      const agent = caller.internal ? named : askedAgent(caller, named);
      return { answer: await accessTo(services, object, agent, caller) };
    },
  });

  const list = jsonOperation({
    method: 'GET',
    path: '/internal/agents',
    id: 'listAgents',
    summary: 'List the agents that this node knows',
    description:
      'The agents in access control lists and action requests. With `q` those whose name, short name, airline code or host begins so, best matches first.',
    accessLevel: 'internal',
    query: {
      text: query.text('q', { description: 'The beginning of a name, a code or a host, or a URI.', example: 'exam' }),
      page: consolePage({ maximumSkip: MAX_SKIP, isForward: true }),
    },
    answers: {
      description: 'The agents.',
      schema: agentItems,
      isPage: true,
      example: (node): AgentsAnswer => ({ total: null, items: [agentExample(node)], refused: [] }),
    },
    exports: exportOfList(agentsFile),
    handle: async (context, asks) => {
      const { page, text } = asks();
      if (text !== undefined && text.trim() !== '') {
        const found = await agents.find(text.trim().slice(0, MAX_TEXT), context.caller, page.limit);
        return { answer: { total: null, items: found, refused: [] } };
      }
      const { items, next } = await agents.list(page, context.caller);
      return {
        answer: { total: null, items, refused: agents.refused(MAX_REFUSED) },
        headers: nextLink(context.address(uris.base), context.query, page, next),
      };
    },
  });

  const one = jsonOperation({
    method: 'GET',
    path: '/internal/agent',
    id: 'getAgent',
    summary: 'Read a summary of an agent',
    description: 'By default of the caller. Partners may read their own only.',
    accessLevel: 'authenticated',
    query: { agent: agentParameter('uri') },
    errors: [403],
    answers: { description: 'The agent.', schema: agentItem, example: agentExample },
    handle: async ({ caller }, asks) => ({
      answer: await agents.describe(askedAgent(caller, asks().agent), caller),
    }),
  });

  const ofAgent = jsonOperation({
    method: 'GET',
    path: '/internal/agent/access',
    id: 'getAgentAccess',
    summary: 'List all access of an agent',
    description: "By default the caller's. Partners may read their own only. At most 500 objects.",
    accessLevel: 'authenticated',
    query: { agent: agentParameter('uri') },
    errors: [403],
    answers: {
      description: 'The access.',
      schema: agentAccessSchema,
      example: (node): AgentAccessAnswer => ({
        agent: node.uri(exampleIds.airline),
        internal: false,
        items: [
          {
            object: node.uri(exampleIds.piece),
            permissions: ['GET_LOGISTICS_OBJECT'],
            because: [{ kind: 'written', authorization: written(node) }],
          },
        ],
        truncated: false,
      }),
    },
    handle: async ({ caller }, asks) => {
      const agent = askedAgent(caller, asks().agent);
      const { lists, truncated } = await agentAccess.lists(agent);
      const items = lists.flatMap(({ object, entries }) => {
        const current = entries.filter(({ endsAt }) => access.hasNotEnded(endsAt));
        const given = permissionsFor(current, agent);
        if (given.length === 0) return [];
        const reasons = given.flatMap((each) => each.because);
        const because = new Map(reasons.map((reason) => [JSON.stringify(reason), reason]));
        return [{ object, permissions: given.map(({ permission }) => permission), because: [...because.values()] }];
      });
      return { answer: { agent, internal: internalAgents.has(agent), items, truncated } };
    },
  });

  const withdraw = jsonOperation({
    method: 'DELETE',
    path: '/internal/agent/access',
    id: 'withdrawAgentAccess',
    summary: 'Withdraw all access of an agent, in one transaction',
    description:
      'The agent is removed from access control lists and from delegations to several agents; delegations to it alone are revoked, with the delegations derived from them. Access of all authenticated agents stays. At most 500 objects: with `truncated`, repeat the request.',
    accessLevel: 'internal',
    query: { agent: query.required(agentParameter('uri'), 'must name the agent') },
    answers: {
      description: 'The withdrawn access.',
      schema: withdrawnAccess,
      example: (node) => ({
        agent: node.uri(exampleIds.airline),
        objects: [node.uri(exampleIds.piece)],
        delegations: [],
        truncated: false,
      }),
    },
    handle: async (context, asks) => {
      const { agent } = asks();
      return {
        answer: { agent, ...(await agentAccess.withdraw(agent, context.requestor, () => context.assertUnchanged())) },
      };
    },
  });

  return [ofObject, list, one, ofAgent, withdraw];
}
