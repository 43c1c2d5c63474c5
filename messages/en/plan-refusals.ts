import { catalogue } from '../catalogue.ts';

/** Why a plan cannot be bought, changed or refunded, and which plans a feature needs. */
export const planRefusals = catalogue('plan-refusals', {
  'quote-too-old': 'That price is no longer valid, so nothing was changed. This is the price now.',
  'nothing-charged-now':
    'We’re not charging you at the moment, so you can’t change the plan. Check in first. A minute later, you can.',
  ending: 'Your plan is about to end. Choose to keep it first, then change it.',
  'same-plan': 'You are already on the {plan} plan.',
  'checkout-open': 'This hasn’t been paid for yet. Nothing was charged.',
  'checkout-expired': 'This payment wasn’t finished in time, so nothing was charged. Please choose your plan again.',
  'checkout-unpaid': 'Your payment is still on its way. Please come back to this page later.',
  'refund-too-late':
    'Your last payment was more than 30 days ago, so we can’t refund it. You can still cancel: your plan then runs until the end of the paid period.',
  'refund-is-credit':
    'All of your last payment became credit when you changed plans, so there’s nothing to refund. The credit pays for what comes next.',
  'nothing-to-refund': 'There’s no payment for this plan that can be refunded.',
  'never-paid': 'You haven’t paid for anything yet, so there are no cards or invoices.',
  'nothing-to-change': 'You have no paid plan, so there’s nothing to change.',
  emailDelivery:
    'Scheduling deliveries comes with {plans}. What you’ve saved and what you’ve scheduled stay as they are.',
  whatsappDelivery:
    'Sending by WhatsApp comes with {plans}. What you’ve saved and what you’ve scheduled stay as they are.',
  smsDelivery: 'Sending by SMS comes with {plans}. What you’ve saved and what you’ve scheduled stay as they are.',
  emergencyProtocol:
    'The emergency protocol comes with {plans}. Your contacts and your emergency content stay as they are.',
  publicSharing: 'Public sharing comes with {plans}. You can keep this private instead.',
});
