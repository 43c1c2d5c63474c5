/** The vault's pages as a browser without scripts meets them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#domain/subscription/plan.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { holds } from '#tests/spec/holds.ts';
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
  letter = await written('How we chose your name', 'Dear Ana,\n\nStill <b>here</b>.');
});
afterAll(() => web?.stop());

/** @returns the id of a letter that was kept */
async function written(title: string, content: string): Promise<string> {
  const { headers } = await helena.post('/create', { title, content });
  return new URL(headers.get('location') ?? '', web.origin).searchParams.get('content') ?? '';
}

/** @returns the ids of a picture and its file */
async function pictured(): Promise<{ id: string; file_id: string }> {
  const response = await upload(helena, PNG, { type: 'image', title: 'Your room', name: 'room.png' });
  return ((await response.json()) as { content: { id: string; file_id: string } }).content;
}

async function scheduled(to: string): Promise<string> {
  await helena.post('/schedule', {
    content_id: letter,
    delivery_type: 'email',
    recipient_email: `${to.toLowerCase()}@example.com`,
    recipient_name: to,
    date: '2031-05-04',
    time: '09:00',
    time_zone: 'Europe/Lisbon',
  });
  const [row] = await web.query<{ id: string }>('select id from deliveries where recipient_name = ? order by id desc', [
    to,
  ]);
  return row?.id ?? '';
}

const subscribe = (plan: Plan) => givePlan(web.query, helena.email, plan);
const isPublic = async () =>
  (await web.query<{ is_public: boolean }>('select is_public from contents where id = ?', [letter]))[0]?.is_public;
const page = async (path: string) => {
  const response = await helena.get(path);
  // Without the marks that scripts find their texts by.
  return { status: response.status, html: (await response.text()).replaceAll('<!-- -->', '') };
};
/** @returns the text of the toast that was left */
const left = () => {
  const [value = ''] = decodeURIComponent(helena.cookies.get('toast') ?? '').split('.');
  return (JSON.parse(Buffer.from(value || 'e30=', 'base64').toString('utf8')) as { text?: string }).text;
};

describe('one item', () => {
  it('is a page of its own: a letter set as a letter, what it is, and what can be done', async () => {
    holds('S2-24');
    const { status, html } = await page(`/dashboard/content/${letter}`);
    expect(status).toBe(200);
    expect(html).toContain('<p class="open" dir="auto">Dear Ana,</p>');
    expect(html).toContain('Still &lt;b&gt;here&lt;/b&gt;.');
    expect(html).toContain('None: you wrote it here');
    expect(html).toMatch(/<button[^>]*disabled=""[^>]*>Make Private/);
    expect(html).toMatch(/href="\/dashboard\/content"[^>]*><span class="vh">Close/);
  });

  it('shows a picture in place, with its name, its size and a way to have it', async () => {
    holds('S2-25');
    const { id, file_id } = await pictured();
    const { html } = await page(`/dashboard/content/${id}`);
    expect(html).toContain(`src="/api/content/file/${file_id}"`);
    expect(html).toContain(`href="/api/content/file/${file_id}?download"`);
    expect(html).toContain('room.png');
    expect(html).toContain('0.01 MB');
  });

  it('is its owner’s: a stranger finds nothing, a visitor the way in', async () => {
    const stranger = await web.person();
    for (const path of [`/dashboard/content/${letter}`, ...questions(), `/content/${letter}/edit`]) {
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
      expect([path, (await web.visitor().get(path)).headers.get('location')]).toEqual([path, '/']);
    }
    for (const path of [...questions(), `/content/${letter}/edit`]) {
      const { status } = await stranger.post(path, { title: 'Mine', content: 'Mine' });
      // Deleting leads back to the list, with a word that there is nothing.
      expect([path, status]).toEqual([path, path.endsWith('/delete') ? 302 : 404]);
    }
    expect((await page(`/dashboard/content/${letter}`)).html).toContain('How we chose your name');
  });

  const questions = () => ['publish', 'unpublish', 'delete'].map((verb) => `/content/${letter}/${verb}`);
});

describe('an item that does not exist', () => {
  it('leads back to the list', async () => {
    const gone = '01980000-0000-7000-8000-000000000000';
    for (const path of [`/dashboard/content/${gone}`, `/content/${gone}/edit`, `/content/${gone}/delete`]) {
      const { status, html } = await page(path);
      expect([path, status]).toEqual([path, 404]);
      expect(html).toMatch(/<a [^>]*href="\/dashboard\/content"[^>]*>Your vault<\/a>/);
      expect(html).not.toContain('Back to Stillhere');
    }
  });
});

describe('showing it to everyone', () => {
  it('is disabled where the plan has none, with its badge and the reason', async () => {
    await subscribe('free');
    const { html } = await page(`/dashboard/content/${letter}`);
    const [, reason] = /<button[^>]*aria-disabled="true" aria-describedby="([^"]+)">Make Public</.exec(html) ?? [];
    expect(reason).toBeDefined();
    const words = '<span class="stamp">PREMIUM</span> Public sharing comes with the Premium plan. ';
    expect(html).toContain(`id="${reason}">${words}`);
    const back = encodeURIComponent(`/dashboard/content/${letter}`);
    expect(html).toMatch(new RegExp(`<a [^>]*href="/pricing\\?to=${back}"[^>]*>See plans`));
    expect(html).not.toContain(`/content/${letter}/publish`);
    await subscribe('premium');
    const premium = await page(`/dashboard/content/${letter}`);
    expect(premium.html).toMatch(/action="\/content\/[^"]+\/publish"><button[^>]*>Make Public/);
    expect(premium.html).not.toContain('PREMIUM');
  });

  it('is no dead button without the plan: the page says which one it takes', async () => {
    await subscribe('free');
    const { status, html } = await page(`/content/${letter}/publish`);
    expect(status).toBe(200);
    expect(html).toContain('Public sharing comes with the Premium plan</h2>');
    expect(html).toContain('You’re on Free: only you and the people you send it to can see it.');
    expect(html).not.toContain(`action="/content/${letter}/publish"`);
    const refused = await helena.post(`/content/${letter}/publish`);
    expect([refused.status, await isPublic()]).toEqual([402, false]);
    expect(await refused.text()).toContain('Failed to update');
  });

  it('asks, says what it means, and is taken back as easily', async () => {
    holds('S4-5', 'S8-21');
    await subscribe('premium');
    const { html } = await page(`/content/${letter}/publish`);
    expect(html).toContain('Everyone will be able to see it');
    expect(html).toContain('Anyone who visits will be able to read it.');
    expect((await helena.post(`/content/${letter}/publish`)).headers.get('location')).toBe(
      `/dashboard/content/${letter}`,
    );
    expect([await isPublic(), left()]).toEqual([true, 'Content is now public']);
    const shown = await page(`/dashboard/content/${letter}`);
    expect(shown.html).toMatch(/<button[^>]*disabled=""[^>]*>Make Public/);
    expect((await helena.get(`/content/${letter}/publish`)).headers.get('location')).toBe(
      `/dashboard/content/${letter}`,
    );

    const question = await page(`/content/${letter}/unpublish`);
    expect(question.html).toContain('Are you sure? It will no longer be visible to others');
    await helena.post(`/content/${letter}/unpublish`);
    expect([await isPublic(), left()]).toEqual([false, 'Content is now private']);
  });
});

describe('deleting', () => {
  it('names what goes with it, and takes it along', async () => {
    holds('S8-22');
    const pending = await scheduled('Ana');
    const gone = await scheduled('Rui');
    await web.query(
      "update deliveries set status = 'sent', sent_at = now(), finished_at = now(), next_attempt_at = null where id = ?",
      [gone],
    );
    const { html } = await page(`/content/${letter}/delete`);
    expect(html).toContain('This action cannot be undone.');
    expect(html).toMatch(
      /This scheduled delivery will be cancelled:.*to Ana, on Sunday 4 May 2031 at 09:00.*Its link will stop working:.*to Rui, on /s,
    );
    expect(html).toContain(`value="${pending}"`);
    const { headers } = await helena.post(`/content/${letter}/delete`, { confirmed: pending, back: '/dashboard' });
    expect([headers.get('location'), left()]).toEqual(['/dashboard', 'Content deleted successfully']);
    expect((await page(`/dashboard/content/${letter}`)).status).toBe(404);
    const again = await helena.post(`/content/${letter}/delete`, { confirmed: pending, back: '/dashboard' });
    expect([again.headers.get('location'), left()]).toEqual(['/dashboard', 'This is no longer here']);
    expect((await page('/schedule')).html).not.toContain('to Ana');
  });

  it('changes nothing when something was scheduled meanwhile, and shows what', async () => {
    await scheduled('Ana');
    const refused = await helena.post(`/content/${letter}/delete`, { confirmed: '' });
    const html = await refused.text();
    expect(refused.status).toBe(409);
    expect(html).toContain('Failed to delete content');
    expect(html).toContain('Another delivery of it was scheduled in the meantime.');
    expect(html).toContain('to Ana, on Sunday 4 May 2031 at 09:00');
    expect((await page(`/dashboard/content/${letter}`)).status).toBe(200);
  });

  it('takes the file along, and leads nowhere but to us', async () => {
    const { id, file_id } = await pictured();
    expect((await helena.get(`/api/content/file/${file_id}`)).status).toBe(200);
    const { headers } = await helena.post(`/content/${id}/delete`, { back: '//elsewhere.example' });
    expect(headers.get('location')).toBe('/dashboard/content');
    expect((await helena.get(`/api/content/file/${file_id}`)).status).toBe(404);
  });
});

describe('sending it', () => {
  it('is offered under the name of its type', async () => {
    await pictured();
    const { html } = await page('/schedule?new');
    expect(html).toMatch(/<option [^>]*>Image: Your room<\/option>/);
    expect(html).toMatch(/<option [^>]*>Text: How we chose your name<\/option>/);
  });

  it('is not called a letter where it may be anything', async () => {
    const id = await scheduled('Ana');
    await web.query(
      "update deliveries set status = 'failed', failure_code = 'bounced', finished_at = now(), next_attempt_at = null where id = ?",
      [id],
    );
    for (const path of ['/dashboard', '/schedule']) {
      const { html } = await page(path);
      expect(html).toContain('Nothing is lost.');
      expect(html).not.toMatch(/[Tt]he letters|[Yy]our letters/);
    }
  });
});

describe('editing', () => {
  it('says to whom it still goes, keeps what is written, and loses nothing when it cannot', async () => {
    await scheduled('Ana');
    const { html } = await page(`/content/${letter}/edit`);
    expect(html).toMatch(/Your changes go into these deliveries:.*to Ana, on Sunday 4 May 2031 at 09:00/s);
    expect(html).not.toContain('These deliveries were sent');
    const empty = await helena.post(`/content/${letter}/edit`, { title: '', content: 'Dear Ana, again.' });
    expect(empty.status).toBe(422);
    expect(await empty.text()).toMatch(/Please enter a title.*Dear Ana, again\./s);
    const { headers } = await helena.post(`/content/${letter}/edit`, {
      title: 'Your name',
      content: 'Dear Ana, again.',
    });
    expect(headers.get('location')).toBe(`/dashboard/content/${letter}`);
    expect((await page(headers.get('location') ?? '')).html).toContain('Dear Ana, again.');
    expect((await page('/schedule')).html).toContain('Your name');
  });
});

describe('the list', () => {
  it('shows items by type, with the storage that they use', async () => {
    await subscribe('free');
    const { id } = await pictured();
    const all = (await page('/dashboard/content')).html;
    expect(all).toContain(`href="/dashboard/content/${id}"`);
    expect(all).toContain(`href="/dashboard/content/${letter}"`);
    expect(all).toContain('aria-label="Storage: image 0.01 MB, text 0.01 MB, 49.98 MB free"');
    expect(all).toMatch(/<strong>0\.02 MB<\/strong> of 50 MB.*on the Free plan/);
    const pictures = (await page('/dashboard/content?type=image')).html;
    expect(pictures).toContain(`href="/dashboard/content/${id}"`);
    expect(pictures).not.toContain(`href="/dashboard/content/${letter}"`);
    expect((await page('/dashboard/content?type=video')).html).toContain('No videos yet.');
    expect((await page('/dashboard')).html).toMatch(/href="\/dashboard\/content"[^>]*>View all/);
  });

  it('comes in pages, each of which knows where the next begins', async () => {
    for (let n = 1; n <= 26; n++) await written(`Letter ${n}`, 'Words');
    const titles = (html: string) =>
      [...html.matchAll(/>(Letter \d+|How we chose your name)<\/a>/g)].map(([, title]) => title);
    const first = (await page('/dashboard/content?type=text')).html;
    const older = /href="([^"]+)"[^>]*>Older/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(older).toContain('type=text');
    const second = (await page(older)).html;
    expect([titles(first)[0], titles(first).length, titles(second)]).toEqual([
      'Letter 26',
      24,
      ['Letter 2', 'Letter 1', 'How we chose your name'],
    ]);
    expect(second).not.toContain('>Older');
  });

  it('is called what it is filtered by', async () => {
    const { html } = await page('/dashboard/content?type=file');
    expect(html).toContain('<title>Documents · Your vault · Stillhere</title>');
    expect(html).toMatch(/aria-current="page"[^>]*>Documents 0</);
    expect(html).toContain('No documents yet.');
  });

  it('begins at the top for a page or a type that does not exist', async () => {
    const cases = {
      '/dashboard/content?cursor=nonsense': '/dashboard/content',
      '/dashboard/content?type=image&cursor=nonsense': '/dashboard/content?type=image',
      '/dashboard/content?type=poem': '/dashboard/content',
    };
    for (const [path, clean] of Object.entries(cases)) {
      const { status, headers } = await helena.get(path);
      expect([path, status, headers.get('location')]).toEqual([path, 302, clean]);
    }
  });
});
