/** Which IP addresses are of the public internet: what a caller may make this node connect to. */
import ipaddr from 'ipaddr.js';

/** All that is handed out as global unicast; the rest of IPv6 is special, or not handed out at all. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is globally routable.
 *
 * Loopback, private, link-local, carrier-grade, benchmarking, documentation, multicast, reserved and unspecified
 * addresses are not, nor is any form of IPv4 inside IPv6 (mapped, translated, 6to4, Teredo), wherever it leads; nor is
 * a text that is no IP address.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed instanceof ipaddr.IPv6 && parsed.match(globalUnicast));
}
