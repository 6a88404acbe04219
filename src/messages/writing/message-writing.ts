/**
 * Writes a message: the interpreter of the tables from right to left (X75 to X84). A group whose row has a target is an
 * element for each node there; a value is at the end of its row's target. What a row alone cannot say is a rule.
 */
import type { Steps } from '../../async/turns.js';
import { getOrAdd } from '../../collections.js';
import type { Mappings, MessageMapping } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { Step } from '../mapping/target.js';
import type { DraftNode, DraftValue } from '../reading/draft.js';
import { withoutIllegal, type XmlNode } from '../xml/xml-writer.js';
import { xmlBounds } from '../xml/xml-reader.js';
import type { Carriage } from './carriage.js';
import type { Gathered } from './gather.js';
import { compareTexts, inOrder } from './order.js';
import type { Candidate, Place } from './place.js';
import type { Texts } from './texts.js';
import { type Found, type FoundTerm, type Scope, terms, type Walk } from './walk.js';

export type ValueRule = (writing: MessageWriting, row: Row, place: Place) => readonly Candidate[] | undefined;
/** A rule for a group as a whole; undefined leaves it to the interpreter. */
export type GroupRule = (
  writing: MessageWriting,
  row: Row,
  place: Place,
  depth: number,
) => Steps<readonly XmlNode[] | undefined>;

export interface WritingRules {
  /** Asked before the rules of rows. */
  readonly first: ValueRule;
  readonly values: ReadonlyMap<string, ValueRule>;
  readonly groups: readonly GroupRule[];
  /** The nodes of a class that a group has, in their order. */
  readonly nodes: ReadonlyMap<string, (writing: MessageWriting, founds: readonly Found[]) => readonly Found[]>;
  /** What is known of an element from its node. */
  readonly within: (writing: MessageWriting, founds: readonly Found[], found: Found) => Partial<Place>;
}

/** Elements of a message: as many as a reader takes, with some left for the header. */
const MAX_ELEMENTS = xmlBounds.elements - 1000;

export class MessageWriting {
  readonly #content = new WeakSet<XmlNode>();
  readonly #claimed = new Set<DraftNode>();
  #elements = 0;

  constructor(
    readonly mapping: MessageMapping,
    readonly mappings: Mappings,
    readonly gathered: Gathered,
    readonly carriage: Carriage,
    readonly walk: Walk,
    readonly texts: Texts,
    private readonly rules: WritingRules,
    private readonly options: {
      /** Whether the version lacks the rows that are not in version 3 (X77). */
      readonly isVersion3: boolean;
      /** The values of the header, by what the table calls them. */
      readonly header: ReadonlyMap<string, string>;
    },
  ) {}

  /** The elements of some rows of the root. */
  *write(rows: readonly Row[], place: Place): Steps<readonly XmlNode[]> {
    const written: XmlNode[] = [];
    const missing: string[] = [];
    for (const row of rows) written.push(...(yield* this.#row(row, place, 1, missing)));
    for (const path of missing) this.carriage.missing.add(`/${path}`);
    return written;
  }

  *#row(row: Row, place: Place, depth: number, missing: string[]): Steps<readonly XmlNode[]> {
    const isLacking = this.options.isVersion3 && !row.isInVersion3;
    const at = isLacking ? { ...place, isLacking: true as const } : place;
    const written = row.type.kind === 'group' ? yield* this.group(row, at, depth) : this.value(row, at, depth);
    if (isLacking) return [];
    if (written.length === 0 && row.isMandatory) missing.push(row.path);
    return written;
  }

  *group(row: Row, place: Place, depth: number): Steps<readonly XmlNode[]> {
    yield;
    for (const rule of this.rules.groups) {
      const written = yield* rule(this, row, place, depth);
      if (written !== undefined) return written;
    }
    const { target, most = 1 } = row;
    if (target !== undefined) return target.steps.length === 0 ? [] : yield* this.#nodes(row, place, depth);
    if (most > 1) return yield* this.#repeated(row, place, depth);
    const element = yield* this.element(row, place, depth);
    return element === undefined ? [] : [element];
  }

  /** An element for each value in it. */
  *#repeated(row: Row, place: Place, depth: number): Steps<readonly XmlNode[]> {
    const written: XmlNode[] = [];
    const repeated = new Map<Row, readonly Candidate[]>();
    while (this.#elements < MAX_ELEMENTS) {
      const element = yield* this.element(row, { ...place, index: written.length, repeated }, depth);
      if (element === undefined) break;
      written.push(element);
    }
    if (written.length > 1 && place.isLacking === undefined) this.carriage.order.add(`/${row.path}`);
    return written;
  }

  /** An element for each node at the target. */
  *#nodes(row: Row, place: Place, depth: number): Steps<readonly XmlNode[]> {
    const { target, most = Infinity } = row;
    const start = target === undefined ? undefined : this.walk.from(target, place.scope);
    const last = target?.steps.at(-1);
    // Beside other values of its element, nodes are written once.
    if (target === undefined || start === undefined || last === undefined || (place.index ?? 0) > 0) return [];
    const all = this.walk.follow([start.found], start.rest).filter(({ node }) => !this.#claimed.has(node));
    const { founds, isKnown } = inOrder(all, this.gathered);
    const arranged = this.rules.nodes.get(founds[0]?.node.type ?? '')?.(this, founds) ?? founds;
    const isWaybill = this.mappings.names.rangeOf(last.property) === 'Waybill';
    const written: XmlNode[] = [];
    for (const found of arranged) {
      if (written.length >= most || this.#elements > MAX_ELEMENTS) {
        this.carriage.leaveOutNode(found.node);
        continue;
      }
      const scope: Scope = isWaybill
        ? { class: 'Waybill', steps: [], found, above: place.scope }
        : { class: target.class, steps: target.steps, found, above: place.scope };
      const within = {
        ...place,
        scope,
        index: undefined,
        repeated: undefined,
        position: written.length,
        ...this.rules.within(this, arranged, found),
      };
      const element = yield* this.element(row, within, depth);
      if (element === undefined) continue;
      written.push(element);
      if (last.qualifiers.some(({ value }) => value.kind !== 'variable')) this.#claimed.add(found.node);
    }
    if (written.length > 1 && !isKnown && place.isLacking === undefined) this.carriage.order.add(`/${row.path}`);
    return written;
  }

  /** An element with what its rows give; undefined if they say nothing. */
  *element(row: Row, place: Place, depth: number): Steps<XmlNode | undefined> {
    const children: XmlNode[] = [];
    const missing: string[] = [];
    for (const child of row.children) children.push(...(yield* this.#row(child, place, depth + 1, missing)));
    if (!children.some((child) => this.#content.has(child))) return undefined;
    for (const path of missing) this.carriage.missing.add(`/${path}`);
    return this.branch(row, children, depth);
  }

  /** An element of elements. */
  branch({ name }: Row, children: readonly XmlNode[], depth: number): XmlNode {
    return this.#made({ name, isOfMessage: depth <= 1, attributes: [], children, text: undefined }, true);
  }

  /** An element below the children of the root, with a value that a rule gives. */
  leaf(name: string, text: string): XmlNode {
    return this.#made({ name, isOfMessage: false, attributes: [], children: [], text: withoutIllegal(text) }, true);
  }

  #made(node: XmlNode, isContent: boolean): XmlNode {
    this.#elements += 1;
    if (isContent) this.#content.add(node);
    return node;
  }

  value(row: Row, place: Place, depth: number): readonly XmlNode[] {
    if (row.status === 'header') return (place.index ?? 0) > 0 ? [] : this.#header(row, depth);
    if (!row.isWritten || row.status === 'not mapped') return [];
    const { index, repeated } = place;
    const candidates = getOrAdd(repeated ?? new Map<Row, readonly Candidate[]>(), row, () =>
      this.candidates(row, place),
    );
    const isRepeated = index !== undefined && this.#isMultiple(row);
    const chosen = candidates[isRepeated ? index : 0];
    if (!isRepeated) for (const other of candidates.slice(1)) this.carriage.leaveOut(other.values, 'too-many');
    if (chosen === undefined || (!isRepeated && (index ?? 0) > 0)) return [];
    if (place.isLacking !== undefined) {
      this.carriage.leaveOut(chosen.values, 'not-in-version');
      return [];
    }
    return this.#written(row, chosen, depth);
  }

  #written(row: Row, { text, attributes, values, isContent, exact }: Candidate, depth: number): readonly XmlNode[] {
    const legal = withoutIllegal(text);
    const isTooLong = Buffer.byteLength(legal) > xmlBounds.text;
    if (legal === '' || isTooLong) {
      this.carriage.leaveOut(values, isTooLong ? 'too-many' : 'not-in-xml');
      return [];
    }
    if (legal === text) this.carriage.carry(values);
    else this.carriage.leaveOut(values, 'not-in-xml');
    if (exact !== undefined) this.carriage.rounded.push({ path: `/${row.path}`, value: exact, written: legal });
    return [this.#made({ name: row.name, isOfMessage: depth <= 1, attributes, children: [], text: legal }, isContent)];
  }

  /** Whether a property may have several values, so that each has an element of its own. */
  #isMultiple({ target }: Row): boolean {
    const last = target?.steps.at(-1);
    return last !== undefined && !this.mappings.names.isSingle(last.class, last.property);
  }

  #header({ derivation, attributes, name }: Row, depth: number): readonly XmlNode[] {
    const text = this.options.header.get(derivation);
    if (text === undefined) return [];
    const own = attributes.flatMap((attribute): [string, string][] => {
      const value = this.options.header.get(attribute.derivation);
      return value === undefined ? [] : [[attribute.name.slice(1), value]];
    });
    return [this.#made({ name, isOfMessage: depth <= 1, attributes: own, children: [], text }, true)];
  }

  /** The values that an element of a row may have: by rule, else at the end of its target. */
  candidates(row: Row, place: Place): readonly Candidate[] {
    const rule = this.rules.values.get(row.type.kind) ?? this.rules.values.get(row.rule);
    return this.rules.first(this, row, place) ?? rule?.(this, row, place) ?? this.plain(row, place.scope);
  }

  plain(row: Row, scope: Scope): readonly Candidate[] {
    const start = row.target === undefined ? undefined : this.walk.from(row.target, scope);
    return start === undefined ? [] : this.candidatesAt(row, [start.found], start.rest);
  }

  /** The different values at the end of steps, with their attributes. */
  candidatesAt(row: Row, founds: readonly Found[], steps: readonly Step[]): readonly Candidate[] {
    const isStructured = row.type.kind === 'measure' || row.type.kind === 'amount';
    const found: readonly FoundTerm[] = isStructured
      ? this.walk
          .follow(founds, steps)
          .flatMap(({ node, trail }) =>
            terms(node, 'numericalValue').map((value) => ({ node, term: value.term, trail: [...trail, value] })),
          )
      : this.walk.terms(founds, steps);
    const candidates = new Map<string, Candidate & { readonly values: DraftValue[] }>();
    for (const one of found) {
      const text = this.texts.of(row, one.term);
      if (text === undefined) continue;
      const stated = this.#attributes(row, one);
      const attributes = stated.map(({ name, text: value }) => [name, value] as const);
      const { values } = getOrAdd(candidates, JSON.stringify([text.text, attributes]), () => ({
        ...{ text: text.text, attributes, values: [], isContent: true, exact: text.exact },
      }));
      values.push(...one.trail, ...stated.flatMap(({ trail }) => trail));
    }
    return [...candidates].toSorted(([one], [other]) => compareTexts(one, other)).map(([, candidate]) => candidate);
  }

  #attributes(row: Row, { node }: Found): { name: string; text: string; trail: readonly DraftValue[] }[] {
    const { target } = row;
    if (target === undefined) return [];
    return row.attributes.flatMap((attribute) => {
      const steps = attribute.target?.steps.slice(target.steps.length) ?? [];
      const [value] = this.walk.terms([{ node, trail: [] }], steps);
      const text = value === undefined ? undefined : this.texts.of(attribute, value.term)?.text;
      return value === undefined || text === undefined
        ? []
        : [{ name: attribute.name.slice(1), text, trail: value.trail }];
    });
  }
}
