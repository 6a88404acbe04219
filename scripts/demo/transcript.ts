/** A transcript for a person, which stops at the first step that fails. */
import { strict as assert } from 'node:assert';
import type { Reply } from './parties.js';

/** Announces a chapter. */
export function chapter(title: string): void {
  console.log(`\n${title}`);
}

/** One successful step, with its result. */
export function step(text: string, ...details: readonly string[]): void {
  console.log(`  ✓ ${text}`);
  for (const detail of details) console.log(`      ${detail}`);
}

/** The response, if it has the expected status. */
export function expectStatus(reply: Reply, status: number, what: string): Reply {
  assert.equal(reply.status, status, `${what}: expected ${status}, got ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** A required header of a response. */
export function header({ headers }: Reply, name: string): string {
  const value = headers.get(name);
  assert.ok(value, `the header ${name} is missing`);
  return value;
}

/** A member of a JSON body, by a path of names and indices. */
export function at(body: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    body,
  );
}

/** A JSON-LD value as a list. */
export function list(value: unknown): unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** Polls until an answer arrives, for a limited time. */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value | undefined>,
  seconds = 10,
): Promise<Value> {
  const until = Date.now() + seconds * 1000;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    assert.ok(Date.now() < until, `${what}: did not happen within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
