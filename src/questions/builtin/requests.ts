/** Questions about requests and partners (K64). Two of them are also about deliveries, which no query reaches. */
import type { BuiltInQuestion } from '../question.js';
import { column, isGiven, parameter, period, question, wordColumn, words } from './parts.js';

export const kindWords = {
  ChangeRequest: words('Change', 'Änderung'),
  AccessDelegationRequest: words('Access', 'Zugriff'),
  SubscriptionRequest: words('Subscription', 'Abonnement'),
  VerificationRequest: words('Verification', 'Überprüfung'),
};

const openRequests = question({
  id: 'open-requests',
  title: words('Open requests', 'Offene Anträge'),
  words: words(
    'Requests that wait for a decision, oldest first.',
    'Anträge, die auf eine Entscheidung warten, die ältesten zuerst.',
  ),
  parameters: [
    parameter('partner', 'partner', words('Requested by', 'Beantragt von')),
    {
      ...parameter('kind', 'choice', words('Kind', 'Art')),
      options: Object.entries(kindWords).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: [
    column('since', 'time', 'Requested', 'Beantragt'),
    column('by', 'partner', 'Requested by', 'Beantragt von'),
    wordColumn('what', words('Kind', 'Art'), kindWords),
    column('object', 'object', 'Object', 'Objekt'),
    column('request', 'request', 'Request', 'Antrag'),
  ],
  chart: { kind: 'bar', x: 'by', y: null, by: null },
  sparql: `SELECT ?since ?by ?what (MIN(?about) AS ?object) ?request {
  GRAPH ?request {
    ?request a ?type ; api:hasRequestStatus api:REQUEST_PENDING ; api:isRequestedBy ?by ; api:isRequestedAt ?since .
    OPTIONAL { ?request (api:hasChange|api:hasAccessDelegation|api:hasVerification)?/api:hasLogisticsObject ?about }
  }
  BIND(REPLACE(STR(?type), "^.*[#/]", "") AS ?what)
  FILTER(?what IN (${Object.keys(kindWords)
    .map((kind) => `"${kind}"`)
    .join(', ')}))
  ${isGiven('by', 'partner')}
  ${isGiven('what', 'kind')}
}
GROUP BY ?since ?by ?what ?request
ORDER BY ?since ?request`,
});

/** Its rows are summed up in `partner-response.ts`. */
export const partnerResponse = question({
  id: 'partner-response',
  title: words('How fast partners respond', 'Wie schnell Partner antworten'),
  words: words(
    'Requests from being asked to being decided, and notifications from being made to being confirmed (of the last ones of each subscription).',
    'Anträge von der Stellung bis zur Entscheidung, und Benachrichtigungen von der Entstehung bis zur Bestätigung (der letzten jedes Abonnements).',
  ),
  parameters: [
    period(words('Period of the decision', 'Zeitraum der Entscheidung')),
    parameter('partner', 'partner', words('Partner', 'Partner')),
  ],
  columns: [
    column('by', 'partner', 'Partner', 'Partner'),
    wordColumn('what', words('What', 'Was'), {
      decided: words('asked to decided', 'gestellt bis entschieden'),
      confirmed: words('told to confirmed', 'benachrichtigt bis bestätigt'),
    }),
    column('count', 'number', 'Number', 'Anzahl'),
    column('median', 'duration', 'Median', 'Median'),
    column('longest', 'duration', 'Slowest in twenty', 'Langsamste in zwanzig'),
  ],
  chart: { kind: 'bar', x: 'by', y: 'median', by: 'what' },
  sparql: `SELECT ?by ?asked ?decided {
  GRAPH ?request {
    ?request api:isRequestedBy ?by ; api:isRequestedAt ?asked ; api:hasRequestStatus ?status ; api:hasRequestStatusSince ?decided
  }
  FILTER(?status IN (api:REQUEST_ACCEPTED, api:REQUEST_REJECTED, api:REQUEST_FAILED, api:REQUEST_ACKNOWLEDGED))
  FILTER(?decided >= ?periodFrom && ?decided < ?periodTo)
  ${isGiven('by', 'partner')}
}
ORDER BY ?by ?asked`,
});

/** Its rows are those of the queues of deliveries: there is no query. */
export const notTold = question({
  id: 'not-told',
  title: words('Partners that are not told', 'Partner, die nicht benachrichtigt sind'),
  words: words(
    'Subscriptions with notifications that wait, with the last error. Partners see their own.',
    'Abonnements mit wartenden Benachrichtigungen, mit dem letzten Fehler. Partner sehen ihre eigenen.',
  ),
  parameters: [parameter('partner', 'partner', words('Partner', 'Partner'))],
  columns: [
    column('by', 'partner', 'Partner', 'Partner'),
    column('topic', 'class', 'Subscribed to', 'Abonniert'),
    column('waiting', 'number', 'Waiting', 'Wartend'),
    column('oldest', 'time', 'Oldest', 'Älteste'),
    column('failingSince', 'time', 'Failing since', 'Scheitert seit'),
    column('error', 'text', 'Last error', 'Letzter Fehler'),
  ],
  chart: { kind: 'bar', x: 'by', y: 'waiting', by: null },
  sparql: '',
});

export const requestQuestions: readonly BuiltInQuestion[] = [openRequests, partnerResponse, notTold];
