/** Where the mail of a domain goes, asked of a name server of our own. */
import { afterEach, expect, test } from 'vitest';
import { dnsMailServers } from '#adapters/dns.ts';
import { startNameServer, type Zone } from './name-server.ts';

const ZONE: Zone = {
  'mail.example': { MX: 'mx.mail.example' },
  'old.example': { A: '192.0.2.1' },
  'new.example': { AAAA: '20010db8000000000000000000000001' },
  'no-mail.example': { MX: '', A: '192.0.2.1' },
  'parked.example': {},
  'silent.example': null,
};

let stop: () => Promise<void> = async () => {};
afterEach(async () => {
  await stop();
  stop = async () => {};
});

async function ask(
  domain: string,
  { zone = ZONE, root, timeout = 15_000 }: { zone?: Zone; root?: Zone; timeout?: number } = {},
) {
  const server = await startNameServer(zone, root);
  stop = server.stop;
  return dnsMailServers({ servers: [server.address], timeout }).takesMail(domain);
}

test.each([
  ['has a mail server', 'mail.example', true],
  ['has only an address of the older kind', 'old.example', true],
  ['has only an address of the newer kind', 'new.example', true],
  ['says that it takes no mail', 'no-mail.example', false],
  ['has neither', 'parked.example', false],
  ['does not exist', 'gmial.con', false],
])('a domain that %s', async (_, domain, takesMail) => {
  expect(await ask(domain)).toBe(takesMail);
});

test('a name server that does not answer in time says nothing about the domain', async () => {
  expect(await ask('silent.example', { timeout: 50 })).toBeNull();
});

test('a name server that knows no name at all is not believed', async () => {
  expect(await ask('mail.example', { zone: {}, root: {} })).toBeNull();
});

test('without a name server nothing is known', async () => {
  expect(await dnsMailServers({ servers: ['127.0.0.1:9'], timeout: 2_000 }).takesMail('mail.example')).toBeNull();
});
