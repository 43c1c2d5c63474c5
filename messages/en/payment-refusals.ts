import { catalogue } from '../catalogue.ts';

/** Why the payment provider did not do something. */
export const paymentRefusals = catalogue('payment-refusals', {
  'out-of-reach': 'The payment provider cannot be reached at the moment. Nothing was charged; please try again soon.',
  'no-answer': 'The payment provider did not answer. Please look here again in a minute, before you try once more.',
  'nothing-paid': 'Nothing was paid with this invoice that could be given back.',
  'all-credit': 'All that was paid became credit when the plan was changed.',
  ended: 'This subscription has ended. Please choose your plan again.',
  'payment-outstanding': 'The last payment has not gone through. Please settle it first, then change the plan.',
  'no-plan': 'This subscription has no plan that could be changed.',
  declined: 'The payment was refused, so nothing has changed. Please check your card, or use another one.',
  'price-changed': 'What this costs has changed meanwhile, so nothing was done. Please look again.',
});
