import type { ContentType } from '#domain/content/content.ts';
import { writtenDate } from '#domain/time/written.ts';
import { KINDS } from './kinds.ts';
import { type Mail, setMail } from './layout.ts';
import { openUntil } from './open-until.ts';
import { oneLine, quoted, shownName } from './words.ts';

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
  return setMail({
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
