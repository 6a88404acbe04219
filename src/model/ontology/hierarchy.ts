/** The class hierarchy. */
import type { Iri } from '../../rdf/terms.js';
import type { ClassDefinition } from './ontology.js';

export class Hierarchy {
  readonly #ancestors = new Map<Iri, ReadonlySet<Iri>>();
  readonly #descendants = new Map<Iri, ReadonlySet<Iri>>();

  constructor(
    private readonly ontology: {
      readonly classes: ReadonlyMap<Iri, Pick<ClassDefinition, 'parents'>>;
    },
  ) {}

  isClass(type: Iri): boolean {
    return this.ontology.classes.has(type);
  }

  /** `type` and its ancestors; cycles are allowed. */
  ancestors(type: Iri): ReadonlySet<Iri> {
    const cached = this.#ancestors.get(type);
    if (cached !== undefined) return cached;
    const found = new Set<Iri>([type]);
    for (const ancestor of found) {
      for (const parent of this.ontology.classes.get(ancestor)?.parents ?? []) found.add(parent);
    }
    // Only classes of the model are cached, since documents may contain any name.
    if (this.isClass(type)) this.#ancestors.set(type, found);
    return found;
  }

  /** All classes that inherit from `type`, without `type`. */
  descendants(type: Iri): ReadonlySet<Iri> {
    const cached = this.#descendants.get(type);
    if (cached !== undefined) return cached;
    const found = new Set<Iri>();
    for (const name of this.ontology.classes.keys())
      if (name !== type && this.isSubclassOf(name, type)) found.add(name);
    if (this.isClass(type)) this.#descendants.set(type, found);
    return found;
  }

  isSubclassOf(type: Iri, ancestor: Iri): boolean {
    return this.ancestors(type).has(ancestor);
  }

  /**
   * The type without a subtype among the others (D8). If there are several: the first class of the model, otherwise the
   * first one.
   */
  mostSpecific(types: readonly [Iri, ...Iri[]]): Iri {
    const lowest = types.filter((type) => !types.some((other) => this.#isBelow(other, type)));
    return lowest.find((type) => this.isClass(type)) ?? lowest[0] ?? types[0];
  }

  /** Classes of one cycle are equivalent, so none is below another. */
  #isBelow(type: Iri, ancestor: Iri): boolean {
    return this.isSubclassOf(type, ancestor) && !this.isSubclassOf(ancestor, type);
  }
}
