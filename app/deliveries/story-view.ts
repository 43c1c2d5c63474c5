/** What the page of one delivery says. */
import { clock, plainDate } from '#app/components/dates.ts';
import { CHANNELS, FALL_BACK_AFTER, type FailureCode, needsPhone } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { DeliveryStory, StoryEntry, StoryKind, Trying } from '#services/deliveries/story.ts';
import { reachedAt, type ShownDelivery, shown } from './shown-delivery.ts';
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
  /** The revision that its buttons act on. */
  revision: number;
  /** Of the owner's zone: "Lisbon". */
  place: string;
  /** To whom, and how. */
  lead: string;
  lines: Line[];
  /** About the link; null where there is none, and where it is the protocol's. */
  link: string | null;
  /** What sending it again would do; null where that is impossible. */
  again: string | null;
}

const LOOKS: Partial<Record<StoryKind, Line['look']>> = {
  failed: 'is-danger',
  'link-refused': 'is-danger',
  delayed: 'is-warn',
  'fell-back': 'is-warn',
};

/**
 * @param timeZone the owner's, for all times of the page
 * @param now the moment of the request, ISO 8601
 */
export function storyView(story: DeliveryStory, timeZone: string, now: string): StoryView {
  const { delivery, revision } = story;
  const recipient = delivery.recipient_name || delivery.recipient_email;
  const facts = { recipient, type: story.type, timeZone };
  const coming = story.trying ? [toCome(story.trying, delivery, facts, now)] : ifUnheard(delivery, facts, now);
  return {
    delivery: shown(delivery, new Date(now), timeZone),
    revision,
    place: placeOf(timeZone),
    lead: `To ${toWhom(delivery)}`,
    lines: [...withoutEchoes(story.entries).map((entry, n) => lineOf(entry, facts, n)), ...coming],
    link: delivery.origin === 'owner' && mayBeHeld(story) ? linkWords(delivery, timeZone) : null,
    again: againWords(story),
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
  return `${plainDate(instant, timeZone)} at ${clock(instant, timeZone)}`;
}

/** What happens next, and when at the earliest. */
function toCome(trying: Trying, { scheduled_time, sent_at }: DeliveryView, facts: StoryFacts, now: string): Line {
  const isAhead = trying.tries === 0 && sent_at === null && scheduled_time > now;
  // An untried delivery waits now: an operator who holds it has put off only the next look at it.
  const at = isAhead ? scheduled_time : trying.tries === 0 ? now : trying.next_at;
  return lineToCome(
    at,
    isAhead ? `We send it by ${labelOf(trying.channel)}.` : waitingWords(trying, facts),
    facts,
    now,
  );
}

/** @returns until when a channel that falls back has time to report; nothing where that does not matter */
function ifUnheard(delivery: DeliveryView, facts: StoryFacts, now: string): Line[] {
  const { status, delivery_type, sent_at, fell_back_at, delivered_at, opened_at, link } = delivery;
  const { fallback, label } = CHANNELS[delivery_type];
  const canFallBack = fallback !== null && fell_back_at === null;
  const isHeard = delivered_at !== null || opened_at !== null;
  if (status !== 'sent' || sent_at === null || !canFallBack || isHeard || link.state === 'revoked') return [];
  const at = new Date(Date.parse(sent_at) + FALL_BACK_AFTER).toISOString();
  return [lineToCome(at, `If ${label} has not told us by then that it arrived, we send it by email.`, facts, now)];
}

function lineToCome(at: string, words: string, { timeZone }: StoryFacts, now: string): Line {
  // What is due happens now: its time has passed.
  return { key: 'next', at, when: at > now ? momentOf(at, timeZone) : 'Now', words, look: 'to-come' };
}

function waitingWords({ tries, newest, channel }: Trying, { recipient }: StoryFacts): string {
  const label = labelOf(channel);
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
  switch (newest) {
    case null:
      return `It waits to go out to ${recipient} by ${label}.`;
    case 'started':
    case 'accepted':
      return `It is being sent by ${label}.`;
    case 'unknown':
      return `We look again whether it was taken. So far we tried ${times} by ${label}, and have not heard.`;
    case 'rejected':
      return `We try again by ${label}. So far we tried ${times}, and it was not taken.`;
  }
}

/** @returns whom it goes to and how: "Ana, +351 912 345 678, by WhatsApp" */
function toWhom(delivery: DeliveryView): string {
  const { recipient_name, delivery_type, fell_back_at } = delivery;
  const { label, fallback } = CHANNELS[delivery_type];
  const hasFallenBack = fallback !== null && fell_back_at !== null;
  const reached = reachedAt(delivery, hasFallenBack ? fallback : delivery_type);
  const whom = recipient_name ? `${recipient_name}, ${reached},` : `${reached},`;
  return `${whom} by ${hasFallenBack ? `${CHANNELS[fallback].label} instead of ${label}` : label}`;
}

/** @returns whom a failed delivery goes to again: by the chosen channel first, and by email if that fails */
export function goesAgainTo(delivery: DeliveryView): string {
  const first = toWhom({ ...delivery, fell_back_at: null });
  const { fallback } = CHANNELS[delivery.delivery_type];
  return fallback ? `${first}, or else by ${CHANNELS[fallback].label} to ${reachedAt(delivery, fallback)}` : first;
}

/** Failures after which nobody has the message, so that its link does not matter. */
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
function mayBeHeld({ delivery: { failure }, entries }: DeliveryStory): boolean {
  if (!failure || !NEVER_ARRIVED.has(failure.code)) return true;
  return entries.some(({ kind }) => kind === 'delivered' || kind === 'opened');
}

/** The story says when a link was closed by others than its owner. */
function linkWords({ link, status, content_id }: DeliveryView, timeZone: string): string | null {
  const until = link.expires_at ? plainDate(link.expires_at, timeZone) : '';
  switch (link.state) {
    case 'none':
      return null;
    case 'open':
      return `It opens until ${until}. Whoever has it can open what you sent, without an account.${status === 'sent' ? ' Extended, it opens for 24 months from today.' : ''}`;
    case 'expired':
      return `It stopped opening on ${until}. Extend it, and it opens again.`;
    case 'revoked':
      return `It opens nothing any more.${status === 'sent' && content_id ? ' Sending it again brings a new one.' : ''}`;
  }
}

function againWords({ delivery, channel }: DeliveryStory): string | null {
  const { origin, status, content_id, link, recipient_email } = delivery;
  if (origin === 'release' || status !== 'sent' || content_id === null) return null;
  const whom =
    channel && needsPhone(channel) ? `${reachedAt(delivery, channel)} by ${labelOf(channel)}` : recipient_email;
  const which =
    link.state === 'revoked'
      ? 'a new link that opens for 24 months. The old one stays closed.'
      : 'the same link, which then opens for another 24 months.';
  return `The same invitation goes to ${whom} now, with ${which}`;
}
