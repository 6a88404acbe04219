import { plural, texts } from '../core/index.js';

export const homeTexts = texts({
  title: 'Home',
  partner: 'What you may read at this node, and what you have asked for.',
  ready: 'The node answers and takes writes.',
  notReady: 'The node is not ready: it may be starting, or its memory or disk is full.',
  failing: (queues: number, waiting: number) =>
    `${plural(waiting, 'notification waits', 'notifications wait')} in ${plural(queues, 'queue that fails', 'queues that fail')}.`,
  deliveries: 'Deliveries',
  figures: 'Figures',
  waiting: 'Waiting for a decision',
  mine: 'My requests',
  all: 'Show all',
  nothingWaits: 'Nothing waits for a decision.',
  nothingAsked: 'You have asked for nothing yet. Changes are asked for by PATCH on an object.',
  oldest: (visible: number, total: number) => `The ${visible} oldest of ${total}.`,
  changed: 'Changed last',
  readable: 'What I may read',
  nothingReadable: 'There is nothing that you may read. The data holder grants access to objects one by one.',
  nothingHere: 'There are no objects yet. They are published by POST /logistics-objects.',
});
