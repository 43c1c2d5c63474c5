import type { ReactNode } from 'react';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { fullDateTime } from './dates.ts';
import { Postmark } from './postmark.tsx';

interface DeliveryItemProps {
  delivery: DeliveryView;
  /** What stands at its right: days left, or what can be done with it. */
  aside?: ReactNode;
  /** What stands under its day. */
  children?: ReactNode;
}

/** One delivery in a list: its day as a postmark, what it is, to whom and when. */
export function DeliveryItem({ delivery, aside, children }: DeliveryItemProps) {
  const { scheduled_time, time_zone } = delivery;
  return (
    <li className="delivery">
      <div className="mark">
        <Postmark instant={scheduled_time} timeZone={time_zone} seed={delivery.id} />
      </div>
      <h3 className="what">{titleOf(delivery)}</h3>
      <div className="when">
        <p>
          {fullDateTime(scheduled_time, time_zone)}, to {recipientOf(delivery)}
        </p>
        {children}
      </div>
      {aside && <div className="act">{aside}</div>}
    </li>
  );
}

/** @returns the title as lists show it (spec.md section 2) */
export function titleOf(delivery: Pick<DeliveryView, 'content_title'>): string {
  return delivery.content_title || 'Untitled';
}

function recipientOf({ recipient_name, recipient_email }: DeliveryView): string {
  return recipient_name ? `${recipient_name}, ${recipient_email}` : recipient_email;
}
