import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ON_THE_PLATFORM } from '#dev/seed/letters.ts';
import { holds } from '#tests/spec/holds.ts';
import { startWeb } from './web.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

/** As a form of the page itself sends it. */
function press(link: string, intent: string, headers: Record<string, string> = {}): Promise<Response> {
  return web.fetch(link, {
    method: 'POST',
    body: new URLSearchParams({ intent }),
    headers: { origin: web.origin, ...headers },
  });
}

interface Row {
  status: string;
  failure_code: string | null;
  link_epoch: number;
  opened_at: Date | null;
}
async function rowOf(id: string): Promise<Row | undefined> {
  return (
    await web.query<Row>('select status, failure_code, link_epoch, opened_at from deliveries where id = ?', [id])
  )[0];
}
async function timelineOf(id: string): Promise<string[]> {
  const rows = await web.query<{ kind: string }>('select kind from timeline where delivery_id = ? order by at, id', [
    id,
  ]);
  return rows.map(({ kind }) => kind);
}

/** Each test begins with a letter that was delivered and not yet opened. */
beforeEach(async () => {
  const { id } = web.delivery('onThePlatform');
  await web.query(
    `update deliveries set status = 'sent', failure_code = null, opened_at = null, link_epoch = 1, deleted_at = null,
       link_revoked_at = null,
       sent_at = now() - interval '2 days' where id = ?`,
    [id],
  );
  await web.query(
    `delete from timeline where delivery_id = ? and kind in ('delivery-opened', 'delivery-link-refused', 'delivery-failed')`,
    [id],
  );
  await web.query('delete from notices where delivery_id = ?', [id]);
});

describe('looking at the invitation', () => {
  test('shows who wrote and what, and changes nothing, however often a scanner looks', async () => {
    const { id, link } = web.delivery('onThePlatform');
    const before = await timelineOf(id);
    for (const method of ['GET', 'HEAD', 'GET', 'OPTIONS']) await web.fetch(link, { method });
    const response = await web.fetch(link);
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('Inês, Helena Duarte wrote to you.');
    expect(page).toMatch(/Sent by Stillhere for Helena Duarte \([^)]+@example\.com\)/);
    expect(page).toContain('“What I did not say on the platform”');
    expect(page).not.toContain('four minutes left');
    expect((await rowOf(id))?.opened_at).toBeNull();
    expect(await timelineOf(id)).toEqual(before);
  });

  test('answers HEAD like GET, without a body', async () => {
    const response = await web.fetch(web.delivery('onThePlatform').link, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('is a static page: no script, a strict policy, cached by nobody, no cookie', async () => {
    const response = await web.fetch(web.delivery('onThePlatform').link);
    expect(await response.text()).not.toContain('<script');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self'; media-src 'self'; form-action 'self'/,
      ),
    });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  test('weighs less than 30 KB with everything it loads', async () => {
    const page = await (await web.fetch(web.delivery('onThePlatform').link)).text();
    const css = await (await fetch(`${web.origin}/static-pages/base.css`)).text();
    const files = [...`${page}`.matchAll(/<link rel="(?:stylesheet|icon)" href="([^"]+)"/g)].map((match) => match[1]);
    const fonts = [...css.matchAll(/url\("?([^")]+)"?\)/g)].map((match) => `/static-pages/${match[1]}`);
    let total = Buffer.byteLength(page);
    for (const path of [...files, ...fonts]) {
      const response = await fetch(`${web.origin}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      total += (await response.arrayBuffer()).byteLength;
    }
    expect(fonts).toHaveLength(1);
    expect(total).toBeLessThan(30 * 1024);
  });

  test('its style sheet comes as it was written: nothing in it that a phone of 2015 does not read', async () => {
    const response = await fetch(`${web.origin}/static-pages/base.css`);
    const css = await response.text();
    expect(response.headers.get('content-type')).toContain('text/css');
    expect(css.replace(/\/\*[\s\S]*?\*\//g, '')).not.toMatch(
      /oklch|var\(|@layer|:is\(|:where\(|\bgrid\b|width\s*[<>]=|#[0-9a-f]{4}\b(?![0-9a-f])|&/i,
    );
  });
});

describe('opening', () => {
  test('shows the letter and records the first opening, once', async () => {
    holds('C-20');
    const { id, link } = web.delivery('onThePlatform');
    const response = await press(link, 'open');
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(page).toContain('<h1 dir="auto">What I did not say on the platform</h1>');
    expect(page).toContain('<p class="open" dir="auto">Dear Inês,</p>');
    const first = (await rowOf(id))?.opened_at;
    await press(link, 'open');
    expect((await rowOf(id))?.opened_at).toEqual(first);
    expect((await timelineOf(id)).filter((kind) => kind === 'delivery-opened')).toHaveLength(1);
  });

  test('two at the same moment are one opening', async () => {
    const { id, link } = web.delivery('onThePlatform');
    const responses = await Promise.all(Array.from({ length: 8 }, () => press(link, 'open')));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await timelineOf(id)).filter((kind) => kind === 'delivery-opened')).toHaveLength(1);
  });

  test('a copy can be saved as a text file', async () => {
    const response = await press(web.delivery('onThePlatform').link, 'save');
    expect(response.headers.get('content-disposition')).toContain(
      'attachment; filename="What I did not say on the platform.txt"',
    );
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toContain(ON_THE_PLATFORM);
  });

  test('needs no word of where the form came from: an old phone sends none', async () => {
    const { link } = web.delivery('onThePlatform');
    const body = new URLSearchParams({ intent: 'open' });
    const response = await web.fetch(link, { method: 'POST', body });
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('What I did not say on the platform');
  });

  test('what is no button of the page is refused kindly', async () => {
    const { link } = web.delivery('onThePlatform');
    for (const response of [await press(link, 'burn'), await press(link, '')]) {
      expect(response.status).toBe(400);
      expect(await response.text()).toContain('Nothing was lost.');
    }
    const large = await web.fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ intent: 'x'.repeat(300_000) }),
      headers: { origin: web.origin },
    });
    expect(large.status).toBe(413);
  });
});

test('when something of ours is broken, the page says so kindly and asks for another try', async () => {
  const { link } = web.delivery('onThePlatform');
  await web.query('alter table delivery_contents rename to put_aside');
  try {
    for (const response of [await web.fetch(link), await press(link, 'open')]) {
      expect(response.status).toBe(503);
      expect(response.headers.get('retry-after')).toBe('120');
      expect(await response.text()).toMatch(/What was sent to you is safe\.[\s\S]*Your link stays valid/);
    }
  } finally {
    await web.query('alter table put_aside rename to delivery_contents');
  }
  expect((await press(link, 'open')).status).toBe(200);
});

describe('"This is not for me"', () => {
  test('is asked once more before anything happens', async () => {
    const { id, link } = web.delivery('onThePlatform');
    const page = await (await fetch(`${link}?refuse`)).text();
    expect(page).toContain('Not for you?');
    expect(page).toContain('value="refuse"');
    expect(await rowOf(id)).toMatchObject({ status: 'sent', link_epoch: 1 });
  });

  test('revokes the link, fails the delivery and tells the owner', async () => {
    const { id, link } = web.delivery('onThePlatform');
    const response = await press(link, 'refuse');
    expect([response.status, await response.text()]).toEqual([
      200,
      expect.stringContaining('Thank you for telling us.'),
    ]);
    expect(await rowOf(id)).toMatchObject({
      status: 'failed',
      failure_code: 'refused',
      link_epoch: 2,
      opened_at: null,
    });
    expect(await timelineOf(id)).toEqual(expect.arrayContaining(['delivery-link-refused', 'delivery-failed']));
    expect(await web.query('select kind from notices where delivery_id = ?', [id])).toEqual([
      { kind: 'delivery-failed' },
    ]);
    for (const again of [await web.fetch(link), await press(link, 'open'), await press(link, 'refuse')])
      expect(again.status).toBe(410);
  });

  test('is not possible once it was opened', async () => {
    const { id, link } = web.delivery('onThePlatform');
    await press(link, 'open');
    const response = await press(link, 'refuse');
    expect([response.status, await response.text()]).toEqual([409, expect.stringContaining('This has been opened.')]);
    expect(await rowOf(id)).toMatchObject({ status: 'sent', link_epoch: 1 });
    expect(await (await fetch(`${link}?refuse`)).text()).not.toContain('value="refuse"');
  });
});

describe('a link that is not valid', () => {
  test.each([
    ['a short text', 'x'],
    ['a text of the right form', 'AAAA'.repeat(12)],
    ['a null byte', '%00'],
    ['a way out', '..%2f..%2fetc'],
    ['letters beyond ASCII', 'é'.repeat(48)],
    ['a very long text', 'a'.repeat(2_000)],
  ])('%s is not found', async (_what, secret) => {
    const response = await web.fetch(`/m/${secret}`);
    const page = await response.text();
    expect(response.status).toBe(404);
    expect(page).toContain('Page not found.');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('one changed character is enough', async () => {
    const { link } = web.delivery('onThePlatform');
    const changed = link.slice(0, -1) + (link.endsWith('A') ? 'B' : 'A');
    expect((await press(changed, 'open')).status).toBe(404);
  });

  test('a letter that was not sent yet cannot be opened, even with its link', async () => {
    const { id, link } = web.delivery('eighteen');
    expect((await web.fetch(link)).status).toBe(410);
    expect((await press(link, 'open')).status).toBe(410);
    expect((await rowOf(id))?.opened_at).toBeNull();
  });

  test.each([
    ['deleted', 'update deliveries set deleted_at = now() where id = ?'],
    ['revoked', 'update deliveries set link_epoch = 2 where id = ?'],
    ['expired', `update deliveries set sent_at = now() - interval '25 months' where id = ?`],
  ])('%s is gone, and says what to do', async (_why, change) => {
    const { id, link } = web.delivery('onThePlatform');
    await web.query(change, [id]);
    const response = await web.fetch(link);
    expect(response.status).toBe(410);
    expect(await response.text()).toMatch(/This is no longer here\.[\s\S]*please ask them/);
  });
});
