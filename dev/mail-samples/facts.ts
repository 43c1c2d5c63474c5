/** The invented people and dates of the sample mails. */
import type { OwnWatch } from '#services/mails/shared-sentences.ts';

export const LINK = 'https://stillhere.example/m/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ';
export const STOP = 'https://stillhere.example/stop/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ';
export const WRITTEN = {
  type: 'text' as const,
  senderName: 'Helena Duarte',
  senderEmail: 'helena@example.com',
  recipientName: 'Ana',
  title: 'How we chose your name',
  writtenAt: new Date('2026-11-18T21:40:00Z'),
  sentAt: new Date('2031-05-04T08:00:00Z'),
  timeZone: 'Europe/Lisbon',
  link: LINK,
  expiresAt: new Date('2033-05-04T08:00:00Z'),
};
export const WRITER = { ownerName: 'Helena Duarte', ownerEmail: 'helena@example.com' };
export const PREVIEW = 'https://stillhere.example/auth?to=%2Fschedule%2F019a6f00-0000-7000-8000-000000000001%2Fpreview';
export const OWN = {
  type: 'text' as const,
  ownerName: 'Helena Duarte',
  recipientName: 'Ana',
  recipientEmail: 'ana@example.com',
  recipientPhone: null,
  channelLabel: 'email',
  title: 'How we chose your name',
  scheduledTime: new Date('2031-05-04T08:00:00Z'),
  timeZone: 'Europe/Lisbon',
  link: 'https://stillhere.example/schedule/019a6f00-0000-7000-8000-000000000001/retry',
};
export const BY_WHATSAPP = { ...OWN, recipientPhone: '+351 912 345 678', channelLabel: 'WhatsApp' };
export const OPENED = {
  ...OWN,
  openedAt: new Date('2031-05-04T09:12:40Z'),
  link: 'https://stillhere.example/auth?to=%2Fschedule%2F019a6f00-0000-7000-8000-000000000001',
};
export const ASKED = {
  ...OWN,
  now: new Date('2031-04-04T08:00:12Z'),
  link: 'https://stillhere.example/address/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ',
};
export const CHECK_IN = 'https://stillhere.example/check-in/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ';
export const CONTACT = {
  page: 'https://stillhere.example/contact/AZVYp1vJfK6bqf5zv3ZyXbYv9fK2mQ8nT1rW4xL7cD0eG5hJ',
  stop: STOP,
};
/** A protocol of 30 and 3 days, after 27 days. */
export const WATCH: OwnWatch = {
  ownerName: 'Helena Duarte',
  clock: { timeZone: 'Europe/Lisbon', day: 86_400_000 },
  now: new Date('2026-12-06T09:40:12Z'),
  lastCheckIn: new Date('2026-11-09T09:40:00Z'),
  daysSince: 27,
  inactiveDays: 30,
  contacts: ['Rui', 'Marta'],
  items: 3,
  plan: null,
  notifyAt: new Date('2026-12-09T09:40:00Z'),
  lastCallAt: new Date('2026-12-11T09:40:00Z'),
  releaseAt: new Date('2026-12-12T09:40:00Z'),
};
export const MISSED: OwnWatch = { ...WATCH, now: new Date('2026-12-09T09:40:12Z'), daysSince: 30 };
export const LAST_CALL: OwnWatch = { ...WATCH, now: new Date('2026-12-11T09:40:12Z'), daysSince: 32, lastCallAt: null };
/** A contact has heard from the owner on the day on which the check-in was missed. */
export const WORD = { name: 'Rui', at: new Date('2026-12-09T11:02:00Z') };
export const HELD = { heldUntil: new Date('2026-12-23T11:02:00Z'), releaseAt: new Date('2026-12-23T11:02:00Z') };
/** One of two contacts has confirmed; without the other the release waits thirty days. */
export const UNCONFIRMED = {
  confirmations: { needed: 2, given: 1 },
  confirmableFrom: new Date('2026-12-12T09:40:00Z'),
  releaseAt: new Date('2027-01-11T09:40:00Z'),
};
export const RELEASED = {
  ...WATCH,
  releasedAt: new Date('2026-12-12T09:40:00Z'),
  recipients: ['Rui', 'Marta'],
  titles: ['How we chose your name', 'Five candles', 'Where everything is'],
};
export const CONTACT_WATCH = { ...MISSED, ownerEmail: 'helena@example.com', contactName: 'Rui', releasedAt: null };
export const REACH = {
  ownerName: 'Helena Duarte',
  ownerEmail: 'helena@example.com',
  contactName: 'Rui',
  contactEmail: 'rui@example.com',
};
export const DURESS = {
  ...REACH,
  beganAt: new Date('2026-12-01T09:12:00Z'),
  endsAt: new Date('2027-03-01T09:12:00Z'),
  clock: MISSED.clock,
};
export const NOT_ME_LINK = 'https://stillhere.example/auth/not-me/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
export const ACCOUNT_LINK = 'https://stillhere.example/auth/confirm/AaH-CKpSdfOCb_uG9r9kQpm2b0yXk1nT8dC3fJ7vQ2wE5rZx';
const OWN_PLAN = 'https://stillhere.example/auth?to=%2Fprofile%2Fplan';
export const PAID = {
  amount: 500,
  offer: { plan: 'plus', interval: 'month' } as const,
  link: OWN_PLAN,
  at: new Date('2026-11-21T23:30:00Z'),
  paidUntil: new Date('2026-12-21T23:30:00Z'),
  isEnding: false,
  timeZone: 'Europe/Lisbon',
};
/** The contacts of an owner who is asked about their addresses. */
export const CHECKED = [
  { name: 'Rui', email: 'rui@example.com' },
  { name: 'Marta', email: 'marta@example.com' },
];
