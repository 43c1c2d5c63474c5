import ipaddr from 'ipaddr.js';

/** What of IPv6 is given to anyone: everything else is private, special or not in use. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');
/** Parts of it that are special, and that the library counts as ordinary: protocols (RFC 2928), documentation (RFC 9637). */
const SPECIAL_V6 = [ipaddr.parseCIDR('2001::/23'), ipaddr.parseCIDR('3fff::/20')];

/**
 * @param text an address of either kind
 * @returns whether it belongs to a machine on the public internet. False for loopback, private, shared, link-local, multicast
 *   and reserved ranges, and for IPv6 addresses that carry an IPv4 address (mapped, NAT64, 6to4, Teredo).
 * @see https://www.iana.org/assignments/iana-ipv4-special-registry and its counterpart for IPv6
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv4') return true;
  return address.match(GLOBAL_V6) && !SPECIAL_V6.some((range) => address.match(range));
}
