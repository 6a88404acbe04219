/** Networks of IP addresses (`TRUSTED_PROXIES`). */
import ipaddr from 'ipaddr.js';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The address of a network and the length of its prefix. */
export type Network = readonly [Address, number];

/** Parses an address; converts IPv4 inside IPv6 to IPv4; undefined for any other text. */
export function parseAddress(text: string): Address | undefined {
  // `isValid` also accepts forms such as `1` and `0x7f.1`.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(text) || (text.includes(':') && ipaddr.IPv6.isValid(text));
  return isAddress ? ipaddr.process(text) : undefined;
}

/** A network in CIDR notation, or a single address; undefined for anything else. */
export function parseNetwork(text: string): Network | undefined {
  const single = parseAddress(text);
  if (single !== undefined) return [single, single.kind() === 'ipv4' ? 32 : 128];
  const [address = ''] = text.split('/');
  return parseAddress(address) !== undefined && ipaddr.isValidCIDR(text) ? ipaddr.parseCIDR(text) : undefined;
}
