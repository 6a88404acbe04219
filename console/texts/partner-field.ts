import { texts } from '../core/index.js';

export const partnerFieldTexts = texts('partnerFieldTexts', {
  placeholder: 'Name, airline code or server',
  at: (host: string) => `at ${host}`,
  newPartner: 'A new partner …',
  newTitle: 'A new partner',
  name: 'Name',
  address: 'Its address',
  addressHint: 'The partner tells you its address once. Afterwards it is chosen by its name.',
  save: 'Save the partner',
  cancel: 'Cancel',
  saved: (name: string) => `${name} is saved.`,
  another: 'Another partner',
  remove: (name: string) => `Remove ${name}`,
});
