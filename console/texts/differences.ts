import { texts } from '../core/index.js';

export const differenceTexts = texts({
  caption: 'What differs',
  property: 'Property',
  before: 'Before',
  after: 'After',
  by: 'Changed in',
  removed: 'removed',
  added: 'added',
  none: 'Nothing differs.',
  revision: (number: number) => `Revision ${number}`,
});
