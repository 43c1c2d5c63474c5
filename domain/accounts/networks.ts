/** A /48 has 65,536 lines of IPv6 and a /56 has 256, and one person may rent either. */
const WIDER_PREFIXES = [56, 48];
const GROUP_BITS = 16;

/**
 * @param address of a client: an IPv4 address, or the /64 of an IPv6 one as four groups
 * @returns it and the wider networks that it belongs to, the narrowest first; an IPv4 address alone
 */
export function networksOf(address: string): readonly string[] {
  if (!address.includes(':')) return [address];
  const groups = address.split(':').map((group) => Number.parseInt(group, 16));
  return [address, ...WIDER_PREFIXES.map((prefix) => `${cut(groups, prefix)}/${prefix}`)];
}

/** With the bits after the prefix as zeros. */
function cut(groups: readonly number[], prefix: number): string {
  const kept = groups.map((group, index) => {
    const bits = Math.min(GROUP_BITS, Math.max(0, prefix - index * GROUP_BITS));
    return (group >> (GROUP_BITS - bits)) << (GROUP_BITS - bits);
  });
  return kept.map((group) => group.toString(16)).join(':');
}
