/** Bodies in JSON. */

/** With a line break at the end, so that a shell's prompt after the output of curl begins on a line of its own. */
export function jsonBody(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
