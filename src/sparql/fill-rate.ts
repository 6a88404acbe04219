/** The pace at which this machine fills datasets, as measured. */
/** Smaller fills say more about the start of a worker than about its pace. */
const MIN_MEASURED = 10_000;
/** Before the first measurement: the pace of one core (docs/performance.md). */
const STATEMENTS_PER_MS = 150;

export class FillRate {
  #statementsPerMs = STATEMENTS_PER_MS;

  onFilled(statements: number, ms: number): void {
    if (statements < MIN_MEASURED || ms <= 0) return;
    this.#statementsPerMs = (this.#statementsPerMs + statements / ms) / 2;
  }

  millisecondsFor(statements: number): number {
    return Math.round(statements / this.#statementsPerMs);
  }
}
