import type { notificationTexts as english } from '../notification.js';
import { plural } from '../../core/index.js';

export const notificationTexts: typeof english = {
  outgoing: 'Ausgehende Benachrichtigung',
  received: 'Erhaltene Benachrichtigung',
  facts: 'Über diese Benachrichtigung',
  status: 'Status',
  waits: 'Wartet',
  waitsFor: 'Wartet auf',
  pause: 'das Ende der Pause ihrer Warteschlange',
  earlier: (count) =>
    count >= 1000
      ? '1000 oder mehr Benachrichtigungen vor ihr in der Warteschlange'
      : `${plural(count, 'Benachrichtigung', 'Benachrichtigungen')} vor ihr in der Warteschlange:`,
  retry: 'den nächsten Versuch,',
  collection: 'weitere Änderungen desselben Objekts, zusammen gesendet,',
  attempt: 'einen laufenden Versuch',
  to: 'An',
  revision: (revision) => `Revision ${revision}`,
  attempts: 'Versuche',
  version: 'API-Version',
  lastVersion: 'des letzten Versuchs',
  notification: 'Ihre Kennung',
  because: 'Wegen',
  handsOn: 'Gibt weiter',
  body: 'Inhalt',
  bodyHint: (version) => `Wie er jetzt gesendet würde, in API-Version ${version}.`,
  noBody:
    'Der Knoten würde sie jetzt nicht senden: Das Abonnement ist widerrufen, oder die API-Version des Empfängers kennt diese Art nicht.',
  copyBody: 'Inhalt kopieren',
  gone: 'Der Inhalt ist nicht gespeichert; diese Quittung bestätigt die Zustellung.',
  queue: 'Ihre Warteschlange',
  objectType: 'Art',
  handedOn: 'Weitergegeben',
  notHandedOn: 'nein: Dieser Knoten hat kein System, das erhaltene Benachrichtigungen annimmt (INBOX_WEBHOOK_URL)',
  notYet: 'noch nicht',
  handedOnUnknown:
    'keine Quittung: Sie kam, bevor das annehmende System eingerichtet war, oder vor der Aufbewahrungszeit der Quittungen',
  entry: 'ihr Eintrag im Ausgang',
  says: 'Was sie aussagt',
  copySource: 'Quelltext kopieren',
  noId: 'keine: Der Absender hat sie weggelassen',
  missing: 'Sie ist nicht mehr gespeichert: Quittungen verfallen nach RECEIPT_DAYS.',
};
