/**
 * The start of a node with its list of erasures (P43). What the list has and the store has not was done after the backup
 * that the store comes from: it is done again, in the order of time. What the store has and the list has not was
 * done before there was a list, or by a node that was killed before it could write the line: it is added.
 */
import { keyOf, type ErasureLine, type HoldLine, type ListLine } from '../erasure-list/line.js';
import type { ErasureListFile } from '../erasure-list/list-file.js';
import { readList } from '../erasure-list/lists.js';
import { ServiceError } from '../errors.js';
import type { LegalHolds } from '../legal-holds/legal-holds.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { LookupEntry } from '../store/lookup.js';
import { StoreError } from '../store/store-error.js';
import { readErasure, readState } from './erasure.js';
import { ALL_ERASURES, type ErasureServices } from './lookups.js';
import { lineOf } from './record-erasure.js';
import type { RepeatedErasures, Repetition } from './repeated-erasures.js';

/** Entries of a lookup that are read at a time. */
const PAGE = 1_000;
/** Erasures that are carried out at the same time. */
const TOGETHER = 16;

export interface CarryingOutParts {
  readonly list: ErasureListFile;
  readonly holds: Pick<LegalHolds, 'linesOf' | 'repeat' | 'allHeld'>;
  readonly repeated: RepeatedErasures;
}

export class CarryingOutList {
  constructor(
    private readonly services: ErasureServices,
    private readonly parts: CarryingOutParts,
  ) {}

  /** @throws SettingsError for a line that cannot be read, StoreError for what cannot be carried out. */
  async run(): Promise<void> {
    const { list } = this.parts;
    const lines = await readList('ERASURE_LIST_FILE', list.file, this.services.uris);
    // `restore` adds those of other lists at the end.
    lines.sort((one, other) => one.at.getTime() - other.at.getTime());
    const recorded = await this.#recorded();
    const missing = [...(await this.#erasuresWithoutLine(lines, recorded)), ...(await this.#holdsWithoutLine(lines))];
    missing.sort((one, other) => one.at.getTime() - other.at.getTime());
    await this.#carryOut(lines, recorded);
    // What waits is written as soon as it can be: nothing else is erased until then.
    await (missing.length === 0 ? list.assertWritable() : list.append(missing)).catch(() => undefined);
  }

  async #carryOut(lines: readonly ListLine[], recorded: Set<Iri>): Promise<void> {
    const isDone = await this.#holdsDone(lines);
    const counts = { erased: 0, recorded: 0, held: 0, holds: 0 };
    // Erasures of different things share a flush to disk; those of one thing and its holds keep their order.
    let together: ErasureLine[] = [];
    const finish = async (): Promise<void> => {
      const results = await Promise.all(together.map((line) => this.#repeat(line)));
      for (const result of results) counts[result] += 1;
      for (const { id } of together) recorded.add(id);
      together = [];
    };
    try {
      for (const line of lines) {
        if (line.kind === 'erasure') {
          const isSame = together.some((other) => this.#subject(other) === this.#subject(line));
          if (isSame || together.length === TOGETHER) await finish();
          if (!recorded.has(line.id)) together.push(line);
        } else if (!isDone(line)) {
          await finish();
          await this.parts.holds.repeat(line);
          counts.holds += 1;
        }
      }
      await finish();
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
      throw new StoreError(
        `ERASURE_LIST_FILE: ${this.parts.list.file} cannot be carried out, and the node does not serve what was erased: ${cause.message}`,
        { cause },
      );
    }
    if (counts.erased + counts.recorded + counts.holds > 0)
      this.services.log.warn(counts, 'what was erased or held after the backup of this store is so again');
  }

  async #repeat(line: ErasureLine): Promise<Repetition> {
    const result = await this.parts.repeated.repeat(line);
    if (result === 'held') {
      const { id, erased } = line;
      this.services.log.warn({ erasure: id, held: erased }, 'an erasure of the list waits for the end of a legal hold');
    }
    return result;
  }

  /** What an erasure is about: of an event the object. */
  #subject({ erased }: ErasureLine): Iri {
    return this.services.uris.eventObject(erased) ?? erased;
  }

  /** All erasures on record. */
  async #recorded(): Promise<Set<Iri>> {
    const { store, lookups } = this.services;
    const found = new Set<Iri>();
    let after: LookupEntry | undefined;
    do {
      const limits = { limit: PAGE, ...(after && { after }) };
      const page: LookupEntry[] = await store.lookup(lookups.erasures.erasures, ALL_ERASURES, limits);
      after = page.at(-1);
      for (const { value } of page) found.add(value);
    } while (after !== undefined);
    return found;
  }

  /** The erasures that are on record, and not in the list. */
  async #erasuresWithoutLine(lines: readonly ListLine[], recorded: ReadonlySet<Iri>): Promise<ErasureLine[]> {
    const { store, uris } = this.services;
    const ext = erasureTerms(uris.extensions);
    const listed = new Set(lines.map(keyOf));
    const missing: ErasureLine[] = [];
    for (const uri of recorded) {
      if (listed.has(uri)) continue;
      const erasure = readErasure(await store.read(uri), uri, ext);
      const { receivers } = readState(await store.read(uris.erasureState(uri)), uri, ext);
      if (erasure !== undefined) missing.push(lineOf(erasure, receivers, uris));
    }
    return missing;
  }

  /** Of everything that is held or was: changes that are on record, and not in the list. */
  async #holdsWithoutLine(lines: readonly ListLine[]): Promise<HoldLine[]> {
    const listed = new Set(lines.map(keyOf));
    const inLines = lines.flatMap((line) => (line.kind === 'erasure' ? [] : [line.held]));
    const held = new Set<Iri>([...inLines, ...(await this.parts.holds.allHeld())]);
    const missing: HoldLine[] = [];
    for (const one of held)
      missing.push(...(await this.parts.holds.linesOf(one)).filter((line) => !listed.has(keyOf(line))));
    return missing;
  }

  /**
   * Which lines of holds the store has: those until its last change of the same hold. A last change that is not in the
   * list is later than the lines before its time.
   */
  async #holdsDone(lines: readonly ListLine[]): Promise<(line: HoldLine) => boolean> {
    const done = new Set<HoldLine>();
    const byHeld = new Map<Iri, HoldLine[]>();
    for (const line of lines)
      if (line.kind !== 'erasure') byHeld.set(line.held, [...(byHeld.get(line.held) ?? []), line]);
    for (const [held, listed] of byHeld) {
      const last = (await this.parts.holds.linesOf(held)).at(-1);
      if (last === undefined) continue;
      const index = listed.findLastIndex((line) => keyOf(line) === keyOf(last));
      for (const [at, line] of listed.entries()) if (index >= 0 ? at <= index : line.at < last.at) done.add(line);
    }
    return (line) => done.has(line);
  }
}
