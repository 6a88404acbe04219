/** The rights of agents, with their reasons. */
import { z } from 'zod';
import { permissions } from '../../access/authorization.js';
import { type Answer, component, count, time, uri } from '../../openapi/json-schema.js';

const permission = z.enum(permissions);
export type Permission = Answer<typeof permission>;

const accessReason = component(
  'AccessReason',
  z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('internal') }),
      z.object({ kind: z.literal('written'), authorization: uri }),
      z.object({ kind: z.literal('group'), authorization: uri, group: uri }),
      z.object({ kind: z.literal('authenticated'), authorization: uri }),
      z.object({ kind: z.literal('delegation'), request: uri }),
    ])
    .meta({ description: "The reason for an agent's permission." }),
);
export type AccessReason = Answer<typeof accessReason>;

const writtenAccess = component(
  'WrittenAccess',
  z
    .object({
      id: uri,
      agents: z.array(uri),
      groups: z.array(uri),
      everyone: z.boolean(),
      permissions: z.array(permission),
      later: z.boolean().meta({ description: 'Whether it is also for what is linked to the shipment later.' }),
      inheritedFrom: uri.nullable().meta({ description: "The authorization of a shipment's list that it comes from." }),
      at: time.nullable().meta({ description: 'Unknown for authorizations of releases that did not record it.' }),
      by: uri.nullable(),
    })
    .meta({ description: 'An authorization that an internal agent wrote.' }),
);
export type WrittenAccess = Answer<typeof writtenAccess>;

const delegatedAccess = component(
  'DelegatedAccess',
  z.object({
    request: uri,
    requestedBy: uri,
    for: z.array(uri).meta({ description: 'The delegates.' }),
    permissions: z.array(permission),
    acceptedBy: uri.nullable(),
    at: time.nullable(),
    expiresAt: time.nullable(),
    derivedFrom: uri.nullable().meta({ description: 'The delegation that this one derives from.' }),
    falls: z.array(uri).meta({ description: 'The delegations that are revoked with this one.' }),
  }),
);
export type DelegatedAccess = Answer<typeof delegatedAccess>;

const effectiveAccess = z.object({
  agent: uri.nullable().meta({ description: 'The agent; null means every authenticated agent.' }),
  label: z.string().nullable(),
  permission,
  because: z.array(accessReason),
});
export type EffectiveAccess = Answer<typeof effectiveAccess>;

const replacedAccess = z.object({
  number: count,
  until: time.nullable(),
  replacedBy: uri.nullable(),
  written: z.array(writtenAccess),
});
export type ReplacedAccess = Answer<typeof replacedAccess>;

export const objectAccess = component(
  'ObjectAccess',
  z.object({
    object: uri,
    effective: z.array(effectiveAccess),
    written: z.array(writtenAccess),
    delegations: z.array(delegatedAccess),
    replaced: z.array(replacedAccess).meta({
      description: 'The replaced lists, newest first; for internal agents and without a single agent in the query.',
    }),
    truncated: z.boolean(),
  }),
);
export type AccessAnswer = Answer<typeof objectAccess>;

const refusedAttempts = component(
  'RefusedAttempts',
  z
    .object({
      total: count,
      last: time.nullable(),
      objects: z
        .array(
          z.object({
            object: uri.nullable().meta({ description: 'Null: attempts without an object.' }),
            kinds: z.record(z.string(), count),
            last: time,
          }),
        )
        .meta({ description: 'None in a list of agents.' }),
      others: count.meta({ description: 'Attempts on further objects.' }),
    })
    .meta({ description: 'The refused requests of an agent in the last 30 days.' }),
);
export type RefusedAttempts = Answer<typeof refusedAttempts>;

export const agentItem = component(
  'Agent',
  z.object({
    uri,
    label: z.string().nullable(),
    note: z
      .string()
      .nullable()
      .meta({ description: 'For internal agents: what was noted with the name it was given.' }),
    isOwnName: z.boolean().meta({ description: 'Whether it is an object of this node, whose name stands in it.' }),
    server: uri.nullable().meta({ description: 'The base of its server; null if its URI has none.' }),
    reads: z.object({ total: count, byType: z.record(z.string(), count), truncated: z.boolean() }),
    requests: z.object({ total: count, pending: count }),
    subscriptions: count,
    queues: z.object({ count, waiting: count }).meta({ description: 'Notifications that wait for delivery to it.' }),
    lastHeard: time.nullable(),
    lastTold: time.nullable(),
    refused: refusedAttempts.nullable().meta({ description: 'Null for a caller that is not internal.' }),
  }),
);
export type AgentItem = Answer<typeof agentItem>;

export const agentItems = component(
  'Agents',
  z.object({
    total: count.nullable(),
    items: z.array(agentItem),
    refused: z.array(z.object({ uri, total: count, last: time })).meta({
      description: 'Agents with requests refused for lack of access in the last 30 days, newest first; at most 100.',
    }),
  }),
);
export type AgentsAnswer = Answer<typeof agentItems>;

export const agentAccess = component(
  'AgentAccess',
  z.object({
    agent: uri,
    internal: z
      .boolean()
      .meta({ description: 'An internal agent may do everything; the items are its access besides that.' }),
    items: z.array(z.object({ object: uri, permissions: z.array(permission), because: z.array(accessReason) })),
    truncated: z.boolean(),
  }),
);
export type AgentAccessAnswer = Answer<typeof agentAccess>;

export const withdrawnAccess = component(
  'WithdrawnAccess',
  z.object({
    agent: uri,
    objects: z.array(uri).meta({ description: 'Objects whose access control list no longer names the agent.' }),
    delegations: z.array(uri).meta({ description: 'Delegations that were revoked.' }),
    truncated: z
      .boolean()
      .meta({ description: 'Whether the access exceeds one transaction, so that the request must be repeated.' }),
  }),
);
export type WithdrawnAccess = Answer<typeof withdrawnAccess>;
