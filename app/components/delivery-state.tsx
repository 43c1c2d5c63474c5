import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { clock, daysLeftWords, fullDate, plainDate } from './dates.ts';
import { Mark } from './glyphs.tsx';

/** Where a delivery stands: a shape, a word, and a sentence where there is something to say. */
export function DeliveryState({ delivery, now }: { delivery: DeliveryView; now: string }) {
  const { look, mark, word, sentence } = stateOf(delivery, new Date(now));
  return (
    <p className="st-line">
      <span className={`status ${look}`}>
        <Mark name={mark} />
        {word}
      </span>
      {sentence && <span className="soft">{sentence}</span>}
    </p>
  );
}

interface State {
  look: 'is-wait' | 'is-warn' | 'is-done' | 'is-danger';
  mark: 'waiting' | 'delayed' | 'sent' | 'failed';
  word: string;
  sentence: string;
}

function stateOf(delivery: DeliveryView, now: Date): State {
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

function wayWords({ sent_at }: DeliveryView): string {
  return sent_at ? 'On its way once more.' : 'On its way.';
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
  const sentence = parts.join(', ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
