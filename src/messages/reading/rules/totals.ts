/** Values that follow from others are compared with them, not stored (X24). */
import type { Codes } from '../../mapping/codes.js';
import { type Charges, isSameAmount, lineTotal, type LineCharge, type Payment, totalOf } from '../../totals.js';
import type { DraftNode } from '../draft.js';
import type { MessageReading, ValueRule } from '../message-reading.js';
import { readNumber } from '../values.js';
import type { Pending } from '../waybill-reading.js';
import { itemCurrency } from './numbers.js';

export const derived: ValueRule = (reading, pending, place) => {
  if (pending.bound.row.type.kind !== 'derived') return false;
  return itemCurrency(reading, pending, place);
};

export function compareDerived(reading: MessageReading): void {
  for (const waybill of reading.waybills) {
    const charges = chargesOf(waybill);
    const lines = new Map(waybill.lines.map(({ node }, index) => [node, charges.lines[index]]));
    const waiting = waybill.waiting('derived');
    const payments = paymentsOf(waiting, reading.mappings.codes);
    for (const pending of waiting) {
      const expected = follows(pending, reading, lines, charges, payments.get(groupOf(pending)));
      compare(pending, expected);
    }
  }
}

/** `any`: whatever it is, it says nothing more than the values beside it. */
type Expected = number | string | undefined;

function compare({ leaf }: Pending, expected: Expected): void {
  const number = readNumber(leaf.value);
  const isSame =
    typeof expected === 'number'
      ? number !== undefined && isSameAmount(number, expected)
      : expected === 'any' || expected?.toUpperCase() === leaf.value.toUpperCase();
  if (expected === undefined) leaf.leftOut('no-place');
  else if (isSame) leaf.taken('derived');
  else leaf.leftOut('differs', String(expected));
}

function follows(
  { bound, scope, leaf }: Pending,
  reading: MessageReading,
  lines: ReadonlyMap<DraftNode, LineCharge | undefined>,
  charges: Charges,
  payment: Payment | undefined,
): Expected {
  const { derivation } = bound.row;
  switch (derivation) {
    case 'any':
    case 'direction':
      return 'any';
    case 'F':
      return 'F';
    case 'lines':
      return lines.size;
    case 'houses':
      return reading.waybills[0]?.node.nodes('masterWaybill').flatMap((master) => master.nodes('houseWaybills')).length;
    case 'item-total': {
      const line = lines.get(scope.node);
      return line === undefined ? undefined : lineTotal(line);
    }
    case 'payment':
      return payment === undefined ? undefined : 'any';
    case 'mode-name':
      return modeName(scope.node, reading.mappings.codes);
    case 'status-pieces':
      return ofStatuses(reading, 'recordedPieceCount', leaf.value);
    case 'status-split':
      return ofStatuses(reading, 'partialEventIndicator', leaf.value === 'T' ? 'false' : 'true') === undefined
        ? undefined
        : 'any';
    default:
      return totalOf(derivation, charges, payment);
  }
}

/** The name of the mode of a movement (X28). */
export function modeName(node: DraftNode, codes: Codes): string | undefined {
  const movement = node.nodes('activity')[0] ?? node;
  const mode = movement.of('modeCode').find(({ kind }) => kind === 'term');
  if (mode?.kind !== 'term' || mode.term.kind !== 'iri') return undefined;
  return codes.written('ModeName', { kind: 'iri', iri: mode.term.iri });
}

/** What a status says of itself, its message repeats (X38). */
function ofStatuses(
  { statuses, waybills }: MessageReading,
  property: string,
  value: string,
): string | number | undefined {
  const texts = statuses.map(({ node }) => node.text(property)).filter((text) => text !== undefined);
  if (texts.includes(value)) return value;
  const total = waybills[0]?.pieces.length ?? 0;
  if (property === 'recordedPieceCount' && texts.length === 0 && total > 0) return total;
  return texts[0];
}

const groupOf = ({ bound }: Pending): string => bound.path.slice(0, bound.path.lastIndexOf('/'));

/** Which payment a group of totals is about. */
function paymentsOf(waiting: readonly Pending[], codes: Codes): ReadonlyMap<string, Payment> {
  return new Map(
    waiting
      .filter(({ bound }) => bound.row.derivation === 'payment')
      .flatMap((pending): [string, Payment][] => {
        const value = codes.read('PrepaidCollectIndicator', pending.leaf.value);
        if (value?.kind !== 'iri') return [];
        return [[groupOf(pending), value.iri.endsWith('#P') ? 'P' : 'C']];
      }),
  );
}

const codeOf = (iri: string | undefined): string | undefined => iri?.slice(iri.indexOf('#') + 1);

const valueOf = (node: DraftNode | undefined): number | undefined => {
  const text = node?.text('numericalValue');
  return text === undefined ? undefined : Number(text);
};

/** What the charges of a waybill follow from. */
export interface Charged {
  readonly node: DraftNode;
  readonly lines: readonly { readonly node: DraftNode }[];
}

export function chargesOf({ node, lines }: Charged): Charges {
  const amount = (property: string): number | undefined => valueOf(node.nodes(property)[0]);
  const rate = node.text('destinationCurrencyRate');
  return {
    lines: lines.map((line): LineCharge => ({
      rate: valueOf(line.node.nodes('rateCharge')[0]),
      chargeableWeight: valueOf(line.node.nodes('chargeableWeight')[0]),
      rateClass: codeOf(line.node.text('rateClassCode')),
    })),
    others: node.nodes('otherCharges').map((charge) => ({
      amount: valueOf(charge.nodes('otherChargeAmount')[0]),
      entitlement: codeOf(charge.text('entitlement')),
      payment: codeOf(charge.text('chargePaymentType')),
    })),
    weightPayment: codeOf(node.text('weightValuationIndicator')),
    othersPayment: codeOf(node.text('otherChargesIndicator')),
    valuation: amount('valuationCharge'),
    tax: amount('taxAmount'),
    atDestination: amount('destinationCharges'),
    destinationRate: rate === undefined ? undefined : Number(rate),
  };
}
