/** Who reads our logs opens no letter: no line of the web process has the secret of a link, whatever came of the request. */
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import routes from '#app/routes.ts';
import { type LinkPurpose, linkSecret } from '#services/crypto/link.ts';
import { newId } from '#services/ids.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWebProcess, type WebProcess } from './web.ts';

let web: WebProcess;
beforeAll(async () => {
  web = await startWebProcess({ LOG_LEVEL: 'debug' });
});
afterAll(() => web?.stop());

function addressesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path, children = [] }) => {
    const address = path ? `${above}/${path}` : above;
    return [address, ...addressesOf(children, address)];
  });
}

/** What the secret of a page is for, and whose it is. */
async function purposeOf(address: string): Promise<{ purpose: LinkPurpose; id: string; epoch: number }> {
  const { id: userId, email } = await web.account('cookie');
  const secretId = async (purpose: string) => {
    const found = 'select id from secrets where user_id = ? and purpose = ?';
    return (await web.query<{ id: string }>(found, [userId, purpose]))[0]?.id ?? '';
  };
  if (address.startsWith('/auth/confirm/'))
    return { purpose: 'confirm-email', id: await secretId('confirm-email'), epoch: 0 };
  if (address.startsWith('/auth/reset/')) {
    await web.visitor().post('/auth/forgot', { email });
    return { purpose: 'reset-password', id: await secretId('reset-password'), epoch: 0 };
  }
  if (address.startsWith('/auth/not-me/')) return { purpose: 'not-me', id: newId(), epoch: 0 };
  if (address.startsWith('/unsubscribe/')) return { purpose: 'unsubscribe:delivery_opened', id: userId, epoch: 1 };
  if (address.startsWith('/m/')) return { purpose: 'delivery', id: newId(), epoch: 1 };
  const [, folder] = address.split('/');
  return { purpose: folder as 'check-in' | 'contact' | 'address', id: newId(), epoch: 1 };
}

test('no line has the secret of a page: not of one that was shown, refused, garbled, or could not be shown', async () => {
  const pages: { address: string; secret: string }[] = [];
  for (const address of new Set(addressesOf(routes).filter((one) => one.includes(':secret')))) {
    const { purpose, id, epoch } = await purposeOf(address);
    pages.push({ address, secret: linkSecret(web.keyring, purpose, id, epoch) });
  }
  const visitor = web.visitor();
  const statuses: number[] = [];
  const ask = async (path: string) => {
    const referer = `${web.origin}${path}`;
    const query = `?token=${path.split('/').at(-1)}&to=${encodeURIComponent(path)}`;
    for (const response of [
      await visitor.get(`${path}${query}`, { referer }),
      await visitor.post(path, {}, { referer }),
      await visitor.get(`${path}.data`, { referer }),
    ])
      statuses.push(response.status);
  };
  const askEach = async (change: (secret: string) => string) => {
    for (const { address, secret } of pages)
      await ask(address.replace(':secret', change(secret)).replace(':file_id', newId()));
  };
  await askEach((secret) => secret);
  await askEach((secret) => secret.slice(0, -1));
  // A mail program cut the link inside of a character: React Router prints the whole path.
  await askEach((secret) => `${secret}%E0%A4`);
  await web.database.cut();
  await askEach((secret) => secret);
  await web.database.mend();
  expect(statuses).toEqual(expect.arrayContaining([200, 404, 503]));

  const output = await eventually(
    async () => web.process.output,
    (printed) => printed.includes('could not be decoded') && printed.includes('a static page could not be shown'),
  );
  for (const { address, secret } of pages)
    expect([address, output.includes(secret.slice(0, -1))]).toEqual([address, false]);
});
