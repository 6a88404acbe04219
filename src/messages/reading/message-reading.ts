/**
 * Reads a message: one interpreter for the rows of all tables. A group whose row has a target makes a node, and rows
 * in it continue from there; a value goes to the end of its row's target. What a row alone cannot say is a rule.
 */
import type { Steps } from '../../async/turns.js';
import type { Mappings, MessageMapping } from '../mapping/mappings.js';
import type { Row } from '../mapping/row.js';
import type { Bound } from './bind.js';
import { DraftNode } from './draft.js';
import type { Findings, Leaf } from './findings.js';
import type { Header } from './header.js';
import { Placing, type Scope } from './placing.js';
import { Values } from './values.js';
import { type LineReading, type PackageReading, type Pending, WaybillReading } from './waybill-reading.js';

export interface ReadOptions {
  /** IANA name of the zone of times without one (`MESSAGE_TIME_ZONE`). */
  readonly timeZone: string;
  /** Pieces that a waybill may get (`MESSAGE_MAX_PIECES`). */
  readonly maxPieces: number;
}

/** A status, with the values that are about all statuses of its element (X36). */
export interface StatusReading {
  readonly node: DraftNode;
  readonly scope: Scope;
  readonly waybill: WaybillReading;
  readonly path: string;
  /** Values whose place depends on others of the status, by rule. */
  readonly waiting: Map<string, Pending[]>;
  /** All values in its element. */
  readonly leaves: Leaf[];
  /** The places that it names (X40). */
  readonly places: Bound[];
  /** The codes of the status and of a discrepancy. */
  code?: string;
}

/** The scope of an element, with the things that rules collect in it. */
export interface Place {
  readonly scope: Scope;
  readonly waybill: WaybillReading;
  readonly line: LineReading | undefined;
  readonly packages: PackageReading | undefined;
  readonly status: StatusReading | undefined;
}

/** A rule for a value; false leaves the value to the interpreter. */
export type ValueRule = (reading: MessageReading, pending: Pending, place: Place) => boolean;
/** A rule for a group as a whole; false leaves it to the interpreter. */
export type GroupRule = (reading: MessageReading, bound: Bound, place: Place) => boolean;

export interface Rules {
  readonly values: ReadonlyMap<string, ValueRule>;
  readonly groups: ReadonlyMap<string, GroupRule>;
  /** Done when the whole message has been read, in this order. */
  readonly ends: readonly ((reading: MessageReading) => void)[];
}

/** Number of groups per step. */
const STEP = 100;

export class MessageReading {
  readonly placing: Placing;
  readonly values: Values;
  /** All waybills of the message, the first one being the one that it is about. */
  readonly waybills: WaybillReading[] = [];
  readonly statuses: StatusReading[] = [];
  readonly #byNode = new Map<DraftNode, WaybillReading>();
  #groups = 0;

  constructor(
    readonly mapping: MessageMapping,
    readonly mappings: Mappings,
    readonly header: Header,
    readonly options: ReadOptions,
    readonly findings: Findings,
    private readonly rules: Rules,
  ) {
    this.placing = new Placing(mappings.names);
    this.values = new Values(mappings, options.timeZone);
  }

  *read(root: Bound): Steps<void> {
    const waybill = new WaybillReading(new DraftNode('Waybill'), this.mapping.type === 'XFSU');
    this.#add(waybill);
    const scope: Scope = { class: 'Waybill', steps: [], node: waybill.node, above: undefined };
    yield* this.#children(root, { scope, waybill, line: undefined, packages: undefined, status: undefined });
    for (const end of this.rules.ends) {
      yield;
      end(this);
    }
    if (this.values.zoneAssumedAt !== undefined)
      this.findings.note('zone-assumed', this.values.zoneAssumedAt, this.options.timeZone);
  }

  #add(waybill: WaybillReading): void {
    this.waybills.push(waybill);
    this.#byNode.set(waybill.node, waybill);
  }

  /** What is known of the waybill of a node, which a step of the message has made. */
  waybillOf(node: DraftNode): WaybillReading {
    const known = this.#byNode.get(node);
    if (known !== undefined) return known;
    const waybill = new WaybillReading(node, this.mapping.type === 'XFZB');
    this.#add(waybill);
    return waybill;
  }

  /** Whether a value only fills what is lacking: the master's of a house waybill, and the waybill's of a status. */
  isWeak({ rule, target }: Row, { waybill }: Place): boolean {
    if (this.mapping.type === 'XFSU') return target?.class === 'Waybill' && waybill.isWeak;
    return this.mapping.type === 'XFZB' && rule === 'X22';
  }

  *#children({ children }: Bound, place: Place): Steps<void> {
    for (const child of children) {
      this.#groups += 1;
      if (this.#groups % STEP === 0) yield;
      if (child.row.type.kind === 'group') yield* this.#group(child, place);
      else if (child.leaf !== undefined) this.value(child, child.leaf, place);
    }
  }

  *#group(bound: Bound, place: Place): Steps<void> {
    const rule = bound.row.children.find((row) => this.rules.groups.has(row.rule))?.rule;
    if (rule !== undefined && this.rules.groups.get(rule)?.(this, bound, place) === true) return;
    const { target } = bound.row;
    if (target === undefined) {
      yield* this.#children(bound, place);
      return;
    }
    if (target.steps.length === 0) {
      yield* this.#children(bound, this.begin(target.class, bound.path, place));
      return;
    }
    const start = this.placing.from(target, place.scope);
    const last = start?.rest.at(-1);
    if (start === undefined || last === undefined) {
      yield* this.#children(bound, place);
      return;
    }
    const parent = this.placing.reach(start.node, start.rest.slice(0, -1), last.class);
    const type = classOf(bound.row) ?? this.mappings.names.rangeOf(last.property) ?? last.class;
    const isOne =
      this.mappings.names.isSingle(last.class, last.property) ||
      last.qualifiers.some(({ value }) => value.kind !== 'variable');
    const node = isOne ? this.placing.child(parent, last, type) : this.placing.made(last, type);
    if (!isOne) parent.link(last.property, node);
    yield* this.#children(bound, this.#within(node, bound, place));
  }

  /** A scope of a class of its own: a status, or a ULD of one. */
  begin(type: string, path: string, place: Place): Place {
    const node = new DraftNode(type);
    const scope: Scope = { class: type, steps: [], node, above: place.scope };
    if (type !== 'StatusUpdateEvent') {
      this.waybills[0]?.others.push(node);
      return { ...place, scope };
    }
    const status: StatusReading = {
      node,
      scope,
      waybill: place.waybill,
      path,
      waiting: new Map(),
      leaves: [],
      places: [],
    };
    this.statuses.push(status);
    return { ...place, scope, status };
  }

  #within(node: DraftNode, { row }: Bound, place: Place): Place {
    const { target } = row;
    const above = place.scope;
    if (target === undefined) return place;
    // A waybill in a waybill's message is about itself: its rows begin anew.
    if (node.type === 'Waybill')
      return {
        ...place,
        scope: { class: 'Waybill', steps: [], node, above },
        waybill: this.waybillOf(node),
        line: undefined,
        packages: undefined,
      };
    const scope: Scope = { class: target.class, steps: target.steps, node, above };
    if (node.type === 'WaybillLineItem') {
      const line: LineReading = { node, count: undefined, packages: [], ofProducts: [], ofPieces: [] };
      place.waybill.lines.push(line);
      return { ...place, scope, line, packages: undefined };
    }
    if (node.type === 'LineItemPackage' && place.line !== undefined) {
      const packages: PackageReading = { node, scope, count: undefined, ofPieces: [] };
      place.line.packages.push(packages);
      return { ...place, scope, packages };
    }
    return { ...place, scope };
  }

  /** Takes a value and its attributes. */
  value(bound: Bound, leaf: Leaf, place: Place): void {
    const { row } = bound;
    place.status?.leaves.push(leaf);
    const pending: Pending = { bound, leaf, scope: place.scope };
    if (row.status === 'not mapped' || row.status === 'header') {
      if (row.status === 'not mapped') leaf.leftOut('no-place');
      return;
    }
    const rule = this.rules.values.get(row.type.kind) ?? this.rules.values.get(row.rule);
    if (rule?.(this, pending, place) === true) return;
    this.plain(bound, leaf, place);
  }

  /** Puts a value where its row says, without a rule. */
  plain({ row, attributes }: Bound, leaf: Leaf, place: Place): void {
    this.one(row, leaf, place);
    for (const attribute of attributes) {
      if (attribute.row === undefined || !attribute.isOpen) continue;
      if (leaf.fate === 'unmapped' || attribute.row.target === undefined)
        attribute.leftOut(leaf.fate === 'unmapped' ? leaf.unmapped.reason : 'no-place');
      else this.one(attribute.row, attribute, place);
    }
  }

  one(row: Row, leaf: Leaf, place: Place): void {
    const term = this.values.term(row, leaf);
    if (typeof term === 'string') leaf.leftOut(term);
    else this.placing.put(row, leaf, term, place.scope, this.isWeak(row, place));
  }
}

/** The class of the node that a group makes: the one that rows in it continue with. */
function classOf({ target, children }: Row): string | undefined {
  const steps = target?.steps ?? [];
  const search = (rows: readonly Row[]): string | undefined => {
    for (const row of rows) {
      const isBelow = steps.every(({ key }, index) => key === row.target?.steps[index]?.key);
      const found = (isBelow ? row.target?.steps[steps.length]?.class : undefined) ?? search(row.children);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(children);
}
