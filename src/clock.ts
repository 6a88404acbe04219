/** The time and new identifiers, injected so that tests are deterministic. */
import { randomUUID } from 'node:crypto';

export interface Clock {
  /** The time now, to the millisecond. */
  now(): Date;
}

export interface IdSource {
  /** A new identifier, unique, of `A-Z a-z 0-9 -` only. */
  next(): string;
}

export const systemClock: Clock = { now: () => new Date() };

export const uuidSource: IdSource = { next: () => randomUUID() };
