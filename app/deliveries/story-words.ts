/** What happened to a delivery, in sentences: composed on the server, so that browsers need not. */
import { plainDate } from '#app/components/dates.ts';
import type { ContentType } from '#domain/content/content.ts';
import {
  CHANNELS,
  type Channel,
  type ChannelRules,
  FAILURES,
  FALLBACK,
  type FailureCode,
} from '#domain/delivery/delivery.ts';
import type { StoryEntry, StoryKind } from '#services/deliveries/story.ts';

/** What the sentences are about. */
export interface StoryFacts {
  /** The recipient's name or address. */
  recipient: string;
  /** Of its content; null where that is gone, or several things. */
  type: ContentType | null;
  /** The time zone of dates. */
  timeZone: string;
}

/** What a refusal means of a channel that fell back; any other code reads as it does of a failure. */
const NOT_BROUGHT: Partial<Record<FailureCode, (label: string) => string>> = {
  'invalid-recipient': (label) => `${label} refused the number.`,
  'content-refused': (label) => `${label} refused the message.`,
  unconfirmed: (label) => `We could not learn whether ${label} took it.`,
  expired: (label) => `${label} did not take it in time.`,
};

const NOUNS: Record<ChannelRules['address'], string> = { email: 'address', phone: 'number' };
const ARRIVED: Record<ChannelRules['address'], string> = {
  email: 'It reached their mailbox.',
  phone: 'It reached their phone.',
};

const SENTENCES: Record<StoryKind, (entry: StoryEntry, facts: StoryFacts) => string> = {
  written: (_, { type }) => (type === 'text' ? 'You wrote it.' : 'You kept it here.'),
  released: () => 'Your emergency protocol released it.',
  scheduled: () => 'You scheduled it.',
  rescheduled: () => 'You changed when it goes out, how, or to whom.',
  deleted: () => 'You took it back.',
  'time-moved': () =>
    'The clocks of its time zone follow other rules now: we moved it, so that it keeps the hour you chose.',
  'address-holds': ({ channel }) => `You told us that the ${nounOf(channel)} still holds.`,
  sent: ({ channel, unconfirmed }) =>
    unconfirmed ? 'It went out, and we could not learn whether it was taken.' : `It went out by ${labelOf(channel)}.`,
  'further-copy': () => 'We could not learn whether it had been taken, so we sent it one more time.',
  delayed: () => 'It could not go out yet. We keep trying.',
  // Only WhatsApp fell back before attempts recorded their channel.
  'fell-back': ({ code, channel }) => fellBack(labelOf(channel ?? 'whatsapp'), code),
  delivered: ({ channel }) => ARRIVED[CHANNELS[channel ?? FALLBACK].address],
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
export function sentenceOf(entry: StoryEntry, facts: StoryFacts): string {
  return SENTENCES[entry.kind](entry, facts);
}

/** @returns what a channel sends to: "address", "number" */
export function nounOf(channel: Channel | null): string {
  return NOUNS[CHANNELS[channel ?? FALLBACK].address];
}

/** @returns "email", "WhatsApp" */
export function labelOf(channel: Channel | null): string {
  return CHANNELS[channel ?? FALLBACK].label;
}

function fellBack(label: string, code: FailureCode | null): string {
  const why = code ? (NOT_BROUGHT[code]?.(label) ?? FAILURES[code]) : '';
  return `${label} did not bring it, so it goes by email instead. ${why}`.trim();
}
