/** Syntax trees of queries: the names in them, and whether two are the same. */
import { isTerm } from '../../store/sparql.js';

/** The names of all variables in a tree. */
export function namesIn(tree: unknown, names = new Set<string>()): Set<string> {
  if (typeof tree !== 'object' || tree === null) return names;
  if (isTerm(tree)) {
    if (tree.termType === 'Variable') names.add(tree.value);
    return names;
  }
  for (const [key, branch] of Object.entries(tree)) {
    // The rows of VALUES have variables as keys.
    if (key.startsWith('?')) names.add(key.slice(1));
    namesIn(branch, names);
  }
  return names;
}

/** Whether two trees are the same but for the labels of blank nodes, and for BASE and PREFIX, which are resolved in both. */
export const isSameTree = (one: unknown, other: unknown): boolean => writing(one) === writing(other);

function writing(tree: unknown): string {
  const labels = new Map<string, number>();
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
        case 'NamedNode':
        case 'Variable':
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
