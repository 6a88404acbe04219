/** A standby at work: it copies the store of its primary once, and pulls each commit from then on. */
import type { Logger } from 'pino';
import { backoffDelay } from '../async/backoff.js';
import { sleep } from '../async/sleep.js';
import type { Clock } from '../clock.js';
import { SettingsError } from '../settings/settings.js';
import { StoreError } from '../store/store-error.js';
import { type Primary, PrimaryError } from './primary.js';
import { WAIT_MS } from './protocol.js';
import type { StandbyStore } from './standby-store.js';

const RETRY_MS = { min: 500, max: 30_000 };
/** Each makes the whole file anew. */
const CLEAN_MS = 60_000;

/** `copying`: it takes a copy of the store; `waiting`: the primary cannot be reached, or something is wrong here. */
export type StandbyState =
  { readonly kind: 'copying' | 'following' } | { readonly kind: 'waiting'; readonly reason: string };

export interface StandbyOptions {
  readonly primary: Primary;
  readonly store: StandbyStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn'>;
}

export class Standby {
  #state: StandbyState = { kind: 'copying' };
  #current: Date | undefined;
  #mustCopy = false;
  #cleaned = -Infinity;

  constructor(private readonly options: StandbyOptions) {}

  get state(): StandbyState {
    return this.#state;
  }

  /** When it had all commits of the primary for the last time; undefined if it never had. */
  get current(): Date | undefined {
    return this.#current;
  }

  /**
   * Follows the primary until a signal aborts.
   *
   * @throws SettingsError for a primary with another `BASE_URL`.
   */
  async run(signal: AbortSignal): Promise<void> {
    let attempts = 0;
    const isStopped = (): boolean => signal.aborted;
    while (!isStopped()) {
      try {
        await this.#round(signal);
        attempts = 0;
      } catch (error) {
        if (isStopped()) return;
        if (error instanceof SettingsError) throw error;
        attempts += 1;
        // What cannot be brought into the store needs a new copy.
        if (error instanceof StoreError) this.#mustCopy = true;
        this.#wait(error);
        await sleep(backoffDelay(RETRY_MS, attempts, this.options.random()), signal);
      }
    }
  }

  async #round(signal: AbortSignal): Promise<void> {
    const { store, primary, clock } = this.options;
    const { position } = store;
    if (position === undefined || this.#mustCopy) {
      await this.#copy(signal);
      return;
    }
    const pulled = await primary.commits(
      { standby: store.name, ...position, wait: this.#state.kind === 'following' ? WAIT_MS : 0 },
      signal,
    );
    if (pulled.kind === 'another') {
      this.options.log.warn(position, 'the primary has not kept all commits since, or was restored');
      this.#mustCopy = true;
      return;
    }
    if (pulled.kind === 'segments') for await (const segment of pulled.segments) await store.apply(segment);
    this.#follow();
    if (store.isUnclean && clock.now().getTime() - this.#cleaned >= CLEAN_MS) {
      await store.clean(signal);
      this.#cleaned = clock.now().getTime();
      this.options.log.info('what was erased is removed from the file of the standby');
    }
  }

  async #copy(signal: AbortSignal): Promise<void> {
    const { store, primary, log } = this.options;
    this.#state = { kind: 'copying' };
    log.info({ primary: primary.url }, 'taking a copy of the store');
    await store.replace((file) => primary.store(file, signal));
    this.#mustCopy = false;
    log.info(store.position, 'the copy of the store is complete');
  }

  #follow(): void {
    const { log, store, primary, clock } = this.options;
    if (this.#state.kind !== 'following') log.info({ primary: primary.url, ...store.position }, 'following');
    this.#state = { kind: 'following' };
    this.#current = clock.now();
  }

  #wait(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    const isSame = this.#state.kind === 'waiting' && this.#state.reason === reason;
    if (!isSame) this.options.log.warn(error instanceof PrimaryError ? {} : { err: error }, `not following: ${reason}`);
    this.#state = { kind: 'waiting', reason };
  }
}
