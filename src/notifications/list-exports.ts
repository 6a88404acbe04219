/** Deliveries and receipts as files: their columns (K72). */
import { type ListExport, numberColumn, textColumn, timeColumn, type Words } from '../exports/table.js';
import type { WordLanguage } from '../model/words/words.js';
import type { DeliveryItem } from './queues/schemas.js';
import type { ReceiptItem } from './receipts/schemas.js';

const words = {
  event: { en: 'Event', de: 'Ereignis' },
  object: { en: 'Object', de: 'Objekt' },
  subscriber: { en: 'Subscriber', de: 'Abonnent' },
  topic: { en: 'Subscribed to', de: 'Abonniert' },
  created: { en: 'Created', de: 'Entstanden' },
  attempts: { en: 'Attempts', de: 'Versuche' },
  notification: { en: 'Notification', de: 'Benachrichtigung' },
} as const satisfies Record<string, Words>;

const states: Readonly<Record<ReceiptItem['status'], Readonly<Record<WordLanguage, string>>>> = {
  confirmed: { en: 'Confirmed', de: 'Bestätigt' },
  skipped: { en: 'Skipped', de: 'Übersprungen' },
  filtered: { en: 'Left out by its conditions', de: 'Nach seinen Bedingungen ausgelassen' },
};

export const deliveriesFile: ListExport<DeliveryItem> = {
  name: 'deliveries',
  title: { en: 'Deliveries', de: 'Zustellungen' },
  columns: [
    textColumn(words.subscriber, ({ subscriber }) => subscriber),
    textColumn(words.event, ({ eventType }) => eventType),
    textColumn(words.object, ({ logisticsObject }) => logisticsObject),
    textColumn(words.topic, ({ topic }) => topic),
    timeColumn(words.created, ({ createdAt }) => createdAt),
    numberColumn(words.attempts, ({ attempts }) => attempts),
    timeColumn({ en: 'Next attempt', de: 'Nächster Versuch' }, ({ nextAttempt }) => nextAttempt),
    textColumn({ en: 'Last error', de: 'Letzter Fehler' }, ({ lastError }) => lastError),
    textColumn({ en: 'Sent to', de: 'Gesendet an' }, ({ callback }) => callback),
    textColumn(words.notification, ({ id }) => id),
  ],
};

export const receiptsFile: ListExport<ReceiptItem> = {
  name: 'receipts',
  title: { en: 'Receipts', de: 'Empfangsbestätigungen' },
  columns: [
    textColumn(words.subscriber, ({ subscriber }) => subscriber),
    textColumn(words.event, ({ eventType }) => eventType),
    textColumn(words.object, ({ object }) => object),
    numberColumn({ en: 'Revision', de: 'Revision' }, ({ revision }) => revision),
    textColumn(words.topic, ({ topic }) => topic),
    timeColumn(words.created, ({ createdAt }) => createdAt),
    timeColumn({ en: 'Confirmed', de: 'Bestätigt' }, ({ confirmedAt }) => confirmedAt),
    numberColumn(words.attempts, ({ attempts }) => attempts),
    textColumn({ en: 'Status', de: 'Status' }, ({ status }, language) => states[status][language]),
    textColumn({ en: 'Skipped by', de: 'Übersprungen von' }, ({ skippedBy }) => skippedBy),
    textColumn({ en: 'Reason', de: 'Grund' }, ({ reason }) => reason),
    textColumn(words.notification, ({ notification }) => notification),
  ],
};
