import { KINDS } from './kinds.ts';
import { type Mail, setMail } from './layout.ts';
import { type OwnDelivery, tellOwner } from './own-delivery.ts';

/** `link` leads to where the address can be corrected and the delivery tried again. */
export interface DeliveryFailedInput extends OwnDelivery {
  /** Why, in a sentence a person can be shown. */
  reason: string;
  /** The number to which it was to go by WhatsApp, which did not bring it, before it went by email; else null. */
  triedPhone: string | null;
}

/**
 * The mail to the owner when a delivery failed. It "needs you" rather than "did not arrive":
 * after an outcome that nobody could learn it may well have arrived.
 */
export function deliveryFailed(input: DeliveryFailedInput): Mail {
  const { subject, heading, wasDue } = tellOwner(input, 'needs you');
  const { noun } = KINDS[input.type];
  // What became of the email is said by the reason: it may have arrived, and been refused.
  return setMail({
    subject,
    preview: `${input.reason} Nothing was lost.`,
    heading,
    paragraphs: [
      wasDue,
      ...(input.triedPhone
        ? [`We tried both ways: WhatsApp to ${input.triedPhone}, which did not bring it, and then email.`]
        : []),
      `What happened: ${input.reason}`,
      `Nothing was lost. The ${noun} is kept as it was, and nothing more goes out until you decide.`,
    ],
    action: { label: 'Correct the address or try again', link: input.link },
    notes: ['You may be asked to sign in first.'],
    why: [`You get this because you asked Stillhere to deliver this ${noun}.`, 'Reply to this email to reach us.'],
  });
}
