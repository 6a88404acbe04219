/** Cargo-XML messages beside the exchange (docs/cargo-xml.md). */
import type { ChangeRequests } from '../change-requests/change-requests.js';
import type { LogisticsEvents } from '../logistics-events/logistics-events.js';
import { moduleRoutes } from '../openapi/operation.js';
import type { ModuleRoutes } from '../openapi/section.js';
import { SettingsError } from '../settings/settings.js';
import { Applying } from './applying/apply.js';
import type { MessageServices } from './lookups.js';
import { MappingError } from './mapping/mapping-error.js';
import { loadMappings, type Mappings } from './mapping/mappings.js';
import { Messages } from './messages.js';
import { type MessageMetrics, registerMessageMetrics } from './metrics.js';
import { messageOperations } from './operations.js';
import { Outgoing } from './outgoing.js';
import { outgoingOperations } from './outgoing-operations.js';
import { RecentMessages } from './recent-messages.js';
import { tag } from './schemas.js';
import { StoredMessages } from './stored-messages.js';

/** The use cases of the modules below that messages carry out. */
interface Carriers {
  readonly changes: ChangeRequests;
  readonly events: LogisticsEvents;
}

/** @throws SettingsError for tables that the data model does not fit (X3). */
export function createMessages(
  services: MessageServices,
  { changes, events }: Carriers,
): ModuleRoutes & { readonly recent: RecentMessages } {
  const mappings = readMappings(services);
  const stored = new StoredMessages(services);
  const messages = new Messages(services, stored, new Applying(services, mappings, changes, events));
  const metrics = registerMessageMetrics(services.metrics);
  const recent = new RecentMessages(services.clock);
  const answered: MessageMetrics['answered'] = (report, seconds, isDryRun) => {
    metrics.answered(report, seconds, isDryRun);
    recent.answered(report, isDryRun);
  };
  const routes = moduleRoutes(tag, [
    ...messageOperations(services.uris, { messages, stored }, { answered }),
    ...outgoingOperations(services, new Outgoing(services, mappings, events)),
  ]);
  return { ...routes, recent };
}

function readMappings({ model, vocabulary, settings }: MessageServices): Mappings {
  const { mappings } = settings.messages;
  try {
    return loadMappings(model, vocabulary.namespaces, mappings);
  } catch (error) {
    // The shipped tables fit the shipped data model; another one needs tables of its own.
    if (error instanceof MappingError || (mappings !== undefined && error instanceof Error))
      throw new SettingsError(`MESSAGE_MAPPINGS: ${error.message}`, { cause: error });
    throw error;
  }
}
