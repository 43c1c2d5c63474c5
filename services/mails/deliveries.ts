/** The mails to an owner about one of their deliveries. */
import type { ContentType } from '#domain/content/content.ts';
import { writtenDateTime, writtenSpan } from '#domain/time/written.ts';
import { type Mail, renderMail } from './layout.ts';
import { KINDS, oneLine, quoted, shownName } from './words.ts';

/** What every mail to an owner about one of their deliveries knows. */
export interface OwnDelivery {
  /** Of what it carries. */
  type: ContentType;
  ownerName: string;
  recipientName: string | null;
  recipientEmail: string;
  /** Null for a channel without one. */
  recipientPhone: string | null;
  /** Of the chosen channel, as in "by WhatsApp". */
  channelLabel: string;
  title: string;
  scheduledTime: Date;
  /** The owner's zone, in which the time is told. */
  timeZone: string;
  /** Where the owner can see to it. */
  link: string;
}

const SUBJECT_NAME = 60;
const SUBJECT_TITLE = 80;

/**
 * Puts a delivery into words for its owner.
 * @param state what is to be said about it: "is delayed"
 */
export function tellOwner(delivery: OwnDelivery, state: string): { subject: string; heading: string; wasDue: string } {
  const email = oneLine(delivery.recipientEmail);
  const name = oneLine(delivery.recipientName ?? '');
  const shortName = oneLine(delivery.recipientName ?? '', SUBJECT_NAME);
  const address = delivery.recipientPhone ? `${delivery.recipientPhone}, by ${delivery.channelLabel}` : email;
  const due = writtenDateTime(delivery.scheduledTime, delivery.timeZone);
  const what = `${KINDS[delivery.type].noun} ${delivery.type === 'text' ? 'to' : 'for'}`;
  return {
    subject: `Your ${what} ${shortName || email} ${state}: ${quoted(delivery.title, SUBJECT_TITLE)}`,
    heading: `${shownName(delivery.ownerName)}, your ${what} ${name || email} ${state}.`,
    wasDue: `${quoted(delivery.title)} was due on ${due}, to ${name ? `${name} at ${address}` : address}.`,
  };
}

/** `link` leads to where the owner sees how it stands. */
export type DeliveryDelayedInput = OwnDelivery;

/** The one mail to the owner while we keep trying: late, not lost, nothing to do. */
export function deliveryDelayed(input: DeliveryDelayedInput): Mail {
  const { subject, heading, wasDue } = tellOwner(input, 'is delayed');
  return renderMail({
    subject,
    preview: 'We keep trying, and there is nothing you need to do.',
    heading,
    paragraphs: [
      `${wasDue} It has not gone out yet.`,
      'Nothing was lost. We keep trying, and it goes out as soon as it can.',
      'There is nothing you need to do. If it cannot go out at all, we write to you again.',
    ],
    action: { label: 'See how it stands', link: input.link },
    notes: ['You may be asked to sign in first.'],
    why: [
      `You get this because you asked Stillhere to deliver this ${KINDS[input.type].noun}. We write once about a delay.`,
      'Reply to this email to reach us.',
    ],
  });
}

/** `link` leads to where the address can be corrected and the delivery tried again. */
export interface DeliveryFailedInput extends OwnDelivery {
  /** Why, in a sentence a person can be shown. */
  reason: string;
  /** The number that the chosen channel did not reach, before it went by email; else null. */
  triedPhone: string | null;
}

/**
 * The mail to the owner when a delivery failed. It "needs you" rather than "did not arrive":
 * after an outcome that nobody could learn it may well have arrived.
 */
export function deliveryFailed(input: DeliveryFailedInput): Mail {
  const { subject, heading, wasDue } = tellOwner(input, 'needs you');
  const { noun } = KINDS[input.type];
  // What became of the email is said by the reason: it may have arrived, and been refused.
  return renderMail({
    subject,
    preview: `${input.reason} Nothing was lost.`,
    heading,
    paragraphs: [
      wasDue,
      ...(input.triedPhone
        ? [`We tried both ways: ${input.channelLabel} to ${input.triedPhone}, which did not bring it, and then email.`]
        : []),
      `What happened: ${input.reason}`,
      `Nothing was lost. The ${noun} is kept as it was, and nothing more goes out until you decide.`,
    ],
    action: { label: 'Correct the address or try again', link: input.link },
    notes: ['You may be asked to sign in first.'],
    why: [`You get this because you asked Stillhere to deliver this ${noun}.`, 'Reply to this email to reach us.'],
  });
}

/** `link` leads to the page with the one button. */
export interface AddressCheckInput extends OwnDelivery {
  now: Date;
}

/** Asks the owner, ahead of a far date, whether the address, or the number, still holds. Without an answer it goes out all the same. */
export function addressCheck(input: AddressCheckInput): Mail {
  const { noun } = KINDS[input.type];
  const name = oneLine(input.recipientName ?? '');
  const shortName = oneLine(input.recipientName ?? '', SUBJECT_NAME);
  const left = writtenSpan(input.scheduledTime.getTime() - input.now.getTime());
  const due = writtenDateTime(input.scheduledTime, input.timeZone);
  const where = reachedAt(input);
  return renderMail({
    subject: `Does ${input.recipientPhone ?? oneLine(input.recipientEmail)} still hold? In ${left} we bring something ${shortName ? `to ${shortName}` : 'there'}`,
    preview: 'One tap says yes. If it has changed, you can correct it until then.',
    heading: `${shownName(input.ownerName)}, does ${where} still hold?`,
    paragraphs: [
      `In ${left}, on ${due}, we bring ${quoted(input.title)} to ${name ? `${name} at ${where}` : where}. You chose that long ago, and ${input.recipientPhone ? 'numbers' : 'addresses'} change.`,
      'If it still holds, one tap is all. If it does not, the page leads to where you change it.',
      `Without an answer the ${noun} goes out as it stands.`,
    ],
    action: { label: 'Look, and say yes', link: input.link },
    notes: ['It opens a page with one button, and needs no password. Only changing something asks you to sign in.'],
    why: [
      `You get this because you asked Stillhere to deliver this ${noun}. We ask once, ahead of a date that was far away.`,
      'Reply to this email to reach us.',
    ],
  });
}

/** @returns by what they are reached: the address, or the number with the address that stands in for it */
export function reachedAt({
  recipientEmail,
  recipientPhone,
  channelLabel,
}: Pick<OwnDelivery, 'recipientEmail' | 'recipientPhone' | 'channelLabel'>): string {
  const email = oneLine(recipientEmail);
  return recipientPhone ? `${recipientPhone} (${channelLabel}) or ${email}` : email;
}

/** What is told of a message of a release that failed. */
interface ReleaseFailedInput {
  ownerName: string;
  recipientName: string | null;
  recipientEmail: string;
  /** Why, in a sentence a person can be shown. */
  reason: string;
  /** Leads to the emergency page. */
  link: string;
}

/** The mail to the owner when what their protocol released did not reach a contact. Whoever reads it is here: that comes first. */
export function releaseFailed(input: ReleaseFailedInput): Mail {
  const email = oneLine(input.recipientEmail);
  const name = oneLine(input.recipientName ?? '');
  return renderMail({
    subject: `What you set aside did not reach ${oneLine(input.recipientName ?? '', SUBJECT_NAME) || email}`,
    preview: `${input.reason} Nothing was lost.`,
    heading: `${shownName(input.ownerName)}, what you set aside did not reach ${name || email}.`,
    paragraphs: [
      `Your emergency protocol was released, and its message ${name ? `to ${name} at ${email}` : `to ${email}`} failed.`,
      `What happened: ${input.reason}`,
      'Nothing was lost: everything is in your vault, and what went to your other contacts is not concerned.',
    ],
    action: { label: 'Open the emergency page', link: input.link },
    notes: [
      'If you have not said so yet, choose “I’m back” there: what nobody has opened is taken back, and the protocol begins again.',
      'After that you can correct this contact on your profile, or schedule any of it as a delivery of its own.',
      'You may be asked to sign in first.',
    ],
    why: ['You get this because your emergency protocol was released.', 'Reply to this email to reach us.'],
  });
}
