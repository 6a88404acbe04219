/**
 * Work that takes long is done in slices, between which the event loop handles what has arrived. All of it takes turns: in one
 * turn of the loop one slice is worked on, whoever's it is, so that ten large answers hold up others no longer than one.
 */

/** Work in steps, each well below a millisecond. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** How long the loop is held in one turn, in milliseconds: what others wait for. */
const SLICE_MS = 2;

/** Carries work out at once: for what is known to be small. */
export function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export class Turns {
  /** When the slice of this turn of the loop began; undefined when none has. */
  #begin: number | undefined;
  /** In the order in which they came. */
  readonly #waiting: (() => void)[] = [];

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly afterThisTurn: (callback: () => void) => void = (callback) => void setImmediate(callback),
  ) {}

  /** How many wait for their turn. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** What to wait for before going on; undefined while this turn's slice is not used up. */
  next(): Promise<void> | undefined {
    if (this.#begin === undefined) {
      this.#start();
      return undefined;
    }
    if (this.now() - this.#begin < SLICE_MS) return undefined;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Calls back in a coming turn, when those that wait already have had theirs. */
  later(callback: () => void): void {
    if (this.#begin === undefined) this.#start();
    this.#waiting.push(callback);
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

  #start(): void {
    this.#begin = this.now();
    this.afterThisTurn(() => {
      this.#begin = undefined;
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#start();
      next();
    });
  }
}

/** Of this thread's event loop. */
export const turns = new Turns();
