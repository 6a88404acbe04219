/** A requested change in a line: "gross weight: 20 → 22 kg". */
import type { RequestItem, TermValue } from '../../src/console/responses.js';

/** The values of a property before and after, with the unit of a number. */
export interface ChangedProperty {
  readonly property: string;
  readonly before: readonly TermValue[];
  readonly after: readonly TermValue[];
  readonly unit: TermValue | undefined;
}

const isNumber = (property: string): boolean => property.endsWith('#numericalValue');
const isUnit = (property: string): boolean => property.endsWith('#unit');

/** The operations by property; those of a Value, its number and its unit, are those of the property that has it. */
export function changedProperties(operations: RequestItem['operations']): ChangedProperty[] {
  const found = new Map<string, { property: string; before: TermValue[]; after: TermValue[]; unit?: TermValue }>();
  for (const { op, s, p, o, path, unit } of operations) {
    const isPart = (isNumber(p) || isUnit(p)) && path.length > 1;
    const way = isPart ? path.slice(0, -1) : path;
    const property = way.at(-1) ?? p;
    // A new Value has another label than the one that it replaces.
    const key = isPart ? way.join(' ') : `${way.join(' ')} ${s}`;
    // What links to a new Value, or says its class, says nothing to a reader.
    if (p.endsWith('#type') || (o.type === 'uri' && (o.value.startsWith('_:') || o.value.startsWith('internal:'))))
      continue;
    const line = found.get(key) ?? { property, before: [], after: [] };
    found.set(key, line);
    if (isUnit(p)) {
      if (op === 'ADD') line.unit = o;
      else line.unit ??= o;
      continue;
    }
    (op === 'DELETE' ? line.before : line.after).push(o);
    if (unit !== undefined) line.unit ??= { type: 'uri', value: unit };
  }
  return [...found.values()]
    .filter(({ before, after, unit }) => before.length + after.length > 0 || unit !== undefined)
    .map(({ unit, ...line }) => ({ ...line, unit }));
}
