import { texts } from '../core/index.js';

export const askAccessTexts = texts({
  ask: 'Ask for access …',
  title: 'Ask for access?',
  about: 'About',
  consequence: 'The data holder decides. Until then nothing changes; the request is among yours.',
  permissions: 'What you want to do',
  wordsHint: 'The data holder reads it.',
  confirm: 'Ask',
  sent: 'Asked. The request:',
  subscribe: 'Subscribe …',
  subscribeTitle: 'Subscribe to this object?',
  subscribeBody: 'The data holder decides. Then the server of your agent is told by POST /notifications.',
  events: 'What you want to be told',
  changes: 'that the object has changed',
  happened: 'that an event was recorded',
  confirmSubscribe: 'Subscribe',
});
