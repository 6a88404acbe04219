/** Partners: the names that they are given, and their subscriptions. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../../openapi/json-schema.js';
import { subscriptionEvents } from '../../subscriptions/subscription.js';

/** Bounds of a name and of a note. */
const MAX_NAME = 200;
const MAX_NOTE = 2_000;

export const agentNameBody = component(
  'AgentName',
  z
    .strictObject({
      name: z.string().trim().min(1).max(MAX_NAME),
      note: z.string().trim().max(MAX_NOTE).nullable().optional(),
    })
    .meta({ description: 'The name that a partner is shown with.' }),
);

export const agentSubscriptions = component(
  'AgentSubscriptions',
  z.object({
    agent: uri,
    total: count,
    items: z
      .array(
        z.object({
          request: uri,
          topic: uri,
          toType: z.boolean().meta({ description: 'Whether the topic is a class.' }),
          label: z.string().nullable().meta({ description: 'Of the object, if the caller may read it.' }),
          type: uri.nullable(),
          events: z.array(z.enum(subscriptionEvents)),
          since: time,
          expiresAt: time.nullable(),
          later: z.boolean().meta({ description: 'Whether it is also for what is linked to the shipment later.' }),
          derivedFrom: uri.nullable().meta({ description: 'The subscription to the shipment that it comes from.' }),
          lastTold: time.nullable(),
        }),
      )
      .meta({ description: 'The newest first; at most 200.' }),
  }),
);
export type AgentSubscriptionsAnswer = Answer<typeof agentSubscriptions>;
