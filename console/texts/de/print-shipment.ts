import type { printTexts as english } from '../print-shipment.js';
import { plural } from '../../core/index.js';

export const printTexts: typeof english = {
  title: 'Sendung auf Papier',
  print: 'Drucken',
  noShipment: 'Dies gehört zu keiner Sendung.',
  asOf: (time) => `Stand ${time}`,
  notAll: (pieces, total) =>
    `Es gibt mehr, als auf diesem Dokument steht: ${plural(pieces, 'Packstück', 'Packstücke')} von ${total}.`,
  handling: 'Besondere Behandlung',
  place: 'Nr.',
  hsCode: 'HS-Code',
  marks: 'Markierung',
  placeAndDate: 'Ort und Datum',
  name: 'Name in Druckbuchstaben',
  signature: 'Unterschrift',
  stamp: 'Stempel',
};
