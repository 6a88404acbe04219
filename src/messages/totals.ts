/** Totals that follow from other values of a waybill; they are compared when read and computed when written (X24). */

export type Payment = 'P' | 'C';

export interface LineCharge {
  readonly rate: number | undefined;
  readonly chargeableWeight: number | undefined;
  readonly rateClass: string | undefined;
}

export interface OtherCharge {
  readonly amount: number | undefined;
  /** A for the agent, C for the carrier. */
  readonly entitlement: string | undefined;
  readonly payment: string | undefined;
}

/** The values that totals follow from. */
export interface Charges {
  readonly lines: readonly LineCharge[];
  readonly others: readonly OtherCharge[];
  readonly weightPayment: string | undefined;
  readonly othersPayment: string | undefined;
  readonly valuation: number | undefined;
  readonly tax: number | undefined;
  readonly atDestination: number | undefined;
  readonly destinationRate: number | undefined;
}

/** Totals are compared to this. */
const CENT = 0.01;

export const isSameAmount = (one: number, other: number): boolean => Math.abs(one - other) < CENT / 2 + Number.EPSILON;

/** Classes whose rate is the charge itself. */
const flatRates = new Set(['M', 'U', 'E', 'X']);

/** The charge of a line: rate × chargeable weight. */
export function lineTotal({ rate, chargeableWeight, rateClass }: LineCharge): number | undefined {
  if (rate === undefined) return undefined;
  if (rateClass !== undefined && flatRates.has(rateClass)) return rate;
  return chargeableWeight === undefined ? undefined : round(rate * chargeableWeight);
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** The sum; undefined where a part is missing. In whatever order the parts come, it is rounded to the same cent. */
function sum(parts: readonly (number | undefined)[]): number | undefined {
  const known = parts.filter((part) => part !== undefined);
  if (known.length < parts.length) return undefined;
  return round(known.sort((one, other) => one - other).reduce((total, part) => total + part, 0));
}

/** A total by the name that the tables give it. */
export function totalOf(name: string, charges: Charges, payment?: Payment): number | undefined {
  const { lines, others } = charges;
  const items = (): number | undefined => (lines.length === 0 ? undefined : sum(lines.map(lineTotal)));
  const isOf = (given: string | undefined): boolean => payment === undefined || given === payment;
  const due = (entitlement: string): number | undefined => {
    const parts = others.filter(
      (other) => other.entitlement === entitlement && isOf(other.payment ?? charges.othersPayment),
    );
    return sum(parts.map(({ amount }) => amount));
  };
  const grand = (of: Payment): number | undefined => {
    const isWeight = charges.weightPayment === of;
    if (charges.weightPayment === undefined) return undefined;
    return sum([
      ...(isWeight ? [items(), charges.valuation ?? 0, charges.tax ?? 0] : []),
      totalOf('due-agent', charges, of),
      totalOf('due-carrier', charges, of),
    ]);
  };
  const atDestination = (): number | undefined => {
    const collect = grand('C');
    return collect === undefined || charges.destinationRate === undefined
      ? undefined
      : round(collect * charges.destinationRate);
  };
  switch (name) {
    case 'item-totals':
      return items();
    case 'weight-charge':
      return isOf(charges.weightPayment) ? items() : undefined;
    case 'due-agent':
      return due('A');
    case 'due-carrier':
      return due('C');
    case 'grand-total':
      return payment === undefined ? undefined : grand(payment);
    case 'prepaid-total':
      return grand('P');
    case 'collect-total':
      return grand('C');
    case 'destination-collect':
      return atDestination();
    case 'destination-total':
      return sum([atDestination(), charges.atDestination]);
    default:
      return undefined;
  }
}
