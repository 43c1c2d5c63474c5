import { KINDS } from './kinds.ts';
import { type Mail, setMail } from './layout.ts';
import { type OwnDelivery, tellOwner } from './own-delivery.ts';

/** `link` leads to where the owner sees how it stands. */
export type DeliveryDelayedInput = OwnDelivery;

/** The one mail to the owner while we keep trying: late, not lost, nothing to do. */
export function deliveryDelayed(input: DeliveryDelayedInput): Mail {
  const { subject, heading, wasDue } = tellOwner(input, 'is delayed');
  return setMail({
    subject,
    preview: 'We keep trying, and there is nothing you need to do.',
    heading,
    paragraphs: [
      `${wasDue} It has not gone out yet.`,
      'Nothing was lost. We keep trying, and it goes out as soon as it can.',
      'There is nothing you need to do. If it cannot go out at all, we write to you again.',
    ],
    action: { label: 'See how it stands', link: input.link },
    notes: ['You may be asked to sign in first.'],
    why: [
      `You get this because you asked Stillhere to deliver this ${KINDS[input.type].noun}. We write once about a delay.`,
      'Reply to this email to reach us.',
    ],
  });
}
