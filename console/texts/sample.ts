import { texts } from '../core/index.js';

export const sampleTexts = texts({
  create: 'Create the example shipment',
  creating: 'Creating …',
  hint: 'Two partners, a shipment of three pieces with its waybill, pending and decided changes, events, a delegation. The data pass through the API like your own.',
});
