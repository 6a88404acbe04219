/** A clerk's words for classes, in English and German, and other words by which they are found (K1). */
import type { Words } from './property-words.js';

interface ClassWords {
  readonly label: Words;
  /** In English and in German. */
  readonly others: readonly [readonly string[], readonly string[]];
}

/** By the class's local name. */
export const classWords: Readonly<Record<string, ClassWords>> = {
  Shipment: {
    label: ['Shipment', 'Sendung'],
    others: [
      ['consignment', 'AWB'],
      ['AWB', 'Luftfrachtsendung'],
    ],
  },
  Piece: {
    label: ['Piece', 'Packstück'],
    others: [
      ['package', 'box', 'parcel'],
      ['Paket', 'Kolli', 'Karton'],
    ],
  },
  Waybill: {
    label: ['Waybill', 'Frachtbrief'],
    others: [
      ['AWB', 'MAWB', 'HAWB', 'air waybill'],
      ['AWB', 'MAWB', 'HAWB', 'Luftfrachtbrief'],
    ],
  },
  ULD: {
    label: ['ULD', 'ULD'],
    others: [
      ['unit load device', 'container', 'pallet'],
      ['Lademittel', 'Container', 'Palette'],
    ],
  },
  Booking: { label: ['Booking', 'Buchung'], others: [['reservation'], ['Reservierung']] },
  TransportMovement: {
    label: ['Transport movement', 'Transport'],
    others: [
      ['flight', 'truck', 'leg'],
      ['Flug', 'Lkw', 'Teilstrecke'],
    ],
  },
  Company: {
    label: ['Company', 'Firma'],
    others: [
      ['partner', 'shipper', 'consignee', 'forwarder'],
      ['Partner', 'Versender', 'Empfänger', 'Spediteur'],
    ],
  },
  Carrier: { label: ['Carrier', 'Luftfahrtunternehmen'], others: [['airline'], ['Fluggesellschaft', 'Airline']] },
  Location: {
    label: ['Location', 'Ort'],
    others: [
      ['airport', 'warehouse', 'place'],
      ['Flughafen', 'Lager'],
    ],
  },
  PieceDg: {
    label: ['Piece with dangerous goods', 'Packstück mit Gefahrgut'],
    others: [
      ['DGR', 'hazardous'],
      ['DGR', 'Gefahrgut'],
    ],
  },
  PieceLiveAnimals: {
    label: ['Piece with live animals', 'Packstück mit lebenden Tieren'],
    others: [['AVI'], ['AVI', 'Tiere']],
  },
  Party: { label: ['Party', 'Beteiligter'], others: [['role'], ['Rolle']] },
  Dimensions: { label: ['Dimensions', 'Maße'], others: [['size'], ['Größe']] },
  Value: { label: ['Quantity', 'Menge'], others: [['amount'], ['Betrag']] },
  Address: { label: ['Address', 'Anschrift'], others: [[], ['Adresse']] },
  MovementTime: {
    label: ['Time', 'Zeit'],
    others: [
      ['departure', 'arrival'],
      ['Abflug', 'Ankunft'],
    ],
  },
  ContactDetail: {
    label: ['Contact', 'Kontakt'],
    others: [
      ['phone', 'email'],
      ['Telefon', 'E-Mail'],
    ],
  },
};
