/**
 * Shares the event loop fairly between callers. Long work is done in slices; between slices, the loop handles new
 * requests. When the slice of a turn of the loop is used up, requests and slices wait in a fair queue by party
 * (fair-queue.ts). So one caller's read waits for a single slice of another caller, even if that one sends requests on
 * ten connections.
 *
 * The party of running work is known until the work first waits for something outside this turn. When the work then
 * continues, after the answer of a thread or a database, it names its party again (`resume`), or counts as the node's
 * own. AsyncLocalStorage would keep track of the party, but costs a fifth of the processor time of each read.
 */
import { FairQueue } from './fair-queue.js';

/** Work in steps, each well below a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** The longest time that the loop is held in one turn, in milliseconds. */
const SLICE_MS = 1;

/** The party of the node's own work. */
const OWN = '';

/** Does all steps at once: for work that is known to be small. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** An event loop. */
interface EventLoop {
  readonly now: () => number;
  /** Calls back in the next turn, or at the end of this one when all pending events have been handled. */
  readonly afterThisTurn: (callback: () => void) => void;
  /** Calls back after all promises that are settled by then. */
  readonly afterPromises: (callback: () => void) => void;
}

const settled = Promise.resolve();

const ofThisThread: EventLoop = {
  now: () => performance.now(),
  afterThisTurn: (callback) => void setImmediate(callback),
  // Node runs ticks after all settled promises. `queueMicrotask` would cost more.
  afterPromises: (callback) => {
    void settled.then(() => {
      process.nextTick(callback);
    });
  },
};

export class Turns {
  /** When the slice of this turn began; undefined before it. */
  #begin: number | undefined;
  /** The running work. */
  #running: { partyOf: () => string; readonly since: number } | undefined;
  /** Whether queued work runs. No new request arrives in this turn then. */
  #isServing = false;
  readonly #waiting = new FairQueue<() => void>();
  #atEnd: (() => void)[] = [];

  readonly #loop: EventLoop;

  constructor(loop: Partial<EventLoop> = {}) {
    this.#loop = { ...ofThisThread, ...loop };
  }

  /** The number of waiting items. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Starts work that has arrived: at once if nothing waits and this turn has time left.
   *
   * @param partyOf returns the party of the work; called when it is needed.
   */
  start(partyOf: () => string, work: () => void): void {
    if (this.#isFree()) this.#run(partyOf, work);
    else this.#wait(partyOf(), work);
  }

  /** Sets the party of the running work. */
  belongsTo(party: string): void {
    if (this.#running !== undefined) this.#running.partyOf = () => party;
  }

  /** Waits for a turn before work continues after an answer from outside; undefined if it may continue at once. */
  resume(party: string): Promise<void> | undefined {
    if (this.#running?.partyOf() === party) return this.next();
    if (!this.#isFree()) return this.#turnOf(party);
    this.#run(
      () => party,
      () => undefined,
    );
    return undefined;
  }

  /** Waits for the next turn; undefined while the slice of this turn is not used up. */
  next(): Promise<void> | undefined {
    this.#begin ??= this.#beginTurn();
    if (!this.#isUsedUp()) return undefined;
    return this.#turnOf(this.#running?.partyOf() ?? OWN);
  }

  /** Does steps in turns; the steps within one slice run in the same turn of the loop. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const turn = this.next();
      if (turn !== undefined) await turn;
    }
  }

  /** Calls back when all queued work of this turn has run. */
  atEnd(callback: () => void): void {
    if (this.#isServing) this.#atEnd.push(callback);
    else this.#loop.afterThisTurn(callback);
  }

  #isFree(): boolean {
    return this.#running === undefined && this.#waiting.size === 0 && !this.#isUsedUp();
  }

  #isUsedUp(now = this.#begin === undefined ? 0 : this.#loop.now()): boolean {
    return this.#begin !== undefined && now - this.#begin >= SLICE_MS;
  }

  #turnOf(party: string): Promise<void> {
    return new Promise((resolve) => {
      this.#wait(party, resolve);
    });
  }

  #wait(party: string, work: () => void): void {
    this.#begin ??= this.#beginTurn();
    this.#waiting.push(party, work);
  }

  #run(partyOf: () => string, work: () => void, now = this.#loop.now()): void {
    this.#begin ??= this.#beginTurn(now);
    this.#running = { partyOf, since: now };
    this.#loop.afterPromises(this.#onDone);
    work();
  }

  readonly #onDone = (): void => {
    const now = this.#loop.now();
    if (this.#running !== undefined) {
      const { partyOf, since } = this.#running;
      this.#running = undefined;
      this.#waiting.charge(partyOf, now - since);
    }
    this.#serve(now);
  };

  /** Runs queued work, or ends the turn when its slice is used up. */
  #serve(now: number): void {
    const next = this.#isUsedUp(now) ? undefined : this.#waiting.shift();
    if (next !== undefined) {
      this.#run(() => next.party, next.item, now);
      return;
    }
    this.#isServing = false;
    const ending = this.#atEnd;
    this.#atEnd = [];
    for (const callback of ending) callback();
  }

  /** @returns its begin. */
  #beginTurn(now = this.#loop.now()): number {
    this.#loop.afterThisTurn(() => {
      this.#begin = undefined;
      if (this.#waiting.size === 0) return;
      const begin = this.#beginTurn();
      this.#begin = begin;
      this.#isServing = true;
      this.#serve(begin);
    });
    return now;
  }
}

/** The turns of this thread's event loop. */
export const turns = new Turns();
