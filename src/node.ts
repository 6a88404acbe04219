/** The modules of a node and how they are connected: the table of contents of the program. */
import { createAccessDelegations } from './access-delegations/module.js';
import { Access } from './access/access.js';
import { createActs } from './acts/module.js';
import { AgentNames } from './agent-names/agent-names.js';
import { InheritedAccess } from './access/inherited-access.js';
import { countRefusals, Refusals } from './access/refusals.js';
import { Tombstones } from './access/tombstones.js';
import { Strangers } from './action-requests/strangers.js';
import { ActionRequests } from './action-requests/action-requests.js';
import { Decisions } from './action-requests/decisions.js';
import { createActionRequests } from './action-requests/module.js';
import { createChangeRequests } from './change-requests/module.js';
import { Labels } from './console/labels.js';
import { consoleAliases, createConsole } from './console/module.js';
import { pageOf } from './console/page-addresses.js';
import { createDrafts } from './drafts/module.js';
import type { AppOptions } from './http/app.js';
import { carryOutList, createErasures, openErasureList, startPurging } from './erasures/module.js';
import { recordPurge } from './erasures/purged-copies.js';
import { createLegalHolds } from './legal-holds/module.js';
import { createFeed } from './feed/module.js';
import { countRejections } from './identity/metrics.js';
import { dropExpired } from './idempotency/expiry.js';
import { IdempotencyKeys } from './idempotency/idempotency-keys.js';
import { createIdentity, type Identity } from './identity/module.js';
import { devIdpPages } from './identity/dev-idp-pages.js';
import { createLogisticsEvents } from './logistics-events/module.js';
import { createMessages } from './messages/module.js';
import { createMirror } from './mirror/module.js';
import type { NodeLookups } from './lookups.js';
import { LaterLinks } from './logistics-objects/later-links.js';
import { createLogisticsObjects } from './logistics-objects/module.js';
import { Revisions } from './logistics-objects/revisions.js';
import { EventLoop } from './metrics/event-loop.js';
import { registerEventLoopMetrics } from './metrics/node-metrics.js';
import { healthPages } from './monitoring/health.js';
import { metricsPage } from './monitoring/metrics.js';
import { createNotifications, createOutbox } from './notifications/module.js';
import { describeNode } from './openapi/document.js';
import type { OpenApiDocument } from './openapi/types.js';
import { docsPage, openApiPage } from './openapi/routes.js';
import { createProofLog, openProofLog, startBackfilling } from './proof-log/module.js';
import { createQuestions } from './questions/module.js';
import { createServerInformation } from './server-information/module.js';
import type { Services } from './services.js';
import { Conditions } from './sparql/conditions.js';
import { createStandbyRoutes } from './standby/module.js';
import { createSparql } from './sparql/module.js';
import { requestContents } from './sparql/request-contents.js';
import { keepDropping } from './store/expiry.js';
import { InheritedSubscriptions } from './subscriptions/later-subscriptions.js';
import { createSubscriptions } from './subscriptions/module.js';
import { Transactions } from './transactions.js';
import { createVerificationRequests } from './verification-requests/module.js';
import { createWeb } from './web/module.js';

/** The operations that a node serves. */
interface NodeRoutes extends AppOptions {
  /** Checks the identity providers of the settings; called when the node serves, because one may be the node itself. */
  readonly checkProviders: Identity['checkProviders'];
  /** Begins what can wait until the node serves. */
  readonly whenServing: () => void;
}

/** Creates the modules of a node. */
export async function createNode(services: Services & { readonly lookups: NodeLookups }): Promise<NodeRoutes> {
  const { settings, uris, vocabulary, dataHolder, store, parsedGraphs, quarantine, degradations, metrics, log } =
    services;
  const baseUrl = uris.base;
  const eventLoop = new EventLoop();
  services.closers.push(() => {
    eventLoop.stop();
    return Promise.resolve();
  });
  registerEventLoopMetrics(metrics, eventLoop);
  // Before anything is written: its start is entry 0.
  const proofLog = await openProofLog(services);

  // Authentication, authorization, and the effects of domain events.
  const identity = await createIdentity(services);
  const { devIdp } = identity;
  const access = new Access(parsedGraphs, uris, vocabulary, services.clock);
  const revisions = new Revisions(parsedGraphs, uris, vocabulary, quarantine);
  const tombstones = new Tombstones(services, proofLog?.proofLog);
  const requests = new ActionRequests({ ...services, tombstones }, requestContents(vocabulary));
  const outbox = createOutbox({ ...services, requests, revisions, access });
  const laterLinks = new LaterLinks(services, [
    new InheritedAccess(services),
    new InheritedSubscriptions({ ...services, requests }),
  ]);
  const erasureList = openErasureList(services);
  const transactions = new Transactions(store, outbox.publish, laterLinks.follow, erasureList);

  // The resources of the exchange.
  const refusals = new Refusals(services);
  const strangers = new Strangers({ ...services, access }, services.lookups.subscriptions.pending);
  const core = { ...services, access, tombstones, refusals, requests, strangers, revisions, transactions, laterLinks };
  const { objects, mementos, routes: objectRoutes } = await createLogisticsObjects(core);
  const exchange = { ...core, objects };
  // Before anything is delivered, fetched or served: a restored store has again what was erased.
  await carryOutList(exchange, erasureList);
  const conditions = new Conditions(services);
  const changes = createChangeRequests(exchange);
  const delegations = createAccessDelegations(exchange);
  const subscriptions = createSubscriptions(exchange, identity, conditions);
  const decisions = new Decisions(
    exchange,
    {
      ChangeRequest: changes.handler,
      AccessDelegationRequest: delegations.handler,
      SubscriptionRequest: subscriptions.handler,
      // A decision changes its status only.
      VerificationRequest: {},
    },
    (agent) => settings.autoAccept === 'all' || (settings.autoAccept === 'holder' && agent === dataHolder),
  );
  const agentNames = new AgentNames(services);
  const labels = new Labels({ ...exchange, agentNames });
  const notifications = createNotifications(exchange, identity, outbox, conditions, (agent, caller) =>
    labels.label(agent, caller),
  );
  const mirror = createMirror(exchange, identity, (purged) => recordPurge(purged, exchange));
  const { events, routes: eventRoutes } = createLogisticsEvents(exchange);
  const messages = createMessages(exchange, { changes: changes.handler, events });
  const consoleRoutes = createConsole(exchange, {
    decisions,
    messages: messages.recent,
    delegations: delegations.handler,
    deliveries: notifications,
    conditions,
    identity,
    copyNames: mirror.copyNames,
    agentNames,
  });
  const sparql = createSparql(exchange);
  const authenticate: AppOptions['authenticate'] = countRejections(metrics, (authorization) =>
    identity.verifier.authenticate(authorization),
  );
  const proofs = await createProofLog(exchange, proofLog, authenticate);
  const standby = await createStandbyRoutes(services);
  startPurging(exchange, async (sequence) => standby.havePurged(sequence) && (await sparql.hasUntil(sequence)));
  const routes = [
    await createServerInformation(exchange),
    objectRoutes,
    changes.routes(decisions),
    eventRoutes,
    delegations.routes(decisions),
    createActionRequests(exchange, decisions),
    subscriptions.routes(decisions, mirror.offers),
    createVerificationRequests(exchange, decisions),
    createActs(exchange, { decisions, delegations: delegations.handler, subscriptions: subscriptions.handler }),
    notifications,
    messages,
    mirror,
    createLegalHolds(exchange),
    createErasures(exchange, mirror.purging, proofLog?.proofLog),
    sparql,
    createWeb(exchange, { mementos, answer: sparql.answer }),
    createFeed(exchange),
    proofs,
    createDrafts(core, async (caller, object) => {
      await objects.getOrThrow(object);
      await access.assertAllowed(caller, 'GET_LOGISTICS_OBJECT', object);
    }),
    createQuestions(
      { ...core, labels: new Labels({ ...exchange, agentNames, copyNames: mirror.copyNames }) },
      sparql.answer,
      notifications,
    ),
    consoleRoutes,
  ];
  const resources = routes.flatMap((module) => module.resources);

  const keys = new IdempotencyKeys(services);
  const { random, stopping } = services;
  const expiring = keepDropping(() => dropExpired(services, stopping), {
    ...{ what: 'idempotency keys', log, random, stopping },
  });
  services.closers.push(() => expiring);

  // Public routes: monitoring, documentation, and the development identity provider.
  const describe = (): OpenApiDocument =>
    describeNode({
      baseUrl,
      namespaces: settings.namespaces,
      model: services.model,
      devIdp: settings.devIdp,
      sections: [...routes, ...pages].flatMap(({ sections }) => sections),
    });
  const pages = [
    healthPages(store, eventLoop, degradations, sparql.fillings, {
      authenticate,
      keySets: () => identity.verifier.keySets(),
    }),
    metricsPage(metrics, authenticate),
    openApiPage(describe, settings.namespaces.api, services.formDefaults.versions),
    docsPage(baseUrl, services.formDefaults.versions),
    ...proofs.pages,
    ...(devIdp === undefined ? [] : [devIdpPages(devIdp)]),
  ];
  if (devIdp !== undefined) {
    log.warn(
      { issuer: devIdp.issuer },
      'the development identity provider is running: anyone can get a token from it; not for production',
    );
  }
  return {
    ...services,
    basePath: new URL(baseUrl).pathname.replace(/\/$/, ''),
    resources: [...resources, ...(settings.console.isOn ? consoleAliases(resources) : [])].map(keys.heededBy),
    publicRoutes: [...pages, consoleRoutes, standby].flatMap(({ publicRoutes }) => publicRoutes),
    authenticate,
    recognize: (authorization) => identity.verifier.recognize(authorization),
    refused: countRefusals(refusals, access, uris),
    refresh: () => store.refresh(),
    checkProviders: identity.checkProviders,
    whenServing: () => {
      if (proofLog !== undefined) startBackfilling(services, proofLog);
    },
    reading: { vocabulary, strict: !services.lenient },
    bodyLimit: settings.bodyLimit,
    rateLimit: settings.rateLimit,
    trustedProxies: settings.trustedProxies,
    secure: baseUrl.startsWith('https:'),
    corsOrigins: settings.corsOrigins,
    pageOf: settings.console.isOn ? (route, params) => pageOf(uris, route, params) : undefined,
  };
}
