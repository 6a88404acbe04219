/** Reads a body up to a size. */
import { Refusal } from './refusal.js';

/** @returns undefined for a larger one. */
export async function readUpTo(
  chunks: AsyncIterable<Uint8Array>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    // Leaving the loop ends the stream.
    if (size > limit) return undefined;
    parts.push(chunk);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.byteLength;
  }
  return all;
}

/** The chunks of a body of `fetch`, which not every browser can iterate. */
export async function* chunksOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  if (reader === undefined) return;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  } finally {
    // What is left of the body is not read; whether it can be cancelled does not matter.
    await reader.cancel().catch(() => undefined);
  }
}

/** @throws SyntaxError or TypeError for what is not JSON in UTF-8. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

export function tooLarge(limit: number): Refusal {
  return new Refusal(413, `the body has more than ${limit} bytes`);
}

/** @throws Refusal 400 for what is not JSON. */
export function jsonIn(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (cause) {
    throw new Refusal(400, 'the body is no JSON in UTF-8', {}, { cause });
  }
}
