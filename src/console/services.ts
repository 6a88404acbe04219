/** The services of the console's routes. */
import type { AgentNames } from '../agent-names/agent-names.js';
import type { DelegationServices } from '../access-delegations/lookups.js';
import type { Decisions } from '../action-requests/decisions.js';
import type { ChangeServices } from '../change-requests/lookups.js';
import type { RequestContext } from '../http/request-context.js';
import type { EventServices } from '../logistics-events/lookups.js';
import type { ExchangeServices } from '../logistics-objects/exchange-services.js';
import type { Head } from '../logistics-objects/revisions.js';
import { pathObject } from '../logistics-objects/path-object.js';
import type { NotificationServices } from '../notifications/lookups.js';
import type { SubscriptionServices } from '../subscriptions/lookups.js';
import type { MirrorLookups } from '../mirror/lookups.js';
import type { CopyNames } from '../mirror/asking/copy-names.js';
import { Find } from './find/find.js';
import { History } from './history.js';
import { Labels } from './labels.js';
import { ModelTerms } from './model-terms.js';
import type { WatchedLookups } from './watched/lookups.js';

/** The console uses the lookups of the modules below it. */
export type ConsoleLookups = EventServices['lookups'] &
  ChangeServices['lookups'] &
  DelegationServices['lookups'] &
  SubscriptionServices['lookups'] &
  NotificationServices['lookups'] & {
    readonly watched: WatchedLookups;
    readonly mirror: Pick<MirrorLookups, 'partners'>;
  };

export interface ConsoleServices extends ExchangeServices {
  readonly lookups: ConsoleLookups;

  readonly labels: Labels;
  readonly history: History;
  readonly find: Find;
  /** The terms of the data model by name, made when they are first asked for. */
  readonly terms: () => ModelTerms;
  readonly decisions: Decisions;
  readonly agentNames: AgentNames;
}

export function consoleServices(
  services: ExchangeServices & Pick<ConsoleServices, 'lookups'>,
  decisions: Decisions,
  { copyNames, agentNames }: { readonly copyNames: CopyNames | undefined; readonly agentNames: AgentNames },
): ConsoleServices {
  const labels = new Labels({ ...services, copyNames, agentNames });
  let created: ModelTerms | undefined;
  const terms = (): ModelTerms => (created ??= new ModelTerms(services.model, services.settings.namespaces));
  const find = new Find({ ...services, labels, copyNames, terms });
  return { ...services, labels, history: new History(services), find, terms, decisions, agentNames };
}

/**
 * The object in a path, even a moved one: the console shows all stored data.
 *
 * @throws ServiceError `not-found` if this node has no such object, `forbidden` for a caller without read access.
 */
export async function readableObject(context: RequestContext, services: ConsoleServices): Promise<Head> {
  const { objects, access, uris } = services;
  const head = await objects.getOrThrow(pathObject(context, uris));
  await access.assertAllowed(context.caller, 'GET_LOGISTICS_OBJECT', head.object);
  return head;
}
