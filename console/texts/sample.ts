import { texts } from '../core/index.js';

export const sampleTexts = texts('sampleTexts', {
  create: 'Create the example shipment',
  creating: 'Creating …',
  hint: 'Two partners, a shipment of three pieces with its waybill, pending and decided changes, events, access passed on. The data pass through the API like your own.',
});
