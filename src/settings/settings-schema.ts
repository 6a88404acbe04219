/** The environment variables of the operator contract: their types, defaults and error messages. */
import { isIP } from 'node:net';
import { z } from 'zod';
import { apiVersions, parseApiVersion } from '../api-versions.js';
import { FormatError } from '../proofs/format/format-error.js';
import { COSIGNATURE, ED25519, parseVkey, type SignatureType, type VerifierKey } from '../proofs/format/note.js';
import { jsonLdForms } from '../rdf/jsonld/forms.js';
import { type Iri, isIri } from '../rdf/terms.js';
import { standardNamespaces } from '../rdf/vocabulary.js';
import { parseNetwork } from './networks.js';

/** Whether a URL's host is the loopback address: development defaults apply only in this case. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}

export const url = z.string().refine((text) => {
  if (!isIri(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}, 'must be an http or https URL');

/** The segments of a URL's path, not normalized, without trailing slashes. */
const pathSegments = (text: string): string[] =>
  text
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/\/+$/, '')
    .split('/')
    .slice(1);

const baseUrl = url
  .refine((text) => !URL.canParse(text) || new URL(text).search === '', 'must have no query')
  // Clients and proxies normalize such segments, so the node's URIs could not be dereferenced.
  .refine(
    (text) => pathSegments(text).every((segment) => segment !== '' && !/^(?:\.|%2e){1,2}$/i.test(segment)),
    'must have no empty, "." or ".." segment in its path',
  )
  .transform((text) => text.replace(/\/+$/, ''));

const namespace = z.string().refine((text) => isIri(text) && /[#/]$/.test(text), 'must be an IRI that ends in # or /');

const agent = z.string().refine((text): text is Iri => isIri(text), 'must be an absolute IRI');

/** A time of day as minutes after midnight. */
const timeOfDay = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:00')
  .transform((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)));

const wholeNumber = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`)
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be from ${min} to ${max}`);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

const network = z.string().transform((text, context) => {
  const parsed = parseNetwork(text);
  if (parsed !== undefined) return parsed;
  context.addIssue('must be addresses or networks such as 10.0.0.0/8');
  return z.NEVER;
});

const apiVersion = z.string().transform((text, context) => {
  const version = parseApiVersion(text);
  if (version !== undefined) return version;
  context.addIssue(`must be one of ${apiVersions.join(', ')}`);
  return z.NEVER;
});

/** A browser's `Origin` (RFC 6454, section 7), or `*` for all. */
const origin = z
  .string()
  .refine(
    (text) => text === '*' || (/^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text),
    'must be * or origins such as https://app.example.com, without a path',
  );

const size = z
  .string()
  .regex(/^\d{1,12}\s*(b|kb|mb|gb)?$/i, 'must be a size such as 512kb or 1mb')
  .transform((text) => {
    const unit = { b: 1, kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 }[/[a-z]+$/i.exec(text)?.[0].toLowerCase() ?? 'b'] ?? 1;
    return Number.parseInt(text, 10) * unit;
  })
  .refine((bytes) => bytes > 0, 'must be more than 0');

function json<Schema extends z.ZodType>(schema: Schema): z.ZodType<z.output<Schema>> {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch (cause) {
        context.addIssue(`must be JSON: ${cause instanceof Error ? cause.message : String(cause)}`);
        return z.NEVER;
      }
    })
    .pipe(schema);
}

/** The key of a log or a witness (C2SP signed-note), of one type. */
const vkey = (type: SignatureType): z.ZodType<VerifierKey, string> =>
  z.string().transform((text, context) => {
    try {
      const key = parseVkey(text);
      if (key.type === type) return key;
      context.addIssue(type === COSIGNATURE ? 'is the key of a log, not of a witness' : 'is the key of a witness');
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      context.addIssue(error.message);
    }
    return z.NEVER;
  });

const witnesses = json(
  z.array(
    z.strictObject({
      url: url.transform((text) => (text.endsWith('/') ? text : `${text}/`)),
      key: vkey(COSIGNATURE),
    }),
  ),
);

const trustedIssuers = json(
  z.array(z.strictObject({ issuer: z.string().min(1), jwksUri: url, audience: z.string().min(1).optional() })),
);

const isSafeOrigin = (text: string): boolean =>
  URL.canParse(text) && (text.startsWith('https:') || (text.startsWith('http:') && isLoopback(text)));

/** Identity providers for signing in to the console; a token must not cross a network without TLS. */
const consoleLogin = json(
  z.array(
    z.strictObject({
      name: z.string().min(1).max(100),
      issuer: url.refine(isSafeOrigin, 'must be an https URL, or on a loopback address'),
      clientId: z.string().min(1),
      scope: z.string().min(1).default('openid'),
      audience: z.string().min(1).optional(),
      origins: z
        .array(
          z
            .string()
            .refine(
              (text) => isSafeOrigin(text) && new URL(text).origin === text,
              'must be origins such as https://login.example.com, without a path',
            ),
        )
        .optional(),
    }),
  ),
);

const subscriptionEvents = [
  'LOGISTICS_OBJECT_CREATED',
  'LOGISTICS_OBJECT_UPDATED',
  'LOGISTICS_EVENT_RECEIVED',
] as const;

const subscriptionTopics = json(
  z.array(
    z.strictObject({
      topicType: z.enum(['LOGISTICS_OBJECT_TYPE', 'LOGISTICS_OBJECT_IDENTIFIER']),
      topic: agent,
      events: z.array(z.enum(subscriptionEvents)).min(1),
      sendBody: z.boolean().default(false),
    }),
  ),
);

/** What is erased when it is so many days old (P45). Types and messages are compared with the data model at the start. */
const retention = json(
  z.array(
    z
      .strictObject({
        type: agent.optional(),
        message: z.string().optional(),
        days: z
          .number('must be a number of days')
          .int('must be a whole number')
          .min(1, 'must be at least 1')
          .max(36_500, 'must be at most 36500'),
      })
      .refine(
        ({ type, message }) => (type === undefined) !== (message === undefined),
        'must have either `type` or `message`',
      ),
  ),
);

/** Bases of servers, or `*` for all. */
const servers = list.transform((entries, context): readonly Iri[] | '*' => {
  if (entries.includes('*') && entries.length === 1) return '*';
  const bases = entries.flatMap((entry) => {
    const parsed = baseUrl.safeParse(entry);
    return parsed.success && isIri(parsed.data) ? [parsed.data] : [];
  });
  if (bases.length === entries.length) return bases;
  context.addIssue('must be base URLs of servers, separated by commas, or *');
  return z.NEVER;
});

/** The agents that senders of messages stand for (X56). */
const messageParties = json(z.array(z.strictObject({ id: z.string().min(1), agent })));

/** A party of messages: `C:CARGOGRAPH`, scheme and identifier. */
export const partyName = z
  .string()
  .regex(/^[A-Za-z0-9]{1,10}:[^\s:][^\r\n]{0,99}$/, 'must be <scheme>:<id>, such as C:CARGOGRAPH');

const timeZone = z.string().refine(isTimeZone, 'must be the name of a time zone, such as Europe/Berlin');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

export const environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().default('localhost'),
  BASE_URL: baseUrl.optional(),
  STORE_URL: z.string().default('file:./data'),
  SPARQL_ENGINE_URL: url.optional(),
  SPARQL_ENGINE_UPDATE_URL: url.optional(),
  SPARQL_ENGINE_LOAD_URL: url.optional(),
  SPARQL_ENGINE_USER: z.string().optional(),
  SPARQL_ENGINE_PASSWORD: z.string().optional(),
  SPARQL_ENGINE_TOKEN: z.string().optional(),
  DATA_HOLDER_URI: agent.optional(),
  DATA_HOLDER_NAME: z.string().default('Example Data Holder'),
  INTERNAL_AGENTS: list.pipe(z.array(agent)).default([]),
  TRUSTED_ISSUERS: trustedIssuers.default([]),
  CNF_TOKENS: z.enum(['refuse', 'accept'], 'must be refuse or accept').default('refuse'),
  DEV_IDP: flag.optional(),
  IDP_TOKEN_URL: url.optional(),
  IDP_CLIENT_ID: z.string().optional(),
  IDP_CLIENT_SECRET: z.string().optional(),
  IDP_AUTH_METHOD: z.enum(['basic', 'post'], 'must be basic or post').default('basic'),
  IDP_SCOPE: z.string().optional(),
  IDP_AUDIENCE: z.string().optional(),
  API_NS: namespace.default(standardNamespaces.api),
  CARGO_NS: namespace.default(standardNamespaces.cargo),
  CODE_LISTS_NS: namespace.default(standardNamespaces.codeLists),
  API_VERSIONS: list.pipe(z.array(apiVersion).min(1, 'must name a version')).default([...apiVersions]),
  DEFAULT_API_VERSION: apiVersion.optional(),
  JSONLD_FORM: z.enum(jsonLdForms, `must be one of ${jsonLdForms.join(', ')}`).default('compacted'),
  ONTOLOGY_FILES: list.default([]),
  SHAPES_FILES: list.default([]),
  VALIDATION: z.enum(['strict', 'lenient'], 'must be strict or lenient').default('strict'),
  EVENT_POSTING: z.enum(['acl', 'any'], 'must be acl or any').default('acl'),
  AUTO_ACCEPT: z.enum(['none', 'holder', 'all'], 'must be none, holder or all').default('none'),
  THIRD_PARTY_SUBSCRIPTIONS: flag.default(false),
  SUBSCRIPTION_TOPICS: subscriptionTopics.default([]),
  INBOX_WEBHOOK_URL: url.optional(),
  INBOX_WEBHOOK_SECRET: z.string().optional(),
  OUTBOUND_PRIVATE_ADDRESSES: flag.optional(),
  EXTRA_CA_FILE: z.string().optional(),
  OUTBOUND_CERT_FILE: z.string().optional(),
  OUTBOUND_KEY_FILE: z.string().optional(),
  DELIVERY_RETRY_MIN_MS: wholeNumber(1, 86_400_000).default(1000),
  DELIVERY_RETRY_MAX_MS: wholeNumber(1, 604_800_000).default(3_600_000),
  BODY_LIMIT: size.default(1024 ** 2),
  BULK_LIMIT: wholeNumber(1, 10_000).default(500),
  FEED: flag.default(true),
  FEED_PAGE_SIZE: wholeNumber(10, 1_000).default(100),
  PROOF_LOG: flag.default(true),
  PROOF_KEY_FILE: z.string().optional(),
  PROOF_OLD_KEY_FILES: list.default([]),
  PROOF_ACCESS: z.enum(['authenticated', 'public'], 'must be authenticated or public').default('authenticated'),
  PROOF_CHECKPOINT_MS: wholeNumber(100, 60_000).default(1000),
  PROOF_WITNESSES: witnesses.default([]),
  PROOF_WITNESS_MS: wholeNumber(100, 86_400_000).default(10_000),
  PROOF_WITNESSED: json(z.array(vkey(ED25519))).default([]),
  PROOF_WITNESS_KEY_FILE: z.string().optional(),
  ERASURE_LIST_FILE: z.string().optional(),
  PROOF_PURGE: z.enum(['daily', 'at-once'], 'must be daily or at-once').default('daily'),
  PROOF_PURGE_AT: timeOfDay.prefault('02:00'),
  RETENTION: retention.default([]),
  CACHE_MB: wholeNumber(16, 1_000_000).default(256),
  COMMIT_LOG_KEEP_MB: wholeNumber(0, 1_000_000).default(0),
  STANDBY_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{32,200}$/, 'must be 32 to 200 visible ASCII characters')
    .optional(),
  STANDBY_OF: baseUrl.optional(),
  TRUSTED_PROXIES: list.pipe(z.array(network)).default([]),
  STRANGER_REQUESTS: wholeNumber(1, 1_000_000).default(20),
  IDEMPOTENCY_HOURS: wholeNumber(1, 168).default(24),
  DRAFT_DAYS: wholeNumber(1, 365).default(30),
  RATE_LIMIT: wholeNumber(0, 1_000_000_000).default(6_000),
  SPARQL_TIMEOUT_MS: wholeNumber(1, 86_400_000).default(30_000),
  SPARQL_SLOW_MS: wholeNumber(0, 86_400_000).default(1000),
  SPARQL_MAX_ROWS: wholeNumber(1, 1_000_000_000).default(100_000),
  SPARQL_WARM: z
    .enum(['auto', 'true', 'false'], 'must be auto, true or false')
    .default('auto')
    .transform((text) => (text === 'auto' ? text : text === 'true')),
  CONSOLE: flag.default(true),
  CONSOLE_LOGIN: consoleLogin.default([]),
  MIRROR: flag.default(true),
  MIRROR_SWEEP_S: wholeNumber(0, 31_536_000).default(3600),
  MIRROR_RATE: wholeNumber(0, 1_000_000).default(20),
  MIRROR_CONCURRENCY: wholeNumber(1, 16).default(4),
  MIRROR_MAX_OBJECTS: wholeNumber(1, 1_000_000_000).default(100_000),
  MIRROR_BODY_LIMIT: size.default(1024 ** 2),
  MIRROR_NOTIFIED: servers.default([]),
  MIRROR_ERASURE: z.enum(['follow', 'keep'], 'must be follow or keep').default('follow'),
  MIRROR_SUBSCRIPTION_DAYS: wholeNumber(1, 36_500).default(30),
  MESSAGE_TIME_ZONE: timeZone.default('UTC'),
  MESSAGE_SENDER: partyName.default('C:CARGOGRAPH'),
  MESSAGE_PARTIES: messageParties.default([]),
  MESSAGE_MAX_PIECES: wholeNumber(1, 10_000).default(1000),
  MESSAGE_AWB_REUSE_DAYS: wholeNumber(0, 36_500).default(300),
  MESSAGE_MAPPINGS: z.string().optional(),
  RECEIPT_DAYS: wholeNumber(0, 36_500).default(90),
  TLS_CERT_FILE: z.string().optional(),
  TLS_KEY_FILE: z.string().optional(),
  TLS_CLIENT_CA_FILE: z.string().optional(),
  CORS_ORIGINS: list.pipe(z.array(origin)).optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  LOG_FORMAT: z.enum(['pretty', 'json'], 'must be pretty or json').optional(),
});

export type Environment = z.output<typeof environment>;
