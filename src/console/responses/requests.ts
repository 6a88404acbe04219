/** Action requests, the preview of a decision, and validations. */
import { z } from 'zod';
import { requestKinds, requestStatuses } from '../../action-requests/action-request.js';
import { permissions } from '../../access/authorization.js';
import { type Answer, component, count, pageMembers, revisionNumber, time, uri } from '../../openapi/json-schema.js';
import { diffStatement, termValue } from '../../logistics-objects/differences/schemas.js';

const textOrNull = z.string().nullable();
const kind = z.enum(requestKinds);
const status = z.enum(requestStatuses);
const permitted = z.array(z.enum(permissions));

export type RequestKind = Answer<typeof kind>;
export type RequestStatus = Answer<typeof status>;

const statusEntry = z.object({ status, since: time, by: uri.nullable() }).meta({
  description: 'A current or past status of the request, with the agent that set it; the last one is current.',
});
export type StatusEntry = Answer<typeof statusEntry>;

export const requestOperation = z.object({
  op: z.enum(['ADD', 'DELETE']),
  s: z.string(),
  p: uri,
  o: termValue,
  path: z.array(uri),
  unit: uri.exactOptional().meta({ description: 'The unit of the number that is changed, where the object has it.' }),
});
export type RequestOperation = Answer<typeof requestOperation>;

const requestError = z.object({
  title: z.string(),
  isWarning: z.boolean().meta({ description: 'Whether it is a warning, which does not cause a rejection.' }),
  details: z.array(
    z.object({ code: textOrNull, message: textOrNull, property: uri.nullable(), resource: uri.nullable() }),
  ),
});
export type RequestErrorItem = Answer<typeof requestError>;

export const requestItem = component(
  'Request',
  z.object({
    uri,
    kind,
    status,
    since: time.meta({ description: 'The time since when it has this status.' }),
    requestedBy: uri,
    requestedByLabel: textOrNull,
    requestedAt: time,
    history: z.array(statusEntry),
    object: uri.nullable().meta({ description: 'The object of the request; null for a subscription to a class.' }),
    objectLabel: textOrNull,
    objectType: uri.nullable(),
    builtOn: revisionNumber
      .nullable()
      .meta({ description: 'Change requests: the revision that the change is based on.' }),
    latest: revisionNumber.nullable().meta({ description: "The object's latest revision." }),
    operations: z.array(requestOperation).meta({ description: 'In a list the first 20 of them.' }),
    operationCount: count,
    description: textOrNull,
    errors: z.array(requestError),
    rivals: z.array(uri).meta({
      description: 'Pending requests on the same revision, which acceptance would reject; in a list none.',
    }),
    delegation: z
      .object({
        objects: z.array(uri),
        delegates: z.array(uri),
        permissions: permitted,
        expiresAt: time.nullable(),
        derivedFrom: uri.nullable(),
      })
      .exactOptional(),
    subscription: z
      .object({
        subscriber: uri,
        topicType: z.string(),
        topic: uri,
        events: z.array(z.string()),
        sendBody: z.boolean(),
        expiresAt: time.nullable(),
      })
      .exactOptional(),
  }),
);
export type RequestItem = Answer<typeof requestItem>;

export const requestItems = component(
  'Requests',
  z.object({
    total: count.nullable(),
    counts: z.partialRecord(status, count).meta({
      description:
        'Requests that the caller may read, by status: filtered by `type` and `by`, but not by object and time.',
    }),
    items: z.array(requestItem),
    ...pageMembers,
  }),
);
export type RequestsAnswer = Answer<typeof requestItems>;

const violation = component(
  'ConsoleViolation',
  z.object({
    kind: z.string(),
    message: z.string(),
    resource: textOrNull,
    property: textOrNull,
    shape: textOrNull.meta({ description: "The operator's shape behind the message, if it has a name." }),
    pointer: textOrNull.meta({
      description: 'JSON pointer into the pasted document; null if the position is unknown.',
    }),
    line: count.exactOptional().meta({ description: 'From 1.' }),
    column: count.exactOptional(),
  }),
);
export type Violation = Answer<typeof violation>;

const change = z.object({ agent: uri, object: uri, permissions: permitted });

/** The effect of a decision, determined in a transaction that is rolled back. */
export const decisionPreview = component(
  'DecisionPreview',
  z.object({
    decision: status,
    possible: z.boolean().meta({ description: 'Whether the decision is possible; `reason` explains why it is not.' }),
    reason: textOrNull,
    result: status.meta({
      description: 'The status that the request would have: an acceptance that violates a shape fails.',
    }),
    nextRevision: revisionNumber
      .nullable()
      .meta({ description: 'Change requests: the revision that would be created.' }),
    statements: z.array(diffStatement),
    violations: z.array(violation),
    warnings: z.array(violation).meta({
      description: "Warnings of the operator's shapes about the new revision.",
    }),
    missing: z.array(uri).meta({ description: 'Linked resources of this node that do not exist.' }),
    rejects: z.array(uri).meta({ description: 'Requests that would be rejected.' }),
    revokes: z.array(uri).meta({ description: 'Delegations that would be revoked with this one.' }),
    rivals: z.array(z.object({ request: uri, kind, requestedBy: uri, description: textOrNull })).meta({
      description: 'The requests in `rejects`: whose they are, and the words with them.',
    }),
    grants: z.array(change),
    withdraws: z.array(change.extend({ request: uri.nullable() })),
    tells: z.array(z.object({ subscriber: uri, event: z.string(), count })),
  }),
);
export type PreviewAnswer = Answer<typeof decisionPreview>;

/** The possible kinds of a pasted document. */
export const documentKinds = [
  'object',
  'event',
  'change',
  'subscription',
  'access-delegation',
  'verification',
  'notification',
] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const validation = component(
  'Validation',
  z.object({
    fits: z.boolean(),
    kind: z.enum(documentKinds).meta({ description: 'The detected kind of the document.' }),
    types: z.array(uri),
    violations: z.array(violation),
    warnings: z.array(violation).meta({ description: "Warnings of the operator's shapes about the document." }),
    dropped: z.array(z.string()).meta({ description: 'JSON pointers of keys that expand to nothing.' }),
    creates: z.array(z.string()).meta({
      description: 'Addresses of the resources that posting it would create; with `…` if the node chooses the id.',
    }),
    turtle: textOrNull.meta({ description: 'The statements; null if the body cannot be parsed.' }),
  }),
);
export type ValidationAnswer = Answer<typeof validation>;
