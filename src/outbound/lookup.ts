/** Name lookups for outgoing calls: bounded, and filtered before a connection is made. */
import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { OutboundError } from './outbound-error.js';

/** Looks up all addresses of a host; a failed lookup has an error and no addresses. */
export type Resolve = (
  host: string,
  answer: (error: NodeJS.ErrnoException | null, addresses?: readonly LookupAddress[]) => void,
) => void;

/** The maximum number of addresses for one name. */
const MAX_ADDRESSES = 16;

/** The system's lookup, for names in the operator's settings. */
export const systemResolve: Resolve = (host, answer) => {
  systemLookup(host, { all: true }, answer);
};

/**
 * Allows at most `limit` lookups at a time; concurrent lookups of one name are shared.
 *
 * The system's lookup occupies a thread of libuv's pool until the name service answers. The pool has four threads,
 * which file operations use, too: names from partners must not occupy them all.
 */
function limited(resolve: Resolve, limit: number): Resolve {
  const callbacks = new Map<string, Parameters<Resolve>[1][]>();
  const waiting: string[] = [];
  let running = 0;
  const finish =
    (host: string): Parameters<Resolve>[1] =>
    (error, addresses) => {
      const answers = callbacks.get(host);
      if (answers === undefined) return;
      callbacks.delete(host);
      running -= 1;
      const next = waiting.shift();
      if (next !== undefined) start(next);
      for (const answer of answers) answer(error, addresses);
    };
  const start = (host: string): void => {
    running += 1;
    const answer = finish(host);
    try {
      resolve(host, answer);
    } catch (error) {
      answer(failed(error));
    }
  };
  return (host, answer) => {
    const existing = callbacks.get(host);
    if (existing !== undefined) {
      existing.push(answer);
      return;
    }
    callbacks.set(host, [answer]);
    if (running < limit) start(host);
    else waiting.push(host);
  };
}

/** The system's lookup, for names from callers and partners. */
export const limitedSystemResolve = limited(systemResolve, 2);

/** The error for a private address (`OUTBOUND_PRIVATE_ADDRESSES`). */
export function addressRefused(host: string): OutboundError {
  return new OutboundError('address-refused', `${host} has no address that is globally routable`);
}

/**
 * A lookup that returns allowed addresses only, and calls back once. The agent connects to these addresses without a second
 * lookup, so DNS rebinding between check and connection is impossible.
 */
export function filteredLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    let isAnswered = false;
    const answer: Parameters<Resolve>[1] = (error, addresses = []) => {
      if (isAnswered) return;
      isAnswered = true;
      // On an error, the addresses are undefined, contrary to the types of Node.js.
      if (error !== null) {
        callback(error, []);
        return;
      }
      const valid = addresses.filter(({ address }) => isIP(address) !== 0);
      const allowed = valid
        .filter(({ address }) => isAllowed(address))
        .slice(0, MAX_ADDRESSES)
        .map(({ address }) => ({ address, family: isIP(address) }));
      const [first] = allowed;
      if (first === undefined)
        callback(valid.length > 0 || addresses.length === 0 ? addressRefused(host) : noAddress(), []);
      else if (options.all === true) callback(null, allowed);
      else callback(null, first.address, first.family);
    };
    try {
      resolve(host, answer);
    } catch (error) {
      answer(failed(error));
    }
  };
}

function noAddress(): NodeJS.ErrnoException {
  return Object.assign(new Error('the name service returned an invalid address'), { code: 'ENODATA' });
}

function failed(cause: unknown): NodeJS.ErrnoException {
  return Object.assign(new Error('the name lookup failed', { cause }), { code: 'EAI_FAIL' });
}
