/** What a report says of messages and values, by name. The console uses this file, too: it imports nothing. */

export const messageTypes = ['XFWB', 'XFZB', 'XFHL', 'XFSU'] as const;
export type MessageType = (typeof messageTypes)[number];

/** Why a value has not been taken (X60). */
export const unmappedReasons = [
  'no-place',
  'unknown-element',
  'unknown-code',
  'invalid',
  'refused',
  'mismatch',
  'differs',
  'shared',
  'erased',
  'too-many',
  'not-divisible',
  'no-event',
] as const;
export type UnmappedReason = (typeof unmappedReasons)[number];

export const noteReasons = [
  'zone-assumed',
  'date-assumed',
  'purpose',
  'overwritten',
  'check-digit',
  'precedes',
  'deleted',
  'missing',
  'version',
] as const;
export type NoteReason = (typeof noteReasons)[number];

/** Why a value of an object is not in a message that was written (X81). */
export const lossReasons = ['no-element', 'not-readable', 'not-in-version', 'too-many', 'not-in-xml'] as const;
export type LossReason = (typeof lossReasons)[number];
