import { texts } from '../core/index.js';

export const messageLinkTexts = texts('messageLinkTexts', {
  byMessage: 'Message',
  fromMessage: 'a Cargo-XML message',
});
