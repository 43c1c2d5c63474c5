/** Every mail of the product, about one invented family. The gallery shows them, and tests compare their texts. */
import type { Gallery, MailSample } from '@stillhere/simulators';
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { nameDevice } from '#domain/accounts/device-name.ts';
import type { OwnerAlert } from '#domain/accounts/owner-alerts.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { sayDevice } from '#messages/devices.ts';
import { previewOnPhone } from '#services/deliveries/compose-invitation.ts';
import { accountMail, alertMail } from '#services/mails/account.ts';
import { paymentFailed, planEnded, receipt, refund } from '#services/mails/billing.ts';
import { contactAnswered, contactAsked, contactsCheck } from '#services/mails/contact-asks.ts';
import { otherConfirmed, otherHeard, ownHeld, ownRaised } from '#services/mails/contact-words.ts';
import { contactBounced, contactStopped, contactTest } from '#services/mails/contacts.ts';
import {
  addressCheck,
  deliveryAlternate,
  deliveryDelayed,
  deliveryFailed,
  deliveryOpened,
  releaseFailed,
} from '#services/mails/deliveries.ts';
import { invitationTest, phoneTest } from '#services/mails/delivery-tests.ts';
import { duressBegan, duressEnded } from '#services/mails/duress.ts';
import { allClear, contactNotified, undelivered, witnessTold } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { invitation, invitationParts, recipientReminder, releaseInvitation } from '#services/mails/invitations.ts';
import type { Mail } from '#services/mails/layout.ts';
import { contentReported, recordRootMade } from '#services/mails/operators.ts';
import { rehearsalNudge } from '#services/mails/rehearsal.ts';

import { warningCode, warningTest } from '#services/mails/warnings.ts';
import {
  ACCOUNT_LINK,
  ASKED,
  BY_WHATSAPP,
  CHECK_IN,
  CHECKED,
  CONTACT,
  CONTACT_WATCH,
  DURESS,
  HELD,
  LAST_CALL,
  LINK,
  MISSED,
  NOT_ME_LINK,
  OPENED,
  OWN,
  PAID,
  PREVIEW,
  REACH,
  RELEASED,
  STOP,
  UNCONFIRMED,
  WATCH,
  WORD,
  WRITER,
  WRITTEN,
} from './facts.ts';

/** One mail, and when the product sends it. */
interface Sample extends MailSample {
  mail: Mail;
}

const SENT = { ...WRITTEN, stop: STOP };

const TO_RECIPIENTS = {
  invitation: { when: 'A letter’s date has come', mail: invitation(SENT) },
  'invitation-video': {
    when: 'A video’s date has come, and its sender’s address is not confirmed',
    mail: invitation({ ...SENT, senderEmail: null, type: 'video', title: 'Five candles' }),
  },
  'invitation-20-years': {
    when: 'A letter’s date has come, and its link works for 20 years',
    mail: invitation({ ...SENT, expiresAt: new Date('2051-05-04T08:00:00Z') }),
  },
  'invitation-endless': {
    when: 'A letter’s date has come, and its link works for as long as Stillhere exists',
    mail: invitation({ ...SENT, expiresAt: null }),
  },
  'invitation-several': {
    when: 'The date of several items has come, and their page asks a question first',
    mail: invitation({ ...SENT, types: { text: 2, image: 1, file: 1 }, isAsked: true }),
  },
  'recipient-reminder': {
    when: 'A recipient chose “Not now” on the page, and their day has come',
    mail: recipientReminder(SENT),
  },
  'release-invitation': {
    when: 'An emergency protocol releases its content to a trusted contact',
    mail: releaseInvitation({
      types: { text: 2, image: 1, file: 1 },
      senderName: 'Helena Duarte',
      senderEmail: 'helena@example.com',
      recipientName: 'Rui',
      silentSince: new Date('2031-04-01T11:00:00Z'),
      timeZone: 'Europe/Lisbon',
      link: LINK,
      expiresAt: new Date('2033-05-04T08:00:00Z'),
      stop: STOP,
    }),
  },
} satisfies Record<string, Sample>;

const ABOUT_DELIVERIES = {
  'address-check': { when: 'A month before a distant date', mail: addressCheck(ASKED) },
  'address-check-whatsapp': {
    when: 'A month before a distant date, for a WhatsApp message',
    mail: addressCheck({ ...ASKED, ...BY_WHATSAPP, recipientName: null, link: ASKED.link }),
  },
  'delivery-alternate': {
    when: 'The address refused it, and it goes to the second one',
    mail: deliveryAlternate({ ...OWN, refusedEmail: 'ana.duarte@example.com' }),
  },
  'delivery-delayed': { when: 'A delivery could not be sent for an hour', mail: deliveryDelayed(OWN) },
  'delivery-delayed-whatsapp': {
    when: 'A WhatsApp delivery could not be sent for an hour',
    mail: deliveryDelayed(BY_WHATSAPP),
  },
  'delivery-opened': { when: 'A delivery was opened for the first time', mail: deliveryOpened(OPENED) },
  'delivery-opened-whatsapp': {
    when: 'A WhatsApp delivery was opened for the first time',
    mail: deliveryOpened({ ...OPENED, ...BY_WHATSAPP, type: 'video', link: OPENED.link }),
  },
  'delivery-failed': {
    when: 'A delivery bounced',
    mail: deliveryFailed({ ...OWN, failure: 'bounced', triedPhone: null }),
  },
  'delivery-test': {
    when: 'An owner sends themselves a test of a delivery',
    mail: invitationTest(invitationParts({ ...WRITTEN, link: PREVIEW }), 'Ana'),
  },
  'delivery-test-whatsapp': {
    when: 'The same for a WhatsApp message',
    mail: phoneTest({
      text: previewOnPhone('whatsapp', 'https://stillhere.example', { name: 'Ana', language: 'en' }, WRITER),
      channel: 'whatsapp',
      recipient: 'Ana',
      link: PREVIEW,
    }),
  },
  'delivery-test-sms': {
    when: 'The same for a text message, to a person without a name',
    mail: phoneTest({
      text: previewOnPhone('sms', 'https://stillhere.example', { name: null, language: 'en' }, WRITER),
      channel: 'sms',
      recipient: '+351 912 345 678',
      link: PREVIEW,
    }),
  },
  'delivery-failed-unknown': {
    when: 'Nobody knows if a delivery arrived',
    mail: deliveryFailed({ ...OWN, failure: 'unconfirmed', triedPhone: null }),
  },
  'delivery-failed-both-ways': {
    when: 'A delivery failed by WhatsApp and by email',
    mail: deliveryFailed({
      ...OWN,
      channelLabel: 'WhatsApp',
      failure: 'bounced',
      triedPhone: '+351 912 345 678',
    }),
  },
} satisfies Record<string, Sample>;

const TO_OWNERS = {
  reminder: {
    when: 'Seven days, three days, one day and six hours before the check-in is due',
    mail: ownWarning('reminder', WATCH, CHECK_IN),
  },
  missed: { when: 'The check-in was missed', mail: ownWarning('missed', MISSED, CHECK_IN) },
  'last-call': { when: 'A day before the release', mail: ownWarning('last-call', LAST_CALL, CHECK_IN) },
  'contact-bounced': {
    when: 'A mail to a trusted contact came back',
    mail: contactBounced(REACH, 'https://stillhere.example/auth?to=%2Fprofile%2Fcontacts'),
  },
  'contact-stopped': {
    when: 'A trusted contact asked for no more emails',
    mail: contactStopped(REACH, 'https://stillhere.example/auth?to=%2Fprofile%2Fcontacts'),
  },
  'contacts-check': {
    when: 'Once a year, to an owner with contacts',
    mail: contactsCheck(CHECKED, 'https://stillhere.example/auth?to=%2Fprofile%2Fcontacts'),
  },
  'contact-answered': {
    when: 'A contact accepted',
    mail: contactAnswered({ ...REACH, answer: 'accepted', proposedEmail: null }, CONTACT.page),
  },
  'contact-other-address': {
    when: 'A contact said that their address is another one',
    mail: contactAnswered({ ...REACH, answer: 'none', proposedEmail: 'rui.duarte@example.com' }, CONTACT.page),
  },
  'warning-code': {
    when: 'An owner chose a second address for warnings',
    mail: warningCode('402918', 'https://stillhere.example/auth?to=%2Fprofile%2Fwarnings'),
  },
  'rehearsal-nudge': {
    when: 'A year without a rehearsal',
    mail: rehearsalNudge(WATCH.ownerName, 'https://stillhere.example/auth?to=%2Femergency%2Frehearsal'),
  },
  'warning-test': {
    when: 'An owner asked for a test warning',
    mail: warningTest(WATCH.ownerName, 'https://stillhere.example/auth?to=%2Fprofile%2Fwarnings'),
  },
  again: { when: 'After an outage of Stillhere', mail: ownWarning('again', WATCH, CHECK_IN) },
  held: {
    when: 'A trusted contact has heard from the owner',
    mail: ownHeld({ ...MISSED, ...HELD }, WORD, CHECK_IN),
  },
  raised: { when: 'A trusted contact says that something has happened', mail: ownRaised(WATCH, WORD, 7, CHECK_IN) },
  'missed-raised': {
    when: 'The owner has not answered what a contact said',
    mail: ownWarning('missed', { ...MISSED, isByRaise: true }, CHECK_IN),
  },
  'last-call-confirmations': {
    when: 'A day before the release, which waits for confirmations',
    mail: ownWarning('last-call', { ...LAST_CALL, ...UNCONFIRMED }, CHECK_IN),
  },
  released: {
    when: 'Everything was released',
    mail: ownRelease(RELEASED, 'https://stillhere.example/auth?to=%2Femergency'),
  },
  'release-failed': {
    when: 'A release did not reach a contact',
    mail: releaseFailed({
      ownerName: 'Helena Duarte',
      recipientName: 'Rui',
      recipientEmail: 'rui@example.com',
      failure: 'bounced',
      link: 'https://stillhere.example/auth?to=%2Femergency',
    }),
  },
} satisfies Record<string, Sample>;

const TO_CONTACTS = {
  'contact-test': {
    when: 'An owner sends a trusted contact a test',
    mail: contactTest(REACH, 'https://stillhere.example/', STOP),
  },
  'contact-told': { when: 'A person missed a check-in', mail: contactNotified(CONTACT_WATCH, CONTACT) },
  'contact-told-late': {
    when: 'A person missed a check-in, and this mail was delayed',
    mail: contactNotified({ ...CONTACT_WATCH, releasedAt: RELEASED.releasedAt }, CONTACT),
  },
  'all-clear': {
    when: 'There was a check-in again',
    mail: allClear({ ...CONTACT_WATCH, by: 'link' }, CONTACT),
  },
  'all-clear-off': {
    when: 'The protocol was switched off after contacts had been notified',
    mail: allClear({ ...CONTACT_WATCH, by: 'off' }, CONTACT),
  },
  'contact-held': {
    when: 'Another trusted contact has heard from the owner',
    mail: otherHeard({ ...CONTACT_WATCH, ...HELD }, CONTACT),
  },
  'contact-confirmed': {
    when: 'Another trusted contact knows that the owner cannot answer',
    mail: otherConfirmed({ ...CONTACT_WATCH, ...UNCONFIRMED }, CONTACT),
  },
  'contact-told-raised': {
    when: 'An owner has not answered what another contact said',
    mail: contactNotified({ ...CONTACT_WATCH, isByRaise: true }, CONTACT),
  },
  undelivered: {
    when: 'After a release, a delivery to another person failed',
    mail: undelivered(CONTACT_WATCH, CONTACT),
  },
  'contact-asked': {
    when: 'An owner chose “Ask them”; to the contact',
    mail: contactAsked({ ...REACH, role: 'recipient' }, CONTACT.page, CONTACT.stop),
  },
  'duress-began': {
    when: 'An owner checked in with their second password; to the one contact whom they chose for it',
    mail: duressBegan(DURESS, 'https://stillhere.example/', CONTACT.stop),
  },
  'duress-ended': {
    when: 'The owner ended that hold, or its days were over; to the same contact',
    mail: duressEnded({ ...DURESS, by: 'owner' }, 'https://stillhere.example/', CONTACT.stop),
  },
  'witness-told': {
    when: 'A release has happened; to a witness, who receives nothing of it',
    mail: witnessTold({ ...CONTACT_WATCH, releasedAt: RELEASED.releasedAt }, CONTACT),
  },
  'owner-deleted': {
    when: 'The account was deleted',
    mail: accountMail('owner-deleted', 'https://stillhere.example/', STOP),
  },
} satisfies Record<string, Sample>;

const ABOUT_ACCOUNTS = {
  'confirm-email': { when: 'A person signed up', mail: accountMail('confirm-email', ACCOUNT_LINK) },
  'reset-password': { when: 'The password was forgotten', mail: accountMail('reset-password', ACCOUNT_LINK) },
  'change-email': {
    when: 'A person asked for a new address; sent to the new one',
    mail: accountMail('change-email', ACCOUNT_LINK),
  },
  'lost-phone-begun': {
    when: 'Someone with the password said that the phone with the codes is lost',
    mail: accountMail('lost-phone-begun', 'https://stillhere.example/auth/lost/stop'),
  },
  'lost-phone-over': {
    when: '72 hours after that, unless it was stopped',
    mail: accountMail('lost-phone-over', 'https://stillhere.example/auth/lost/sign-in'),
  },
  'email-taken': {
    when: 'The new address already has an account',
    mail: accountMail('email-taken', 'https://stillhere.example/auth'),
  },
  'google-took-over': {
    when: 'First signed in with Google, with an address that was not confirmed',
    mail: accountMail('google-took-over', 'https://stillhere.example/auth?to=%2Fprofile'),
  },
  'webhook-off': {
    when: 'A webhook was switched off, because its program could not be reached',
    mail: accountMail('webhook-off', 'https://stillhere.example/auth?to=%2Fprofile%2Fsecurity%2Fwebhooks'),
  },
  'account-deleted': {
    when: 'The account was deleted',
    mail: accountMail('account-deleted', 'https://stillhere.example/'),
  },
} satisfies Record<Exclude<AccountMailKind, 'owner-deleted' | OwnerAlert>, Sample>;

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ALERTS = {
  'device-new': alerted('device-new', 'A device signed in for the first time', FIREFOX),
  'password-changed': alerted('password-changed', 'The password was changed'),
  'factors-changed': alerted('factors-changed', 'A passkey, the codes from an app or the recovery codes were changed'),
  'google-linked': alerted('google-linked', 'First signed in with Google'),
  'token-created': alerted('token-created', 'A token was made'),
  'webhook-created': alerted('webhook-created', 'A webhook was added'),
  'email-changed': alerted('email-changed', 'The address was changed; sent to the old one'),
  'contacts-changed': alerted(
    'contacts-changed',
    'A trusted contact was added, changed or removed; one in ten minutes',
  ),
  'protocol-disarmed': alerted('protocol-disarmed', 'The emergency protocol was switched off'),
  'protocol-paused': alerted('protocol-paused', 'The emergency protocol was paused'),
  'export-begun': alerted('export-begun', 'Everything is downloaded; one in ten minutes'),
} satisfies Record<OwnerAlert, Sample>;

function alerted(kind: OwnerAlert, when: string, userAgent: string | null = null): Sample {
  const at = dateTimeAndPlace('2026-11-28T08:40:00Z', 'Europe/Lisbon');
  return { when, mail: alertMail(kind, NOT_ME_LINK, { about: userAgent && sayDevice(nameDevice(userAgent)), at }) };
}

const ABOUT_MONEY = {
  receipt: { when: 'A payment succeeded', mail: receipt(PAID) },
  refund: {
    when: 'A payment was refunded',
    mail: refund({ ...PAID, amount: 10_000, offer: { plan: 'premium', interval: 'year' } }),
  },
  'payment-failed': { when: 'A payment failed', mail: paymentFailed({ ...PAID, amount: 1_250 }) },
  'plan-ended': { when: 'A plan has ended', mail: planEnded({ link: 'https://stillhere.example/pricing' }) },
} satisfies Record<string, Sample>;

const TO_OPERATORS = {
  'content-reported': {
    when: 'A visitor of the gallery reported something',
    mail: contentReported({
      contentId: '019a6f00-0000-7000-8000-000000000002',
      type: 'image',
      isPublic: false,
      statement: { reason: 'privacy', words: 'That is my sister, and she never said yes to this.' },
      reportedAt: new Date('2026-11-21T09:30:00Z'),
      link: 'https://stillhere.example/shared/019a6f00-0000-7000-8000-000000000002',
    }),
  },
  'record-root': {
    when: 'The daily root of the record was made, for the archive',
    mail: recordRootMade({
      day: '2026-11-28',
      root: '9be104c7c41f8a02d9b37e5560f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3',
      chains: 1204,
      link: 'https://stillhere.example/record/roots',
    }),
  },
} satisfies Record<string, Sample>;

/** The samples by their recipients or their subject; the gallery shows these headings. */
export const GROUPS: Gallery = {
  'To recipients': TO_RECIPIENTS,
  'About deliveries, to the sender': ABOUT_DELIVERIES,
  'The emergency protocol, to the owner': TO_OWNERS,
  'The emergency protocol, to trusted contacts': TO_CONTACTS,
  'About accounts': ABOUT_ACCOUNTS,
  'What a stranger may have done': ALERTS,
  'About money': ABOUT_MONEY,
  'To operators': TO_OPERATORS,
};

/** Each sample by its name. */
export const SAMPLES = new Map<string, Sample>(Object.values(GROUPS).flatMap((samples) => Object.entries(samples)));
