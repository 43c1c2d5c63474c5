import { Link } from 'react-router';
import { fullDateTime } from '#app/components/dates.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';

/** More would bury what they stand for. */
const SHOWN = 5;

/** To whom and when, one a line; each leads to its story. */
export function ContentDeliveries({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const more = deliveries.length - SHOWN;
  return (
    <ul className="carriers">
      {deliveries.slice(0, SHOWN).map((delivery) => (
        <li key={delivery.id}>
          <Link to={`/schedule/${delivery.id}`}>{toWhomAndWhen(delivery)}</Link>
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

/** @returns "to Ana, on Sunday 4 May 2031 at 09:00" */
function toWhomAndWhen({ recipient_name, recipient_email, scheduled_time, sent_at, time_zone }: DeliveryView): string {
  return `to ${recipient_name || recipient_email}, on ${fullDateTime(sent_at ?? scheduled_time, time_zone)}`;
}
