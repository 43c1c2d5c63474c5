/** The page where things are kept, as it is served: without a script that would help. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { holds } from '#tests/spec/holds.ts';
import { PNG, sendForm } from './files.ts';
import { startWeb, type Web } from './web.ts';

type Person = Awaited<ReturnType<Web['person']>>;

let web: Web;
let helena: Person;
beforeAll(async () => {
  web = await startWeb();
  helena = await web.person('Helena Duarte', 'free');
});
afterAll(() => web?.stop());

describe.each([
  ['image', 'JPG, PNG, GIF', 'accept="image/*"'],
  ['video', 'MP4, MOV, AVI', 'accept="video/*"'],
  ['audio', 'MP3, WAV, OGG', 'accept="audio/*"'],
  ['file', 'Any file', null],
])('/create?type=%s', (type, hint, accept) => {
  test('offers a picker with its hint and what is left, and hides the message', async () => {
    holds('S2-31', 'S2-34', 'S2-35');
    const page = await (await helena.get(`/create?type=${type}`)).text();
    expect(page).toContain(`${hint}. 50.00 MB of 50.00 MB left.`);
    expect(page.match(/<input[^>]*type="file"[^>]*>/)?.[0].match(/accept="[^"]*"/)?.[0] ?? null).toBe(accept);
    expect(page).toMatch(/<form[^>]*enctype="multipart\/form-data"/i);
    expect(page).toMatch(new RegExp(`<input[^>]*name="type"[^>]*checked=""[^>]*value="${type}"`));
    expect(page).toMatch(/<div hidden=""><div class="field"><label[^>]*>Message/);
  });
});

test.each(['/create', '/create?type=nonsense'])('%s begins with a letter of twelve rows', async (path) => {
  holds('S9-6');
  const page = await (await helena.get(path)).text();
  expect(page).toMatch(/<textarea[^>]*rows="12"/);
  expect(page).toMatch(/<div hidden=""><div class="field"><label[^>]*>File/);
  for (const type of ['text', 'image', 'video', 'audio', 'file'])
    expect(page).toContain(`<a class="choice" href="/create?type=${type}"`);
});

test('a letter goes with a multipart form as with any other', async () => {
  const form = formOf({ type: 'text', title: 'For Ana', content: 'Dear Ana,' });
  form.append('file', new Blob([]), '');
  expect(target(await sendForm(helena, '/create', form))).toMatch(/^\/dashboard\?content=/);
});

test('a letter for which there is no room says so at its message, with every word in it', async () => {
  const ana = await web.person('Ana', 'free');
  await web.query(
    `insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?`,
    [50 * MEGABYTE, ana.email],
  );
  const response = await ana.post('/create', { type: 'text', title: 'For Ana', content: 'Dear Ana,' });
  const page = await response.text();
  expect(response.status).toBe(413);
  expect(page).toMatch(/<p class="error" id="letter-form-content-error">Your vault holds 50\.00 MB, and 0\.00 MB/);
  expect(page).toContain('Dear Ana,</textarea>');
  expect(page).toMatch(/delete something in.*<a href="\/dashboard\/content"/);
});

describe('a form without its file', () => {
  test('comes back with what was written, and says so at the field and above', async () => {
    holds('S5-3', 'S8-9');
    const form = formOf({ type: 'video', title: 'The first <steps>' });
    form.append('file', new Blob([]), '');
    const response = await sendForm(helena, '/create', form);
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toMatch(/<p class="error"[^>]*>Please select a file<\/p>/);
    expect(page).toMatch(/<noscript>.*Please select a file.*<\/noscript>/);
    expect(page).toContain('value="The first &lt;steps&gt;"');
    expect(page).toContain('MP4, MOV, AVI');
    expect(page).toMatch(/<input[^>]*type="file"[^>]*autofocus/i);
    expect(page).not.toContain('choose the file again');
  });

  test('says what else is missing', async () => {
    holds('S5-2');
    const page = await (await helena.post('/create', { type: 'image' })).text();
    expect(page).toContain('Please enter a title');
    expect(page).toContain('Please select a file');
  });
});

describe('a form with its file', () => {
  test('keeps it, and goes on to its schedule', async () => {
    const ana = await web.person();
    const form = formOf({ type: 'image', title: 'The hills' });
    form.append('file', new Blob([PNG]), 'hills.png');
    const response = await sendForm(ana, '/create', form);
    expect(target(response)).toMatch(/^\/dashboard\?content=/);
    expect(ana.cookies.has('toast')).toBe(true);
    expect(await web.query(`select type, is_public from contents where ${OWN}`, [ana.email])).toEqual([
      { type: 'image', is_public: false },
    ]);
  });

  test('that is not what it says comes back with its title, and has to be picked again', async () => {
    const form = formOf({ type: 'audio', title: 'Grandmother singing' });
    form.append('file', new Blob([PNG]), 'song.mp3');
    const response = await sendForm(helena, '/create', form);
    const page = await response.text();
    expect(response.status).toBe(422);
    expect(page).toContain('This isn’t an audio recording that we can show.');
    expect(page).toContain('Please choose the file again');
    expect(page).toContain('Error creating content: This isn’t an audio recording that we can show.');
    expect(page).toContain('value="Grandmother singing"');
  });

  test('that is too much is refused with what is left', async () => {
    const form = formOf({ type: 'file', title: 'Everything' });
    form.append('file', new Blob([Buffer.alloc(51 * MEGABYTE)]), 'all.bin');
    const response = await sendForm(await web.person('Ana', 'free'), '/create', form);
    const page = await response.text();
    expect(response.status).toBe(413);
    expect(page).toMatch(/Your vault holds 50\.00 MB, and 50\.00 MB are left\. This needs 5[01]\.\d\d MB\./);
    expect(page).toMatch(/delete something in.*<a href="\/dashboard\/content"/);
  });
});

/** @returns the page without the choice to seal, which has a box without a name */
const withoutSealing = (page: string) => page.replace(/<div class="seal-choice">.*?<\/div>/s, '');

describe('sharing publicly', () => {
  test('is off where the plan does not allow it, with the reason, and is refused if asked for all the same', async () => {
    const page = withoutSealing(await (await helena.get('/create')).text());
    expect(page).toContain('Share publicly <span class="stamp">PREMIUM</span>');
    const [box, ...others] = page.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    expect(others).toEqual([]);
    expect(box).toContain('disabled=""');
    expect(box).not.toContain('name=');
    const reason = box?.match(/aria-describedby="([^"]+)"/)?.[1];
    expect(page.split(`id="${reason}"`)[1]).toMatch(
      /^>Public sharing comes with the Premium plan\. You’re on Free: .*href="\/pricing\?to=%2Fcreate"[^>]*>See plans/,
    );
    const before = await web.query('select count(*) from contents');
    const response = await helena.post('/create', { type: 'text', title: 'All', content: 'Hello', is_public: 'on' });
    expect(response.status).toBe(402);
    const again = await response.text();
    expect(again).toContain('Public sharing comes with the Premium plan. You can keep this private instead.');
    expect(again).toMatch(/value="All".*>Hello<\/textarea>.*href="\/pricing\?to=%2Fcreate"/s);
    expect(await web.query('select count(*) from contents')).toEqual(before);
  });

  test('is a box with a name only below what it means, so that no slip before the scripts run publishes anything', async () => {
    const ana = await web.person('Ana', 'premium');
    const page = withoutSealing(await (await ana.get('/create')).text());
    const boxes = page.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? [];
    const named = boxes.filter((box) => box.includes('name='));
    expect([boxes.length, named.length]).toEqual([2, 1]);
    const plain = page.match(/<noscript><details.*?<\/details><\/noscript>/)?.[0] ?? '';
    expect(plain).toContain(named[0]);
    expect(plain).toContain('Everyone will be able to see it on the Shared page');
    const refused = await (
      await ana.post('/create', { type: 'text', title: '', content: 'Hi', is_public: 'on' })
    ).text();
    expect(refused).toMatch(/<details class="public-plain" open="">.*<input[^>]*name="is_public"[^>]*checked=""/s);
    await ana.post('/create', { type: 'text', title: 'All', content: 'Hello', is_public: 'on' });
    expect(await web.query(`select is_public from contents where ${OWN}`, [ana.email])).toEqual([{ is_public: true }]);
  });
});

const OWN = 'owner_id = (select id from users where email = ?)';

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

function target(response: Response): string {
  return response.headers.get('location') ?? `${response.status}`;
}
