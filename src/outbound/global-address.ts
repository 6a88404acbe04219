/** The IP addresses of the public internet: callers can make this node connect only to these. */
import ipaddr from 'ipaddr.js';

/** All assigned global unicast addresses; the rest of IPv6 is reserved or for special use. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Global addresses that lead only from a cloud's own machines to its internal services: the platform of Azure, and the
 * service networks of IBM Cloud. Those of other clouds are in special-use ranges.
 */
const insideClouds = ['168.63.129.16/32', '161.26.0.0/16', '166.8.0.0/14'].map((network) =>
  ipaddr.IPv4.parseCIDR(network),
);

/**
 * Whether an address is globally routable.
 *
 * False for loopback, private, link-local, carrier-grade, benchmarking, documentation, multicast, reserved and
 * unspecified addresses, for any IPv4 address inside IPv6 (mapped, translated, 6to4, Teredo), for a cloud's internal
 * services, and for a text that is not an IP address.
 */
export function isGlobalAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return !insideClouds.some((network) => parsed.match(network));
  return parsed instanceof ipaddr.IPv6 && parsed.match(globalUnicast);
}
