/** JSON as values, and from the bytes of a body. */
import { InputError } from '../input-error.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a value of parsed JSON is an object (and no array). */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a request body.
 *
 * @throws InputError for an empty body, bytes that are no UTF-8, and broken JSON, naming line and column.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.trim() === '') throw new InputError('The body is empty');
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError(`The body is no JSON: ${whereBroken(text)}`, { cause: error });
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new InputError('The body is no UTF-8 text', { cause: error });
  }
}

const SPACE = /[ \t\n\r]*/y;
// eslint-disable-next-line no-control-regex
const STRING = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

/** Where a text stops being JSON: JSON.parse does not always tell. */
function whereBroken(text: string): string {
  const at = brokenAt(text);
  const before = text.slice(0, at).split('\n');
  const position = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  if (at >= text.length) return `it ends too early, at ${position}`;
  const char = text.charAt(at);
  return char === '"' ? `a broken text begins at ${position}` : `unexpected ${JSON.stringify(char)} at ${position}`;
}

function brokenAt(text: string): number {
  let at = 0;
  const eat = (token: RegExp | string): boolean => {
    if (typeof token === 'string') {
      if (!text.startsWith(token, at)) return false;
      at += token.length;
    } else {
      token.lastIndex = at;
      if (!token.test(text)) return false;
      at = token.lastIndex;
    }
    SPACE.lastIndex = at;
    SPACE.test(text);
    at = SPACE.lastIndex;
    return true;
  };
  const name = (): boolean => eat(STRING) && eat(':');

  eat(SPACE);
  const open: ('}' | ']')[] = [];
  for (;;) {
    // Here a value is due.
    if (eat('{')) {
      if (!eat('}')) {
        open.push('}');
        if (!name()) return at;
        continue;
      }
    } else if (eat('[')) {
      if (!eat(']')) {
        open.push(']');
        continue;
      }
    } else if (!eat(STRING) && !eat(SCALAR)) return at;
    // Here a value has ended.
    for (;;) {
      const close = open.at(-1);
      if (close === undefined) return at;
      if (eat(',')) {
        if (close === '}' && !name()) return at;
        break;
      }
      if (!eat(close)) return at;
      open.pop();
    }
  }
}
