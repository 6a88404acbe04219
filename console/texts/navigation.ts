import { texts } from '../core/index.js';

export const navigationTexts = texts('navigationTexts', {
  work: 'Work',
  questions: 'Questions',
  node: 'Node',
  home: 'Home',
  objects: 'Shipments and objects',
  /** At the bottom of a phone. */
  objectsShort: 'Objects',
  requests: 'Requests',
  drafts: 'Drafts',
  deliveries: 'Deliveries',
  sparql: 'SPARQL',
  check: 'Check',
  partners: 'Partners',
  mirror: 'Partners’ objects',
  inbox: 'Inbox',
  messages: 'Messages',
  model: 'Data model',
  health: 'Health',
  erasures: 'Erasures and holds',
});
