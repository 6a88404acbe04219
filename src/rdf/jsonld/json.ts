/** JSON values, and their parsing from the bytes of a body. */
import { visit } from 'jsonc-parser';
import { InputError } from '../input-error.js';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Whether a JSON value is an object, not an array. */
export function isJsonObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body.
 *
 * @throws InputError for an empty body, bytes that are not UTF-8, invalid JSON, with its line and column, and text that is
 * not Unicode.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  if (text.trim() === '') throw new InputError('The body is empty');
  const value = parsed(text);
  // Only an escape can write half of a character.
  if (SURROGATE.test(text) && !isUnicode(value)) throw new InputError('The body has text that is not Unicode');
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new InputError(`The body is not JSON: ${describeSyntaxError(text)}`, { cause: error });
  }
}

const SURROGATE = /\\u[dD][89a-fA-F]/;

/** Whether all texts of a value of JSON, and the names of its members, are Unicode: no half of a surrogate pair. */
function isUnicode(value: unknown): boolean {
  for (let level: unknown[] = [value]; level.length > 0;) {
    if (level.some((one) => typeof one === 'string' && !one.isWellFormed())) return false;
    level = level.flatMap((one): unknown[] => {
      if (Array.isArray(one)) return one;
      return isJsonObject(one) ? Object.entries(one).flat() : [];
    });
  }
  return true;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new InputError('The body is not UTF-8 text', { cause: error });
  }
}

/** Deeper nesting is not searched for the error: the parser is recursive, and no valid body is nested this deeply. */
const MAX_DEPTH = 1000;

/** Describes the position of a syntax error, which the message of JSON.parse does not always contain. */
function describeSyntaxError(text: string): string {
  const offset = findSyntaxError(text);
  if (offset === undefined) return `it is nested deeper than ${MAX_DEPTH} levels`;
  const before = text.slice(0, offset).split('\n');
  const position = `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
  if (offset >= text.length) return `it ends too early, at ${position}`;
  const char = text.charAt(offset);
  return char === '"' ? `an invalid string begins at ${position}` : `unexpected ${JSON.stringify(char)} at ${position}`;
}

/** The offset of the first syntax error; undefined if deep nesting prevents the search. */
function findSyntaxError(text: string): number | undefined {
  let depth = 0;
  let found: number | undefined;
  const stop = new Error('stop');
  const enter = (): void => {
    if (++depth > MAX_DEPTH) throw stop;
  };
  const leave = (): void => {
    depth -= 1;
  };
  try {
    visit(
      text,
      {
        onObjectBegin: enter,
        onObjectEnd: leave,
        onArrayBegin: enter,
        onArrayEnd: leave,
        onError: (_, offset) => {
          found = offset;
          throw stop;
        },
      },
      { disallowComments: true },
    );
  } catch (error) {
    if (error !== stop) throw error;
    return found;
  }
  return text.length;
}
