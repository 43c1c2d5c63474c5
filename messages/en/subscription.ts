import { catalogue } from '../catalogue.ts';

/** The pages to which the payment page sends a person back. The application's scripts never show them. */
export const subscription = catalogue('subscription', {
  title: 'Subscription · Stillhere',
  activatedHeading: 'Thank you. You are on {plan}.',
  toDashboard: 'Go to the Dashboard',
  failedHeading: 'Your subscription is not active yet.',
  toPricing: 'Back to Pricing',
  heading: 'Activate your subscription',
  lead: 'The payment page has sent you back. One more step, and your plan is yours.',
  activate: 'Activate',
  stay: 'Stay on this page',
  activated: 'Subscription activated successfully!',
  failed: 'Failed to activate subscription',
  fault: 'Something on our side is not working. If you have paid, that is not lost: please try again in a minute.',
  cancelled: {
    title: 'Subscription cancelled · Stillhere',
    heading: 'Subscription Cancelled',
    lead: 'You cancelled the subscription process. No charges were made.',
  },
});
