/** An act on a whole shipment as a caller asks for it (K44): its body, checked. */
import { z } from 'zod';
import { permissions } from '../access/authorization.js';
import { ServiceError } from '../errors.js';
import { type Answer, component } from '../openapi/json-schema.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { serverBaseOf, subscriptionEvents } from '../subscriptions/subscription.js';

export const actNames = ['give-access', 'withdraw-access', 'subscribe', 'unsubscribe', 'decide'] as const;
export const scopes = ['shipment', 'waybills', 'pieces', 'units'] as const;
export type Scope = (typeof scopes)[number];

/** Partners in one act, and requests that a decision names. */
export const MAX_AGENTS = 20;
export const MAX_DECIDED = 200;
const MAX_REASON = 2_000;

export const actBody = component(
  'Act',
  z
    .strictObject({
      act: z.enum(actNames),
      object: z.string().optional().meta({ description: 'Any object of the shipment. Not with `type`.' }),
      type: z.string().optional().meta({ description: 'The class that a subscription is for, without `object`.' }),
      scope: z.array(z.enum(scopes)).min(1).optional().meta({ description: 'The parts of the whole; all by default.' }),
      agents: z.array(z.string()).min(1).max(MAX_AGENTS).optional().meta({ description: 'The URIs of the partners.' }),
      permissions: z.array(z.enum(permissions)).min(1).optional().meta({
        description: 'What `give-access` gives; with `subscribe`, access that is given at the same time.',
      }),
      later: z.boolean().optional().meta({
        description: 'Whether it is also for pieces and waybills that are linked to the shipment later.',
      }),
      requests: z.array(z.string()).min(1).max(MAX_DECIDED).optional().meta({ description: 'The requests to decide.' }),
      decision: z.enum(['accept', 'reject']).optional(),
      reason: z.string().max(MAX_REASON).optional().meta({ description: 'Of a rejection.' }),
      events: z
        .array(z.enum(subscriptionEvents))
        .min(1)
        .optional()
        .meta({ description: 'The events of a subscription; all by default.' }),
    })
    .meta({ description: 'An act on a shipment with its waybills, pieces and units.' }),
);

type ActBody = Answer<typeof actBody>;
type Permission = (typeof permissions)[number];
type Event = (typeof subscriptionEvents)[number];

interface OnWhole {
  readonly object: Iri;
  readonly scope: ReadonlySet<Scope>;
  readonly agents: readonly Iri[];
}

export type Act =
  | (OnWhole & {
      readonly act: 'give-access';
      readonly permissions: readonly Permission[];
      readonly later: boolean;
    })
  | (OnWhole & { readonly act: 'withdraw-access' })
  | (OnWhole & {
      readonly act: 'subscribe';
      readonly events: readonly Event[];
      readonly permissions: readonly Permission[];
      readonly later: boolean;
    })
  | {
      readonly act: 'subscribe-to-type';
      readonly type: Iri;
      readonly agents: readonly Iri[];
      readonly events: readonly Event[];
    }
  | (OnWhole & { readonly act: 'unsubscribe' })
  | (OnWhole & {
      readonly act: 'decide';
      readonly decision: 'accept' | 'reject';
      readonly reason: string | undefined;
      readonly requests: readonly Iri[] | undefined;
    });

const invalid = (message: string): ServiceError => new ServiceError('invalid-body', message);

/** The members that each act may have beside `act`, `object`, `scope` and `agents`. */
const members: Readonly<Record<(typeof actNames)[number], readonly (keyof ActBody)[]>> = {
  'give-access': ['permissions', 'later'],
  'withdraw-access': [],
  subscribe: ['type', 'events', 'permissions', 'later'],
  unsubscribe: [],
  decide: ['requests', 'decision', 'reason'],
};
const common: readonly (keyof ActBody)[] = ['act', 'object', 'scope', 'agents'];

/** @throws ServiceError `invalid-body` for a member of another act, a missing one, or an agent that is no http(s) IRI. */
export function readAct(body: ActBody): Act {
  const { act, object, type } = body;
  const allowed: readonly string[] = [...common, ...members[act]];
  const other = Object.keys(body).find((member) => !allowed.includes(member));
  if (other !== undefined) throw invalid(`${act} has no member ${other}`);
  const agents = [...new Set(body.agents ?? [])].map((agent) => {
    if (isIri(agent) && /^https?:/i.test(agent)) return agent;
    throw invalid(`agents must be http(s) IRIs, not ${JSON.stringify(agent)}`);
  });
  if (agents.length === 0 && body.requests === undefined) throw invalid('agents must name at least one agent');
  const isNotified = act === 'subscribe' || act === 'unsubscribe';
  const silent = isNotified ? agents.find((agent) => serverBaseOf(agent) === undefined) : undefined;
  if (silent !== undefined)
    throw invalid(`<${silent}> has no /logistics-objects/ in it: notifications go to the server of that address`);
  const events = body.events ?? subscriptionEvents;
  if (act === 'subscribe' && type !== undefined) {
    if (object !== undefined || body.scope !== undefined || body.permissions !== undefined || body.later === true)
      throw invalid('a subscription to a type has only agents and events');
    if (!isIri(type)) throw invalid('type must be the IRI of a class');
    return { act: 'subscribe-to-type', type, agents, events };
  }
  if (object === undefined) throw invalid('object must be the URI of an object');
  if (!isIri(object)) throw invalid('object must be a URI');
  const onWhole = { object, scope: new Set(body.scope ?? scopes), agents };
  const later = body.later ?? false;
  switch (act) {
    case 'give-access':
      return {
        ...onWhole,
        act,
        permissions: body.permissions ?? ['GET_LOGISTICS_OBJECT', 'GET_LOGISTICS_EVENT'],
        later,
      };
    case 'withdraw-access':
    case 'unsubscribe':
      return { ...onWhole, act };
    case 'subscribe':
      return { ...onWhole, act, events, permissions: body.permissions ?? [], later };
    case 'decide': {
      if (body.decision === undefined) throw invalid('decision must be accept or reject');
      if (body.reason !== undefined && body.decision === 'accept') throw invalid('a reason is for a rejection');
      const requests = body.requests?.map((request) => {
        if (isIri(request)) return request;
        throw invalid('requests must be URIs');
      });
      return { ...onWhole, act, decision: body.decision, reason: body.reason, requests };
    }
  }
}
