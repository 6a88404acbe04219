import type { Decisions } from '../action-requests/decisions.js';
import type { Resource } from '../http/request-context.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes, PublicModule } from '../openapi/section.js';
import type { AgentNames } from '../agent-names/agent-names.js';
import type { AccessDelegations } from '../access-delegations/access-delegations.js';
import { AgentAccess } from '../access-delegations/withdrawal.js';
import { Agents, type DeliveryHistory } from './agents.js';
import { accessOperations } from './api/access.js';
import { agentOperations } from './api/agents.js';
import { formOperations } from './api/forms.js';
import { labelOperations } from './api/labels.js';
import { lookUp } from './api/lookup.js';
import { getMe } from './api/me.js';
import { modelOperations } from './api/model.js';
import { listObjects } from './api/objects.js';
import { overviewOperations } from './api/overview.js';
import { drawingOperations } from './api/drawings.js';
import { requestOperations } from './api/requests.js';
import { streamChanges } from './api/stream.js';
import { revisionOperations } from './api/revisions.js';
import { getStatus } from './api/status.js';
import { noticeOperations } from './api/told.js';
import type { Identity } from '../identity/module.js';
import { validateDocument } from './api/validations.js';
import type { RecentMessages } from '../messages/recent-messages.js';
import type { CopyNames } from '../mirror/asking/copy-names.js';
import { Validations } from './validation/validations.js';
import type { ConditionEngine } from '../subscriptions/extensions.js';
import { consoleConfig } from './config.js';
import { consolePages } from './pages.js';
import { consoleRoute, consoleTag, noConsole } from './routes.js';
import { type ConsoleServices, consoleServices } from './services.js';
import { watchedOperations } from './watched/operations.js';

/** The modules that the console asks. */
interface ConsoleParts {
  readonly decisions: Decisions;
  readonly delegations: AccessDelegations;
  readonly deliveries: DeliveryHistory;
  readonly messages: Pick<RecentMessages, 'counts'>;
  readonly conditions: ConditionEngine;
  readonly identity: Pick<Identity, 'verifier' | 'ownToken'>;
  /** Undefined without a mirror. */
  readonly copyNames: CopyNames | undefined;
  readonly agentNames: AgentNames;
}

/** The console: its pages, and the addresses that they ask. */
export function createConsole(
  exchange: ExchangeServices & Pick<ConsoleServices, 'lookups'>,
  { decisions, delegations, deliveries, messages, conditions, identity, copyNames, agentNames }: ConsoleParts,
): ModuleRoutes & PublicModule {
  const services = consoleServices(exchange, decisions, { copyNames, agentNames });
  const agents = new Agents(services, deliveries);
  const agentAccess = new AgentAccess(exchange, delegations);
  const { isOn, login } = services.settings.console;
  const pages = consolePages({
    basePath: new URL(services.uris.base).pathname.replace(/\/$/, ''),
    connect: login.flatMap(({ issuer, origins = [] }) => [new URL(issuer).origin, ...origins]),
  });
  const route = isOn ? consoleRoute(consoleConfig(services), pages) : noConsole();
  const { terms } = services;
  const declared = moduleRoutes(consoleTag, [
    lookUp(services),
    listObjects(services),
    ...overviewOperations(services, deliveries),
    ...watchedOperations(services),
    ...accessOperations(services, agents, agentAccess),
    ...agentOperations(services, deliveries.receipts),
    getMe(services),
    ...labelOperations(services),
    ...modelOperations(terms),
    ...formOperations(services, terms),
    ...revisionOperations(services),
    ...drawingOperations(services, deliveries),
    ...noticeOperations(services, { deliveries, messages }),
    ...requestOperations(services),
    getStatus(services, identity),
    validateDocument(services, new Validations(services, conditions)),
    streamChanges(services),
  ]);
  return { ...route, ...declared, sections: [...declared.sections, ...route.sections] };
}

const INTERNAL = '/internal/';

/**
 * The resources below `/internal/`, repeated below `/console/api/`: partners use some of them in the console, and a
 * proxy may close `/internal`.
 */
export function consoleAliases(resources: readonly Resource[]): Resource[] {
  return resources
    .filter(({ path }) => path.startsWith(INTERNAL))
    .map((resource) => ({
      ...resource,
      path: `/console/api/${resource.path.slice(INTERNAL.length)}`,
    }));
}
