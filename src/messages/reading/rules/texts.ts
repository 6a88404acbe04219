/** Texts and codes about the goods as a whole: descriptions and handling (X21, X27). */
import { parseTarget } from '../../mapping/target.js';
import type { MessageReading, ValueRule } from '../message-reading.js';
import { literal } from '../values.js';

const [shipmentStep] = parseTarget('Waybill#shipment').steps;

/** Descriptions of goods are one text, each part once (X21). */
export const description: ValueRule = (_reading, pending, { waybill }) => {
  waybill.wait('description', pending);
  return true;
};

export function joinDescriptions({ waybills, placing }: MessageReading): void {
  for (const waybill of waybills) {
    const waiting = waybill.waiting('description');
    const [first] = waiting;
    if (first === undefined || shipmentStep === undefined) continue;
    const texts = new Set(waiting.flatMap(({ leaf }) => leaf.value.split('\n')));
    const shipment = placing.child(waybill.node, shipmentStep, 'Shipment');
    shipment.set('goodsDescription', literal([...texts].join('\n')), first.leaf);
    for (const { leaf } of waiting) leaf.taken();
  }
}

/** Each of these codes is a statement about each piece; there are about a hundred of them in use. */
const MAX_CODES = 100;

/** Codes of all pieces: special handling, the kind of load (X27, X38). */
export const ofAllPieces: ValueRule = (_reading, pending, { waybill }) => {
  const isOfPieces = pending.bound.row.target?.steps.at(-1)?.class === 'Piece';
  if (isOfPieces) waybill.wait('of-pieces', pending);
  return isOfPieces;
};

export function markPieces({ waybills, values, placing }: MessageReading): void {
  for (const waybill of waybills)
    for (const [index, { bound, leaf }] of waybill.waiting('of-pieces').entries()) {
      const term = values.term(bound.row, leaf);
      const property = bound.row.target?.steps.at(-1)?.property;
      if (typeof term === 'string') leaf.leftOut(term);
      else if (index >= MAX_CODES) leaf.leftOut('too-many');
      else if (waybill.pieces.length === 0 || property === undefined) leaf.leftOut('no-place');
      else for (const piece of waybill.pieces) placing.set(piece, property, leaf, term, waybill.isWeak);
    }
}
