/** The node itself, the signed-in caller, and changes. */
import { z } from 'zod';
import { type Answer, component, count, time, uri } from '../../openapi/json-schema.js';

const loginProvider = z
  .object({
    name: z.string(),
    issuer: uri,
    clientId: z.string(),
    scope: z.string(),
    audience: z.string().exactOptional(),
  })
  .meta({ description: 'An identity provider of `CONSOLE_LOGIN`.' });
export type LoginProvider = Answer<typeof loginProvider>;

/** The console's configuration before anyone signs in. */
export const consoleConfig = component(
  'ConsoleConfig',
  z.object({
    base: uri,
    version: z.string(),
    namespaces: z.object({ api: uri, cargo: uri, codeLists: uri }),
    devIdp: z.boolean().meta({ description: 'Whether the development identity provider runs.' }),
    login: z.array(loginProvider),
  }),
);
export type ConsoleConfig = Answer<typeof consoleConfig>;

/** The caller's identity and role at this node. */
export const me = component(
  'Me',
  z.object({
    agent: uri,
    label: z.string().nullable(),
    internal: z.boolean(),
    issuer: z.string(),
    expiresAt: time.nullable(),
    dataHolder: uri,
    apiVersions: z.array(z.string()),
    validation: z.enum(['strict', 'lenient']),
    eventPosting: z.enum(['acl', 'any']),
    autoAccept: z.enum(['none', 'holder', 'all']),
    mirror: z.boolean().meta({ description: "Whether the caller may copy partners' objects to this node." }),
    log: z.boolean().meta({ description: 'Whether what the node writes is in a log, and can be proven.' }),
  }),
);
export type Me = Answer<typeof me>;

/** The data of `event: changed` of `GET /internal/stream`. */
export interface StreamChange {
  readonly kind: 'object' | 'event' | 'request' | 'access' | 'delivery' | 'notification';
  readonly uri: string;
  readonly object?: string;
  readonly status?: string;
}

/** The data of `event: mirror` of `GET /internal/stream`: the state of a follow has changed (M8). */
export interface MirrorChange {
  /** Of the follow. */
  readonly uri: string;
  readonly server: string;
  readonly state: string;
  readonly reason: string | null;
  readonly since: string;
}

const lastError = z.string().nullable();

export const status = component(
  'Status',
  z.object({
    version: z.string(),
    startedAt: time,
    settings: z.record(z.string(), z.string()).meta({ description: 'The settings of this node, without secrets.' }),
    issuers: z.array(z.object({ issuer: z.string(), keysAt: time.nullable(), lastError })),
    ownToken: z.object({ ok: z.boolean(), lastError }),
    analytics: z.object({ warm: z.boolean(), statements: count.nullable(), lastError }),
  }),
);
export type StatusAnswer = Answer<typeof status>;
