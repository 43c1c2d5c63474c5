import { Form, Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { deliveryItem } from '#messages/en/delivery-item.ts';
import { say } from '#messages/say.ts';
import { titleOf } from './item.tsx';

/** Asks whether the address of a delivery in the far future is still right. */
export function AddressQuestion({ delivery }: { delivery: ShownDelivery }) {
  if (!delivery.question) return null;
  const title = titleOf(delivery);
  const { yes, yesAbout, change, changeAbout } = deliveryItem.addressQuestion;
  return (
    <Form className="asked" method="post" action={`/schedule/${delivery.id}/address`} preventScrollReset>
      {delivery.question}
      <span className="acts-row">
        <button className="btn btn-quiet" type="submit" aria-label={say(yesAbout, { title })}>
          {say(yes)}
        </button>
        <Link className="btn btn-quiet" to={`/schedule/${delivery.id}/edit`} aria-label={say(changeAbout, { title })}>
          {say(change)}
        </Link>
      </span>
    </Form>
  );
}
