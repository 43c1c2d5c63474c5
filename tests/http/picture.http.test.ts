/** The picture of a profile over the wire: the form, without scripts as well, and the address it is shown at. */
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PNG, sendForm } from './files.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

type Person = Awaited<ReturnType<Web['person']>>;

/** Sends the form as a browser does, with or without scripts. */
function choose(person: Person, bytes: Buffer, name = 'me.png'): Promise<Response> {
  const form = new FormData();
  form.append('picture', new Blob([new Uint8Array(bytes)]), bytes.length > 0 ? name : '');
  return sendForm(person, '/profile/picture', form);
}

async function pictureOf(person: Person): Promise<string | null> {
  const html = await (await person.get('/profile')).text();
  return (
    /<span class="avatar avatar-l"[^>]*>H(?:<!-- -->)?(?:<img src="([^"]+)" alt=""[^>]*>)?<\/span>/.exec(html)?.[1] ??
    null
  );
}

async function tokenOf({ email }: Person): Promise<string> {
  const body = JSON.stringify({ email, password: 'stillhere' });
  const headers = { 'content-type': 'application/json' };
  const response = await web.fetch(`/api/auth/login`, { method: 'POST', body, headers });
  return ((await response.json()) as { session_token: string }).session_token;
}

test('a picture is shown beside the name, to its owner by cookie and by token, until it is removed', async () => {
  const helena = await web.person();
  expect(await pictureOf(helena)).toBeNull();
  const kept = await choose(helena, PNG);
  expect([kept.status, kept.headers.get('location')]).toEqual([302, '/profile']);
  const address = (await pictureOf(helena)) ?? '';
  expect(address).toMatch(/^\/api\/user\/picture\/[0-9a-f-]{36}$/);

  const shown = await helena.get(address);
  expect([shown.status, Object.fromEntries(shown.headers)]).toMatchObject([
    200,
    {
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    },
  ]);
  const { format, width, height } = await sharp(await shown.arrayBuffer()).metadata();
  expect([format, width, height]).toEqual(['webp', 256, 256]);
  const etag = shown.headers.get('etag') ?? '';
  for (const tags of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
    expect((await helena.get(address, { 'if-none-match': tags })).status, tags).toBe(304);
  expect((await helena.get(address, { 'if-none-match': '"other"' })).status).toBe(200);
  const token = await tokenOf(helena);
  const authorization = `Bearer ${token}`;
  expect((await web.visitor().get(address, { authorization })).status).toBe(200);

  const other = await web.person('Marta Lind');
  for (const stranger of [other, web.visitor()]) expect((await stranger.get(address)).status).toBe(404);

  expect((await helena.post('/profile/picture', { remove: 'on' })).headers.get('location')).toBe('/profile');
  expect(await pictureOf(helena)).toBeNull();
  expect((await helena.get(address)).status).toBe(404);
});

test('a program takes it away as well, and names no other', async () => {
  const helena = await web.person();
  await choose(helena, PNG);
  const headers = { authorization: `Bearer ${await tokenOf(helena)}`, 'content-type': 'application/json' };
  const put = (picture: string | null) =>
    web.visitor().send('/api/user/profile', { method: 'PUT', headers, body: JSON.stringify({ picture }) });
  for (const other of ['https://example.com/me.png', '']) expect((await put(other)).status).toBe(422);
  expect((await put(await pictureOf(helena))).status).toBe(200);
  expect(await (await put(null)).json()).toMatchObject({ picture: null });
  expect(await pictureOf(helena)).toBeNull();
  expect((await put('')).status).toBe(200);
});

test('a file that is no picture is refused at its field, and the previous picture stays', async () => {
  const helena = await web.person();
  await choose(helena, PNG);
  const before = await pictureOf(helena);
  const wrong: [Buffer, number, RegExp][] = [
    [Buffer.from('<!doctype html><script>alert(1)</script>'), 422, /Please choose a JPG, PNG, WebP, GIF or HEIC/],
    [PNG.subarray(0, 40), 422, /damaged or far too large/],
    [Buffer.alloc(0), 422, /Please choose a picture/],
    [Buffer.concat([PNG, Buffer.alloc(10 * 1_048_576)]), 413, /is larger than 10 MB/],
  ];
  for (const [bytes, status, words] of wrong) {
    const answer = await choose(helena, bytes);
    expect([words, answer.status]).toEqual([words, status]);
    const html = await answer.text();
    expect(/<p class="error" id="picture-error" role="alert">([^<]*)</.exec(html)?.[1]).toMatch(words);
    expect(html).toContain('Failed to update profile');
  }
  expect((await helena.post('/profile/picture', {})).status).toBe(422);
  expect(await pictureOf(helena)).toBe(before);
});
