/** Partners: the name that one is given, and its subscriptions (K49, K52). */
import { ServiceError } from '../../errors.js';
import { jsonBodyOf, jsonOperation } from '../../openapi/json-operation.js';
import { type DeclaredOperation, operation } from '../../openapi/operation.js';
import * as query from '../../openapi/query.js';
import { type DescriptionContext, exampleIds } from '../../openapi/section.js';
import type { Receipts } from '../../notifications/receipts/receipts.js';
import { agentNameBody, agentSubscriptions, type AgentSubscriptionsAnswer } from '../responses/agents.js';
import type { ConsoleServices } from '../services.js';
import { subscriptionsOf } from '../subscriptions.js';
import { agentParameter, askedAgent } from './access.js';

const body = jsonBodyOf(agentNameBody, '{"name": "<not empty>", "note": "<text>" | null}', () => ({
  name: 'Example Handling',
  note: 'Handler at FRA',
}));

const subscriptionsExample = (node: DescriptionContext): AgentSubscriptionsAnswer => ({
  agent: node.uri(exampleIds.airline),
  total: 1,
  items: [
    {
      request: node.uri(exampleIds.changeRequest),
      topic: node.uri(exampleIds.piece),
      ...{ toType: false, label: 'Oranges', type: `${node.namespaces.cargo}Piece` },
      events: ['LOGISTICS_OBJECT_UPDATED'],
      since: '2026-03-01T10:00:00.000Z',
      ...{ expiresAt: null, later: false, derivedFrom: null, lastTold: '2026-03-01T10:02:00.000Z' },
    },
  ],
});

export function agentOperations(
  services: ConsoleServices,
  receipts: Pick<Receipts, 'lastNotifiedOf'>,
): DeclaredOperation[] {
  const name = operation({
    method: 'PUT',
    path: '/internal/agent',
    unknownQuery: 'refused',
    id: 'nameAgent',
    summary: 'Give a partner a name',
    description:
      'Internal agents see the name wherever the URI would be shown. An organization that is an object of this node keeps its own name.',
    accessLevel: 'internal',
    query: { agent: query.required(agentParameter('uri'), 'must name the agent') },
    body: body.describe,
    responses: () => ({ 204: { description: 'The partner has the name.' } }),
    handle: async (context, asks) => {
      const { agent } = asks();
      if (!/^https?:/i.test(agent)) throw new ServiceError('invalid-query', 'uri must be an http(s) IRI');
      const { name: given, note = null } = await body.read(context);
      await services.agentNames.give({ agent, name: given, note: note === '' ? null : note }, context.caller.agent);
      return { kind: 'no-content' };
    },
  });

  const subscriptions = jsonOperation({
    method: 'GET',
    path: '/internal/agent/subscriptions',
    id: 'listAgentSubscriptions',
    summary: 'List the active subscriptions of an agent',
    description: "By default the caller's. Partners may read their own only. The newest first, at most 200.",
    accessLevel: 'authenticated',
    query: { agent: agentParameter('uri') },
    errors: [403],
    answers: { description: 'The subscriptions.', schema: agentSubscriptions, example: subscriptionsExample },
    handle: async ({ caller }, asks) => ({
      answer: await subscriptionsOf(services, receipts, askedAgent(caller, asks().agent), caller),
    }),
  });

  return [name, subscriptions];
}
