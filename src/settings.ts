/**
 * The settings of the node as one typed object: the operator contract, parsed and checked once at start. A wrong value
 * is a `SettingsError` whose message names the setting; nothing behind this file reads the environment.
 */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { type ApiVersion, parseApiVersion, supportedApiVersions } from './api-versions.js';
import { jsonLdForms } from './rdf/jsonld/forms.js';
import { type Iri, isIri } from './rdf/terms.js';
import { type Namespaces, standardNamespaces } from './rdf/vocabulary.js';

/** A setting with a wrong value: the message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

export type StoreLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'remote'; readonly queryUrl: string; readonly updateUrl: string };

/** The development identity provider's tokens for this node, or the client of a real one. */
export interface PeerCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authMethod: 'basic' | 'post';
  readonly scope: string | undefined;
  readonly audience: string | undefined;
}

const unset = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value);

const optional = <Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> => schema.optional();

const url = z.string().refine((text) => {
  if (!isIri(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
}, 'must be an http or https URL');

/** The segments of a URL's path as they are written, without the slashes at its end. */
const pathSegments = (text: string): string[] =>
  text
    .replace(/^https?:\/\/[^/]*/i, '')
    .replace(/\/+$/, '')
    .split('/')
    .slice(1);

const baseUrl = url
  .refine((text) => !URL.canParse(text) || new URL(text).search === '', 'must have no query')
  // Clients and proxies send such segments on as others, or not at all.
  .refine(
    (text) => pathSegments(text).every((segment) => segment !== '' && !/^(?:\.|%2e){1,2}$/i.test(segment)),
    'must have no empty, "." or ".." segment in its path',
  )
  .transform((text) => text.replace(/\/+$/, ''));

const namespace = z.string().refine((text) => isIri(text) && /[#/]$/.test(text), 'must be an IRI that ends in # or /');

const agent = z.string().refine((text): text is Iri => isIri(text), 'must be an absolute IRI');

const wholeNumber = (least: number, most: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`)
    .transform(Number)
    .refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);

const flag = z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true');

const list = z.string().transform((text) =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== ''),
);

/** What a browser sends as `Origin` (RFC 6454, section 7), or `*` for all. */
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

const trustedIssuers = json(
  z.array(z.strictObject({ issuer: z.string().min(1), jwksUri: url, audience: z.string().min(1).optional() })),
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

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

const environment = z.object({
  NODE_ENV: optional(z.string()),
  PORT: wholeNumber(0, 65535).default(8080),
  HOST: z.string().default('localhost'),
  BASE_URL: optional(baseUrl),
  STORE_URL: z.string().default('file:./data'),
  STORE_UPDATE_URL: optional(url),
  DATA_HOLDER_URI: optional(agent),
  DATA_HOLDER_NAME: z.string().default('Example Data Holder'),
  INTERNAL_AGENTS: list.pipe(z.array(agent)).default([]),
  TRUSTED_ISSUERS: trustedIssuers.default([]),
  DEV_IDP: optional(flag),
  IDP_TOKEN_URL: optional(url),
  IDP_CLIENT_ID: optional(z.string()),
  IDP_CLIENT_SECRET: optional(z.string()),
  IDP_AUTH_METHOD: z.enum(['basic', 'post'], 'must be basic or post').default('basic'),
  IDP_SCOPE: optional(z.string()),
  IDP_AUDIENCE: optional(z.string()),
  API_NS: namespace.default(standardNamespaces.api),
  CARGO_NS: namespace.default(standardNamespaces.cargo),
  CODE_LISTS_NS: namespace.default(standardNamespaces.codeLists),
  DEFAULT_API_VERSION: z
    .string()
    .default('2.0.0')
    .transform((text, context) => {
      const version = parseApiVersion(text);
      if (version !== undefined) return version;
      context.addIssue(`must be one of ${supportedApiVersions.join(', ')}`);
      return z.NEVER;
    }),
  JSONLD_FORM: z.enum(jsonLdForms, `must be one of ${jsonLdForms.join(', ')}`).default('compacted'),
  ONTOLOGY_FILES: list.default([]),
  VALIDATION: z.enum(['strict', 'lenient'], 'must be strict or lenient').default('strict'),
  EVENT_POSTING: z.enum(['acl', 'any'], 'must be acl or any').default('acl'),
  AUTO_ACCEPT: z.enum(['none', 'holder', 'all'], 'must be none, holder or all').default('none'),
  THIRD_PARTY_SUBSCRIPTIONS: flag.default(false),
  SUBSCRIPTION_TOPICS: subscriptionTopics.default([]),
  OUTBOUND_PRIVATE_ADDRESSES: optional(flag),
  DELIVERY_RETRY_MIN_MS: wholeNumber(1, 86_400_000).default(1000),
  DELIVERY_RETRY_MAX_MS: wholeNumber(1, 604_800_000).default(3_600_000),
  BODY_LIMIT: size.default(1024 ** 2),
  RATE_LIMIT: wholeNumber(0, 1_000_000_000).default(0),
  SPARQL_TIMEOUT_MS: wholeNumber(1, 86_400_000).default(30_000),
  SPARQL_MAX_ROWS: wholeNumber(1, 1_000_000_000).default(100_000),
  TLS_CERT_FILE: optional(z.string()),
  TLS_KEY_FILE: optional(z.string()),
  TLS_CLIENT_CA_FILE: optional(z.string()),
  CORS_ORIGINS: optional(list.pipe(z.array(origin))),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  LOG_FORMAT: optional(z.enum(['pretty', 'json'], 'must be pretty or json')),
});

type Environment = z.output<typeof environment>;

/** The node's settings. `baseUrl` is absent only while `PORT=0` waits for the port that the system gives. */
export interface Settings {
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly baseUrl: string | undefined;
  readonly store: StoreLocation;
  readonly dataHolderUri: Iri | undefined;
  readonly dataHolderName: string;
  readonly internalAgents: readonly Iri[];
  readonly trustedIssuers: readonly {
    readonly issuer: string;
    readonly jwksUri: string;
    readonly audience?: string | undefined;
  }[];
  readonly devIdp: boolean;
  /** How this node gets its own tokens; absent: from the development identity provider, or not at all. */
  readonly peerCredentials: PeerCredentials | undefined;
  readonly namespaces: Namespaces;
  readonly defaultApiVersion: ApiVersion;
  /** The JSON-LD form for requests that name no profile, and of notifications that this node sends. */
  readonly jsonLdForm: (typeof jsonLdForms)[number];
  readonly ontologyFiles: readonly string[];
  readonly validation: 'strict' | 'lenient';
  readonly eventPosting: 'acl' | 'any';
  readonly autoAccept: 'none' | 'holder' | 'all';
  readonly thirdPartySubscriptions: boolean;
  readonly subscriptionTopics: Environment['SUBSCRIPTION_TOPICS'];
  readonly outboundPrivateAddresses: boolean | undefined;
  readonly deliveryRetryMs: { readonly min: number; readonly max: number };
  readonly bodyLimit: number;
  readonly rateLimit: number;
  readonly sparql: { readonly timeoutMs: number; readonly maxRows: number };
  readonly tls:
    { readonly certFile: string; readonly keyFile: string; readonly clientCaFile: string | undefined } | undefined;
  readonly corsOrigins: readonly string[];
  readonly logLevel: (typeof logLevels)[number];
  readonly logFormat: 'pretty' | 'json' | undefined;
}

/** Whether a URL's host is this machine's own: the development defaults hold there only. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  return (
    host === 'localhost' ||
    host.endsWith('.localhost') ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  );
}

/** A folder's name, with percent-encoded characters as themselves. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (cause) {
    throw new SettingsError(`STORE_URL: ${path} cannot be decoded`, { cause });
  }
}

function storeLocation(env: Environment): StoreLocation {
  const text = env.STORE_URL;
  if (text === 'memory:') return { kind: 'memory' };
  if (text.startsWith('file:') && text.length > 'file:'.length) {
    // `file:///absolute` and `file:relative/or/absolute` are both in use.
    const path = text.replace(/^file:(\/\/(?=\/))?/, '');
    return { kind: 'folder', path: resolve(decoded(path)) };
  }
  if (url.safeParse(text).success) {
    if (env.STORE_UPDATE_URL === undefined) {
      throw new SettingsError('STORE_UPDATE_URL is needed beside an http(s) STORE_URL');
    }
    return { kind: 'remote', queryUrl: text, updateUrl: env.STORE_UPDATE_URL };
  }
  throw new SettingsError('STORE_URL must be file:<folder>, memory: or an http(s) URL');
}

function peerCredentials(env: Environment, devIdp: boolean): PeerCredentials | undefined {
  const { IDP_TOKEN_URL, IDP_CLIENT_ID, IDP_CLIENT_SECRET } = env;
  const given = [IDP_TOKEN_URL, IDP_CLIENT_ID, IDP_CLIENT_SECRET].filter((value) => value !== undefined).length;
  if (given === 0) return undefined;
  if (IDP_TOKEN_URL === undefined && devIdp) {
    throw new SettingsError('IDP_TOKEN_URL is needed beside IDP_CLIENT_ID and IDP_CLIENT_SECRET');
  }
  if (IDP_TOKEN_URL === undefined || IDP_CLIENT_ID === undefined || IDP_CLIENT_SECRET === undefined) {
    throw new SettingsError('IDP_TOKEN_URL, IDP_CLIENT_ID and IDP_CLIENT_SECRET belong together');
  }
  return {
    tokenUrl: IDP_TOKEN_URL,
    clientId: IDP_CLIENT_ID,
    clientSecret: IDP_CLIENT_SECRET,
    authMethod: env.IDP_AUTH_METHOD,
    scope: env.IDP_SCOPE,
    audience: env.IDP_AUDIENCE,
  };
}

function tlsFiles(env: Environment): Settings['tls'] {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CLIENT_CA_FILE: clientCaFile } = env;
  if (certFile === undefined && keyFile === undefined && clientCaFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new SettingsError('TLS_CERT_FILE and TLS_KEY_FILE belong together');
  }
  return { certFile, keyFile, clientCaFile };
}

/**
 * Reads the settings from environment variables; an empty value counts as absent, a variable that is not in the
 * operator contract is not looked at.
 *
 * @throws SettingsError naming the first setting whose value is wrong.
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const known = Object.keys(environment.shape);
  const parsed = environment.safeParse(Object.fromEntries(known.map((name) => [name, unset(variables[name])])));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(issue === undefined ? 'wrong settings' : `${issue.path.join('.')}: ${issue.message}`);
  }
  const env = parsed.data;
  const production = env.NODE_ENV === 'production';
  const devIdp = env.DEV_IDP ?? (env.TRUSTED_ISSUERS.length === 0 && !production);
  if (production && env.TRUSTED_ISSUERS.length === 0) {
    throw new SettingsError(
      'TRUSTED_ISSUERS is needed when NODE_ENV is production: without it nobody could call this node',
    );
  }
  if (env.DELIVERY_RETRY_MAX_MS < env.DELIVERY_RETRY_MIN_MS) {
    throw new SettingsError('DELIVERY_RETRY_MAX_MS must not be less than DELIVERY_RETRY_MIN_MS');
  }
  const tls = tlsFiles(env);
  const scheme = tls === undefined ? 'http' : 'https';
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    baseUrl: env.BASE_URL ?? (env.PORT === 0 ? undefined : `${scheme}://localhost:${env.PORT}`),
    store: storeLocation(env),
    dataHolderUri: env.DATA_HOLDER_URI,
    dataHolderName: env.DATA_HOLDER_NAME,
    internalAgents: env.INTERNAL_AGENTS,
    trustedIssuers: env.TRUSTED_ISSUERS,
    devIdp,
    peerCredentials: peerCredentials(env, devIdp),
    namespaces: { api: env.API_NS, cargo: env.CARGO_NS, codeLists: env.CODE_LISTS_NS },
    defaultApiVersion: env.DEFAULT_API_VERSION,
    jsonLdForm: env.JSONLD_FORM,
    ontologyFiles: env.ONTOLOGY_FILES,
    validation: env.VALIDATION,
    eventPosting: env.EVENT_POSTING,
    autoAccept: env.AUTO_ACCEPT,
    thirdPartySubscriptions: env.THIRD_PARTY_SUBSCRIPTIONS,
    subscriptionTopics: env.SUBSCRIPTION_TOPICS,
    outboundPrivateAddresses: env.OUTBOUND_PRIVATE_ADDRESSES,
    deliveryRetryMs: { min: env.DELIVERY_RETRY_MIN_MS, max: env.DELIVERY_RETRY_MAX_MS },
    bodyLimit: env.BODY_LIMIT,
    rateLimit: env.RATE_LIMIT,
    sparql: { timeoutMs: env.SPARQL_TIMEOUT_MS, maxRows: env.SPARQL_MAX_ROWS },
    tls,
    corsOrigins: env.CORS_ORIGINS ?? (production ? [] : ['*']),
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
  };
}
