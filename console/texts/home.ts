import { plural, texts } from '../core/index.js';

export const homeTexts = texts({
  title: 'Home',
  partner: 'The objects that you may read, and your requests.',
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
  nothingAsked: 'You have no requests yet. Request a change by PATCH on an object.',
  oldest: (visible: number, total: number) => `The ${visible} oldest of ${total}.`,
  changed: 'Changed last',
  readable: 'Objects that I may read',
  nothingReadable: 'You may not read any object yet. The data holder grants access to each object.',
  nothingHere: 'There are no objects yet. Publish them by POST /logistics-objects.',
});
