/** The changes that one caller is told of, from the commit after the last one that it knows. */
import type { Caller } from '../http/caller.js';
import type { StreamEvent } from '../http/request-context.js';
import type { Iri } from '../rdf/terms.js';
import type { GraphSource, Store } from '../store/store.js';
import type { Changes } from './changes.js';
import type { StreamPlaces } from './stream-places.js';

/** Commits that wait to be told; with more, the caller is told that it has missed some. */
const MAX_WAITING = 200;

interface WaitingCommit {
  readonly sequence: number;
  /** Of its events: in the epoch of the commit, which may be over when they are told. */
  readonly id: string;
  readonly graphs: Iterable<Iri>;
}

interface StreamParts {
  readonly store: Pick<Store, 'onCommit' | 'onReset'> & Pick<GraphSource, 'changedSince' | 'sequence'>;
  readonly changes: Changes;
  readonly places: Pick<StreamPlaces, 'id'>;
  readonly caller: Caller;
  readonly emit: (event: StreamEvent) => void;
  readonly fail: (error: unknown) => void;
}

export class ChangeStream {
  #waiting: WaitingCommit[] = [];
  /** Whether the caller has to be told that it has missed changes. */
  #hasMissed = false;
  #isRunning = false;
  #isStopped = false;
  readonly #stops: (() => void)[] = [];

  constructor(private readonly parts: StreamParts) {}

  /** @param last the sequence that the caller knows; undefined for none, NaN for one of another epoch. */
  start(last: number | undefined): void {
    const { store, changes, places } = this.parts;
    this.#stops.push(
      store.onCommit(({ sequence, graphs }) => {
        if (changes.concerns(graphs)) this.#add({ sequence, id: places.id(sequence), graphs });
      }),
      store.onReset(() => {
        this.#miss();
      }),
    );
    this.#run(() => this.#begin(last));
  }

  stop(): void {
    this.#isStopped = true;
    this.#waiting = [];
    for (const stop of this.#stops.splice(0)) stop();
  }

  #add(commit: WaitingCommit): void {
    if (this.#waiting.length >= MAX_WAITING) this.#miss();
    else this.#waiting.push(commit);
    this.#run(() => Promise.resolve());
  }

  #miss(): void {
    this.#waiting = [];
    this.#hasMissed = true;
    this.#run(() => Promise.resolve());
  }

  /** Runs a first step, and then tells everything that waits; one at a time. */
  #run(first: () => Promise<void>): void {
    if (this.#isRunning || this.#isStopped) return;
    this.#isRunning = true;
    first()
      .then(() => this.#tellAll())
      .catch(this.parts.fail)
      .finally(() => {
        this.#isRunning = false;
        if (this.#waiting.length > 0 || this.#hasMissed) this.#run(() => Promise.resolve());
      });
  }

  async #begin(last: number | undefined): Promise<void> {
    const { store, emit, places } = this.parts;
    const { sequence } = store;
    if (last === undefined || last === sequence) {
      emit({ id: places.id(sequence), event: 'ready', data: '{}' });
      return;
    }
    const changed = Number.isNaN(last) ? ({ kind: 'gap' } as const) : await store.changedSince(last);
    if (changed.kind === 'gap') {
      this.#reset();
      return;
    }
    if (this.#hasMissed) return;
    emit({ id: places.id(last), event: 'ready', data: '{}' });
    this.#waiting = this.#waiting.filter((commit) => commit.sequence > changed.sequence);
    await this.#tell({ sequence: changed.sequence, id: places.id(changed.sequence), graphs: changed.graphs });
  }

  async #tellAll(): Promise<void> {
    while (!this.#isStopped) {
      if (this.#hasMissed) this.#reset();
      const next = this.#waiting.shift();
      if (next === undefined) return;
      await this.#tell(next);
    }
  }

  async #tell({ id, graphs }: WaitingCommit): Promise<void> {
    const { changes, caller, emit } = this.parts;
    const visible = await changes.visible(graphs, caller);
    if (this.#isStopped) return;
    if (visible === undefined) this.#reset();
    for (const change of visible ?? []) emit({ id, event: 'changed', data: JSON.stringify(change) });
  }

  /** Tells that changes were missed: what is shown has to be asked for again. */
  #reset(): void {
    this.#hasMissed = false;
    const { emit, places, store } = this.parts;
    emit({ id: places.id(store.sequence), event: 'reset', data: '{}' });
  }
}
