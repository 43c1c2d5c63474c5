import { describe, expect, test, vi } from 'vitest';
import { ask, listenForEvents, messages, SOON, sent, simulator } from './stand.ts';

const page = async (url: string) => (await fetch(url)).text();
const press = (url: string, body = '') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });

describe('the inbox', () => {
  test('says what to do when it is empty; otherwise lists mails, newest first', async () => {
    const { origin } = await simulator();
    expect(await page(origin)).toContain('No mail yet');
    await sent(origin, { subject: 'The first' });
    await sent(origin, { subject: 'The second', to: 'rui@example.com' });
    const all = await page(origin);
    expect(all.indexOf('The second')).toBeGreaterThan(0);
    expect(all.indexOf('The first')).toBeGreaterThan(all.indexOf('The second'));
    const ana = await page(`${origin}/?to=ANA`);
    expect(ana).toContain('The first');
    expect(ana).not.toContain('The second');
    expect(await page(`${origin}/?to=nobody`)).toContain('No mail to “nobody”.');
  });

  test('shows 50 messages on a page', async () => {
    const { origin } = await simulator();
    for (let n = 1; n <= 51; n += 1) await sent(origin, { subject: `Letter ${n};` });
    expect(await page(origin)).toContain('51 messages, page 1 of 2');
    const older = await page(`${origin}/?page=2`);
    expect(older).toContain('Letter 1;');
    expect(older).not.toContain('Letter 2;');
  });

  test('shows the active faults and clears them', async () => {
    const { origin } = await simulator();
    await ask(origin, '/api/faults', {
      vendor: 'sendgrid',
      mode: 'status',
      status: 429,
      retry_after: 30,
      times: 2,
      to: 'ana@example.com',
    });
    expect(await page(origin)).toContain('SendGrid answers 429 (wait 30 s), only for ana@example.com, 2 more times.');
    expect(await (await press(`${origin}/faults/clear`)).text()).toContain('None. Providers behave.');
  });

  test('is emptied by a button', async () => {
    const { origin } = await simulator();
    await sent(origin);
    expect(await (await press(`${origin}/messages/clear`)).text()).toContain('No mail yet');
  });
});

describe('an open mail', () => {
  test('is shown in a frame without scripts, with its plain text and references', async () => {
    const { origin } = await simulator();
    const id = await sent(origin);
    const open = await page(`${origin}/messages/${id}`);
    expect(open).toContain('sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"');
    expect(open).toContain('&lt;head&gt;&lt;base target=&quot;_blank&quot;&gt;');
    expect(open).toContain('<pre class="paper">Open the letter: https://stillhere.example/m/secret</pre>');
    expect(open).toContain('<dt>attempt_id</dt><dd><code>a-1</code></dd>');
  });

  test('cannot insert HTML into the page', async () => {
    const { origin } = await simulator();
    const hostile = '"><script>alert(1)</script>';
    const id = await sent(origin, {
      subject: hostile,
      text: hostile,
      html: hostile,
      to: { email: 'ana@example.com', name: hostile },
    });
    for (const url of [origin, `${origin}/messages/${id}`]) {
      const response = await fetch(url);
      expect(await response.text()).not.toContain('<script>alert');
      expect(response.headers.get('content-security-policy')).toContain("script-src 'self'");
    }
  });

  test('reports the event of a button, and shows the product’s answer', async () => {
    const app = await listenForEvents();
    const { origin } = await simulator({ appOrigin: app.origin });
    const id = await sent(origin);
    await vi.waitFor(() => expect(app.events()).toHaveLength(2), SOON);
    const after = await (await press(`${origin}/messages/${id}/events`, 'event=dropped')).text();
    expect(after).toContain('“Dropped” was reported; the product answered 204.');
    expect(app.events().at(-1)).toMatchObject({ event: 'dropped' });
    expect((await messages(origin))[0]?.status).toBe('dropped');
    expect((await press(`${origin}/messages/${id}/events`, 'event=processed')).status).toBe(400);
  });

  test('that no longer exists redirects to the inbox', async () => {
    const { origin } = await simulator();
    expect(await page(`${origin}/messages/gone`)).toContain('No mail yet');
  });
});
