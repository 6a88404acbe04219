/** What the types of a file cannot say, which its head lists (T51). */
import { getOrAdd } from '../../collections.js';
import { compareTexts } from '../../rdf/order.js';
import type { Iri } from '../../rdf/terms.js';

const kinds = {
  minimum: 'A property with a minimum is optional all the same: a link has no property, an answer may have a part.',
  maximum: 'An array, whatever its greatest number of values.',
  partMaximum: 'An array, although values of one kind are limited.',
  facets: 'Patterns, lengths and bounds of a value are not checked.',
  fixedValue: 'A value that every object of the class has is not asked for.',
  disjointRanges: 'Ranges without anything in common: a value may be of any of them.',
  anyValue: 'Without a range: any value.',
  noClass: 'Properties that no class names; no type has them, the table has.',
  expression: 'Class expressions that are ignored (complements, unions).',
  undefinedClass: 'Not defined in these files: a class without properties, a list without codes.',
  cycle: 'Classes that are subclasses of each other: each repeats the properties of the others.',
} as const;

export type NoteKind = keyof typeof kinds;

export class Notes {
  readonly #places = new Map<NoteKind, Set<readonly [type: Iri | undefined, property: Iri | undefined]>>();

  add(kind: NoteKind, type: Iri | undefined, property?: Iri): void {
    getOrAdd(this.#places, kind, () => new Set()).add([type, property]);
  }

  /** A line for each kind with its places, `Class.property`. */
  lines(classNames: ReadonlyMap<Iri, string>, propertyNames: ReadonlyMap<Iri, string>): string[] {
    const order = Object.keys(kinds).flatMap((kind) => (isKind(kind) ? [kind] : []));
    return order.flatMap((kind) => {
      const places = Array.from(this.#places.get(kind) ?? [], ([type, property]) =>
        [
          type === undefined ? undefined : (classNames.get(type) ?? type),
          property === undefined ? undefined : (propertyNames.get(property) ?? property),
        ]
          .filter((part) => part !== undefined)
          .join('.'),
      );
      return places.length === 0 ? [] : [`${kinds[kind]} ${[...new Set(places)].sort(compareTexts).join(', ')}.`];
    });
  }
}

const isKind = (text: string): text is NoteKind => text in kinds;
