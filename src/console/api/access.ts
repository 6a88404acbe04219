/** Who has access to an object and because of what; what one agent may, and its withdrawal; the agents. */
import { assertInternal } from '../../http/caller.js';
import { permissionsFor } from '../../access/access-entries.js';
import type { AgentAccess } from '../../access-delegations/withdrawal.js';
import type { HandlerResult, RequestContext, Resource } from '../../http/request-context.js';
import { nextLink } from '../../http/page-links.js';
import { invalidQuery, PAGE_PARAMETERS } from '../../http/query-parameters.js';
import { ServiceError } from '../../errors.js';
import { pathObject } from '../../logistics-objects/path-object.js';
import { type Iri, isIri } from '../../rdf/terms.js';
import { accessTo } from '../access.js';
import type { Agents } from '../agents.js';
import type { AgentAccessAnswer, AgentsAnswer, WithdrawnAccess } from '../responses.js';
import type { ConsoleServices } from '../services.js';
import { jsonAnswer } from './answer.js';
import { pageOf } from './page.js';

/** Each agent is found by skipping the one before. */
const MAX_SKIP = 1000;
/** Agents whose refused attempts a list names. */
const MAX_REFUSED = 100;

/** An agent in the query. @throws ServiceError `invalid-query` for no IRI. */
function agentIn({ query }: RequestContext, name: string): Iri | undefined {
  const value = query.text(name);
  if (value === undefined || isIri(value)) return value;
  throw invalidQuery(name, 'must be the IRI of an agent');
}

/**
 * The agent that is asked about: by default the caller.
 *
 * @throws ServiceError `forbidden` where a partner asks about another agent.
 */
function askedAgent(context: RequestContext, name: string): Iri {
  const { caller } = context;
  const agent = agentIn(context, name) ?? caller.agent;
  if (caller.internal || agent === caller.agent) return agent;
  throw new ServiceError('forbidden', 'only internal agents may ask what other agents may do');
}

export function accessRoutes(services: ConsoleServices, agents: Agents, agentAccess: AgentAccess): Resource[] {
  const { objects, uris, access, internalAgents } = services;

  async function ofObject(context: RequestContext): Promise<HandlerResult> {
    const { caller } = context;
    const { object } = await objects.getOrThrow(pathObject(context, uris));
    const agent = caller.internal ? agentIn(context, 'agent') : askedAgent(context, 'agent');
    return jsonAnswer(context, await accessTo(services, object, agent, caller));
  }

  async function list(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const page = pageOf(context.query, { maxSkip: MAX_SKIP });
    if (page.before !== undefined) throw invalidQuery('before', 'is not for this list');
    const { items, next } = await agents.list(page, context.caller);
    const answer: AgentsAnswer = { total: null, items, refused: agents.refused(MAX_REFUSED) };
    return jsonAnswer(context, answer, nextLink(context.address(uris.base), context.query, page, next));
  }

  async function one(context: RequestContext): Promise<HandlerResult> {
    return jsonAnswer(context, await agents.describe(askedAgent(context, 'uri'), context.caller));
  }

  async function ofAgent(context: RequestContext): Promise<HandlerResult> {
    const agent = askedAgent(context, 'uri');
    const { lists, truncated } = await agentAccess.lists(agent);
    const items = lists.flatMap(({ object, entries }) => {
      const current = entries.filter(({ endsAt }) => access.hasNotEnded(endsAt));
      const given = permissionsFor(current, agent);
      if (given.length === 0) return [];
      const because = new Map(given.flatMap((each) => each.because).map((reason) => [JSON.stringify(reason), reason]));
      return [{ object, permissions: given.map(({ permission }) => permission), because: [...because.values()] }];
    });
    const answer: AgentAccessAnswer = { agent, internal: internalAgents.has(agent), items, truncated };
    return jsonAnswer(context, answer);
  }

  async function withdraw(context: RequestContext): Promise<HandlerResult> {
    assertInternal(context.caller);
    const agent = agentIn(context, 'uri');
    if (agent === undefined) throw invalidQuery('uri', 'must name the agent');
    const withdrawn = await agentAccess.withdraw(agent, context.requestor);
    const answer: WithdrawnAccess = { agent, ...withdrawn };
    return jsonAnswer(context, answer);
  }

  return [
    {
      path: '/internal/objects/:id/access',
      methods: { GET: ofObject },
      query: ['agent'],
      negotiatesItself: true,
    },
    { path: '/internal/agents', methods: { GET: list }, query: PAGE_PARAMETERS, negotiatesItself: true },
    { path: '/internal/agent', methods: { GET: one }, query: ['uri'], negotiatesItself: true },
    {
      path: '/internal/agent/access',
      methods: { GET: ofAgent, DELETE: withdraw },
      query: ['uri'],
      negotiatesItself: true,
    },
  ];
}
