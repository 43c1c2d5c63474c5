import { catalogue } from '../catalogue.ts';

/** Why the payment provider did not do something. */
export const paymentRefusals = catalogue('payment-refusals', {
  'out-of-reach': 'We can’t reach the payment provider right now. Nothing was charged. Please try again soon.',
  'no-answer': 'The payment provider didn’t answer. Please check here in a minute, before you try again.',
  'nothing-paid': 'There’s no payment for this invoice that can be refunded.',
  'all-credit': 'All of this payment became credit when the plan was changed.',
  ended: 'This subscription has ended. Please choose your plan again.',
  'payment-outstanding': 'Your last payment hasn’t gone through. Please settle it first, then change the plan.',
  'no-plan': 'This subscription has no plan that can be changed.',
  declined: 'Your payment was declined, so nothing has changed. Please check your card, or use another one.',
  'price-changed': 'The price has changed in the meantime, so your plan stays as it is. Please check the new price.',
});
