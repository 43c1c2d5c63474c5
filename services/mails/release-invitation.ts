import type { ContentType } from '#domain/content/content.ts';
import { writtenDate } from '#domain/time/written.ts';
import { inWords } from './kinds.ts';
import { type Mail, setMail } from './layout.ts';
import { openUntil } from './open-until.ts';
import { oneLine, shownName } from './words.ts';

/** What the invitation of a release tells. No title: what is set aside for this moment says too much in one. */
interface ReleaseInvitationInput {
  /** Of each thing, in order. */
  types: readonly ContentType[];
  senderName: string;
  recipientName: string | null;
  /** Their last sign of life. */
  silentSince: Date;
  /** The sender's zone, in which the dates are told. */
  timeZone: string;
  /** The address of the recipient's page. */
  link: string;
  expiresAt: Date;
}

const SUBJECT_NAME = 60;

/** The mail to a trusted contact when an emergency protocol is released. Why somebody is silent we do not know, and do not guess. */
export function releaseInvitation(input: ReleaseInvitationInput): Mail {
  const sender = shownName(input.senderName);
  const recipient = oneLine(input.recipientName ?? '');
  const since = writtenDate(input.silentSince, input.timeZone);
  return setMail({
    subject: `${shownName(input.senderName, SUBJECT_NAME)} left something for you`,
    preview: `It was set aside for the time when they stop answering. You need no account to open it.`,
    heading: recipient ? `${recipient}, ${sender} left something for you.` : `${sender} left something for you.`,
    paragraphs: [
      `${sender} set ${inWords(input.types)} aside for the time when they stop answering, to go to the people they trust.`,
      `We have not heard from them since ${since}. We asked more than once, and then waited as long as they wished. We do not know why no answer came.`,
    ],
    action: { label: 'Open what they left', link: input.link },
    notes: [
      `It opens a page with one button. You need no account and no password. You can open it again ${openUntil(input.expiresAt, input.timeZone, input.senderName)}.`,
      'Whoever has this link can open everything, so keep this email to yourself.',
      `If you know that ${sender} is well, please ask them to sign in: what nobody has opened can be taken back.`,
      `Not for you? Choose “This is not for me” on that page: it is put away unopened, and we tell ${sender}.`,
    ],
    why: [
      `You get this because ${sender} named you as a trusted contact. We use your address for nothing else.`,
      `A reply to this email reaches Stillhere, not ${sender}.`,
    ],
  });
}
