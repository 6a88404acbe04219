/** The code lists and enumerations of a data model, as the types of their codes (T43, T50). */
import { getOrAdd } from '../../collections.js';
import { compareTexts } from '../../rdf/order.js';
import type { Graph } from '../../rdf/graph.js';
import { type Iri, node } from '../../rdf/terms.js';
import type { Namespaces } from '../../rdf/vocabulary.js';
import { CodeLists } from '../code-lists.js';
import type { Hierarchy } from '../ontology/hierarchy.js';
import type { Ontology } from '../ontology/ontology.js';
import { coreCodeListsNs, owl } from '../vocabulary.js';
import { splitIri } from './names.js';

export interface ListType {
  /** Whether it has other codes than these, too (D39). */
  readonly open: boolean;
  /** What stands before most codes, and before those that are not listed. */
  readonly prefix: string;
  /** What stands before each of the codes. */
  readonly codes: ReadonlyMap<string, string>;
}

export class ListReader {
  readonly #standard: CodeLists;
  readonly #core: CodeLists;
  readonly #element: Iri;

  constructor(
    private readonly ontology: Ontology,
    private readonly hierarchy: Hierarchy,
    private readonly graph: Graph,
    private readonly namespaces: Namespaces,
  ) {
    this.#standard = new CodeLists(ontology, hierarchy, namespaces);
    // The code lists of 2023 are names of one namespace (D6).
    this.#core = new CodeLists(ontology, hierarchy, { ...namespaces, codeLists: coreCodeListsNs });
    this.#element = this.#standard.element;
  }

  /** The list that a class is; undefined for a class of objects. */
  of(type: Iri): ListType | undefined {
    if (type === this.#element) return undefined;
    const isCore = type.startsWith(coreCodeListsNs);
    const found = (isCore ? this.#core : this.#standard).of(type);
    const isOneOf = this.#isOneOf(type);
    if (found?.kind === 'code-list') return this.#list(type, found.members, found.open && !(isCore && isOneOf));
    const isElement = this.hierarchy.isSubclassOf(type, this.#element);
    const hasProperties = (this.ontology.classes.get(type)?.restrictions.size ?? 0) > 0;
    if (!isElement && !isOneOf && (found === undefined || hasProperties)) return undefined;
    if (found === undefined) return this.#list(type, [], true);
    const isStandard = type.startsWith(this.namespaces.cargo);
    // OWL leaves room for other values of a class whose values are only listed.
    return this.#list(type, found.members, isStandard ? found.open : !isOneOf);
  }

  /** Whether the values of a class are a closed list. */
  #isOneOf(type: Iri): boolean {
    const equal = [node(type), ...this.graph.objects(node(type), owl.equivalentClass)];
    return equal.some((term) => this.graph.object(term, owl.oneOf) !== undefined);
  }

  #list(type: Iri, members: readonly Iri[], open: boolean): ListType {
    const own = this.#ownPrefix(type);
    const codes = new Map<string, string>();
    const counts = new Map<string, number>([[own, 0]]);
    // The list's own codes first: another list that it includes may have the same code.
    const sorted = [...new Set(members)].sort(
      (a, b) => Number(b.startsWith(own)) - Number(a.startsWith(own)) || compareTexts(a, b),
    );
    for (const member of sorted) {
      const [prefix, code] = this.#split(member);
      if (codes.has(code)) continue;
      codes.set(code, prefix);
      counts.set(prefix, getOrAdd(counts, prefix, () => 0) + 1);
    }
    const [first] = [...counts].sort(([one, a], [other, b]) => b - a || compareTexts(one, other));
    const sortedCodes = new Map([...codes].sort(([one], [other]) => compareTexts(one, other)));
    // Unlisted codes of an open list are its own, even if most of the listed ones are of a list that it includes.
    const hasOwn = codes.size === 0 || (counts.get(own) ?? 0) > 0;
    return { open, prefix: open && hasOwn ? own : (first?.[0] ?? own), codes: sortedCodes };
  }

  #ownPrefix(type: Iri): string {
    const [namespace, name] = splitIri(type);
    if (type.startsWith(coreCodeListsNs)) return `${coreCodeListsNs}${name}_`;
    return type.startsWith(this.namespaces.codeLists) ? `${type}#` : namespace;
  }

  #split(member: Iri): readonly [prefix: string, code: string] {
    const [namespace, local] = splitIri(member);
    const end = namespace === coreCodeListsNs ? local.indexOf('_') + 1 : 0;
    return [namespace + local.slice(0, end), local.slice(end)];
  }
}
