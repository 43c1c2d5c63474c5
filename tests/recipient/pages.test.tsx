/** The pages of one delivery: before it is opened, opened, refused; and each kind of content. */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { savedCopy } from '#app/recipients/saved-copy.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import { expectToBeLight, markupOf } from '#tests/static-pages/static-page.tsx';
import {
  DEED,
  DELIVERY,
  FILM,
  invitationPage,
  OLD_FILM,
  openedPage,
  PAGES,
  PATH,
  PHONE_PICTURE,
  PICTURE,
  RELEASE,
  refusedPage,
  refusePage,
  VOICE,
  WILL,
} from './page-samples.tsx';

describe.each(Object.entries(PAGES))('the page "%s"', (_name, page) => {
  test('has nothing to run, nothing inline and nothing from elsewhere', async () => {
    const markup = markupOf(page);
    expect(markup.match(/ (src|poster)="(?!\/m\/)/g)).toBeNull();
    expect(markup).not.toMatch(/<(script|iframe|style|object|embed)\b|\sstyle=|\son\w+=|https?:|\/\//i);
  });

  test('is found by no search engine, and says only whose it is', () => {
    const markup = markupOf(page);
    expect(markup).toContain('<meta name="description" content="Stillhere keeps what people leave');
    expect(markup).toContain('<meta name="robots" content="noindex, nofollow"/>');
  });

  test('weighs less than 30 KB with its style sheet and its font', async () => {
    await expectToBeLight(markupOf(page));
  });
});

describe('the invitation', () => {
  test('says who wrote, what, and when; and nothing of the letter', async () => {
    const markup = markupOf(PAGES.invitation);
    expect(markup).toContain('Ana, Helena Duarte wrote to you.');
    expect(markup).toContain(
      '“How we chose your name”, written on 18 November 2026 and kept for you until today, 4 May 2031.',
    );
    expect(markup).not.toContain('You are four');
  });

  test('names its sender’s confirmed address, and says so where there is none; so does what is opened', () => {
    for (const page of [PAGES.invitation, PAGES.letter, PAGES['a release before it is opened'], PAGES['a release']])
      expect(markupOf(page)).toContain('Helena Duarte (helena@example.com)');
    const unknown = { ...DELIVERY, sender_email: null };
    for (const page of [invitationPage(unknown), openedPage(unknown)])
      expect(markupOf(page)).toContain('Helena Duarte (email address not confirmed)');
    expect(markupOf(PAGES.invitation)).toContain('<a href="/genuine">How to check that this is genuine</a>');
  });

  test('and what follows promise nothing beyond its sender, who can take it back', async () => {
    const promised = 'until 4 May 2033, unless Helena Duarte withdraws it';
    for (const page of [PAGES.invitation, PAGES.letter, PAGES.picture, invitationPage({ ...DELIVERY, opened: true })])
      expect(markupOf(page)).toContain(promised);
  });

  test('offers to extend the link where that gains something, once it is opened', () => {
    const extendable = { ...DELIVERY, extends_to: '2035-01-01T10:00:00.000Z' };
    const form = `<form action="${PATH}" method="post"><input type="hidden" name="intent" value="extend"/>`;
    for (const page of [openedPage(extendable), openedPage({ ...RELEASE, extends_to: extendable.extends_to })]) {
      expect(markupOf(page)).toContain(form);
      expect(markupOf(page)).toContain('Keep this page open until 1 January 2035</button>');
    }
    for (const page of [openedPage(DELIVERY), invitationPage(extendable)])
      expect(markupOf(page)).not.toContain('value="extend"');
  });

  test('says so where the link has no end', () => {
    const endless = { ...DELIVERY, expires_at: null };
    for (const page of [invitationPage(endless), openedPage(endless)])
      expect(markupOf(page)).toContain('for as long as Stillhere exists, unless Helena Duarte withdraws it');
    for (const page of [invitationPage({ ...RELEASE, expires_at: null }), openedPage({ ...RELEASE, expires_at: null })])
      expect(markupOf(page)).toMatch(/open (it|this page) for as long as Stillhere exists\./);
  });

  test('opens and is refused by forms and links that work without scripts', async () => {
    const markup = markupOf(PAGES.invitation);
    expect(markup).toContain(`<form action="${PATH}" method="post"><input type="hidden" name="intent" value="open"/>`);
    expect(markup).toContain('<a href="?refuse">This is not for me</a>');
  });

  test('says before it is opened what its sender can see of that; of a release nobody may be there to see it', () => {
    const seen = 'Helena Duarte can see when it’s first opened or saved.';
    expect(markupOf(PAGES.invitation)).toContain(seen);
    for (const page of [invitationPage({ ...DELIVERY, opened: true }), PAGES['a release before it is opened']])
      expect(markupOf(page)).not.toContain('can see');
  });

  test('once opened it can be opened again, but not refused', async () => {
    const markup = markupOf(invitationPage({ ...DELIVERY, opened: true }));
    expect(markup).toContain('value="open"');
    expect(markup).not.toContain('refuse');
  });

  test('on another day it does not say "today"', async () => {
    const markup = markupOf(invitationPage(DELIVERY, new Date('2031-06-01T00:00:00Z')));
    expect(markup).toContain('kept for you until 4 May 2031.');
  });

  test('markup in names, titles and letters stays text', async () => {
    const nasty = '"><img src=x onerror=alert(1)>';
    const hostile = { ...DELIVERY, sender_name: nasty, recipient_name: nasty, title: nasty };
    const item = { type: 'text' as const, title: nasty, content: nasty, written_at: DELIVERY.written_at };
    const all = [
      invitationPage(hostile),
      openedPage({ ...hostile, items: [item] }),
      refusePage(hostile),
      refusedPage(hostile),
    ];
    for (const page of all) expect(markupOf(page)).not.toContain('<img');
  });
});

describe('a saved copy', () => {
  test('is a text file that needs no explanation', async () => {
    const response = savedCopy(DELIVERY, Readable.from(DELIVERY.items));
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await response.text()).toBe(
      'How we chose your name\n\nFrom Helena Duarte (helena@example.com), to Ana\nWritten on 18 November 2026, kept by Stillhere until 4 May 2031\n\n\nDear Ana,\n\nYou are four.\n',
    );
  });
});

describe('what is no letter', () => {
  const address = `${PATH}/file/019a6f00-0000-7000-8000-000000000009`;

  test.each([
    [PICTURE, `<img src="${address}" alt="How we chose your name" loading="lazy"/>`, 'Download the picture'],
    [
      FILM,
      `<video src="${address}" poster="${address}/thumbnail" controls="" playsInline="" preload="metadata"`,
      'Download the video',
    ],
    [VOICE, `<audio src="${address}" controls="" preload="metadata"`, 'Download the recording'],
  ])(
    'is there in its place, with its name, its size and a way to keep it (%#)',
    async (delivery, inPlace, download) => {
      const text = markupOf(openedPage(delivery));
      expect(text).toContain(inPlace);
      expect(text).toContain(`href="${address}?download"`);
      expect(text).toContain(download);
      expect(text).toContain(', 4.10 MB</p>');
      expect(text).not.toContain('Save a copy');
    },
  );

  test('has its note above it, as text', async () => {
    const [picture] = PICTURE.items as [OpenedDelivery['items'][number]];
    const caption = 'You were four.\n<b>And wet.</b>';
    const text = markupOf(openedPage({ ...PICTURE, items: [{ ...picture, caption } as typeof picture] }));
    expect(text).toMatch(/You were four\..*&lt;b&gt;And wet\.&lt;\/b&gt;.*<img src=/s);
  });

  test('is its copy where most devices do not show it, and the original can be downloaded too', async () => {
    const [picture] = PHONE_PICTURE.items as [OpenedDelivery['items'][number]];
    const copy = { file_id: '019a6f00-0000-7000-8000-00000000000a', size: 1_048_576 };
    const text = markupOf(openedPage({ ...PHONE_PICTURE, items: [{ ...picture, copy } as typeof picture] }));
    expect(text).toContain(`<img src="${PATH}/file/${copy.file_id}"`);
    expect(text).toContain(`href="${PATH}/file/${copy.file_id}?download"`);
    expect(text).toContain('IMG_2041.jpg, 1.00 MB');
    expect(text).toContain(`<a href="${address}?download">Download the original (HEIC)</a>`);
    expect(text).not.toContain('Most browsers');
  });

  test('says so where devices do not show or play it, with a small picture where there is one', async () => {
    const film = markupOf(openedPage(OLD_FILM));
    expect(film).not.toContain('<video');
    expect(film).toContain(`<img src="${address}/thumbnail"`);
    expect(film).toContain(
      'Most browsers don’t play AVI files. This is a small picture from it. Download the video and open it on your device.',
    );
    const picture = markupOf(openedPage(PHONE_PICTURE));
    expect(picture).not.toContain(`src="${address}"`);
    expect(picture).toContain('Most browsers don’t show HEIC files. This is a small picture of it.');
  });

  test('says what opens it where it is a document', () => {
    const will = markupOf(openedPage(WILL));
    expect(will).toContain('A Word document. Word, Pages and LibreOffice open it.');
    expect(will).not.toContain('?read');
  });

  test('is read in the browser where it is a PDF, from its first page and from a button, and can be downloaded', () => {
    const [deed] = DEED.items as [OpenedDelivery['items'][number]];
    const read = `<a href="${address}?read" target="_blank" rel="noopener">`;
    const drawn = markupOf(openedPage({ ...DEED, items: [{ ...deed, has_thumbnail: true } as typeof deed] }));
    expect(drawn).toContain(`${read}<img src="${address}/thumbnail" alt="How we chose your name" loading="lazy"/></a>`);
    for (const page of [drawn, markupOf(openedPage(DEED))]) {
      expect(page).toContain('Read it in a new tab</a>');
      expect(page).toContain(`href="${address}?download"`);
      expect(page).toContain('A PDF. Browsers and almost all phones and computers open it.');
    }
    expect(markupOf(openedPage(DEED))).not.toContain('<img');
  });

  test('is asked for again where it is away, and only there', async () => {
    const away = markupOf(PAGES['a picture that is away']);
    expect(away).toContain('We can’t reach this picture right now. Nothing was lost.');
    expect(away).toContain(`href="${PATH}">Try again</a>`);
    const damaged = markupOf(PAGES['a picture that was damaged']);
    for (const page of [away, damaged]) expect(page).not.toMatch(/<img|\?download/);
    expect(damaged).not.toContain('Try again');
  });

  test('shows a film before it plays only where there is a picture of it', async () => {
    expect(markupOf(openedPage(FILM))).toContain(`poster="${address}/thumbnail"`);
    const [film] = FILM.items;
    const items = [{ ...film, has_thumbnail: false } as typeof film & object];
    expect(markupOf(openedPage({ ...FILM, items }))).not.toContain('poster');
  });

  test('is spoken of as what it is, before it is opened and when it is refused', async () => {
    const invited = markupOf(invitationPage(VOICE));
    expect(invited).toContain('Ana, Helena Duarte left a recording for you.');
    expect(invited).toContain('added on 18 November 2026 and kept for you until today, 4 May 2031.');
    expect(invited).toContain('>Open the recording</button>');
    const refusing = markupOf(refusePage(VOICE));
    expect(refusing).toContain('Helena Duarte left “How we chose your name” for someone');
    expect(refusing).not.toContain('letter');
    expect(markupOf(refusedPage(VOICE))).toContain('We closed the recording unread');
  });
});
