import { MEGABYTE } from '#domain/content/content.ts';
import { dollars, type Offer, PLANS } from '#domain/subscription/plan.ts';
import { REFUND_WITHIN } from '#domain/subscription/reconcile.ts';
import { DAY } from '#domain/time/durations.ts';
import { plainDate } from '#messages/dates.ts';
import { billingMails } from '#messages/en/billing-mails.ts';
import { say, sayAll } from '#messages/say.ts';
import { type Mail, renderMail } from './layout.ts';

/** What a mail about money says. */
interface Payment {
  /** In cents of a US dollar. */
  amount: number;
  /** Null where it is not known. */
  offer: Offer | null;
  /** Where its one button leads. */
  link: string;
}

/** A payment has arrived. */
export function receipt(
  input: Payment & { at: Date; paidUntil: Date | null; isEnding: boolean; timeZone: string },
): Mail {
  const { paidUntil, isEnding, timeZone, link } = input;
  const { receipt } = billingMails;
  const payment = paymentOf(input);
  const until = paidUntil && plainDate(paidUntil, timeZone);
  return renderMail({
    subject: say(receipt.subject, payment),
    preview: until ? say(receipt.previewUntil, { until }) : say(receipt.preview),
    heading: say(receipt.heading),
    paragraphs: [
      say(receipt.paid, { ...payment, date: plainDate(input.at, timeZone) }),
      ...(until ? [say(isEnding ? receipt.ends : receipt.renews, { until })] : []),
    ],
    action: { label: say(receipt.label), link },
    notes: [say(receipt.note, { days: REFUND_WITHIN / DAY })],
    why: sayAll(billingMails.why),
  });
}

/** A payment was refunded, and the plan has ended with it. */
export function refund(input: Payment): Mail {
  const { refund } = billingMails;
  const payment = paymentOf(input);
  return renderMail({
    subject: say(refund.subject, payment),
    preview: say(refund.preview),
    heading: say(refund.heading),
    paragraphs: [say(refund.refunded, payment), say(refund.ended)],
    action: { label: say(refund.label), link: input.link },
    notes: [withoutPlan()],
    why: sayAll(billingMails.why),
  });
}

/** A payment was refused. Stripe tries it again by itself. */
export function paymentFailed(input: Payment): Mail {
  const { failed } = billingMails;
  return renderMail({
    subject: say(failed.subject),
    preview: say(failed.preview),
    heading: say(failed.heading),
    paragraphs: [say(failed.refused, paymentOf(input)), say(failed.next)],
    action: { label: say(failed.label), link: input.link },
    notes: [say(failed.note)],
    why: sayAll(billingMails.why),
  });
}

/** A plan has ended, for any reason. */
export function planEnded({ link }: Pick<Payment, 'link'>): Mail {
  const { label, ...texts } = sayAll(billingMails.ended);
  return renderMail({ ...texts, action: { label, link }, notes: [withoutPlan()], why: sayAll(billingMails.why) });
}

function paymentOf({ amount, offer }: Payment) {
  return {
    amount: dollars(amount),
    plan: offer ? PLANS[offer.plan].name : 'none',
    interval: offer?.interval ?? 'month',
  };
}

function withoutPlan(): string {
  return say(billingMails.withoutPlan, { megabytes: PLANS.free.storage / MEGABYTE });
}
