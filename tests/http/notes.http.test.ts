/** A note with a file is for its recipients: no visitor reads it, on no page and in no answer of the API. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptFile, PNG, sendForm } from './files.ts';
import { startWeb, type Web } from './web.ts';

const NOTE = 'Only Ana may know about the blue box.';

let web: Web;
let id: string;
let owner: Awaited<ReturnType<Web['person']>>;
beforeAll(async () => {
  web = await startWeb();
  owner = await web.person('Helena Duarte', 'premium');
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'The boat', type: 'image', caption: NOTE, is_public: 'on' }))
    form.append(name, value);
  form.append('file', new Blob([PNG]), 'boat.png');
  const file = await keptFile(await sendForm(owner, '/create/upload', form));
  const [row] = await web.query<{ id: string }>('select id from contents where file_id = ?', [file]);
  id = row?.id ?? '';
});
afterAll(() => web?.stop());

test('its owner reads it', async () => {
  expect(await (await owner.get(`/dashboard/content/${id}`)).text()).toContain(NOTE);
});

test.each(['/shared', '/shared/ID', '/api/public/contents'])(
  'a visitor of %s reads the title, and not the note',
  async (pattern) => {
    const response = await web.visitor().get(pattern.replace('ID', id));
    const text = await response.text();
    expect([response.ok, text.includes('The boat'), text.includes(NOTE), text.includes('blue box')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  },
);

test.each(['/shared.data', '/shared/ID.data'])(
  'a script that asks for %s is sent to the page and reads nothing',
  async (pattern) => {
    const response = await web.visitor().get(pattern.replace('ID', id));
    const page = pattern.replace('ID', id).replace('.data', '');
    expect([response.status, response.headers.get('x-remix-redirect')]).toEqual([204, page]);
    expect(await response.text()).toBe('');
  },
);

test('a note that is damaged hides nothing from visitors, and raises no alarm', async () => {
  await web.query('update contents set caption = set_byte(caption, 30, get_byte(caption, 30) # 1) where id = ?', [id]);
  for (const path of ['/shared', `/shared/${id}`, '/api/public/contents']) {
    const response = await web.visitor().get(path);
    expect([path, response.status, (await response.text()).includes('The boat')]).toEqual([path, 200, true]);
  }
  expect(web.printed().filter((line) => line.includes('ALARM'))).toEqual([]);
});
