import { texts } from '../core/index.js';

export const homeTexts = texts({
  title: 'Home',
  partner: 'What you may read at this node, and what you have asked for.',
  well: 'The node is well: it answers and takes writes.',
  unwell: 'The node is not ready: it may be starting, or its memory or disk is full.',
  figures: 'Figures',
  waiting: 'Waiting for a decision',
  mine: 'My requests',
  all: 'Show all',
  nothingWaits: 'Nothing waits for a decision.',
  nothingAsked: 'You have asked for nothing yet. Changes are asked for by PATCH on an object.',
  oldest: (shown: number, total: number) => `The ${shown} oldest of ${total}.`,
  changed: 'Changed last',
  readable: 'What I may read',
  nothingReadable: 'There is nothing that you may read. The data holder grants access to objects one by one.',
  nothingHere: 'There are no objects yet. They are published by POST /logistics-objects.',
});
