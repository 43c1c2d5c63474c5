import { Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { deliveryItem } from '#messages/en/delivery-item.ts';
import { say } from '#messages/say.ts';
import { titleOf } from './item.tsx';

/** Offers to correct the address or to try again, where that is possible. */
export function FailedActs({ delivery }: { delivery: Pick<ShownDelivery, 'id' | 'content_title' | 'can_retry'> }) {
  if (!delivery.can_retry) return null;
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
