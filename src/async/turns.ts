/**
 * Who has the event loop. Work that takes long is done in slices, between which the loop handles what has arrived. When the slice of
 * one turn of the loop has been used, requests and slices wait, and get their turn by whose they are (fair-queue.ts): a read of one
 * caller waits for a slice of another one, and not for all that this one asks on ten connections.
 *
 * Whose work runs is known until all has been done that can be without waiting. What then goes on in another turn, after an answer of
 * a thread or a database, says whose it is (`resume`), or counts as the node's own. AsyncLocalStorage would know, for a fifth of the
 * processor time of each read.
 */
import { FairQueue } from './fair-queue.js';

/** Work in steps, each well below a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How long the loop is held in one turn, in milliseconds: what others wait for. */
const SLICE_MS = 1;

/** Whose the work is that nobody asked for. */
const OWN = '';

/** Carries work out at once: for what is known to be small. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** An event loop. */
interface EventLoop {
  readonly now: () => number;
  /** Calls back in the next turn, or in this one when all has been handled that has arrived. */
  readonly afterThisTurn: (callback: () => void) => void;
  /** Calls back when all promises have been handled that are settled by then. */
  readonly afterPromises: (callback: () => void) => void;
}

const ofThisThread: EventLoop = {
  now: () => performance.now(),
  afterThisTurn: (callback) => void setImmediate(callback),
  // Node handles ticks when no promise is left to be handled.
  afterPromises: (callback) => {
    queueMicrotask(() => {
      process.nextTick(callback);
    });
  },
};

export class Turns {
  /** When the slice of this turn of the loop began; undefined when none has. */
  #begin: number | undefined;
  /** What runs now. */
  #running: { partyOf: () => string; readonly since: number } | undefined;
  /** Whether what runs has waited: no more arrives in this turn. */
  #isServing = false;
  readonly #waiting = new FairQueue<() => void>();
  #atEnd: (() => void)[] = [];

  readonly #loop: EventLoop;

  constructor(loop: Partial<EventLoop> = {}) {
    this.#loop = { ...ofThisThread, ...loop };
  }

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Starts work that has arrived: now where nothing waits and this turn is not used up.
   *
   * @param partyOf whose it is; asked when that matters.
   */
  start(partyOf: () => string, work: () => void): void {
    if (this.#isFree()) this.#run(partyOf, work);
    else this.#wait(partyOf(), work);
  }

  /** Tells whose the work is that runs now. */
  belongsTo(party: string): void {
    if (this.#running !== undefined) this.#running.partyOf = () => party;
  }

  /** What to wait for before work goes on that has waited for something else; undefined while it may go on. */
  resume(party: string): Promise<void> | undefined {
    if (this.#running?.partyOf() === party) return this.next();
    if (!this.#isFree()) return this.#turnOf(party);
    this.#run(
      () => party,
      () => undefined,
    );
    return undefined;
  }

  /** What to wait for before going on; undefined while this turn's slice is not used up. */
  next(): Promise<void> | undefined {
    if (this.#begin === undefined) this.#beginTurn();
    if (!this.#isUsedUp()) return undefined;
    return this.#turnOf(this.#running?.partyOf() ?? OWN);
  }

  /** Carries work out in turns; what is done within a slice is done in this turn of the loop. */
  async run<Result>(steps: Steps<Result>): Promise<Result> {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      const turn = this.next();
      if (turn !== undefined) await turn;
    }
  }

  /** Calls back when all has been handled that has its turn with what runs now. */
  atEnd(callback: () => void): void {
    if (this.#isServing) this.#atEnd.push(callback);
    else this.#loop.afterThisTurn(callback);
  }

  #isFree(): boolean {
    return this.#running === undefined && this.#waiting.size === 0 && !this.#isUsedUp();
  }

  #isUsedUp(): boolean {
    return this.#begin !== undefined && this.#loop.now() - this.#begin >= SLICE_MS;
  }

  #turnOf(party: string): Promise<void> {
    return new Promise((resolve) => {
      this.#wait(party, resolve);
    });
  }

  #wait(party: string, work: () => void): void {
    if (this.#begin === undefined) this.#beginTurn();
    this.#waiting.push(party, work);
  }

  #run(partyOf: () => string, work: () => void): void {
    if (this.#begin === undefined) this.#beginTurn();
    this.#running = { partyOf, since: this.#loop.now() };
    this.#loop.afterPromises(() => {
      this.#onDone();
    });
    work();
  }

  #onDone(): void {
    if (this.#running !== undefined) {
      const { partyOf, since } = this.#running;
      this.#running = undefined;
      this.#waiting.charge(partyOf(), this.#loop.now() - since);
    }
    this.#serve();
  }

  /** Goes on with what waits; ends the turn when it is used up. */
  #serve(): void {
    const next = this.#isUsedUp() ? undefined : this.#waiting.shift();
    if (next !== undefined) {
      this.#run(() => next.party, next.item);
      return;
    }
    this.#isServing = false;
    const ending = this.#atEnd;
    this.#atEnd = [];
    for (const callback of ending) callback();
  }

  #beginTurn(): void {
    this.#begin = this.#loop.now();
    this.#loop.afterThisTurn(() => {
      this.#begin = undefined;
      if (this.#waiting.size === 0) return;
      this.#beginTurn();
      this.#isServing = true;
      this.#serve();
    });
  }
}

/** Of this thread's event loop. */
export const turns = new Turns();
