/** What lists say of a delivery: put together where pages are made, so that browsers need not. */
import { clock, daysLeftWords, fullDate, fullDateTime, plainDate } from '#app/components/dates.ts';
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
  /** Whether what it goes to still holds; empty where nobody asks. */
  question: string;
}

/** Where it stands: a shape, a word, and a sentence where there is something to say. */
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

/** Where it goes; the way is told where it is not email, and while it waits, where it goes if that fails. */
function recipientOf(delivery: DeliveryView): string {
  const { recipient_name, recipient_email, recipient_phone_grouped, delivery_type, fell_back_at, status } = delivery;
  const isWhatsApp = delivery_type === 'whatsapp';
  const otherwise = status === 'pending' ? `, or else ${recipient_email}` : '';
  const address = isWhatsApp && !fell_back_at ? `${recipient_phone_grouped}, by WhatsApp${otherwise}` : recipient_email;
  const instead = isWhatsApp && fell_back_at ? ', by email instead of WhatsApp' : '';
  return `${recipient_name ? `${recipient_name}, ` : ''}${address}${instead}`;
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
    sentence: isDue ? wayWords(delivery) : daysLeftWords(delivery.scheduled_time, now),
  };
}

/** What nobody has tried yet is on no way: usually for a second, and for long where operators hold it. */
function wayWords({ tried, sent_at }: DeliveryView): string {
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
  // That it was taken is not that it arrived, and its owner is not to take it for that.
  if (parts.length === 0) return 'We have not heard yet that it arrived.';
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
