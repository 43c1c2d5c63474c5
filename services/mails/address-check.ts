import { writtenDateTime, writtenSpan } from '#domain/time/written.ts';
import { KINDS } from './kinds.ts';
import { type Mail, setMail } from './layout.ts';
import type { OwnDelivery } from './own-delivery.ts';
import { oneLine, quoted, shownName } from './words.ts';

const SUBJECT_NAME = 60;

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
  return setMail({
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
}: Pick<OwnDelivery, 'recipientEmail' | 'recipientPhone'>): string {
  const email = oneLine(recipientEmail);
  return recipientPhone ? `${recipientPhone} (WhatsApp) or ${email}` : email;
}
