import type { shipmentActsTexts as english } from '../shipment-acts.js';
import { plural } from '../../core/index.js';

const objects = (count: number): string => plural(count, 'Objekt', 'Objekte');
const dative = (count: number): string => plural(count, 'Objekt', 'Objekten');

export const shipmentActsTexts: typeof english = {
  opens: {
    'give-access': 'Zugriff geben …',
    'withdraw-access': 'Zugriff entziehen …',
    subscribe: 'Partner abonnieren lassen …',
    unsubscribe: 'Abonnements beenden …',
    decide: 'Alles eines Partners entscheiden …',
  },
  titles: {
    'give-access': 'Zugriff auf alles geben',
    'withdraw-access': 'Zugriff auf alles entziehen',
    subscribe: 'Einen Partner alles abonnieren lassen',
    unsubscribe: 'Abonnements eines Partners beenden',
    decide: 'Alle Anfragen eines Partners entscheiden',
  },
  confirms: {
    'give-access': 'Zugriff geben',
    'withdraw-access': 'Zugriff entziehen',
    subscribe: 'Abonnieren',
    unsubscribe: 'Abonnements beenden',
  },
  decisions: { accept: 'Annehmen', reject: 'Ablehnen' },
  next: 'Zeigen, was sich ändert',
  back: 'Zurück',
  partner: 'Partner',
  role: 'Als',
  roles: { reader: 'Leser', handler: 'Abfertiger', customs: 'Zoll' },
  roleHints: {
    reader: 'liest alles',
    handler: 'liest, schlägt Änderungen vor und meldet Ereignisse',
    customs: 'liest und meldet Ereignisse',
  },
  permissions: 'Einzeln wählen',
  of: 'Was',
  parts: { shipment: 'Sendung', waybills: 'Luftfrachtbriefe', pieces: 'Packstücke', units: 'Ladeeinheiten' },
  later: 'Auch Packstücke und Luftfrachtbriefe, die später dazukommen',
  withAccess: 'Auch Lesezugriff geben',
  decision: 'Entscheidung',
  reason: 'Grund',
  changes: 'Was sich ändert',
  object: 'Objekt',
  type: 'Art',
  effect: 'Änderung',
  request: 'Anfrage',
  by: 'Angefragt von',
  kinds: {
    ChangeRequest: 'Änderung',
    AccessDelegationRequest: 'Zugriff',
    SubscriptionRequest: 'Abonnement',
    VerificationRequest: 'Prüfung',
  },
  effects: { changes: 'ändert sich', same: 'bleibt', refused: 'nicht möglich' },
  why: {
    'has-it': 'er hat diesen Zugriff schon',
    'is-internal': 'er darf ohnehin alles',
    'has-none': 'er hat keinen eigenen Zugriff',
    'for-everyone': 'jeder Partner darf es lesen',
    moved: 'es ist auf einen anderen Server umgezogen',
    subscribed: 'er ist schon Abonnent',
    'not-subscribed': 'er ist kein Abonnent',
    'may-not-read': 'er darf es nicht lesen: Er wird ohne Inhalt informiert',
  },
  gives: (names, may, before) =>
    `${names} darf ${objects(may)} lesen${before === 0 ? '.' : `; ${before} davon schon bisher.`}`,
  withdraws: (names, count) => `${names} verliert den Zugriff auf ${objects(count)}.`,
  subscribes: (names, count, before) =>
    `${names} wird über ${objects(count)} informiert${before === 0 ? '.' : `; ${before} hat er schon abonniert.`}`,
  unsubscribes: (names, count) => `${names} wird über ${objects(count)} nicht mehr informiert.`,
  accepts: (names, count, not) =>
    `${plural(count, 'Anfrage', 'Anfragen')} von ${names}: annehmbar${not === 0 ? '.' : `; ${not} nicht.`}`,
  rejects: (names, count, not) =>
    `${plural(count, 'Anfrage', 'Anfragen')} von ${names}: abgelehnt${not === 0 ? '.' : `; ${not} nicht möglich.`}`,
  laterSentence: 'Das gilt auch für Packstücke und Luftfrachtbriefe, die später dazukommen.',
  notReadable: (count) => `${objects(count)} darf er nicht lesen: Er wird ohne Inhalt informiert.`,
  giveToo: 'Auch Zugriff geben',
  falls: 'Weitergegebener Zugriff endet damit:',
  alsoRejected: (count) => `${plural(count, 'weitere Anfrage', 'weitere Anfragen')} zur selben Revision: abgelehnt.`,
  more: 'Es gibt mehr Anfragen, als auf einmal entschieden werden: Wiederholen Sie es danach.',
  moreRows: (count) => `und ${objects(count)} mehr`,
  performed: {
    'give-access': (names, count) => `${names} hat nun Zugriff auf ${objects(count)} mehr.`,
    'withdraw-access': (names, count) => `${names} hat den Zugriff auf ${objects(count)} verloren.`,
    subscribe: (names, count) => `${names} hat ${objects(count)} mehr abonniert.`,
    unsubscribe: (names, count) => `${names} wird zu ${dative(count)} nicht mehr informiert.`,
  },
  decided: (count, failed) =>
    `${plural(count, 'Anfrage ist', 'Anfragen sind')} entschieden${failed === 0 ? '.' : `; ${failed} nicht.`}`,
};
