/** A clerk's words for what the ontologies name one by one: kinds of notifications and of times (K84). */
import type { Words } from './property-words.js';

const outcomes: readonly (readonly [status: string, ...Words])[] = [
  ['PENDING', 'pending', 'gestellt'],
  ['ACCEPTED', 'accepted', 'angenommen'],
  ['ACKNOWLEDGED', 'acknowledged', 'bestätigt'],
  ['REJECTED', 'rejected', 'abgelehnt'],
  ['FAILED', 'failed', 'fehlgeschlagen'],
  ['REVOKED', 'revoked', 'widerrufen'],
];

/** Each kind of request in each of its outcomes. */
const requests = (
  [
    ['CHANGE_REQUEST', 'Change request', 'Änderung'],
    ['ACCESS_DELEGATION_REQUEST', 'Request for access', 'Antrag auf Zugriff'],
    ['SUBSCRIPTION_REQUEST', 'Subscription request', 'Antrag auf Abonnement'],
    ['VERIFICATION_REQUEST', 'Verification request', 'Prüfvermerk'],
  ] as const
).flatMap(([kind, english, german]) =>
  outcomes.map(([status, inEnglish, inGerman]): [string, Words] => [
    `${kind}_${status}`,
    [`${english} ${inEnglish}`, `${german} ${inGerman}`],
  ]),
);

/** By the local name. */
export const individualWords: Readonly<Record<string, Words>> = {
  LOGISTICS_OBJECT_CREATED: ['Logistics object created', 'Objekt angelegt'],
  LOGISTICS_OBJECT_UPDATED: ['Logistics object updated', 'Objekt geändert'],
  LOGISTICS_EVENT_RECEIVED: ['Logistics event received', 'Ereignis gemeldet'],
  LOGISTICS_OBJECT_AVAILABLE: ['Logistics object available', 'Objekt verfügbar'],
  LOGISTICS_OBJECT_ACCESS_GRANTED: ['Access granted', 'Zugriff gegeben'],
  ...Object.fromEntries(requests),
  // Times
  ACTUAL: ['Actual', 'Tatsächlich'],
  PLANNED: ['Planned', 'Geplant'],
  EXPECTED: ['Expected', 'Erwartet'],
  ESTIMATED: ['Estimated', 'Geschätzt'],
  REQUESTED: ['Requested', 'Gewünscht'],
  SCHEDULED: ['Scheduled', 'Nach Flugplan'],
  // States
  ACTIVE: ['Active', 'Aktiv'],
  BOOKED: ['Booked', 'Gebucht'],
  CANCELLED: ['Cancelled', 'Storniert'],
  COMPLETE: ['Complete', 'Abgeschlossen'],
  CONFIRMED: ['Confirmed', 'Bestätigt'],
  DELETED: ['Deleted', 'Gelöscht'],
  EXPIRED: ['Expired', 'Abgelaufen'],
  ON_REQUEST: ['On request', 'Auf Anfrage'],
  PENDING: ['Pending', 'Offen'],
  QUEUED: ['Queued', 'In der Warteschlange'],
  REJECTED: ['Rejected', 'Abgelehnt'],
  // Waybills and loads
  MASTER: ['Master', 'Master'],
  HOUSE: ['House', 'House'],
  DIRECT: ['Direct', 'Direkt'],
  BULK: ['Bulk', 'Lose geladen'],
  LOOSE: ['Loose', 'Lose'],
  PALLET: ['Pallet', 'Palette'],
  UNIT_LOAD_DEVICE: ['Unit load device', 'Lademittel (ULD)'],
  // Movements and acts
  INBOUND: ['Inbound', 'Eingehend'],
  OUTBOUND: ['Outbound', 'Ausgehend'],
  PRE_CARRIAGE: ['Pre-carriage', 'Vorlauf'],
  MAIN_CARRIAGE: ['Main carriage', 'Hauptlauf'],
  ON_CARRIAGE: ['On-carriage', 'Nachlauf'],
  UNPLANNED_STOP: ['Unplanned stop', 'Ungeplanter Halt'],
  LOADING: ['Loading', 'Beladen'],
  UNLOADING: ['Unloading', 'Entladen'],
  COMPOSITION: ['Composition', 'Zusammenstellen'],
  DECOMPOSITION: ['Decomposition', 'Auflösen'],
  STORE_IN: ['Store in', 'Einlagern'],
  STORE_OUT: ['Store out', 'Auslagern'],
  // Contacts
  CONSIGNEE: ['Consignee', 'Empfänger'],
  CONSIGNOR: ['Consignor', 'Versender'],
  CUSTOMER_CONTACT: ['Customer contact', 'Kundenkontakt'],
  CUSTOMS_CONTACT: ['Customs contact', 'Zollkontakt'],
  EMERGENCY_CONTACT: ['Emergency contact', 'Notfallkontakt'],
  PHONE_NUMBER: ['Phone number', 'Telefon'],
  ALTERNATE_PHONE_NUMBER: ['Alternate phone number', 'Weiteres Telefon'],
  EMAIL_ADDRESS: ['E-mail address', 'E-Mail-Adresse'],
  ALTERNATE_EMAIL_ADDRESS: ['Alternate e-mail address', 'Weitere E-Mail-Adresse'],
  FAX_NUMBER: ['Fax number', 'Fax'],
  WEBSITE: ['Website', 'Website'],
};
