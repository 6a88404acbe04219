import type { attentionTexts as english } from '../attention.js';
import { plural } from '../../core/index.js';

export const attentionTexts: typeof english = {
  well: 'Dem Knoten geht es gut.',
  notTold: (partners, waiting, since) =>
    `${plural(partners, 'Partner wird', 'Partner werden')} nicht informiert (${plural(waiting, 'Benachrichtigung', 'Benachrichtigungen')}, seit ${since})`,
  others: (count) => plural(count, 'weiterer', 'weitere'),
  silent: (count) =>
    plural(
      count,
      'Partner antwortet nicht: Seine Objekte sind hier nicht aktuell',
      'Partner antworten nicht: Ihre Objekte sind hier nicht aktuell',
    ),
  refused: (count) => `${plural(count, 'Nachricht wurde', 'Nachrichten wurden')} seit gestern abgelehnt`,
  unmapped: (count) =>
    `${plural(count, 'Nachricht', 'Nachrichten')} seit gestern mit Werten, für die das Datenmodell keinen Platz hat`,
  decisions: (count, oldest) =>
    `${plural(count, 'Entscheidung steht', 'Entscheidungen stehen')} aus, die älteste seit ${oldest}`,
  figure: (name) => `Jenseits der Grenze: ${name}`,
  figures: {
    memory: 'Speicher des Prozesses',
    diskFree: 'freier Platz auf der Platte',
    backupAge: 'Alter der neuesten Sicherung',
    oldestReading: 'ältester Lesevorgang des Speichers',
    flush: 'Dauer des Schreibens auf die Platte',
    flushFailures: 'gescheiterte Schreibvorgänge',
    eventLoop: 'Verzögerung des Programms',
    serverErrors: 'Antworten mit Fehlern des Knotens',
    limited: 'Aufrufe über der erlaubten Rate',
    tokensRejected: 'abgelehnte Token',
    queriesWait: 'wartende Abfragen',
    outboxAge: 'älteste wartende Benachrichtigung',
    degraded: 'ausgesetzte Funktionen',
    writes: 'Der Knoten nimmt keine Änderungen an',
  },
  toDeliveries: 'Zustellungen',
  toMirror: 'Objekte der Partner',
  toMessages: 'Nachrichten',
  toRequests: 'Entscheiden',
  toHealth: 'Zustand',
};
