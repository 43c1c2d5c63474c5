/** The page of one delivery as it is read. */
import { clock, plainDate } from '#app/components/dates.ts';
import { FALL_BACK_AFTER, type FailureCode } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import type { DeliveryStory, StoryEntry, StoryKind, Trying } from '#services/deliveries/story.ts';
import { type ShownDelivery, shown } from './shown-delivery.ts';
import { sentenceOf, type Told, wayOf } from './story-words.ts';

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
  /** What its buttons are pressed for. */
  revision: number;
  /** Of the owner's zone: "Lisbon". */
  place: string;
  /** To whom, and how. */
  lead: string;
  lines: Line[];
  /** What can be said of the link; null where there is none, and where it is the protocol's. */
  link: string | null;
  /** What sending it once more would do; null where it cannot be. */
  again: string | null;
}

const LOOKS: Partial<Record<StoryKind, Line['look']>> = {
  failed: 'is-danger',
  'link-refused': 'is-danger',
  delayed: 'is-warn',
  'fell-back': 'is-warn',
};

/**
 * @param timeZone the owner's, in which all times of the page are told
 * @param now the moment of the request, ISO 8601
 */
export function storyView(story: DeliveryStory, timeZone: string, now: string): StoryView {
  const { delivery, revision } = story;
  const recipient = delivery.recipient_name || delivery.recipient_email;
  const told = { recipient, type: story.type, timeZone };
  const coming = story.trying ? [toCome(story.trying, delivery, told, now)] : ifUnheard(delivery, told, now);
  return {
    delivery: shown(delivery, new Date(now), timeZone),
    revision,
    place: placeOf(timeZone),
    lead: `To ${toWhom(delivery)}`,
    lines: [...withoutEchoes(story.entries).map((entry, n) => lineOf(entry, told, n)), ...coming],
    link: delivery.origin === 'owner' && mayBeHeld(story) ? linkWords(delivery, timeZone) : null,
    again: againWords(story),
  };
}

/** What the recipient refused is told by their own line; that it failed by it is the same once more. */
function withoutEchoes(entries: readonly StoryEntry[]): StoryEntry[] {
  return entries.filter(({ kind, code }) => !(kind === 'failed' && code === 'refused'));
}

function lineOf(entry: StoryEntry, told: Told, n: number): Line {
  const words = sentenceOf(entry, told);
  const look = LOOKS[entry.kind] ?? 'was';
  return { key: `${n}`, at: entry.at, when: momentOf(entry.at, told.timeZone), words, look };
}

function momentOf(instant: string, timeZone: string): string {
  return `${plainDate(instant, timeZone)} at ${clock(instant, timeZone)}`;
}

/** What happens next, and when at the earliest. */
function toCome(trying: Trying, { scheduled_time, sent_at }: DeliveryView, told: Told, now: string): Line {
  const isAhead = trying.tries === 0 && sent_at === null && scheduled_time > now;
  // What nobody has tried waits now: an operator who holds it has put off no more than the next look at it.
  const at = isAhead ? scheduled_time : trying.tries === 0 ? now : trying.next_at;
  return lineToCome(at, isAhead ? `We send it by ${wayOf(trying.channel)}.` : waitingWords(trying, told), told, now);
}

/** @returns until when it is waited for WhatsApp to say that it arrived; nothing where nobody waits for that */
function ifUnheard(delivery: DeliveryView, told: Told, now: string): Line[] {
  const { status, delivery_type, sent_at, fell_back_at, delivered_at, opened_at, link } = delivery;
  const isByWhatsApp = delivery_type === 'whatsapp' && fell_back_at === null;
  const isHeard = delivered_at !== null || opened_at !== null;
  if (status !== 'sent' || sent_at === null || !isByWhatsApp || isHeard || link.state === 'revoked') return [];
  const at = new Date(Date.parse(sent_at) + FALL_BACK_AFTER).toISOString();
  return [lineToCome(at, 'If WhatsApp has not told us by then that it arrived, we send it by email.', told, now)];
}

function lineToCome(at: string, words: string, { timeZone }: Told, now: string): Line {
  // What is due happens now: the hour behind it would be one that has passed.
  return { key: 'next', at, when: at > now ? momentOf(at, timeZone) : 'Now', words, look: 'to-come' };
}

function waitingWords({ tries, newest, channel }: Trying, { recipient }: Told): string {
  const way = wayOf(channel);
  const times = tries === 1 ? 'once' : tries === 2 ? 'twice' : `${tries} times`;
  switch (newest) {
    case null:
      return `It waits to go out to ${recipient} by ${way}.`;
    case 'started':
    case 'accepted':
      return `It is being sent by ${way}.`;
    case 'unknown':
      return `We look again whether it was taken. So far we tried ${times} by ${way}, and have not heard.`;
    case 'rejected':
      return `We try again by ${way}. So far we tried ${times}, and it was not taken.`;
  }
}

/** @returns whom it goes to and how: "Ana, +351 912 345 678, by WhatsApp" */
function toWhom({
  recipient_name,
  recipient_email,
  recipient_phone_grouped,
  delivery_type,
  fell_back_at,
}: DeliveryView): string {
  const isWhatsApp = delivery_type === 'whatsapp';
  const reached = isWhatsApp && fell_back_at === null ? recipient_phone_grouped : recipient_email;
  const whom = recipient_name ? `${recipient_name}, ${reached},` : `${reached},`;
  const way = isWhatsApp ? (fell_back_at === null ? 'by WhatsApp' : 'by email instead of WhatsApp') : 'by email';
  return `${whom} ${way}`;
}

/** @returns whom a failed delivery goes to once more: by the way that was asked for first, and by email if that fails */
export function goesAgainTo(delivery: DeliveryView): string {
  const first = toWhom({ ...delivery, fell_back_at: null });
  return delivery.delivery_type === 'whatsapp' ? `${first}, or else by email to ${delivery.recipient_email}` : first;
}

/** Failures after which nobody has the message, so that there is nothing to say of its link. */
const NEVER_ARRIVED: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'invalid-recipient',
  'content-refused',
  'no-whatsapp',
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

/** A link that was closed, other than by its owner, is told of in the story. */
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

function againWords({ delivery, way }: DeliveryStory): string | null {
  const { origin, status, content_id, link, recipient_email, recipient_phone_grouped } = delivery;
  if (origin === 'release' || status !== 'sent' || content_id === null) return null;
  const whom = way === 'whatsapp' ? `${recipient_phone_grouped} by WhatsApp` : recipient_email;
  const which =
    link.state === 'revoked'
      ? 'a new link that opens for 24 months. The old one stays closed.'
      : 'the same link, which then opens for another 24 months.';
  return `The same invitation goes to ${whom} now, with ${which}`;
}
