/** The lists of the console as files: their columns (K72). */
import { type ListExport, numberColumn, textColumn, timeColumn } from '../exports/table.js';
import { wordOfClass, wordOfProperty, type WordLanguage } from '../model/words/words.js';
import { localName } from '../rdf/terms.js';
import type { AgentItem, RequestItem } from './responses.js';
import type { PieceItem } from '../overviews/schemas.js';
import type { ObjectItem, RevisionItem } from './responses/objects.js';
import type { PartyNotice } from './responses/told.js';

const typeWord = (type: string, language: WordLanguage): string =>
  wordOfClass(localName(type), language) ?? localName(type);

const address = { en: 'Address', de: 'Adresse' } as const;

export const objectsFile: ListExport<ObjectItem> = {
  name: 'objects',
  title: { en: 'Objects', de: 'Objekte' },
  columns: [
    textColumn({ en: 'Name', de: 'Name' }, ({ label, uri }) => label ?? localName(uri)),
    textColumn({ en: 'Type', de: 'Art' }, ({ type }, language) => typeWord(type, language)),
    numberColumn({ en: 'Revision', de: 'Revision' }, ({ latestRevision }) => latestRevision),
    timeColumn({ en: 'Created', de: 'Angelegt' }, ({ created }) => created),
    timeColumn({ en: 'Changed', de: 'Geändert' }, ({ modified }) => modified),
    textColumn({ en: 'Changed by', de: 'Geändert von' }, ({ modifiedBy }) => modifiedBy),
    numberColumn({ en: 'Open requests', de: 'Offene Anträge' }, ({ pending }) => pending),
    textColumn({ en: 'Moved to', de: 'Umgezogen nach' }, ({ movedTo }) => movedTo),
    textColumn(address, ({ uri }) => uri),
  ],
};

export const revisionsFile: ListExport<RevisionItem> = {
  name: 'revisions',
  title: { en: 'Revisions', de: 'Revisionen' },
  columns: [
    numberColumn({ en: 'Revision', de: 'Revision' }, ({ number }) => number),
    timeColumn({ en: 'Time', de: 'Zeit' }, ({ at }) => at),
    textColumn({ en: 'Requested by', de: 'Beantragt von' }, ({ requestedBy }) => requestedBy),
    textColumn({ en: 'Decided by', de: 'Entschieden von' }, ({ decidedBy }) => decidedBy),
    textColumn({ en: 'Reason', de: 'Grund' }, ({ description }) => description),
    textColumn({ en: 'Changed', de: 'Geändert' }, ({ properties }, language) =>
      properties.map((property) => wordOfProperty(localName(property), language) ?? localName(property)).join(', '),
    ),
    numberColumn({ en: 'Values added', de: 'Werte hinzugefügt' }, ({ added }) => added),
    numberColumn({ en: 'Values removed', de: 'Werte entfernt' }, ({ removed }) => removed),
    textColumn({ en: 'Request', de: 'Antrag' }, ({ request }) => request),
    textColumn({ en: 'Message', de: 'Nachricht' }, ({ message }) => message),
  ],
};

const kinds: Readonly<Record<RequestItem['kind'], Readonly<Record<WordLanguage, string>>>> = {
  ChangeRequest: { en: 'Change', de: 'Änderung' },
  SubscriptionRequest: { en: 'Subscription', de: 'Abonnement' },
  AccessDelegationRequest: { en: 'Access', de: 'Zugriff' },
  VerificationRequest: { en: 'Verification', de: 'Überprüfung' },
};

const statuses: Readonly<Record<RequestItem['status'], Readonly<Record<WordLanguage, string>>>> = {
  REQUEST_PENDING: { en: 'Pending', de: 'Offen' },
  REQUEST_ACCEPTED: { en: 'Accepted', de: 'Angenommen' },
  REQUEST_REJECTED: { en: 'Rejected', de: 'Abgelehnt' },
  REQUEST_FAILED: { en: 'Failed', de: 'Gescheitert' },
  REQUEST_REVOKED: { en: 'Revoked', de: 'Widerrufen' },
  REQUEST_ACKNOWLEDGED: { en: 'Acknowledged', de: 'Zur Kenntnis genommen' },
};

export const requestsFile: ListExport<RequestItem> = {
  name: 'requests',
  title: { en: 'Requests', de: 'Anträge' },
  columns: [
    textColumn({ en: 'Kind', de: 'Art' }, ({ kind }, language) => kinds[kind][language]),
    textColumn({ en: 'Status', de: 'Status' }, ({ status }, language) => statuses[status][language]),
    timeColumn({ en: 'Since', de: 'Seit' }, ({ since }) => since),
    timeColumn({ en: 'Requested', de: 'Beantragt' }, ({ requestedAt }) => requestedAt),
    textColumn(
      { en: 'Requested by', de: 'Beantragt von' },
      ({ requestedByLabel, requestedBy }) => requestedByLabel ?? requestedBy,
    ),
    textColumn({ en: 'Object', de: 'Objekt' }, ({ objectLabel, object }) => objectLabel ?? object),
    textColumn({ en: 'Type of object', de: 'Art des Objekts' }, ({ objectType }, language) =>
      objectType === null ? null : typeWord(objectType, language),
    ),
    textColumn({ en: 'Reason', de: 'Grund' }, ({ description }) => description),
    numberColumn({ en: 'Built on revision', de: 'Beruht auf Revision' }, ({ builtOn }) => builtOn),
    numberColumn({ en: 'Changes', de: 'Änderungen' }, ({ operationCount }) => operationCount),
    textColumn({ en: 'Agent', de: 'Kennung des Antragstellers' }, ({ requestedBy }) => requestedBy),
    textColumn({ en: 'Address of object', de: 'Adresse des Objekts' }, ({ object }) => object),
    textColumn(address, ({ uri }) => uri),
  ],
};

export const agentsFile: ListExport<AgentItem> = {
  name: 'partners',
  title: { en: 'Partners', de: 'Partner' },
  columns: [
    textColumn({ en: 'Name', de: 'Name' }, ({ label, uri }) => label ?? uri),
    textColumn({ en: 'Server', de: 'Server' }, ({ server }) => server),
    numberColumn({ en: 'May read (objects)', de: 'Darf lesen (Objekte)' }, ({ reads }) => reads.total),
    numberColumn({ en: 'Requests', de: 'Anträge' }, ({ requests }) => requests.total),
    numberColumn({ en: 'Open requests', de: 'Offene Anträge' }, ({ requests }) => requests.pending),
    numberColumn({ en: 'Subscriptions', de: 'Abonnements' }, ({ subscriptions }) => subscriptions),
    numberColumn({ en: 'Notifications waiting', de: 'Wartende Benachrichtigungen' }, ({ queues }) => queues.waiting),
    timeColumn({ en: 'Last heard', de: 'Zuletzt gehört' }, ({ lastHeard }) => lastHeard),
    timeColumn({ en: 'Last told', de: 'Zuletzt benachrichtigt' }, ({ lastTold }) => lastTold),
    textColumn({ en: 'Agent', de: 'Kennung' }, ({ uri }) => uri),
  ],
};

/** A quantity with its unit, as people write it. */
const amountOf = ({ value, unit }: NonNullable<PieceItem['weight']>): string => `${value} ${unit ?? ''}`.trim();

export const piecesFile: ListExport<PieceItem> = {
  name: 'pieces',
  title: { en: 'Pieces', de: 'Packstücke' },
  columns: [
    textColumn({ en: 'UPID', de: 'UPID' }, ({ upid }) => upid),
    textColumn({ en: 'Goods', de: 'Ware' }, ({ goods }) => goods),
    numberColumn({ en: 'Weight', de: 'Gewicht' }, ({ weight }) => weight?.value ?? null),
    textColumn({ en: 'Unit', de: 'Einheit' }, ({ weight }) => weight?.unit ?? null),
    textColumn({ en: 'Length', de: 'Länge' }, ({ dimensions }) =>
      dimensions?.length ? amountOf(dimensions.length) : null,
    ),
    textColumn({ en: 'Width', de: 'Breite' }, ({ dimensions }) =>
      dimensions?.width ? amountOf(dimensions.width) : null,
    ),
    textColumn({ en: 'Height', de: 'Höhe' }, ({ dimensions }) =>
      dimensions?.height ? amountOf(dimensions.height) : null,
    ),
    textColumn({ en: 'Special handling', de: 'Besondere Behandlung' }, ({ codes }) => codes.join(', ')),
    textColumn({ en: 'Milestone', de: 'Meilenstein' }, ({ milestone }) => milestone?.label ?? null),
    timeColumn({ en: 'Since', de: 'Seit' }, ({ milestone }) => milestone?.at ?? null),
    numberColumn({ en: 'Open requests', de: 'Offene Anträge' }, ({ pending }) => pending),
    numberColumn({ en: 'Revision', de: 'Revision' }, ({ revision }) => revision),
    textColumn(address, ({ uri }) => uri),
  ],
};

const noticeWords: Readonly<Record<PartyNotice['state'], Readonly<Record<WordLanguage, string>>>> = {
  failing: { en: 'Not told: fails', de: 'Nicht benachrichtigt: scheitert' },
  paused: { en: 'Not told: paused', de: 'Nicht benachrichtigt: angehalten' },
  waiting: { en: 'Not told yet', de: 'Noch nicht benachrichtigt' },
  skipped: { en: 'Skipped', de: 'Übersprungen' },
  'no-access': { en: 'May not read', de: 'Darf nicht lesen' },
  'no-subscription': { en: 'Not subscribed', de: 'Kein Abonnement' },
  filtered: { en: 'Left out by its conditions', de: 'Nach seinen Bedingungen ausgelassen' },
  'not-known': { en: 'Not known', de: 'Nicht bekannt' },
  own: { en: 'Its own change', de: 'Eigene Änderung' },
  told: { en: 'Told', de: 'Benachrichtigt' },
};

export const noticesFile: ListExport<PartyNotice> = {
  name: 'told-and-not-told',
  title: { en: 'Told and not told', de: 'Benachrichtigt und nicht benachrichtigt' },
  columns: [
    textColumn({ en: 'Partner', de: 'Partner' }, ({ label, agent }) => label ?? agent),
    textColumn({ en: 'State', de: 'Stand' }, ({ state }, language) => noticeWords[state][language]),
    timeColumn({ en: 'Since', de: 'Seit' }, ({ since }) => since),
    numberColumn({ en: 'Latest revision', de: 'Neueste Revision' }, ({ latest }) => latest),
    numberColumn({ en: 'Told of revision', de: 'Benachrichtigt von Revision' }, ({ revision }) => revision),
    numberColumn({ en: 'Attempts', de: 'Versuche' }, ({ attempts }) => attempts),
    textColumn({ en: 'Last error', de: 'Letzter Fehler' }, ({ lastError }) => lastError),
    timeColumn({ en: 'Next attempt', de: 'Nächster Versuch' }, ({ nextAttempt }) => nextAttempt),
    textColumn({ en: 'Reason', de: 'Grund' }, ({ reason }) => reason),
    textColumn({ en: 'Agent', de: 'Kennung' }, ({ agent }) => agent),
    textColumn({ en: 'Address of object', de: 'Adresse des Objekts' }, ({ object }) => object),
  ],
};
