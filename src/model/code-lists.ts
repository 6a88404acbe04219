/** Code lists and enumerations: their members, the open ones (D39), and the two ways to write a code (D6). */
import { getOrAdd } from '../collections.js';
import { isIri, type Iri, iri } from '../rdf/terms.js';
import type { Namespaces } from '../rdf/vocabulary.js';
import type { Hierarchy } from './ontology/hierarchy.js';
import type { Ontology } from './ontology/ontology.js';
import { unitSubList } from './unit-codes.js';
import { coreCodeListsNs } from './vocabulary.js';

/** Code lists with codes beyond the listed ones (D39). */
const openLists = new Set([
  'CurrencyCode',
  'MeasurementUnitCode',
  'PackageMarkCode',
  'ParticipantIdentifier',
  'SpecialHandlingCode',
  'MovementIndicator',
]);

/** Lists whose codes also belong to an open list, according to its comment in the standard's ontology (D39). */
const includedLists: Readonly<Record<string, readonly string[]>> = {
  SpecialHandlingCode: ['DangerousGoodsCode', 'SecurityStatus'],
};

/** Enumerations of the data model that also have values in other namespaces (D39). */
const openEnumerations = new Set(['AccountType', 'ContactDetailType', 'ContactRole', 'SensorType', 'ModeQualifier']);

export interface CodeList {
  readonly kind: 'code-list';
  /** The codes of the list and of the included lists. */
  readonly members: readonly Iri[];
  /** Other lists whose codes are accepted. */
  readonly included: readonly Iri[];
  /** The lists in whose namespaces the codes are: for a sub-list, those of its parent. */
  readonly namespaces: readonly string[];
  readonly open: boolean;
  /** Codes in an open list's namespaces that are known to be of another kind (D54). */
  readonly otherKind: readonly Iri[];
}

export interface Enumeration {
  readonly kind: 'enumeration';
  readonly members: readonly Iri[];
  readonly open: boolean;
}

export class CodeLists {
  readonly element: Iri;
  readonly #byClass = new Map<Iri, Iri[]>();
  readonly #types: ReadonlyMap<Iri, ReadonlySet<Iri>>;

  constructor(
    ontology: Ontology,
    private readonly hierarchy: Hierarchy,
    private readonly namespaces: Namespaces,
  ) {
    this.element = iri(`${namespaces.cargo}CodeListElement`);
    this.#types = ontology.individuals;
    for (const [individual, types] of ontology.individuals) {
      const classes = new Set(Array.from(types).flatMap((type) => [...hierarchy.ancestors(type)]));
      for (const type of classes) getOrAdd(this.#byClass, type, () => []).push(individual);
    }
  }

  /** The values of a class; undefined for a class that is not a code list and has no individuals. */
  of(type: Iri): CodeList | Enumeration | undefined {
    const members = this.#byClass.get(type) ?? [];
    if (type === this.element) return undefined;
    if (type.startsWith(this.namespaces.codeLists)) {
      const name = type.slice(this.namespaces.codeLists.length);
      const namespaces = [...new Set([name, ...members.map((member) => this.listOf(member) ?? name)])].sort();
      const open = members.length === 0 || namespaces.some((list) => openLists.has(list));
      const included = (includedLists[name] ?? []).map((list) => iri(this.namespaces.codeLists + list));
      return {
        kind: 'code-list',
        members: [...members, ...included.flatMap((list) => this.#byClass.get(list) ?? [])],
        included,
        namespaces,
        open,
        otherKind: open ? this.#codesOfOtherKind(type, members, namespaces) : [],
      };
    }
    if (members.length === 0) return undefined;
    return { kind: 'enumeration', members, open: this.#isOpenEnumeration(type) };
  }

  /** Codes in these namespaces that belong only to another sub-list, or to another quantity (D54). */
  #codesOfOtherKind(type: Iri, members: readonly Iri[], namespaces: readonly string[]): Iri[] {
    const { codeLists } = this.namespaces;
    const listed = new Set<Iri>(members);
    const parents = new Set<string>([type, ...namespaces.map((list) => codeLists + list)]);
    const isOfOtherKind = (code: Iri, types: ReadonlySet<Iri>): boolean => {
      const list = this.listOf(code);
      if (list === undefined || !namespaces.includes(list) || listed.has(code)) return false;
      if ([...types].some((other) => other.startsWith(codeLists) && !parents.has(other))) return true;
      const subList = unitSubList(code.slice(codeLists.length));
      return subList !== undefined && codeLists + subList !== type;
    };
    return [...this.#types].filter(([code, types]) => isOfOtherKind(code, types)).map(([code]) => code);
  }

  /** Code list elements outside of the code lists' namespaces: values of enumerations that are also code lists. */
  elementsElsewhere(): Iri[] {
    return (this.#byClass.get(this.element) ?? []).filter((code) => !this.isCode(code));
  }

  /** The lists of the model, each with its codes. */
  lists(classes: Iterable<Iri>): CodeList[] {
    return Array.from(classes, (type) => this.of(type)).filter((values) => values?.kind === 'code-list');
  }

  /** Whether this is an IRI of a code list's namespace. */
  isCode(code: Iri): boolean {
    return this.listOf(canonicalCode(code, this.namespaces)) !== undefined;
  }

  /** `ChargeCode` of `code-lists/ChargeCode#CA`. */
  listOf(code: Iri): string | undefined {
    if (!code.startsWith(this.namespaces.codeLists)) return undefined;
    const hash = code.indexOf('#');
    return hash > this.namespaces.codeLists.length && hash < code.length - 1
      ? code.slice(this.namespaces.codeLists.length, hash)
      : undefined;
  }

  #isOpenEnumeration(type: Iri): boolean {
    return Array.from(this.hierarchy.ancestors(type)).some(
      (ancestor) =>
        ancestor.startsWith(this.namespaces.cargo) &&
        openEnumerations.has(ancestor.slice(this.namespaces.cargo.length)),
    );
  }
}

/** A code in the form of the newer model: `coreCodeLists#<List>_<Code>` is `code-lists/<List>#<Code>` (D6). */
export function canonicalCode(code: Iri, namespaces: Namespaces): Iri {
  if (!code.startsWith(coreCodeListsNs)) return code;
  const [list = '', ...rest] = code.slice(coreCodeListsNs.length).split('_');
  const canonical = `${namespaces.codeLists}${list}#${rest.join('_')}`;
  return rest.length > 0 && isIri(canonical) ? canonical : code;
}
