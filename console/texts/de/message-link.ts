import type { messageLinkTexts as english } from '../message-link.js';

export const messageLinkTexts: typeof english = {
  byMessage: 'Nachricht',
  fromMessage: 'einer Cargo-XML-Nachricht',
};
