import { Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { AddressQuestion } from './address-question.tsx';
import { DeleteLink } from './delete-question.tsx';
import { FailedActs } from './failed-acts.tsx';
import { DeliveryItem, titleOf } from './item.tsx';
import { DeliveryState } from './state.tsx';

interface DeliveryListsProps {
  deliveries: readonly ShownDelivery[];
}

/** All deliveries of a person by where they stand; what has none is left out. */
export function DeliveryLists({ deliveries }: DeliveryListsProps) {
  const having = (status: ShownDelivery['status']) => deliveries.filter((delivery) => delivery.status === status);
  return (
    <>
      <List
        name="Waiting"
        words="Sealed. You can change or delete a delivery until its hour comes."
        deliveries={having('pending')}
      />
      <List
        name="Failed"
        words="What you keep is still here. Correct the address and try again."
        deliveries={having('failed')}
      />
      <List name="Gone out" words="" deliveries={having('sent')} />
    </>
  );
}

function List({ name, words, deliveries }: DeliveryListsProps & { name: string; words: string }) {
  if (deliveries.length === 0) return null;
  const id = `h-${name.toLowerCase().replace(' ', '-')}`;
  return (
    <section className="spread" aria-labelledby={id}>
      <div className="aside">
        <h2 id={id} data-list>
          {name}
        </h2>
        {words && <p>{words}</p>}
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
      {/* The question beside it leads there, too. */}
      {!delivery.question && (
        <Link className="btn btn-quiet" to={`/schedule/${delivery.id}/edit`} aria-label={`Change ${titleOf(delivery)}`}>
          Change
        </Link>
      )}
      <DeleteLink delivery={delivery} />
    </div>
  );
}
