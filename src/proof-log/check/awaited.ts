/** Which graphs may have no entry that fits them: those that the running node is still to give one (P51, P52). */
import type { Iri } from '../../rdf/terms.js';
import type { LogSource } from '../../store/log-source.js';
import { UNLOGGED } from '../../store/proof-log.js';
import type { UriScheme } from '../../uris.js';
import { BACKFILL, readState } from '../backfill/state.js';

export class Awaited {
  #count = 0;
  /** The number of the first log in this store: an import has the graphs of earlier ones, whose entries are elsewhere. */
  #firstEpoch = 1;

  private constructor(
    private readonly uris: UriScheme,
    private readonly isOver: boolean,
    private readonly isCompared: boolean,
  ) {}

  static async read(source: Pick<LogSource, 'valuesOf'>, uris: UriScheme): Promise<Awaited> {
    const [backfill, unlogged] = await source.valuesOf([BACKFILL, UNLOGGED.key]);
    const state = readState(backfill);
    const isUnlogged = unlogged === UNLOGGED.value;
    const isOver = state?.phase === 'over' && !isUnlogged;
    return new Awaited(uris, isOver, !isOver && (isUnlogged || state?.isCompared === true));
  }

  /** The number of graphs that await an entry. */
  get count(): number {
    return this.#count;
  }

  startsAt(epoch: number | undefined): void {
    this.#firstEpoch = epoch ?? Infinity;
  }

  /** Whether a graph without an entry awaits one, or has it in a log that is elsewhere. */
  isWithoutEntry(graph: Iri): boolean {
    const kind = this.uris.graphKind(graph);
    if (kind?.kind === 'log-start') {
      const [, epoch] = /^(\d+)-/.exec(kind.id) ?? [];
      return this.#firstEpoch > 1 && (epoch === undefined || Number(epoch) < this.#firstEpoch);
    }
    // Provenance is in the entry of what it is about.
    const isPart = kind?.kind === 'revision-provenance' || kind?.kind === 'event-provenance';
    if (!this.isOver && !isPart) this.#count += 1;
    return !this.isOver;
  }

  /** Whether a graph that does not fit its entry awaits another one: it may have changed while the log was off. */
  hasChanged(isFinal: boolean): boolean {
    if (!this.isCompared || isFinal) return false;
    this.#count += 1;
    return true;
  }

  /** Whether the revision that a head names may have no entry yet. */
  get isUnfinished(): boolean {
    return !this.isOver;
  }
}
