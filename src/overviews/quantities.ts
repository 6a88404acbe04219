/** Quantities with units, and their sums. */

export interface Quantity {
  readonly value: number;
  /** The code of the unit; undefined if none is stated. */
  readonly unit: string | undefined;
}

/** The kilograms in a unit of weight (UN/ECE Recommendation 20). */
const kilograms: Readonly<Record<string, number>> = {
  KGM: 1,
  GRM: 0.001,
  TNE: 1_000,
  LBR: 0.453_592_37,
  ONZ: 0.028_349_523_125,
};

/** More digits would show the error of the conversion. */
const rounded = (value: number): number => Number(value.toFixed(3));

/** A quantity in another unit; undefined if that is not known. */
export function inUnit({ value, unit }: Quantity, other: string | undefined): number | undefined {
  if (unit === other) return value;
  const [one, another] = [kilograms[unit ?? ''], kilograms[other ?? '']];
  return one === undefined || another === undefined ? undefined : rounded((value * one) / another);
}

/** The sum in the unit of the first one; undefined if one is missing or has a unit that cannot be converted. */
export function sumOf(quantities: readonly (Quantity | undefined)[]): Quantity | undefined {
  const [first] = quantities;
  if (first === undefined) return undefined;
  let sum = 0;
  for (const quantity of quantities) {
    const value = quantity && inUnit(quantity, first.unit);
    if (value === undefined) return undefined;
    sum += value;
  }
  return { value: rounded(sum), unit: first.unit };
}

/** By weight; quantities that cannot be compared are equal. */
export function compareQuantities(one: Quantity, other: Quantity): number {
  const value = inUnit(other, one.unit);
  return value === undefined ? 0 : one.value - value;
}
