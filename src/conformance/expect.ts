/** How rows say what they expect. */
import { Failed } from './outcome.js';
import { describe, type Reply } from './reply.js';

/** @throws Failed always. */
export function fail(expected: string, came: string, reply?: Reply): never {
  throw new Failed(expected, came, reply);
}

/** @throws Failed with another status. @param why what it is the answer to, if that is not plain from the request. */
export function expectStatus(reply: Reply, status: number | readonly number[], why?: string): void {
  const allowed = typeof status === 'number' ? [status] : status;
  if (allowed.includes(reply.status)) return;
  fail(`${allowed.join(' or ')}${why === undefined ? '' : ` ${why}`}`, describe(reply), reply);
}

/** A header of an answer. @throws Failed if it is missing. */
export function expectHeader(reply: Reply, name: string, value?: string | RegExp): string {
  const came = reply.headers.get(name);
  if (came === null) return fail(`${reply.status} with ${name}`, `${reply.status} without ${name}`, reply);
  const isExpected = value === undefined || (typeof value === 'string' ? came === value : value.test(came));
  return isExpected ? came : fail(`${name}: ${String(value)}`, `${name}: ${came}`, reply);
}

/** @throws Failed unless the condition holds. */
export function expectThat(condition: boolean, expected: string, came: string, reply?: Reply): asserts condition {
  if (!condition) fail(expected, came, reply);
}

/** The address that a reference in an answer leads to. @throws Failed for what is no address. */
export function addressIn(reply: Reply, reference: string): string {
  const base = reply.request.url;
  return URL.canParse(reference, base) ? new URL(reference, base).href : fail('an address', reference, reply);
}

/** The address in the Location header. @throws Failed without one. */
export const expectLocation = (reply: Reply): string => addressIn(reply, expectHeader(reply, 'Location'));
