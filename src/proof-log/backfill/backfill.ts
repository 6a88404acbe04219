/**
 * Gives entries to what is stored without one: all of a store that is older than its log, an import, and what was written
 * while the log was off (P51). It runs in the background, in small commits that say how far it is: one that was
 * interrupted goes on. A graph that is written meanwhile has its entry by that write.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ServiceError } from '../../errors.js';
import { logTerms } from '../../rdf/log-terms.js';
import { factory, type Iri, node, type Quad, triple } from '../../rdf/terms.js';
import { prov, rdfTerms, xsd } from '../../rdf/vocabulary.js';
import type { Services } from '../../services.js';
import type { StoredEntries } from '../../store/graph-store/stored-entries.js';
import { UNLOGGED } from '../../store/proof-log.js';
import { OldestFirst, type TimedList } from './oldest-first.js';
import { BACKFILL, type BackfillState, nothingStored, readState, startOf, writeState } from './state.js';

/** The entries of a commit, and the names that are read at a time. */
const BATCH = 100;
const NAMES = 1_000;

/** Seconds after which a proof may be asked for again. */
const RETRY_SECONDS = 30;

type BackfillServices = Pick<Services, 'store' | 'uris' | 'clock' | 'dataHolder' | 'log'>;

/** What a run has done, and has still to look at. */
export interface BackfillProgress {
  /** Entries. */
  readonly made: number;
  /** Graphs of the store. */
  readonly left: number;
}

export class Backfill {
  /** Whether everything has its entry: that ends for no node that writes entries. */
  #isOver = false;

  constructor(
    private readonly services: BackfillServices,
    private readonly lists: readonly TimedList[],
  ) {}

  /** Says that nothing was stored when the log began. */
  async skip(): Promise<void> {
    const { store, uris } = this.services;
    if ((await this.#read()).state !== undefined) return;
    await store.putLogValues([valueOf(nothingStored)], uris.logBackfills, store.sequence);
  }

  /**
   * Ensures that a graph is not one whose entry is still to be made.
   *
   * @throws ServiceError `unavailable` with `Retry-After`
   */
  async assertDone(graph: Iri): Promise<void> {
    const { storedEntries } = this.services.store;
    if (this.#isOver || storedEntries === undefined) return;
    const { state, isUnlogged } = await this.#read();
    this.#isOver = state?.phase === 'over' && !isUnlogged;
    if (this.#isOver || !(await storedEntries.isLacking(graph, isUnlogged || state?.isCompared === true))) return;
    const detail = {
      message: 'what was stored without an entry in the log is getting one; this has none yet',
      resource: graph,
    };
    throw new ServiceError('unavailable', detail, { headers: { 'Retry-After': String(RETRY_SECONDS) } });
  }

  async progress(): Promise<BackfillProgress> {
    const { store } = this.services;
    const { state = startOf(0, false), isUnlogged } = await this.#read();
    const { phase, made, looked } = state;
    if (phase === 'over' && !isUnlogged) return { made, left: 0 };
    const { graphs } = store.size;
    if (phase === 'named') return { made, left: Math.max(0, graphs - looked) };
    const counts = await Promise.all(this.lists.map(({ lookup, partition }) => store.count(lookup, partition)));
    const listed = counts.reduce((sum, count) => sum + count, 0);
    return { made, left: Math.max(0, listed - looked) + graphs };
  }

  /**
   * Runs until everything has its entry. One process at a time.
   *
   * @throws ServiceError if the store is not readable or takes no writes: a later call goes on.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { store, log } = this.services;
    const { storedEntries } = store;
    if (storedEntries === undefined) return;
    let state = await this.#begun();
    if (state.phase === 'over') return;
    log.info({ run: state.run }, 'what is stored without an entry in the log of proofs gets one');
    let order = new OldestFirst(store, this.lists, state.lists);
    while (state.phase !== 'over' && !signal.aborted) {
      const next: BackfillState | undefined =
        state.phase === 'listed'
          ? await this.#listed(state, order, storedEntries)
          : await this.#named(state, storedEntries);
      // After a conflict with another process it goes on from what is stored.
      state = next ?? (await this.#begun());
      if (next === undefined) order = new OldestFirst(store, this.lists, state.lists);
      // Requests go first.
      await nextTurn();
    }
    const { run, made, damaged } = state;
    if (state.phase === 'over')
      log.info({ run, made, damaged }, 'everything stored has its entry in the log of proofs');
  }

  /** The state of the run that goes on, or of a new one, which its own entry in the log announces. */
  async #begun(): Promise<BackfillState> {
    const { store, uris } = this.services;
    for (;;) {
      await store.refresh();
      const { sequence } = store;
      const { state, isUnlogged } = await this.#read();
      if (state !== undefined && !isUnlogged) {
        if (state.phase !== 'over' || state.damaged === 0) return state;
        // An operator may have repaired what could not be read.
        return { ...state, phase: 'named', name: '', looked: 0, damaged: 0 };
      }
      const next = startOf(await this.#nextRun(state?.run ?? 0), isUnlogged);
      await this.#announce(next);
      const values = [valueOf(next), { key: UNLOGGED.key, value: '' }];
      if (await store.putLogValues(values, uris.logBackfills, sequence)) return next;
    }
  }

  /** The number after the last run. An import has the announcements of other logs, without an entry in this one. */
  async #nextRun(last: number): Promise<number> {
    const { store, uris } = this.services;
    for (let run = last + 1; ; run += 1) {
      const graph = uris.logBackfill(run);
      const [position] = await store.proofLog.positions([graph]);
      if (position !== undefined || (await store.read(graph)).size === 0) return run;
    }
  }

  async #announce({ run, isCompared }: BackfillState): Promise<void> {
    const { store, uris, clock, dataHolder } = this.services;
    const graph = uris.logBackfill(run);
    const terms = logTerms(uris.extensions);
    const subject = node(graph);
    const what = isCompared ? 'written while the log was off' : 'stored before the log';
    const statements: Quad[] = [
      triple(subject, rdfTerms.type, terms.LogBackfill),
      triple(subject, prov.generatedAtTime, factory.literal(clock.now().toISOString(), xsd.dateTime)),
      triple(subject, prov.wasAttributedTo, node(dataHolder)),
      triple(
        subject,
        terms.reason,
        factory.literal(`${what}: its entries prove what the store held at this time, and nothing before`),
      ),
    ];
    await store.transact([graph], async (tx) => {
      if ((await tx.read(graph)).size === 0) await tx.insert(graph, statements);
    });
  }

  /** @returns undefined for a conflict with another process. */
  async #listed(state: BackfillState, order: OldestFirst, entries: StoredEntries): Promise<BackfillState | undefined> {
    const { graphs, lists } = await order.next(BATCH);
    if (graphs.length === 0) return { ...state, phase: 'named', looked: 0 };
    const { drafts } = await entries.find(graphs, { isCompared: state.isCompared, isWhole: false });
    const { made, looked } = state;
    const next = { ...state, lists, made: made + drafts.length, looked: looked + graphs.length };
    return drafts.length === 0 || (await this.#write(entries, drafts, next)) ? next : undefined;
  }

  /** @returns undefined for a conflict with another process. */
  async #named(before: BackfillState, entries: StoredEntries): Promise<BackfillState | undefined> {
    const page = await entries.names(before.name, NAMES);
    if (page.last === undefined) {
      const over: BackfillState = { ...before, phase: 'over' };
      return (await this.#write(entries, [], over)) ? over : undefined;
    }
    let state = before;
    for (let begin = 0; begin < page.graphs.length; begin += BATCH) {
      const graphs = page.graphs.slice(begin, begin + BATCH);
      const { drafts, damaged } = await entries.find(graphs, { isCompared: state.isCompared, isWhole: true });
      state = {
        ...state,
        name: graphs.at(-1) ?? state.name,
        made: state.made + drafts.length,
        looked: state.looked + graphs.length,
        damaged: state.damaged + damaged.length,
      };
      for (const graph of damaged) this.services.log.warn({ graph }, 'a graph that cannot be read gets no entry');
      if (drafts.length > 0 && !(await this.#write(entries, drafts, state))) return undefined;
      await nextTurn();
    }
    return { ...state, name: page.last, looked: before.looked + page.read };
  }

  #write(
    entries: StoredEntries,
    drafts: Parameters<StoredEntries['write']>[0],
    state: BackfillState,
  ): Promise<boolean> {
    return entries.write(drafts, [valueOf(state)], this.services.uris.logBackfills);
  }

  async #read(): Promise<{ readonly state: BackfillState | undefined; readonly isUnlogged: boolean }> {
    const { proofLog } = this.services.store;
    return {
      state: readState(await proofLog.value(BACKFILL)),
      isUnlogged: (await proofLog.value(UNLOGGED.key)) === UNLOGGED.value,
    };
  }
}

const valueOf = (state: BackfillState): { readonly key: string; readonly value: string } => ({
  key: BACKFILL,
  value: writeState(state),
});
