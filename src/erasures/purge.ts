/** From `HIDDEN` to `PURGED`: the bytes of what was erased are removed from the files of the store (P39, P40, P41). */
import { erasedKind } from '../erasure-list/line.js';
import { erasureTerms } from '../rdf/erasure-terms.js';
import { type Iri, localName } from '../rdf/terms.js';
import type { GraphStore } from '../store/graph-store/graph-store.js';
import type { MirrorLookups } from '../mirror/lookups.js';
import { isCopyGone } from './purged-copies.js';
import { describeState, type Erasure, readErasure, readState } from './erasure.js';
import { type ErasureLookups, HIDDEN } from './lookups.js';
import type { Clock } from '../clock.js';
import type { UriScheme } from '../uris.js';

/** The erasures that one transaction marks. */
const STEP = 50;

export interface PurgeServices {
  readonly store: Pick<GraphStore, 'read' | 'lookup' | 'transact' | 'purge' | 'sequence'>;
  readonly uris: UriScheme;
  readonly clock: Clock;
  readonly lookups: {
    readonly erasures: Pick<ErasureLookups, 'states'>;
    readonly mirror: Pick<MirrorLookups, 'revisions' | 'events'>;
  };
}

/** An erasure with the graph of its state. */
export interface HiddenErasure {
  readonly erasure: Erasure;
  readonly state: Iri;
}

export class ErasurePurge {
  /** What the files of this store do not have any more, as of a commit: the rest is up to others. */
  #removed: { readonly sequence: number; readonly states: ReadonlySet<Iri> } = { sequence: 0, states: new Set() };

  /** @param isConfirmed whether a SPARQL engine and standbys, if there are any, have carried out all commits until a sequence. */
  constructor(
    private readonly services: PurgeServices,
    private readonly isConfirmed: (sequence: number) => Promise<boolean> = () => Promise.resolve(true),
  ) {}

  /** The erasures whose bytes may still be in the files. */
  async hidden(): Promise<HiddenErasure[]> {
    const { store, lookups, uris } = this.services;
    const ext = erasureTerms(uris.extensions);
    const found: HiddenErasure[] = [];
    for (const { value: state } of await store.lookup(lookups.erasures.states, HIDDEN)) {
      const uri = uris.findErasure(localName(state));
      const erasure = uri === undefined ? undefined : readErasure(await store.read(uri), uri, ext);
      if (erasure === undefined) continue;
      // A copy goes in transactions of its own, after the erasure.
      const isCopy = erasedKind(erasure.erased, uris) === 'copy';
      if (!isCopy || (await isCopyGone(erasure.erased, erasure.at, this.services))) found.push({ erasure, state });
    }
    return found;
  }

  /**
   * Removes the bytes of all erasures, and marks them as `PURGED`.
   *
   * @param signal gives it up.
   * @returns how many; none while an engine or a standby has not confirmed them.
   * @throws ServiceError as `GraphStore.purge`
   */
  async run(signal?: AbortSignal): Promise<number> {
    const { store } = this.services;
    const erasures = await this.hidden();
    if (erasures.length === 0 || erasures.some(({ state }) => !this.#removed.states.has(state))) {
      const { sequence } = store;
      await store.purge(signal);
      this.#removed = { sequence, states: new Set(erasures.map(({ state }) => state)) };
    }
    if (!(await this.isConfirmed(this.#removed.sequence))) return 0;
    for (let begin = 0; begin < erasures.length; begin += STEP) await this.#mark(erasures.slice(begin, begin + STEP));
    return erasures.length;
  }

  async #mark(erasures: readonly HiddenErasure[]): Promise<void> {
    const { store, uris, clock } = this.services;
    const ext = erasureTerms(uris.extensions);
    await store.transact(
      erasures.map(({ state }) => state),
      async (tx) => {
        for (const { erasure, state } of erasures) {
          const { uri } = erasure;
          const current = readState(await tx.read(state), uri, ext);
          if (current.purgedAt !== undefined) continue;
          await tx.replace(state, describeState(uri, { ...current, purgedAt: clock.now() }, ext));
        }
      },
    );
  }
}
