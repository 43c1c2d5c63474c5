import { Link } from 'react-router';
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { deliveryItem } from '#messages/en/delivery-item.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

/** Offers to correct the address or to try again; nothing where the content was deleted, a release sent it, or its recipient said no. */
export function FailedActs({ delivery }: { delivery: DeliveryView }) {
  if (delivery.status !== 'failed' || delivery.content_id === null) return null;
  if (isByRecipient(delivery.failure?.code)) return null;
  const to = `/schedule/${delivery.id}/retry`;
  const title = titleOf(delivery);
  const { correct, correctAbout, retry, retryAbout } = deliveryItem.failed;
  return (
    <div className="acts-row">
      <Link className="btn btn-secondary" to={`${to}?correct`} aria-label={say(correctAbout, { title })}>
        {say(correct)}
      </Link>
      <Link className="btn btn-quiet" to={to} aria-label={say(retryAbout, { title })}>
        {say(retry)}
      </Link>
    </div>
  );
}
