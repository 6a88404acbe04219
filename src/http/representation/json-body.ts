/** Bodies in JSON. */
import type { Steps } from '../../async/turns.js';
import { isJsonObject, type Json, type JsonObject } from '../../rdf/jsonld/json.js';

/** With a line break at the end, so that a shell's prompt after the output of curl begins on a line of its own. */
export function jsonBody(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Characters that are written in a step. */
const STEP = 16 * 1024;

/** As `jsonBody`, for a large value. */
export function* jsonBodySteps(value: Json): Steps<Buffer> {
  const parts: Buffer[] = [];
  let text = '';
  for (const token of tokens(value)) {
    text += token;
    if (text.length < STEP) continue;
    parts.push(Buffer.from(text));
    text = '';
    yield;
  }
  parts.push(Buffer.from(`${text}\n`));
  return Buffer.concat(parts);
}

/** Values that are one token. */
const SMALL = 50;

/** The text of a value in parts. */
function* tokens(value: Json): Generator<string, void> {
  if (typeof value !== 'object' || value === null || sizeOf(value, SMALL) < SMALL) {
    yield JSON.stringify(value);
    return;
  }
  const isArray = Array.isArray(value);
  let before = isArray ? '[' : '{';
  for (const [key, member] of Object.entries<Json>(value)) {
    yield isArray ? before : `${before}${JSON.stringify(key)}:`;
    yield* tokens(member);
    before = ',';
  }
  yield isArray ? ']' : '}';
}

/** The number of values in a body, at any depth; counted up to a limit. */
function sizeOf(value: Json, limit: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  for (const member of membersOf(value)) {
    if (size >= limit) break;
    size += sizeOf(member, limit - size);
  }
  return size;
}

/** Without a copy of a long array. */
function membersOf(value: readonly Json[] | JsonObject): Iterable<Json> {
  return isJsonObject(value) ? Object.values<Json>(value) : value;
}
