import type { navigationTexts as english } from '../navigation.js';

export const navigationTexts: typeof english = {
  work: 'Arbeit',
  questions: 'Fragen',
  node: 'Knoten',
  home: 'Start',
  objects: 'Sendungen und Objekte',
  objectsShort: 'Objekte',
  requests: 'Anfragen',
  drafts: 'Entwürfe',
  deliveries: 'Zustellungen',
  sparql: 'SPARQL',
  check: 'Prüfen',
  partners: 'Partner',
  mirror: 'Objekte der Partner',
  inbox: 'Eingang',
  messages: 'Nachrichten',
  model: 'Datenmodell',
  erasures: 'Löschungen und Sperren',
  health: 'Zustand',
};
