import type { ContentType } from '#domain/content/content.ts';
import { writtenDateTime } from '#domain/time/written.ts';
import { KINDS } from './kinds.ts';
import { oneLine, quoted, shownName } from './words.ts';

/** What every mail to an owner about one of their deliveries knows. */
export interface OwnDelivery {
  /** Of what it carries. */
  type: ContentType;
  ownerName: string;
  recipientName: string | null;
  recipientEmail: string;
  /** Where it goes by WhatsApp. */
  recipientPhone: string | null;
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
  const address = delivery.recipientPhone ? `${delivery.recipientPhone}, by WhatsApp` : email;
  const due = writtenDateTime(delivery.scheduledTime, delivery.timeZone);
  const what = `${KINDS[delivery.type].noun} ${delivery.type === 'text' ? 'to' : 'for'}`;
  return {
    subject: `Your ${what} ${shortName || email} ${state}: ${quoted(delivery.title, SUBJECT_TITLE)}`,
    heading: `${shownName(delivery.ownerName)}, your ${what} ${name || email} ${state}.`,
    wasDue: `${quoted(delivery.title)} was due on ${due}, to ${name ? `${name} at ${address}` : address}.`,
  };
}
