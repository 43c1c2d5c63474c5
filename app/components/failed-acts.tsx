import { Link } from 'react-router';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { titleOf } from './delivery-item.tsx';

/** What can be done about a delivery that failed: nothing where what it carried was deleted, or a release sent it. */
export function FailedActs({ delivery }: { delivery: DeliveryView }) {
  if (delivery.status !== 'failed' || delivery.content_id === null) return null;
  const to = `/schedule/${delivery.id}/retry`;
  const title = <span className="vh"> {titleOf(delivery)}</span>;
  return (
    <div className="acts-row">
      <Link className="btn btn-secondary" to={`${to}?correct`}>
        Correct address{title}
      </Link>
      <Link className="btn btn-quiet" to={to}>
        Try again{title}
      </Link>
    </div>
  );
}
