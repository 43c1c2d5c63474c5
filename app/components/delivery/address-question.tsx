import { Form, Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { titleOf } from './item.tsx';

/** Ahead of a far date, until somebody answers or changes it. */
export function AddressQuestion({ delivery }: { delivery: ShownDelivery }) {
  if (!delivery.question) return null;
  const title = titleOf(delivery);
  return (
    <Form className="asked" method="post" action={`/schedule/${delivery.id}/address`} preventScrollReset>
      {delivery.question}
      <span className="acts-row">
        <button className="btn btn-quiet" type="submit" aria-label={`Yes ${title}`}>
          Yes
        </button>
        <Link className="btn btn-quiet" to={`/schedule/${delivery.id}/edit`} aria-label={`Change it ${title}`}>
          Change it
        </Link>
      </span>
    </Form>
  );
}
