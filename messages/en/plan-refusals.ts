import { catalogue } from '../catalogue.ts';

/** Why a plan cannot be bought, changed or refunded, and which plans a feature needs. */
export const planRefusals = catalogue('plan-refusals', {
  'quote-too-old': 'That was worked out a while ago, so nothing was done. This is what it costs now.',
  'nothing-charged-now':
    'Nothing is charged at the moment, so the plan cannot be changed. Check in first; a minute later it can.',
  ending: 'Your plan is about to end. Keep it first, then change it for another.',
  'same-plan': 'You are already on the {plan} plan.',
  'checkout-open': 'This has not been paid for yet. Nothing was charged.',
  'checkout-expired': 'This payment was not finished in time, so nothing was charged. Please choose your plan again.',
  'checkout-unpaid': 'The payment is still on its way. Come back to this page when it has arrived.',
  'refund-too-late':
    'Your last payment was more than 30 days ago, so it is not given back. You can still let the plan end with what you have paid for.',
  'refund-is-credit':
    'All that you paid last became credit when you changed your plan, so there is nothing to give back. It pays for what comes next.',
  'nothing-to-refund': 'Nothing was paid for this plan that could be given back.',
  'never-paid': 'You have not paid for anything yet, so there are no cards and no invoices.',
  'nothing-to-change': 'You have no plan that is paid for, so there is nothing to change.',
  emailDelivery:
    'Scheduling deliveries comes with {plans}. What you keep and what you have scheduled stay as they are.',
  whatsappDelivery:
    'Sending by WhatsApp comes with {plans}. What you keep and what you have scheduled stay as they are.',
  smsDelivery: 'Sending by SMS comes with {plans}. What you keep and what you have scheduled stay as they are.',
  emergencyProtocol:
    'The emergency protocol comes with {plans}. Your contacts and your emergency content stay as they are.',
  publicSharing: 'Public sharing comes with {plans}. Without it you can keep this private.',
});
