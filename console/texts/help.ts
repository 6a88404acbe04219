import { texts } from '../core/index.js';

const help = texts({
  title: 'Keys and words',
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
    meaning: 'A shipment, piece, waybill or other thing under a URI of its own.',
  }),
  revision: texts({
    word: 'Revision',
    meaning: 'The statements of an object from one accepted change to the next. All are kept.',
  }),
  change: texts({
    word: 'Change request',
    meaning: 'What a partner asks to add to or delete from an object. The holder accepts or rejects it.',
  }),
  rival: texts({
    word: 'Rival',
    meaning: 'Another pending change built on the same revision. Accepting one rejects the others.',
  }),
  holder: texts({ word: 'Data holder', meaning: 'The organization whose node this is.' }),
  agent: texts({ word: 'Agent', meaning: 'Who a token stands for: an organization, or a person who acts for it.' }),
  delegation: texts({
    word: 'Access delegation',
    meaning: 'Access that a partner asks for on behalf of a third party. What rests on it falls with it.',
  }),
  node: texts({ word: 'Node', meaning: 'A server that holds linked air-cargo data.' }),
};

export const helpTexts = { ...help, words: Object.values(words).map(({ word, meaning }) => [word, meaning] as const) };
