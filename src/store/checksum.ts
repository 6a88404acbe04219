/** The checksum of a graph. It covers the name: a text under another name is wrong. */
import { crc32 } from 'node:zlib';

/** Eight hexadecimal digits. */
export function checksumOf(graph: string, text: string): string {
  return crc32(text, crc32(graph)).toString(16).padStart(8, '0');
}

const prefix = (graph: string, text: string): string => `#${checksumOf(graph, text)}\n`;
const PREFIX_LENGTH = 10;

/** A text preceded by its checksum, as a comment of N-Triples. */
export const addChecksum = (graph: string, text: string): string => prefix(graph, text) + text;

/** The text of a value, whether or not it fits. */
export const textOf = (value: string): string => value.slice(PREFIX_LENGTH);

/** The text of a value with a checksum in front; undefined when it does not fit. */
export function verifyChecksum(graph: string, value: string): string | undefined {
  const text = textOf(value);
  return value.slice(0, PREFIX_LENGTH) === prefix(graph, text) ? text : undefined;
}
