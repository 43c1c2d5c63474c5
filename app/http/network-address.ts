import { BlockList, isIP } from 'node:net';

/** Private addresses: a proxy that TRUSTED_PROXIES does not count, or a colleague. They do not tell visitors apart. */
const INSIDE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const)
  INSIDE.addSubnet(network, prefix);
INSIDE.addAddress('::1', 'ipv6');
INSIDE.addSubnet('fc00::', 7, 'ipv6');
INSIDE.addSubnet('fe80::', 10, 'ipv6');

/** One connection has a whole /64 of IPv6 addresses. */
const IPV6_GROUPS = 4;

/**
 * Where a request comes from on the network, for counting. Ours, because libraries such as proxy-addr return one address:
 * they neither take a /64 as one client nor say that an address is a proxy's, which would be one counter for everyone.
 * @param socket the far end of the connection
 * @param forwardedFor the header of that name, to which each proxy adds whom it was asked by; anybody can begin it
 * @param trustedProxies how many proxies in front are ours: so many entries, from the end, are true
 * @returns an IPv4 address or the /64 of an IPv6 one; null where it would be one for everybody, as behind a proxy that we
 *   do not count
 */
export function networkAddress(
  socket: string | undefined,
  forwardedFor: string | null,
  trustedProxies: number,
): string | null {
  const entries = (forwardedFor ?? '').split(',').map((entry) => plain(entry.trim()));
  const forwarded = trustedProxies > 0 ? entries.at(-trustedProxies) : undefined;
  if (forwarded && isIP(forwarded)) return lineOf(forwarded);
  const direct = plain(socket ?? '');
  const family = isIP(direct);
  return family === 0 || INSIDE.check(direct, family === 6 ? 'ipv6' : 'ipv4') ? null : lineOf(direct);
}

/** Without a port, brackets, a zone, or the form in which IPv6 writes an IPv4 address. */
function plain(address: string): string {
  const bare = /^\[([^\]]*)\]/.exec(address)?.[1] ?? address.replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1');
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

function lineOf(address: string): string {
  if (isIP(address) === 4) return address;
  // The long form, with all its zeros.
  const { hostname } = new URL(`http://[${address}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const [before, after] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? [] : Array(8 - (before?.length ?? 0) - (after?.length ?? 0)).fill('0');
  return [...(before ?? []), ...zeros, ...(after ?? [])].slice(0, IPV6_GROUPS).join(':');
}
