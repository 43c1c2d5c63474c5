import { Link } from 'react-router';
import { fullDateTime } from '#messages/dates.ts';
import { contentDeletion } from '#messages/en/content-deletion.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';

/** The rest is a number: a longer list would hide the question. */
const SHOWN_MAX = 5;

/** The deliveries of a content, each with a link to its page. */
export function ContentDeliveries({ deliveries }: { deliveries: readonly DeliveryView[] }) {
  const count = deliveries.length - SHOWN_MAX;
  return (
    <ul className="carriers">
      {deliveries.slice(0, SHOWN_MAX).map((delivery) => (
        <li key={delivery.id}>
          <Link to={`/schedule/${delivery.id}`}>{recipientAndMoment(delivery)}</Link>
        </li>
      ))}
      {count > 0 && <li>{say(contentDeletion.more, { count })}</li>}
    </ul>
  );
}

/** @returns "to Ana, on Sunday 4 May 2031 at 09:00" */
function recipientAndMoment(delivery: DeliveryView): string {
  const { recipient_name, recipient_email, scheduled_time, sent_at, time_zone } = delivery;
  return say(contentDeletion.delivery, {
    recipient: recipient_name || recipient_email,
    moment: fullDateTime(sent_at ?? scheduled_time, time_zone),
  });
}
