import type { Channel } from '#domain/delivery/delivery.ts';
import { linkExpiry } from '#domain/delivery/link-life.ts';
import type { Language } from '#domain/language.ts';
import { invitations } from '#messages/en/invitations.ts';
import { say } from '#messages/say.ts';
import { openHead } from '#services/contents/sealed-content.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import { linkSecret } from '#services/crypto/link.ts';
import { stopLink } from '#services/limits/correspondents.ts';
import { invitation, releaseInvitation } from '#services/mails/invitations.ts';
import { genuinePath } from '#services/mails/readers-address.ts';
import { forHeader, identified, oneLine, shownName } from '#services/mails/words.ts';
import type { EmailMessage, SmsMessage, WhatsAppMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';
import type { Claimed } from './claim-and-record.ts';

/**
 * Writes the mail of a claimed delivery. It invites: who it is from, and how to open it. Never the content.
 * @param appOrigin where the link leads
 * @throws Error when nothing in it is left, or the key ring does not open what was frozen
 */
export function composeInvitation(keyring: Keyring, appOrigin: string, claimed: Claimed, sentAt: Date): EmailMessage {
  return inLanguage(claimed.delivery.language, () => invitationOf(keyring, appOrigin, claimed, sentAt));
}

function invitationOf(keyring: Keyring, appOrigin: string, claimed: Claimed, sentAt: Date): EmailMessage {
  const { delivery, attemptId, frozen } = claimed;
  const stop = stopLink(keyring, appOrigin, { id: claimed.correspondentId });
  const facts = {
    senderName: frozen.ownerName,
    senderEmail: frozen.ownerEmail,
    recipientName: delivery.recipientName,
    timeZone: delivery.timeZone,
    link: linkOf(keyring, appOrigin, delivery),
    expiresAt: linkExpiry(sentAt, delivery.linkYears),
    stop,
  };
  const message = {
    to: { email: delivery.recipientEmail, name: delivery.recipientName },
    unsubscribe: stop,
    reference: { attempt_id: attemptId, delivery_id: delivery.id, revision: `${delivery.revision}` },
  };
  // Its sender has stopped answering, so there is no Reply-To: docs/decisions/0030.
  if (frozen.release) return { ...message, triesBounced: true, ...releaseInvitation({ ...facts, ...frozen.release }) };
  if (!frozen.head) throw new Error('nothing in it is left');
  const key = keyring.openPersonKey(frozen.wrappedKey, delivery.ownerId);
  return {
    ...message,
    ...(frozen.ownerEmail
      ? { replyTo: { email: frozen.ownerEmail, name: forHeader(shownName(frozen.ownerName)) } }
      : {}),
    ...invitation({
      ...facts,
      type: frozen.type,
      types: frozen.several,
      isAsked: frozen.isAsked,
      title: openHead(key, frozen.sealedAs, frozen.head).title,
      writtenAt: frozen.writtenAt,
      sentAt,
    }),
  };
}

/** A template has room for a name, not for a page. */
const NAME_MAX = 80;

/**
 * Writes the WhatsApp message of a claimed delivery: who it is from, and the same link that an email would carry.
 * @throws Error when the delivery has no phone number
 */
export function composeWhatsApp(keyring: Keyring, { delivery, attemptId, frozen }: Claimed): WhatsAppMessage {
  if (!delivery.recipientPhone) throw new Error('the delivery has no phone number');
  return {
    to: delivery.recipientPhone,
    language: delivery.language,
    words: inLanguage(delivery.language, () => namesOf(delivery.recipientName, frozen)),
    linkSecret: linkSecret(keyring, 'delivery', delivery.id, delivery.linkEpoch),
    attemptId,
    deliveryId: delivery.id,
    revision: delivery.revision,
  };
}

/**
 * Writes the text message of a claimed delivery, with the words of the WhatsApp template.
 * @param appOrigin where the link leads
 * @throws Error when the delivery has no phone number
 */
export function composeSms(keyring: Keyring, appOrigin: string, { delivery, attemptId, frozen }: Claimed): SmsMessage {
  if (!delivery.recipientPhone) throw new Error('the delivery has no phone number');
  const link = linkOf(keyring, appOrigin, delivery);
  const text = inLanguage(delivery.language, () =>
    textMessage(appOrigin, namesOf(delivery.recipientName, frozen), link),
  );
  return { to: delivery.recipientPhone, text, attemptId, deliveryId: delivery.id, revision: delivery.revision };
}

function textMessage(appOrigin: string, words: WhatsAppMessage['words'], link: string): string {
  return say(invitations.sms, { ...words, link, check: `${new URL(appOrigin).host}${genuinePath()}` });
}

/**
 * @param channel one that needs a phone number
 * @returns what the recipient's phone will show, with the beginning of a link in place of the link
 */
export function previewOnPhone(
  channel: Exclude<Channel, 'email'>,
  appOrigin: string,
  recipient: { name: string | null; language: Language },
  sender: Pick<Claimed['frozen'], 'ownerName' | 'ownerEmail'>,
): string {
  const link = `${new URL(appOrigin).host}/m/…`;
  return inLanguage(recipient.language, () => {
    const words = namesOf(recipient.name, sender);
    return channel === 'sms' ? textMessage(appOrigin, words, link) : say(invitations.whatsapp, { ...words, link });
  });
}

/**
 * The names in a message to a phone, the sender's with their address. The template begins with "Hello", and none of its
 * values may be empty.
 */
function namesOf(
  recipientName: string | null,
  { ownerName, ownerEmail }: Pick<Claimed['frozen'], 'ownerName' | 'ownerEmail'>,
) {
  return {
    recipient: oneLine(recipientName ?? '', NAME_MAX) || say(invitations.unnamed),
    sender: identified(shownName(ownerName, NAME_MAX), ownerEmail),
  };
}

function linkOf(keyring: Keyring, appOrigin: string, { id, linkEpoch }: Claimed['delivery']): string {
  return `${appOrigin}/m/${linkSecret(keyring, 'delivery', id, linkEpoch)}`;
}
