/** Sealed items: what the API takes, and what it and the pages give their owner. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sourceOf } from '#app/sealed/age-file.ts';
import { openParcel } from '#app/sealed/parcel.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { unzip } from '#tests/recipient/unzip.ts';
import { makeParcel, parcelOf, type TestParcel } from './make.ts';
import { formOf, type Item, type Parts, partsOf, upload } from './upload.ts';

const LETTER = 'Dear Ana, this is for your eighteenth birthday.';

let web: Web;
let helena: Client;
let parcel: TestParcel;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web);
  parcel = await makeParcel(LETTER);
});
afterAll(() => web?.stop());

async function refused(parts: Parts, fields: Record<string, string> = {}) {
  const { status, body } = await helena.call('POST /content/upload-file', { form: formOf(parts, fields) });
  return [status, ((body.errors ?? []) as { field: string }[]).map(({ field }) => field)];
}

describe('an upload', () => {
  test('makes a sealed item of the type file, with a label in place of a title', async () => {
    const { id } = await upload(helena, parcel);
    const { body } = await helena.call(`GET /content/${id}`);
    expect(body).toMatchObject({
      type: 'file',
      is_sealed: true,
      title: 'A sealed item',
      is_public: false,
      preview: null,
      metadata: {
        original_filename: 'content.age',
        size: parcel.content.length,
        content_type: 'application/octet-stream',
      },
    });
    expect((await helena.call<unknown[]>(`GET /content/${id}/versions`)).body).toEqual([]);
    expect(await web.query('select 1 from thumbnails t join contents c using (file_id) where c.id = ?', [id])).toEqual(
      [],
    );
  });

  test('takes the fields and parts after the file, too', async () => {
    const form = new FormData();
    for (const [name, bytes] of Object.entries(partsOf(parcel)))
      form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.age`);
    form.append('title', 'For Ana');
    form.append('sealed', 'true');
    const { status, body } = await helena.call('POST /content/upload-file', { form });
    expect([status, body.title, body.is_sealed]).toEqual([201, 'For Ana', true]);
  });

  test.each(['file', 'meta', 'key'] as const)('whose %s is not age is refused, and nothing is stored', async (part) => {
    const [before] = await web.query('select count(*) from files');
    expect(await refused({ ...partsOf(parcel), [part]: Buffer.from('age-encryption.org/v1\nDear Ana') })).toEqual([
      422,
      [part],
    ]);
    expect(await web.query('select count(*) from files')).toEqual([before]);
  });

  test.each(['meta', 'key'] as const)('without %s is refused', async (part) => {
    const { [part]: _, ...parts } = partsOf(parcel);
    expect(await refused(parts)).toEqual([422, [part]]);
  });

  test.each([32, 34])('with a share of %i bytes is refused', async (length) => {
    expect(await refused({ ...partsOf(parcel), share: randomBytes(length) })).toEqual([422, ['share']]);
  });

  test('as a picture, or for the gallery, is refused', async () => {
    expect(await refused(partsOf(parcel), { type: 'image' })).toEqual([422, ['type']]);
    expect((await refused(partsOf(parcel), { is_public: 'true' }))[0]).not.toBe(201);
    const premium = await newClient(web, 'premium');
    const form = formOf(partsOf(parcel), { is_public: 'true' });
    expect((await premium.call('POST /content/upload-file', { form })).status).toBe(422);
    const { id } = await upload(premium, parcel);
    const published = await premium.call(`PUT /content/${id}`, { json: { is_public: true } });
    expect([published.status, published.body.code]).toEqual([422, 'validation-failed']);
  });

  test('counts the ciphertext against the storage', async () => {
    const owner = await newClient(web);
    await upload(owner, parcel);
    const rows = await web.query('select type, bytes from storage_use where owner_id = ?', [owner.id]);
    expect(rows).toEqual([{ type: 'file', bytes: `${parcel.content.length}` }]);
  });

  test('that is repeated with its key changes nothing, and another parcel is refused', async () => {
    const headers = { 'idempotency-key': 'sealed-once' };
    const send = (of: Parts) => helena.call<Item>('POST /content/upload-file', { form: formOf(of), headers });
    const first = await send(partsOf(parcel));
    expect((await send(partsOf(parcel))).body.id).toBe(first.body.id);
    expect((await send({ ...partsOf(parcel), share: parcel.shares.a })).status).toBe(409);
  });
});

describe('a part that would be lost', () => {
  test.each(['meta', 'key', 'share'])('is refused: %s as text', async (part) => {
    const form = formOf(partsOf(parcel));
    form.append(part, 'text');
    const { status, body } = await helena.call<{ errors: { field: string }[] }>('POST /content/upload-file', { form });
    expect([status, body.errors[0]?.field]).toEqual([422, part]);
  });

  test('is refused beside a file that is not marked as sealed', async () => {
    const form = formOf(partsOf(parcel), { sealed: 'false', type: 'file', title: 'Open' });
    const { status, body } = await helena.call<{ errors: { field: string }[] }>('POST /content/upload-file', { form });
    expect([status, body.errors[0]?.field]).toEqual([422, 'sealed']);
  });
});

describe('its owner', () => {
  test('finds the whole parcel in the archive of everything, in a folder of its own', async () => {
    await upload(helena, parcel, { title: 'For the notary' });
    const { visitor } = await byPage(web, helena);
    const response = await visitor.post('/profile/export', { password: 'stillhere' });
    const files = new Map(unzip(Buffer.from(await response.arrayBuffer())).map(({ name, bytes }) => [name, bytes]));
    const inside = [...files.keys()].flatMap((name) => (name.startsWith('For the notary/') ? name.slice(15) : []));
    expect(inside).toEqual(['README.txt', 'open.html', 'key.age', 'meta.age', 'content.age']);
    const read = (name: string) => new Uint8Array(files.get(`For the notary/${name}`) ?? []);
    const fromArchive = { content: sourceOf(read('content.age')), meta: read('meta.age'), key: read('key.age') };
    const opened = await openParcel(fromArchive, { words: parcel.words.join(' ') });
    expect(Buffer.from(await opened.read(0, 1000)).toString()).toBe(LETTER);
    expect(`${files.get('Contents.txt')}`).toContain('- For the notary/: For the notary');
  });

  test('opens it again with the words, from what the calls give', async () => {
    const { id, file_id } = await upload(helena, parcel);
    const { body } = await helena.call<Record<'label' | 'meta' | 'key', string>>(`GET /content/${id}/sealed`);
    expect(body).toEqual({
      label: 'A sealed item',
      size: parcel.content.length,
      meta: Buffer.from(parcel.meta).toString('base64'),
      key: Buffer.from(parcel.key).toString('base64'),
    });
    const headers = { authorization: `Bearer ${helena.token}` };
    const content = Buffer.from(
      await (await web.visitor().send(`/api/content/file/${file_id}`, { headers })).arrayBuffer(),
    );
    const files = { content, meta: Buffer.from(body.meta, 'base64'), key: Buffer.from(body.key, 'base64') };
    const opened = await openParcel(parcelOf(files), { words: parcel.words.join(' ') });
    expect(Buffer.from(await opened.read(0, 1000)).toString()).toBe(LETTER);
  });

  test('downloads the parcel with all that opens it, and without our share', async () => {
    const { id } = await upload(helena, parcel);
    const { visitor } = await byPage(web, helena);
    const page = await (await visitor.get(`/dashboard/content/${id}`)).text();
    expect(page).toContain(`href="/content/${id}/parcel.zip"`);
    expect(page).toContain('Not even Stillhere can');
    expect(page).not.toContain(`/content/${id}/publish`);
    const response = await visitor.get(`/content/${id}/parcel.zip`);
    const files = new Map(unzip(Buffer.from(await response.arrayBuffer())).map(({ name, bytes }) => [name, bytes]));
    expect([...files.keys()]).toEqual(['README.txt', 'open.html', 'key.age', 'meta.age', 'content.age']);
    expect(files.get('content.age')?.equals(parcel.content)).toBe(true);
    expect(files.get('key.age')?.equals(parcel.key)).toBe(true);
    expect(files.get('README.txt')?.toString()).toContain('age -d -i identity.txt content.age > original');
    expect(files.get('open.html')?.toString()).toContain("default-src 'none'");
  });

  test('has no such call for what is not sealed, nor for the item of another person', async () => {
    const { id } = await upload(helena, parcel);
    const stranger = await newClient(web);
    expect((await stranger.call(`GET /content/${id}/sealed`)).status).toBe(404);
    const letter = { title: 'Open', type: 'text', content: 'Open' };
    const { body } = await helena.call('POST /content/upload', { json: letter });
    expect((await helena.call(`GET /content/${body.id}/sealed`)).status).toBe(404);
  });
});
