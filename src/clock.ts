/** The time and new identifiers, injected so that tests are deterministic. */
import { randomBytes } from 'node:crypto';

export interface Clock {
  /** The time now, to the millisecond. */
  now(): Date;
}

export interface IdSource {
  /** A new identifier, unique, of `A-Z a-z 0-9 -` only. */
  next(): string;
}

export const systemClock: Clock = { now: () => new Date() };

const TIME_BYTES = 6;
const UUID_BYTES = 16;

/**
 * A UUID of version 7 (RFC 9562): the time, then 74 random bits. Names that follow the time are side by side in the
 * trees of the store: what a commit writes is on a few pages, of a large store as well.
 */
export function timeOrderedUuid(clock: Clock = systemClock): string {
  const bytes = randomBytes(UUID_BYTES);
  bytes.writeUIntBE(clock.now().getTime(), 0, TIME_BYTES);
  bytes.writeUInt8(0x70 | (bytes.readUInt8(TIME_BYTES) & 0x0f), TIME_BYTES);
  bytes.writeUInt8(0x80 | (bytes.readUInt8(TIME_BYTES + 2) & 0x3f), TIME_BYTES + 2);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const uuidSource: IdSource = { next: () => timeOrderedUuid() };
