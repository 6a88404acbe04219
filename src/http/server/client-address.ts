/** The client's address behind proxies (`TRUSTED_PROXIES`), for the log and for rate limits (D62). */
import type { IncomingHttpHeaders } from 'node:http';
import { type Address, type Network, parseAddress } from '../../settings/networks.js';

/** Longer fields are ignored: no chain of proxies is this long. */
const MAX_FIELD_LENGTH = 4096;

/** The address of a node in a field: `192.0.2.1`, `192.0.2.1:80`, `"[2001:db8::1]:80"` (RFC 7239, section 6). */
function nodeAddress(text: string): Address | undefined {
  const node = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets] = /^\[([0-9a-fA-F:.]+)\](?::\d{1,5})?$/.exec(node) ?? [];
  if (inBrackets !== undefined) return parseAddress(inBrackets);
  const [, withoutPort] = /^([\d.]+):\d{1,5}$/.exec(node) ?? [];
  return parseAddress(withoutPort ?? node);
}

/** The `for` of each element of `Forwarded`; undefined for an element without one. */
function forwardedFor(field: string): (Address | undefined)[] {
  return field.split(',').map((element) => {
    const [, node] = /(?:^|;)\s*for=("[^"]*"|[^;\s]*)\s*(?:;|$)/i.exec(element) ?? [];
    return node === undefined ? undefined : nodeAddress(node);
  });
}

function textOf(field: string | string[] | undefined): string | undefined {
  const text = Array.isArray(field) ? field.join(',') : field;
  return text === undefined || text.length > MAX_FIELD_LENGTH ? undefined : text;
}

/**
 * Determines the address of a request's client: the rightmost one in `Forwarded` or `X-Forwarded-For` that does not
 * belong to a trusted proxy. Only fields of trusted proxies are read. If an element is not an address, or the two
 * fields disagree, the address of the last certain proxy is used: an invented field must not name another client.
 */
export function clientAddresses(
  trusted: readonly Network[],
): (remote: string | undefined, headers: IncomingHttpHeaders) => string {
  const isTrusted = (address: Address): boolean =>
    trusted.some(([network, bits]) => address.kind() === network.kind() && address.match(network, bits));
  const resolve = (proxy: Address, chain: readonly (Address | undefined)[]): Address => {
    let nearest = proxy;
    for (const address of chain.toReversed()) {
      if (address === undefined) return nearest;
      nearest = address;
      if (!isTrusted(address)) return nearest;
    }
    return nearest;
  };
  return (remote = '', headers) => {
    if (trusted.length === 0) return remote.startsWith('::ffff:') ? remote.slice('::ffff:'.length) : remote;
    const proxy = parseAddress(remote);
    if (proxy === undefined) return remote;
    if (!isTrusted(proxy)) return proxy.toString();
    const forwarded = textOf(headers.forwarded);
    const list = textOf(headers['x-forwarded-for']);
    const found = [
      ...(forwarded === undefined ? [] : [resolve(proxy, forwardedFor(forwarded))]),
      ...(list === undefined ? [] : [resolve(proxy, list.split(',').map(nodeAddress))]),
    ].map(String);
    const [first = proxy.toString(), second = first] = found;
    return first === second ? first : proxy.toString();
  };
}
