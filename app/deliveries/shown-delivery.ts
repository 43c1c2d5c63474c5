/** What lists say of a delivery: composed on the server, so that browsers need not. */
import { clock, daysLeftWords, fullDate, fullDateTime, plainDate } from '#app/components/dates.ts';
import { CHANNELS, type Channel, needsPhone } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { nounOf } from './story-words.ts';

/** A delivery as pages show it. */
export interface ShownDelivery extends DeliveryView {
  /** When, and to whom. */
  line: string;
  /** "23 days left" */
  left: string;
  state: ShownState;
  /** Whether its address is still right; empty where that is not asked. */
  question: string;
}

/** Its state: a shape, a word, and a sentence where there is more to say. */
interface ShownState {
  look: 'is-wait' | 'is-warn' | 'is-done' | 'is-danger';
  mark: 'waiting' | 'delayed' | 'sent' | 'failed';
  word: string;
  sentence: string;
}

/**
 * @param now the moment of the request
 * @param ownZone its owner's zone: another one is named
 */
export function shown(delivery: DeliveryView, now: Date, ownZone: string): ShownDelivery {
  const { scheduled_time, time_zone } = delivery;
  const place = time_zone === ownZone ? '' : ` (${placeOf(time_zone)})`;
  const line = `${fullDateTime(scheduled_time, time_zone)}${place}, to ${recipientOf(delivery)}`;
  return {
    ...delivery,
    line,
    left: daysLeftWords(scheduled_time, now),
    state: stateOf(delivery, now),
    question: questionOf(delivery),
  };
}

/** Where it goes; the channel is named where it is not email, and while it waits, the fallback. */
function recipientOf(delivery: DeliveryView): string {
  const { recipient_name, delivery_type, fell_back_at, status } = delivery;
  const { label, fallback } = CHANNELS[delivery_type];
  const name = recipient_name ? `${recipient_name}, ` : '';
  if (fallback === null) return `${name}${reachedAt(delivery, delivery_type)}`;
  const instead = reachedAt(delivery, fallback);
  if (fell_back_at) return `${name}${instead}, by ${CHANNELS[fallback].label} instead of ${label}`;
  const otherwise = status === 'pending' ? `, or else ${instead}` : '';
  return `${name}${reachedAt(delivery, delivery_type)}, by ${label}${otherwise}`;
}

/** @returns the address, or the number, that a channel sends to */
export function reachedAt(
  { recipient_email, recipient_phone_grouped }: Pick<DeliveryView, 'recipient_email' | 'recipient_phone_grouped'>,
  channel: Channel,
): string | null {
  return needsPhone(channel) ? recipient_phone_grouped : recipient_email;
}

function questionOf({ asks_address, delivery_type }: DeliveryView): string {
  return asks_address ? `Does this ${nounOf(delivery_type)} still hold?` : '';
}

function stateOf(delivery: DeliveryView, now: Date): ShownState {
  if (delivery.status === 'sent')
    return { look: 'is-done', mark: 'sent', word: 'Sent', sentence: whatFollowed(delivery) };
  if (delivery.status === 'failed') {
    const sentence = `${delivery.failure?.text ?? 'We could not send it.'} Nothing was lost.`;
    return { look: 'is-danger', mark: 'failed', word: 'Failed', sentence };
  }
  if (delivery.delayed) return { look: 'is-warn', mark: 'delayed', word: 'Delayed: we keep trying', sentence: '' };
  const isDue = new Date(delivery.scheduled_time) <= now;
  return {
    look: 'is-wait',
    mark: 'waiting',
    word: 'Pending',
    sentence: isDue ? dueWords(delivery) : daysLeftWords(delivery.scheduled_time, now),
  };
}

/** Before the first try it is not on its way: usually for a second, and for long where operators hold it. */
function dueWords({ tried, sent_at }: DeliveryView): string {
  return `${tried ? 'On its way' : 'Waiting to go out'}${sent_at ? ' once more' : ''}.`;
}

/** What is known after it left; each moment with its day, when that was another one. */
function whatFollowed(delivery: DeliveryView): string {
  const { time_zone, scheduled_time, delivered_at, opened_at, downloaded_at, link } = delivery;
  const at = (instant: string) => {
    const isSameDay = fullDate(instant, time_zone) === fullDate(scheduled_time, time_zone);
    return `${isSameDay ? '' : `on ${plainDate(instant, time_zone)} `}at ${clock(instant, time_zone)}`;
  };
  if (delivery.unconfirmed) return 'We could not learn whether it arrived.';
  const parts = [
    delivered_at && `delivered ${at(delivered_at)}`,
    opened_at && `opened ${at(opened_at)}`,
    downloaded_at && 'saved',
    link.state === 'revoked' && 'link closed',
  ].filter(Boolean);
  // Accepted is not arrived, and its owner must not read it so.
  if (parts.length === 0) return 'We have not heard yet that it arrived.';
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
