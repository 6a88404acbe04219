/** Weights as the node says them. */
import type { QuantityAnswer } from '../../src/console/responses.js';

/** The sum of weights; undefined if one is missing or they have several units: only the node converts. */
export function sumOfWeights(weights: readonly (QuantityAnswer | null)[]): QuantityAnswer | undefined {
  const [first] = weights;
  if (first === undefined || first === null) return undefined;
  let value = 0;
  for (const weight of weights) {
    if (weight === null || weight.unit !== first.unit) return undefined;
    value += weight.value;
  }
  // Sums of decimal fractions are not exact.
  return { value: Math.round(value * 1e6) / 1e6, unit: first.unit };
}
