/** Makes idle workers fill and update the datasets of everything before a query needs them. */
import type { QueryPoolOptions } from './query-pool-options.js';
import { WarmSchedule } from './warm-schedule.js';
import type { WarmDatasets, WorkerSlot, WorkerSlots } from './worker-slots.js';

const EVERYTHING: WarmDatasets = { latest: true, history: true };

interface WarmerOptions extends Pick<
  Required<QueryPoolOptions>,
  'store' | 'isWarm' | 'warmTimes' | 'slowAfterMs' | 'log'
> {
  readonly slots: WorkerSlots;
  /** The datasets that are too large for the workers. */
  readonly tooLarge: ReadonlySet<string>;
  /** Whether queries wait: they have precedence. */
  readonly isAsked: () => boolean;
  /** Starts a worker. */
  readonly spawn: () => void;
  /** Called when a worker is busy for long: other queries need not wait for it. */
  readonly onSlow: () => void;
  /** Called when a worker becomes free. */
  readonly onFree: (slot: WorkerSlot) => void;
}

export class DatasetWarmer {
  readonly #schedule: WarmSchedule;
  #isStopped = false;
  #isBroken = false;

  constructor(private readonly options: WarmerOptions) {
    this.#schedule = new WarmSchedule(options.warmTimes, () => {
      this.warm();
    });
    this.onOutdated();
  }

  /** Whether the datasets are filled in advance. */
  get isOn(): boolean {
    return !this.#isStopped && !this.#isBroken && this.options.isWarm();
  }

  onQuery(): void {
    this.#schedule.onQuery();
  }

  /** Called after a write, or after a loss of the datasets. */
  onOutdated(): void {
    // Whether it is on is a read of the store, which each commit would make.
    if (this.#schedule.isWaiting || this.isOn) this.#schedule.onOutdated();
  }

  stop(): void {
    this.#isStopped = true;
    this.#schedule.stop();
  }

  /** Makes an idle worker update the datasets; starts one if there is none. */
  warm(): void {
    if (!this.isOn) return;
    const { slots, store, spawn } = this.options;
    if (slots.size === 0) spawn();
    const { sequence } = store;
    for (const slot of slots) {
      if (slot.state !== 'idle' || slot.worker.warmSequence >= sequence) continue;
      void this.fill(slot, EVERYTHING);
      return;
    }
  }

  /** Makes an idle worker fill datasets, as long as no query waits. */
  async fill(slot: WorkerSlot, datasets: WarmDatasets): Promise<void> {
    const { log, slowAfterMs, onSlow, onFree, isAsked } = this.options;
    const { latest, history } = datasets;
    clearTimeout(slot.idleTimer);
    slot.state = 'filling';
    slot.planned = datasets;
    const slow = setTimeout(() => {
      slot.isSlow = true;
      onSlow();
    }, slowAfterMs).unref();
    const tooLarge = this.options.tooLarge.size;
    try {
      if (latest) await slot.worker.warm(false);
      if (history && !isAsked()) await slot.worker.warm(true);
      else if (history) this.onOutdated();
    } catch (error) {
      if (this.#isStopped) return;
      // A dataset known to be too large is skipped next time.
      this.#isBroken = this.options.tooLarge.size === tooLarge;
      log.warn({ err: error }, 'some datasets of queries are not filled in advance');
    } finally {
      clearTimeout(slow);
      onFree(slot);
    }
  }
}
