import { catalogue } from '../catalogue.ts';

/** The pages to which the payment page sends a person back. The application's scripts never show them. */
export const subscription = catalogue('subscription', {
  title: 'Subscription · Stillhere',
  activatedHeading: 'Thank you. You’re on {plan}.',
  toDashboard: 'Go to the Dashboard',
  failedHeading: 'Your subscription isn’t active yet.',
  toPricing: 'Back to Pricing',
  heading: 'Activate your subscription',
  lead: 'You’re back from the payment page. One more step, and your plan starts.',
  activate: 'Activate',
  stay: 'Stay on this page',
  activated: 'Subscription activated successfully!',
  failed: 'Failed to activate subscription',
  fault: 'Something on our side isn’t working. If you’ve paid, nothing is lost. Please try again in a minute.',
  cancelled: {
    title: 'Subscription cancelled · Stillhere',
    heading: 'Subscription Cancelled',
    lead: 'You cancelled the subscription process. No charges were made.',
  },
});
