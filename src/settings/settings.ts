/** The node's settings as one object, read from the environment and checked once at the start (operator contract). */
import { resolve, sep } from 'node:path';
import { apiVersions } from '../api-versions.js';
import { databaseUrls } from './database-urls.js';
import { type Environment, environment, isLoopback, url } from './settings-schema.js';

export { isLoopback };

/** An invalid setting. The message is one line for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

type StoreLocation =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'memory' }
  | { readonly kind: 'postgres'; readonly url: string };

/** This node as a client of an identity provider (`IDP_*`). */
export interface ClientCredentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authMethod: 'basic' | 'post';
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
}

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
    // Both `file:///absolute` and `file:relative` are common.
    const path = text.replace(/^file:(\/\/(?=\/))?/, '');
    return { kind: 'folder', path: resolve(decoded(path)) };
  }
  if (/^postgres(ql)?:\/\//.test(text)) {
    try {
      databaseUrls(text);
    } catch (cause) {
      throw new SettingsError(`STORE_URL: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
    return { kind: 'postgres', url: text };
  }
  if (url.safeParse(text).success) {
    throw new SettingsError(
      'STORE_URL: a SPARQL engine cannot be the store; SPARQL_ENGINE_URL names an engine to feed and query',
    );
  }
  throw new SettingsError('STORE_URL must be file:<folder>, postgres://<host>/<database> or memory:');
}

/** The list of erasures; beside the folder of the store, because a restore empties that. */
function erasureListFile({ ERASURE_LIST_FILE }: Environment, store: StoreLocation): string | undefined {
  if (ERASURE_LIST_FILE !== undefined) {
    const file = resolve(ERASURE_LIST_FILE);
    if (store.kind === 'folder' && file.startsWith(store.path + sep))
      throw new SettingsError('ERASURE_LIST_FILE must not be in the folder of the store, which a restore needs empty');
    return file;
  }
  return store.kind === 'folder' ? erasureListBeside(store.path) : undefined;
}

/** The list of erasures of a store's folder, or of a backup's. */
export const erasureListBeside = (folder: string): string => `${folder}.erasures.jsonl`;

function peerCredentials(env: Environment, devIdp: boolean): ClientCredentials | undefined {
  const { IDP_TOKEN_URL, IDP_CLIENT_ID, IDP_CLIENT_SECRET } = env;
  if ([IDP_TOKEN_URL, IDP_CLIENT_ID, IDP_CLIENT_SECRET].every((value) => value === undefined)) return undefined;
  if (IDP_TOKEN_URL === undefined && devIdp) {
    throw new SettingsError('IDP_TOKEN_URL is needed with IDP_CLIENT_ID and IDP_CLIENT_SECRET');
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

function inboxWebhook({ INBOX_WEBHOOK_URL: address, INBOX_WEBHOOK_SECRET: secret }: Environment) {
  if (address === undefined && secret === undefined) return undefined;
  if (address === undefined || secret === undefined) {
    throw new SettingsError('INBOX_WEBHOOK_URL and INBOX_WEBHOOK_SECRET belong together');
  }
  return { url: address, secret };
}

/** The SPARQL engine that the node feeds, and the node's credentials there. */
export interface SparqlEngineSettings {
  readonly queryUrl: string;
  readonly updateUrl: string;
  /** The address for adding N-Quads by POST, much faster than updates. */
  readonly loadUrl?: string;
  /** The value of the `Authorization` header. */
  readonly authorization?: string;
}

function sparqlEngine(env: Environment): SparqlEngineSettings | undefined {
  const { SPARQL_ENGINE_URL: queryUrl, SPARQL_ENGINE_UPDATE_URL: updateUrl } = env;
  const { SPARQL_ENGINE_LOAD_URL: loadUrl } = env;
  const { SPARQL_ENGINE_USER: user, SPARQL_ENGINE_PASSWORD: password, SPARQL_ENGINE_TOKEN: token } = env;
  if (queryUrl === undefined && updateUrl === undefined) {
    if ([user, password, token, loadUrl].every((value) => value === undefined)) return undefined;
    throw new SettingsError('SPARQL_ENGINE_URL is needed with SPARQL_ENGINE_LOAD_URL, _USER, _PASSWORD and _TOKEN');
  }
  if (queryUrl === undefined || updateUrl === undefined) {
    throw new SettingsError('SPARQL_ENGINE_URL and SPARQL_ENGINE_UPDATE_URL belong together');
  }
  const urls = { queryUrl, updateUrl, ...(loadUrl !== undefined && { loadUrl }) };
  if ((user === undefined) !== (password === undefined)) {
    throw new SettingsError('SPARQL_ENGINE_USER and SPARQL_ENGINE_PASSWORD belong together');
  }
  if (token !== undefined) {
    if (user !== undefined) throw new SettingsError('SPARQL_ENGINE_TOKEN: give a token or a user, not both');
    // RFC 6750, section 2.1.
    if (!/^[A-Za-z0-9._~+/-]+=*$/.test(token)) throw new SettingsError('SPARQL_ENGINE_TOKEN is not a bearer token');
    return { ...urls, authorization: `Bearer ${token}` };
  }
  if (user === undefined || password === undefined) return urls;
  if (user.includes(':')) throw new SettingsError('SPARQL_ENGINE_USER must not contain a colon');
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  return { ...urls, authorization };
}

function tlsFiles(env: Environment) {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CLIENT_CA_FILE: clientCaFile } = env;
  if (certFile === undefined && keyFile === undefined && clientCaFile === undefined) return undefined;
  if (certFile === undefined || keyFile === undefined) {
    throw new SettingsError('TLS_CERT_FILE and TLS_KEY_FILE belong together');
  }
  return { certFile, keyFile, clientCaFile };
}

function outboundFiles(env: Environment) {
  const { EXTRA_CA_FILE: extraCaFile, OUTBOUND_CERT_FILE: certFile, OUTBOUND_KEY_FILE: keyFile } = env;
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw new SettingsError('OUTBOUND_CERT_FILE and OUTBOUND_KEY_FILE belong together');
  }
  return { extraCaFile, certFile, keyFile };
}

function offeredVersions({ API_VERSIONS, DEFAULT_API_VERSION }: Environment) {
  const offered = apiVersions.filter((version) => API_VERSIONS.includes(version));
  const version = DEFAULT_API_VERSION ?? offered[0] ?? apiVersions[0];
  if (!offered.includes(version)) {
    throw new SettingsError(`DEFAULT_API_VERSION: ${version} is not among API_VERSIONS (${offered.join(', ')})`);
  }
  return { offered, default: version };
}

/**
 * The console. In production it requires a way to sign in, and is off without one (docs/console.md).
 *
 * @throws SettingsError for an identity provider whose tokens are not accepted.
 */
function consoleSettings({ NODE_ENV, CONSOLE, CONSOLE_LOGIN: login, TRUSTED_ISSUERS }: Environment) {
  const unknown = login.find(({ issuer }) => !TRUSTED_ISSUERS.some((trusted) => trusted.issuer === issuer));
  if (unknown !== undefined)
    throw new SettingsError(`CONSOLE_LOGIN: the issuer ${unknown.issuer} is not among TRUSTED_ISSUERS`);
  return { isOn: CONSOLE && (NODE_ENV !== 'production' || login.length > 0), login };
}

/** @throws SettingsError for a store that no standby can follow. */
function standbySecret(env: Environment): string | undefined {
  if (env.STANDBY_SECRET === undefined) return undefined;
  if (storeLocation(env).kind !== 'folder')
    throw new SettingsError('STANDBY_SECRET goes with a store in a folder only; PostgreSQL has standbys of its own');
  if (env.COMMIT_LOG_KEEP_MB === 0)
    throw new SettingsError(
      'COMMIT_LOG_KEEP_MB is needed with STANDBY_SECRET: what a standby has missed is read from it',
    );
  return env.STANDBY_SECRET;
}

/** @throws SettingsError for inconsistent settings. */
function settingsOf(env: Environment) {
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
    /** Undefined with `PORT=0`: the system chooses the port when the node begins to listen. */
    baseUrl: env.BASE_URL ?? (env.PORT === 0 ? undefined : `${scheme}://localhost:${env.PORT}`),
    store: storeLocation(env),
    dataHolderUri: env.DATA_HOLDER_URI,
    dataHolderName: env.DATA_HOLDER_NAME,
    internalAgents: env.INTERNAL_AGENTS,
    trustedIssuers: env.TRUSTED_ISSUERS,
    /** Whether tokens that are bound to a key or certificate are accepted without proof (D68). */
    cnfTokens: env.CNF_TOKENS,
    devIdp,
    /**
     * The credentials for this node's own tokens; undefined if they come from the development identity provider, or are
     * not used.
     */
    peerCredentials: peerCredentials(env, devIdp),
    namespaces: { api: env.API_NS, cargo: env.CARGO_NS, codeLists: env.CODE_LISTS_NS },
    /** The offered versions, oldest first, and the version for requests that name none (L4). */
    apiVersions: offeredVersions(env),
    /** The JSON-LD form for requests without a profile, and for notifications of this node. */
    jsonLdForm: env.JSONLD_FORM,
    ontologyFiles: env.ONTOLOGY_FILES,
    /** Shapes in addition to those of the data model (D76). */
    shapesFiles: env.SHAPES_FILES,
    validation: env.VALIDATION,
    eventPosting: env.EVENT_POSTING,
    autoAccept: env.AUTO_ACCEPT,
    thirdPartySubscriptions: env.THIRD_PARTY_SUBSCRIPTIONS,
    subscriptionTopics: env.SUBSCRIPTION_TOPICS,
    /** The destination of received notifications, and the key of their signatures. */
    inboxWebhook: inboxWebhook(env),
    outboundPrivateAddresses: env.OUTBOUND_PRIVATE_ADDRESSES,
    /** TLS of outgoing calls: additional trusted authorities, and the client certificate. */
    outboundFiles: outboundFiles(env),
    deliveryRetryMs: { min: env.DELIVERY_RETRY_MIN_MS, max: env.DELIVERY_RETRY_MAX_MS },
    bodyLimit: env.BODY_LIMIT,
    /** The most Logistics Objects in one query. */
    bulkLimit: env.BULK_LIMIT,
    /** `/feed` (W66), and the most members of one of its documents. */
    feed: { isOn: env.FEED, pageSize: env.FEED_PAGE_SIZE },
    /** The log of proofs. */
    proofs: {
      isOn: env.PROOF_LOG,
      /** The key that signs it; undefined: one that the store has. */
      keyFile: env.PROOF_KEY_FILE,
      /** Earlier keys, which sign beside it. */
      oldKeyFiles: env.PROOF_OLD_KEY_FILES,
      /** Who may read checkpoints and tiles. */
      access: env.PROOF_ACCESS,
      /** The time for which writes are collected before a checkpoint. */
      checkpointMs: env.PROOF_CHECKPOINT_MS,
      /** Who cosigns it. */
      witnesses: env.PROOF_WITNESSES,
      /** The time between two checkpoints for a witness. */
      witnessMs: env.PROOF_WITNESS_MS,
      /** The keys of the logs that this node cosigns. */
      witnessed: env.PROOF_WITNESSED,
      /** The key that cosigns them; undefined: one that the store has. */
      witnessKeyFile: env.PROOF_WITNESS_KEY_FILE,
    },
    /** The list of erasures and legal holds (P43); undefined without one. */
    erasureListFile: erasureListFile(env, storeLocation(env)),
    /** When what was erased is removed from the files of the store (P39). */
    purge: { mode: env.PROOF_PURGE, minutes: env.PROOF_PURGE_AT },
    /** After how many days what is erased, at the time of the purge (P45). */
    retention: env.RETENTION,
    /** The size of all caches of stored data together. */
    cacheBytes: env.CACHE_MB * 1024 ** 2,
    commitLogKeepBytes: env.COMMIT_LOG_KEEP_MB * 1024 ** 2,
    /** What a standby must know to read the whole store; undefined: none may. */
    standbySecret: standbySecret(env),
    /** The base URL of the node that the command `standby` follows. */
    standbyOf: env.STANDBY_OF,
    trustedProxies: env.TRUSTED_PROXIES,
    /** The number of pending requests on an object from an agent without any right on it. */
    strangerRequests: env.STRANGER_REQUESTS,
    idempotencyHours: env.IDEMPOTENCY_HOURS,
    draftDays: env.DRAFT_DAYS,
    rateLimit: env.RATE_LIMIT,
    sparql: {
      timeoutMs: env.SPARQL_TIMEOUT_MS,
      /** Slower queries are logged; 0: none is. */
      slowMs: env.SPARQL_SLOW_MS,
      maxRows: env.SPARQL_MAX_ROWS,
      warm: env.SPARQL_WARM,
    },
    /** The SPARQL engine that the node feeds; undefined: queries run only in worker threads. */
    sparqlEngine: sparqlEngine(env),
    console: consoleSettings(env),
    /** The retention time of receipts for confirmed notifications. */
    receiptDays: env.RECEIPT_DAYS,
    /** Copies of partners' objects. */
    mirror: {
      isOn: env.MIRROR,
      /** The seconds between two checks of a copy; 0: none. */
      sweepSeconds: env.MIRROR_SWEEP_S,
      /** Requests a second to one server; 0: no limit. */
      rate: env.MIRROR_RATE,
      concurrency: env.MIRROR_CONCURRENCY,
      maxObjects: env.MIRROR_MAX_OBJECTS,
      bodyLimit: env.MIRROR_BODY_LIMIT,
      /** The servers whose notified objects are copied although nobody follows them. */
      notified: env.MIRROR_NOTIFIED,
      erasure: env.MIRROR_ERASURE,
      subscriptionDays: env.MIRROR_SUBSCRIPTION_DAYS,
    },
    /** Cargo-XML messages. */
    messages: {
      timeZone: env.MESSAGE_TIME_ZONE,
      /** The sender of messages that are written. */
      sender: env.MESSAGE_SENDER,
      /** The agents that senders stand for, by their identifiers. */
      parties: new Map(env.MESSAGE_PARTIES.map((party) => [party.id, party.agent])),
      maxPieces: env.MESSAGE_MAX_PIECES,
      /** The days after which a number may be that of another waybill; 0: never. */
      reuseDays: env.MESSAGE_AWB_REUSE_DAYS,
      /** The folder with tables in place of the shipped ones. */
      mappings: env.MESSAGE_MAPPINGS,
    },
    tls,
    corsOrigins: env.CORS_ORIGINS ?? (production ? [] : ['*']),
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
  };
}

export type Settings = Readonly<ReturnType<typeof settingsOf>>;

/**
 * Reads the settings from environment variables. An empty value counts as absent; variables outside the operator
 * contract are ignored.
 *
 * @throws SettingsError that names the first invalid setting.
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const present = Object.entries(variables).filter(([, value]) => value?.trim() !== '');
  const parsed = environment.safeParse(Object.fromEntries(present));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new SettingsError(issue === undefined ? 'wrong settings' : `${issue.path.join('.')}: ${issue.message}`);
  }
  return settingsOf(parsed.data);
}
