/** The mails to an owner about one of their deliveries. */
import type { ContentType } from '#domain/content/content.ts';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import { spanOf } from '#domain/time/written.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { deliveryMails } from '#messages/en/delivery-mails.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';
import { type Reach, reachedAt } from './shared-sentences.ts';
import { oneLine, quoted, shownName } from './words.ts';

/** What every mail to an owner about one of their deliveries says. */
interface OwnDelivery extends Reach {
  /** Of its content. */
  type: ContentType;
  ownerName: string;
  recipientName: string | null;
  title: string;
  scheduledTime: Date;
  /** The owner's zone, for the dates. */
  timeZone: string;
  /** Where the button leads. */
  link: string;
}

const SUBJECT_NAME = 60;
const SUBJECT_TITLE = 80;

/** The one mail to the owner while we keep trying: late, not lost, nothing to do. */
export function deliveryDelayed(delivery: OwnDelivery): Mail {
  const { delayed } = deliveryMails;
  const { subject, heading, body } = valuesOf(delivery);
  return renderMail({
    subject: say(delayed.subject, subject),
    preview: say(delayed.preview),
    heading: say(delayed.heading, heading),
    paragraphs: [say(delayed.wasDue, body), ...sayAll(delayed.paragraphs)],
    action: { label: say(delayed.label), link: delivery.link },
    notes: sayAll(delayed.notes),
    why: [say(delayed.why, delivery), say(delayed.reply)],
    isOptional: true,
  });
}

/** The mail to the owner when the address refused it and it goes to the second one. */
export function deliveryAlternate(delivery: OwnDelivery & { refusedEmail: string }): Mail {
  const { alternate } = deliveryMails;
  const { subject, heading, body } = valuesOf(delivery);
  const refused = oneLine(delivery.refusedEmail);
  const second = oneLine(delivery.recipientEmail);
  return renderMail({
    subject: say(alternate.subject, subject),
    preview: say(alternate.preview, { second }),
    heading: say(alternate.heading, heading),
    paragraphs: [say(alternate.refused, { ...body, refused }), say(alternate.goes, { second }), say(alternate.next)],
    action: { label: say(alternate.label), link: delivery.link },
    notes: sayAll(alternate.notes),
    why: [say(alternate.why, delivery), say(alternate.reply)],
  });
}

/** `link` leads to the story of the delivery. */
interface DeliveryOpenedInput extends OwnDelivery {
  openedAt: Date;
}

/** The mail to the owner at the first opening. It says what was done and when; who did it, nobody knows. */
export function deliveryOpened(delivery: DeliveryOpenedInput): Mail {
  const { opened } = deliveryMails;
  const { subject, heading, body } = valuesOf(delivery);
  const at = dateTimeAndPlace(delivery.openedAt, delivery.timeZone);
  return renderMail({
    subject: say(opened.subject, subject),
    preview: say(opened.preview, { at }),
    heading: say(opened.heading, heading),
    paragraphs: [say(opened.at, { ...body, at }), ...sayAll(opened.paragraphs)],
    action: { label: say(opened.label), link: delivery.link },
    notes: sayAll(opened.notes),
    why: [say(opened.why, delivery), say(opened.reply)],
    isOptional: true,
  });
}

/** `link` leads to where the address can be corrected and the delivery tried again; to the story after the recipient's no. */
export interface DeliveryFailedInput extends OwnDelivery {
  failure: FailureCode;
  /** The number that the chosen channel did not reach before it went by email; else null. */
  triedPhone: string | null;
}

/** The mail to the owner when a delivery failed. Its subject does not say that it failed when it may have arrived. */
export function deliveryFailed(delivery: DeliveryFailedInput): Mail {
  const { failed, wasDue } = deliveryMails;
  const { subject, heading, body } = valuesOf(delivery);
  const { failure, triedPhone: phone, channelLabel: channel } = delivery;
  const reason = say(failureReasons[failure]);
  const outcome = outcomeOf(failure);
  const saidNo = isByRecipient(failure);
  return renderMail({
    subject: say(failed.subject, { ...subject, outcome }),
    preview: say(failed.preview, { reason }),
    heading: say(failed.heading, { ...heading, outcome }),
    paragraphs: [
      say(wasDue, body),
      ...(phone ? [say(failed.tried, { channel, phone })] : []),
      say(failed.reason, { reason }),
      say(saidNo ? failed.keptAfterNo : failed.kept, delivery),
    ],
    action: { label: say(saidNo ? failed.labelAfterNo : failed.label), link: delivery.link },
    notes: sayAll(failed.notes),
    why: [say(failed.why, delivery), say(failed.reply)],
  });
}

/** `link` leads to the page with the one button. */
export interface AddressCheckInput extends OwnDelivery {
  now: Date;
}

/** Asks the owner, ahead of a far date, whether the address or number is still right. Without an answer it goes out all the same. */
export function addressCheck(delivery: AddressCheckInput): Mail {
  const { addressCheck } = deliveryMails;
  const { recipientPhone, type } = delivery;
  const { subject, heading, body } = valuesOf(delivery);
  const by = recipientPhone ? ('phone' as const) : ('email' as const);
  const left = spanOf(delivery.scheduledTime.getTime() - delivery.now.getTime());
  const asked = { ...left, type, by, address: recipientPhone ?? oneLine(delivery.recipientEmail) };
  const isNamed = oneLine(delivery.recipientName ?? '') !== '';
  return renderMail({
    subject: isNamed
      ? say(addressCheck.subject, { ...asked, recipient: subject.recipient })
      : say(addressCheck.subjectUnnamed, asked),
    preview: say(addressCheck.preview),
    heading: isNamed
      ? say(addressCheck.heading, { ...asked, ...heading })
      : say(addressCheck.headingUnnamed, { ...asked, ...heading }),
    paragraphs: [
      say(addressCheck.due, { ...asked, ...body, address: named(delivery, reachedAt(delivery)) }),
      say(addressCheck.confirm),
      say(addressCheck.withoutAnswer, { type }),
    ],
    action: { label: say(addressCheck.label, { by }), link: delivery.link },
    notes: sayAll(addressCheck.notes),
    why: [say(addressCheck.why, { type }), say(addressCheck.reply)],
    isOptional: true,
  });
}

/** What the mail about a failed message of a release says. */
interface ReleaseFailedInput extends Pick<OwnDelivery, 'ownerName' | 'recipientName' | 'recipientEmail'> {
  failure: FailureCode;
  /** Leads to the emergency page. */
  link: string;
}

/** The mail to the owner when a message of their release did not reach a contact. Its reader has come back: that comes first. */
export function releaseFailed(input: ReleaseFailedInput): Mail {
  const { releaseFailed } = deliveryMails;
  const { failure, link } = input;
  const reason = say(failureReasons[failure]);
  const outcome = outcomeOf(failure);
  return renderMail({
    subject: say(releaseFailed.subject, { recipient: recipientOf(input, SUBJECT_NAME), outcome }),
    preview: say(releaseFailed.preview, { reason }),
    heading: say(releaseFailed.heading, {
      owner: shownName(input.ownerName),
      recipient: recipientOf(input),
      outcome,
    }),
    paragraphs: [
      say(releaseFailed.failed, { address: named(input, oneLine(input.recipientEmail)) }),
      say(releaseFailed.reason, { reason }),
      say(releaseFailed.kept),
    ],
    action: { label: say(releaseFailed.label), link },
    notes: sayAll(releaseFailed.notes),
    why: sayAll(releaseFailed.why),
  });
}

/** A message with an unknown outcome may have arrived; one that its reader refused or reported certainly has. */
function outcomeOf(failure: FailureCode): 'unknown' | 'declined' | 'failed' {
  if (failure === 'unconfirmed') return 'unknown';
  return isByRecipient(failure) || failure === 'reported' ? 'declined' : 'failed';
}

/** The values of a mail's sentences. Names and titles are shortened in its subject only. */
function valuesOf(delivery: OwnDelivery) {
  const { type, ownerName, recipientEmail, recipientPhone: phone, channelLabel: channel, title } = delivery;
  const address = phone ? say(deliveryMails.address.byPhone, { phone, channel }) : oneLine(recipientEmail);
  return {
    subject: { type, recipient: recipientOf(delivery, SUBJECT_NAME), title: quoted(title, SUBJECT_TITLE) },
    heading: { type, owner: shownName(ownerName), recipient: recipientOf(delivery) },
    body: {
      title: quoted(title),
      due: dateTimeAndPlace(delivery.scheduledTime, delivery.timeZone),
      address: named(delivery, address),
    },
  };
}

/** The recipient's name, else their address. */
function recipientOf(
  { recipientName, recipientEmail }: Pick<OwnDelivery, 'recipientName' | 'recipientEmail'>,
  limit?: number,
): string {
  return oneLine(recipientName ?? '', limit) || oneLine(recipientEmail);
}

/** The address with the recipient's name, where there is one. */
function named({ recipientName }: Pick<OwnDelivery, 'recipientName'>, address: string): string {
  const name = oneLine(recipientName ?? '');
  return name ? say(deliveryMails.address.named, { name, address }) : address;
}
