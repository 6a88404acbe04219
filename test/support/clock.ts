import type { Clock } from '../../src/clock.js';

/** A clock whose time changes only when a test advances it. */
export class TestClock implements Clock {
  #now: number;

  constructor(start = '2026-03-01T10:00:00.400Z') {
    this.#now = Date.parse(start);
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Advances the clock by some seconds; a negative number sets it back. */
  advance(seconds: number): void {
    this.#now += seconds * 1000;
  }

  set(time: string): void {
    this.#now = Date.parse(time);
  }
}
