import { texts } from '../core/index.js';

export const navigationTexts = texts({
  home: 'Home',
  objects: 'Objects',
  requests: 'Requests',
  deliveries: 'Deliveries',
  sparql: 'SPARQL',
  check: 'Check',
  partners: 'Partners',
  mirror: 'Partners’ objects',
  messages: 'Messages',
  health: 'Health',
});
