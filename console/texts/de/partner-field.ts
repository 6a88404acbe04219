import type { partnerFieldTexts as english } from '../partner-field.js';

export const partnerFieldTexts: typeof english = {
  placeholder: 'Name, Airline-Code oder Server',
  at: (host) => `bei ${host}`,
  newPartner: 'Neuer Partner …',
  newTitle: 'Neuer Partner',
  name: 'Bezeichnung',
  address: 'Seine Adresse',
  addressHint: 'Der Partner nennt Ihnen seine Adresse einmal. Danach wählen Sie ihn über seinen Namen.',
  save: 'Partner speichern',
  cancel: 'Abbrechen',
  saved: (name) => `${name} ist gespeichert.`,
  another: 'Weiterer Partner',
  remove: (name) => `${name} entfernen`,
};
