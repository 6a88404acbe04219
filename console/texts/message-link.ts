import { texts } from '../core/index.js';

export const messageLinkTexts = texts({
  byMessage: 'Message',
  fromMessage: 'a Cargo-XML message',
});
