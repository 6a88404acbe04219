import { texts } from '../core/index.js';

export const sampleTexts = texts({
  create: 'Create the example shipment',
  creating: 'Creating …',
  hint: 'Two partners, a shipment of three pieces with its waybill, changes that wait and that are decided, events, a delegation. It goes through the API, as your own data will.',
});
