/** What recipients get, and the pages that show it: samples for tests. */
import type { ReactNode } from 'react';
import type { Absence } from '#app/http/absences.ts';
import { InvitationPage, RefusedPage, RefusePage } from '#app/static-pages/invitation-pages.tsx';
import { FileTrouble, RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { OpenedPage } from '#app/static-pages/opened-pages.tsx';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import type { Invitation, OpenedDelivery } from '#services/recipients/invitations.ts';

export const FILE_ID = '019a6f00-0000-7000-8000-000000000009';
export const PATH = '/m/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ';
const NOW = new Date('2031-05-04T18:00:00Z');
export const DELIVERY: OpenedDelivery = {
  origin: 'owner',
  type: 'text',
  types: { text: 1 },
  bytes: 24,
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
      written_at: '2026-11-18T21:00:00.000Z',
    },
  ],
  from: 0,
  next: null,
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
    is_sealed: false,
    copy: null,
  };
  const file = { file_id: FILE_ID, ...kept };
  return {
    ...DELIVERY,
    type,
    types: { [type]: 1 },
    bytes: kept.size,
    items: [{ type, title, written_at, caption: '', ...file }],
  };
}
export const PICTURE = delivered('image', 'image/jpeg', 'sea.jpg');
export const FILM = delivered('video', 'video/mp4', 'candles.mp4');
export const OLD_FILM = delivered('video', 'video/x-msvideo', 'candles.avi');
export const PHONE_PICTURE = delivered('image', 'image/heic', 'IMG_2041.HEIC');
export const VOICE = delivered('audio', 'audio/mpeg', 'grandmother.mp3');
export const DEED = delivered('file', 'application/pdf', 'Deed of the house.pdf');
export const WILL = delivered(
  'file',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'Will, a draft.docx',
);
const [LETTER] = DELIVERY.items as [OpenedDelivery['items'][number]];
/** What a trusted contact gets. */
export const RELEASE: OpenedDelivery = {
  ...DELIVERY,
  origin: 'release',
  recipient_name: 'Rui',
  types: { text: 2, image: 1, video: 1, file: 1 },
  bytes: 12_900_048,
  silent_since: '2031-04-01T11:00:00.000Z',
  items: [LETTER, { ...LETTER, title: 'Where things are' }, ...[PICTURE, OLD_FILM, DEED].flatMap(({ items }) => items)],
};
export const invitationPage = (invitation: Invitation, now = NOW) => (
  <InvitationPage invitation={invitation} path={PATH} now={now} />
);
export const openedPage = (delivery: OpenedDelivery, absent: Record<string, Absence> = {}) => (
  <OpenedPage delivery={delivery} path={PATH} absent={absent} />
);
export const refusePage = (invitation: Invitation) => <RefusePage invitation={invitation} path={PATH} />;
export const refusedPage = (invitation: Invitation) => <RefusedPage invitation={invitation} />;
export const PAGES: Record<string, ReactNode> = {
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
  'a release of several pages': openedPage({ ...RELEASE, types: { text: 900 }, from: 5, next: 10 }),
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
