/** What is known of one waybill of a message while it is read: rules need it as a whole. */
import type { DraftNode, DraftTerm } from './draft.js';
import type { Leaf } from './findings.js';
import type { Bound } from './bind.js';
import type { Scope } from './placing.js';

/** A value that a rule looks at when the waybill has been read. */
export interface Pending {
  readonly bound: Bound;
  readonly leaf: Leaf;
  readonly scope: Scope;
}

/** A group of packages within a line item (X19). */
export interface PackageReading {
  readonly node: DraftNode;
  readonly scope: Scope;
  count: Leaf | undefined;
  /** Values of each of its pieces. */
  readonly ofPieces: Pending[];
}

export interface LineReading {
  readonly node: DraftNode;
  number?: Leaf;
  count: Leaf | undefined;
  /** The currency of its total, for its rate where the message names none. */
  currency?: DraftTerm;
  readonly packages: PackageReading[];
  /** Values of the products of each of its pieces (X20). */
  readonly ofProducts: Pending[];
  /** Other values of each of its pieces. */
  readonly ofPieces: Pending[];
}

export class WaybillReading {
  readonly lines: LineReading[] = [];
  readonly pieces: DraftNode[] = [];
  /** Objects of the waybill that nothing of the message links to: the ULDs of a status. */
  readonly others: DraftNode[] = [];
  /** Lines of customs information so far, and the entity that the last one of security named (X26). */
  customsLines = 0;
  lastEntity: DraftNode | undefined;
  /** By rule, in the order of the message. */
  readonly #pending = new Map<string, Pending[]>();

  constructor(
    readonly node: DraftNode,
    /** Whether a status makes it: it only fills what is lacking (X38). */
    readonly isWeak = false,
  ) {}

  wait(rule: string, pending: Pending): void {
    const waiting = this.#pending.get(rule);
    if (waiting === undefined) this.#pending.set(rule, [pending]);
    else waiting.push(pending);
  }

  waiting(rule: string): readonly Pending[] {
    return this.#pending.get(rule) ?? [];
  }

  get shipment(): DraftNode | undefined {
    return this.node.nodes('shipment')[0];
  }
}
