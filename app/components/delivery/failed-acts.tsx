import { Link } from 'react-router';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './item.tsx';

/** What can be done about a delivery that failed: nothing where what it carried was deleted, or a release sent it. */
export function FailedActs({ delivery }: { delivery: DeliveryView }) {
  if (delivery.status !== 'failed' || delivery.content_id === null) return null;
  const to = `/schedule/${delivery.id}/retry`;
  const title = titleOf(delivery);
  return (
    <div className="acts-row">
      <Link className="btn btn-secondary" to={`${to}?correct`} aria-label={`Correct address ${title}`}>
        Correct address
      </Link>
      <Link className="btn btn-quiet" to={to} aria-label={`Try again ${title}`}>
        Try again
      </Link>
    </div>
  );
}
