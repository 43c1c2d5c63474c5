/** What happened to a delivery, in sentences composed on the server. */

import type { ContentType } from '#domain/content/content.ts';
import { CHANNELS, type Channel, FALLBACK, type FailureCode } from '#domain/delivery/delivery.ts';
import { dateTime, plainDate } from '#messages/dates.ts';
import { deliveryStory as texts } from '#messages/en/delivery-story.ts';
import { channelLabels, failureReasons } from '#messages/en/delivery-terms.ts';
import { linkLifeStory } from '#messages/en/link-life-story.ts';
import { say } from '#messages/say.ts';
import type { StoryEntry, StoryKind } from '#services/deliveries/story.ts';

/** What the sentences are about. */
export interface StoryFacts {
  /** The recipient's name or address. */
  recipient: string;
  /** Their email address. */
  address: string;
  /** Of its content; null where that is gone, or several things. */
  type: ContentType | null;
  /** The time zone of dates. */
  timeZone: string;
}

const SENTENCES: Record<StoryKind, (entry: StoryEntry, facts: StoryFacts) => string> = {
  written: (_, { type }) => say(type === 'text' ? texts.writtenLetter : texts.writtenFile),
  released: () => say(texts.released),
  scheduled: ({ by }) => say(by === 'owner' ? texts.scheduled : texts.scheduledAgain),
  rescheduled: () => say(texts.rescheduled),
  deleted: () => say(texts.deleted),
  'time-moved': () => say(texts.timeMoved),
  'address-holds': ({ channel }) => say(texts.addressHolds[addressKind(channel)]),
  sent: ({ channel, unconfirmed }) =>
    unconfirmed ? say(texts.sentUnconfirmed) : say(texts.sent, { channel: labelOf(channel) }),
  'further-copy': () => say(texts.furtherCopy),
  delayed: () => say(texts.delayed),
  held: ({ until }, { timeZone }) =>
    until ? say(texts.heldUntil, { until: dateTime(until, timeZone) }) : say(texts.held),
  'held-by-operator': () => say(texts.heldByOperator),
  unheld: () => say(texts.unheld),
  // Only WhatsApp fell back before attempts recorded their channel.
  'fell-back': ({ code, channel }) => fellBack(labelOf(channel ?? 'whatsapp'), code),
  'to-alternate': (_, { address }) => say(texts.toAlternate, { address }),
  delivered: ({ channel }) => say(texts.delivered[addressKind(channel)]),
  opened: () => say(texts.opened),
  downloaded: () => say(texts.downloaded),
  failed: ({ code }) => (code ? say(texts.failedBecause, { reason: say(failureReasons[code]) }) : say(texts.failed)),
  'came-back': ({ until }, { timeZone }) =>
    until ? say(texts.cameBackUntil, { until: dateTime(until, timeZone) }) : say(texts.cameBack),
  retried: () => say(texts.retried),
  resent: ({ by, new_link }) => {
    if (by !== 'owner') return say(new_link ? texts.resentByUsElsewhere : texts.resentByUs);
    return say(new_link ? texts.resentWithNewLink : texts.resent);
  },
  'link-refused': (_, { recipient }) => say(texts.linkRefused, { recipient }),
  'link-withdrawn': () => say(texts.linkWithdrawn),
  'link-revoked': () => say(texts.linkRevoked),
  'link-extended': extended,
};

/** All that can happen to a delivery. */
export const STORY_KINDS = Object.keys(SENTENCES) as [StoryKind, ...StoryKind[]];

/** @returns what happened, in whole sentences */
export function sentenceOf(entry: StoryEntry, facts: StoryFacts): string {
  return SENTENCES[entry.kind](entry, facts);
}

/** @param channel null for email */
export function addressKind(channel: Channel | null): 'email' | 'phone' {
  return CHANNELS[channel ?? FALLBACK].address;
}

/** @param channel null for email @returns "email", "WhatsApp" */
export function labelOf(channel: Channel | null): string {
  return say(channelLabels[channel ?? FALLBACK]);
}

function extended({ until, by }: StoryEntry, { timeZone }: StoryFacts): string {
  if (!until) return say(texts.linkExtended);
  const date = plainDate(until, timeZone);
  return by === 'recipient' ? say(linkLifeStory.extendedBy, { date }) : say(texts.linkExtendedUntil, { until: date });
}

function fellBack(channel: string, code: FailureCode | null): string {
  if (code === null) return say(texts.fellBack, { channel });
  const reason = isNotBrought(code) ? say(texts.notBrought[code], { channel }) : say(failureReasons[code]);
  return say(texts.fellBackBecause, { reason });
}

/** @returns whether the failure reads differently after a fallback */
function isNotBrought(code: FailureCode): code is keyof typeof texts.notBrought {
  return code in texts.notBrought;
}
