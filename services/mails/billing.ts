import { MEGABYTE } from '#domain/content/content.ts';
import { dollars, type Offer, PLANS } from '#domain/subscription/plan.ts';
import { REFUND_WITHIN } from '#domain/subscription/reconcile.ts';
import { DAY } from '#domain/time/durations.ts';
import { writtenDate } from '#domain/time/written.ts';
import { type Mail, renderMail } from './layout.ts';

/** What a mail about money is about. */
interface About {
  /** In cents of a US dollar. */
  amount: number;
  /** Null where nobody knows any more. */
  offer: Offer | null;
  /** Where its one button leads. */
  link: string;
}

const WHY = 'You get this because a plan was paid for with your Stillhere account.';
const REPLY = 'Reply to this email to reach us.';
const STAYS =
  'Nothing that you have is taken away by it: what is scheduled goes out as promised, an emergency protocol stays as it is, what is public stays public, and all that you keep stays yours to read and to download.';
const STOPS = `What cannot be added without a plan: another delivery, another thing that is public, and more than ${PLANS.free.storage / MEGABYTE} MB in your vault.`;

/** @returns "Stillhere Plus by the month" */
function named(offer: Offer | null): string {
  return offer ? `Stillhere ${PLANS[offer.plan].name} by the ${offer.interval}` : 'your plan at Stillhere';
}

/** A payment has arrived. */
export function receipt(
  input: About & { at: Date; paidUntil: Date | null; isEnding: boolean; timeZone: string },
): Mail {
  const { amount, offer, at, paidUntil, isEnding, timeZone, link } = input;
  const next = isEnding ? 'It ends then, as you chose.' : 'It is paid for again then, until you end it.';
  return renderMail({
    subject: `Your receipt: ${dollars(amount)} to Stillhere`,
    preview: paidUntil ? `Your plan is good until ${writtenDate(paidUntil, timeZone)}.` : 'Here is what you paid for.',
    heading: 'Your payment has arrived. Thank you.',
    paragraphs: [
      `You paid ${dollars(amount)} on ${writtenDate(at, timeZone)} for ${named(offer)}.`,
      ...(paidUntil ? [`That is good until ${writtenDate(paidUntil, timeZone)}. ${next}`] : []),
    ],
    action: { label: 'See your plan and your invoices', link },
    notes: [
      `If it is not what you need, you can have a payment back within ${REFUND_WITHIN / DAY} days, on the same page.`,
    ],
    why: [WHY, REPLY],
  });
}

/** A payment was given back, and the plan has ended with it. */
export function refund({ amount, offer, link }: About): Mail {
  return renderMail({
    subject: `Your refund: ${dollars(amount)} from Stillhere`,
    preview: 'Your payment is on its way back, and your plan has ended.',
    heading: 'Your payment is on its way back.',
    paragraphs: [
      `We have given back the ${dollars(amount)} that you paid for ${named(offer)}. It takes your bank a few days to show it, sometimes ten.`,
      `With it your plan has ended. ${STAYS}`,
    ],
    action: { label: 'See your plan and your invoices', link },
    notes: [STOPS],
    why: [WHY, REPLY],
  });
}

/** A payment was refused. The provider goes on trying. */
export function paymentFailed({ amount, offer, link }: About): Mail {
  return renderMail({
    subject: 'Your payment to Stillhere did not go through',
    preview: 'Nothing stops now. Please look at your card.',
    heading: 'A payment did not go through.',
    paragraphs: [
      `${dollars(amount)} for ${named(offer)} could not be taken from your card.`,
      'Nothing stops now: your plan goes on, and so does everything that you keep, have scheduled or have armed. Please look whether the card is still good, or choose another one. The payment is tried again by itself in the next days.',
    ],
    action: { label: 'Look at your card', link },
    notes: [`If it cannot be paid at all, your plan ends. ${STAYS}`],
    why: [WHY, REPLY],
  });
}

/** A plan is over, for whatever reason. */
export function planEnded({ link }: Pick<About, 'link'>): Mail {
  return renderMail({
    subject: 'Your plan at Stillhere has ended',
    preview: 'Nothing that you have is taken away by it.',
    heading: 'Your plan has ended.',
    paragraphs: ['Your account is on the Free plan from now on, and nothing is charged any more.', STAYS],
    action: { label: 'See the plans', link },
    notes: [STOPS],
    why: [WHY, REPLY],
  });
}
