/** Sorting in steps, between which other work can run. */
import type { Steps } from './turns.js';

/** The number of values that one step sorts or merges. */
const RUN = 250;

/** Returns a sorted copy. The sort is stable. */
export function* sorted<Value extends string | object>(
  values: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  if (values.length <= RUN) return [...values].sort(compare);
  let runs: Value[][] = [];
  for (let begin = 0; begin < values.length; begin += RUN) {
    runs.push(values.slice(begin, begin + RUN).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: Value[][] = [];
    for (let at = 0; at < runs.length; at += 2) longer.push(yield* merged(runs[at] ?? [], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Of two equal values, the one of the first list comes first. */
function* merged<Value extends string | object>(
  first: readonly Value[],
  second: readonly Value[],
  compare: (one: Value, other: Value) => number,
): Steps<Value[]> {
  const result: Value[] = [];
  let at = 0;
  for (const value of first) {
    for (let next = second[at]; next !== undefined && compare(next, value) < 0; next = second[at]) {
      result.push(next);
      at += 1;
      if (result.length % RUN === 0) yield;
    }
    result.push(value);
    if (result.length % RUN === 0) yield;
  }
  return result.concat(second.slice(at));
}
