/** What became of each value of a message, and what there is to say of it: the contents of the report (X58 to X60). */
import type { Row } from '../mapping/row.js';
import type { NoteReason, UnmappedReason } from '../report-terms.js';
import type { Position } from '../xml/positions.js';

export type { NoteReason, UnmappedReason } from '../report-terms.js';

/** A report names at most as many (X59). */
const MAX_NOTES = 1000;

interface Place extends Position {
  readonly path: string;
}

export interface Unmapped extends Place {
  readonly value: string;
  readonly reason: UnmappedReason;
  /** What there is instead, for a value that differs from what follows from others. */
  readonly expected?: string;
  /** Why a shape refuses it. */
  readonly message?: string;
}

export interface Note extends Place {
  readonly value?: string;
  readonly reason: NoteReason;
}

/** How many values a message has, and what became of them; `total` is always the sum of the others (X59). */
export interface ValueCounts {
  readonly total: number;
  readonly mapped: number;
  readonly header: number;
  readonly derived: number;
  readonly unmapped: number;
}

type Fate = 'mapped' | 'header' | 'derived' | 'unmapped';

/** A value of a message: an element without elements, or an attribute. */
export class Leaf implements Place {
  readonly line: number;
  readonly column: number;
  #fate: Fate | undefined;
  #reason: UnmappedReason = 'no-place';
  #expected: string | undefined;

  /** @param row undefined for a value that the table does not have. */
  constructor(
    readonly row: Row | undefined,
    readonly value: string,
    readonly path: string,
    { line, column }: Position,
  ) {
    this.line = line;
    this.column = column;
  }

  /** Whether nothing has been decided yet. */
  get isOpen(): boolean {
    return this.#fate === undefined;
  }

  /** A value that nobody decided about has no place. */
  get fate(): Fate {
    return this.#fate ?? 'unmapped';
  }

  /** The first decision counts, unless a later one refuses the value. */
  taken(fate: 'mapped' | 'header' | 'derived' = 'mapped'): void {
    this.#fate ??= fate;
  }

  /** @param expected what there is instead, or why it is refused. */
  leftOut(reason: UnmappedReason, expected?: string): void {
    if (this.#fate === 'unmapped') return;
    this.#fate = 'unmapped';
    this.#reason = reason;
    this.#expected = expected;
  }

  get unmapped(): Unmapped {
    const { path, value, line, column } = this;
    const stated = this.#expected;
    const why = stated === undefined ? {} : this.#reason === 'refused' ? { message: stated } : { expected: stated };
    return { path, value, line, column, reason: this.#reason, ...why };
  }
}

export class Findings {
  readonly #leaves: Leaf[] = [];
  readonly notes: Note[] = [];

  add(leaf: Leaf): Leaf {
    this.#leaves.push(leaf);
    return leaf;
  }

  note(reason: NoteReason, { path, line, column }: Place, value?: string): void {
    if (this.notes.length < MAX_NOTES)
      this.notes.push({ path, line, column, reason, ...(value === undefined ? {} : { value }) });
  }

  get leaves(): readonly Leaf[] {
    return this.#leaves;
  }

  get counts(): ValueCounts {
    const counts = { total: this.#leaves.length, mapped: 0, header: 0, derived: 0, unmapped: 0 };
    for (const { fate } of this.#leaves) counts[fate] += 1;
    return counts;
  }

  get unmapped(): Unmapped[] {
    return this.#leaves.filter(({ fate }) => fate === 'unmapped').map(({ unmapped }) => unmapped);
  }
}
