import { texts } from '../core/index.js';

export const findTexts = texts({
  title: 'Find',
  titleFor: (text: string) => `Find ${text}`,
  hint: 'Paste a URI, an id, a waybill number or another identifier into the box above.',
  nothing: 'Nothing here is called so, or nothing that you may read.',
  nothingHint:
    'Identifiers are found whole or by their beginning: 020-12345678, 02012345678, a UPID, a ULD serial number, a booking reference. A class, property or code of the data model is found by its name.',
  inModel: 'In the data model',
  results: 'What was found',
  thing: 'Found',
  type: 'Type',
  matched: 'By',
  by: { uri: 'its URI', id: 'id', identifier: 'identifier' },
  kinds: { object: 'object', event: 'event', request: 'request', revision: 'revision', agent: 'agent' },
});
