import { catalogue } from '../catalogue.ts';

const OFFER =
  '{plan, select, none {your plan at Stillhere} other {Stillhere {plan} by the {interval, select, year {year} other {month}}}}';
const UNTOUCHED =
  'Nothing that you have is taken away by it: what is scheduled goes out as promised, an emergency protocol stays as it is, what is public stays public, and all that you keep stays yours to read and to download.';
const WITHOUT_PLAN =
  'What cannot be added without a plan: another delivery, another thing that is public, and more than {megabytes} MB in your vault.';

/** The mails about money. `plan` is the name of a paid plan, or "none" where it is not known. */
export const billingMails = catalogue('billing-mails', {
  why: ['You get this because a plan was paid for with your Stillhere account.', 'Reply to this email to reach us.'],
  withoutPlan: WITHOUT_PLAN,
  receipt: {
    subject: 'Your receipt: {amount} to Stillhere',
    previewUntil: 'Your plan is good until {until}.',
    preview: 'Here is what you paid for.',
    heading: 'Your payment has arrived. Thank you.',
    paid: `You paid {amount} on {date} for ${OFFER}.`,
    ends: 'That is good until {until}. It ends then, as you chose.',
    renews: 'That is good until {until}. It is paid for again then, until you end it.',
    label: 'See your plan and your invoices',
    note: 'If it is not what you need, you can have a payment back within {days} days, on the same page.',
  },
  refund: {
    subject: 'Your refund: {amount} from Stillhere',
    preview: 'Your payment is on its way back, and your plan has ended.',
    heading: 'Your payment is on its way back.',
    refunded: `We have given back the {amount} that you paid for ${OFFER}. It takes your bank a few days to show it, sometimes ten.`,
    ended: `With it your plan has ended. ${UNTOUCHED}`,
    label: 'See your plan and your invoices',
  },
  failed: {
    subject: 'Your payment to Stillhere did not go through',
    preview: 'Nothing stops now. Please look at your card.',
    heading: 'A payment did not go through.',
    refused: `{amount} for ${OFFER} could not be taken from your card.`,
    next: 'Nothing stops now: your plan goes on, and so does everything that you keep, have scheduled or have armed. Please look whether the card is still good, or choose another one. The payment is tried again by itself in the next days.',
    label: 'Look at your card',
    note: `If it cannot be paid at all, your plan ends. ${UNTOUCHED}`,
  },
  ended: {
    subject: 'Your plan at Stillhere has ended',
    preview: 'Nothing that you have is taken away by it.',
    heading: 'Your plan has ended.',
    paragraphs: ['Your account is on the Free plan from now on, and nothing is charged any more.', UNTOUCHED],
    label: 'See the plans',
  },
});
