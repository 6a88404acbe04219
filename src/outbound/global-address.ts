/** Which IP addresses are of the public internet: callers can make this node connect only to these. */
import ipaddr from 'ipaddr.js';

/** All assigned global unicast addresses; the rest of IPv6 is reserved or for special use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Addresses of the global space that lead to a cloud's own services from the machines in it, and nowhere from elsewhere: the
 * platform of Azure, and the networks of services of IBM Cloud. Those of other clouds are in special-use ranges.
 */
const insideClouds = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((network) =>
  ipaddr.IPv4.parseCIDR(network),
);

/**
 * Whether an address is globally routable.
 *
 * Loopback, private, link-local, carrier-grade, benchmarking, documentation, multicast, reserved and unspecified
 * addresses are not, nor is IPv4 inside IPv6 (mapped, translated, 6to4, Teredo), whatever its address; nor is a text that
 * is not an IP address, nor one of a cloud's inside.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !insideClouds.some((network) => parsed.match(network));
  return parsed instanceof ipaddr.IPv6 && parsed.match(globalUnicast);
}
