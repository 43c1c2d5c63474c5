/** What a sealed item is without, and how that is explained: pictures, previews, the gallery. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, newClient, newLetter } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { keptFile, PNG, sendForm, upload as uploadFile } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { schedule } from './delivered.ts';
import { makeParcel, type TestParcel } from './make.ts';
import { formOf, type Item, partsOf, upload } from './upload.ts';

const LABEL = 'For Ana, on her day';

let web: Web;
let helena: Client;
let pages: Awaited<ReturnType<typeof byPage>>['visitor'];
let parcel: TestParcel;
let item: Item;
let delivery: string;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web, 'premium');
  pages = (await byPage(web, helena)).visitor;
  parcel = await makeParcel('Dear Ana, the key is under the stone.', { title: 'Where the key is' });
  await newLetter(helena, 'An open letter');
  await keptFile(await uploadFile(pages, PNG, { type: 'file', title: 'An open file' }));
  item = await upload(helena, parcel, { title: LABEL });
  delivery = (await schedule(web, helena, item)).id;
});
afterAll(() => web?.stop());

const read = async (path: string) => (await (await pages.get(path)).text()).replaceAll('<!-- -->', '');

describe('in the vault', () => {
  test.each(['/dashboard/content', '/dashboard/content?type=file', '/dashboard'])(
    '%s shows its card with a lock and why there is no picture, and open items without',
    async (path) => {
      const cards = (await read(path)).match(/<li class="keep".*?<\/li>/gs) ?? [];
      const [own, ...more] = cards.filter((card) => card.includes(LABEL));
      expect(more).toEqual([]);
      // In place of the picture, and beside the word.
      expect(own?.match(/<use href="[^"]*#sealed"/g)).toHaveLength(2);
      expect(own).toContain('Sealed');
      expect(own).toContain('No preview: not even we can open it');
      expect(own).not.toContain('<img');
      const open = cards.filter((card) => !card.includes(LABEL));
      expect(open.length).toBeGreaterThan(0);
      for (const card of open) expect(card).not.toMatch(/#sealed|Sealed|not even we/);
    },
  );

  test('its own page says what there is not, and why', async () => {
    expect(await read(`/dashboard/content/${item.id}`)).toContain(
      'It has no small picture and no preview, and search does not find its words: we cannot read them.',
    );
  });

  test('no call gives a picture of it', async () => {
    const headers = { authorization: `Bearer ${helena.token}` };
    const answer = await web.visitor().send(`/api/content/file/${item.file_id}/thumbnail`, { headers });
    expect(answer.status).toBe(404);
    expect((await helena.call(`GET /content/${item.id}`)).body.preview).toBeNull();
  });
});

describe('the sender’s preview of a delivery of it', () => {
  test('shows what the recipient will see, and opens nothing', async () => {
    const page = await read(`/schedule/${delivery}/preview`);
    for (const words of [
      'What Ana will get',
      LABEL,
      'so that not even Stillhere can open it',
      'Its six words open it. So does one of its two printed sheets',
      'Download the sealed item (',
    ])
      expect(page).toContain(words);
    expect(page).toMatch(/<button [^>]*type="button" disabled="">Open it here<\/button>/);
    expect(page).not.toMatch(/href="[^"]*(?:\/open\/|parcel\.zip)/);
  });

  test('has nothing that opens it, in the page or at the addresses of its files', async () => {
    const secrets = Object.values(parcel.shares).map((share) => Buffer.from(share));
    const paths = ['', `/file/${item.file_id}`, `/file/${item.file_id}/sealed`, `/file/${item.file_id}/parcel.zip`];
    for (const path of [`/schedule/${delivery}/preview`, ...paths.map((end) => `/schedule/preview${end}`)]) {
      const bytes = Buffer.from(await (await pages.get(path)).arrayBuffer());
      for (const secret of secrets)
        for (const form of [secret, secret.toString('hex'), secret.toString('base64')])
          expect([path, bytes.includes(form)]).toEqual([path, false]);
    }
    expect(await web.query('select opened_at from deliveries where id = ?', [delivery])).toEqual([{ opened_at: null }]);
  });
});

describe('it cannot become public', () => {
  const PUBLIC = { is_public: 'true', type: 'file', title: LABEL };
  const sealed = (fields: Record<string, string> = PUBLIC) => formOf(partsOf(parcel), fields);
  const letter = () => newLetter(helena);

  test.each([
    ['a new one by the API', async () => (await helena.call('POST /content/upload-file', { form: sealed() })).status],
    [
      'a change by the API',
      async () => (await helena.call(`PUT /content/${item.id}`, { json: { is_public: true } })).status,
    ],
    [
      'an item that is sealed by the API',
      async () => (await helena.call(`POST /content/${await letter()}/seal`, { form: sealed() })).status,
    ],
    [
      'a new one by the form',
      async () => (await sendForm(pages, '/create', sealed({ ...PUBLIC, is_public: 'on' }))).status,
    ],
    [
      'a new one by the page’s script',
      async () => (await sendForm(pages, '/create/upload', sealed({ ...PUBLIC, is_public: 'on' }))).status,
    ],
    [
      'an item that is sealed by the page’s script',
      async () =>
        (await sendForm(pages, `/content/${await letter()}/seal/upload`, sealed({ ...PUBLIC, is_public: 'on' })))
          .status,
    ],
    ['the question whether to publish', async () => (await pages.post(`/content/${item.id}/publish`, {})).status],
  ])('%s is refused with 422', async (_, ask) => {
    expect(await ask()).toBe(422);
  });

  test('by editing it, by setting it aside, or behind our back in the database', async () => {
    const about = { title: LABEL, is_public: 'on', version: '1' };
    await pages.post(`/content/${item.id}/edit`, about);
    await helena.call(`PUT /content/${item.id}`, { json: { is_emergency: true } });
    await expect(web.query('update contents set is_public = true where id = ?', [item.id])).rejects.toThrow(
      'contents_sealed',
    );
  });

  test('and after all of these the gallery has nothing of it', async () => {
    expect(await web.query('select id from contents where is_sealed and is_public')).toEqual([]);
    expect(await (await web.visitor().get('/shared')).text()).not.toContain(LABEL);
    expect((await pages.get(`/shared/${item.id}`)).status).toBe(404);
    expect((await web.visitor().get(`/api/content/file/${item.file_id}`)).status).not.toBe(200);
  });
});
