/** Editing without scripts: in two windows at once, earlier versions, and files. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PNG, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  helena = await web.person();
  const { headers } = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  letter = headers.get('location')?.split('=')[1] ?? '';
});
afterAll(() => web?.stop());

const read = async (path: string) => (await (await helena.get(path)).text()).replaceAll('<!-- -->', '');
const versionIn = (page: string) => /name="version" value="(\d+)"/.exec(page)?.[1] ?? '';
const save = (content: string, version: string, title = 'For Ana') =>
  helena.post(`/content/${letter}/edit`, { title, content, version });

describe('a letter in two windows', () => {
  test('is saved by the first; the second sees both texts, and loses neither', async () => {
    const version = versionIn(await read(`/content/${letter}/edit`));
    expect((await save('From the first window', version)).status).toBe(302);
    const second = await save('From the second window', version);
    const page = (await second.text()).replaceAll('<!-- -->', '');
    expect(second.status).toBe(412);
    expect(page).toContain('This was changed in another window.');
    expect(page).toMatch(/saved in another window.*From the first window.*From the second window<\/textarea>/s);
    expect(await read(`/dashboard/content/${letter}`)).toContain('From the first window');

    expect((await save('From the second window', versionIn(page))).status).toBe(302);
    expect(await read(`/dashboard/content/${letter}`)).toContain('From the second window');
    expect(await read(`/content/${letter}/versions/2`)).toContain('From the first window');
  });

  test('keeps the version of its form when it comes back with another error', async () => {
    await save('From the first window', '1');
    const wrong = await save('From the second window', '1', '');
    expect(wrong.status).toBe(422);
    expect(versionIn(await wrong.text())).toBe('1');
  });

  test('is compared with nothing by a page from before an update, which sends no version', async () => {
    await save('From the first window', '1');
    const { status } = await helena.post(`/content/${letter}/edit`, { title: 'For Ana', content: 'An old page' });
    expect(status).toBe(302);
  });
});

describe('earlier versions', () => {
  test('are listed, read, restored and deleted', async () => {
    expect(await read(`/dashboard/content/${letter}`)).not.toContain('Earlier versions');
    await save('Another beginning', '1', 'For Ana, later');
    expect(await read(`/dashboard/content/${letter}`)).toContain(`href="/content/${letter}/versions"`);
    expect(await read(`/content/${letter}/versions`)).toContain(`href="/content/${letter}/versions/1"`);
    const path = `/content/${letter}/versions/1`;
    expect(await read(path)).toMatch(/For Ana.*Saved on .*Dear Ana,.*Restore this version/s);
    expect((await helena.post(path, {})).headers.get('location')).toBe(`/dashboard/content/${letter}`);
    expect(await read(`/dashboard/content/${letter}`)).toContain('Dear Ana,');
    expect(await read(`/content/${letter}/versions/2`)).toContain('Another beginning');
    expect(await read(`/content/${letter}/versions/delete`)).toContain('This action cannot be undone.');
    expect((await helena.post(`/content/${letter}/versions/delete`, {})).status).toBe(302);
    expect(await read(`/content/${letter}/versions`)).toContain('This letter has no earlier versions.');
  });

  test('show the beginning of a long letter, and say that there is more', async () => {
    await save('word '.repeat(100), '1');
    await save('Another beginning', '2');
    expect(await read(`/content/${letter}/versions`)).toMatch(/word word…</);
  });

  test('are their owner’s', async () => {
    await save('Another beginning', '1');
    const stranger = await web.person();
    for (const path of ['versions', 'versions/1', 'versions/delete'])
      expect([path, (await stranger.get(`/content/${letter}/${path}`)).status]).toEqual([path, 404]);
    for (const path of ['versions/1', 'versions/delete'])
      expect([path, (await stranger.post(`/content/${letter}/${path}`, {})).status]).toEqual([path, 404]);
    for (const version of ['2', '99', 'x', '0'])
      expect([version, (await helena.get(`/content/${letter}/versions/${version}`)).status]).toEqual([version, 404]);
    expect(await read(`/content/${letter}/versions/1`)).toContain('Dear Ana,');
  });
});

describe('a file', () => {
  const saved = async (name: string, title = name): Promise<string> => {
    const response = await upload(helena, PNG, { type: 'image', title, name });
    return ((await response.json()) as { content: { id: string } }).content.id;
  };

  test('gets another title and a note, and keeps its name', async () => {
    const id = await saved('IMG_4711.png');
    expect(await read(`/dashboard/content/${id}`)).toContain(`href="/content/${id}/edit"`);
    const change = { title: 'The sea', caption: 'You were four.\r\nAnd wet.', version: '1' };
    expect((await helena.post(`/content/${id}/edit`, change)).status).toBe(302);
    expect(await read(`/dashboard/content/${id}`)).toMatch(/The sea.*You were four\.<br\/>And wet\..*IMG_4711\.png/s);
    const tooLong = await helena.post(`/content/${id}/edit`, { ...change, caption: 'x'.repeat(2_001), version: '2' });
    expect(tooLong.status).toBe(422);
    expect(await tooLong.text()).toContain('Your note can have up to 2,000 characters');
    expect((await helena.post(`/content/${id}/edit`, { ...change, caption: 'Later', version: '1' })).status).toBe(412);
  });

  test('shows in the second window that recipients may see where it was taken, and an old form does not undo it', async () => {
    const id = await saved('sea.png');
    await web.query(
      `update files set sealed_blanks = null, blanks = '[[8, 4]]' where id = (select file_id from contents where id = ?)`,
      [id],
    );
    const change = { title: 'The sea', caption: '', version: '1' };
    expect((await helena.post(`/content/${id}/edit`, { ...change, shares_location: 'on' })).status).toBe(302);
    const second = await helena.post(`/content/${id}/edit`, { ...change, caption: 'You were four.' });
    const page = await second.text();
    expect([second.status, page.includes('In it, recipients can see where it was taken.')]).toEqual([412, true]);
    const shares = () => web.query('select shares_location from contents where id = ?', [id]);
    expect(await shares()).toEqual([{ shares_location: true }]);
    const again = { ...change, caption: 'You were four.', version: versionIn(page) };
    expect((await helena.post(`/content/${id}/edit`, again)).status).toBe(302);
    expect(await shares()).toEqual([{ shares_location: false }]);
  });

  test('with the name of a camera is asked for a title, after it was saved', async () => {
    const asks = async (id: string) => (await read(`/dashboard?content=${id}`)).includes('Give it a title');
    expect(await asks(await saved('IMG_4711.png'))).toBe(true);
    expect(await asks(await saved('IMG_4712.png', 'The sea'))).toBe(false);
  });
});

test('a wrong or foreign id after Save says nothing', async () => {
  const stranger = await web.person();
  for (const content of [letter, 'x', '01980000-0000-7000-8000-000000000000'])
    expect(await (await stranger.get(`/dashboard?content=${content}`)).text()).not.toContain('Kept.');
});
