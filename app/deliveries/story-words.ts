/** What happened to a delivery, in sentences: put together where pages are made, so that browsers need not. */
import { plainDate } from '#app/components/dates.ts';
import type { ContentType } from '#domain/content/content.ts';
import { type Channel, FAILURES, type FailureCode } from '#domain/delivery/delivery.ts';
import type { StoryEntry, StoryKind } from '#services/deliveries/story.ts';

/** What the sentences speak of. */
export interface Told {
  /** How the recipient is called. */
  recipient: string;
  /** Of what it carries; null where that is gone, or several things. */
  type: ContentType | null;
  /** The zone that dates are told in. */
  timeZone: string;
}

/** What only WhatsApp's refusals mean; the rest is said as it is of a failure. */
const NOT_BY_WHATSAPP: Partial<Record<FailureCode, string>> = {
  'invalid-recipient': 'WhatsApp refused the number.',
  'content-refused': 'WhatsApp refused the message.',
  unconfirmed: 'We could not learn whether WhatsApp took it.',
  expired: 'WhatsApp did not take it in time.',
};

const SENTENCES: Record<StoryKind, (entry: StoryEntry, told: Told) => string> = {
  written: (_, { type }) => (type === 'text' ? 'You wrote it.' : 'You kept it here.'),
  released: () => 'Your emergency protocol released it.',
  scheduled: () => 'You scheduled it.',
  rescheduled: () => 'You changed when it goes out, how, or to whom.',
  deleted: () => 'You took it back.',
  'time-moved': () =>
    'The clocks of its time zone follow other rules now: we moved it, so that it keeps the hour you chose.',
  'address-holds': ({ channel }) => `You told us that the ${nounOf(channel)} still holds.`,
  sent: ({ channel, unconfirmed }) =>
    unconfirmed ? 'It went out, and we could not learn whether it was taken.' : `It went out by ${wayOf(channel)}.`,
  'further-copy': () => 'We could not learn whether it had been taken, so we sent it one more time.',
  delayed: () => 'It could not go out yet. We keep trying.',
  'fell-back': ({ code }) => `WhatsApp did not bring it, so it goes by email instead. ${whyNotByWhatsApp(code)}`.trim(),
  delivered: ({ channel }) => (channel === 'whatsapp' ? 'It reached their phone.' : 'It reached their mailbox.'),
  opened: (_, { recipient }) => `${recipient} opened it.`,
  downloaded: (_, { recipient }) => `${recipient} saved something of it.`,
  failed: ({ code }) => `It failed. ${code ? FAILURES[code] : ''}`.trim(),
  retried: () => 'You had us try again.',
  resent: ({ new_link }) => `You had us send it once more${new_link ? ', with a new link' : ''}.`,
  'link-refused': (_, { recipient }) =>
    `Whoever opened the message to ${recipient} said that it was not for them. Its link was closed.`,
  'link-withdrawn': () => 'What it brought was taken back. Its link was closed.',
  'link-revoked': () => 'You revoked the link. From then on it opened nothing.',
  'link-extended': ({ until }, { timeZone }) =>
    until ? `You extended the link: it opens until ${plainDate(until, timeZone)}.` : 'You extended the link.',
};

/** All that can happen to a delivery. */
export const STORY_KINDS = Object.keys(SENTENCES) as [StoryKind, ...StoryKind[]];

/** @returns what happened, in whole sentences */
export function sentenceOf(entry: StoryEntry, told: Told): string {
  return SENTENCES[entry.kind](entry, told);
}

/** @returns what a way leads to: "address", "number" */
export function nounOf(channel: Channel | null): string {
  return channel === 'whatsapp' ? 'number' : 'address';
}

/** @returns "email", "WhatsApp" */
export function wayOf(channel: StoryEntry['channel']): string {
  return channel === 'whatsapp' ? 'WhatsApp' : 'email';
}

function whyNotByWhatsApp(code: FailureCode | null): string {
  return code ? (NOT_BY_WHATSAPP[code] ?? FAILURES[code]) : '';
}
