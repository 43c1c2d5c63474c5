/** Every mail of ours, written about one family, in the order in which a person would meet them. */
import type { AccountMailKind } from '#db/entities/accounts.ts';
import { FAILURES } from '#domain/delivery/delivery.ts';
import { accountMail } from '#services/mails/account.ts';
import { paymentFailed, planEnded, receipt, refund } from '#services/mails/billing.ts';
import { addressCheck, deliveryDelayed, deliveryFailed, releaseFailed } from '#services/mails/deliveries.ts';
import { allClear, contactTold, undelivered } from '#services/mails/emergency-contacts.ts';
import { ownRelease, ownWarning } from '#services/mails/emergency-owner.ts';
import { invitation, releaseInvitation } from '#services/mails/invitations.ts';
import type { Mail } from '#services/mails/layout.ts';
import { contentReported } from '#services/mails/report.ts';
import {
  ACCOUNT_LINK,
  ASKED,
  BY_WHATSAPP,
  CHECK_IN,
  CONTACT,
  CONTACT_WATCH,
  LAST_CALL,
  LINK,
  MISSED,
  OWN,
  PAID,
  RELEASED,
  WATCH,
  WRITTEN,
} from './facts.ts';

/** One mail, and when it goes out. */
export interface Sample {
  when: string;
  mail: Mail;
}

const TO_RECIPIENTS = {
  invitation: { when: 'The day of a letter has come', mail: invitation(WRITTEN) },
  'invitation-video': {
    when: 'The day of a video has come, and replies go to us',
    mail: invitation({ ...WRITTEN, isAnsweredBySender: false, type: 'video', title: 'Five candles' }),
  },
  'release-invitation': {
    when: 'A protocol is released: what was set aside goes to a trusted contact',
    mail: releaseInvitation({
      types: ['text', 'text', 'image', 'file'],
      senderName: 'Helena Duarte',
      recipientName: 'Rui',
      silentSince: new Date('2031-04-01T11:00:00Z'),
      timeZone: 'Europe/Lisbon',
      link: LINK,
      expiresAt: new Date('2033-05-04T08:00:00Z'),
    }),
  },
} satisfies Record<string, Sample>;

const ABOUT_DELIVERIES = {
  'address-check': { when: 'A month ahead of a far date', mail: addressCheck(ASKED) },
  'address-check-whatsapp': {
    when: 'A month ahead of a far date, of a message by WhatsApp',
    mail: addressCheck({ ...ASKED, ...BY_WHATSAPP, recipientName: null, link: ASKED.link }),
  },
  'delivery-delayed': { when: 'It could not go out for an hour', mail: deliveryDelayed(OWN) },
  'delivery-delayed-whatsapp': {
    when: 'It could not go out by WhatsApp for an hour',
    mail: deliveryDelayed(BY_WHATSAPP),
  },
  'delivery-failed': {
    when: 'It came back',
    mail: deliveryFailed({ ...OWN, reason: FAILURES.bounced, triedPhone: null }),
  },
  'delivery-failed-both-ways': {
    when: 'Neither WhatsApp nor email brought it',
    mail: deliveryFailed({
      ...OWN,
      channelLabel: 'WhatsApp',
      reason: FAILURES.bounced,
      triedPhone: '+351 912 345 678',
    }),
  },
} satisfies Record<string, Sample>;

const TO_THE_SILENT = {
  reminder: {
    when: 'Seven, three and one day before the days are over, and six hours',
    mail: ownWarning('reminder', WATCH, CHECK_IN),
  },
  missed: { when: 'The days are over', mail: ownWarning('missed', MISSED, CHECK_IN) },
  'last-call': { when: 'A day before the release', mail: ownWarning('last-call', LAST_CALL, CHECK_IN) },
  again: { when: 'After an outage of ours', mail: ownWarning('again', WATCH, CHECK_IN) },
  released: {
    when: 'Everything has gone out',
    mail: ownRelease(RELEASED, 'https://stillhere.example/auth?to=%2Femergency'),
  },
  'release-failed': {
    when: 'What was released did not reach a contact',
    mail: releaseFailed({
      ownerName: 'Helena Duarte',
      recipientName: 'Rui',
      recipientEmail: 'rui@example.com',
      reason: FAILURES.bounced,
      link: 'https://stillhere.example/auth?to=%2Femergency',
    }),
  },
} satisfies Record<string, Sample>;

const TO_CONTACTS = {
  'contact-told': { when: 'Somebody was not heard from', mail: contactTold(CONTACT_WATCH, CONTACT) },
  'contact-told-late': {
    when: 'Somebody was not heard from, and this mail was held up',
    mail: contactTold({ ...CONTACT_WATCH, releasedAt: RELEASED.releasedAt }, CONTACT),
  },
  'all-clear': { when: 'All is well again', mail: allClear(CONTACT_WATCH, CONTACT) },
  undelivered: {
    when: 'After a release, a delivery to somebody else failed',
    mail: undelivered(CONTACT_WATCH, CONTACT),
  },
  'owner-deleted': {
    when: 'The account was deleted',
    mail: accountMail('owner-deleted', 'https://stillhere.example/'),
  },
} satisfies Record<string, Sample>;

const ABOUT_ACCOUNTS = {
  'confirm-email': { when: 'Somebody signed up', mail: accountMail('confirm-email', ACCOUNT_LINK) },
  'reset-password': { when: 'The password was forgotten', mail: accountMail('reset-password', ACCOUNT_LINK) },
  'password-changed': {
    when: 'There is a new password',
    mail: accountMail('password-changed', 'https://stillhere.example/auth/forgot'),
  },
  'change-email': {
    when: 'Another address is wanted, to the new one',
    mail: accountMail('change-email', ACCOUNT_LINK),
  },
  'email-changed': {
    when: 'There is another address, to the old one',
    mail: accountMail('email-changed', 'https://stillhere.example/auth?to=%2Fprofile'),
  },
  'email-taken': {
    when: 'The address that is wanted has an account already',
    mail: accountMail('email-taken', 'https://stillhere.example/auth'),
  },
  'google-linked': {
    when: 'First signed in with Google',
    mail: accountMail('google-linked', 'https://stillhere.example/auth?to=%2Fprofile'),
  },
  'google-took-over': {
    when: 'First signed in with Google, to an address that nobody had confirmed',
    mail: accountMail('google-took-over', 'https://stillhere.example/auth?to=%2Fprofile'),
  },
  'account-deleted': {
    when: 'The account was deleted',
    mail: accountMail('account-deleted', 'https://stillhere.example/'),
  },
} satisfies Record<Exclude<AccountMailKind, 'owner-deleted'>, Sample>;

const ABOUT_MONEY = {
  receipt: { when: 'A payment has arrived', mail: receipt(PAID) },
  refund: {
    when: 'A payment was given back',
    mail: refund({ ...PAID, amount: 10_000, offer: { plan: 'premium', interval: 'year' } }),
  },
  'payment-failed': { when: 'A payment was refused', mail: paymentFailed({ ...PAID, amount: 1_250 }) },
  'plan-ended': { when: 'A plan is over', mail: planEnded({ link: 'https://stillhere.example/pricing' }) },
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
} satisfies Record<string, Sample>;

/** By whom they go to, or what they are about. */
export const GROUPS: Readonly<Record<string, Readonly<Record<string, Sample>>>> = {
  'To those for whom something was kept': TO_RECIPIENTS,
  'About deliveries, to their owners': ABOUT_DELIVERIES,
  'The emergency protocol, to its owner': TO_THE_SILENT,
  'The emergency protocol, to trusted contacts': TO_CONTACTS,
  'About accounts': ABOUT_ACCOUNTS,
  'About money': ABOUT_MONEY,
  'To operators': TO_OPERATORS,
};

/** Each of them by its name. */
export const SAMPLES = new Map<string, Sample>(Object.values(GROUPS).flatMap((samples) => Object.entries(samples)));
