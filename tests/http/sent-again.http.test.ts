/** A file that a page's script sends again, because no answer came: it is saved once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { makeParcel, type TestParcel } from '#tests/sealed/make.ts';
import { formOf, partsOf } from '#tests/sealed/upload.ts';
import { PNG } from './files.ts';
import { startWeb, type Web } from './web.ts';

const KEY = '0b8f6a5e-6f0e-4c7a-9d59-0a4f2d1c7e11';
const OTHER_KEY = '1b8f6a5e-6f0e-4c7a-9d59-0a4f2d1c7e11';

type Person = Awaited<ReturnType<Web['person']>>;

let web: Web;
let helena: Person;
let parcel: TestParcel;
beforeAll(async () => {
  web = await startWeb();
  parcel = await makeParcel('Dear Ana,');
});
beforeEach(async () => {
  helena = await web.person('Helena Duarte', 'free');
});
afterAll(() => web?.stop());

async function send(form: FormData, { person = helena, path = '/create/upload', key = KEY, headers = {} } = {}) {
  const sent = { 'sec-fetch-site': 'same-origin', 'idempotency-key': key, ...headers };
  const answer = await person.send(path, { method: 'POST', body: form, headers: sent });
  const { content, code } = (await answer.json()) as { content?: { id: string; title: string }; code?: string };
  return { status: answer.status, id: content?.id, title: content?.title, code };
}

function picture(): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'The hills', type: 'image', size: `${PNG.length}` }))
    form.append(name, value);
  form.append('file', new Blob([PNG]), 'hills.png');
  return form;
}

const sealed = () => formOf(partsOf(parcel), { title: 'For Ana', type: 'file' });

const items = async ({ email }: Person) =>
  (await web.query('select id from contents where owner_id = (select id from users where email = ?)', [email])).length;

describe.each([
  ['a picture', picture, 'The hills'],
  ['a sealed item', sealed, 'For Ana'],
])('%s', (_, form, title) => {
  test('is saved once, also when both are sent at once, and each answer names it', async () => {
    const answers = [...(await Promise.all([send(form()), send(form())])), await send(form())];
    const [{ id } = { id: undefined }] = answers;
    expect(answers).toEqual(Array(3).fill({ status: 201, id, title, code: undefined }));
    expect(await items(helena)).toBe(1);
  });

  test('is found again in a vault that is full by now', async () => {
    const first = await send(form());
    await web.query(
      "insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?",
      [50 * MEGABYTE, helena.email],
    );
    expect(await send(form())).toEqual(first);
    expect(await send(form(), { key: OTHER_KEY })).toMatchObject({ status: 413, code: 'quota-exceeded' });
  });

  test('is another item with another key, without one, and in the vault of another person', async () => {
    const ana = await web.person('Ana', 'free');
    const sent = [{}, { key: OTHER_KEY }, { key: '' }, { person: ana }];
    const ids = new Set<string | undefined>();
    for (const how of sent) ids.add((await send(form(), how)).id);
    expect(ids.size).toBe(4);
    expect([await items(helena), await items(ana)]).toEqual([3, 1]);
  });
});

test('what was refused can be sent again with the same key', async () => {
  const wrong = picture();
  wrong.set('type', 'audio');
  expect(await send(wrong)).toMatchObject({ status: 422, code: 'validation-failed' });
  expect(await send(picture())).toMatchObject({ status: 201, title: 'The hills' });
});

describe('a parcel in the place of a saved letter', () => {
  async function letter(): Promise<{ path: string; headers: Record<string, string> }> {
    const { headers } = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
    const id = headers.get('location')?.split('=')[1];
    return { path: `/content/${id}/seal/upload`, headers: { 'if-match': '"1"' } };
  }

  test('that is sent again, or twice at once, is confirmed and not called a conflict', async () => {
    const to = await letter();
    const answers = [...(await Promise.all([send(sealed(), to), send(sealed(), to)])), await send(sealed(), to)];
    expect(answers.map(({ status, title }) => [status, title])).toEqual(Array(3).fill([201, 'For Ana']));
  });

  test('from another window is refused', async () => {
    const to = await letter();
    await send(sealed(), to);
    expect(await send(sealed(), { ...to, key: OTHER_KEY })).toMatchObject({ status: 409, code: 'conflict' });
  });
});
