/** Bundles: the self-contained proofs of entries (P14), made from what the store has of a graph at one moment. */
import { ConcurrencyLimiter } from '../async/concurrency-limiter.js';
import { ServiceError } from '../errors.js';
import { partsOf } from '../log-rules.js';
import { type Bundle, BUNDLE_FORMAT, type BundleStatement, disclosed, withheld } from '../proofs/format/bundle.js';
import { type LogRecord, parseRecord } from '../proofs/format/record.js';
import { statementHash } from '../proofs/format/statements.js';
import { commitsTo } from '../proofs/format/verify-bundle.js';
import { readSlots } from '../proofs/salts.js';
import { statementLines } from '../proofs/statement-lines.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import type { Iri } from '../rdf/terms.js';
import type { Services } from '../services.js';
import { type Graph, graphOf } from '../rdf/graph.js';
import { parseTriples } from '../store/oxigraph/ntriples.js';
import { DamagedDataError } from '../store/quarantine.js';
import type { NewestEntry } from '../store/proof-log.js';
import { disclosedLines } from './disclosure.js';
import { type ErasedServices, erasureOf } from './erased.js';
import type { EntryAddress, ProofLog } from './proof-log.js';

/** The bundles that are made at a time, and those that may wait (P54). */
const AT_A_TIME = 4;
const MAX_WAITING = 100;

/** An entry with its record. */
export interface ReadEntry {
  readonly position: number;
  readonly text: string;
  readonly record: LogRecord;
}

/** What an entry commits to, and where it is. */
export interface Committed {
  readonly address: EntryAddress;
  /** The statements of its graph that are left, without those of the provenance. */
  readonly data: Graph;
}

export class Bundles {
  readonly #limiter = new ConcurrencyLimiter(AT_A_TIME, AT_A_TIME);
  #waiting = 0;

  constructor(
    private readonly services: Pick<Services, 'store'> & ErasedServices,
    private readonly log: ProofLog,
  ) {}

  /** The entry at a position; undefined beyond the log. */
  async entry(position: number): Promise<ReadEntry | undefined> {
    const [entry] = await this.services.store.proofLog.entries(position, position + 1);
    return entry && { position, text: entry.record, record: parseRecord(entry.record) };
  }

  /**
   * The newest entry of a graph.
   *
   * @throws ServiceError `not-found` for a graph without an entry, `unavailable` if it is to get one (P51).
   */
  async newest(graph: Iri): Promise<ReadEntry> {
    const [position] = await this.services.store.proofLog.positions([graph]);
    const entry = position === undefined ? undefined : await this.entry(position);
    if (entry === undefined) await this.log.backfill.assertDone(graph);
    if (entry === undefined || (await this.log.addressOf(entry.position)) === undefined)
      throw new ServiceError('not-found', { message: 'the log has no entry of it', resource: graph });
    return entry;
  }

  /**
   * The bundle of an entry, with all statements or those of some properties.
   *
   * @param properties of the resource; undefined for all statements.
   * @throws ServiceError `unavailable` where no checkpoint covers the entry, or its graph is to get another one,
   * `unprocessable` for a property that no
   * statement has, `too-many-requests`.
   */
  bundle(entry: ReadEntry, properties?: readonly Iri[]): Promise<Bundle> {
    return this.#inTurn(() => this.#bundle(entry, properties));
  }

  /**
   * What is left of a revision, for a signature that says what the entry says.
   *
   * @throws ServiceError `not-found` if nothing is left, `too-many-requests`; DamagedDataError for statements that are not
   * those of the entry.
   */
  committed(entry: ReadEntry): Promise<Committed> {
    return this.#inTurn(() => this.#committed(entry));
  }

  async #inTurn<Result>(make: () => Promise<Result>): Promise<Result> {
    if (this.#waiting >= MAX_WAITING)
      throw new ServiceError('too-many-requests', 'too many proofs are being made', {
        headers: { 'Retry-After': '1' },
      });
    this.#waiting += 1;
    const release = await this.#limiter.acquire('');
    this.#waiting -= 1;
    try {
      return await make();
    } finally {
      release();
    }
  }

  async #committed({ position, record }: ReadEntry): Promise<Committed> {
    const address = await this.log.addressOf(position);
    const parts = partsOf(record.kind, record.graph);
    const newest = await this.services.store.proofLog.newest(record.graph, parts);
    const text = newest?.texts[parts.indexOf(record.graph)];
    const statements =
      newest?.position === position ? this.#statements(newest, { record, parts, properties: undefined }) : null;
    if (address === undefined || statements === null || text === undefined)
      throw new ServiceError('not-found', { message: 'nothing of it is left', resource: record.graph });
    if (!commitsTo(record, statements))
      throw new DamagedDataError(`the statements of ${record.graph} are not those of its entry in the log`);
    return { address, data: graphOf(parseTriples(text)) };
  }

  async #bundle({ position, text, record }: ReadEntry, properties: readonly Iri[] | undefined): Promise<Bundle> {
    await this.log.backfill.assertDone(record.graph);
    const address = await this.log.addressOf(position);
    if (address === undefined) throw new RangeError(`the entry ${position} is in no epoch`);
    const parts = partsOf(record.kind, record.graph);
    const newest = await this.services.store.proofLog.newest(record.graph, parts);
    const isSuperseded = newest?.position !== position;
    const statements =
      newest === undefined || isSuperseded ? null : this.#statements(newest, { record, parts, properties });
    return {
      format: BUNDLE_FORMAT,
      graph: record.graph,
      record: text,
      statements,
      proof: await this.log.prove(address),
      keys: await this.log.keysOf(address.epoch),
      superseded: isSuperseded,
      erased: hasLost(statements, isSuperseded) ? await this.#erasure(record.graph) : null,
    };
  }

  /** The bundle of the erasure that took statements from a graph; null where no erasure says so. */
  async #erasure(graph: Iri): Promise<Bundle | null> {
    const erasure = await erasureOf(graph, this.services);
    const [position] = erasure === undefined ? [] : await this.services.store.proofLog.positions([erasure]);
    const entry = position === undefined ? undefined : await this.entry(position);
    return entry === undefined ? null : this.#bundle(entry, undefined);
  }

  /** @returns null if all is gone. */
  #statements(
    newest: NewestEntry,
    {
      record: { graph },
      parts,
      properties,
    }: { readonly record: LogRecord; readonly parts: readonly Iri[]; readonly properties: readonly Iri[] | undefined },
  ): readonly BundleStatement[] | null {
    const texts = newest.texts.filter((text) => text !== undefined);
    if (texts.length < parts.length) throw new DamagedDataError(`a graph of the entry of ${graph} is damaged`);
    const lines = statementLines(parts.map((part, index) => ({ graph: part, text: texts[index] ?? '' })));
    const slots = readSlots(newest.salts, lines.length);
    if (slots === undefined) return null;
    const kind = this.services.uris.graphKind(graph);
    const subject = kind?.kind === 'revision' ? kind.object : graph;
    const chosen =
      kind?.kind === 'erasure'
        ? this.#ofErasure(lines)
        : properties && disclosedLines(lines, { subject, graph, properties });
    const remaining = lines.values();
    const statements = slots.map((slot): BundleStatement => {
      if (slot.kind === 'erased') return { ...withheld(slot.hash), erased: true };
      const line = remaining.next().value;
      if (line === undefined) throw new DamagedDataError(`${graph} has fewer statements than its entry in the log`);
      return chosen === undefined || chosen.has(line)
        ? disclosed(slot.salt, line)
        : withheld(statementHash(slot.salt, line));
    });
    if (remaining.next().done !== true)
      throw new DamagedDataError(`${graph} has more statements than its entry in the log`);
    return statements;
  }

  /** What else an erasure took statements from may be unknown to who may read one of it. */
  #ofErasure(lines: readonly string[]): ReadonlySet<string> {
    const { erasedFrom } = erasureTerms(this.services.uris.extensions);
    return new Set(lines.filter((line) => !line.includes(` <${erasedFrom.value}> `)));
  }
}

/** Whether an erasure has taken statements from what is neither superseded nor whole. */
const hasLost = (statements: readonly BundleStatement[] | null, isSuperseded: boolean): boolean =>
  !isSuperseded && (statements === null || statements.some((one) => 'erased' in one));
