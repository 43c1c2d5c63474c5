import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ShownDelivery } from '#app/deliveries/shown-delivery.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { Postmark } from './postmark.tsx';

interface DeliveryItemProps {
  delivery: ShownDelivery;
  /** At its right: days left, or what can be done with it. */
  aside?: ReactNode;
  /** Below its day. */
  children?: ReactNode;
}

/** One delivery in a list: its day as a postmark, what it is, to whom and when. Its title leads to its story. */
export function DeliveryItem({ delivery, aside, children }: DeliveryItemProps) {
  const { scheduled_time, time_zone } = delivery;
  return (
    <li className="delivery">
      <div className="mark">
        <Postmark instant={scheduled_time} timeZone={time_zone} seed={delivery.id} />
      </div>
      <h3 className="what">
        <Link to={`/schedule/${delivery.id}`}>{titleOf(delivery)}</Link>
      </h3>
      <div className="when">
        <p>{delivery.line}</p>
        {children}
      </div>
      {aside && <div className="act">{aside}</div>}
    </li>
  );
}

/** @returns the title as lists show it (spec.md section 2) */
export function titleOf(delivery: Pick<DeliveryView, 'content_title'>): string {
  return delivery.content_title || say(frame.untitled);
}
