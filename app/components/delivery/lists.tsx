import { Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { schedulePage } from '#messages/en/schedule-page.ts';
import { say } from '#messages/say.ts';
import { AddressQuestion } from './address-question.tsx';
import { DeleteLink } from './delete-question.tsx';
import { FailedActs } from './failed-acts.tsx';
import { DeliveryItem, titleOf } from './item.tsx';
import { DeliveryState } from './state.tsx';

interface DeliveryListsProps {
  deliveries: readonly ShownDelivery[];
}

/** All deliveries of a person by status, without empty lists. */
export function DeliveryLists({ deliveries }: DeliveryListsProps) {
  const { lists } = schedulePage;
  const having = (status: ShownDelivery['status']) => deliveries.filter((delivery) => delivery.status === status);
  return (
    <>
      <List id="h-waiting" name={say(lists.waiting)} aside={say(lists.waitingAside)} deliveries={having('pending')} />
      <List id="h-failed" name={say(lists.failed)} aside={say(lists.failedAside)} deliveries={having('failed')} />
      <List id="h-gone-out" name={say(lists.sent)} deliveries={having('sent')} />
    </>
  );
}

interface ListProps extends DeliveryListsProps {
  id: string;
  name: string;
  aside?: string;
}

function List({ id, name, aside, deliveries }: ListProps) {
  if (deliveries.length === 0) return null;
  return (
    <section className="spread" aria-labelledby={id}>
      <div className="aside">
        <h2 id={id} data-list>
          {name}
        </h2>
        {aside && <p>{aside}</p>}
      </div>
      <ol className="body lines">
        {deliveries.map((delivery) => (
          <DeliveryItem key={delivery.id} delivery={delivery} aside={<Acts delivery={delivery} />}>
            <DeliveryState delivery={delivery} />
            <AddressQuestion delivery={delivery} />
          </DeliveryItem>
        ))}
      </ol>
    </section>
  );
}

function Acts({ delivery }: { delivery: ShownDelivery }) {
  if (delivery.status === 'failed') return <FailedActs delivery={delivery} />;
  if (!delivery.changeable) return null;
  return (
    <div className="acts-row">
      {/* The question beside it has the same link. */}
      {!delivery.question && (
        <Link
          className="btn btn-quiet"
          to={`/schedule/${delivery.id}/edit`}
          aria-label={say(schedulePage.changeAbout, { title: titleOf(delivery) })}
        >
          {say(schedulePage.change)}
        </Link>
      )}
      <DeleteLink delivery={delivery} />
    </div>
  );
}
