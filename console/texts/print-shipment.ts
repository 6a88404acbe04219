import { plural, texts } from '../core/index.js';

export const printTexts = texts('printTexts', {
  title: 'Shipment on paper',
  print: 'Print',
  noShipment: 'This belongs to no shipment.',
  asOf: (time: string) => `as of ${time}`,
  notAll: (pieces: number, total: number) =>
    `There is more than this document has: ${plural(pieces, 'piece', 'pieces')} of ${total}.`,
  handling: 'Special handling',
  place: 'No.',
  hsCode: 'HS code',
  marks: 'Marks',
  placeAndDate: 'Place and date',
  name: 'Name',
  signature: 'Signature',
  stamp: 'Stamp',
});
