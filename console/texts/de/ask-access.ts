import type { askAccessTexts as english } from '../ask-access.js';

export const askAccessTexts: typeof english = {
  ask: 'Zugriff beantragen …',
  title: 'Zugriff beantragen?',
  about: 'Betrifft',
  consequence:
    'Der Dateninhaber entscheidet. Bis dahin ändert sich nichts; Sie finden die Anfrage unter Ihren eigenen.',
  permissions: 'Wozu',
  wordsHint: 'Der Dateninhaber liest es.',
  confirm: 'Beantragen',
  sent: 'Beantragt:',
  subscribe: 'Abonnieren …',
  subscribeTitle: 'Dieses Objekt abonnieren?',
  subscribeBody: 'Der Dateninhaber entscheidet. Dann erhält Ihr Server Benachrichtigungen über POST /notifications.',
  events: 'Benachrichtigen über',
  changes: 'Änderungen des Objekts',
  happened: 'neue Ereignisse',
  confirmSubscribe: 'Abonnieren',
};
