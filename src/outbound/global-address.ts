/** Which IP addresses are of the public internet: callers can make this node connect only to these. */
import ipaddr from 'ipaddr.js';

/** All assigned global unicast addresses; the rest of IPv6 is reserved or for special use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an address is globally routable.
 *
 * Loopback, private, link-local, carrier-grade, benchmarking, documentation, multicast, reserved and unspecified
 * addresses are not, nor is IPv4 inside IPv6 (mapped, translated, 6to4, Teredo), whatever its address; nor is a text that
 * is not an IP address.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || (parsed instanceof ipaddr.IPv6 && parsed.match(globalUnicast));
}
