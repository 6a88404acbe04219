/** The checksum of a graph: in front of its text, as a comment of N-Triples. */
import { crc32 } from 'node:zlib';

const LENGTH = 10;

/** The value that is stored for a graph. The checksum covers the name, too: a text under another name is wrong. */
export const addChecksum = (graph: string, text: string): string => prefix(graph, text) + text;

/** The text of a stored value; undefined when it does not fit its checksum. */
export function verifyChecksum(graph: string, value: string): string | undefined {
  const text = value.slice(LENGTH);
  return value.slice(0, LENGTH) === prefix(graph, text) ? text : undefined;
}

const prefix = (graph: string, text: string): string => `#${crc32(text, crc32(graph)).toString(16).padStart(8, '0')}\n`;
