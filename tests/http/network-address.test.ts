import { describe, expect, it } from 'vitest';
import { networkAddress } from '#app/http/network-address.ts';
import { networksOf } from '#domain/accounts/networks.ts';

describe('where a request comes from', () => {
  it.each([
    ['an address on the internet', '203.0.113.7', null, 0, '203.0.113.7'],
    ['the same, as IPv6 writes it', '::ffff:203.0.113.7', null, 0, '203.0.113.7'],
    ['the line that an IPv6 address belongs to', '2001:db8:0:7::1', null, 0, '2001:db8:0:7'],
    ['the same line, another address', '2001:db8:0:7:ffff::2', null, 0, '2001:db8:0:7'],
    ['a short one', '2001:db8::1', null, 0, '2001:db8:0:0'],
    ['nobody: our own machine', '127.0.0.1', null, 0, null],
    ['nobody: our own machine, in IPv6', '::1', null, 0, null],
    ['nobody: a container', '::ffff:172.18.0.1', null, 0, null],
    ['nobody: a private network', 'fd00::7', null, 0, null],
    ['nobody: a connection that is gone', undefined, null, 0, null],
    ['the socket, whatever a header claims', '203.0.113.7', '198.51.100.1', 0, '203.0.113.7'],
    ['nobody, whatever a header claims', '127.0.0.1', '198.51.100.1', 0, null],
    ['whom our proxy was asked by', '127.0.0.1', '198.51.100.1', 1, '198.51.100.1'],
    ['the same, whatever was claimed before', '127.0.0.1', '203.0.113.99, 198.51.100.1', 1, '198.51.100.1'],
    ['whom the first of two was asked by', '10.0.0.2', '203.0.113.99, 198.51.100.1, 10.0.0.1', 2, '198.51.100.1'],
    ['nobody: past one of two proxies', '10.0.0.2', '198.51.100.1', 2, null],
    ['nobody: a proxy that says nothing', '10.0.0.2', null, 1, null],
    ['nobody: a proxy that says nonsense', '10.0.0.2', 'unknown', 1, null],
    ['an entry with a port', '10.0.0.2', '198.51.100.1:4711', 1, '198.51.100.1'],
    ['an IPv6 entry with a port', '10.0.0.2', '[2001:db8::1]:4711', 1, '2001:db8:0:0'],
    ['an entry of a private network, which our proxy knows', '10.0.0.2', '192.168.1.5', 1, '192.168.1.5'],
  ] as const)('is %s', (_what, socket, forwardedFor, trustedProxies, address) => {
    expect(networkAddress(socket, forwardedFor, trustedProxies)).toBe(address);
  });
});

describe('the networks that an address belongs to', () => {
  it('are the /64, /56 and /48 of an IPv6 address, so that one who rents a wide one is still one', () => {
    expect(networksOf('2001:db8:7:abcd')).toEqual(['2001:db8:7:abcd', '2001:db8:7:ab00/56', '2001:db8:7:0/48']);
    expect(networksOf('2001:db8:7:ab01').slice(1)).toEqual(networksOf('2001:db8:7:abff').slice(1));
    expect(networksOf('2001:db8:7:ab01')[1]).not.toBe(networksOf('2001:db8:7:ac01')[1]);
  });

  it('are an IPv4 address alone', () => {
    expect(networksOf('203.0.113.7')).toEqual(['203.0.113.7']);
  });
});
