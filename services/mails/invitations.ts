/** The mails to recipients: something is here for you, and this is how to open it. */
import type { ContentType } from '#domain/content/content.ts';
import { writtenDate } from '#domain/time/written.ts';
import { type Mail, renderMail } from './layout.ts';
import { inWords, KINDS, oneLine, quoted, shownName } from './words.ts';

/** What the invitation tells. The thing itself is never in it: a mail is read by every machine on its way. */
export interface InvitationInput {
  type: ContentType;
  senderName: string;
  recipientName: string | null;
  /** Whether a reply goes to the sender, and not to us. */
  isAnsweredBySender: boolean;
  title: string;
  writtenAt: Date;
  sentAt: Date;
  /** The sender's zone, in which the dates are told. */
  timeZone: string;
  /** The address of the recipient's page. */
  link: string;
  expiresAt: Date;
}

const SUBJECT_NAME = 60;
const SUBJECT_TITLE = 90;

/** The mail to the recipient: somebody wrote to you, or left something for you, and here is how to open it. */
export function invitation(input: InvitationInput): Mail {
  const sender = shownName(input.senderName);
  const recipient = oneLine(input.recipientName ?? '');
  const written = writtenDate(input.writtenAt, input.timeZone);
  const sent = writtenDate(input.sentAt, input.timeZone);
  const { noun, did, made, open } = KINDS[input.type];
  const kept = written === sent ? `${made} on ${written}` : `${made} on ${written} and kept for you until ${sent}`;
  return renderMail({
    subject: `${shownName(input.senderName, SUBJECT_NAME)} ${did}: ${quoted(input.title, SUBJECT_TITLE)}`,
    preview: `It was ${kept}. You need no account to open it.`,
    heading: recipient ? `${recipient}, ${sender} ${did}.` : `${sender} ${did}.`,
    paragraphs: [`${quoted(input.title)}, ${kept}.`],
    action: { label: open, link: input.link },
    notes: [
      `It opens a page with one button. You need no account and no password. You can open it again ${openUntil(input.expiresAt, input.timeZone, input.senderName)}.`,
      `Whoever has this link can open the ${noun}, so keep this email to yourself.`,
      `Not for you? Choose “This is not for me” on that page: the ${noun} is put away unopened, and we tell ${sender}.`,
    ],
    why: [
      `You get this because ${sender} gave Stillhere your address for this ${noun}. Stillhere keeps what people leave and brings it on the day they chose; we use your address for nothing else.`,
      input.isAnsweredBySender
        ? `A reply to this email goes to ${sender}, not to Stillhere.`
        : `A reply to this email reaches Stillhere, not ${sender}.`,
    ],
  });
}

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

/** The mail to a trusted contact when an emergency protocol is released. Why somebody is silent we do not know, and do not guess. */
export function releaseInvitation(input: ReleaseInvitationInput): Mail {
  const sender = shownName(input.senderName);
  const recipient = oneLine(input.recipientName ?? '');
  const since = writtenDate(input.silentSince, input.timeZone);
  return renderMail({
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

/**
 * How long what was sent can be opened. The mail and the recipient's pages say it with the same words, and none of them
 * promises more than is so: deleting takes back what was sent.
 * @param timeZone the sender's, in which the date is told
 */
export function openUntil(expiresAt: Date, timeZone: string, senderName: string): string {
  return `until ${writtenDate(expiresAt, timeZone)}, unless ${shownName(senderName)} takes it back`;
}
