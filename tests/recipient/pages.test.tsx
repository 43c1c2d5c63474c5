import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import type { Absence } from '#app/http/absences.ts';
import { savedCopy } from '#app/recipients/saved-copy.ts';
import { InvitationPage, RefusedPage, RefusePage } from '#app/static-pages/invitation-pages.tsx';
import { FileTrouble, RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { OpenedPage } from '#app/static-pages/opened-pages.tsx';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import type { Invitation, OpenedDelivery } from '#services/recipients/invitations.ts';
import { expectToBeLight, markupOf } from '#tests/static-pages/static-page.tsx';

const FILE_ID = '019a6f00-0000-7000-8000-000000000009';
const PATH = '/m/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ';
const NOW = new Date('2031-05-04T18:00:00Z');
const DELIVERY: OpenedDelivery = {
  origin: 'owner',
  type: 'text',
  types: ['text'],
  sender_name: 'Helena Duarte',
  sender_email: 'helena@example.com',
  recipient_name: 'Ana',
  title: 'How we chose your name',
  written_at: '2026-11-18T21:00:00.000Z',
  sent_on: '2031-05-04T08:00:00.000Z',
  time_zone: 'Europe/Lisbon',
  expires_at: '2033-05-04T08:00:00.000Z',
  extends_to: null,
  opened: false,
  silent_since: null,
  items: [
    {
      type: 'text',
      title: 'How we chose your name',
      content: 'Dear Ana,\n\nYou are four.',
      written_at: '2026-11-18T21:00:00.000Z',
    },
  ],
};
/** Something else than a letter. */
function delivered(
  type: 'image' | 'video' | 'audio' | 'file',
  content_type: string,
  original_filename: string,
): OpenedDelivery {
  const [{ title, written_at }] = DELIVERY.items as [OpenedDelivery['items'][number]];
  const kept = {
    original_filename,
    content_type,
    size: 4_300_000,
    has_thumbnail: type === 'image' || type === 'video',
    copy: null,
  };
  const file = { file_id: FILE_ID, ...kept };
  return { ...DELIVERY, type, types: [type], items: [{ type, title, written_at, caption: '', ...file }] };
}
const PICTURE = delivered('image', 'image/jpeg', 'sea.jpg');
const FILM = delivered('video', 'video/mp4', 'candles.mp4');
const OLD_FILM = delivered('video', 'video/x-msvideo', 'candles.avi');
const PHONE_PICTURE = delivered('image', 'image/heic', 'IMG_2041.HEIC');
const VOICE = delivered('audio', 'audio/mpeg', 'grandmother.mp3');
const DEED = delivered('file', 'application/pdf', 'Deed of the house.pdf');
const WILL = delivered(
  'file',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'Will, a draft.docx',
);
const [LETTER] = DELIVERY.items as [OpenedDelivery['items'][number]];
/** What a trusted contact gets. */
const RELEASE: OpenedDelivery = {
  ...DELIVERY,
  origin: 'release',
  recipient_name: 'Rui',
  types: ['text', 'text', 'image', 'video', 'file'],
  silent_since: '2031-04-01T11:00:00.000Z',
  items: [LETTER, { ...LETTER, title: 'Where things are' }, ...[PICTURE, OLD_FILM, DEED].flatMap(({ items }) => items)],
};
const invitationPage = (invitation: Invitation, now = NOW) => (
  <InvitationPage invitation={invitation} path={PATH} now={now} />
);
const openedPage = (delivery: OpenedDelivery, absent: Record<string, Absence> = {}) => (
  <OpenedPage delivery={delivery} path={PATH} absent={absent} />
);
const refusePage = (invitation: Invitation) => <RefusePage invitation={invitation} path={PATH} />;
const refusedPage = (invitation: Invitation) => <RefusedPage invitation={invitation} />;
const PAGES: Record<string, ReactNode> = {
  invitation: invitationPage(DELIVERY),
  letter: openedPage(DELIVERY),
  picture: openedPage(PICTURE),
  film: openedPage(FILM),
  'a film that few play': openedPage(OLD_FILM),
  'a picture that few show': openedPage(PHONE_PICTURE),
  voice: openedPage(VOICE),
  file: openedPage(DEED),
  'a release before it is opened': invitationPage(RELEASE),
  'a release': openedPage(RELEASE),
  'a release is refused': refusePage(RELEASE),
  refuse: refusePage(DELIVERY),
  refused: refusedPage(DELIVERY),
  unknown: <RecipientTrouble code="not-found" explanation="This link isn’t valid." />,
  gone: <RecipientTrouble code="gone" explanation="You could open this until 4 May 2033. That date has passed." />,
  ours: <RecipientTrouble code={null} explanation={null} />,
  damaged: <RecipientTrouble code="damaged" explanation={say(damageTexts.file)} />,
  'a picture that was damaged': openedPage(PICTURE, { [FILE_ID]: 'damaged' }),
  'a picture that is away': openedPage(PICTURE, { [FILE_ID]: 'away' }),
  'the address of a file': <FileTrouble code="damaged" explanation={say(damageTexts.file)} />,
};

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
    const response = savedCopy(DELIVERY);
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

describe('a release', () => {
  const page = (name: string) => markupOf(PAGES[name]);

  test('says before it is opened who it is from, that it was set aside for this, how much it is, and no title', async () => {
    const markup = await page('a release before it is opened');
    expect(markup).toContain('<h1>Rui, Helena Duarte left something for you.</h1>');
    expect(markup).toContain('Two letters, a picture, a video and a file. Helena Duarte wanted you to have this');
    expect(markup).toContain('The last answer was on 1 April 2031.');
    expect(markup.match(/<button/g)).toHaveLength(1);
    for (const name of ['a release before it is opened', 'a release is refused'])
      expect(await page(name)).not.toMatch(/How we chose|Where things are/);
  });

  test('says before it is opened that its reader may have lost its sender, and promises nothing by a sender who may have died', () => {
    expect(page('a release before it is opened')).toContain('If you have lost Helena Duarte, we are sorry.');
    expect(markupOf(invitationPage({ ...RELEASE, silent_since: null }))).not.toContain('we are sorry');
    for (const name of ['a release before it is opened', 'a release', 'a release is refused'])
      expect(page(name)).not.toMatch(/withdraws it|we tell|we’ll tell|\bthey\b/i);
  });

  test('says so when its sender is back', async () => {
    const markup = markupOf(openedPage({ ...RELEASE, silent_since: null }));
    expect(markup).toContain('Since it was sent, someone has answered us from Helena Duarte’s account.');
  });

  test('brings each thing in its place and order, with a way to keep each and all', async () => {
    const markup = await page('a release');
    expect([...markup.matchAll(/<h2 dir="auto">(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual([
      'How we chose your name',
      'Where things are',
      ...Array(3).fill('How we chose your name'),
    ]);
    expect([...markup.matchAll(/<li dir="auto"><a href="#n(\d)">/g)].map(([, n]) => n)).toEqual([
      '1',
      '2',
      '3',
      '4',
      '5',
    ]);
    expect(markup).toContain(`<img src="${PATH}/file/${FILE_ID}" alt`);
    expect(markup).toContain('Most browsers don’t play AVI files.');
    expect(markup.match(/\?download">Download the/g)).toHaveLength(3);
    expect(markup).toContain(
      `<a class="btn btn-secondary" href="${PATH}/all.zip">Download all as one ZIP, 12.30 MB</a>`,
    );
  });

  test('of one thing alone is kept as that thing is', async () => {
    for (const [items, way] of [
      [RELEASE.items.slice(0, 1), 'Save a copy'],
      [DEED.items, 'Download the file'],
    ] as const) {
      const markup = markupOf(openedPage({ ...RELEASE, items: [...items] }));
      expect([markup.includes(way), markup.includes('all.zip')]).toEqual([true, false]);
    }
  });

  test('with a thing that is away or damaged shows the rest', async () => {
    const markup = markupOf(openedPage(RELEASE, { [FILE_ID]: 'damaged' }));
    expect(markup).toContain(say(damageTexts.file));
    expect(markup).toContain('You are four.');
  });
});
