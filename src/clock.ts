/** What comes in from outside so that a test can be exact: the time and fresh identifiers. */
import { randomUUID } from 'node:crypto';

export interface Clock {
  /** The time now, to the millisecond. */
  now(): Date;
}

export interface IdSource {
  /** A fresh identifier, never given out before: of `A-Z a-z 0-9 -` only. */
  next(): string;
}

export const systemClock: Clock = { now: () => new Date() };

export const uuidSource: IdSource = { next: () => randomUUID() };
