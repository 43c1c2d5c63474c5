/** The preview of a delivery as a browser without scripts meets it: from the form, and from a delivery that waits. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DELIVERY_TESTS } from '#domain/accounts/limits.ts';
import { unconfirm } from '#tests/harness/account.ts';
import { checkEveryFile, keptFile, PNG, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

let web: Web;
let helena: Awaited<ReturnType<Web['person']>>;
let letter: string;
beforeAll(async () => {
  web = await startWeb();
});
beforeEach(async () => {
  await web.query('delete from rate_limits');
  helena = await web.person();
  const kept = await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana, you are four.' });
  letter = new URL(kept.headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
});
afterAll(() => web?.stop());

const WISH = {
  delivery_type: 'email',
  recipient_name: 'Ana',
  recipient_email: 'ana@example.com',
  phone_country: 'PT',
  recipient_phone: '',
  date: '2031-05-04',
  time: '09:00',
  time_zone: 'Europe/Lisbon',
  birth_date: '',
  clocks_seen: '',
  link_years: '20',
};
const text = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const deliveries = () =>
  web.query<{ id: string; opened_at: Date | null; link_years: number | null }>('select * from deliveries order by id');

/** Schedules the letter. @returns the id of the delivery */
async function scheduled(change: Record<string, string> = {}): Promise<string> {
  expect((await helena.post('/schedule?new', { content_id: letter, ...WISH, ...change })).status).toBe(302);
  return (await deliveries()).at(-1)?.id ?? '';
}

describe('from the form', () => {
  const preview = (change: Record<string, string> = {}) =>
    helena.post('/schedule/preview', { content_id: letter, ...WISH, ...change });

  test('a button shows the message and the page in a new tab, and schedules nothing', async () => {
    const form = await text(await helena.get('/schedule?new'));
    expect(form).toMatch(
      /<button(?=[^>]*formAction="\/schedule\/preview")(?=[^>]*formTarget="_blank")[^>]*>See it as your recipient will<\/button>/i,
    );
    const before = await deliveries();
    const answer = await preview();
    const page = await text(answer);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    for (const words of [
      'Preview. Only you can see this page. Nothing was sent, and nothing was opened.',
      'Sunday 4 May 2031 at 09:00 (Lisbon)',
      `From Helena Duarte, a letter for you: “How we chose your name”`,
      'Dear Ana, you are four.',
      'until 4 May 2051',
      'To go back to the form, close this tab.',
    ])
      expect(page).toContain(words);
    expect(page).not.toMatch(/<script|\/m\/\w/);
    expect(await deliveries()).toEqual(before);
  });

  test('what is missing is said, and the form is still in its tab', async () => {
    const answer = await preview({ recipient_email: '', date: '' });
    const page = await text(answer);
    expect(answer.status).toBe(422);
    expect(page).toContain('<li>Please enter the recipient’s email</li><li>Please choose a date</li>');
    expect(page).toContain('What you typed is still there.');
    const past = await preview({ date: '2001-05-04' });
    expect([past.status, await text(past)]).toEqual([422, expect.stringContaining('Please look at this first:')]);
  });

  test('another person’s letter is not shown', async () => {
    const stranger = await web.person('A stranger');
    const answer = await stranger.post('/schedule/preview', { content_id: letter, ...WISH });
    expect([answer.status, await text(answer)]).toEqual([422, expect.not.stringContaining('How we chose')]);
  });

  test('opening its address leads to the form', async () => {
    expect((await helena.get('/schedule/preview')).headers.get('location')).toBe('/schedule?new');
  });
});

describe('from a delivery that waits', () => {
  test('its page leads there and says how long the link will work; looking opens nothing', async () => {
    const id = await scheduled();
    const page = await text(await helena.get(`/schedule/${id}`));
    expect(page).toContain(`<a class="btn btn-secondary" href="/schedule/${id}/preview">See it as Ana will</a>`);
    expect(page).toContain('After it is sent, its link works for 20 years.');
    const before = await deliveries();
    for (const _ of [1, 2]) {
      const shown = await helena.get(`/schedule/${id}/preview`);
      expect([shown.status, await text(shown)]).toEqual([200, expect.stringContaining('Dear Ana, you are four.')]);
    }
    expect(await deliveries()).toEqual(before);
    expect(await web.query("select 1 from timeline where kind in ('delivery-opened', 'delivery-sent')")).toEqual([]);
  });

  test('the form of its change shows what is not saved yet', async () => {
    const id = await scheduled();
    expect(await text(await helena.get(`/schedule/${id}/edit`))).toMatch(
      new RegExp(`<button(?=[^>]*formAction="/schedule/${id}/preview")`, 'i'),
    );
    const shown = await text(await helena.post(`/schedule/${id}/preview`, { ...WISH, recipient_name: 'Inês' }));
    expect(shown).toContain('What Inês will get');
    expect(shown).toContain('Your changes are not saved yet.');
    expect(await web.query('select recipient_name from deliveries where id = ?', [id])).toEqual([
      { recipient_name: 'Ana' },
    ]);
  });

  test('there is none of another person’s, nor of one that was sent', async () => {
    const id = await scheduled();
    const stranger = await web.person('A stranger');
    for (const asked of [id, 'not-an-id']) {
      const answer = await stranger.get(`/schedule/${asked}/preview`);
      expect([answer.status, await text(answer)]).toEqual([404, expect.not.stringContaining('How we chose')]);
    }
    await web.query(
      "update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?",
      [id],
    );
    const sent = await helena.get(`/schedule/${id}/preview`);
    expect([sent.status, await text(sent)]).toEqual([409, expect.stringContaining('on its way or has been sent')]);
    expect(await text(await helena.get(`/schedule/${id}`))).not.toContain('See it as');
  });
});

describe('a file', () => {
  test('is shown in the preview, to its signed-in owner alone', async () => {
    const fileId = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png', title: 'The sea' }));
    const [content] = await web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]);
    const id = await scheduled({ content_id: content?.id ?? '' });
    const address = `/schedule/preview/file/${fileId}`;
    expect(await text(await helena.get(`/schedule/${id}/preview`))).toContain(`src="${address}"`);
    const picture = await helena.get(address);
    expect([picture.status, Buffer.from(await picture.arrayBuffer()).equals(PNG)]).toEqual([200, true]);
    expect((await helena.get(`${address}?download`)).headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await web.visitor().get(address)).headers.get('location')).toBe('/');
    const stranger = await web.person('A stranger');
    for (const path of [address, `${address}/thumbnail`]) expect((await stranger.get(path)).status).toBe(404);
    expect(await web.query("select 1 from timeline where kind = 'delivery-downloaded'")).toEqual([]);
  });

  test('that is a PDF is read in place, as its recipient will read it', async () => {
    const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
    const fileId = await keptFile(await upload(helena, pdf, { type: 'file', name: 'deed.pdf', title: 'The deed' }));
    const read = await helena.get(`/schedule/preview/file/${fileId}?read`);
    expect(read.headers.get('content-disposition')).toMatch(/^inline/);
    expect(read.headers.get('content-type')).toBe('application/pdf');
  });

  test('that is damaged is not shown, and the preview says so as the recipient’s page does', async () => {
    const fileId = await keptFile(await upload(helena, PNG, { type: 'image', name: 'sea.png', title: 'The sea' }));
    const [content] = await web.query<{ id: string }>('select id from contents where file_id = ?', [fileId]);
    const id = await scheduled({ content_id: content?.id ?? '' });
    await web.query("update files set storage_key = storage_key || '-gone' where id = ?", [fileId]);
    checkEveryFile();
    const page = await text(await helena.get(`/schedule/${id}/preview`));
    expect(page).toContain('was changed or damaged in our storage');
    expect(page).not.toContain(`src="/schedule/preview/file/${fileId}"`);
  });
});

describe('a test', () => {
  const jobs = () => web.query<{ subject: string }>("select subject from jobs where kind = 'delivery-test'");

  test('is queued for the owner’s address, and said', async () => {
    const id = await scheduled();
    const answer = await helena.post(`/schedule/${id}/test`);
    expect(answer.headers.get('location')).toBe(`/schedule/${id}`);
    expect(await text(await helena.get(`/schedule/${id}`))).toContain(`We’re sending a test to ${helena.email}`);
    expect(await jobs()).toEqual([{ subject: id }]);
    expect((await helena.get(`/schedule/${id}/test`)).headers.get('location')).toBe(`/schedule/${id}`);
  });

  test('needs a confirmed address, and there are only so many a day', async () => {
    const id = await scheduled();
    for (let tries = 0; tries < DELIVERY_TESTS.tries; tries++) await helena.post(`/schedule/${id}/test`);
    await web.query("delete from jobs where kind = 'delivery-test'");
    await helena.post(`/schedule/${id}/test`);
    expect(await text(await helena.get(`/schedule/${id}`))).not.toContain('We’re sending a test to');
    await web.query('delete from rate_limits');
    await unconfirm(web.query, helena.email);
    await helena.post(`/schedule/${id}/test`);
    expect(await text(await helena.get(`/schedule/${id}`))).toContain(`Please confirm ${helena.email} first`);
    expect(await jobs()).toEqual([]);
  });
});

describe('how long the link works', () => {
  const held = (page: string) =>
    /<option[^>]*selected=""[^>]*value="(\w+)"|<option[^>]*value="(\w+)"[^>]*selected=""/
      .exec(/<select[^>]*name="link_years".*?<\/select>/s.exec(page)?.[0] ?? '')
      ?.slice(1)
      .find(Boolean);

  test('is two years unless another is chosen, and comes back with a form that was refused', async () => {
    expect(held(await text(await helena.get('/schedule?new')))).toBe('2');
    const { link_years: _, ...without } = WISH;
    await helena.post('/schedule?new', { content_id: letter, ...without });
    expect((await deliveries()).at(-1)?.link_years).toBe(2);
    const refused = await helena.post('/schedule?new', {
      content_id: letter,
      ...WISH,
      link_years: 'endless',
      date: '',
    });
    expect(held(await text(refused))).toBe('endless');
    const unknown = await helena.post('/schedule?new', { content_id: letter, ...WISH, link_years: '3' });
    expect([unknown.status, await text(unknown)]).toEqual([
      422,
      expect.stringContaining('Please choose how long the link works'),
    ]);
  });

  test('is changed by the form of the delivery, and kept by one without the field', async () => {
    const id = await scheduled({ link_years: 'endless' });
    const life = async () => (await deliveries()).find((one) => one.id === id)?.link_years;
    expect(await life()).toBeNull();
    expect(held(await text(await helena.get(`/schedule/${id}/edit`)))).toBe('endless');
    const { link_years: _, ...without } = WISH;
    await helena.post(`/schedule/${id}/edit`, without);
    expect(await life()).toBeNull();
    await helena.post(`/schedule/${id}/edit`, { ...WISH, link_years: '5' });
    expect(await life()).toBe(5);
  });
});
