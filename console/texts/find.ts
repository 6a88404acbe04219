import { texts } from '../core/index.js';

export const findTexts = texts({
  title: 'Find',
  titleFor: (text: string) => `Find ${text}`,
  hint: 'Paste a URI, an id, a waybill number or another identifier into the box above.',
  nothing: 'No object that you may read has this name.',
  nothingHint:
    'You can find identifiers by the whole or the beginning: 020-12345678, 02012345678, a UPID, a ULD serial number, a booking reference. You can find classes, properties and codes of the data model by name.',
  inModel: 'In the data model',
  results: 'Results',
  thing: 'Found',
  type: 'Type',
  matched: 'By',
  by: { uri: 'its URI', id: 'id', identifier: 'identifier' },
  kinds: { object: 'object', event: 'event', request: 'request', revision: 'revision', agent: 'agent' },
});
