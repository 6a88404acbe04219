/** Cursors: positions in a list as opaque texts, which are good for that list alone (K80). */
import { createHash } from 'node:crypto';
import { isIri } from '../rdf/terms.js';
import type { ListPosition } from '../store/lookup.js';

/** The characters of a digest that tell one list from another. */
const TAG_LENGTH = 8;

const CURSOR = /^([\w-]{8}) (-?\d+(?:\.\d+)?) (.*)$/s;

/** @param list the path and the filters. */
const tagOf = (list: string): string => createHash('sha256').update(list).digest('base64url').slice(0, TAG_LENGTH);

export const writeCursor = ({ order, value }: ListPosition, list: string): string =>
  Buffer.from(`${tagOf(list)} ${order} ${value}`).toString('base64url');

/** Undefined for a text that is no cursor of the list. */
export function readCursor(text: string, list: string): ListPosition | undefined {
  const [, tag, number = '', value = ''] = CURSOR.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const order = Number(number);
  return tag === tagOf(list) && Number.isFinite(order) && isIri(value) ? { order, value } : undefined;
}
