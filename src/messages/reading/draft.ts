/** What a message says, before the things that it is about have names: nodes of the data model's classes. */
import { getOrAdd } from '../../collections.js';
import type { Iri } from '../../rdf/terms.js';
import type { Leaf } from './findings.js';

export type DraftTerm =
  | { readonly kind: 'literal'; readonly text: string; readonly datatype: Iri }
  | { readonly kind: 'iri'; readonly iri: Iri };

export interface NodeValue {
  readonly kind: 'node';
  readonly node: DraftNode;
  /** The key of the step that made it; undefined for one of several that an element of the message made each. */
  readonly via: string | undefined;
  readonly isWeak: boolean;
}

export interface TermValue {
  readonly kind: 'term';
  readonly term: DraftTerm;
  /** What said so; undefined for what follows from a rule. */
  readonly leaf: Leaf | undefined;
  /** Whether it only fills what is lacking (X22, X38). */
  readonly isWeak: boolean;
}

export type DraftValue = NodeValue | TermValue;

export class DraftNode {
  readonly #values = new Map<string, DraftValue[]>();
  /** What is there already: a message may have many values of one property. */
  readonly #terms = new Set<string>();
  readonly #links = new Map<string, Set<DraftNode>>();
  /** What its id is made of, beside the pattern: the code of a shared thing (X13), or the role of a party (X15). */
  shared: string | undefined;
  /** Its number among those of the waybill that hang at the same property. */
  number: number | undefined;
  /** A name that a rule gives it within its waybill. */
  label: string | undefined;
  /** The count that it is one of, of a piece. */
  countedBy: Leaf | undefined;

  constructor(readonly type: string) {}

  /** The values by property, in the order of the message. */
  get values(): ReadonlyMap<string, readonly DraftValue[]> {
    return this.#values;
  }

  get isEmpty(): boolean {
    return this.#values.size === 0;
  }

  of(property: string): readonly DraftValue[] {
    return this.#values.get(property) ?? [];
  }

  /** The nodes of a property. */
  nodes(property: string): DraftNode[] {
    return this.of(property).flatMap((value) => (value.kind === 'node' ? [value.node] : []));
  }

  /** The text of a property's first literal or IRI. */
  text(property: string): string | undefined {
    const value = this.of(property).find(({ kind }) => kind === 'term');
    if (value?.kind !== 'term') return undefined;
    return value.term.kind === 'iri' ? value.term.iri : value.term.text;
  }

  add(property: string, value: DraftValue): void {
    const values = this.#values.get(property);
    if (values === undefined) this.#values.set(property, [value]);
    else values.push(value);
    if (value.kind === 'term') this.#terms.add(keyOf(property, value.term));
    else getOrAdd(this.#links, property, () => new Set<DraftNode>()).add(value.node);
  }

  link(property: string, node: DraftNode, via?: string, isWeak = false): void {
    if (this.#links.get(property)?.has(node) !== true) this.add(property, { kind: 'node', node, via, isWeak });
  }

  set(property: string, term: DraftTerm, leaf?: Leaf, isWeak = false): void {
    if (!this.#terms.has(keyOf(property, term))) this.add(property, { kind: 'term', term, leaf, isWeak });
  }

  remove(property: string): void {
    for (const value of this.of(property)) if (value.kind === 'term') this.#terms.delete(keyOf(property, value.term));
    this.#values.delete(property);
    this.#links.delete(property);
  }
}

function keyOf(property: string, term: DraftTerm): string {
  return term.kind === 'iri' ? `${property} ${term.iri}` : `${property} ${term.datatype} ${term.text}`;
}

export function sameTerm(one: DraftTerm, other: DraftTerm): boolean {
  if (one.kind === 'iri') return other.kind === 'iri' && one.iri === other.iri;
  return other.kind === 'literal' && one.text === other.text && one.datatype === other.datatype;
}
