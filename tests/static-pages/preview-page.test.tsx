/** The preview of a delivery: the message and the recipient's page, marked, and with nothing in it that acts. */
import { expect, test } from 'vitest';
import { PreviewedPage, PreviewPage, type PreviewSource } from '#app/static-pages/preview-page.tsx';
import { PREVIEW, WRITTEN } from '#dev/mail-samples/facts.ts';
import type { Preview } from '#services/recipients/preview.ts';
import { markupOf, titleOf } from './static-page.tsx';

const PAGE: Preview['page'] = {
  origin: 'owner',
  type: 'text',
  types: { text: 1 },
  bytes: 24,
  sender_name: 'Helena Duarte',
  sender_email: 'helena@example.com',
  recipient_name: 'Ana',
  title: 'How we chose your name',
  written_at: '2026-11-18T21:40:00.000Z',
  sent_on: '2031-05-04T08:00:00.000Z',
  time_zone: 'Europe/Lisbon',
  expires_at: '2033-05-04T08:00:00.000Z',
  extends_to: null,
  opened: false,
  silent_since: null,
  question: null,
  stop_path: null,
  remind_at: null,
  reminders: [],
  more: null,
  items: [
    {
      type: 'text',
      title: 'How we chose your name',
      content: 'Dear Ana,\n\nYou are four.',
      written_at: '2026-11-18T21:40:00.000Z',
    },
  ],
  from: 0,
  next: null,
};
const BY_EMAIL: Preview = {
  channel: 'email',
  language: 'en',
  recipient: 'Ana',
  address: 'ana@example.com',
  message: { kind: 'email', mail: { ...WRITTEN, link: PREVIEW } },
  page: PAGE,
};
const BY_WHATSAPP: Preview = {
  ...BY_EMAIL,
  channel: 'whatsapp',
  address: '+351 912 345 678',
  message: { kind: 'phone', text: 'Hello Ana, this is Stillhere.\n\nOpen it: stillhere.example/m/…', link: PREVIEW },
};
const ID = '019a6f00-0000-7000-8000-000000000001';
const shown = (preview: Preview, source: PreviewSource = { kind: 'delivery', id: ID }) =>
  markupOf(<PreviewPage absent={{}} preview={preview} source={source} />);

test('shows the mail, the page before it is opened, and the letter', () => {
  const markup = shown(BY_EMAIL);
  for (const text of [
    'What Ana will get',
    'Sunday 4 May 2031 at 09:00 (Lisbon)',
    'To ana@example.com',
    'Subject: From Helena Duarte, a letter for you: “How we chose your name”',
    'Replies go to helena@example.com.',
    'Stillhere is sending you this for Helena Duarte (helena@example.com)',
    'written on 18 November 2026 and kept for you until today, 4 May 2031.',
    'You are four.',
    'until 4 May 2033, unless Helena Duarte withdraws it',
  ])
    expect(markup).toContain(text);
});

test('shows what a phone would show', () => {
  const markup = shown(BY_WHATSAPP);
  expect(markup).toContain('1. The WhatsApp message');
  expect(markup).toContain('To +351 912 345 678');
  expect(markup).toContain('<p>Open it: stillhere.example/m/…</p>');
});

test('is marked first, has one title, and nothing in it acts but the test and the way back', () => {
  const markup = shown(BY_EMAIL);
  expect(markup).toContain('<main><p class="mark">Preview. Only you can see this page.');
  expect(markup.match(/<title>/g)).toHaveLength(1);
  expect(titleOf(<PreviewPage absent={{}} preview={BY_EMAIL} source={{ kind: 'form' }} />)).toBe('Preview');
  const forms = [...markup.matchAll(/<form[^>]*action="([^"]*)"/g)].map(([, action]) => action);
  expect(forms).toEqual([`/schedule/${ID}/test`]);
  const links = [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href);
  expect(links).toEqual([`/schedule/${ID}`, '/genuine', '/genuine']);
  // In the message, before opening, and after it.
  expect(markup.match(/<button [^>]*type="button" disabled="">/g)).toHaveLength(3);
  expect(markup).not.toMatch(/<(script|iframe|style|object|embed)\b|<[^>"]*\s(style|on\w+)=|\/m\/\w|https?:|\/\//i);
});

test('of a form says how to go on, and offers no test', () => {
  for (const source of [{ kind: 'form' }, { kind: 'change', id: ID }] as const) {
    const markup = shown(BY_EMAIL, source);
    expect(markup).toContain('To go back to the form, close this tab.');
    expect(markup).not.toContain('<form');
  }
});

test('for programs is the page alone, marked', () => {
  const markup = markupOf(<PreviewedPage absent={{}} preview={BY_EMAIL} />);
  expect(markup).toContain('<p class="mark">');
  expect(markup).toContain('You are four.');
  expect(markup).not.toContain('Subject: ');
});

test('shows files at an address for their signed-in owner', () => {
  const file_id = '019a6f00-0000-7000-8000-000000000009';
  const picture = {
    ...{ type: 'image' as const, title: 'The sea', written_at: PAGE.written_at, caption: 'You were four.' },
    ...{ file_id, original_filename: 'sea.jpg', content_type: 'image/jpeg', size: 4_300_000 },
    ...{ has_thumbnail: true, is_sealed: false, copy: null },
  };
  const markup = shown({ ...BY_EMAIL, page: { ...PAGE, type: 'image', types: { image: 1 }, items: [picture] } });
  expect(markup).toContain(`<img src="/schedule/preview/file/${file_id}"`);
  expect(markup).toContain('You were four.');
});
