/** What the protocol writes to trusted contacts: what happened, what comes next, and nothing of what was set aside. */
import { placeOf, writtenDate } from '#domain/time/written.ts';
import { momentOf, type ProtocolClock, placedMoment } from './emergency-owner.ts';
import { type Mail, type MailDays, renderMail } from './layout.ts';
import { oneLine, shownName } from './words.ts';

/** What a contact is told. */
export interface ContactWatch {
  ownerName: string;
  contactName: string;
  clock: ProtocolClock;
  now: Date;
  /** The owner's last sign of life. */
  lastCheckIn: Date;
  inactiveDays: number;
  /** When everything goes out, at the earliest; null while that is not known, and once it did. */
  releaseAt: Date | null;
  releasedAt: Date | null;
}

const SUBJECT_NAME = 60;

/**
 * Tells a contact that somebody has not been heard from.
 * @param link leads to a page that shows how it stands
 */
export function contactTold(watch: ContactWatch, link: string): Mail {
  const [owner, contact] = [shownName(watch.ownerName), oneLine(watch.contactName)];
  return renderMail({
    subject: `We have not heard from ${shownName(watch.ownerName, SUBJECT_NAME)}`,
    preview: `${owner} named you as somebody to tell. Here is how it stands.`,
    heading: contact ? `${contact}, we have not heard from ${owner}.` : `We have not heard from ${owner}.`,
    paragraphs: [
      `${owner} uses Stillhere, and named you as a trusted contact: somebody to tell when there is no sign of life. The last one was on ${writtenDate(watch.lastCheckIn, watch.clock.timeZone)}, and the ${watch.inactiveDays} days that ${owner} chose are over.`,
      watch.releasedAt
        ? `This email reaches you late. What ${owner} had set aside for trusted contacts was sent on ${placedMoment(watch.releasedAt, watch.clock)}, in another email from us.`
        : `That does not mean that something has happened. People travel, fall ill or lose a telephone. If you can reach ${owner}, please do: signing in to Stillhere, or the button in our emails, stops everything.`,
    ],
    action: { label: 'See how it stands', link },
    notes: [
      'It opens a page that always shows the newest. You need no account and no password.',
      'If there is a sign of life, we tell you at once.',
    ],
    ...(watch.releasedAt ? {} : { days: contactDays(watch, 'We write to you. Nothing has been sent.') }),
    why: [
      `You get this because ${owner} gave Stillhere your address for this. We use it for nothing else.`,
      replyTo(owner),
    ],
  });
}

/**
 * Tells a contact that all is well: after a check-in, after the protocol was switched off, after "I'm back".
 * @param link leads to the same page as before
 */
export function allClear(
  { ownerName, contactName }: Pick<ContactWatch, 'ownerName' | 'contactName'>,
  link: string,
): Mail {
  const owner = shownName(ownerName);
  const contact = oneLine(contactName);
  return renderMail({
    subject: `All is well: we have heard from ${shownName(ownerName, SUBJECT_NAME)}`,
    preview: 'There is nothing you need to do.',
    heading: contact ? `All is well, ${contact}.` : 'All is well.',
    paragraphs: [
      `We have heard from ${owner} again. You may have had a message from us that we had not.`,
      'There is nothing you need to do. Nothing more is sent to you. If something was sent that you have not opened, it is closed again.',
    ],
    action: { label: 'See how it stands', link },
    notes: [],
    why: [
      `You get this because ${owner} gave Stillhere your address as a trusted contact. We use it for nothing else.`,
      replyTo(owner),
    ],
  });
}

/**
 * Tells a contact, after the release, that something else could not be delivered: neither what it is nor whom it was for.
 * @param link leads to the same page as before
 */
export function undelivered(
  { ownerName, contactName }: Pick<ContactWatch, 'ownerName' | 'contactName'>,
  link: string,
): Mail {
  const owner = shownName(ownerName);
  const contact = oneLine(contactName);
  const what = `something that ${owner} wanted delivered could not be delivered`;
  return renderMail({
    subject: `Something that ${shownName(ownerName, SUBJECT_NAME)} wanted delivered could not be`,
    preview: 'Nothing was lost. Here is what you can do.',
    heading: contact ? `${contact}, ${what}.` : `${what.charAt(0).toUpperCase()}${what.slice(1)}.`,
    paragraphs: [
      `It is not what was sent to you. ${owner} had chosen somebody and a day for it, and it did not get there. We cannot ask ${owner}, from whom we have not heard, so we tell you. We may not say what it is, or whom it was for.`,
      `Nothing was lost: it is kept as it was, and nothing more of it goes out until ${owner} decides.`,
      `If you can reach ${owner}, please do: signing in to Stillhere shows what happened, and there it can be tried again.`,
      `If you cannot, and you are settling what ${owner} left behind, reply to this email. A person reads it.`,
    ],
    action: { label: 'See how it stands', link },
    notes: ['We write to you about this once, also if there is more of it.'],
    why: [
      `You get this because ${owner} gave Stillhere your address as a trusted contact. We use it for nothing else.`,
      replyTo(owner),
    ],
  });
}

/**
 * What happens next, and when.
 * @param atThisMoment what is so now
 */
export function contactDays({ ownerName, clock, now, releaseAt }: ContactWatch, atThisMoment: string): MailDays {
  const goes = `Whatever ${shownName(ownerName)} has set aside for trusted contacts is sent to you, unless there is a sign of life before.`;
  return {
    caption: `This is what happens next, and nothing of it earlier. Hours are ${placeOf(clock.timeZone)} time.`,
    rows: [
      { when: momentOf(now, clock), what: atThisMoment, isNow: true },
      ...(releaseAt ? [{ when: momentOf(releaseAt, clock), what: goes, isNow: false }] : []),
    ],
  };
}

function replyTo(owner: string): string {
  return `Reply to this email to reach us. A reply does not reach ${owner}.`;
}
