import { texts } from '../core/index.js';

const help = texts({
  title: 'Keys and terms',
  keysTitle: 'Keys',
  keysHint: 'Single keys can be turned off in the menu of your account.',
  keys: {
    find: 'Find',
    home: 'Home',
    objects: 'Objects',
    requests: 'Requests',
    deliveries: 'Deliveries',
    sparql: 'Ask questions (SPARQL)',
    check: 'Check a document',
    partners: 'Partners',
    mirror: 'Partners’ objects',
    messages: 'Messages',
    health: 'Health',
    run: 'Check or ask what is typed',
    down: 'Next row',
    up: 'Previous row',
    open: 'Open the row',
    older: 'Older revision',
    newer: 'Newer revision',
    compare: 'Compare with the revision before',
    accept: 'Open the dialog to accept',
    reject: 'Open the dialog to reject',
    help: 'This page',
  },
  wordsTitle: 'Words',
});

const words = {
  object: texts({
    word: 'Logistics Object',
    meaning: 'A shipment, piece, waybill or other resource with its own URI.',
  }),
  revision: texts({
    word: 'Revision',
    meaning: 'The statements of an object from one accepted change to the next. The node deletes none.',
  }),
  change: texts({
    word: 'Change request',
    meaning: 'A partner’s request to add statements to an object or delete some. The holder accepts or rejects it.',
  }),
  rival: texts({
    word: 'Rival',
    meaning: 'Another pending change on the same revision. Accepting one rejects the others.',
  }),
  holder: texts({ word: 'Data holder', meaning: 'The organization that runs the node.' }),
  agent: texts({ word: 'Agent', meaning: 'The identity of a token: an organization, or a person who acts for it.' }),
  delegation: texts({
    word: 'Access delegation',
    meaning: 'Access that a partner requests for a third party. Its end also ends the delegations that depend on it.',
  }),
  node: texts({ word: 'Node', meaning: 'A server that holds linked air-cargo data.' }),
};

export const helpTexts = { ...help, words: Object.values(words).map(({ word, meaning }) => [word, meaning] as const) };
