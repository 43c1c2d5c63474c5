/** A delivery in words, composed on the server so that browsers need not. */

import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { CHANNELS, type Channel, needsPhone } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import { clock, daysLeftWords, fullDate, fullDateTime, plainDate } from '#messages/dates.ts';
import { afterSending, deliveryLines as texts } from '#messages/en/delivery-lines.ts';
import { listFormat } from '#messages/formatters.ts';
import { formatLocale, say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { labelOf } from './story-words.ts';

/** A delivery as pages show it. */
export interface ShownDelivery extends DeliveryView {
  /** When, and to whom. */
  line: string;
  /** "23 days left" */
  left: string;
  state: ShownState;
  /** Whether its address is still right; empty where that is not asked. */
  question: string;
  /** False also where the content was deleted, a release sent it, or its recipient said no. */
  can_retry: boolean;
}

/** A shape, a word, and a sentence where there is more to say. */
interface ShownState {
  look: 'is-wait' | 'is-warn' | 'is-done' | 'is-danger';
  mark: 'waiting' | 'delayed' | 'sent' | 'failed';
  word: string;
  sentence: string;
}

/**
 * @param now the moment of the request
 * @param ownZone the owner's time zone: any other zone is named
 */
export function shown(delivery: DeliveryView, now: Date, ownZone: string): ShownDelivery {
  const { scheduled_time, asks_address, delivery_type } = delivery;
  const recipient = recipientOf(delivery);
  return {
    ...delivery,
    line: lineOf(delivery, recipient, ownZone),
    left: daysLeftWords(scheduled_time, now),
    state: stateOf(delivery, now),
    question: asks_address ? say(texts.question[CHANNELS[delivery_type].address]) : '',
    can_retry: delivery.status === 'failed' && delivery.content_id !== null && !isByRecipient(delivery.failure?.code),
  };
}

/** @returns when, to whom, and whether each year */
export function lineOf(
  { scheduled_time, time_zone, repeat, status }: DeliveryView,
  recipient: string,
  ownZone: string,
): string {
  const when = fullDateTime(scheduled_time, time_zone);
  const line =
    time_zone === ownZone
      ? say(texts.line, { when, recipient })
      : say(texts.lineElsewhere, { when, place: placeOf(time_zone), recipient });
  return repeat && status === 'pending' ? say(texts.yearly, { line, year: `${repeat.until_year}` }) : line;
}

/** Email is not named; of another channel that still waits the fallback is named too. */
function recipientOf(delivery: DeliveryView): string {
  const { delivery_type, fell_back_at, status } = delivery;
  const { fallback } = CHANNELS[delivery_type];
  if (fallback === null) return addressee(delivery, delivery_type);
  if (fell_back_at || status !== 'pending') return recipientByChannel(delivery);
  return say(texts.recipient.byOrElse, {
    whom: addressee(delivery, delivery_type),
    channel: labelOf(delivery_type),
    instead: addressAt(delivery, fallback),
  });
}

/** @returns whom it goes to and how: "Ana, +351 912 345 678, by WhatsApp" */
export function recipientByChannel(delivery: DeliveryView): string {
  const { delivery_type, fell_back_at } = delivery;
  const { fallback } = CHANNELS[delivery_type];
  const chosen = labelOf(delivery_type);
  if (fallback === null || fell_back_at === null)
    return say(texts.recipient.by, { whom: addressee(delivery, delivery_type), channel: chosen });
  return say(texts.recipient.byInsteadOf, {
    whom: addressee(delivery, fallback),
    channel: labelOf(fallback),
    chosen,
  });
}

/** @returns whom a failed delivery goes to again: by the chosen channel first, and by email if that fails */
export function goesAgainTo(delivery: DeliveryView): string {
  const recipient = recipientByChannel({ ...delivery, fell_back_at: null });
  const { fallback } = CHANNELS[delivery.delivery_type];
  if (fallback === null) return recipient;
  const address = addressAt(delivery, fallback);
  return say(texts.recipient.againOrElse, { recipient, channel: labelOf(fallback), address });
}

/** @returns "Ana, ana@example.com"; without a name the address or number alone */
function addressee(delivery: DeliveryView, channel: Channel): string {
  const name = delivery.recipient_name;
  const address = addressAt(delivery, channel);
  return name ? say(texts.recipient.named, { name, address }) : address;
}

/** @returns the address or the number that a channel sends to; empty where there is none */
export function addressAt(
  { recipient_email, recipient_phone_grouped }: Pick<DeliveryView, 'recipient_email' | 'recipient_phone_grouped'>,
  channel: Channel,
): string {
  return (needsPhone(channel) ? recipient_phone_grouped : recipient_email) ?? '';
}

function stateOf(delivery: DeliveryView, now: Date): ShownState {
  const { status, failure, delayed, scheduled_time } = delivery;
  const { states } = texts;
  if (status === 'sent')
    return { look: 'is-done', mark: 'sent', word: say(states.sent), sentence: whatFollowed(delivery) };
  if (status === 'failed') {
    const sentence = failure ? say(texts.failed, { reason: failure.text }) : say(texts.failedSomehow);
    return { look: 'is-danger', mark: 'failed', word: say(states.failed), sentence };
  }
  if (delivery.held_at) return { look: 'is-warn', mark: 'delayed', word: say(states.held), sentence: say(texts.held) };
  if (delayed) return { look: 'is-warn', mark: 'delayed', word: say(states.delayed), sentence: '' };
  const isDue = new Date(scheduled_time) <= now;
  const sentence = isDue ? dueWords(delivery) : daysLeftWords(scheduled_time, now);
  return { look: 'is-wait', mark: 'waiting', word: say(states.pending), sentence };
}

/** Before the first attempt it is not on its way: usually for a second, and for long where no worker runs. */
function dueWords({ tried, sent_at }: DeliveryView): string {
  const { onItsWay, onItsWayAgain, waiting, waitingAgain } = texts.due;
  if (tried) return say(sent_at ? onItsWayAgain : onItsWay);
  return say(sent_at ? waitingAgain : waiting);
}

/** What is known after it was sent; each moment with its date, unless that is the scheduled one. */
function whatFollowed(delivery: DeliveryView): string {
  const { time_zone, scheduled_time, delivered_at, opened_at, downloaded_at, link } = delivery;
  if (delivery.unconfirmed) return say(texts.unconfirmed);
  const at = (instant: string, event: 'delivered' | 'opened') => {
    const time = clock(instant, time_zone);
    const isSameDay = fullDate(instant, time_zone) === fullDate(scheduled_time, time_zone);
    if (isSameDay) return say(afterSending[event], { clock: time });
    return say(afterSending[`${event}On`], { date: plainDate(instant, time_zone), clock: time });
  };
  const parts = [
    delivered_at && at(delivered_at, 'delivered'),
    opened_at && at(opened_at, 'opened'),
    downloaded_at && say(afterSending.saved),
    link.state === 'revoked' && say(afterSending.linkClosed),
  ].filter((part) => typeof part === 'string');
  // Accepted is not arrived, and its owner must not read it so.
  if (parts.length === 0) return say(texts.unheard);
  const sentence = listFormat({ type: 'unit' }).format(parts);
  return sentence.charAt(0).toLocaleUpperCase(formatLocale()) + sentence.slice(1);
}
