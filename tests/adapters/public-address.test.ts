/** Which addresses a webhook may lead to: one of each class, and the edges of ranges. */
import { describe, expect, test } from 'vitest';
import { isPublicAddress } from '#adapters/public-address.ts';

describe('public', () => {
  test.each(['8.8.8.8', '1.1.1.1', '93.184.216.34', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0'])(
    '%s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  test.each(['2606:4700:4700::1111', '2a00:1450:4001:81b::200e', '2001:200::1'])('%s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('not public', () => {
  test.each([
    ['0.0.0.0', 'this network'],
    ['0.1.2.3', 'this network'],
    ['10.0.0.1', 'private'],
    ['100.64.0.1', 'shared by a provider (CGNAT)'],
    ['100.127.255.255', 'shared by a provider (CGNAT)'],
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['169.254.169.254', 'link-local: the metadata of clouds'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.0.0.8', 'protocols'],
    ['192.0.2.1', 'documentation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['198.51.100.1', 'documentation'],
    ['203.0.113.1', 'documentation'],
    ['224.0.0.1', 'multicast'],
    ['240.0.0.1', 'reserved'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:8.8.8.8', 'mapped'],
    ['::127.0.0.1', 'compatible'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['64:ff9b:1::7f00:1', 'local NAT64'],
    ['100::1', 'discarded'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2001:2::1', 'benchmarks'],
    ['2001:20::1', 'ORCHID'],
    ['2001:1ff:ffff::1', 'protocols'],
    ['2002:7f00:1::1', '6to4'],
    ['3fff::1', 'documentation'],
    ['4000::1', 'not in use'],
    ['5f00::1', 'segment routing'],
    ['fc00::1', 'private'],
    ['fd00:ec2::254', 'private: the metadata of clouds'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['fec0::1', 'site-local'],
    ['ff02::1', 'multicast'],
    ['hooks.example.com', 'no address'],
    ['', 'no address'],
  ])('%s: %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
