import { plural, texts } from '../core/index.js';

export const objectsTexts = texts('objectsTexts', {
  title: 'Objects',
  object: 'Object',
  type: 'Type',
  revision: 'Revision',
  modified: 'Changed',
  modifiedBy: 'By',
  created: 'Created',
  notes: 'Notes',
  pending: (count: number) => plural(count, 'pending change', 'pending changes'),
  moved: 'moved',
  count: (count: number) => plural(count, 'object', 'objects'),
  begins: 'Id or identifier begins with',
  changedIn: 'Changed',
  createdIn: 'Created',
  anyType: 'Any type',
  noneHere: 'There are no objects yet. Publish them by POST /logistics-objects.',
  noneForYou: 'You may not read any object yet. The data holder grants access to each object.',
  noneFound: 'No object matches.',
  clear: 'Show all',
});
