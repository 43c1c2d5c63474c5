import { ErrorPage } from '#app/components/error-page.tsx';
import { deliveryItem } from '#messages/en/delivery-item.ts';
import { say } from '#messages/say.ts';

/** Why a page about one delivery cannot be shown, or why its request was refused. */
export function DeliveryError({ error }: { error: unknown }) {
  return <ErrorPage error={error} back={{ to: '/schedule', label: say(deliveryItem.allDeliveries) }} />;
}
