/** The page of one delivery in words, composed on the server. */

import { CHANNELS, FALL_BACK_AFTER, type FailureCode, needsPhone } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import { dateTime, plainDate } from '#messages/dates.ts';
import { storyView as texts } from '#messages/en/delivery-story.ts';
import { linkLifeStory } from '#messages/en/link-life-story.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { DeliveryStory, StoryEntry, StoryKind, Trying } from '#services/deliveries/story.ts';
import { lifeWords } from './link-life-words.ts';
import { addressAt, recipientByChannel, type ShownDelivery, shown } from './shown-delivery.ts';
import { labelOf, type StoryFacts, sentenceOf } from './story-words.ts';

/** One line of the story. */
interface Line {
  key: string;
  /** ISO 8601, for machines. */
  at: string;
  /** The same for people: "4 May 2031 at 09:00". */
  when: string;
  words: string;
  look: 'was' | 'is-warn' | 'is-danger' | 'to-come';
}

export interface StoryView {
  delivery: ShownDelivery;
  /** The revision that the buttons act on. */
  revision: number;
  /** Of the owner's zone: "Lisbon". */
  place: string;
  /** "To Ana, ana@example.com, by email" */
  lead: string;
  lines: Line[];
  /** About the link; null without one, and for a link of the emergency protocol. */
  link: string | null;
  /** How long the link will work, while the delivery can still be changed; null after that. */
  ahead: string | null;
  /** Whether its link can be extended: it was sent, and the link has an end. */
  isExtendable: boolean;
  /** Its recipient wants nothing more, so it will not be sent; null unless it waits. */
  stopped: string | null;
  /** What sending it again would do; null where it cannot be sent again. */
  again: string | null;
  /** What else belongs to it: the other people of its group. */
  more: StoryPart[];
}

/** A part of the page with a list of links. */
export interface StoryPart {
  key: string;
  heading: string;
  lines: { href: string; words: string }[];
}

const LOOKS: Partial<Record<StoryKind, Line['look']>> = {
  failed: 'is-danger',
  'link-refused': 'is-danger',
  delayed: 'is-warn',
  'came-back': 'is-warn',
  held: 'is-warn',
  'held-by-operator': 'is-warn',
  'fell-back': 'is-warn',
  'to-alternate': 'is-warn',
};

/**
 * @param timeZone the owner's, for all times of the page
 * @param now the moment of the request, ISO 8601
 */
export function storyView(story: DeliveryStory, timeZone: string, now: string): StoryView {
  const { delivery, revision } = story;
  const recipient = delivery.recipient_name || delivery.recipient_email;
  const facts = { recipient, address: delivery.recipient_email, type: story.type, timeZone };
  const next = story.trying ? [toCome(story.trying, delivery, facts, now)] : ifUnheard(delivery, facts, now);
  return {
    delivery: shown(delivery, new Date(now), timeZone),
    revision,
    place: placeOf(timeZone),
    lead: say(texts.to, { recipient: recipientByChannel(delivery) }),
    lines: [...withoutEchoes(story.entries).map((entry, n) => lineOf(entry, facts, n)), ...next],
    link: delivery.origin === 'owner' && mayHaveArrived(story) ? linkWords(delivery, timeZone) : null,
    ahead:
      delivery.changeable && delivery.origin === 'owner'
        ? say(linkLifeStory.ahead, { life: lifeWords(delivery.link_years) })
        : null,
    isExtendable: delivery.status === 'sent' && delivery.link_years !== null,
    stopped: story.isStopped ? say(texts.stopped, { recipient }) : null,
    again: againWords(story),
    more: [...groupOf(story, new Date(now), timeZone), ...yearsOf(delivery), ...questionOf(delivery)],
  };
}

/** A refusal by the recipient has a line of its own; the failure that follows would repeat it. */
function withoutEchoes(entries: readonly StoryEntry[]): StoryEntry[] {
  return entries.filter(({ kind, code }) => !(kind === 'failed' && code === 'refused'));
}

function lineOf(entry: StoryEntry, facts: StoryFacts, n: number): Line {
  const words = sentenceOf(entry, facts);
  const look = LOOKS[entry.kind] ?? 'was';
  return { key: `${n}`, at: entry.at, when: momentOf(entry.at, facts.timeZone), words, look };
}

function momentOf(instant: string, timeZone: string): string {
  return dateTime(instant, timeZone);
}

/** What happens next, and when at the earliest. */
function toCome(
  trying: Trying,
  { scheduled_time, sent_at, held_at }: DeliveryView,
  facts: StoryFacts,
  now: string,
): Line {
  const isAhead = trying.tries === 0 && sent_at === null && scheduled_time > now;
  if (held_at) {
    const words = say(isAhead ? texts.next.heldAhead : texts.next.held, { channel: labelOf(trying.channel) });
    return lineToCome(isAhead ? scheduled_time : now, words, facts, now);
  }
  // An untried delivery waits now: an operator who holds it has put off only the next look at it.
  const at = isAhead ? scheduled_time : trying.tries === 0 ? now : trying.next_at;
  const words = isAhead ? say(texts.next.scheduled, { channel: labelOf(trying.channel) }) : waitingWords(trying, facts);
  return lineToCome(at, words, facts, now);
}

/** @returns the line with the instant of the fallback to email; none where nothing falls back */
function ifUnheard(delivery: DeliveryView, facts: StoryFacts, now: string): Line[] {
  const { status, delivery_type, sent_at, fell_back_at, delivered_at, opened_at, link } = delivery;
  const { fallback } = CHANNELS[delivery_type];
  const canFallBack = fallback !== null && fell_back_at === null;
  const isHeard = delivered_at !== null || opened_at !== null;
  if (status !== 'sent' || sent_at === null || !canFallBack || isHeard || link.state === 'revoked') return [];
  const at = new Date(Date.parse(sent_at) + FALL_BACK_AFTER).toISOString();
  return [lineToCome(at, say(texts.next.ifUnheard, { channel: labelOf(delivery_type) }), facts, now)];
}

function lineToCome(at: string, words: string, { timeZone }: StoryFacts, now: string): Line {
  // What is due happens now: its time has passed.
  return { key: 'next', at, when: at > now ? momentOf(at, timeZone) : say(texts.now), words, look: 'to-come' };
}

function waitingWords({ tries, newest, channel }: Trying, { recipient }: StoryFacts): string {
  const label = labelOf(channel);
  switch (newest) {
    case null:
      return say(texts.next.untried, { recipient, channel: label });
    case 'started':
    case 'accepted':
      return say(texts.next.sending, { channel: label });
    case 'unknown':
      return say(texts.next.unknown, { tries, channel: label });
    case 'rejected':
      return say(texts.next.rejected, { tries, channel: label });
  }
}

/** Failures after which nobody has the message or its link. */
const NEVER_ARRIVED: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'invalid-recipient',
  'content-refused',
  'no-whatsapp',
  'no-sms',
  'bounced',
  'blocked',
  'dropped',
  'expired',
]);

/** An earlier message may have arrived where the newest did not. */
function mayHaveArrived({ delivery: { failure }, entries }: DeliveryStory): boolean {
  if (!failure || !NEVER_ARRIVED.has(failure.code)) return true;
  return entries.some(({ kind }) => kind === 'delivered' || kind === 'opened');
}

/** The story says who closed a link, where that was not its owner. */
function linkWords({ link, link_years, status, content_id }: DeliveryView, timeZone: string): string | null {
  const until = link.expires_at ? plainDate(link.expires_at, timeZone) : '';
  const { open, extendable, expired, revoked, replaceable } = texts.link;
  switch (link.state) {
    case 'none':
      return null;
    case 'open':
      if (link.expires_at === null) return say(linkLifeStory.endless);
      return status === 'sent' ? say(extendable, { until, life: lifeWords(link_years) }) : say(open, { until });
    case 'expired':
      return say(expired, { until });
    case 'revoked':
      return say(status === 'sent' && content_id ? replaceable : revoked);
  }
}

/** @returns the other people of its group, each with what became of theirs */
function groupOf({ delivery, group }: DeliveryStory, now: Date, timeZone: string): StoryPart[] {
  if (group.length === 0) return [];
  const lines = group.map((one) => {
    const { state } = shown(one, now, timeZone);
    const values = { recipient: one.recipient_name || one.recipient_email, state: state.word, more: state.sentence };
    return { href: `/schedule/${one.id}`, words: say(state.sentence ? texts.group.line : texts.group.short, values) };
  });
  const isWaiting = [delivery, ...group].some(({ changeable }) => changeable);
  const change = { href: `/schedule/${delivery.id}/group`, words: say(texts.group.change) };
  return [{ key: 'group', heading: say(texts.group.heading), lines: isWaiting ? [...lines, change] : lines }];
}

/** @returns until when a yearly delivery is repeated, and the next one */
function yearsOf({ id, repeat, next_id, origin, changeable }: DeliveryView): StoryPart[] {
  const year = repeat && `${repeat.until_year}`;
  if (origin === 'release' || (!repeat && !changeable)) return [];
  const change = {
    href: `/schedule/${id}/repeat`,
    words: year ? say(texts.years.until, { year }) : say(texts.years.once),
  };
  const next = next_id ? [{ href: `/schedule/${next_id}`, words: say(texts.years.next) }] : [];
  const lines = [...(changeable ? [change] : []), ...next];
  return lines.length === 0 ? [] : [{ key: 'years', heading: say(texts.years.heading), lines }];
}

function questionOf({ id, question, origin, changeable }: DeliveryView): StoryPart[] {
  if (origin === 'release' || !changeable) return [];
  const words = question === null ? say(texts.question.none) : say(texts.question.asked, { question });
  return [
    { key: 'question', heading: say(texts.question.heading), lines: [{ href: `/schedule/${id}/question`, words }] },
  ];
}

function againWords({ delivery, channel }: DeliveryStory): string | null {
  const { origin, status, content_id, link, link_years, recipient_email } = delivery;
  if (origin === 'release' || status !== 'sent' || content_id === null) return null;
  const { byPhone, newLink, sameLink } = texts.again;
  const whom =
    channel && needsPhone(channel)
      ? say(byPhone, { number: addressAt(delivery, channel), channel: labelOf(channel) })
      : recipient_email;
  return say(link.state === 'revoked' ? newLink : sameLink, { whom, life: lifeWords(link_years) });
}
