/** Syntax trees of queries: their names, and their equality. */
import { isTerm } from '../../store/sparql.js';

/** The names of all variables in a tree. */
export const namesIn = (tree: unknown): Set<string> => new Set(occurrencesIn(tree).keys());

/** The number of occurrences of each variable in a tree. */
export function occurrencesIn(tree: unknown, counts = new Map<string, number>()): Map<string, number> {
  const count = (name: string): void => {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  if (typeof tree !== 'object' || tree === null) return counts;
  if (isTerm(tree)) {
    if (tree.termType === 'Variable') count(tree.value);
    return counts;
  }
  for (const [key, branch] of Object.entries(tree)) {
    // The rows of VALUES have variables as keys.
    if (key.startsWith('?')) count(key.slice(1));
    occurrencesIn(branch, counts);
  }
  return counts;
}

/**
 * Whether two trees are equal except for the labels of blank nodes, and for BASE and PREFIX, which are resolved in
 * both.
 */
export const isSameTree = (one: unknown, other: unknown): boolean => writing(one) === writing(other);

/** Whether two trees are equal except for the names of these variables. */
export const isSameShape = (
  [one, names]: readonly [unknown, ReadonlySet<string>],
  [other, otherNames]: readonly [unknown, ReadonlySet<string>],
): boolean => writing(one, names) === writing(other, otherNames);

function writing(tree: unknown, renamed: ReadonlySet<string> = new Set()): string {
  const labels = new Map<string, number>();
  const names = new Map<string, number>();
  const write = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(write);
    if (isTerm(value)) {
      switch (value.termType) {
        case 'BlankNode':
          if (!labels.has(value.value)) labels.set(value.value, labels.size);
          return ['blank', labels.get(value.value)];
        case 'Literal':
          return ['literal', value.value, value.language, value.datatype.value];
        case 'Variable':
          if (!renamed.has(value.value)) return ['Variable', value.value];
          if (!names.has(value.value)) names.set(value.value, names.size);
          return ['renamed', names.get(value.value)];
        case 'NamedNode':
        case 'DefaultGraph':
        case 'Quad':
          return [value.termType, value.value];
      }
    }
    return Object.entries(value)
      .filter(([key, branch]) => branch !== undefined && key !== 'base' && key !== 'prefixes')
      .sort(([first], [second]) => (first < second ? -1 : 1))
      .map(([key, branch]) => [key, write(branch)]);
  };
  return JSON.stringify(write(tree));
}
