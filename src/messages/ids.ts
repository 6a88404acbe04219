/** Ids of the objects that messages make (X10). */
import { createHash } from 'node:crypto';
import type { DraftNode } from './reading/draft.js';

/** The longest id that is not shortened; one may have 200 characters (D7). */
const MAX_ID = 180;

/** A text as a part of an id: characters that an id may not have become `_<hex>`. */
export function idPart(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9.~-]/gu, (character) => `_${(character.codePointAt(0) ?? 0).toString(16)}`);
}

/** An id, with a digest in place of what is too long. */
export function shortened(id: string): string {
  if (id.length <= MAX_ID) return id;
  const digest = createHash('sha256').update(id).digest('hex').slice(0, 16);
  return `${id.slice(0, MAX_ID - 17)}-${digest}`;
}

/** The id of a thing that a code names (X13). */
export function sharedId(node: DraftNode): string | undefined {
  if (node.shared !== undefined) return shortened(idPart(node.shared));
  const code = node.type === 'Carrier' ? node.text('airlineCode') : undefined;
  return code === undefined ? undefined : shortened(`carrier-${idPart(code)}`);
}

/** Flight and date of a status's movement (X39). */
export function flightOf(movement: DraftNode): string {
  const flight = movement.text('transportIdentifier') ?? 'flight';
  const [time] = movement.nodes('movementTimes').map((one) => one.text('movementTimestamp'));
  return idPart(time === undefined ? flight : `${flight}-${time.slice(0, 10)}`);
}
