import { texts } from '../core/index.js';

export const askAccessTexts = texts('askAccessTexts', {
  ask: 'Ask for access …',
  title: 'Ask for access?',
  about: 'About',
  consequence: 'The data holder decides. Until then nothing changes; you find the request among yours.',
  permissions: 'Your purpose',
  wordsHint: 'The data holder reads it.',
  confirm: 'Ask',
  sent: 'Requested:',
  subscribe: 'Subscribe …',
  subscribeTitle: 'Subscribe to this object?',
  subscribeBody: 'The data holder decides. Then your server gets notifications by POST /notifications.',
  events: 'Notifications about',
  changes: 'changes of the object',
  happened: 'new events',
  confirmSubscribe: 'Subscribe',
});
