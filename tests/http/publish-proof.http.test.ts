/** Sharing something new with everyone: it is saved as private where the last proof is old, and shared after one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GUARDED_PAGES } from '#app/middleware/sensitive-verbs.ts';
import { PNG, sendForm, upload } from './files.ts';
import { ageProof } from './old-proof.ts';
import type { Visitor } from './visitor.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

const LETTER = { type: 'text', title: 'The boat', content: 'It is blue.', is_public: 'on' };

function pictureForm(once: string): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: 'The sea', type: 'image', is_public: 'on', once }))
    form.append(name, value);
  form.append('file', new Blob([PNG]), 'sea.png');
  return form;
}

/** Each way in which a page saves something that is to be public from the start. */
const WAYS: Readonly<Record<string, (owner: Visitor) => Promise<Response>>> = {
  'a letter': (owner) => owner.post('/create', LETTER),
  'a file without scripts': (owner) => sendForm(owner, '/create', pictureForm(crypto.randomUUID())),
  'a file by script': (owner) => upload(owner, Buffer.from(PNG), { type: 'image', name: 'sea.png', isPublic: true }),
};

const contents = (owner: { email: string }) =>
  web.query<{ id: string; is_public: boolean }>(
    'select id, is_public from contents where owner_id = (select id from users where email = ?) order by created_at, id',
    [owner.email],
  );

test('the forms that are guarded for publishing are tried here', () => {
  const publishing = Object.keys(GUARDED_PAGES).filter((path) => typeof GUARDED_PAGES[path] === 'object');
  expect(publishing).toEqual(['/create', '/create/upload']);
});

test.each(Object.entries(WAYS))(
  '%s that is to be public is saved as private with an old proof, and shared by its page after one',
  async (_, save) => {
    const owner = await web.person('Helena Duarte', 'premium');
    await ageProof(web, owner.email);
    const saved = await save(owner);
    const [content] = await contents(owner);
    expect([[201, 302].includes(saved.status), content?.is_public]).toEqual([true, false]);
    const publish = `/content/${content?.id}/publish`;
    const next = saved.headers.get('location') ?? `/dashboard?content=${content?.id}&held`;
    expect(next).toBe(`/dashboard?content=${content?.id}&held`);
    const page = await (await owner.get(next)).text();
    expect(page).toContain('before you share it with everyone, we ask once more whether it’s you');
    expect(page).toContain(`href="${publish}"`);

    expect((await owner.post(publish)).status).toBe(307);
    const stepUp = `/step-up?${new URLSearchParams({ to: publish })}`;
    const proved = await owner.post(stepUp, { 'step-up-password': 'stillhere' });
    expect([proved.status, proved.headers.get('location')]).toEqual([307, publish]);
    expect((await owner.post(publish)).status).toBe(302);
    expect(await contents(owner)).toEqual([{ id: content?.id, is_public: true }]);
    expect(await (await owner.get(next)).text()).not.toContain('private for now');
  },
);

test.each(Object.entries(WAYS))('%s is public at once right after signing in', async (_, save) => {
  const owner = await web.person('Helena Duarte', 'premium');
  await save(owner);
  expect(await contents(owner)).toMatchObject([{ is_public: true }]);
});

test('a letter that is public is changed or restored by its pages only after a proof, and a private one at once', async () => {
  const owner = await web.person('Helena Duarte', 'premium');
  await owner.post('/create', { ...LETTER, is_public: '' });
  const [content] = await contents(owner);
  const edit = `/content/${content?.id}/edit`;
  const restore = `/content/${content?.id}/versions/1`;
  await ageProof(web, owner.email);
  expect((await owner.post(edit, { title: 'The boat', content: 'It is red.', version: '1' })).status).toBe(302);
  expect((await owner.post(restore)).status).toBe(302);
  await web.query('update contents set is_public = true where id = ?', [content?.id]);
  const words = () => web.query('select version from contents where id = ?', [content?.id]);
  const before = await words();
  const sent = await owner.post(edit, { title: 'The boat', content: 'Anything.', version: '3' });
  expect([sent.status, sent.headers.get('location')]).toEqual([307, `/step-up?${new URLSearchParams({ to: edit })}`]);
  expect((await owner.post(restore)).status).toBe(307);
  expect(await words()).toEqual(before);
});

test('a letter that is not valid comes back with its box as it was, and nothing is saved', async () => {
  const owner = await web.person('Helena Duarte', 'premium');
  await ageProof(web, owner.email);
  const page = await (await owner.post('/create', { ...LETTER, title: '' })).text();
  expect(page).toMatch(/<input[^>]*name="is_public"[^>]*checked=""/);
  expect(await contents(owner)).toEqual([]);
});

test('a form that was held back is saved once, and again as public where it is sent after a proof', async () => {
  const owner = await web.person('Helena Duarte', 'premium');
  const once = crypto.randomUUID();
  const ways = [() => owner.post('/create', { ...LETTER, once }), () => sendForm(owner, '/create', pictureForm(once))];
  for (const save of ways) {
    await web.query('delete from contents where owner_id = (select id from users where email = ?)', [owner.email]);
    await ageProof(web, owner.email);
    const [first, second] = [await save(), await save()];
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(await contents(owner)).toMatchObject([{ is_public: false }]);
    await owner.post('/step-up?to=/emergency/pause', { 'step-up-password': 'stillhere' });
    await save();
    expect(await contents(owner)).toMatchObject([{ is_public: false }, { is_public: true }]);
  }
});
