/** The table of conformance (T28), in the order of every output (T24). */
import { areaNames, areaOf, type Row } from '../row.js';
import { rows as audit } from './audit.js';
import { rows as changes } from './changes.js';
import { rows as changesDeciding } from './changes-deciding.js';
import { rows as delegations } from './delegations.js';
import { rows as delegationsDecided } from './delegations-decided.js';
import { rows as events } from './events.js';
import { rows as eventsForMany } from './events-for-many.js';
import { rows as eventsListed } from './events-listed.js';
import { rows as negotiation } from './negotiation.js';
import { rows as objects } from './objects.js';
import { rows as objectsCreating } from './objects-creating.js';
import { rows as requests } from './requests.js';
import { rows as requestsDecided } from './requests-decided.js';
import { rows as revisions } from './revisions.js';
import { rows as server } from './server.js';
import { rows as subscriptions } from './subscriptions.js';
import { rows as subscriptionsOffered } from './subscriptions-offered.js';
import { rows as tokens } from './tokens.js';
import { rows as notifications } from './notifications.js';
import { rows as notificationsOfRequests } from './notifications-of-requests.js';
import { rows as notificationsReceived } from './notifications-received.js';
import { rows as deliveries } from './deliveries.js';
import { rows as verifications } from './verifications.js';
import { rows as verificationsDecided } from './verifications-decided.js';
import { rows as errors } from './errors.js';
import { rows as head } from './head.js';

const all: readonly Row[] = [
  server,
  tokens,
  objectsCreating,
  objects,
  negotiation,
  revisions,
  changes,
  changesDeciding,
  requests,
  requestsDecided,
  audit,
  events,
  eventsListed,
  eventsForMany,
  delegations,
  delegationsDecided,
  subscriptions,
  subscriptionsOffered,
  notificationsReceived,
  notifications,
  notificationsOfRequests,
  deliveries,
  verifications,
  verificationsDecided,
  errors,
  head,
].flat();

export const rows: readonly Row[] = areaNames.flatMap((area) => all.filter((row) => areaOf(row) === area));
