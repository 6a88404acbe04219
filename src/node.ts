/**
 * The composition root: builds the parts of a node from its settings, and hands each only what it needs. Read from top
 * to bottom it is the plan of the house.
 */
import { readFile } from 'node:fs/promises';
import type { Logger } from 'pino';
import { accessDelegationContent, AccessDelegations } from './access-delegations/access-delegations.js';
import { DelegationQueries } from './access-delegations/queries.js';
import { delegationRoutes } from './access-delegations/routes.js';
import { AccessLists } from './access/access-lists.js';
import { Access } from './access/access.js';
import { accessListRoutes } from './access/routes.js';
import { ActionRequests } from './action-requests/action-requests.js';
import { Decisions } from './action-requests/decisions.js';
import { RequestIndex } from './action-requests/request-index.js';
import { requestRoutes } from './action-requests/routes.js';
import { UriScheme } from './uris.js';
import type { Clock, IdSource } from './clock.js';
import { changeRequestContent, ChangeRequests } from './change-requests/change-requests.js';
import { PendingChanges } from './change-requests/pending-changes.js';
import { ChangeRequestQueries } from './change-requests/queries.js';
import { changeRoutes } from './change-requests/routes.js';
import { type Closer, closeAll } from './closers.js';
import { Degradations } from './degradations.js';
import { codeOf } from './errors.js';
import { type AppOptions, createApp } from './http/app.js';
import { healthRouter } from './http/monitoring/health-routes.js';
import { Representations } from './http/representation.js';
import { listen, type HttpListener, type TlsOptions } from './http/server/server.js';
import { DevIdentityProvider } from './identity/dev-identity-provider.js';
import { RemoteKeySource } from './identity/key-set.js';
import { devIdpRouter } from './identity/routes.js';
import { loadOrCreateSigningKey, type SigningKey } from './identity/signing-key.js';
import { clientCredentialsGrant, AccessTokenProvider } from './identity/access-token-provider.js';
import { TokenVerifier } from './identity/token-verifier.js';
import { LogisticsEvents } from './logistics-events/logistics-events.js';
import { EventQueries } from './logistics-events/queries.js';
import { eventRoutes } from './logistics-events/routes.js';
import { ensureDataHolder } from './logistics-objects/data-holder.js';
import { Embedding } from './logistics-objects/embedding.js';
import { LogisticsObjects } from './logistics-objects/logistics-objects.js';
import { ObjectIndex } from './logistics-objects/object-index.js';
import { Revisions } from './logistics-objects/revisions.js';
import { objectRoutes, pathObject } from './logistics-objects/routes.js';
import { EventLoop } from './metrics/event-loop.js';
import { registerDegradationMetrics, registerEventLoopMetrics } from './metrics/node-metrics.js';
import { Metrics } from './metrics/metrics.js';
import { metricsRouter } from './http/monitoring/metrics-routes.js';
import { loadModel } from './model/load.js';
import type { Model } from './model/model.js';
import { modelRoutes, ontologyVersions } from './server-information/model-routes.js';
import { Delivery } from './notifications/delivery.js';
import { instrumented, registerDeliveryMetrics } from './notifications/metrics.js';
import { Inbox } from './notifications/inbox.js';
import { feedDelivery, readEntry } from './notifications/outbox-feed.js';
import { Outbox } from './notifications/outbox.js';
import { NotificationQueries } from './notifications/queries.js';
import { notificationRoutes } from './notifications/routes.js';
import { Sender } from './notifications/sender.js';
import { describeNode } from './openapi/document.js';
import { openApiSections } from './openapi-sections.js';
import { docsRouter, openApiRouter } from './openapi/routes.js';
import { OutboundClient, type OutboundOptions } from './outbound/http-client.js';
import { type Iri, iri } from './rdf/terms.js';
import { createVocabulary } from './rdf/vocabulary.js';
import { serverInformationRoutes } from './server-information/routes.js';
import { isLoopback, type Settings, SettingsError } from './settings.js';
import { QueryPool } from './sparql/query-pool.js';
import { registerQueryMetrics } from './sparql/metrics.js';
import { sparqlRoutes } from './sparql/routes.js';
import { AccessScopes } from './sparql/access-scopes.js';
import { DamagedEntries } from './store/damaged-entries.js';
import { type EmbeddedStore, openEmbeddedStore } from './store/embedded/embedded-store.js';
import { registerFlushMetrics, registerStoreMetrics } from './store/metrics.js';
import type { Flush } from './store/store.js';
import { cachedReader, ParsedGraphCache } from './store/cache/parsed-graph-cache.js';
import { ActiveSubscriptions } from './subscriptions/active-subscriptions.js';
import { Proposals } from './subscriptions/proposals.js';
import { offeredSubscriptions, subscriptionRoutes } from './subscriptions/routes.js';
import { subscriptionContent, SubscriptionRequests } from './subscriptions/subscription-requests.js';
import { Transactions } from './transactions.js';

/** How many graphs are kept with all their statements: revisions that are embedded in others. */
const KEPT_CONTENTS = 2_000;

/** How many graphs are kept as parsed values: heads, access control lists, requests, events. */
const VIEWED_GRAPHS = 50_000;

export interface NodeDependencies {
  readonly clock: Clock;
  readonly ids: IdSource;
  /** From 0 to less than 1, evenly. */
  readonly random: () => number;
  readonly log: Logger;
  /** What is degraded before the node begins, as its log may be; without one it has its own. */
  readonly degradations?: Degradations | undefined;
}

/** What takes a while to make or to load, for who starts many nodes and has it already. */
export interface NodeOverrides {
  /** The data model that these settings would have loaded. */
  readonly model?: Model | undefined;
  /** The development identity provider's key, where no folder keeps one. */
  readonly signingKey?: SigningKey | undefined;
  /** The program of the query workers, compiled; see `AnalyticsOptions`. */
  readonly queryWorker?: (() => URL) | undefined;
  /** The bounds and the name service of outgoing calls, for who cannot wait for the usual ones. */
  readonly outbound?: Pick<OutboundOptions, 'timeouts' | 'resolve' | 'ca'> | undefined;
}

/** What the parts of a node have to do with its beginning and its end. */
interface Lifecycle {
  readonly listening: HttpListener;
  /** Closed in the opposite order in which they were opened. */
  readonly closers: Closer[];
  readonly stopping: AbortController;
  /** To be told why nothing can be answered any more. */
  readonly fail: (reason: string) => void;
}

/** A node that is listening. */
export interface RunningNode {
  readonly baseUrl: Iri;
  readonly devIdp: boolean;
  /** Its addresses, as the rooms gave them, and those that need no token. */
  readonly routes: Pick<AppOptions, 'resources' | 'publicRoutes'>;
  /**
   * Reads the TLS files again, for the connections to come.
   *
   * @throws Error when they cannot be read or used; the node goes on with those that it has.
   */
  reloadCertificates(): Promise<void>;
  /**
   * Fulfils with the reason once the store refuses everything: what is durable is whole, and the process is to be started
   * again. Never while all is well.
   */
  readonly failed: Promise<string>;
  /** Finishes the requests in flight, flushes and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a node: opens its sockets, then its store, and serves when both are ready.
 *
 * @throws SettingsError, StoreError, or the system's error when it cannot start; nothing is left open then.
 */
export async function startNode(
  settings: Settings,
  ambient: NodeDependencies,
  provisions: NodeOverrides = {},
): Promise<RunningNode> {
  const listening = await openSockets(settings);
  const stopping = new AbortController();
  const closers: Closer[] = [];
  let stopped: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping.abort();
    // The sockets first: requests in flight need everything else.
    return (stopped ??= closeAll([...closers, () => listening.close()]));
  };
  let fail: (reason: string) => void = () => undefined;
  const failed = new Promise<string>((fulfil) => (fail = fulfil));
  try {
    const scheme = settings.tls === undefined ? 'http' : 'https';
    const baseUrl = iri(settings.baseUrl ?? `${scheme}://localhost:${listening.port}`);
    const serves = await build(settings, baseUrl, ambient, provisions, { listening, closers, stopping, fail });
    const reloadCertificates = async (): Promise<void> => {
      const renewed = await readTlsFiles(settings);
      if (renewed !== undefined) listening.secure(renewed);
    };
    return { baseUrl, devIdp: settings.devIdp, routes: serves, reloadCertificates, failed, stop };
  } catch (error) {
    await stop().catch((failure: unknown) => {
      ambient.log.error({ err: failure }, 'what was open could not be closed');
    });
    throw error;
  }
}

/** With PORT=0: how many free ports are tried. */
const MAX_PORTS_TRIED = 10;

async function openSockets(settings: Settings): Promise<HttpListener> {
  const tls = await readTlsFiles(settings);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listen(settings.port, settings.host, tls);
    } catch (cause) {
      if (codeOf(cause) !== 'EADDRINUSE') throw cause;
      // A port that is free on one address of the host may be taken on the other.
      if (settings.port === 0 && attempt < MAX_PORTS_TRIED) continue;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new SettingsError(`PORT: ${settings.port} is taken by another program (${reason})`, { cause });
    }
  }
}

async function readTlsFiles({ tls }: Settings): Promise<TlsOptions | undefined> {
  if (tls === undefined) return undefined;
  const read = async (setting: string, file: string): Promise<Buffer> => {
    try {
      return await readFile(file);
    } catch (cause) {
      throw new SettingsError(`${setting}: ${file} cannot be read`, { cause });
    }
  };
  return {
    cert: await read('TLS_CERT_FILE', tls.certFile),
    key: await read('TLS_KEY_FILE', tls.keyFile),
    clientCa: tls.clientCaFile === undefined ? undefined : await read('TLS_CLIENT_CA_FILE', tls.clientCaFile),
  };
}

async function readModel({ namespaces, ontologyFiles, validation }: Settings, log: Logger): Promise<Model> {
  try {
    return await loadModel({ namespaces, ontologyFiles, mode: validation, log });
  } catch (cause) {
    // The shipped files are ours to keep whole; an operator's own are named by a setting.
    if (ontologyFiles.length === 0) throw cause;
    throw new SettingsError(`ONTOLOGY_FILES: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function openStore(
  { store: location }: Settings,
  base: Iri,
  log: Logger,
  onFlush: (flush: Flush) => void,
  onFailure: (reason: string) => void,
): Promise<EmbeddedStore> {
  if (location.kind === 'remote') {
    throw new SettingsError(
      'STORE_URL: a SPARQL endpoint as the store is not supported yet; use file:<folder> or memory:',
    );
  }
  return openEmbeddedStore({ location, base, log, onFlush, onFailure });
}

async function build(
  settings: Settings,
  baseUrl: Iri,
  { clock, ids, random, log, degradations = new Degradations() }: NodeDependencies,
  provisions: NodeOverrides,
  { listening, closers, stopping, fail }: Lifecycle,
): Promise<AppOptions> {
  const vocabulary = createVocabulary(settings.namespaces);
  const addresses = new UriScheme(baseUrl);
  const dataHolder = settings.dataHolderUri ?? addresses.object('_data-holder');
  const internalAgents = new Set([dataHolder, ...settings.internalAgents]);
  const lenient = settings.validation === 'lenient';

  // How it does.
  const metrics = new Metrics();
  const damaged = new DamagedEntries({ log, degradations });
  const eventLoop = new EventLoop();
  closers.push(() => {
    eventLoop.stop();
    return Promise.resolve();
  });
  registerEventLoopMetrics(metrics, eventLoop);
  registerDegradationMetrics(metrics, degradations);

  // The dataset and the model it is held to.
  const model = provisions.model ?? (await readModel(settings, log));
  const store = await openStore(settings, baseUrl, log, registerFlushMetrics(metrics), fail);
  closers.push(() => store.close());
  registerStoreMetrics(metrics, store);
  const views = new ParsedGraphCache(store, { max: VIEWED_GRAPHS });
  const contents = cachedReader(new ParsedGraphCache(store, { max: KEPT_CONTENTS }));

  // Who calls.
  const operatorClient = OutboundClient.unrestricted({ log, ...provisions.outbound });
  closers.push(() => operatorClient.close());
  const folder = settings.store.kind === 'folder' ? settings.store.path : undefined;
  const signingKey = async (): Promise<SigningKey> =>
    (folder === undefined ? provisions.signingKey : undefined) ?? (await loadOrCreateSigningKey(folder));
  const devIdp = settings.devIdp
    ? new DevIdentityProvider({ addresses, dataHolder, key: await signingKey(), clock, ids })
    : undefined;
  const verifier = new TokenVerifier({
    issuers: [
      ...settings.trustedIssuers.map(({ issuer, jwksUri, audience }) => ({
        issuer,
        audience,
        keys: new RemoteKeySource({ url: jwksUri, client: operatorClient, clock, log }),
      })),
      ...(devIdp === undefined ? [] : [{ issuer: devIdp.issuer, keys: devIdp.keys }]),
    ],
    internalAgents,
    clock,
    log,
  });

  // Who may, and the rules of the exchange.
  const access = new Access(views, addresses, vocabulary);
  const revisions = new Revisions(views, addresses, vocabulary, damaged);
  const requests = new ActionRequests({
    damaged,
    views,
    addresses,
    vocabulary,
    ids,
    contents: {
      ChangeRequest: changeRequestContent(vocabulary),
      AccessDelegationRequest: accessDelegationContent(vocabulary),
      SubscriptionRequest: subscriptionContent(vocabulary),
    },
  });
  const outbox = new Outbox({
    subscriptions: await ActiveSubscriptions.open({ store, requests, addresses, vocabulary, clock, damaged }),
    addresses,
    vocabulary,
    model,
    clock,
    ids,
    typeOf: async (object) => (await revisions.head(object))?.type,
  });
  const transactions = new Transactions(store, outbox.publish);
  const objects = new LogisticsObjects(
    transactions,
    revisions,
    {
      model,
      addresses,
      vocabulary,
      ids,
      lenient,
      warn: (warnings) => {
        log.warn({ warnings }, 'a request body was not taken as it is');
      },
    },
    clock,
  );
  const changeQueries = new ChangeRequestQueries(store, addresses, vocabulary);
  const changes = new ChangeRequests({
    transactions,
    revisions,
    requests,
    pending: await PendingChanges.open({ store, requests, queries: changeQueries, addresses, vocabulary, damaged }),
    addresses,
    vocabulary,
    model,
    clock,
    ids,
    lenient,
  });
  const delegations = new AccessDelegations({
    transactions,
    access,
    objects,
    requests,
    queries: new DelegationQueries(store, addresses, vocabulary),
    model,
    addresses,
    vocabulary,
    clock,
    ids,
  });
  const subscriptions = new SubscriptionRequests({
    transactions,
    objects,
    requests,
    model,
    addresses,
    vocabulary,
    clock,
    ids,
    thirdParties: settings.thirdPartySubscriptions,
    lenient,
  });
  const decisions = new Decisions({
    transactions,
    requests,
    handlers: { ChangeRequest: changes, AccessDelegationRequest: delegations, SubscriptionRequest: subscriptions },
    clock,
    autoAccepts: (agent) => settings.autoAccept === 'all' || (settings.autoAccept === 'holder' && agent === dataHolder),
  });
  const events = new LogisticsEvents({
    store,
    transactions,
    views,
    queries: new EventQueries(store, addresses, vocabulary),
    model,
    addresses,
    vocabulary,
    clock,
    ids,
  });
  await ensureDataHolder(dataHolder, settings.dataHolderName, { store, transactions, objects, addresses, vocabulary });

  // What goes out to partners, and what comes in from them.
  const representations = new Representations(vocabulary);
  const formDefaults = { version: settings.defaultApiVersion, jsonLd: settings.jsonLdForm };
  const peerClient = new OutboundClient({
    allowPrivateAddresses: settings.outboundPrivateAddresses ?? isLoopback(baseUrl),
    log,
    ...provisions.outbound,
  });
  closers.push(() => peerClient.close());
  const grant =
    settings.peerCredentials === undefined
      ? devIdp?.grant
      : clientCredentialsGrant(settings.peerCredentials, operatorClient);
  const ownToken = grant && new AccessTokenProvider({ grant, clock, log });
  const notificationQueries = new NotificationQueries(store, addresses, vocabulary);
  const sender = new Sender({
    client: peerClient,
    ownToken,
    requests,
    access,
    store,
    addresses,
    representations,
    callerOf: (agent) => ({ agent, internal: internalAgents.has(agent) }),
    form: { syntax: 'jsonld', ...formDefaults },
  });
  const delivery = new Delivery({
    store,
    clock,
    log,
    degradations,
    random,
    retryMs: settings.deliveryRetryMs,
    read: (entry) => readEntry({ store, outbox }, entry),
    attempt: instrumented(metrics, sender.attempt),
  });
  registerDeliveryMetrics(metrics, delivery, () => clock.now());
  closers.push(() => delivery.stop());
  await feedDelivery(delivery, { store, outbox, queries: notificationQueries, addresses });

  // Questions, on copies of the dataset in threads of their own.
  const { scopeOf } = new AccessScopes({ store, access, requests, addresses, vocabulary });
  const analytics = new QueryPool({
    store,
    setup: { base: baseUrl, namespaces: settings.namespaces, maxRows: settings.sparql.maxRows },
    scopeOf,
    timeoutMs: settings.sparql.timeoutMs,
    degradations,
    log,
    ...(provisions.queryWorker !== undefined && { program: provisions.queryWorker }),
  });
  // At once, or the node would wait for queries as for any request in flight.
  stopping.signal.addEventListener('abort', () => void analytics.stop());
  closers.push(() => analytics.stop());
  registerQueryMetrics(metrics, analytics);

  // What it looks like from outside.
  const dataHolderHead = await revisions.head(dataHolder);
  const description = describeNode({
    baseUrl,
    namespaces: settings.namespaces,
    devIdp: settings.devIdp,
    sections: openApiSections(settings.devIdp),
  });
  const options: AppOptions = {
    basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
    resources: [
      ...serverInformationRoutes({
        addresses,
        dataHolder,
        dataHolderType: dataHolderHead?.type ?? vocabulary.cargo.Organization.value,
        vocabulary,
        representations,
        ontologyVersions: ontologyVersions(model),
        startedAt: clock.now(),
      }),
      ...modelRoutes(model, representations),
      ...objectRoutes({
        objects,
        index: await ObjectIndex.open({ store, revisions, addresses, vocabulary, damaged }),
        embedding: new Embedding(contents, revisions, access, addresses),
        access,
        addresses,
        store,
        model,
        vocabulary,
        representations,
        clock,
      }),
      ...changeRoutes({
        objects,
        changes,
        requests,
        decisions,
        queries: changeQueries,
        access,
        addresses,
        vocabulary,
        representations,
      }),
      ...eventRoutes({
        store,
        objects,
        events,
        access,
        addresses,
        model,
        vocabulary,
        representations,
        posting: settings.eventPosting,
      }),
      ...accessListRoutes({
        lists: new AccessLists({ store, addresses, vocabulary, ids }),
        requireObject: async (exchange) => (await objects.getOrThrow(pathObject(exchange, addresses))).object,
        representations,
      }),
      ...delegationRoutes({ delegations, decisions, vocabulary }),
      ...subscriptionRoutes({
        subscriptions,
        decisions,
        proposals: new Proposals({ client: peerClient, ownToken, vocabulary }),
        offers: offeredSubscriptions(settings.subscriptionTopics, dataHolder, addresses),
        model,
        vocabulary,
        representations,
        ids,
      }),
      ...notificationRoutes({
        inbox: new Inbox({ store, model, addresses, vocabulary, clock, ids }),
        outbox,
        delivery,
        queries: notificationQueries,
        store,
        addresses,
        vocabulary,
        representations,
      }),
      ...sparqlRoutes({ analytics, addresses, representations, clock }),
      ...requestRoutes({
        requests,
        decisions,
        index: await RequestIndex.open({ store, requests, addresses, vocabulary, damaged }),
        addresses,
        vocabulary,
        representations,
      }),
    ],
    publicRoutes: [
      { path: '/health', handler: healthRouter(store, eventLoop, degradations) },
      { path: '/metrics', handler: metricsRouter(metrics, (authorization) => verifier.authenticate(authorization)) },
      { path: '/openapi.json', handler: openApiRouter(description) },
      { path: '/docs', handler: docsRouter(baseUrl) },
      ...(devIdp === undefined ? [] : [{ path: '/dev-idp', handler: devIdpRouter(devIdp) }]),
    ],
    authenticate: (authorization) => verifier.authenticate(authorization),
    reading: { vocabulary, strict: !lenient },
    representations,
    vocabulary,
    formDefaults,
    bodyLimit: settings.bodyLimit,
    rateLimit: settings.rateLimit,
    secure: baseUrl.startsWith('https:'),
    metrics,
    corsOrigins: settings.corsOrigins,
    log,
    clock,
    ids,
    stopping: stopping.signal,
  };
  const app = createApp(options);
  listening.serve(app.answer, app.describe);
  if (devIdp !== undefined) {
    log.warn(
      { issuer: devIdp.issuer },
      'the development identity provider is running: anybody can get a token here; not for production',
    );
  }
  return options;
}
