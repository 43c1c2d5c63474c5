/** Deliveries that were scheduled together, to several people, as lists show them. */
import { deliveryLines as texts } from '#messages/en/delivery-lines.ts';
import { say } from '#messages/say.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { lineOf, type ShownDelivery, shown } from './shown-delivery.ts';

/**
 * @param now the moment of the request
 * @param ownZone the owner's time zone: any other zone is named
 * @returns the deliveries in their order, those of a group with the same state and time as one: it leads to the page of the
 *   first, which lists the others. What failed is shown by itself, since each asks something else of its owner.
 */
export function shownInGroups(deliveries: readonly DeliveryView[], now: Date, ownZone: string): ShownDelivery[] {
  const groups = Map.groupBy(deliveries, keyOf);
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    return members.length > 1 ? together(first, members, now, ownZone) : shown(first, now, ownZone);
  });
}

function keyOf({ id, group_id, status, scheduled_time, held_at, delayed }: DeliveryView): string {
  if (group_id === null || status === 'failed') return id;
  return [group_id, status, scheduled_time, held_at !== null, delayed].join(' ');
}

function together(first: DeliveryView, members: readonly DeliveryView[], now: Date, ownZone: string): ShownDelivery {
  const { recipient_name, recipient_email } = first;
  const recipient = say(texts.group, { first: recipient_name || recipient_email, count: members.length - 1 });
  const alone = shown(first, now, ownZone);
  const opened = members.filter(({ opened_at }) => opened_at !== null).length;
  const sentence = say(texts.groupOpened, { opened, all: members.length });
  return {
    ...alone,
    line: lineOf(first, recipient, ownZone),
    state: first.status === 'sent' ? { ...alone.state, sentence } : alone.state,
    question: '',
    // What is done to it is done to one of them, on the page of that one.
    changeable: false,
  };
}
