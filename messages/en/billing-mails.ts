import { catalogue } from '../catalogue.ts';

const OFFER =
  '{plan, select, none {your Stillhere plan} other {{interval, select, year {one year} other {one month}} of Stillhere {plan}}}';
const UNTOUCHED =
  'You keep everything you’ve saved. Scheduled deliveries still go out, your emergency protocol stays as it is, and public items stay public. You can read and download everything.';
const WITHOUT_PLAN =
  'You only need a plan to add something new: another delivery, another public item, or more than {megabytes} MB.';

/** The mails about money. `plan` is the name of a paid plan, or "none" where it is not known. */
export const billingMails = catalogue('billing-mails', {
  why: ['We’re writing to you because your Stillhere account paid for a plan.', 'Questions? Reply to this email.'],
  withoutPlan: WITHOUT_PLAN,
  receipt: {
    subject: 'Your receipt: {amount} to Stillhere',
    previewUntil: 'Your plan is paid until {until}.',
    preview: 'Here’s what you paid for.',
    heading: 'Thank you. Your payment has arrived.',
    paid: `You paid {amount} on {date} for ${OFFER}.`,
    ends: 'Your plan ends on {until}, as you chose.',
    renews: 'Your plan renews on {until} unless you cancel.',
    label: 'See your plan and your invoices',
    note: 'If it isn’t what you need, you can cancel and get a refund within {days} days, on the same page.',
  },
  refund: {
    subject: 'Your refund: {amount} from Stillhere',
    preview: 'Your money is on its way back to you, and your plan has ended.',
    heading: 'Your refund is on its way.',
    refunded: `We’ve refunded the {amount} that you paid for ${OFFER}. Most banks show it within a few days. Some take ten.`,
    ended: `Your plan has ended as a result. ${UNTOUCHED}`,
    label: 'See your plan and your invoices',
  },
  failed: {
    subject: 'Your payment to Stillhere didn’t go through',
    preview: 'Nothing stops for now. Please check your card.',
    heading: 'Your payment didn’t go through.',
    refused: `We couldn’t charge your card {amount} for ${OFFER}.`,
    next: 'Nothing stops for now: your plan, your deliveries and your emergency protocol continue. Please check that your card is still valid, or choose another one. We’ll try again in the next few days.',
    label: 'Update your card',
    note: `If the payment can’t be made at all, your plan ends. ${UNTOUCHED}`,
  },
  ended: {
    subject: 'Your Stillhere plan has ended',
    preview: 'You keep everything you’ve saved.',
    heading: 'Your plan has ended.',
    paragraphs: ['Your account is now on the Free plan, and we no longer charge you.', UNTOUCHED],
    label: 'See the plans',
  },
});
